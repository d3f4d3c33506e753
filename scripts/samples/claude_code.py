"""Writes a playback as Claude Code 2.1.332 writes a session typed into its terminal.

Left out of what the client writes: ``prompt_snapshot`` and ``api-request*`` (70 % of the bytes,
the client's own prompts) and backups of files.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from samples.claude_code_lines import MODEL, Lines, line, native_id, slug
from samples.claude_code_results import NAMES, agent_id, arguments, call_id, result, task_output
from samples.claude_code_start import attachments, cost_state
from samples.identity import BASE58, drawn, hexadecimal, uuid
from samples.playback import Answer, Call, Exchange, Playback, Tokens

_MARKER = "[Request interrupted by user for tool use]"


def files(playback: Playback) -> Iterator[tuple[str, str]]:
    """Path below the configuration folder and text of every file of one session."""
    session = playback.session
    base = f"projects/{slug(session.project.root)}/{native_id(session)}"
    yield f"{base}.jsonl", _main(playback)
    for exchange in playback.exchanges:
        for answer in exchange.answers:
            for call in answer.calls:
                if call.child is not None:
                    stem = f"{base}/subagents/agent-{agent_id(call)}"
                    yield f"{stem}.jsonl", _sub_agent(call, call.child)
                    yield f"{stem}.meta.json", line(_meta(call))


def _main(playback: Playback) -> str:
    lines = Lines(playback.session)
    used: set[str] = set()
    turn = 0
    _modes(lines)
    for number, exchange in enumerate(playback.exchanges, 1):
        turn += 1
        _typed(lines, exchange, number, turn)
        if number == 1:
            _start(lines, exchange.sent)
        waiting: list[Call] = []
        for answer in exchange.answers:
            names = {NAMES[call.tool] for call in answer.calls}
            if not names <= used:
                used |= names
                lines.plain("tools-used", tools=sorted(used))
            _answer(lines, answer, exchange)
            if number == 1 and answer is exchange.answers[0]:
                lines.plain("last-prompt", lastPrompt=exchange.prompt, leafUuid=lines.leaf)
                _modes(lines)
                lines.plain("ai-title", aiTitle=playback.session.title)
            for call in waiting:
                turn += 1
                _duration(lines, call.key, answer.ended, answer.ended - exchange.sent)
                _notification(lines, call, number, turn)
            waiting = [call for call in answer.calls if call.child is not None]
        if not exchange.answers[-1].calls:
            _duration(lines, exchange.key, exchange.ended, exchange.ended - exchange.sent)
    last = playback.exchanges[-1]
    lines.plain("last-prompt", lastPrompt=last.prompt, leafUuid=lines.leaf)
    lines.plain("cost-state", **cost_state(playback))
    return lines.text()


def _sub_agent(call: Call, playback: Playback) -> str:
    lines = Lines(playback.session, call)
    exchange = playback.exchanges[0]
    record = {
        "promptId": _prompt_id(exchange),
        "type": "user",
        "message": {"role": "user", "content": exchange.prompt},
        "rowSource": "recorded",
    }
    lines.tree(f"{exchange.key} sub", exchange.sent, record)
    _start(lines, exchange.sent)
    for answer in exchange.answers:
        _answer(lines, answer, exchange)
    return lines.text()


def _prompt_id(exchange: Exchange) -> str:
    return uuid(f"{exchange.key} prompt")


def _message_id(answer: Answer) -> str:
    return "msg_01" + drawn(answer.key, 22, BASE58)


def _modes(lines: Lines) -> None:
    lines.plain("mode", mode="normal")
    lines.plain("permission-mode", permissionMode="default")
    lines.plain("atis-latch", atis="")


def _typed(lines: Lines, exchange: Exchange, number: int, turn: int) -> None:
    name = f"{exchange.key} typed"
    lines.snapshot(lines.tree_id(name), exchange.sent + 4)
    record = {
        "promptId": _prompt_id(exchange),
        "type": "user",
        "message": {"role": "user", "content": exchange.prompt},
        "permissionMode": "default",
        "origin": {"kind": "human"},
        "promptSource": "typed",
        "turnOrigin": "human",
        "turnPosition": {"promptIndex": number, "turnIndex": turn},
    }
    lines.tree(name, exchange.sent, record)


def _start(lines: Lines, moment: int) -> None:
    name = lines.parent_call.key if lines.parent_call else "main"
    for attachment in attachments(lines.session, moment):
        kind = attachment["type"]
        role = "user" if kind in ("instructions", "session_context") else "system"
        record = {"attachment": attachment, "type": "attachment", "renderedRole": role}
        lines.tree(f"{name} start {kind}", moment + 35, record)


def _answer(lines: Lines, answer: Answer, exchange: Exchange) -> None:
    root = lines.session.project.root
    index = 0
    if answer.text:
        _block(lines, answer, index, {"type": "text", "text": answer.text})
        index = 1
    parents = []
    for call in answer.calls:
        name, given = NAMES[call.tool], arguments(call, root)
        block = {"type": "tool_use", "id": call_id(call), "name": name, "input": given}
        parents.append(_block(lines, answer, index, block))
        index += 1
    for call, parent in zip(answer.calls, parents, strict=True):
        _result(lines, call, answer, exchange, parent)


def _block(lines: Lines, answer: Answer, index: int, block: Mapping[str, Any]) -> str:
    message = {
        "id": _message_id(answer),
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [block],
        "stop_reason": "tool_use" if answer.calls else "end_turn",
        "stop_sequence": None,
        "usage": _usage(answer.tokens),
        "stop_details": None,
    }
    record = {
        "message": message,
        "apiBlockIndex": index,
        "requestId": "req_01" + drawn(f"{answer.key}/request", 22, BASE58),
        "requestRef": uuid(f"{answer.key} request"),
        "requestedModel": MODEL,
        "promptCacheRequested": "5m",
        "type": "assistant",
        "effort": "medium",
        "perTurnEffort": "medium",
        "madeBy": "model",
        "session_id": lines.id,
    }
    if lines.parent_call is not None:
        agent = lines.parent_call.step.options.get("agent", "general-purpose")
        record = {"attributionAgent": agent, **record}
    moment = answer.started + 900 + 220 * index
    return lines.tree(f"{answer.key} block {index}", moment, record)


def _usage(tokens: Tokens) -> dict[str, Any]:
    return {
        "input_tokens": tokens.fresh,
        "cache_creation_input_tokens": tokens.cache_write,
        "cache_read_input_tokens": tokens.cache_read,
        "output_tokens": tokens.output,
        "output_tokens_details": {"thinking_tokens": 0},
        "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0},
        "service_tier": "standard",
        "cache_creation": {
            "ephemeral_1h_input_tokens": 0,
            "ephemeral_5m_input_tokens": tokens.cache_write,
        },
        "inference_geo": "",
        "iterations": [],
        "speed": "standard",
        "fallback_credit": None,
    }


def _result(lines: Lines, call: Call, answer: Answer, exchange: Exchange, parent: str) -> None:
    root = lines.session.project.root
    given = result(call, root, slug(root), lines.id)
    block = {"tool_use_id": call_id(call), "type": "tool_result", "content": given.content}
    if given.is_error is not None:
        block["is_error"] = given.is_error
    record: dict[str, Any] = {
        "promptId": _prompt_id(exchange),
        "type": "user",
        "message": {"role": "user", "content": [block]},
    }
    if lines.parent_call is None:
        record["toolUseResult"] = given.structured
    record |= {**given.fields, "sourceToolAssistantUUID": parent, "session_id": lines.id}
    moment = call.started + 60 if call.child else call.ended
    lines.tree(f"{call.key} result", moment, record, parent)
    options = call.step.options
    if options.get("refused") is True or "interrupted" in options:
        marker: dict[str, Any] = {
            "promptId": _prompt_id(exchange),
            "type": "user",
            "message": {"role": "user", "content": [{"type": "text", "text": _MARKER}]},
            "rowSource": "harness",
        }
        if "interrupted" in options:
            marker["interruptedMessageId"] = _message_id(answer)
        lines.tree(f"{call.key} marker", moment + 4, {**marker, "session_id": lines.id})


def _notification(lines: Lines, call: Call, number: int, turn: int) -> None:
    """The turn ended while the sub-agent worked; its result comes as a turn of the harness."""
    place = task_output(call, slug(lines.session.project.root), lines.id)
    text = (
        f"<task-notification>\n<task-id>{agent_id(call)}</task-id>\n"
        f"<tool-use-id>{call_id(call)}</tool-use-id>\n<output-file>{place}</output-file>\n"
        f'<status>completed</status>\n<summary>Agent "{call.step.value}" finished</summary>\n'
        f"<result>{call.step.steps[-1].value}</result>\n</task-notification>"
    )
    lines.queue("enqueue", call.ended, content=text)
    lines.queue("dequeue", call.ended + 5)
    run = hexadecimal(f"{call.key}/run", 6) + "-" + hexadecimal(f"{call.key}/producer", 8)
    record = {
        "promptId": uuid(f"{call.key} notified"),
        "type": "user",
        "message": {"role": "user", "content": text},
        "permissionMode": "default",
        "origin": {
            "kind": "task-notification",
            "producer": "session-task",
            "runId": f"0mx{run}",
        },
        "promptSource": "system",
        "sentAtMs": call.ended,
        "rowSource": "recorded",
        "turnOrigin": "task_notification",
        "turnPosition": {"promptIndex": number, "turnIndex": turn},
    }
    lines.tree(f"{call.key} notified", call.ended + 12, record)


def _duration(lines: Lines, key: str, moment: int, milliseconds: int) -> None:
    record = {
        "type": "system",
        "subtype": "turn_duration",
        "durationMs": milliseconds,
        "messageCount": lines.records,
        "isMeta": False,
    }
    lines.tree(f"{key} duration", moment + 20, record)


def _meta(call: Call) -> dict[str, Any]:
    return {
        "agentType": call.step.options.get("agent", "general-purpose"),
        "isBuiltIn": True,
        "launchedWithDefaults": True,
        "description": call.step.value,
        "toolUseId": call_id(call),
        "spawnDepth": 1,
        "requestShape": "background",
        "requestNonInteractive": False,
        "model": MODEL,
        "modelNotNamed": True,
        "pickedEffortModel": MODEL,
        "finished": True,
    }
