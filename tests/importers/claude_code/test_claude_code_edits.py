"""Lines that an edit changed: the client's patch tells them, else the input of the call."""

from collections.abc import Callable
from typing import Any

import pytest

from reflect.model.session import ToolCall
from reflect.model.source import UnitRead
from reflect.model.vocabulary import CallStatus, DeniedBy

Read = Callable[..., UnitRead]
EDIT = {"file_path": "/a.py", "old_string": "one\ntwo", "new_string": "one\nthree\nfour"}
PATCH: dict[str, Any] = {
    "structuredPatch": [{"lines": [" one", "-two", "+2"]}, {"lines": ["+", "", "--a", "++"]}]
}
REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected."


def call(tool: str, given: dict[str, str]) -> dict[str, Any]:
    block = {"type": "tool_use", "id": "t1", "name": tool, "input": given}
    message = {"id": "m1", "role": "assistant", "model": "opus", "content": [block]}
    return {"type": "assistant", "uuid": "u1", "message": message}


def result(text: str, *, error: bool = False, uuid: str = "u2", **beside: object) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": "t1", "content": text, "is_error": error}
    message = {"role": "user", "content": [block]}
    return {"type": "user", "uuid": uuid, "message": message, "toolUseResult": beside or "text"}


def only(found: UnitRead) -> ToolCall[str]:
    assert found.session is not None
    (one,) = found.session.calls
    return one


@pytest.mark.parametrize(
    ("tool", "given", "beside", "lines"),
    [
        ("Edit", EDIT, PATCH, (3, 2)),
        ("Edit", EDIT, {}, (3, 2)),
        ("Edit", EDIT, {"structuredPatch": []}, (3, 2)),
        ("Edit", {"file_path": "/a.py", "new_string": "a"}, {}, (None, None)),
        ("Write", {"file_path": "/a.py", "content": "a\nb\u2028c\r\nd"}, {}, (4, 0)),
        ("Write", {"file_path": "/a.py", "content": "a"}, PATCH, (3, 2)),
        ("Bash", {"command": "ls", "content": "a"}, PATCH, (None, None)),
    ],
)
def test_patch_or_input(
    read: Read, tool: str, given: dict[str, str], beside: dict[str, Any], lines: tuple[int, int]
) -> None:
    one = only(read(call(tool, given), result("ok", **beside)))
    assert (one.added_lines, one.removed_lines) == lines


def test_the_input_of_a_call_counts_although_its_result_comes_with_the_next_import(
    read: Read,
) -> None:
    first = only(read(call("Edit", EDIT)))
    assert (first.status, first.added_lines) == (CallStatus.RUNNING, None)
    later = only(read(result("ok")))
    assert (later.status, later.added_lines, later.removed_lines) == (CallStatus.OK, 3, 2)


def test_an_edit_that_failed_changed_nothing(read: Read) -> None:
    one = only(read(call("Edit", EDIT), result("Exit code 2", error=True, **PATCH)))
    assert (one.status, one.added_lines, one.removed_lines) == (CallStatus.ERROR, None, None)


def test_a_refusal_is_forgotten_when_the_call_ran_after_all(read: Read) -> None:
    refused = result(REJECTED, error=True)
    assert only(read(call("Edit", EDIT), refused)).denied_by is DeniedBy.HUMAN
    one = only(read(result("ok", uuid="u3")))
    assert (one.status, one.denied_by, one.added_lines) == (CallStatus.OK, None, 3)


def test_a_refusal_and_its_opposite_in_one_import(read: Read) -> None:
    refused = result(REJECTED, error=True)
    one = only(read(call("Edit", EDIT), refused, result("ok", uuid="u3")))
    assert (one.status, one.denied_by, one.exit_code) == (CallStatus.OK, None, None)
    assert (one.added_lines, one.removed_lines) == (3, 2)
