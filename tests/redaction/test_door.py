"""Sessions through the door: every text redacted, long ones hashed and cut, ids kept or hashed."""

from dataclasses import fields, is_dataclass
from enum import Enum

import pytest

from reflect.model.redacted import Redacted
from reflect.model.session import (
    ContextItem,
    Part,
    RawSession,
    Usage,
)
from reflect.model.vocabulary import (
    CallStatus,
    ContextKind,
    PartKind,
    PartOrigin,
)
from reflect.redaction import learned
from reflect.redaction.key import keyed_digest
from tests.redaction.raw_sessions import (
    KEY,
    LOUD,
    PASSWORD,
    SHORT,
    SLACK,
    TOKEN,
    URL,
    call,
    message,
    passed,
    session,
)


def texts(value: object) -> list[str]:
    """Every string anywhere in a value of the model."""
    if isinstance(value, Enum):
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [text for item in value for text in texts(item)]
    if is_dataclass(value):
        return [text for f in fields(value) for text in texts(getattr(value, f.name))]
    return []


def full() -> RawSession:
    """A session with a secret in every field that can hold words."""
    usage = Usage(1, 2, 3, 4)
    return session(
        title=f"Deploy with {LOUD}",
        git_root="/home/alice/shop",
        branch=f"fix/{TOKEN}",
        client_version=TOKEN,
        origin_reason=TOKEN,
        messages=(
            message(
                f"my password is {PASSWORD} and the key {LOUD}",
                model=TOKEN,
                command=TOKEN,
                error=TOKEN,
                reason=TOKEN,
                usage=usage,
            ),
            message(PASSWORD, event="e2", position=5),
        ),
        calls=(
            call(
                command=f"curl -s -H 'Authorization: Bearer {TOKEN}' http://127.0.0.1:9/ || true",
                path=f"/home/alice/{TOKEN}",
                arguments=f'{{"command":"printf \'TOKEN={SHORT}\\\\n\'","url":"{URL}"}}',
                output=f"DATABASE_URL={URL}\nSLACK_TOKEN={SLACK}\nTOKEN={SHORT}\n[db]\nhost=localhost",
                name=TOKEN,
            ),
        ),
        context=(
            ContextItem(
                ContextKind.INSTRUCTIONS,
                f"/home/alice/{TOKEN}",
                "3",
                lines=(f"use {TOKEN}", "plain line"),
                detail=TOKEN,
            ),
        ),
    )


def test_no_secret_is_left_in_any_field() -> None:
    (result,) = passed(full())
    everything = "\n".join(texts(result))
    for secret in (TOKEN, PASSWORD, LOUD, SLACK, SHORT, "hunter2", "/home/alice"):
        assert secret not in everything
    assert "db.example.com/app" in everything
    assert "host=localhost" in everything


def test_every_text_field_is_sealed() -> None:
    (result,) = passed(full())
    assert type(result.title) is Redacted
    assert type(result.path) is Redacted
    assert type(result.messages[0].parts[0].text) is Redacted
    item = result.context[0]
    assert type(item.name) is Redacted
    assert {type(line) for line in item.lines} == {Redacted}
    tool = result.calls[0]
    for value in (tool.command, tool.path, tool.arguments, tool.output):
        assert type(value) is Redacted


def test_what_is_no_text_passes_as_it_is() -> None:
    raw = full()
    (result,) = passed(raw)
    assert result.key == raw.key
    assert result.messages[0].usage == raw.messages[0].usage
    assert result.messages[0].sent_at == raw.messages[0].sent_at
    assert (result.calls[0].call, result.calls[0].status) == ("c1", CallStatus.OK)
    clean = session(messages=(message("nothing secret here"),))
    (same,) = passed(clean)
    assert same.messages == clean.messages


def test_what_one_session_taught_stays_in_it() -> None:
    teaching = session("a", messages=(message(f"password: {PASSWORD}"),), title=PASSWORD)
    other = session("b", title=PASSWORD)
    first, second = passed(teaching, other)
    assert PASSWORD not in (first.title or "")
    assert second.title == PASSWORD
    assert passed(other, teaching) == [second, first]


@pytest.mark.parametrize("most", range(16))
def test_values_are_learned_in_the_order_of_the_records(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(learned, "MOST", most)
    values = [f"hunter{number:02}-FAKE" for number in range(15)]
    taught = iter([f"password: {value}" for value in values])
    title = next(taught)
    first = message(next(taught))
    second = message("", event="e2", error=next(taught), parts=(
        Part(0, PartKind.FILE, PartOrigin.USER, next(taught), media_type=next(taught)),
        Part(1, PartKind.TEXT, PartOrigin.USER, next(taught)),
    ))  # fmt: skip
    third = message(next(taught), event="e3")
    shell = call(command=next(taught), arguments=next(taught), output=next(taught))
    other = call(call="c2", path=next(taught))
    rules = ContextItem(ContextKind.INSTRUCTIONS, next(taught), "3", lines=(next(taught),))
    hook = ContextItem(ContextKind.HOOK, next(taught), "4", detail=next(taught))
    told = session(
        title=title, messages=(first, second, third), calls=(shell, other), context=(rules, hook),
        directory=" ".join(values),
    )  # fmt: skip
    (result,) = passed(told)
    assert [value for value in values if value in (result.directory or "")] == values[most:]


def test_a_batch_over_a_megabyte_gives_what_single_sessions_give() -> None:
    filler = "the quick brown fox jumps over the lazy dog " * 30_000
    sessions = [full(), session("big", messages=(message(filler + TOKEN),))]
    assert passed(*sessions) == [*passed(sessions[0]), *passed(sessions[1])]


def test_lines_of_instructions_are_hashed_one_by_one() -> None:
    (result,) = passed(full())
    first, second = result.context[0].digests
    assert second == keyed_digest(KEY, "line", "plain line")
    assert first == keyed_digest(KEY, "line", result.context[0].lines[0])


def test_an_id_that_is_no_id_becomes_a_hash_of_it() -> None:
    odd = "an id with words and " + TOKEN
    raw = session(
        odd,
        messages=(message("x", event=odd, replies_to=odd),),
        calls=(call(call=odd, child=odd, batch="toolu_01.b:2-x"),),
    )
    (result,) = passed(raw)
    hashed = result.native_id
    assert TOKEN not in hashed
    assert " " not in hashed
    assert {result.messages[0].event, result.messages[0].replies_to, result.calls[0].call} == {
        hashed
    }
    assert result.calls[0].batch == "toolu_01.b:2-x"
    assert passed(raw)[0].native_id == hashed


def test_a_token_that_stands_where_an_id_should_becomes_a_hash() -> None:
    (result,) = passed(session(TOKEN, messages=(message("x", event=TOKEN),)))
    assert TOKEN not in result.native_id
    assert result.messages[0].event == result.native_id


def test_ids_of_the_clients_pass_as_they_are() -> None:
    ids = ("toolu_01XuKp4vYb7Lq2mN8sRt6wZ9", "ses_dd8016b02ffemlDPRwbRYX2MBv", "msg_bdrk_01AbCdEf")
    for one in ids:
        (result,) = passed(session(one))
        assert result.native_id == one
