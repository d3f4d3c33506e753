"""Sessions of the real OpenCode, imported while its server runs, against what was played.

The truth is the scenario files (``playing``) and the answers of OpenCode's own API.
"""

from collections import Counter

import pytest

from tests.clients.conftest import Told
from tests.clients.opencode_program import OpenCodeServer
from tests.clients.playing import Played

pytestmark = pytest.mark.clients


def test_every_session_is_read_from_a_live_store(server: OpenCodeServer, told: Told) -> None:
    assert server.running()
    assert server.database.with_name("opencode.db-wal").stat().st_size > 0
    assert (told.store["agent"], told.store["error"]) == ("opencode", None)
    assert (told.store["bad_records"], told.store["unknown_records"]) == ({}, {})
    assert set(told.sessions) == set(told.listed)


def test_every_count_of_every_session(told: Told, played: dict[str, Played]) -> None:
    differences = [
        (name, place, field, told.sessions[one.ids[place]][field], value)
        for name, one in played.items()
        for place, truth in one.scenario.truth.items()
        for field, value in truth.items()
        if told.sessions[one.ids[place]][field] != value
    ]
    assert differences == []


def test_families_and_folders(
    told: Told, server: OpenCodeServer, played: dict[str, Played]
) -> None:
    for one in played.values():
        root = one.ids["root"]
        row = told.sessions[root]
        assert (row["parent"], row["missing"]) == (None, False)
        for place in ("child", "fork"):
            if place in one.ids:
                assert told.sessions[one.ids[place]]["parent"] == root
        shown = row["directory"].replace("~", str(server.home), 1)
        assert shown == told.listed[root]["directory"] == str(one.scenario.folder)


def test_tokens_are_those_of_the_api(
    told: Told, server: OpenCodeServer, played: dict[str, Played]
) -> None:
    ids = [
        one.ids[place] for one in played.values() for place in ("root", "child") if place in one.ids
    ]
    for identifier in ids:
        tokens = server.tokens(identifier)
        assert told.sessions[identifier]["usage"] == {
            "input_uncached": sum(one["input"] for one in tokens),
            "cache_read": sum(one["cache"]["read"] for one in tokens),
            "cache_write": sum(one["cache"]["write"] for one in tokens),
            "output": sum(one["output"] + one["reasoning"] for one in tokens),
        }


def test_turns_are_what_the_user_did(
    told: Told, server: OpenCodeServer, played: dict[str, Played]
) -> None:
    for one in played.values():
        own = [turn for turn in told.turns if turn["session"] == one.ids["root"]]
        kinds = Counter(turn["kind"] for turn in own)
        truth = one.scenario.truth["root"]
        assert kinds["prompt"] == truth["human_turns"]
        assert kinds["refusal"] == truth["refusals"]
        assert kinds["interrupt"] == truth["interrupts"]
        assert set(kinds) <= {"prompt", "refusal", "interrupt"}
        prompts = [turn["record"] for turn in own if turn["kind"] == "prompt"]
        assert prompts == server.prompts(one.ids["root"])
        others = {one.ids.get("child"), one.ids.get("fork")}
        assert [turn for turn in told.turns if turn["session"] in others] == []


def test_the_coverage_of_a_review_adds_up(told: Told) -> None:
    coverage = told.review["coverage"]
    assert coverage["found"] == len(told.listed)
    assert coverage["found"] == coverage["analysed"] + sum(coverage["skipped"].values())
    children = sum("parentID" in row for row in told.listed.values())
    assert coverage["skipped"]["sub_agent"] == children
    assert coverage["skipped"]["duplicate"] == 1, "the fork holds nothing of its own"


def test_a_review_finds_what_was_played(told: Told, played: dict[str, Played]) -> None:
    for name, one in played.items():
        session = {"agent": "opencode", "id": one.ids["root"]}
        found = [finding for finding in told.review["findings"] if finding["session"] == session]
        assert one.scenario.codes <= {finding["code"] for finding in found}, name


def test_a_refusal_is_quoted_with_its_reason(told: Told, played: dict[str, Played]) -> None:
    one = played["refused_command"]
    quotes = [
        evidence["quote"]
        for finding in told.review["findings"]
        if finding["session"]["id"] == one.ids["root"] and finding["code"] == "stopped_by_user"
        for evidence in finding["evidence"]
    ]
    assert one.scenario.refusal in quotes
