"""Reading again: the same ids, the same order, whatever the place and the file system."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from reflect.importers.conformance.rules import Rule
from reflect.importers.conformance.trial import Reading, Trial
from reflect.model.session import RawSession


def repeated(trial: Trial, first: Reading, second: Reading) -> None:
    """Two readings of equal stores give equal names and ids, in one order."""
    names = [unit.name for unit in first.units]
    again = [unit.name for unit in second.units]
    if sorted(names) != sorted(again):
        changed = sorted(set(names) ^ set(again))
        trial.broke(Rule.STABLE_IDS, "", f"units are named otherwise elsewhere: {changed[0]}")
    elif names != again:
        trial.broke(Rule.SET_ORDER, "", "a second listing gave the units in another order")
    sessions = dict(second.sessions())
    for name, session in first.sessions():
        other = sessions.get(name)
        if other is not None and _ids(session) != _ids(other):
            what = "a second reading gave other ids, positions or records"
            trial.broke(Rule.STABLE_IDS, name, what)
    if first.source is not None:
        _listed(trial, first)


def _ids(session: RawSession) -> tuple[object, ...]:
    return (
        session.native_id,
        session.parent,
        [(m.event, m.position, m.record, m.answer_id, m.copy_key) for m in session.messages],
        [(c.call, c.position, c.record, c.part, c.batch) for c in session.calls],
        [(i.kind, i.name, i.record) for i in session.context],
    )


def _listed(trial: Trial, reading: Reading) -> None:
    orders: list[list[str]] = []
    source = reading.source
    for backwards in (False, True):
        with _listing(backwards):
            units = trial.units(source, "listed in another order") if source else []
            orders.append([unit.name for unit in units])
    if orders[0] != orders[1]:
        trial.broke(Rule.SET_ORDER, "", "the units come in the order of the file system")


class _Entries:
    """Stands for what ``os.scandir`` returns."""

    def __init__(self, entries: list[Any]) -> None:
        self._entries = iter(entries)

    def __iter__(self) -> Iterator[Any]:
        return self._entries

    def __next__(self) -> Any:
        return next(self._entries)

    def __enter__(self) -> "_Entries":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is open."""


@contextmanager
def _listing(backwards: bool) -> Iterator[None]:
    """Let folders be listed by name, or by name backwards: file systems know no order."""
    scandir: Callable[..., Any] = os.scandir
    listdir: Callable[..., Any] = os.listdir

    def scanned(*arguments: Any) -> _Entries:
        with scandir(*arguments) as entries:
            return _Entries(sorted(entries, key=lambda e: os.fsencode(e.name), reverse=backwards))

    def listed(*arguments: Any) -> list[Any]:
        return sorted(listdir(*arguments), reverse=backwards)

    vars(os).update(scandir=scanned, listdir=listed)
    try:
        yield
    finally:
        vars(os).update(scandir=scandir, listdir=listdir)
