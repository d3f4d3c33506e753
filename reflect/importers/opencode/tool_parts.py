"""Tool parts and steps of a database, decoded without what nobody reads.

``state.metadata`` repeats the output of a command and both texts of every edited file: a third of
the bytes of a store. They are skipped, not built; everything that is read of a tool part is named
here.
"""

from typing import Any

import msgspec
from msgspec import Struct

from reflect.importers.opencode.fields import Json

TOOL_PART = b'{"type":"tool",'
"""How the client writes a tool part (1.2 to 1.18); any other form is decoded as it is."""

STEP_PART = b'"type":"step-'
"""Stands in a part that says where a step begins or ends; inside a text it would be escaped."""


class _Change(Struct):
    """One file of an edit."""

    additions: Any = None
    """Lines added."""
    deletions: Any = None
    """Lines removed."""


class _Metadata(Struct, rename="camel"):
    """``state.metadata``."""

    exit: Any = None
    """Exit code of a command."""
    ended: Any = None
    """How a command was stopped."""
    session_id: Any = None
    """Session of a sub-agent."""
    files: list[_Change] | None = None
    """Of a patch."""
    filediff: _Change | None = None
    """Of an edit."""
    answers: Any = None
    """Of a question."""
    loaded: Any = None
    """Instruction files that a reading brought along."""


class _State(Struct):
    """``state``."""

    status: Any = None
    """How far it is."""
    input: Any = None
    """Arguments."""
    output: Any = None
    """What it returned."""
    error: Any = None
    """Why it failed."""
    metadata: _Metadata | None = None
    """What the tool tells beside."""
    time: Any = None
    """Start and end."""


class _ToolPart(Struct):
    """A part whose type is ``tool``."""

    type: str
    """``tool``."""
    tool: Any = None
    """Name of the tool."""
    call_id: Any = msgspec.field(default=None, name="callID")
    """Id of the call, from the model."""
    state: _State | None = None
    """What became of it."""


class _Step(Struct):
    """A part that holds no words, of which only the type is read."""

    type: str
    """``step-start`` or ``step-finish``."""


STEPS: dict[str, Json] = {name: {"type": name} for name in ("step-start", "step-finish")}
"""Two of three parts are these; one value stands for all of a type."""

_decode = msgspec.json.Decoder(_ToolPart).decode
_decode_step = msgspec.json.Decoder(_Step).decode


def read_known_part(data: bytes, identifier: object) -> Json | None:
    """A tool part under its id, or a step; None for a part of another type or form."""
    if data.startswith(TOOL_PART):
        part = read_tool_part(data)
        if part is not None:
            part["id"] = identifier
        return part
    return read_step(data) if STEP_PART in data else None


def read_step(data: bytes) -> Json | None:
    """A part that says where a step begins or ends; None when it is of another form."""
    try:
        return STEPS.get(_decode_step(data).type)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def read_tool_part(data: bytes) -> dict[str, object] | None:
    """The part with the fields that are read; None when it is of another form."""
    try:
        part = _decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    state = part.state
    if state is None:
        return {"type": part.type, "tool": part.tool, "callID": part.call_id}
    told: dict[str, object] = {
        "status": state.status,
        "input": state.input,
        "output": state.output,
        "error": state.error,
        "time": state.time,
    }
    metadata = state.metadata
    if metadata is not None:
        told["metadata"] = {
            "exit": metadata.exit,
            "ended": metadata.ended,
            "sessionId": metadata.session_id,
            "files": None if metadata.files is None else list(map(_counts, metadata.files)),
            "filediff": None if metadata.filediff is None else _counts(metadata.filediff),
            "answers": metadata.answers,
            "loaded": metadata.loaded,
        }
    return {"type": part.type, "tool": part.tool, "callID": part.call_id, "state": told}


def _counts(change: _Change) -> dict[str, object]:
    return {"additions": change.additions, "deletions": change.deletions}
