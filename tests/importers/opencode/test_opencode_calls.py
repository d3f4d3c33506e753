"""How a tool call ended: the state of the record alone is wrong in each of these cases."""

from typing import Any

import pytest

from reflect.importers.opencode.calls import canonical, read_call
from reflect.importers.opencode.records import StoredMessage
from reflect.model.session import ToolCall
from reflect.model.vocabulary import CallStatus, DeniedBy, ExitSource, Tool

Json = dict[str, Any]
ABORTED_COMMAND = "<shell_metadata>\nUser aborted the command\n</shell_metadata>"
TIMED_OUT = (
    "partial\n<shell_metadata>\nshell tool terminated command after exceeding timeout 1000 ms. "
    "If this command is expected to take longer, retry with a larger timeout.\n</shell_metadata>"
)
RULE = (
    "The user has specified a rule which prevents you from using this specific tool call. "
    'Here are some of the relevant rules [{"permission":"bash","action":"deny"}]'
)


def call(name: str, state: object, **info: object) -> ToolCall[str]:
    message = StoredMessage("msg_1", "msg_1", {"time": {"created": 1}, **info}, ())
    part = {"type": "tool", "id": "prt_1", "callID": "call_1", "tool": name, "state": state}
    return read_call(part, 3, message, 5)


def bash(output: str, **metadata: object) -> Json:
    given = {"command": "make test"}
    return {"status": "completed", "input": given, "output": output, "metadata": metadata}


def failed(error: str) -> Json:
    return {"status": "error", "input": {}, "error": error}


@pytest.mark.parametrize(
    ("name", "state", "status", "denied_by"),
    [
        ("bash", bash("ok", exit=0), CallStatus.OK, None),
        ("bash", bash("boom", exit=1), CallStatus.ERROR, None),
        ("bash", bash("", exit=130), CallStatus.ERROR, None),
        ("bash", bash(TIMED_OUT, exit=None), CallStatus.ERROR, None),
        ("bash", bash(ABORTED_COMMAND, exit=None), CallStatus.ABORTED, None),
        ("bash", bash("killed", exit=None), CallStatus.UNKNOWN, None),
        ("bash", bash("no exit kept"), CallStatus.UNKNOWN, None),
        ("read", {"status": "completed", "output": "x"}, CallStatus.OK, None),
        ("read", failed("File not found: a.py"), CallStatus.ERROR, None),
        ("edit", failed("Could not find oldString in the file."), CallStatus.ERROR, None),
        ("task", failed("Tool execution aborted"), CallStatus.ABORTED, None),
        ("task", failed("Unknown tool: task"), CallStatus.INVALID, None),
        ("bash", failed(RULE), CallStatus.DENIED, DeniedBy.RULE),
        ("question", failed("The user dismissed this question"), CallStatus.DENIED, DeniedBy.HUMAN),
        ("bash", {"status": "running", "input": {}}, CallStatus.RUNNING, None),
        ("bash", {"status": "something new"}, CallStatus.UNKNOWN, None),
        ("bash", "no object", CallStatus.UNKNOWN, None),
    ],
)
def test_status(name: str, state: object, status: CallStatus, denied_by: DeniedBy | None) -> None:
    found = call(name, state)
    assert (found.status, found.denied_by) == (status, denied_by)


def test_a_command_that_prints_the_clients_words_has_not_ended_by_them() -> None:
    printed = f"{ABORTED_COMMAND}\n" + "a line of a long log\n" * 40
    assert call("bash", bash(printed, exit=None)).status is CallStatus.UNKNOWN


def test_a_call_that_ran_when_the_turn_was_stopped() -> None:
    state = {"status": "running", "input": {"command": "sleep 9"}}
    stopped = {"name": "MessageAbortedError", "data": {}}
    assert call("bash", state, error=stopped).status is CallStatus.ABORTED


def test_arguments_that_never_became_json() -> None:
    state = {"status": "pending", "input": '{"command": "echo unfinished'}
    found = call("bash", state, error={"name": "UnknownError"})
    assert found.status is CallStatus.INVALID
    assert (found.arguments, found.command) == ('{"command": "echo unfinished', None)
    assert found.result_record is None


def test_invalid_call_keeps_the_name_the_model_used() -> None:
    given = {"tool": "apply_fix", "error": "Model tried to call unavailable tool 'apply_fix'."}
    found = call("invalid", {"status": "completed", "input": given, "output": "x"})
    assert (found.name, found.status) == ("apply_fix", CallStatus.INVALID)


def test_exit_code_comes_from_its_field() -> None:
    found = call("bash", bash("boom", exit=2))
    assert (found.exit_code, found.exit_source) == (2, ExitSource.FIELD)
    absent = call("bash", bash(TIMED_OUT, exit=None))
    assert (absent.exit_code, absent.exit_source) == (None, ExitSource.ABSENT)
    # A search may have a field of that name too; it is no command.
    assert call("grep", {"status": "completed", "metadata": {"exit": 1}}).exit_code is None


@pytest.mark.parametrize(
    ("name", "given", "path"),
    [
        ("read", {"filePath": "/a.py"}, "/a.py"),
        ("edit", {"path": "/b.py"}, "/b.py"),
        ("apply_patch", {"patchText": "*** Begin Patch\n*** Add File: c.py\n+x"}, "c.py"),
        ("grep", {"path": "/src"}, None),
        ("write", {"filePath": 7}, None),
    ],
)
def test_path(name: str, given: Json, path: str | None) -> None:
    assert call(name, {"status": "completed", "input": given}).path == path


def test_changed_lines_of_both_engines() -> None:
    first = {"filediff": {"file": "a", "additions": 2, "deletions": 1}}
    second = {"files": [{"additions": 2, "deletions": 0}, {"additions": 1, "deletions": 4}]}
    one = call("edit", {"status": "completed", "metadata": first})
    two = call("edit", {"status": "completed", "metadata": second})
    assert (one.added_lines, one.removed_lines) == (2, 1)
    assert (two.added_lines, two.removed_lines) == (3, 4)
    assert call("edit", {"status": "completed", "metadata": {}}).added_lines is None


def test_size_is_left_to_the_door_which_counts_bytes_anyway() -> None:
    found = call("bash", bash("ログ", exit=0))
    assert (found.output, found.output_bytes) == ("ログ", None)


@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("bash", Tool.SHELL),
        ("shell", Tool.SHELL),
        ("apply_patch", Tool.EDIT),
        ("glob", Tool.SEARCH),
        ("webfetch", Tool.FETCH),
        ("context7_resolve-library-id", Tool.MCP),
        ("plan_exit", Tool.OTHER),
        ("deploy", Tool.OTHER),
    ],
)
def test_canonical_tool(name: str, tool: Tool) -> None:
    assert canonical(name) is tool
