"""Sessions that reflect itself made in order to ask a model: told by their ids, never imported.

A session that was deleted afterwards is seen nowhere. One that could not be, because the server or
reflect was killed, stays in the store of its agent, and so may what was made below it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reflect.model.own_sessions import OPENCODE_PARENT
from reflect.model.source import Unit
from reflect.model.vocabulary import Agent
from reflect.pipeline.unit_reader import PassedUnit
from reflect.warehouse import Warehouse


class OwnSessions:
    """The own sessions of one agent."""

    def __init__(self, warehouse: Warehouse, agent: str) -> None:
        self._warehouse = warehouse
        self._agent = agent
        self._ids: set[str] = set()
        # Only OpenCode is a way to a model; what asks of others would be paid by every import.
        if agent == Agent.OPENCODE:
            # A new archive does not know the ids: their parent is the same everywhere.
            self._ids = {*warehouse.models.own_sessions(agent), OPENCODE_PARENT}

    def others(self, units: Iterable[Unit]) -> list[Unit]:
        """The units that do not bear the id of an own session."""
        if not self._ids:
            return list(units)
        return [one for one in units if _identity(one.name) not in self._ids]

    def left_out(self, units: Sequence[PassedUnit]) -> list[PassedUnit]:
        """The units, those of own sessions and of what was made below them without a session.

        They are remembered like others, so that they are not read again.
        """
        found = {
            one.session.key.partition(":")[2]: one.session.parent
            for one in units
            if one.session is not None
        }
        while below := {
            name for name, parent in found.items() if parent in self._ids and name not in self._ids
        }:
            self._ids |= below
            for name in sorted(below):
                self._warehouse.models.keep_own_session(self._agent, name)
        return [
            replace(one, session=None)
            if one.session is not None and one.session.key.partition(":")[2] in self._ids
            else one
            for one in units
        ]


def _identity(unit: str) -> str:
    """The id of a session in the name of its unit, where that is an id or a file named by it."""
    return unit.rpartition("/")[2].removesuffix(".json")
