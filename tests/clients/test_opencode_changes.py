"""Imports of a live store: again, while an answer runs, after a prompt, a revert, a deletion."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.clients.opencode_program import OpenCodeServer
from tests.clients.playing import (
    Played,
    Scenario,
    act,
    play,
    say_and_go_on,
    wait_for,
    wait_until_idle,
)

pytestmark = pytest.mark.clients

Reflect = Callable[..., Any]


def row_of(answer: Any, identifier: str) -> dict[str, Any]:
    (row,) = (one for one in answer["sessions"] if one["id"] == identifier)
    found: dict[str, Any] = row
    return found


def differences(row: dict[str, Any], truth: dict[str, Any]) -> dict[str, Any]:
    return {name: (row[name], value) for name, value in truth.items() if row[name] != value}


@pytest.mark.usefixtures("played")
def test_a_second_import_reads_nothing(server: OpenCodeServer, reflect: Reflect) -> None:
    known = len(server.sessions())
    (first,) = reflect("import")["stores"]
    before = reflect("sessions")
    (second,) = reflect("import")["stores"]
    assert first["files"] == {"seen": known, "read": known, "unchanged": 0, "unreadable": 0}
    assert second["files"] == {"seen": known, "read": 0, "unchanged": known, "unreadable": 0}
    assert second["sessions"] == {"new": 0, "changed": 0, "unchanged": known, "missing": 0}
    assert second["bytes"] == 0
    assert reflect("sessions") == before


@pytest.mark.usefixtures("played")
def test_only_the_session_that_went_on_is_read(
    server: OpenCodeServer, scripts: dict[str, Scenario], reflect: Reflect
) -> None:
    scenario = scripts["prompted_again"]
    one = play(server, scenario)
    root = one.ids["root"]
    reflect("import")
    assert differences(row_of(reflect("sessions"), root), scenario.truth["root"]) == {}

    say_and_go_on(server, one, "And is the retry covered by a test?")
    wait_for(server, root, "tool")
    (during,) = reflect("import")["stores"]
    assert (during["files"]["read"], during["sessions"]["changed"]) == (1, 1)
    assert (during["bad_records"], during["unknown_records"]) == ({}, {})
    half = row_of(reflect("sessions"), root)
    assert differences(half, scenario.truth["while it runs"]) == {}

    (scenario.folder / "go-on").touch()
    wait_until_idle(server, one)
    (after,) = reflect("import")["stores"]
    known = len(server.sessions())
    assert after["files"] == {"seen": known, "read": 1, "unchanged": known - 1, "unreadable": 0}
    assert after["sessions"] == {"new": 0, "changed": 1, "unchanged": known - 1, "missing": 0}
    assert differences(row_of(reflect("sessions"), root), scenario.truth["at the end"]) == {}


@pytest.mark.usefixtures("played")
def test_a_deleted_session_stays_marked_as_missing(
    server: OpenCodeServer, scripts: dict[str, Scenario], reflect: Reflect
) -> None:
    one = play(server, scripts["deleted_session"])
    server.wait_until_quiet()
    reflect("import")
    before = reflect("sessions")
    turns = reflect("turns")
    server.command_line("session", "delete", one.ids["root"])
    (store,) = reflect("import")["stores"]
    after = reflect("sessions")
    assert store["sessions"]["missing"] == 2, "the session and its child"
    gone = {one.ids["root"], one.ids["child"]}
    assert {row["id"] for row in after["sessions"] if row["missing"]} == gone
    expected = [{**row, "missing": row["id"] in gone} for row in before["sessions"]]
    assert after["sessions"] == expected
    assert reflect("turns") == turns


@pytest.mark.usefixtures("played")
def test_a_reverted_turn_that_the_client_deletes(
    server: OpenCodeServer, scripts: dict[str, Scenario], reflect: Reflect
) -> None:
    """The next prompt deletes the messages that a revert had only marked: they stay here."""
    scenario = scripts["reverted_and_prompted"]
    one = play(server, scenario)
    reflect("import")
    root = one.ids["root"]
    assert differences(row_of(reflect("sessions"), root), scenario.truth["root"]) == {}
    act(server, one, {"say": "Leave report.py as it is."})
    (store,) = reflect("import")["stores"]
    assert store["files"]["read"] == 1
    assert differences(row_of(reflect("sessions"), root), scenario.truth["at the end"]) == {}


def test_the_session_that_runs_the_review_is_left_out(
    server: OpenCodeServer, scripts: dict[str, Scenario]
) -> None:
    """The agent runs ``reflect review`` itself, in its shell, and prints what it left out."""
    one = play(server, scripts["review_from_inside"])
    (call,) = (
        part
        for message in server.messages(one.ids["root"])
        for part in message["parts"]
        if part["type"] == "tool"
    )
    assert call["state"]["metadata"]["exit"] == 0, call["state"]["output"]
    assert call["state"]["output"].strip() == "1"


def test_an_export_gives_the_same_session(
    server: OpenCodeServer,
    played: dict[str, Played],
    reflect: Reflect,
    run_reflect: Reflect,
    tmp_path: Path,
) -> None:
    identifier = played["unverified_claim"].ids["root"]
    exported = tmp_path / "exported" / "session.json"
    exported.parent.mkdir()
    server.command_line("export", identifier, output=exported)
    reflect("import")
    stored = row_of(reflect("sessions"), identifier)
    elsewhere = partial(run_reflect, archive=tmp_path / "elsewhere")
    elsewhere("import", str(exported))
    (row,) = elsewhere("sessions")["sessions"]
    assert {**row, "path": stored["path"]} == stored
