"""How calls end, in threads made by hand: texts of every version, items, and odd inputs."""

import json
from pathlib import Path

import pytest

from reflect.model.session import ToolCall
from reflect.model.vocabulary import CallStatus, DeniedBy, ExitSource, Tool
from tests.importers.codex.conftest import THREAD, Record, only, write
from tests.importers.codex.lines import (
    called,
    completed,
    event,
    item,
    meta,
    output,
    said,
    typed,
)

CALL = "call_1234567890ab"


def ran(home: Path, text: object, name: str = "exec_command", *more: Record) -> ToolCall[str]:
    arguments = {"cmd": "make test"} if name == "exec_command" else {}
    write(
        home, meta(THREAD), *typed("go"), called(name, CALL, arguments), output(CALL, text), *more
    )
    return only(home).calls[0]


HEAD = "Chunk ID: a12bcc\nWall time: 1.0180 seconds\n"
STRUCTURED = json.dumps({"output": "boom\n", "metadata": {"exit_code": 2, "duration_seconds": 1.0}})


@pytest.mark.parametrize(
    ("text", "code", "printed"),
    [
        (f"{HEAD}Process exited with code 2\nOutput:\nboom\n", 2, "boom\n"),
        ("Exit code: 2\nWall time: 0.1 seconds\nOutput:\nboom\n", 2, "boom\n"),
        (STRUCTURED, 2, "boom\n"),
        (f"Wall time: 0.0000 seconds\nOutput:\n{STRUCTURED}", 2, "boom\n"),
        (f"{HEAD}Process exited with code 0\nOutput:\nProcess exited with code 7\n", 0,
         "Process exited with code 7\n"),
    ],
)  # fmt: skip
def test_cx19_exit_codes_of_every_form_of_text(
    home: Path, text: str, code: int, printed: str
) -> None:
    call = ran(home, text)
    assert (call.exit_code, call.exit_source, call.output) == (code, ExitSource.PARSED, printed)
    assert call.status is (CallStatus.ERROR if code else CallStatus.OK)


def test_cx19_an_output_that_says_nothing_is_unknown_not_ok(home: Path) -> None:
    assert ran(home, "Function output removed").status is CallStatus.UNKNOWN
    assert ran(home, "Plan updated", "update_plan").status is CallStatus.OK


@pytest.mark.parametrize(
    ("text", "status", "denied_by"),
    [
        ("unsupported call: exec_command", CallStatus.INVALID, None),
        ("failed to parse function arguments: missing field `cmd`", CallStatus.INVALID, None),
        ("aborted by user after 3.6s", CallStatus.ABORTED, None),
        ("Wall time: 3.2 seconds\naborted by user", CallStatus.ABORTED, None),
        ("exec_command failed for `x`: CreateProcess", CallStatus.ERROR, None),
        ("approval policy is Never; reject command — you cannot ask", CallStatus.DENIED,
         DeniedBy.CONFIG),
        ("exec command rejected by user", CallStatus.DENIED, DeniedBy.HUMAN),
        ("`rm -rf /` rejected: blocked by policy", CallStatus.DENIED, DeniedBy.RULE),
        ("Command blocked by PreToolUse hook: no", CallStatus.DENIED, DeniedBy.HOOK),
        (f"{HEAD}Process exited with code 0\nOutput:\nunsupported call: x", CallStatus.OK, None),
        (f"{HEAD}Process exited with code 0\nOutput:\nexec command rejected by user",
         CallStatus.OK, None),
    ],
)  # fmt: skip
def test_cx22_what_the_client_says_in_place_of_an_output(
    home: Path, text: str, status: CallStatus, denied_by: DeniedBy | None
) -> None:
    call = ran(home, text)
    assert (call.status, call.denied_by) == (status, denied_by)


def test_cx21_a_patch_that_failed_is_a_failed_edit(home: Path) -> None:
    patch = "*** Begin Patch\n*** Update File: cart.py\n@@\n-a\n+b\n*** End Patch\n"
    write(
        home,
        meta(THREAD),
        *typed("go"),
        item("custom_tool_call", name="apply_patch", call_id=CALL, input=patch),
        item("custom_tool_call_output", call_id=CALL, output="apply_patch verification failed: no"),
    )
    (call,) = only(home).calls
    assert (call.tool, call.status, call.path) == (Tool.EDIT, CallStatus.ERROR, "cart.py")
    assert json.loads(call.arguments or "") == {"input": patch}


@pytest.mark.parametrize("sandboxed", [True, False])
def test_cx23_a_read_only_file_system_is_the_sandbox_only_in_one(
    home: Path, sandboxed: bool
) -> None:
    policy = "workspace-write" if sandboxed else "danger-full-access"
    text = "Exit code: 1\nOutput:\ntouch: cannot touch 'x': Read-only file system\n"
    write(
        home,
        meta(THREAD),
        {"type": "turn_context", "payload": {"sandbox_policy": {"type": policy}, "model": "m"}},
        *typed("go"),
        called("exec_command", CALL, {"cmd": "touch x"}),
        output(CALL, text),
    )
    (call,) = only(home).calls
    expected = CallStatus.DENIED if sandboxed else CallStatus.ERROR
    assert (call.status, call.exit_code) == (expected, 1)


def test_cx20_an_item_after_the_turn_ends_a_background_command(home: Path) -> None:
    running = f"{HEAD}Process running with session ID 48524\nOutput:\n"
    late = {"id": CALL, "command": ["/bin/bash", "-lc", "make test"]}
    killed = completed("CommandExecution", THREAD, **late, status="failed", exit_code=-1)
    assert ran(home, running, "exec_command", killed).status is CallStatus.RUNNING
    over = completed("CommandExecution", THREAD, **late, status="failed", exit_code=2)
    call = ran(home, running, "exec_command", over)
    assert (call.status, call.exit_code, call.exit_source) == (
        CallStatus.ERROR,
        2,
        ExitSource.FIELD,
    )


def test_a_poll_tells_how_a_background_command_ended(home: Path) -> None:
    """0.93 and 0.124 have no items: the exit code stands in the output of ``write_stdin``."""
    write(
        home,
        meta(THREAD),
        *typed("go"),
        called("exec_command", CALL, {"cmd": "make test"}),
        output(CALL, f"{HEAD}Process running with session ID 7\nOutput:\n"),
        called("write_stdin", "call_abcdef123456", {"session_id": 7, "chars": ""}),
        output("call_abcdef123456", f"{HEAD}Process exited with code 1\nOutput:\n1 failed\n"),
    )
    command, poll = only(home).calls
    assert (command.status, command.exit_code) == (CallStatus.ERROR, 1)
    assert (poll.status, poll.exit_code, poll.output) == (CallStatus.OK, None, "1 failed\n")


def test_an_item_tells_what_the_output_of_an_mcp_call_does_not(home: Path) -> None:
    failed = completed("McpToolCall", THREAD, id=CALL, status="failed", server="stock")
    write(
        home,
        meta(THREAD),
        *typed("go"),
        called("lookup", CALL, {"sku": "x"}, namespace="mcp__stock"),
        failed,
        output(CALL, [{"type": "input_text", "text": "no such sku"}]),
    )
    (call,) = only(home).calls
    assert (call.name, call.tool, call.status) == ("mcp__stock__lookup", Tool.MCP, CallStatus.ERROR)


def test_items_of_another_thread_are_mirrors(home: Path) -> None:
    """CX28: 0.171 writes the items of a review into its parent's file too."""
    other = "01a00000-0000-7000-8000-00000000000f"
    write(
        home,
        meta(THREAD),
        completed("UserMessage", other, content=[{"type": "text", "text": "Review the changes"}]),
        completed("CommandExecution", other, id=CALL, exit_code=0, source="unified_exec_startup"),
        said("One bug."),
    )
    session = only(home)
    assert [m.text for m in session.messages] == ["One bug."]
    assert not session.calls


@pytest.mark.parametrize("arguments", ["{not json", "[1]", '"text"', ""])
def test_cx24_arguments_that_are_no_object_are_kept_as_text(home: Path, arguments: str) -> None:
    write(home, meta(THREAD), *typed("go"), called("exec_command", CALL, arguments))
    (call,) = only(home).calls
    assert (call.tool, call.command, call.arguments) == (Tool.SHELL, None, arguments)


def test_cx24_arguments_that_are_no_string_are_kept_as_they_stand(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("go"),
        item("function_call", name="exec_command", call_id=CALL, arguments={"cmd": "ls"}),
    )
    assert only(home).calls[0].command == "ls"


def test_calls_of_one_response_are_a_batch(home: Path) -> None:
    ids = [f"call_{number}aaaaaaaaaa" for number in range(4)]
    write(
        home,
        meta(THREAD),
        *typed("go"),
        *[called("exec_command", one, {"cmd": "ls"}) for one in ids[:2]],
        *[output(one, "Exit code: 0\nOutput:\n") for one in ids[:2]],
        *[called("exec_command", one, {"cmd": "ls"}) for one in ids[2:]],
    )
    batches = [call.batch for call in only(home).calls]
    assert batches[0] == batches[1] != batches[2] == batches[3]


def test_calls_whose_ids_come_again_are_kept_apart(home: Path) -> None:
    """Providers of one's own may count calls anew in each response."""
    again = [called("exec_command", "call_0", {"cmd": "ls"}), output("call_0", "Exit code: 0\n")]
    write(home, meta(THREAD), *typed("go"), *again, *again)
    calls = only(home).calls
    assert len({call.call for call in calls}) == 2
    assert [call.status for call in calls] == [CallStatus.OK] * 2


def test_searches_of_the_provider_have_no_output(home: Path) -> None:
    action = {"type": "search", "query": "zstd"}
    write(
        home,
        meta(THREAD),
        *typed("go"),
        item("web_search_call", id="ws_1234567890", status="completed", action=action),
        item("local_shell_call", call_id=CALL, action={"type": "exec", "command": ["ls"]}),
        output(CALL, "Exit code: 0\nOutput:\na\n"),
    )
    search, shell = only(home).calls
    assert (search.tool, search.status) == (Tool.FETCH, CallStatus.OK)
    assert (shell.tool, shell.command, shell.status) == (Tool.SHELL, "ls", CallStatus.OK)


def test_cx26_an_image_in_an_output_leaves_its_type_and_size(home: Path) -> None:
    image = {"type": "input_image", "image_url": "data:image/png;base64,aGVsbG8gd29ybGQh"}
    call = ran(home, [image], "view_image")
    assert call.output == "[image: image/png, 12 bytes]"


def test_what_the_user_took_back_is_marked(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("fix it"),
        said("Fixed."),
        *typed("no, that way"),
        called("exec_command", CALL, {"cmd": "ls"}),
        event("thread_rolled_back", num_turns=1),
        *typed("no, this way"),
    )
    session = only(home)
    assert [m.text for m in session.messages if m.reverted] == ["no, that way"]
    assert session.calls[0].reverted
