"""A review with a model: nothing leaves without a yes, counts stay, the report always comes."""

import hmac
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from program import Program
from provider_setup import REVIEW, YES, set_up
from reading_model import agrees, form_of, refuses
from scripted_model import Asked, ScriptedModel, Step, fails, says, scripted

from reflect.redaction.key import keyed_digest


def asked_with(
    program: Program, samples: list[str], script: Callable[[Asked], Step], *words: str
) -> tuple[Any, ScriptedModel]:
    """The JSON review with a model of this script, and what the model was asked."""
    with scripted(script) as server:
        set_up(program, server.url)
        return program.json(*REVIEW, *samples, *YES, *words), server


def counts_of(answer: Any) -> Any:
    """Everything that is counted, in an order that no model decides."""
    return (
        answer["coverage"],
        answer["looked_for"],
        answer["patterns"],
        sorted(answer["findings"], key=lambda one: one["ref"]),
        answer["first_change"],
    )


def test_without_a_provider_nothing_is_asked(program: Program, samples: list[str]) -> None:
    assert program.json(*REVIEW, *samples)["model"] is None


@pytest.mark.parametrize("script", [agrees, refuses])
def test_no_model_changes_a_count_or_hides_a_finding(
    program: Program, samples: list[str], script: Callable[[Asked], Step]
) -> None:
    before = program.json(*REVIEW, *samples)
    after, server = asked_with(program, samples, script)
    assert len(server.asked) > 6
    assert counts_of(after) == counts_of(before)
    verdicts = {one["finding"]: one["consensus"] for one in after["model"]["verdicts"]}
    assert set(verdicts) == {one["id"] for one in before["findings"]}
    expected = {"confirmed"} if script is agrees else {"rule_only"}
    assert set(verdicts.values()) == expected
    assert counts_of(program.json(*REVIEW, *samples, "--no-model")) == counts_of(before)


def test_suggestions_stand_apart_and_can_be_opened(program: Program, samples: list[str]) -> None:
    answer, _ = asked_with(program, samples, agrees)
    suggested = answer["model"]["suggested"]
    assert {one["code"] for one in suggested} == {"scope_ambiguity"}
    assert {one["method"] for one in suggested} == {"model"}
    for one in suggested:
        shown = program.json("show", one["ref"])
        cited = {e["event"]: e["text"] for e in shown["events"] if e["cited"]}
        assert all(e["quote"] in cited[e["event"]] for e in one["evidence"])


def test_nothing_is_sent_twice_and_what_is_stored_needs_no_yes(
    program: Program, samples: list[str]
) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url)
        first = program.json(*REVIEW, *samples, *YES)
        sent = len(server.asked)
        again = program.json(*REVIEW, *samples, *YES)
        assert len(server.asked) == sent
        assert again["model"]["cached"] == sent
        assert again["model"]["consent"] == "not_needed"
        assert again["model"]["verdicts"] == first["model"]["verdicts"]
        program.json(*REVIEW, *samples, *YES, "--refresh")
        assert len(server.asked) == 2 * sent


def test_what_was_shown_is_what_was_sent_and_what_the_manifest_hashes(
    program: Program, samples: list[str]
) -> None:
    file = program.home / "prompts.jsonl"
    answer, server = asked_with(program, samples, agrees, "--show-prompts", str(file))
    shown = [json.loads(line)["body"].encode() for line in file.read_text().splitlines()]
    assert sorted(shown) == sorted(one.body for one in server.asked)
    assert file.stat().st_mode & 0o777 == 0o600
    key = (program.data / "audit.key").read_bytes()
    manifest = json.loads(Path(answer["manifest"]).read_text())
    hashes = sorted(one["hash"] for one in manifest["prompts"])
    expected = sorted(f"h1:{keyed_digest(key, 'prompt', one.body)}" for one in server.asked)
    assert len(hashes) == len(expected)
    assert all(hmac.compare_digest(a, b) for a, b in zip(hashes, expected, strict=True))
    assert {one["consent"] for one in manifest["prompts"]} == {"flag"}
    assert {one["destination"] for one in manifest["prompts"]} == {"loopback"}
    program.run("audit", "verify")


def test_without_a_terminal_and_a_yes_it_ends_with_the_sentence_that_says_how(
    program: Program, samples: list[str]
) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url, '[model]\nprovider = "here"\n')
        done = program.run(*REVIEW, *samples, code=2)
        assert "nothing is sent without your yes" in done.stderr
        assert "--yes-send-to localhost" in done.stderr
        done = program.run(*REVIEW, *samples, "--yes-send-to", "models.example", code=2)
        assert "runs on localhost; nothing was sent" in done.stderr
        assert program.json(*REVIEW, *samples, "--no-model")["model"] is None
        assert server.asked == []


def test_an_empty_name_is_no_review_without_a_model(program: Program, samples: list[str]) -> None:
    done = program.run(*REVIEW, *samples, "--model", "", code=2)
    assert "--model names no provider" in done.stderr


def test_prompts_alone_are_only_written(program: Program, samples: list[str]) -> None:
    file = program.home / "prompts.jsonl"
    with scripted(agrees) as server:
        set_up(program, server.url)
        answer = program.json(*REVIEW, *samples, "--model", "here", "--show-prompts", str(file))
        assert server.asked == []
    assert "nothing was sent" in answer["model"]["stopped"]
    assert len(file.read_text().splitlines()) > 6


def test_a_run_that_would_need_too_much_is_refused(program: Program, samples: list[str]) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url)
        done = program.run(*REVIEW, *samples, *YES, "--max-tokens", "500", code=2)
        assert re.search(r"would need about [\d,]+ tokens, more than the 500", done.stderr)
        assert server.asked == []


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (lambda _: fails(401, "no"), "no_reply"),
        (lambda _: says("I think it went well."), "not_json"),
        (lambda _: says(""), "empty"),
        (lambda asked: says({"other": form_of(asked)}), "form"),
    ],
)
def test_a_model_that_fails_leaves_the_report_whole(
    program: Program, samples: list[str], script: Callable[[Asked], Step], reason: str
) -> None:
    before = program.json(*REVIEW, *samples)
    after, _ = asked_with(program, samples, script)
    assert counts_of(after) == counts_of(before)
    assert after["model"]["dropped"][reason] > 0
    assert after["model"]["kept"] == 0
    text = Path(after["report"]).read_text()
    assert "What a model said" in text


def test_a_server_that_is_gone_is_told(program: Program, samples: list[str]) -> None:
    set_up(program, "http://127.0.0.1:9")
    answer = program.json(*REVIEW, *samples, *YES)
    assert answer["findings"]
    assert answer["model"]["stopped"]
    assert answer["model"]["requests"]["adjudicate"] == 0


def test_invented_quotes_events_and_codes_are_dropped(program: Program, samples: list[str]) -> None:
    def invents(asked: Asked) -> Step:
        if form_of(asked) == "adjudicate":
            said = {"event_ids": ["e1"], "quote": "words nobody wrote here", "decision": "yes"}
            return says(said)
        if form_of(asked) == "sweep":
            told = {"decision": "yes", "severity": 3, "key_hint": "", "polarity": "none"}
            return says(
                {
                    "findings": [
                        told | {"code": "made_up", "event_ids": ["e1"], "quote": "long enough"},
                        told
                        | {
                            "code": "scope_ambiguity",
                            "event_ids": ["e9999"],
                            "quote": "long enough",
                        },
                    ]
                }
            )
        return refuses(asked)

    answer, _ = asked_with(program, samples, invents)
    dropped = answer["model"]["dropped"]
    assert dropped["quote"] == answer["model"]["requests"]["adjudicate"]
    assert dropped["code"] == dropped["event"] == answer["model"]["requests"]["sweep"]
    assert answer["model"]["suggested"] == []
    assert {one["consensus"] for one in answer["model"]["verdicts"]} == {"rule_only"}
