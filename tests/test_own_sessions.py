"""Which units are own sessions: by id, by parent, in either form they are loaded in."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from reflect.model.own_sessions import OPENCODE_PARENT
from reflect.model.session import RedactedSession
from reflect.model.source import LedgerEntry, ReadCounts, Unit
from reflect.pipeline.own_sessions import OwnSessions
from reflect.pipeline.unit_reader import PassedUnit, PendingUnit
from reflect.warehouse import SessionColumns, open_warehouse
from reflect.warehouse.session_columns import session_columns
from tests.warehouse.warehouse_builders import session, together

Form = Callable[[RedactedSession], RedactedSession | SessionColumns]


@pytest.fixture
def archive(empty_warehouse: Path, tmp_path: Path) -> Path:
    """An empty archive of this test."""
    return Path(shutil.copy(empty_warehouse, tmp_path))


def whole(one: RedactedSession) -> RedactedSession:
    return one


def columns(one: RedactedSession) -> SessionColumns:
    (made,) = session_columns(together([one]))
    return made


FORMS = pytest.mark.parametrize("form", [whole, columns])
"""Sessions come as values, or as columns from another process."""


def unit(name: str) -> Unit:
    return Unit(name, Path("opencode.db"), 1, 1)


def passed(name: str, parent: str | None, form: Form) -> PassedUnit:
    one = session(agent="opencode", native_id=name, parent=parent)
    entry = LedgerEntry(name, 1, 1, 0)
    return PassedUnit(PendingUnit(unit(name), name, None), entry, form(one), ReadCounts())


def kept(own: OwnSessions, units: Sequence[PassedUnit]) -> list[str]:
    found = own.left_out(units)
    assert [one.entry for one in found] == [one.entry for one in units]
    return [one.pending.name for one in found if one.session is not None]


@FORMS
def test_what_is_below_an_own_session_is_its_own_too(archive: Path, form: Form) -> None:
    with open_warehouse(archive, write=True) as warehouse:
        warehouse.models.keep_own_session("opencode", "ses_own")
        own = OwnSessions(warehouse, "opencode")
        units = [
            passed("ses_grandchild", "ses_child", form),
            passed("ses_child", "ses_own", form),
            passed("ses_own", None, form),
            passed("ses_other", None, form),
            passed("ses_below_another", "ses_other", form),
        ]
        assert kept(own, units) == ["ses_other", "ses_below_another"]
        again = OwnSessions(warehouse, "opencode")
        names = ["ses_grandchild", "ses_child", "ses_own", "ses_other"]
        assert [one.name for one in again.others(map(unit, names))] == ["ses_other"]


@FORMS
def test_the_parent_of_all_own_sessions_tells_them(archive: Path, form: Form) -> None:
    with open_warehouse(archive, write=True) as warehouse:
        own = OwnSessions(warehouse, "opencode")
        units = [passed("ses_1", OPENCODE_PARENT, form), passed("ses_2", None, form)]
        assert kept(own, units) == ["ses_2"]


def test_sessions_of_another_agent_are_not_meant(archive: Path) -> None:
    with open_warehouse(archive, write=True) as warehouse:
        warehouse.models.keep_own_session("opencode", "ses_1")
        own = OwnSessions(warehouse, "codex")
        assert [one.name for one in own.others([unit("ses_1")])] == ["ses_1"]


@pytest.mark.parametrize("name", ["ses_1", "opencode.db/ses_1", "storage/a/ses_1.json"])
def test_an_id_is_found_in_the_name_of_a_unit(archive: Path, name: str) -> None:
    with open_warehouse(archive, write=True) as warehouse:
        warehouse.models.keep_own_session("opencode", "ses_1")
        own = OwnSessions(warehouse, "opencode")
        assert own.others([unit(name)]) == []
        assert own.others([unit(name.replace("ses_1", "ses_12"))]) != []
