"""What people write after a claim states a fault, or wishes, orders, muses and asks."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from reflect.features.acts import faults, subject
from reflect.features.acts.faults import Fault, FaultKind
from reflect.features.acts.said import Said, read
from reflect.model.redacted import seal
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, MessageKind, PartKind, PartOrigin

FILE = Path(__file__).parent / "acts" / "languages" / "faults.yaml"
SENTENCES: dict[str, dict[str, list[str]]] = yaml.safe_load(FILE.read_text("utf-8"))
LOG = (
    "2026-11-02 09:00:01 ERROR row 7 of orders.csv has 4 columns\n"
    "Traceback (most recent call last):"
)


def said(text: str) -> Said:
    part = Part(0, PartKind.TEXT, PartOrigin.USER, seal(text))
    return read(Message("m1", 1, "2", MessageKind.PROMPT, Author.HUMAN, "test", None, (part,)))


def fault(text: str, *before: str, failing: bool = False, answering: bool = False) -> Fault | None:
    return faults.fault(said(text), [said(b) for b in before], failing=failing, answering=answering)


def cases(*kinds: str) -> list[Any]:
    return [
        pytest.param(text, id=f"{language}: {text}")
        for language, by_kind in SENTENCES.items()
        for kind in kinds
        for text in by_kind[kind]
    ]


@pytest.mark.parametrize("text", cases("fault"))
def test_a_fault_is_stated(text: str) -> None:
    found = fault(text)
    assert found is not None
    assert found.sentence in text
    assert found.sentence


@pytest.mark.parametrize("text", cases("wish", "next", "musing"))
def test_a_wish_an_order_or_a_question_states_no_fault(text: str) -> None:
    assert fault(text) is None
    assert fault(text, failing=True) is None


def test_the_sentence_with_the_fault_is_told() -> None:
    found = fault("Thanks, the colours are nice. The total is still wrong. Can you look?")
    assert found is not None
    assert found.sentence == "The total is still wrong."
    assert found.kind is FaultKind.ACCUSED


def test_no_is_an_answer_where_the_agent_asked() -> None:
    assert fault("no, it should be prefixes") is not None
    assert fault("no, it should be prefixes", answering=True) is None


def test_a_failing_output_is_a_fault_of_its_own_kind() -> None:
    found = fault(LOG)
    assert found == Fault(FaultKind.PASTE, "")
    assert fault(f"an error, see here:\n\n{LOG}") == found
    still = fault(f"it still stops:\n\n{LOG}")
    assert still == Fault(FaultKind.ACCUSED, "it still stops:")
    assert fault(f"show it like this, for example:\n\n{LOG}") is None


def test_the_same_paste_or_request_once_more() -> None:
    assert fault(LOG, "hello", LOG) == Fault(FaultKind.REPEATED, "")
    request = "please sort the orders by date and by name"
    assert fault(request, request) == Fault(FaultKind.REPEATED, "")
    assert fault("run it", "run it") is None


def test_an_answer_of_an_agent_states_no_fault_of_its_work() -> None:
    assert fault("You're absolutely right, the total is not rounded.") is None
    assert fault("I've fixed the total. All tests pass. The header is not shown yet.") is None


@pytest.mark.parametrize(
    ("text", "delivered", "shared"),
    [
        ("the sorting is wrong", "I sorted the list by date", True),
        ("FAIL TestLogin", "The login form keeps its values", True),
        ("合計が違う", "合計を丸めました", True),
        ("the handbook is wrong", "I sorted the list by date", False),
    ],
)
def test_what_a_text_is_about(text: str, delivered: str, shared: bool) -> None:
    assert subject.is_about(text, [delivered]) is shared


def test_a_file_is_named_with_or_without_its_ending() -> None:
    assert subject.names_one("at importer:12", ["src/importer.py"])
    assert subject.names_one("src/importer.py:12", ["~/shop/src/importer.py"])
    assert not subject.names_one("at reimporter_old:12", ["src/importer.py"])
