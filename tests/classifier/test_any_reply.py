"""Whatever a model writes: nothing breaks, the numbers add up, and every quote stands."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from replies import PAGES, adjudication_of, dropped, finding_of, sweep_of, tree_of

from reflect.classifier.verification import Verified, verified
from reflect.model.redacted import Redacted

STORY = """
user  Make it better, ﬁx the Straße ⟨token:github#1a2b3c4d⟩ {{record}}
agent  What shall I improve, speed, looks or the docs? "e9999" \\u0000
user  I meant the export of the orders.
bash  pytest -q  fails
| E  assert 1 == 2
edit  cart.py
- return 1
+ return 2
agent  Done, everything works.
user  That is too much, only the export please.
"""
TREE = tree_of(STORY)
SWEEP = sweep_of(TREE)
FOUND = finding_of("claim_without_verification", TREE, "m5", "Done, everything works.")
ASKED = adjudication_of(TREE, FOUND)

SHOWN = [event.text for event in SWEEP.events]
STORED: dict[str, list[Redacted | None]] = {
    **{m.event: [part.text for part in m.parts] for m in TREE.root.messages},
    **{c.call: [c.command, c.path, c.arguments, c.output, c.output_tail] for c in TREE.root.calls},
}

PIECES = st.sampled_from(SHOWN).flatmap(
    lambda text: st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(
        lambda ends: text[min(ends) : max(ends)]
    )
)
QUOTES = st.one_of(
    PIECES,
    PIECES.map(str.upper),
    PIECES.map(lambda text: text.replace(" ", "\n ")),
    st.tuples(PIECES, PIECES).map(" ".join),
    st.text(max_size=40),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-1, 5), st.floats(), st.text(max_size=9))
IDS = st.sampled_from([*(event.id for event in SWEEP.events), "e99", "", "E1"])
ITEMS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "code": st.sampled_from([*(code.name for code in SWEEP.codes), "made_up"]),
        "event_ids": st.lists(IDS, max_size=5),
        "quote": QUOTES,
        "decision": st.sampled_from(["yes", "yes", "no", "unsure", "maybe"]),
        "severity": st.integers(0, 4),
        "key_hint": st.one_of(st.just(""), QUOTES),
        "polarity": st.sampled_from(["require", "forbid", "none", "always"]),
    },
)
SPOILT = st.one_of(
    ITEMS,
    st.tuples(ITEMS, st.sampled_from(["quote", "code", "x"]), SCALARS).map(
        lambda told: {**told[0], told[1]: told[2]}
    ),
    SCALARS,
)
REPLIES = st.one_of(
    st.lists(SPOILT, max_size=10).map(lambda items: json.dumps({"findings": items})),
    st.text(max_size=60),
    st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3), max_leaves=6).map(json.dumps),
)
DECISIONS = st.one_of(
    ITEMS.map(lambda item: {name: item[name] for name in ("event_ids", "quote", "decision")}).map(
        json.dumps
    ),
    st.text(max_size=60),
)


def assert_holds(result: Verified) -> None:
    dropped(result)
    for judgement in result.judgements:
        for evidence in judgement.evidence:
            assert type(evidence.quote) is Redacted
            assert 0 < len(evidence.quote) <= 300
            assert any(evidence.quote in text for text in STORED[evidence.event] if text)
        assert judgement.root == TREE.root.key


@settings(max_examples=400, deadline=None)
@given(reply=REPLIES, around=st.sampled_from(["{}", "```json\n{}\n```", "So: {} Done."]))
def test_any_reply_to_a_sweep(reply: str, around: str) -> None:
    result = verified(SWEEP, around.replace("{}", reply), TREE, PAGES)
    assert_holds(result)
    assert {judgement.code for judgement in result.judgements} <= {c.name for c in SWEEP.codes}


@settings(max_examples=200, deadline=None)
@given(reply=DECISIONS)
def test_any_reply_to_an_adjudication(reply: str) -> None:
    result = verified(ASKED, reply, TREE, PAGES, FOUND)
    assert_holds(result)
    assert result.said == 1
    assert all(one.code == FOUND.code and one.subject == "f1" for one in result.judgements)


@settings(max_examples=200, deadline=None)
@given(item=ITEMS)
def test_right_quotes_of_right_events_are_not_dropped_for_their_quote(item: dict[str, Any]) -> None:
    """Every run of whole words of an event, long enough and on one side of a result, is found."""
    for event in SWEEP.events:
        words = event.text.split("\n")[0].split(" ")
        quote = " ".join(words[: max(3, item["severity"])])
        if 8 <= len(quote) <= 160:
            told = {**item, "event_ids": [event.id], "quote": quote.swapcase(), "severity": 2}
            told |= {"code": SWEEP.codes[0].name, "decision": "yes", "polarity": "none"}
            told["key_hint"] = ""
            result = verified(SWEEP, json.dumps({"findings": [told]}), TREE, PAGES)
            assert "quote" not in dropped(result), (quote, event.text)
