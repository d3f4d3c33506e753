"""What is known of the thread itself: ids, parent, who drives it, where, with which model."""

import re
from collections.abc import Mapping

from reflect.importers.codex.decoding import any_value, word
from reflect.importers.codex.records import Payload
from reflect.importers.codex.state import Reading
from reflect.model.vocabulary import Origin, Relation

REVIEW = "review"
"""``source.subagent`` of a thread that reviews."""

PERSON = re.compile(
    r"(?i)codex[-_ ](?:tui|cli_rs|vscode|desktop|app|ide|jetbrains|xcode|atlas)\w*|cli|vscode"
)
"""Originators and sources of clients that a person sits at (0.47–0.171)."""

SERVED = "vscode"
"""Source of every thread that the app server runs, the terminal client's among them (0.171)."""

PROGRAM = re.compile(r"codex_exec|exec|mcp|codex_mcp\w*|codex_sdk\w*|codex_(?:ts|python|py)_sdk")
"""Those of programs: ``codex exec``, the server for other agents, the SDKs."""

_VERSION = re.compile(r"\d{1,4}(?:\.\d{1,6}){1,3}(?:[-+][a-z0-9.]{1,16})?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_. -]{0,39}")
_MODEL = re.compile(r"[A-Za-z0-9.]{1,14}(?:[-_/:@][A-Za-z0-9.]{1,14}){0,7}")
"""What is carried to the next import is kept as it is: no words, so no secret among them."""


def read_meta(reading: Reading, payload: Payload) -> None:
    """The thread's own ``session_meta``: the first; a copied history brings its parent's."""
    carry = reading.carry
    if carry.meta_seen:
        return
    carry.meta_seen = True
    carry.native_id = payload.id or carry.native_id
    carry.created_at = reading.time(payload.timestamp) or carry.created_at
    carry.originator = _word(payload.originator)
    if payload.cli_version is not None and _VERSION.fullmatch(payload.cli_version):
        carry.client_version = payload.cli_version
    _read_source(reading, payload)
    if payload.forked_from_id is not None and carry.subagent is None:
        carry.forked, carry.parent = True, payload.forked_from_id
    _note_place(reading, payload.cwd)
    if payload.git is not None and payload.git.branch and not carry.branch_known:
        carry.branch_known, reading.branch = True, payload.git.branch
    if carry.subagent is not None and payload.agent_nickname and not carry.titled:
        carry.titled, reading.title = True, payload.agent_nickname


def read_context(reading: Reading, payload: Payload) -> None:
    """``turn_context``: the only place of the model, which can change on a resume."""
    carry = reading.carry
    _note_place(reading, payload.cwd)
    if payload.model is not None and payload.model != reading.model:
        reading.model = payload.model
        carry.model = payload.model if _MODEL.fullmatch(payload.model) else None
    policy = payload.sandbox_policy
    kind = (policy.type or policy.mode) if policy else None
    carry.sandboxed = kind is not None and kind != "danger-full-access"


def relation(reading: Reading) -> Relation:
    """How the thread came to be."""
    carry = reading.carry
    if carry.subagent is not None:
        return Relation.REVIEW if carry.subagent == REVIEW else Relation.SUBAGENT
    return Relation.FORK if carry.forked else Relation.ROOT


def origin(reading: Reading) -> tuple[Origin, str]:
    """Who drives the thread, and the signal that told."""
    carry = reading.carry
    if carry.subagent is not None:
        return Origin.AUTOMATED, "sub-agent"
    if carry.human:
        return Origin.HUMAN, "turn_trigger=user"
    for name, value in (("originator", carry.originator), ("source", carry.source)):
        if value is None or (value == SERVED and carry.originator is not None):
            continue
        if PROGRAM.fullmatch(value):
            return Origin.AUTOMATED, f"{name}={value}"
        if PERSON.fullmatch(value):
            return Origin.HUMAN, f"{name}={value}"
    return Origin.UNKNOWN, "no signal"


def _read_source(reading: Reading, payload: Payload) -> None:
    """``exec``, ``cli``, or ``{"subagent": …}`` with a name or a spawn."""
    carry = reading.carry
    source = any_value(payload.source)
    if not isinstance(source, Mapping):
        carry.source = _word(word(source))
        return
    kind = source.get("subagent")
    if kind is None:
        return
    name = next(iter(kind), None) if isinstance(kind, Mapping) else kind
    carry.subagent = _word(word(name)) or "other"
    spawn = kind.get(name) if isinstance(kind, Mapping) else None
    parent = spawn.get("parent_thread_id") if isinstance(spawn, Mapping) else None
    carry.parent = word(parent) or payload.parent_thread_id


def _note_place(reading: Reading, cwd: str | None) -> None:
    if cwd and not reading.carry.directory_known:
        reading.carry.directory_known, reading.directory = True, cwd


def _word(value: str | None) -> str | None:
    return value if value is not None and _WORD.fullmatch(value) else None
