"""Stores that were read once and hold nothing any more: what was imported from them is flagged."""

import os
from collections.abc import Set as AbstractSet
from pathlib import Path

from reflect.importers import built_in
from reflect.model.redacted import Redacted
from reflect.model.source import is_server
from reflect.redaction.masks import masks_in
from reflect.warehouse import Warehouse


def mark_vanished(warehouse: Warehouse, seen: AbstractSet[tuple[str, Redacted]]) -> None:
    """Flag the sessions of known stores that this run did not see and that are no more."""
    for agent, place in warehouse.known_sources():
        # A path with a masked part cannot be looked at: nothing is said about it.
        if (agent, place) in seen or is_server(place) or masks_in(place):
            continue
        if not holds_sessions(agent, place):
            warehouse.mark_missing(agent, place, frozenset())


def holds_sessions(agent: str, place: str) -> bool:
    """Whether a stored path still leads to sessions of its agent; unknown counts as yes.

    A folder may outlive its sessions: a sweep of Claude Code can leave ``~/.claude`` without
    ``projects``, which is then no store to be found.
    """
    try:
        path = Path(place).expanduser()
        if not path.is_dir():
            return path.exists()
        if not os.access(path, os.R_OK | os.X_OK):
            return True
        importer = next((one for one in built_in() if one.agent == agent), None)
        return importer is None or importer.recognise(path) is not None
    except (OSError, RuntimeError):
        return True
