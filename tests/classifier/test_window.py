"""The window around a candidate: six before, four after, the human's act, and all its evidence."""

from notation import read_tree

from reflect.classifier.chunks import Piece
from reflect.classifier.events import of_tree
from reflect.classifier.window import window
from reflect.model.finding import Evidence, Finding
from reflect.model.redacted import seal
from reflect.model.vocabulary import Method, Owner, Polarity

LONG = "user  fix it\n" + "bash  make  ok\n" * 20 + "user  no\n" + "bash  make  ok\n" * 20
DELEGATED = (
    "user  fix it\n"
    + "bash  make  ok\n" * 9
    + "task  look\n"
    + "sub  bash  pytest -q\n" * 9
    + "agent  Done.\n"
)


def finding(*events: tuple[str, str]) -> Finding:
    evidence = tuple(Evidence(event, f"opencode:{s}", "1", 0, seal("make")) for s, event in events)
    return Finding(
        code="call_loop",
        code_version=1,
        session="opencode:root",
        severity=1,
        confidence=0.9,
        method=Method.RULE,
        owner=Owner.AGENT,
        evidence=evidence,
        key="make",
        polarity=Polarity.NONE,
        hits=1,
        seconds=None,
        tokens=None,
    )


def shown(text: str, *events: tuple[str, str]) -> list[str | int]:
    piece: Piece = window(of_tree(read_tree(text)[0]), finding(*events))
    return [one if isinstance(one, int) else one.event for one in piece]


def test_events_around_the_first_evidence_and_the_act_before_it() -> None:
    assert shown(LONG, ("root", "c10")) == [
        "m0",
        3,
        *[f"c{n}" for n in range(4, 15)],
    ]


def test_other_evidence_is_shown_with_gaps() -> None:
    found = shown(LONG, ("root", "c10"), ("root", "c30"))
    assert found[-2:] == [15, "c30"]
    assert found[:2] == ["m0", 3]


def test_the_act_is_the_last_one_before_the_evidence() -> None:
    assert shown(LONG, ("root", "c40"))[:2] == ["m21", 12]
    assert shown(LONG, ("root", "m21"))[0] == "c15"


def test_evidence_in_a_sub_agent_is_shown_among_its_own_events() -> None:
    found = shown(DELEGATED, ("child10", "c15"))
    assert found == ["m0", 10, *[f"c{n}" for n in range(11, 20)]]


def test_evidence_that_is_not_shown_gives_way_to_the_next() -> None:
    assert shown(LONG, ("root", "gone"), ("root", "c10")) == shown(LONG, ("root", "c10"))
    assert shown(LONG, ("root", "gone")) == ["m0", "c1", "c2", "c3", "c4"]
