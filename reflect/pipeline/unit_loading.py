"""Units that changed, into the warehouse: read, redacted and written, a batch at a time.

Apart from ``importing``, which most starts need alone: nothing has changed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from reflect.importers import Importer
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.source import Source, UnitRead
from reflect.pipeline.own_sessions import OwnSessions
from reflect.pipeline.readers import Readers, Work
from reflect.pipeline.tally import Tally
from reflect.pipeline.unit_reader import Outcome, PassedUnit, PendingUnit, UnreadUnit, passed, read
from reflect.redaction.door import Door
from reflect.warehouse import LoadedUnit, SessionColumns, Warehouse

BATCH_BYTES = 32_000_000
"""Source bytes that are written at once: raw, redacted and tuple forms of a batch are in memory
together, and 32 MB of source keep the peak of a 1 GB import under 450 MB."""

TRANSACTION_BYTES = 256_000_000
"""Source bytes that one transaction holds, some three seconds of work: what it adds to a table is
compressed where it is kept as soon as it fills a group of rows, and passes no log."""

SERVER_BATCH_BYTES = 4_000_000
"""Both of a server: it answers the next ones while the last are redacted and written."""


class UnitLoading:
    """The door and the reader processes of one run."""

    def __init__(
        self, key: bytes, homes: tuple[str, ...], before_writing: Callable[[], None]
    ) -> None:
        """``before_writing`` is called before each batch is written."""
        self._door = Door(key, homes)
        self._readers = Readers(key, homes)
        self._before_writing = before_writing

    def __enter__(self) -> Self:
        self._readers.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._readers.__exit__(kind, error, trace)

    def take_on(self, warehouse: Warehouse, stores: Sequence[Work]) -> None:
        """Begin to read what can be read before it is loaded."""
        if self._readers.take_on(stores):
            warehouse.expect_columns()

    def load(
        self,
        warehouse: Warehouse,
        importer: Importer,
        source: Source,
        place: Redacted,
        pending: Sequence[PendingUnit],
        tally: Tally,
        own: OwnSessions,
    ) -> Iterator[int]:
        """Load the units of one source; gives how many units were written at once."""
        outcomes = self._readers.read(importer, source)
        if outcomes is None:
            outcomes = _read_here(importer, source, pending, self._door)
        loader = _Loader(warehouse, importer, source, place, self._door, tally, own)
        most = TRANSACTION_BYTES if source.server is None else SERVER_BATCH_BYTES
        size = 0
        with ExitStack() as transaction:
            for batch in _batches(outcomes, _batch_bytes(source)):
                self._before_writing()
                if not size:
                    transaction.enter_context(warehouse.transaction())
                loader.load(batch)
                size += _bytes(batch)
                if size >= most:
                    transaction.close()
                    size = 0
                yield len(batch)


def _batch_bytes(source: Source) -> int:
    return BATCH_BYTES if source.server is None else SERVER_BATCH_BYTES


def _read_here(
    importer: Importer, source: Source, pending: Sequence[PendingUnit], door: Door
) -> Iterator[list[Outcome]]:
    """Read in this process, a batch at a time."""
    failed: list[Outcome] = []
    readable: list[tuple[PendingUnit, UnitRead]] = []
    size, most = 0, _batch_bytes(source)
    for one in pending:
        found = read(importer, source, one)
        if isinstance(found, UnreadUnit):
            failed.append(found)
            continue
        readable.append((one, found))
        size += found.counts.bytes
        if size >= most:
            yield [*failed, *passed(readable, door)]
            failed, readable, size = [], [], 0
    yield [*failed, *passed(readable, door)]


def _batches(pieces: Iterable[Sequence[Outcome]], most: int) -> Iterator[list[Outcome]]:
    """Pieces joined into what is written at once."""
    batch: list[Outcome] = []
    size = 0
    for piece in pieces:
        batch += piece
        size += _bytes(piece)
        if size >= most:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _bytes(outcomes: Sequence[Outcome]) -> int:
    return sum(one.counts.bytes for one in outcomes if isinstance(one, PassedUnit))


@dataclass(frozen=True, slots=True)
class _Loader:
    """Where the batches of one source go."""

    warehouse: Warehouse
    importer: Importer
    source: Source
    place: Redacted
    door: Door
    tally: Tally
    own: OwnSessions

    def load(self, batch: Sequence[Outcome]) -> None:
        """Write what was read, and count it."""
        tally = self.tally
        for one in batch:
            if isinstance(one, UnreadUnit):
                self._count_unread(one)
        found = self.own.left_out([one for one in batch if isinstance(one, PassedUnit)])
        counts = self.warehouse.load([self._loaded(one) for one in self._usable(found)])
        tally.new += counts.new
        tally.changed += counts.changed
        tally.same += counts.unchanged
        for one in found:
            tally.read += 1
            tally.bytes += one.counts.bytes
            tally.bad.update({kind.value: n for kind, n in one.counts.bad.items()})
            tally.unknown.update(one.counts.unknown)

    def _usable(self, units: Sequence[PassedUnit]) -> Iterator[PassedUnit]:
        """The units; one that came as columns of a session that is not its alone is read again."""
        if not any(isinstance(one.session, SessionColumns) for one in units):
            yield from units
            return
        keys = Counter(one.session.key for one in units if one.session is not None)
        held = self.warehouse.held(list(keys))
        for one in units:
            session = one.session
            if not isinstance(session, SessionColumns) or (
                keys[session.key] == 1 and session.key not in held
            ):
                yield one
                continue
            again = read(self.importer, self.source, one.pending)
            if isinstance(again, UnreadUnit):
                self._count_unread(again)
            else:
                yield from passed([(one.pending, again)], self.door)

    def _loaded(self, one: PassedUnit) -> LoadedUnit:
        return LoadedUnit(
            agent=self.source.agent,
            source_path=self.place,
            entry=one.entry,
            session=one.session,
            counts=one.counts,
        )

    def _count_unread(self, unit: UnreadUnit) -> None:
        self.tally.unreadable += 1
        if self.source.server is None:
            self.tally.error = unit.error.message
        else:
            self.tally.unread.add(unit.pending.name, unit.error)
