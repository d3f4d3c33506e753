"""A tool part that is decoded without its copies tells the same as one that is decoded whole."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reflect.importers.opencode import tool_parts
from reflect.importers.opencode.calls import answers, feedback, read_call
from reflect.importers.opencode.context import calls_context
from reflect.importers.opencode.records import StoredMessage
from reflect.importers.opencode.tool_parts import STEPS, TOOL_PART, read_known_part, read_tool_part
from reflect.model.session import RawSession
from reflect.stores.documents import decode

MESSAGE = StoredMessage("msg_1", "msg_1", {"time": {"created": 1}}, ())


@pytest.mark.parametrize("recorded", ["1.18.33", "1.18.33-second-engine", "1.2.27"])
def test_recorded_stores_are_read_alike(
    recorded: str,
    build_store: Callable[..., Path],
    sessions_of: Callable[[Path], dict[str, RawSession]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = build_store(recorded)
    short = sessions_of(path)
    assert any(session.calls for session in short.values())
    monkeypatch.setattr(tool_parts, "TOOL_PART", b"\0")
    monkeypatch.setattr(tool_parts, "STEP_PART", b"\0")
    assert sessions_of(path) == short


@pytest.mark.parametrize(
    "rest",
    [
        ('"tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"a"},'
        '"output":"x","metadata":{"output":"x","exit":3,"ended":"killed"},"time":{"start":1,"end":2}}'),
        ('"tool":"edit","state":{"status":"completed","input":{"filePath":"a"},"metadata":{"filediff":'
        '{"before":"b","after":"c","additions":2,"deletions":1}}}'),
        ('"tool":"patch","state":{"status":"completed","metadata":{"files":[{"additions":1},'
        '{"additions":"no","deletions":4}]}}'),
        '"tool":"patch","state":{"status":"completed","metadata":{"files":[1,{"additions":1}]}}',
        '"tool":"task","state":{"status":"error","error":"no","metadata":{"sessionId":"ses_1"}}',
        '"tool":"question","state":{"status":"completed","metadata":{"answers":[["a","b"],["c"]]}}',
        '"tool":"read","state":{"status":"completed","metadata":{"loaded":["/a/AGENTS.md"]}}',
        '"tool":"bash","state":{"status":"pending","input":"not yet"}',
        '"tool":"bash","state":"no object"',
        '"tool":"bash","state":{"status":"completed","metadata":"no object"}',
        '"tool":"bash","state":{"status":"completed","metadata":null}',
        '"tool":7,"callID":7,"state":{"status":7,"input":7,"output":7,"error":7,"time":7}',
        '"tool":"bash","state":null',
        '"tool":"bash"',
    ],
)  # fmt: skip
def test_every_form_tells_the_same(rest: str) -> None:
    data = (TOOL_PART.decode() + rest + "}").encode()
    whole = decode(data)
    assert isinstance(whole, dict)
    short = read_tool_part(data) or whole
    one, two = (read_call(part, 0, MESSAGE, 1) for part in (whole, short))
    assert one == two
    for told in (answers, feedback):
        assert told(whole) == told(short)
    assert list(calls_context(whole, one)) == list(calls_context(short, two))


def test_what_is_held_twice_is_not_built() -> None:
    state = {"status": "completed", "output": "long", "metadata": {"output": "long", "exit": 0}}
    part = read_tool_part(TOOL_PART + json.dumps({"state": state}).encode()[1:])
    assert part is not None
    assert "'long'" in repr(part)
    assert repr(part).count("'long'") == 1


@pytest.mark.parametrize("rest", ['"state":{', '"state":{"output":"\\ud800"}}', '"state":[]}', ""])
def test_what_has_another_form_is_left_to_the_other_decoder(rest: str) -> None:
    assert read_tool_part(TOOL_PART + rest.encode()) is None


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"type":"step-start","snapshot":"21d7"}', "step-start"),
        (b'{"snapshot":"21d7","type":"step-start"}', "step-start"),
        (b'{"reason":"stop","type":"step-finish","tokens":{"input":1},"cost":0}', "step-finish"),
    ],
)
def test_a_step_is_its_type(data: bytes, kind: str) -> None:
    part = read_known_part(data, "prt_1")
    assert part == {"type": kind}
    assert part is STEPS[kind]


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"step-back"}',
        b'{"type":"text","text":"a","metadata":{"type":"step-start"}}',
        b'{"metadata":{"type":"step-start"},"text":"a","type":"text"}',
        b'{"type":"text","text":"\\"type\\":\\"step-start\\""}',
        b'{"type":"step-start","snapshot":"21d7',
        b'{"type":"step-start","cost":NaN}',
        b'{"type":"reasoning","text":"a"}',
        b"[]",
    ],
)
def test_what_is_no_whole_step_is_left_to_the_other_decoder(data: bytes) -> None:
    assert read_known_part(data, "prt_1") is None
