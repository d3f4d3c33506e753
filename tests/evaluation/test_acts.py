"""Acts beside labels: which row is a miss, a false alarm, disputed, or not there at all."""

from collections.abc import Sequence

import pytest

from reflect.evaluation.acts import evaluate
from reflect.evaluation.joining import JudgedAct, ReadSession, join, names_file, unlabelled
from reflect.evaluation.label_files import ActLabel
from reflect.features.acts.kinds import SIGNAL_KINDS
from reflect.features.acts.signals import Signal
from reflect.model.evaluation import LabelCoverage
from reflect.model.turn import Turn
from reflect.model.vocabulary import Act, Author, MessageKind

COVERAGE = LabelCoverage(0, 0, 0, 0, 0, 0, 0)


def label(record: str, what: Act | None, *, sure: bool = True, language: str = "en") -> ActLabel:
    return ActLabel("a.jsonl", record, what, agreed=sure, sure=sure, language=language)


def turn(record: str, what: Act, *signals: str, confidence: float = 0.9) -> Turn:
    return Turn(
        session="x:1",
        event=f"e{record}",
        position=int(record),
        record=record,
        part=0,
        kind=MessageKind.PROMPT,
        author=Author.HUMAN,
        act=what,
        confidence=confidence,
        signals=signals,
    )


def rows(labels: Sequence[ActLabel], turns: Sequence[Turn], **texts: str) -> list[JudgedAct]:
    return join(labels, [ReadSession("a.jsonl", "an-agent", tuple(turns), texts)])


def test_misses_false_alarms_and_the_table_of_acts() -> None:
    labels = [
        label("1", Act.NEW_REQUEST),
        label("2", Act.CORRECTION),
        label("3", Act.CHALLENGE),
        label("4", Act.APPROVAL, language="de"),
        label("5", None),
        label("6", Act.REVIEW_PASTE, sure=False),
    ]
    turns = [
        turn("1", Act.NEW_REQUEST, "request"),
        turn("2", Act.FAILURE_REPORT, "blame", confidence=0.75),
        turn("3", Act.CLARIFICATION, "question"),
        turn("4", Act.CORRECTION, "blame", "undo"),
    ]
    judged = rows(labels, turns, e2="this is wrong", e4="still fine")
    silent = {
        "blame": rows(labels, [turn("2", Act.CORRECTION), turn("4", Act.APPROVAL)]),
        "the human's words": rows(labels, [turn("2", Act.CLARIFICATION)]),
    }
    found = evaluate(judged, silent, SIGNAL_KINDS, COVERAGE)
    # The right kind of pushback is not asked for here, only whether it is one.
    assert (found.pushback.precision.hits, found.pushback.precision.of) == (1, 2)
    assert (found.pushback.recall.hits, found.pushback.recall.of) == (1, 2)
    assert [(m.record, m.expected, m.found) for m in found.misses] == [
        ("3", "challenge", "clarification")
    ]
    assert [(m.record, m.found, m.signals) for m in found.false_alarms] == [
        ("4", "correction", ("blame", "undo"))
    ]
    assert found.confusion == {
        "approval": {"correction": 1},
        "challenge": {"clarification": 1},
        "correction": {"failure_report": 1},
        "injected": {"no turn": 1},
        "new_request": {"new_request": 1},
    }
    assert (found.disputed.n, found.disputed.recall.of) == (1, 1)
    assert (found.authors.precision.of, found.authors.recall.of) == (4, 4)
    assert [(p.name, p.measure.n) for p in found.by_language] == [("de", 1), ("en", 4)]
    assert {p.name: p.measure.precision.of for p in found.by_confidence}["0.80"] == 1
    naive = {b.name: b.measure for b in found.baselines}["naive word list"]
    assert (naive.precision.hits, naive.precision.of) == (1, 2)
    blame = next(one for one in found.signals if one.name == "blame")
    assert (blame.spoke, blame.right) == (2, 1)
    assert blame.without.f1 == pytest.approx(2 / 3)
    words = found.signal_kinds[0]
    assert (words.name, words.spoke, words.without.recall.hits) == ("the human's words", 2, 0)
    assert (found.agreement.share.hits, found.agreement.share.of) == (5, 6)


def test_a_label_of_a_session_that_was_not_read_is_no_row() -> None:
    other = ActLabel("b.jsonl", "1", Act.CORRECTION, agreed=True, sure=True, language="en")
    assert rows([other], [turn("1", Act.CORRECTION)]) == []


def test_acts_without_a_label_are_counted_where_the_session_has_some() -> None:
    read = [
        ReadSession("a.jsonl", "x", (turn("1", Act.OTHER), turn("2", Act.OTHER)), {}),
        ReadSession("b.jsonl", "x", (turn("1", Act.OTHER),), {}),
    ]
    assert unlabelled([label("1", Act.OTHER)], read) == 1


@pytest.mark.parametrize(
    ("path", "file", "same"),
    [
        ("~/x/claude/1.jsonl", "claude/1.jsonl", True),
        ("~/x/claude/1.jsonl", "1.jsonl", True),
        ("~/x/claude/11.jsonl", "1.jsonl", False),
        ("~/x/codex/1.jsonl", "claude/1.jsonl", False),
        ("~/x/1.jsonl", "", False),
    ],
)
def test_a_session_is_the_labelled_file_when_all_parts_agree(
    path: str, file: str, same: bool
) -> None:
    assert names_file(path, file) is same


def test_every_signal_has_a_kind() -> None:
    """The rules' own source says which signals there are; each stands in one kind."""
    import inspect
    import re

    from reflect.features.acts import signals

    source = inspect.getsource(signals)
    made = set(re.findall(rf'{Signal.__name__}\("(\w+)"', source))
    named = [name for names in SIGNAL_KINDS.values() for name in names]
    assert len(named) == len(set(named))
    assert made <= set(named)
    assert len(made) > 30
