"""A session that nobody had, to try features and detectors on before the first real one comes.

A third of what they take for one session is compiling patterns and reading word lists, which is
done once. A few words are enough for that.
"""

from reflect.model.redacted import Redacted
from reflect.model.review import SessionTree
from reflect.model.session import Message, Part, Session, ToolCall
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)
from reflect.pipeline.codes import Codes
from reflect.pipeline.root_analysis import NOTHING_EARLIER, analysed, looked_at

SAID = (
    (Author.HUMAN, "Fix the failing test. Use pytest, do not touch the database."),
    (Author.AGENT, "I fixed it, and all tests pass. Done."),
    (Author.HUMAN, "No, that is wrong. I said to use pytest instead of unittest."),
    (Author.AGENT, "You're right, I deployed it and it is done. Should I run the tests?"),
    (Author.HUMAN, "yes, go on step by step"),
)
"""Acts and answers, one behind the other."""
RAN = (
    ("pytest -q tests/test_cart.py", "1 failed, 3 passed", CallStatus.ERROR),
    ("pytest -q tests/test_cart.py", "4 passed", CallStatus.OK),
    ("psql -c 'delete from orders'", "DELETE 3", CallStatus.OK),
    ("git push", "error: failed to push some refs", CallStatus.ERROR),
)
"""Commands with what they put out: two behind each of the first two acts, each after an edit."""
APART = 10
"""Places from one message to the next."""


def try_on(running: Codes) -> None:
    """Look at the session and let all detectors run over it."""
    analysed(looked_at(SessionTree(_session())), running, NOTHING_EARLIER, "")


def _session() -> Session[Redacted]:
    return Session(
        agent="trial",
        native_id="trial",
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        origin_reason="",
        title=None,
        directory=Redacted("/trial"),
        git_root=None,
        branch=None,
        client_version=None,
        created_at=_at(0),
        path=Redacted("trial"),
        messages=tuple(_message(APART * number, *said) for number, said in enumerate(SAID)),
        calls=tuple(
            call
            for number, ran in enumerate(RAN)
            for place in [2 * APART * (number // 2) + 2 * (number % 2) + 1]
            for call in (_edit(place), _call(place + 1, *ran))
        ),
    )


def _message(place: int, author: Author, text: str) -> Message[Redacted]:
    human = author is Author.HUMAN
    origin = PartOrigin.USER if human else PartOrigin.ASSISTANT
    return Message(
        event=f"r{place}",
        position=place,
        record=str(place),
        kind=MessageKind.PROMPT if human else MessageKind.ANSWER,
        author=author,
        reason="",
        sent_at=_at(place),
        parts=(Part(0, PartKind.TEXT, origin, Redacted(text)),),
    )


def _call(place: int, command: str, output: str, status: CallStatus) -> ToolCall[Redacted]:
    return ToolCall(
        call=f"c{place}",
        position=place,
        record=str(place),
        part=0,
        name="Bash",
        tool=Tool.SHELL,
        status=status,
        command=Redacted(command),
        exit_code=0 if status is CallStatus.OK else 1,
        output=Redacted(output),
        started_at=_at(place),
        ended_at=_at(place),
    )


def _edit(place: int) -> ToolCall[Redacted]:
    return ToolCall(
        call=f"c{place}",
        position=place,
        record=str(place),
        part=0,
        name="Edit",
        tool=Tool.EDIT,
        status=CallStatus.OK,
        path=Redacted("/trial/cart.py"),
        arguments=Redacted('{"old_string": "one", "new_string": "two"}'),
        started_at=_at(place),
        ended_at=_at(place),
    )


def _at(place: int) -> str:
    return f"2026-01-01T00:00:{place:02d}.000Z"
