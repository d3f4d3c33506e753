"""Malformed and hostile transcripts: counted, passed over, never fatal."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reflect.errors import BadData, NotPermitted
from reflect.importers.claude_code import ClaudeCode
from reflect.model.session import RawSession
from reflect.model.source import Unit, UnitRead
from reflect.model.vocabulary import BadRecord, CallStatus, ContextKind

Read = Callable[..., UnitRead]
DATA = Path(__file__).parents[2] / "data" / "claude_code"


def user(content: object, **fields: object) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": content}, **fields}


def raw(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def texts(result: UnitRead) -> list[str]:
    return [] if result.session is None else [m.text for m in result.session.messages]


GOOD = raw(user("hi", uuid="u1")) + raw(user("ho", uuid="u2"))


@pytest.mark.parametrize(
    ("data", "expected", "bad"),
    [
        pytest.param(b"\xef\xbb\xbf" + GOOD, ["hi", "ho"], {}, id="bom"),
        pytest.param(GOOD.decode().encode("utf-16"), [], {BadRecord.NOT_UTF8: 1}, id="utf16"),
        pytest.param(GOOD.replace(b"\n", b"\r\n"), ["hi", "ho"], {}, id="crlf"),
        pytest.param(GOOD.replace(b"\n", b"\r"), [], {}, id="cr_only"),
        pytest.param(b"", [], {}, id="cc07_empty"),
        pytest.param(b"\n\n" + GOOD + b"\n  \n", ["hi", "ho"], {}, id="blank_lines"),
        pytest.param(
            GOOD + b"\x00" * 4096 + raw(user("x", uuid="u3")),
            ["hi", "ho", "x"],
            {BadRecord.NOT_JSON: 1},
            id="nul_bytes",
        ),
        pytest.param(raw(user("a\x00b")), ["a\x00b"], {}, id="nul_in_text"),
        pytest.param(
            GOOD.replace(b"}\n{", b"}{") + GOOD,
            ["hi", "ho"],
            {BadRecord.NOT_JSON: 1},
            id="two_on_a_line",
        ),
        pytest.param(
            GOOD.replace(b"}\n{", b"}{").replace(b": ", b":\n", 1) + GOOD,
            ["hi", "ho"],
            {BadRecord.NOT_JSON: 2},
            id="two_on_a_line_and_one_on_two",
        ),
        pytest.param(
            rb'{"type":"user","message":{"content":"a\ud800b"}}' + b"\n",
            ["a\ufffdb"],
            {},
            id="lone_surrogate",
        ),
        pytest.param(
            b'{"type":"user","message":{"content":"a\xff\xfeb"}}\n',
            ["a\ufffd\ufffdb"],
            {BadRecord.NOT_UTF8: 1},
            id="invalid_utf8",
        ),
        pytest.param(
            b'{"type":"user","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n" + GOOD,
            ["hi", "ho"],
            {BadRecord.TOO_DEEP: 1},
            id="deep",
        ),
        pytest.param(
            GOOD[:40] + b"\n" + GOOD, ["hi", "ho"], {BadRecord.NOT_JSON: 1}, id="cc29_broken_line"
        ),
        pytest.param(
            b'[]\n"x"\n1\nnull\n' + GOOD,
            ["hi", "ho"],
            {BadRecord.NOT_AN_OBJECT: 4},
            id="not_objects",
        ),
        pytest.param(
            b'{"type":[],"uuid":{},"message":7}\n' + GOOD,
            ["hi", "ho"],
            {BadRecord.WRONG_SHAPE: 2},
            id="wrong_types",
        ),
        pytest.param(
            raw(user("hi", uuid=7, timestamp=1e9, isMeta="yes", cwd=["/"], version={})),
            ["hi"],
            {BadRecord.WRONG_SHAPE: 1},
            id="wrong_fields_do_not_cost_the_record",
        ),
        pytest.param(
            raw(user([{"type": "text", "text": 7}, {"type": "text", "text": "hi"}])),
            ["hi"],
            {BadRecord.WRONG_SHAPE: 1},
            id="wrong_block_does_not_cost_the_others",
        ),
        pytest.param(
            raw(user("one", uuid="u1")) + raw(user("two", uuid="u1")), ["two"], {}, id="dup_ids"
        ),
        pytest.param(
            b'{"type":"mode","type":"user","message":{"content":"x"}}\n', ["x"], {}, id="dup_keys"
        ),
        pytest.param(b"PK\x03\x04" + b"\x00" * 50 + b"\n", [], {BadRecord.NOT_JSON: 1}, id="zip"),
    ],
)
def test_hazards(read: Read, data: bytes, expected: list[str], bad: dict[BadRecord, int]) -> None:
    result = read(data)
    assert texts(result) == expected
    assert result.counts.bad == bad


def test_cc32_a_record_without_ids_and_a_long_line(read: Read) -> None:
    long = user("x" * 5_000_000)
    result = read(raw({"type": "user", "message": {"content": "a"}}), long)
    assert result.session is not None
    first, second = result.session.messages
    assert (first.event, first.sent_at, len(second.text)) == ("r1", None, 5_000_000)


@pytest.mark.parametrize(
    ("timestamp", "sent_at"),
    [
        ("2026-03-02T10:00:00.000Z", "2026-03-02T10:00:00.000Z"),
        ("2026-03-02T12:00:00+02:00", "2026-03-02T10:00:00.000Z"),
        ("2099-01-01T00:00:00.000Z", None),
        ("1970-01-01T00:00:01.000Z", None),
        ("2026-02-30T10:00:00.000Z", None),
        ("9999-12-31T23:59:59-12:00", None),
        ("yesterday", None),
    ],
)
def test_times_that_cannot_be_are_unknown(read: Read, timestamp: str, sent_at: str | None) -> None:
    result = read(user("hi", timestamp=timestamp))
    assert result.session is not None
    assert result.session.messages[0].sent_at == sent_at


@pytest.mark.parametrize("usage", ['{"output_tokens":NaN}', '{"output_tokens":-5}',
                                   '{"output_tokens":' + "9" * 30 + "}", '{"output_tokens":1e999}',
                                   '{"output_tokens":' + "9" * 5000 + "}", '[]'])  # fmt: skip
def test_numbers_that_cannot_be_cost_no_record(read: Read, usage: str) -> None:
    line = '{"type":"assistant","message":{"id":"m","model":"o","content":"x","usage":%s}}\n'
    result = read((line % usage).encode())
    assert texts(result) == ["x"]
    assert result.session is not None
    told = result.session.messages[0].usage
    assert told is None or told.output == 0


def test_an_answer_without_counters_has_unknown_tokens(read: Read) -> None:
    message = {"id": "m", "model": "o", "content": "x", "usage": {"service_tier": "standard"}}
    result = read({"type": "assistant", "message": message})
    assert result.session is not None
    assert result.session.messages[0].usage is None


@pytest.mark.parametrize("beside", [{"stdout": "x"}, "Error: x", [{"type": "text"}], None, 7, []])
def test_cc22_the_field_beside_a_result_may_be_anything(read: Read, beside: object) -> None:
    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": "not an object"}
    done = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
    result = read(
        {"type": "assistant", "message": {"id": "m", "content": [use]}},
        user([done], toolUseResult=beside),
    )
    assert result.session is not None
    (call,) = result.session.calls
    assert (call.status, call.output, call.command) == (CallStatus.OK, "ok", None)


LINES = sorted(
    {
        line
        for path in (DATA / "2.1.332").rglob("*.jsonl")
        for line in path.read_bytes().splitlines()
        if len(line) < 4000
    }
)
JUNK: list[object] = [None, 7, -1, "x", [], [None], {}, {"type": 7}, True, 1.5]


@given(st.data())
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_record_with_one_odd_value_is_never_fatal(transcript: Path, data: st.DataObject) -> None:
    """Wherever the odd value stands: in the record, its message, its attachment or a block."""
    record = json.loads(data.draw(st.sampled_from(LINES)))
    place = record
    while True:
        key = data.draw(st.sampled_from(sorted(place)))
        inner = place[key]
        if isinstance(inner, list) and inner and isinstance(inner[0], dict) and inner[0]:
            inner = inner[0]
        if not isinstance(inner, dict) or not inner or data.draw(st.booleans()):
            break
        place = inner
    place[key] = data.draw(st.sampled_from(JUNK))
    transcript.write_bytes(raw(record) + GOOD)
    importer = ClaudeCode()
    source = importer.recognise(transcript.parents[2])
    assert source is not None
    result = importer.read(source, importer.units(source)[0], None)
    assert texts(result)[-2:] == ["hi", "ho"]


def test_cc28_unknown_types_are_counted_without_content(read: Read) -> None:
    result = read(
        user([{"type": "hologram", "text": "x"}, {"type": "text", "text": "hi"}]),
        {"type": "future-kind", "v": 99},
        {"type": "attachment", "attachment": {"type": "aura", "content": "x"}},
        {"type": "system", "subtype": "weather"},
        {"type": "SECRET " * 20},
    )
    assert texts(result) == ["hi"]
    assert result.counts.unknown == {
        "block:hologram": 1,
        "future-kind": 1,
        "attachment:aura": 1,
        "system:weather": 1,
        "other": 1,
    }


def test_cc33_copies_of_requests_are_no_conversation(read: Read) -> None:
    blob = {"type": "api-request-blob", "message": {"role": "user", "content": "not said"}}
    snapshot = {"type": "attachment", "attachment": {"type": "prompt_snapshot", "text": "system"}}
    memory = {"path": "/a/CLAUDE.md", "content": "- one\n- two"}
    nested = {"type": "attachment", "attachment": {"type": "nested_memory", "content": memory}}
    result = read(user("hi"), blob, snapshot, nested)
    assert texts(result) == ["hi"]
    assert result.session is not None
    (item,) = result.session.context
    assert (item.kind, item.name, item.lines) == (
        ContextKind.INSTRUCTIONS,
        "/a/CLAUDE.md",
        ("- one", "- two"),
    )


def _persisted(read: Read, path: str) -> RawSession:
    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "x"}}
    text = f"<persisted-output>\nOutput too large. Full output saved to: {path}\n\nPreview:\nabc"
    done = {"type": "tool_result", "tool_use_id": "t1", "content": text}
    result = read({"type": "assistant", "message": {"id": "m", "content": [use]}}, user([done]))
    assert result.session is not None
    return result.session


def test_cc24_a_side_file_is_read_from_the_sessions_own_folder_only(
    read: Read, transcript: Path
) -> None:
    secret = transcript.parents[3] / "secret.txt"
    secret.write_text("never")
    folder = transcript.with_suffix("") / "tool-results"
    folder.mkdir(parents=True)
    (folder / "link.txt").symlink_to(secret)
    (folder / "big.txt").write_text("all of it")
    for path in (str(secret), "../../../../secret.txt", str(folder / "link.txt"), "/gone.txt"):
        output = _persisted(read, path).calls[0].output
        assert output is not None
        assert output.endswith("Preview:\nabc")
    assert _persisted(read, str(folder / "big.txt")).calls[0].output in (None, "all of it")


def test_t9_links_and_pipes_are_not_read(transcript: Path) -> None:
    importer = ClaudeCode()
    outside = transcript.parents[3] / "outside.jsonl"
    outside.write_bytes(GOOD)
    (transcript.parent / "link.jsonl").symlink_to(outside)
    os.mkfifo(transcript.parent / "pipe.jsonl")
    transcript.write_bytes(GOOD)
    source = importer.recognise(transcript.parents[2])
    assert source is not None
    assert [unit.path for unit in importer.units(source)] == [transcript]
    for name, error in (("link.jsonl", NotPermitted), ("pipe.jsonl", BadData)):
        with pytest.raises(error):
            importer.read(source, Unit(name, transcript.parent / name, 1, 1), None)


@pytest.mark.parametrize(
    "content", [7, ["x"], {"type": "web_search_tool_result_error"}, [{"type": "text", "text": 7}]]
)
def test_a_result_of_an_odd_shape_still_ends_its_call(read: Read, content: object) -> None:
    asked = [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {}}]
    given = [{"type": "tool_result", "tool_use_id": "t1", "content": content}]
    result = read(
        raw({"type": "assistant", "uuid": "a1", "message": {"content": asked}})
        + raw(user(given, uuid="u1"))
    )
    assert result.session is not None
    (call,) = result.session.calls
    assert call.status is CallStatus.OK
