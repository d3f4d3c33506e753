"""A session in a few readable lines: the notation of detector cases.

One line is one event; its columns stand two or more spaces apart. ``|`` lines below belong to it.

    user  please fix the total            a prompt; "user:correction  no, ..." names its act
    steer  and the tests                  typed while the agent works
    agent  Done.                          an answer; "|" lines continue it
    bash  pytest -q  fails                ok (unsaid) · fails · exit 7 · running · aborted
    | E  assert 1 == 2                    its output, line by line
    bash  for i in 1 2; do  ok            a longer command: ">" lines continue it
    > curl localhost; sleep 1; done
    edit  cart.py                         as read · write · grep · glob · ask · plan · fetch · mcp
    - return 1                            removed line of an edit
    + return 2                            added line, also of a write
    ~ 60000                               bytes of its whole output, of which lines are shown
    & edit  b.py                          issued together with the call above
    todo  parse: completed; print: open   the agent's list of things to do, whole
    task  look for callers                starts a sub-agent; "sub" lines are its calls
    sub  bash  pytest -q
    sub  agent  It passes.                what the sub-agent reports
    you  bash  git status                 the human's own shell
    refused  never delete build/          the human refused the call above; the reason may be empty
    refused:challenge  which one?         as above, the act named
    blocked  hook  not allowed            a hook (rule, sandbox, config) refused the call above
    interrupt                             the human stopped the agent
    injected  <reminder>                  written by the harness
    compaction                            a summary took the place of what was before
    hook  Stop  npm test                  the client ran a hook of the user

Events are ten seconds apart; every answer costs 100 output and 50 uncached input tokens.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from notation_calls import after, call_of, time_of

from reflect.features import given_lessons
from reflect.features.session_features import SessionFeatures, build
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Baseline, SessionTree
from reflect.model.session import (
    ContextItem,
    Message,
    Part,
    RedactedSession,
    Session,
    ToolCall,
    Usage,
)
from reflect.model.turn import Turn
from reflect.model.vocabulary import (
    TURN_KINDS,
    Act,
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)

VERSIONS = {"claude-code": "2.1.332"}
"""Version of each client that plays in cases: the newest that was recorded; None where untold."""


@dataclass
class _Reader:
    """What has been read so far."""

    position: int = 0
    batch: int = 0
    messages: list[Message[Redacted]] = field(default_factory=list)
    calls: list[ToolCall[Redacted]] = field(default_factory=list)
    context: list[ContextItem[Redacted]] = field(default_factory=list)
    acts: dict[str, Act] = field(default_factory=dict)
    child_calls: dict[str, list[ToolCall[Redacted]]] = field(default_factory=dict)
    child_messages: dict[str, list[Message[Redacted]]] = field(default_factory=dict)
    task: str = ""


def _columns(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def _blocks(text: str) -> list[tuple[list[str], list[str]]]:
    """Events as (columns, continuation lines)."""
    blocks: list[tuple[list[str], list[str]]] = []
    for line in text.splitlines():
        if re.match(r"\s*[|>+~-](\s|$)", line) and blocks:
            blocks[-1][1].append(line.strip())
        elif line.strip():
            blocks.append((_columns(line), []))
    return blocks


def _message(reader: _Reader, kind: MessageKind, author: Author, text: str, **more: Any) -> None:
    position = reader.position
    parts = (Part(0, PartKind.TEXT, PartOrigin.UNKNOWN, seal(text)),) if text else ()
    answer = kind is MessageKind.ANSWER
    message: Message[Redacted] = Message(
        event=f"m{position}",
        position=position,
        record=str(position + 1),
        kind=kind,
        author=author,
        reason="notation",
        sent_at=time_of(position),
        parts=parts,
        usage=Usage(50, 0, 0, 100) if answer else None,
        answer_id=f"a{position}" if answer else None,
    )
    reader.messages.append(replace(message, **more))


def _human(reader: _Reader, verb: str, text: str) -> None:
    word, _, act = verb.partition(":")
    kinds = {"user": MessageKind.PROMPT, "steer": MessageKind.STEER, "answer": MessageKind.ANSWER}
    kinds["command"] = MessageKind.COMMAND
    _message(reader, kinds[word], Author.HUMAN, text)
    first = not reader.acts
    default = Act.NEW_REQUEST if first else Act.OTHER
    reader.acts[f"m{reader.position}"] = Act(act) if act else default


def _refusal(reader: _Reader, columns: list[str]) -> None:
    call = reader.calls[-1]
    verb, _, act = columns[0].partition(":")
    human = verb == "refused"
    by = DeniedBy.HUMAN if human else DeniedBy(columns[1])
    text = "  ".join(columns[1:] if human else columns[2:])
    reader.calls[-1] = replace(
        call, status=CallStatus.DENIED, denied_by=by, exit_code=None, output=seal(text)
    )
    if human:
        _message(reader, MessageKind.REFUSAL, Author.HUMAN, text, replies_to=call.call)
        told = Act.CORRECTION if text else Act.REJECTION
        reader.acts[f"m{reader.position}"] = Act(act) if act else told


def _event(reader: _Reader, columns: list[str], lines: Sequence[str]) -> None:
    verb, text = columns[0], "\n".join(["  ".join(columns[1:]), *after(lines, "|")])
    together = verb.startswith("&")
    if together:
        columns = [verb[1:].strip(), *columns[1:]]
        verb = columns[0]
    if verb.partition(":")[0] in ("user", "steer", "answer", "command"):
        _human(reader, verb, text)
    elif verb == "agent":
        _message(reader, MessageKind.ANSWER, Author.AGENT, text)
    elif verb == "injected":
        _message(reader, MessageKind.INJECTED, Author.HARNESS, text)
    elif verb == "parent":
        _message(reader, MessageKind.PROMPT, Author.PARENT_AGENT, text)
    elif verb == "compaction":
        _message(reader, MessageKind.COMPACTION, Author.HARNESS, text or "summary")
    elif verb == "interrupt":
        _message(reader, MessageKind.INTERRUPT, Author.HUMAN, "")
        reader.acts[f"m{reader.position}"] = Act.INTERRUPTION
    elif verb.partition(":")[0] in ("refused", "blocked"):
        _refusal(reader, columns)
    elif verb == "hook":
        item = ContextItem(ContextKind.HOOK, seal(columns[2]), str(reader.position + 1))
        reader.context.append(replace(item, detail=columns[1]))
    elif verb == "sub":
        reader.batch += 1
        if columns[1] == "agent":
            told = _Reader(reader.position)
            _message(told, MessageKind.ANSWER, Author.AGENT, "  ".join(columns[2:]))
            reader.child_messages.setdefault(reader.task, []).extend(told.messages)
        else:
            call = call_of(columns[1:], lines, reader.position, reader.batch, by_human=False)
            reader.child_calls[reader.task].append(call)
    else:
        reader.batch += 0 if together else 1
        human = verb == "you"
        columns = columns[1:] if human else columns
        call = call_of(columns, lines, reader.position, reader.batch, by_human=human)
        if call.tool is Tool.TASK:
            reader.task = f"child{reader.position}"
            call = replace(call, child=reader.task)
            reader.child_calls[reader.task] = []
        reader.calls.append(call)


def _session(native_id: str, reader: _Reader, **more: Any) -> RedactedSession:
    session: RedactedSession = Session(
        agent="opencode",
        native_id=native_id,
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        origin_reason="notation",
        title=None,
        directory=seal("~/shop"),
        git_root=None,
        branch=None,
        client_version=None,
        created_at=time_of(0),
        path=seal("~/store.db"),
        messages=tuple(reader.messages),
        calls=tuple(reader.calls),
        context=tuple(reader.context),
    )
    return replace(session, **more)


def read_tree(text: str, agent: str = "opencode") -> tuple[SessionTree, tuple[Turn, ...]]:
    """The session of a case with its sub-agents, and the acts of its human."""
    reader = _Reader()
    for columns, lines in _blocks(text):
        _event(reader, columns, lines)
        reader.position += 1
    version = VERSIONS.get(agent)
    root = _session("root", reader, agent=agent, client_version=version)
    children = tuple(
        replace(
            _session(
                name,
                _Reader(messages=reader.child_messages.get(name, []), calls=calls),
                agent=agent,
                client_version=version,
            ),
            relation=Relation.SUBAGENT,
            parent="root",
            created_at=None,
        )
        for name, calls in reader.child_calls.items()
    )
    turns = tuple(
        Turn(
            session=root.key,
            event=m.event,
            position=m.position,
            record=m.record,
            part=0,
            kind=m.kind,
            author=m.author,
            act=reader.acts[m.event],
            confidence=0.9,
            signals=("notation",),
        )
        for m in root.messages
        if m.kind in TURN_KINDS and m.author is Author.HUMAN
    )
    return SessionTree(root, children), turns


def read_baseline(content: Mapping[str, Any] | None) -> Baseline:
    """The baseline of a case: ``verification`` templates, ``instructions`` lines, ``earlier``.

    Each of the ``earlier`` sessions has a ``day`` and gives the lessons that it taught.
    """
    content = content or {}
    taught = {
        replace(lesson, day=str(one["day"]))
        for one in content.get("earlier", ())
        for lesson in given_lessons.of_session(read(one["session"]))
    }
    return Baseline(
        project="shop",
        sessions=5,
        verification=frozenset(content.get("verification", ())),
        instructions=frozenset(seal(line) for line in content.get("instructions", ())),
        lessons=frozenset(taught),
    )


def read(text: str, baseline: Baseline | None = None, agent: str = "opencode") -> SessionFeatures:
    """The features of the session of a case."""
    tree, turns = read_tree(text, agent)
    return build(tree, baseline or read_baseline(None), turns)
