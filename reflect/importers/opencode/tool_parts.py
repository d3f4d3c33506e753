"""Tool parts of a database, decoded without what they hold twice.

``state.metadata`` repeats the output of a command and both texts of every edited file: a third of
the bytes of a store. They are skipped, not built; everything that is read of a tool part is named
here.
"""

from typing import Any

import msgspec
from msgspec import Struct


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
    time: Any = None
    """Start and end."""
    metadata: _Metadata | None = None
    """What the tool tells beside."""


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


_decoder = msgspec.json.Decoder(_ToolPart)


def read_tool_part(data: bytes) -> dict[str, object] | None:
    """The part with the fields that are read; None when it is of another form."""
    try:
        part = _decoder.decode(data)
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
