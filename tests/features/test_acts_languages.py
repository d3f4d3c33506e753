"""The same six acts in every language that has word lists; see ``acts/languages``."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from reflect.features.acts import label
from reflect.features.words.lists import languages
from reflect.model.redacted import seal
from reflect.model.session import Message, Part, RedactedSession, Session, ToolCall
from reflect.model.turn import Turn
from reflect.model.vocabulary import (
    PUSHBACK,
    Act,
    Author,
    CallStatus,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)

SENTENCES: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "acts" / "languages" / "sentences.yaml").read_text("utf-8")
)
EXPECTED = {
    "failure": {Act.FAILURE_REPORT},
    "correction": {Act.CORRECTION},
    "challenge": {Act.CHALLENGE},
    "approval": {Act.APPROVAL},
    "request": {Act.NEW_REQUEST},
    "question": {Act.CLARIFICATION},
}


def after_a_delivery(claim: str, said: str, answer: str) -> Turn:
    """The turn of a human who says something right after an agent changed a file."""
    words = (
        (MessageKind.PROMPT, Author.HUMAN, "filter.ts"),
        (MessageKind.ANSWER, Author.AGENT, claim),
        (MessageKind.PROMPT, Author.HUMAN, said),
        (MessageKind.ANSWER, Author.AGENT, answer),
    )
    messages = tuple(
        Message(
            event=f"r{position}",
            position=position,
            record=str(position),
            kind=kind,
            author=author,
            reason="test",
            sent_at=None,
            parts=(Part(0, PartKind.TEXT, PartOrigin.USER, seal(text)),),
        )
        for position, (kind, author, text) in zip((1, 3, 4, 5), words, strict=True)
    )
    edit = ToolCall(
        call="c2",
        position=2,
        record="2",
        part=0,
        name="edit",
        tool=Tool.EDIT,
        status=CallStatus.OK,
        path=seal("filter.ts"),
    )
    session: RedactedSession = Session(
        agent="test",
        native_id="one",
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        origin_reason="test",
        title=None,
        directory=None,
        git_root=None,
        branch=None,
        client_version=None,
        created_at=None,
        path=seal("one.jsonl"),
        messages=messages,
        calls=(edit,),
    )
    return label(session)[-1]


@pytest.mark.parametrize(
    ("language", "act", "said"),
    [
        pytest.param(language, act, said, id=f"{language} {act} {number}")
        for language, sentences in SENTENCES.items()
        for act in EXPECTED
        for number, said in enumerate(sentences[act])
    ],
)
def test_act(language: str, act: str, said: str) -> None:
    claim = SENTENCES[language]["claim"]
    turn = after_a_delivery(claim, said, "…")
    assert turn.act in EXPECTED[act], (said, turn)


@pytest.mark.parametrize("language", SENTENCES)
def test_a_concession_makes_a_plain_remark_pushback(language: str) -> None:
    sentences = SENTENCES[language]
    turn = after_a_delivery(
        sentences["claim"], "filter.ts : owner 1, owner 2", sentences["concession"]
    )
    assert turn.act in PUSHBACK
    assert "agent_concedes" in turn.signals


@pytest.mark.parametrize(
    ("language", "said"),
    [
        pytest.param(language, said, id=f"{language} {number}")
        for language, sentences in SENTENCES.items()
        for number, said in enumerate(sentences["no_complaint"])
    ],
)
def test_a_wish_that_speaks_of_errors_is_no_pushback(language: str, said: str) -> None:
    turn = after_a_delivery(SENTENCES[language]["claim"], said, "…")
    assert turn.act not in PUSHBACK, turn


def test_every_language_with_word_lists_is_tried() -> None:
    assert {language.name for language in languages()} == set(SENTENCES)
