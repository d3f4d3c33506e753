"""Which stores a run reads: the usual places, what the user names, files and folders by content."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import field
from pathlib import Path

from reflect.errors import BadData, UsageError
from reflect.importers import Importer, built_in
from reflect.model.frozen import dataclass
from reflect.model.source import Source
from reflect.model.vocabulary import Agent
from reflect.pipeline import finding_servers, third_party
from reflect.pipeline.finding_servers import ServerRequest


@dataclass(frozen=True, slots=True)
class StoreRequest:
    """What the user said about stores."""

    extra: tuple[str, ...] = ()
    """``agent=path`` each: one more store of that agent."""
    discover: bool = True
    """Look at the usual places of this machine."""
    paths: tuple[Path, ...] = ()
    """Files and folders whose format is told by content."""
    servers: ServerRequest = field(default_factory=ServerRequest)
    """Servers to ask."""
    importers: tuple[str, ...] = ()
    """Importers of other packages that are used as well."""


Store = tuple[Importer, Source]
"""A source with the importer that reads it."""


def find(request: StoreRequest) -> list[Store]:
    """The stores of a run, each once, in a set order. Raises ``UsageError`` and ``BadData``."""
    importers = [*built_in(), *third_party.named(request.importers)]
    stores: list[Store] = []
    if request.discover:
        stores += [(one, source) for one in importers for source in one.discover(os.environ)]
    stores += [_named(importers, text) for text in request.extra]
    for path in request.paths:
        stores += _recognised(importers, path)
    asked = finding_servers.named(request.servers, os.environ if request.discover else {})
    on_disk = any(source.agent == Agent.OPENCODE for _, source in stores)
    if request.discover and not asked and not on_disk:
        asked = finding_servers.discovered(os.environ)
    stores += asked
    return _once(stores)


def _named(importers: Sequence[Importer], text: str) -> Store:
    agent, equals, place = text.partition("=")
    if not equals or not place:
        raise UsageError(f"--store {text}: write AGENT=PATH", hint="--store claude-code=~/.claude")
    known = {one.agent: one for one in importers}
    if agent not in known:
        from difflib import get_close_matches

        nearest = get_close_matches(agent, known, n=1, cutoff=0.0)[0]
        raise UsageError(
            f"--store {text}: no importer for {agent}", hint=f"did you mean {nearest}={place}?"
        )
    path = _absolute(place)
    _must_exist(path)
    source = known[agent].recognise(path)
    if source is None:
        raise BadData(
            f"{path} holds no sessions of {agent}", hint="reflect doctor shows what was found"
        )
    return known[agent], source


def _recognised(importers: Sequence[Importer], path: Path) -> list[Store]:
    path = path.absolute()
    _must_exist(path)
    stores = [(one, source) for one in importers if (source := one.recognise(path)) is not None]
    if not stores:
        names = ", ".join(one.agent for one in importers)
        raise BadData(f"{path} holds no sessions of {names}", hint="name a session file or a store")
    return stores


def _absolute(place: str) -> Path:
    """The whole path: what is stored must mean the same store from any other folder."""
    try:
        return Path(place).expanduser().absolute()
    except RuntimeError:
        raise UsageError(f"{place}: there is no such user", hint="write the whole path") from None


def _must_exist(path: Path) -> None:
    if not path.exists():
        raise UsageError(f"{path} does not exist", hint="check the path")


def _once(stores: Iterable[Store]) -> list[Store]:
    seen: set[tuple[str, str]] = set()
    result: list[Store] = []
    for importer, source in stores:
        server = source.server
        place = os.path.realpath(source.path) if server is None else source.place
        identity = (source.agent, place)
        if identity not in seen:
            seen.add(identity)
            result.append((importer, source))
    return result
