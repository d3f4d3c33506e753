"""Messages and parts of a database, decoded without what nobody reads.

``state.metadata`` repeats the output of a command and both texts of every edited file: a third of
the bytes of a store. Such fields are skipped, not built. Everything that is read of a message or a
part is named here; a record of another form is left to the decoder that builds all of it.
"""

from collections.abc import Callable
from typing import Any, TypedDict, cast

import msgspec

Decoded = dict[str, object]
"""An object of a record that may be added to."""


class _Change(TypedDict, total=False):
    """One file of an edit."""

    additions: Any
    """Lines added."""
    deletions: Any
    """Lines removed."""


class _Metadata(TypedDict, total=False):
    """``state.metadata``."""

    exit: Any
    """Exit code of a command."""
    ended: Any
    """How a command was stopped."""
    sessionId: Any
    """Session of a sub-agent."""
    files: list[_Change] | None
    """Of a patch."""
    filediff: _Change | None
    """Of an edit."""
    answers: Any
    """Of a question."""
    loaded: Any
    """Instruction files that a reading brought along."""


class _State(TypedDict, total=False):
    """``state`` of a tool part."""

    status: Any
    """How far it is."""
    input: Any
    """Arguments."""
    output: Any
    """What it returned."""
    error: Any
    """Why it failed."""
    metadata: _Metadata | None
    """What the tool tells beside."""
    time: Any
    """Start and end."""


class _Part(TypedDict, total=False):
    """A part of any type."""

    type: Any
    """``text``, ``tool``, ``step-start`` …"""
    text: Any
    """Words."""
    tool: Any
    """Name of the tool."""
    callID: Any
    """Id of the call, from the model."""
    state: _State | None
    """What became of a call."""
    synthetic: Any
    """The client added the text."""
    ignored: Any
    """The model does not get the text."""
    mime: Any
    """Media type of a file."""
    url: Any
    """Where a file is, or its content."""
    filename: Any
    """Name of a file."""
    source: Any
    """Where a file comes from."""
    files: Any
    """Of a patch."""
    prompt: Any
    """Of a subtask."""
    command: Any
    """Of a subtask."""
    auto: Any
    """Of a compaction: nobody asked for it."""
    overflow: Any
    """Of a compaction: the last prompt is written again."""


class _Message(TypedDict, total=False):
    """A message."""

    parentID: Any
    """What it answers."""
    role: Any
    """``user`` or ``assistant``."""
    path: Any
    """Folders of an answer."""
    cost: Any
    """Of an answer."""
    tokens: Any
    """Of an answer."""
    modelID: Any
    """Of an answer."""
    providerID: Any
    """Of an answer."""
    time: Any
    """When it was created and completed."""
    error: Any
    """Why an answer failed."""
    summary: Any
    """An answer is the summary of a compaction."""
    engine: Any
    """As other ways in set it."""


decode_part: Callable[[Any], Decoded] = msgspec.json.Decoder(cast(type[Decoded], _Part)).decode
"""A part with the fields that are read. Raises one of ``OTHER_FORMS`` when it has another form."""

decode_message: Callable[[Any], Decoded]
decode_message = msgspec.json.Decoder(cast(type[Decoded], _Message)).decode
"""The same of a message."""

OTHER_FORMS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError)
"""What is raised for a record of another form, and for a row without one."""
