"""The form of a reply: tolerant of what stands around one JSON object, strict about the rest."""

import json

import pytest
from replies import adjudication_of, finding_of, item, listed, sweep_of, tree_of

from reflect.classifier.json_text import LONGEST, only_object
from reflect.classifier.reply import Said, is_form, parsed
from reflect.model.judgement import DropReason

TREE = tree_of()
SWEEP = sweep_of(TREE)
GOOD = item("unclear_goal", ["e1"], "Make it better.")
FOUND = finding_of("claim_without_verification", TREE, "m5", "Done, everything works.")
ASKED = adjudication_of(TREE, FOUND)
YES = {"event_ids": ["e6"], "quote": "Done, everything works.", "decision": "yes"}


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "\ufeff  {}\n",
        "```json\n{}\n```",
        "```\n{}\n```\nI hope this helps!",
        "Sure, here it is:\n\n{}\n\nAnything else?",
        '<think>\nThe draft {{"findings": []}} is too short.\n</think>\n{}',
        "The set {{e1, e2}} shows it: {}",
        "{0}\n{0}",
    ],
)
def test_what_stands_around_one_object_is_passed_over(around: str) -> None:
    said = parsed(SWEEP, around.format(listed(GOOD)))
    assert isinstance(said, Said)
    assert said.items == (GOOD,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", DropReason.EMPTY),
        (" \n\t", DropReason.EMPTY),
        ("I found nothing.", DropReason.NOT_JSON),
        (listed(GOOD)[:-20], DropReason.NOT_JSON),
        (listed(GOOD)[:-2], DropReason.NOT_JSON),
        (listed(GOOD) + listed(), DropReason.NOT_JSON),
        ('{"findings": [], "findings": []}', DropReason.NOT_JSON),
        ('{"findings": NaN}', DropReason.NOT_JSON),
        ('{"findings": Infinity}', DropReason.NOT_JSON),
        ('{"findings":' * 5_000, DropReason.NOT_JSON),
        ('{"findings":' + "[" * 100_000 + "]" * 100_000 + "}", DropReason.NOT_JSON),
        ("{" * 100_000, DropReason.NOT_JSON),
        ('{"findings": ' + "9" * 5_000 + "}", DropReason.NOT_JSON),
        ("{'findings': []}", DropReason.NOT_JSON),
        (" " * LONGEST + '{"findings": []}', DropReason.NOT_JSON),
        ("__import__('os').system('true')", DropReason.NOT_JSON),
        ("[]", DropReason.FORM),
        ("null", DropReason.FORM),
        ('"findings"', DropReason.FORM),
        ("{}", DropReason.FORM),
        (json.dumps([GOOD]), DropReason.FORM),
        (json.dumps(GOOD), DropReason.FORM),
        ('{"findings": {}}', DropReason.FORM),
        ('{"findings": [], "summary": "all is well"}', DropReason.FORM),
    ],
)
def test_a_reply_of_another_form_is_asked_for_once_more(text: str, reason: DropReason) -> None:
    assert parsed(SWEEP, text) is reason
    assert not is_form(SWEEP, text)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ({**GOOD, "reason": "I think so"}, DropReason.FORM),
        ({k: v for k, v in GOOD.items() if k != "severity"}, DropReason.FORM),
        ({**GOOD, "severity": 4}, DropReason.FORM),
        ({**GOOD, "severity": True}, DropReason.FORM),
        ({**GOOD, "severity": "2"}, DropReason.FORM),
        ({**GOOD, "decision": "YES"}, DropReason.FORM),
        ({**GOOD, "decision": "no"}, DropReason.FORM),
        ({**GOOD, "polarity": "always"}, DropReason.FORM),
        ({**GOOD, "key_hint": "x" * 81}, DropReason.FORM),
        ({**GOOD, "event_ids": "e1"}, DropReason.FORM),
        ({**GOOD, "event_ids": ["e1"] * 5}, DropReason.FORM),
        ({**GOOD, "event_ids": [1]}, DropReason.FORM),
        ("unclear_goal", DropReason.FORM),
        (None, DropReason.FORM),
        ([GOOD], DropReason.FORM),
        ({**GOOD, "code": "laziness"}, DropReason.CODE),
        ({**GOOD, "code": "claim_without_verification"}, DropReason.CODE),
        ({**GOOD, "code": "Unclear_Goal"}, DropReason.CODE),
        ({**GOOD, "event_ids": ["e99"]}, DropReason.EVENT),
        ({**GOOD, "event_ids": ["e1", "e99"]}, DropReason.EVENT),
        ({**GOOD, "event_ids": []}, DropReason.EVENT),
        ({**GOOD, "quote": "Make it"}, DropReason.QUOTE),
        ({**GOOD, "quote": "Make it better." * 11}, DropReason.QUOTE),
        ({**GOOD, "code": "laziness", "event_ids": ["e99"]}, DropReason.CODE),
        ({**GOOD, "code": "laziness", "severity": 9}, DropReason.FORM),
    ],
)
def test_one_broken_finding_is_dropped_and_the_others_stay(
    broken: object, reason: DropReason
) -> None:
    text = listed(GOOD, broken, GOOD)
    said = parsed(SWEEP, text)
    assert isinstance(said, Said)
    assert said.items == (GOOD, GOOD)
    assert dict(said.dropped) == {reason: 1}
    assert is_form(SWEEP, text)


def test_findings_beyond_the_longest_list_are_dropped() -> None:
    said = parsed(SWEEP, listed(*[GOOD] * 11))
    assert isinstance(said, Said)
    assert len(said.items) == 8
    assert dict(said.dropped) == {DropReason.FORM: 3}


def test_an_empty_list_is_a_reply() -> None:
    assert parsed(SWEEP, listed()) == Said((), {})


@pytest.mark.parametrize("decision", ["no", "unsure"])
def test_what_is_not_there_needs_no_quote(decision: str) -> None:
    bare = {"event_ids": [], "quote": "", "decision": decision}
    assert parsed(ASKED, json.dumps(bare)) == Said((bare,), {})
    alone = {"decision": decision}
    assert parsed(ASKED, json.dumps(alone)) == Said((alone,), {})


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (YES, Said((YES,), {})),
        ({**YES, "event_ids": ["e99"]}, Said((), {DropReason.EVENT: 1})),
        ({**YES, "quote": "x" * 161}, Said((), {DropReason.QUOTE: 1})),
        ({**YES, "decision": "maybe"}, DropReason.FORM),
        ({**YES, "delete": ["f2"]}, DropReason.FORM),
        ({"decision": "yes"}, DropReason.FORM),
        ({"findings": [YES]}, DropReason.FORM),
    ],
)
def test_an_adjudication_is_one_decision(reply: object, wanted: object) -> None:
    assert parsed(ASKED, json.dumps(reply)) == wanted


def test_many_braces_are_not_read_for_long() -> None:
    assert only_object("{x} " * 10_000 + '{"findings": []}') is None
