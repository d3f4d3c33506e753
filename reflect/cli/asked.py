"""The selection that the flags of a command ask for."""

from collections.abc import Sequence
from datetime import datetime

from reflect.cli.options import moment
from reflect.config import Config
from reflect.errors import UsageError
from reflect.model.review import Selection
from reflect.model.run_vocabulary import SelectionMode


def check_agents(agents: Sequence[str] | None) -> None:
    """Raise ``UsageError`` for an agent that no importer reads, naming the nearest one."""
    if not agents:
        return
    from reflect import config
    from reflect.importers import built_in

    known = [*(one.agent for one in built_in()), *config.load().stores.importers]
    for agent in agents:
        if agent not in known:
            from difflib import get_close_matches

            nearest = get_close_matches(agent, known, n=1, cutoff=0.0)
            raise UsageError(f"--agent {agent}: no importer", hint=f"did you mean {nearest[0]}?")


def selection(
    settings: Config,
    now: datetime,
    *,
    last: int | None = None,
    since: str | None = None,
    session: str | None = None,
    name: str | None = None,
    project: str | None = None,
    agents: Sequence[str] | None = None,
    include_automated: bool | None = None,
) -> Selection:
    """One mode, and the filters. Raises ``UsageError`` when two modes are asked for."""
    modes = {"--last": last, "--since": since, "--session": session, "--name": name}
    given = [flag for flag, value in modes.items() if value is not None]
    if len(given) > 1:
        raise UsageError(f"{given[0]} and {given[1]} exclude each other", hint=f"keep {given[0]}")
    check_agents(agents)
    if include_automated is None:
        include_automated = settings.review.include_automated
    mode, reference = SelectionMode.LAST, None
    if since is not None:
        mode = SelectionMode.SINCE
    elif session is not None:
        mode, reference = SelectionMode.SESSION, session
    elif name is not None:
        mode, reference = SelectionMode.NAME, name
    return Selection(
        mode=mode,
        last=(last or settings.review.last) if mode is SelectionMode.LAST else None,
        since=None if since is None else moment(since, now),
        reference=reference,
        project=project,
        agents=tuple(agents or ()),
        include_automated=include_automated,
    )
