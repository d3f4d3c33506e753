"""Sessions through the door: every text redacted, long ones hashed and cut, ids kept or hashed."""

from dataclasses import fields, is_dataclass
from enum import Enum

import pytest

from reflect.model.redacted import Redacted
from reflect.model.session import (
    ContextItem,
    Message,
    Part,
    RawSession,
    RedactedSession,
    Session,
    ToolCall,
    Usage,
)
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    RedactionKind,
    Relation,
    Tool,
)
from reflect.redaction.cuts import HALF_BYTES, WHOLE_BYTES, ends, head, tail
from reflect.redaction.door import Door
from reflect.redaction.key import keyed_digest

KEY = b"k" * 32
TOKEN = "gh" + "p_" + "0" * 28 + "EXAMPLE"
PASSWORD = "hunter2" + "-FAKE"
LOUD = "AK" + "IA" + "FAKE" * 4
SLACK = "xox" + "b-000000000000-EXAMPLE"
SHORT = "sk-" + "test-FAKE1234567890abcdef"
URL = "postgres://app:" + "hunter2" + "@db.example.com/app"


def message(text: str, **more: object) -> Message[str]:
    values: dict[str, object] = {
        "event": "e1",
        "position": 1,
        "record": "1",
        "kind": MessageKind.PROMPT,
        "author": Author.HUMAN,
        "reason": "promptSource=typed",
        "sent_at": "2026-11-29T10:00:00Z",
        "parts": (Part(0, PartKind.TEXT, PartOrigin.USER, text),),
    }
    return Message(**(values | more))  # type: ignore[arg-type]


def call(**more: object) -> ToolCall[str]:
    values: dict[str, object] = {
        "call": "c1",
        "position": 2,
        "record": "2",
        "part": 0,
        "name": "Bash",
        "tool": Tool.SHELL,
        "status": CallStatus.OK,
    }
    return ToolCall(**(values | more))  # type: ignore[arg-type]


def session(native_id: str = "s1", **more: object) -> RawSession:
    values: dict[str, object] = {
        "agent": "claude-code",
        "native_id": native_id,
        "relation": Relation.ROOT,
        "origin": Origin.HUMAN,
        "origin_reason": "typed",
        "title": None,
        "directory": "/home/alice/shop",
        "git_root": None,
        "branch": None,
        "client_version": "2.1.332",
        "created_at": None,
        "path": "/home/alice/.claude/projects/x.jsonl",
    }
    return Session(**(values | more))  # type: ignore[arg-type]


def passed(*sessions: RawSession) -> list[RedactedSession]:
    return Door(KEY, ("/home/alice",)).pass_sessions(sessions)


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


def test_place_holders_are_counted_for_each_session() -> None:
    door = Door(KEY, ())
    door.pass_sessions([session("a", title=f"x {TOKEN}"), session("b", title="plain")])
    assert door.counts["claude-code:a"] == {RedactionKind.TOKEN: 1}
    assert door.counts["claude-code:b"] == {}


def test_what_one_session_taught_stays_in_it() -> None:
    teaching = session("a", messages=(message(f"password: {PASSWORD}"),), title=PASSWORD)
    other = session("b", title=PASSWORD)
    first, second = passed(teaching, other)
    assert PASSWORD not in (first.title or "")
    assert second.title == PASSWORD
    assert passed(other, teaching) == [second, first]


def test_a_batch_over_a_megabyte_gives_what_single_sessions_give() -> None:
    filler = "the quick brown fox jumps over the lazy dog " * 30_000
    sessions = [full(), session("big", messages=(message(filler + TOKEN),))]
    assert passed(*sessions) == [*passed(sessions[0]), *passed(sessions[1])]


def test_a_long_output_is_hashed_whole_then_cut() -> None:
    output = "a" * 5000 + f" token={TOKEN} " + "z" * 5000
    (result,) = passed(session(calls=(call(output=output),)))
    tool = result.calls[0]
    assert tool.output == "a" * HALF_BYTES
    assert tool.output_tail == "z" * HALF_BYTES
    assert tool.output_bytes == len(output)
    assert tool.output_digest is not None
    (changed,) = passed(session(calls=(call(output=output.replace(" token", " taken")),)))
    assert changed.calls[0].output_digest != tool.output_digest


@pytest.mark.parametrize("place", [4000, 4090, 5000, 6100, 7000, 7160, 7168])
@pytest.mark.parametrize("home", ["", "/home/alice/"])
def test_a_secret_where_a_long_output_is_cut_never_shows(place: int, home: str) -> None:
    log = (f"{home}build step ok\n" * 2000)[:place]
    output = log + TOKEN + "\n" + "z " * 20_000 + "\n" + TOKEN + log[::-1]
    door = Door(KEY, ("/home/alice",))
    tool = door.pass_sessions([session(calls=(call(output=output),))])[0].calls[0]
    for kept in (tool.output or "", tool.output_tail or ""):
        assert 1000 < len(kept) <= HALF_BYTES
        assert TOKEN[:12] not in kept
        assert TOKEN[-12:] not in kept


def test_a_private_key_is_masked_where_its_mark_is_cut_away() -> None:
    lines = "MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC7Yc3dQx1lVzRk\n" * 200
    key = "-----BEGIN PRIVATE " + "KEY-----\n" + lines + "-----END PRIVATE " + "KEY-----\n"
    output = "log\n" * 4000 + key + "log\n" * 500
    (result,) = passed(session(calls=(call(output=output),)))
    assert "MIIEvgIBADAN" not in (result.calls[0].output_tail or "")


def test_a_kubernetes_secret_is_masked_where_its_kind_is_cut_away() -> None:
    data = "".join(f"  name{n}: c2VjcmV0dmFsdWU{n:05}\n" for n in range(380))
    output = "log\n" * 2000 + "kind: Sec" + "ret\nmetadata: x\ndata:\n" + data
    (result,) = passed(session(calls=(call(output=output),)))
    assert result.calls[0].output_tail is not None
    assert "c2VjcmV0" not in result.calls[0].output_tail


def test_a_short_output_stays_whole_and_keeps_a_size_the_client_told() -> None:
    (result,) = passed(session(calls=(call(output="größe", output_bytes=99), call(output="größe"))))
    first, second = result.calls
    assert (first.output, first.output_tail, first.output_bytes) == ("größe", None, 99)
    assert second.output_bytes == 7
    assert second.output_digest == keyed_digest(KEY, "output", "größe")


def test_arguments_and_messages_are_cut_too() -> None:
    (result,) = passed(
        session(
            messages=(message("m" * (1 << 20) + "tail"),),
            calls=(call(arguments="b" * 9000, command="c" * 9000),),
        )
    )
    assert len(result.messages[0].parts[0].text) == 1 << 20
    assert len(result.calls[0].arguments or "") == WHOLE_BYTES
    assert len(result.calls[0].command or "") == WHOLE_BYTES


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


def test_a_cut_never_parts_a_character_or_a_place_holder() -> None:
    mask = "⟨token:github#1a2b3c4d⟩"
    text = "ü" * 2040 + mask + "x" * 9000 + mask + "ü" * 2040
    for size in range(4060, 4120):
        first, last = head(text, size), tail(text, size)
        assert max(len(first.encode()), len(last.encode())) <= size
        assert first.count("⟨") == first.count("⟩")
        assert last.count("⟨") == last.count("⟩")
        assert text.startswith(first)
        assert text.endswith(last)
    assert ends("short") == ("short", None)
    assert ends("ü" * 4097)[1] is not None


def test_a_token_that_stands_where_an_id_should_becomes_a_hash() -> None:
    (result,) = passed(session(TOKEN, messages=(message("x", event=TOKEN),)))
    assert TOKEN not in result.native_id
    assert result.messages[0].event == result.native_id


def test_ids_of_the_clients_pass_as_they_are() -> None:
    ids = ("toolu_01XuKp4vYb7Lq2mN8sRt6wZ9", "ses_dd8016b02ffemlDPRwbRYX2MBv", "msg_bdrk_01AbCdEf")
    for one in ids:
        (result,) = passed(session(one))
        assert result.native_id == one
