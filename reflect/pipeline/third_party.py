"""Importers of other packages: off unless the settings name them, and never trusted to behave.

A package offers one in the entry-point group ``reflect.importers``, under the name of its agent.
What it raises belongs to its store alone, and what it yields is held to the rules of the
conformance kit before it goes on to the door like everything else.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from reflect import paths
from reflect.errors import BadData, NotPermitted, ReflectError, Unreachable, UsageError
from reflect.importers import Importer, built_in
from reflect.model.source import Capabilities, LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import StoreKind

GROUP = "reflect.importers"
"""Entry points that make importers."""

PARTS = ("discover", "recognise", "units", "read")
"""What an importer can be asked."""

ValueT = TypeVar("ValueT")


def named(names: Sequence[str]) -> list[Importer]:
    """The importers that the settings name, in that order.

    Raises:
        UsageError: no installed package offers one of that name, or it is a built-in's.
    """
    if not names:
        return []
    from importlib.metadata import entry_points

    offered = {point.name: point for point in entry_points(group=GROUP)}
    ours = {str(one.agent) for one in built_in()}
    for name in names:
        if name in ours:
            raise UsageError(_settings(name, "is built in"), hint="take it out of the list")
        if name not in offered:
            from difflib import get_close_matches

            near = get_close_matches(name, offered, n=1, cutoff=0.0)
            hint = f"did you mean {near[0]}?" if near else "install the package that brings it"
            raise UsageError(_settings(name, "comes with no installed package"), hint=hint)
    return [Guarded(name, offered[name].load) for name in dict.fromkeys(names)]


def _settings(name: str, what: str) -> str:
    return f"{paths.config_file()}: stores.importers: the importer {name} {what}"


class Guarded:
    """An importer of another package. Whatever it does, the others are still read.

    One that cannot be loaded or asked is a source that cannot be read, so that it is told.
    """

    def __init__(self, name: str, load: Callable[[], Callable[[], Any]]) -> None:
        self.agent = name
        """Name of the agent, and of the entry point."""
        self.capabilities = Capabilities("absent", False, False, False, "session")
        """What its store can carry."""
        self._importer: Importer | None = None
        self._failure = self._wrong("was not loaded")
        try:
            self._importer = self._made(load)
            self.capabilities = self._importer.capabilities
        except BadData as failure:
            self._failure = failure

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        """Its stores; one that says what is wrong with it when it fails."""
        try:
            found = self._asked("discover", list[Source], lambda one: one.discover(environ))
            return [source for source in found if self._is_ours(source)]
        except BadData as failure:
            return [self._failing(paths.config_file(), failure)]

    def recognise(self, path: Path) -> Source | None:
        """The source a path is; a failing importer takes every path, so that it is told."""
        try:
            found = self._asked("recognise", Source | None, lambda one: one.recognise(path))
            return found if found is None or self._is_ours(found) else None
        except BadData as failure:
            return self._failing(path, failure)

    def units(self, source: Source) -> list[Unit]:
        """The units of a source. Raises ``ReflectError``."""
        return self._asked("units", list[Unit], lambda one: one.units(source))

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        """One unit, if nothing in it breaks a rule. Raises ``ReflectError``."""
        from reflect.importers.conformance.values import faults

        read = self._asked("read", UnitRead, lambda one: one.read(source, unit, earlier))
        for fault in faults(self.agent, self.capabilities, source, unit, read):
            raise self._wrong(f"broke the rule {fault.rule} in {unit.name}, which was left out")
        return read

    def _made(self, load: Callable[[], Callable[[], Any]]) -> Importer:
        make = self._kept(load, "cannot be loaded")
        made = self._kept(make, "cannot be made")
        if getattr(made, "agent", None) != self.agent:
            raise self._wrong("names another agent than its entry point")
        if not isinstance(getattr(made, "capabilities", None), Capabilities):
            raise self._wrong("has no capabilities")
        missing = [part for part in PARTS if not callable(getattr(made, part, None))]
        if missing:
            raise self._wrong(f"has no {missing[0]}")
        importer: Importer = made
        return importer

    def _asked(self, part: str, kind: Any, ask: Callable[[Importer], ValueT]) -> ValueT:
        """What a part of it returns, once its type is right."""
        from reflect.importers.conformance.right_types import wrong_types

        importer = self._importer
        if importer is None:
            raise self._failure
        answer = self._kept(lambda: ask(importer), f"failed in {part}")
        if any(wrong_types(answer, kind, part)):
            raise self._wrong(f"returned something else than {part} should")
        return answer

    def _is_ours(self, source: Source) -> bool:
        if source.agent != self.agent:
            raise self._wrong("found a store of another agent")
        return True

    def _kept(self, act: Callable[[], ValueT], what: str) -> ValueT:
        """What an act returns; anything it raises becomes an error of its store alone.

        Only the name of an unknown error is told: its message may quote a session.
        """
        try:
            return act()
        except (BadData, NotPermitted, Unreachable):
            raise
        except ReflectError as error:
            raise self._wrong(f"{what}: {error.message}") from error
        except (Exception, SystemExit) as error:
            raise self._wrong(f"{what}: {type(error).__name__}") from error

    def _failing(self, path: Path, failure: BadData) -> Source:
        self._importer, self._failure = None, failure
        return Source(self.agent, StoreKind.DOCUMENTS, path)

    def _wrong(self, what: str) -> BadData:
        hint = f"tell its author, or take {self.agent} out of [stores] importers"
        return BadData(f"the importer {self.agent} {what}", hint=hint)
