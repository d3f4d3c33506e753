"""What is decoded without the fields nobody reads tells the same as what is decoded whole."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reflect.importers.opencode import first_engine
from reflect.importers.opencode.calls import answers, feedback, read_call
from reflect.importers.opencode.context import calls_context
from reflect.importers.opencode.known_fields import OTHER_FORMS, decode_message, decode_part
from reflect.importers.opencode.records import StoredMessage
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
    monkeypatch.setattr(first_engine, "decode_part", decode)
    monkeypatch.setattr(first_engine, "decode_message", decode)
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
    data = ('{"type":"tool",' + rest + "}").encode()
    whole = decode(data)
    assert isinstance(whole, dict)
    try:
        short = decode_part(data)
    except OTHER_FORMS:
        short = whole
    one, two = (read_call(part, 0, MESSAGE, 1) for part in (whole, short))
    assert one == two
    for told in (answers, feedback):
        assert told(whole) == told(short)
    assert list(calls_context(whole, one)) == list(calls_context(short, two))


def test_what_is_held_twice_is_not_built() -> None:
    state = {"status": "completed", "output": "long", "metadata": {"output": "long", "exit": 0}}
    part = decode_part(json.dumps({"type": "tool", "state": state}).encode())
    assert repr(part).count("'long'") == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'{"type":"step-start","snapshot":"21d7"}', {"type": "step-start"}),
        (b'{"snapshot":"21d7","type":"step-finish","cost":0}', {"type": "step-finish"}),
        (b'{"type":"text","text":"a","metadata":{"type":"tool"}}', {"type": "text", "text": "a"}),
        (b'{"type":"text","type":"tool"}', {"type": "tool"}),
        (b'{"type":["text"],"text":null}', {"type": ["text"], "text": None}),
        (b"{}", {}),
    ],
)
def test_a_part_is_what_is_read_of_it(data: bytes, told: dict[str, object]) -> None:
    assert decode_part(data) == told


def test_a_message_is_what_is_read_of_it() -> None:
    data = b'{"role":"assistant","mode":"build","time":{"created":1},"tokens":{"input":2}}'
    told = {"role": "assistant", "time": {"created": 1}, "tokens": {"input": 2}}
    assert decode_message(data) == told


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"tool","state":{',
        b'{"type":"tool","state":{"output":"\\ud800"}}',
        b'{"type":"tool","state":[]}',
        b'{"type":"step-start","snapshot":"21d7',
        b'{"type":"step-start","cost":NaN}',
        b"[]",
        b"null",
        b"",
        None,
    ],
)
def test_what_has_another_form_is_left_to_the_other_decoder(data: object) -> None:
    with pytest.raises(OTHER_FORMS):
        decode_part(data)
