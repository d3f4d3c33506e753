"""The agent edited, or tried to edit, a file that it had not read.

## Why it matters

A change to unseen text is a guess: at best it fails and costs a call, at worst it lands where it
should not.

## How it decides

`blocked`: the client refused the edit because the file had not been read, and nothing in the
session had shown what stands in it; or the text to replace was not found in a file that nobody had
opened. `succeeded`: the edit went through, and nothing in the session had shown that file before.
The two are counted apart; `succeeded` weighs more.

## False positives

A client forgets what was read when it compacts a session, and knows nothing of what other tools
showed. So a refused edit is not counted when the file was read, written or edited before, printed
by the shell, seen by a sub-agent, attached by you, or told in a summary; nor when a search had
printed a line to replace, or any output or message all of these lines. A listing, a run, a commit
or a plan names a file and shows nothing of it. Files are compared by name, for refused edits also
by the folder above. Edits that went through: a file counts as seen also when an output or a message
named it. Sessions that continue another one are looked at for refused edits only where a summary
opens them, Claude Code, which refuses such edits itself, for edits that failed only, and sessions
whose record leaves out what the shell was given for refused edits only. A file that changed on disk
after it was read is another matter.

## What to do

Where the client blocks it: nothing, it costs one call. Else one line in the instructions: read a
file before changing it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, edits, failures, quotes, seen_content
from reflect.features.once import once
from reflect.features.programs import CommandKind
from reflect.features.seen_content import CARRYING, mentions
from reflect.features.session_features import SessionFeatures, Step
from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.review import Baseline
from reflect.model.vocabulary import (
    CallStatus,
    MessageKind,
    Owner,
    Polarity,
    Relation,
    Tool,
)
from reflect.regex import compiled

VERSION = 4
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
NOT_READ = compiled(
    r"has not been read yet|must (first )?read (the|this) file|must use (the )?read tool"
    r"|read (it|the file) (first|before)|you must read file|file must be read",
    re.I,
)
NOT_FOUND = compiled(
    r"string to replace not found|could not find oldstring|old_?string not found"
    r"|failed to find (expected|context)|not found in (the )?(file|content)",
    re.I,
)
ENFORCING = ("claude-code",)
"""Clients that refuse an edit of a file they have not shown: an applied edit was seen."""
TEXT_FIRST = (2, 1, 332)
"""Version of Claude Code from which on an edit is not refused for want of reading: it looks for the
text at once. Those up to 2.1.197 say that a text was not found only of files they had shown."""

LISTING = ("glob", "ls", "list")
LISTING_HEADS = ("ls", "tree", "find", "fd", "git status", "git ls-files", "du", "stat")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Edits of existing files by edit tools, and writes that failed."""
    return sum(1 for step in session.steps if _is_edit(step))


def _is_edit(step: Step) -> bool:
    if step.call.tool is Tool.WRITE and step.failed:
        return True
    edit = step.call.tool in (Tool.EDIT, Tool.WRITE)
    return edit and any(not change.whole for change in step.changes)


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """Edits of unseen files; ``blocked`` and ``succeeded`` apart."""
    return findings(CODE, VERSION, session.key, OWNER, list(_hits(session)))


def _hits(session: SessionFeatures) -> Iterator[Hit]:
    given = _given(session) if _complete(session) else None
    shown: dict[str, int] = {}
    for step in session.steps:
        if step.call.tool in (Tool.EDIT, Tool.WRITE) and not step.call.by_human:
            outcome = _outcome(session, step, shown, given)
            if outcome:
                yield _hit(session, step, outcome)


def _outcome(
    session: SessionFeatures, step: Step, shown: dict[str, int], given: Sequence[str] | None
) -> str | None:
    failed = step.call.status in (CallStatus.ERROR, CallStatus.INVALID)
    output = failures.text_of(step.call) if failed else ""
    guessed = failed and _text_first(session) and _guessed(step, output)
    if guessed or (failed and NOT_READ.search(output)):
        return "blocked" if _unseen(session, step) else None
    if given is None or not step.changes or any(change.whole for change in step.changes):
        return None
    if failed and not NOT_FOUND.search(output):
        return None
    for name in (edits.base_name(change.path) for change in step.changes):
        if name not in shown:
            shown[name] = _first_shown(session, name, given)
        if shown[name] < step.number:
            return None
    if failed:
        return "blocked"
    applied = step.call.status is CallStatus.OK
    return "succeeded" if applied and not seen_content.text_seen_before(session, step) else None


def _text_first(session: SessionFeatures) -> bool:
    """Whether the client looks for the text to replace before it asks what was read."""
    if session.root.agent not in ENFORCING:
        return False
    numbers = re.findall(r"\d+", session.root.client_version or "")
    return tuple(map(int, numbers[:3])) >= TEXT_FIRST


def _guessed(step: Step, output: str) -> bool:
    """Whether the text to replace was not found."""
    whole = any(change.whole for change in step.changes)
    return bool(step.changes) and not whole and NOT_FOUND.search(output) is not None


def _unseen(session: SessionFeatures, step: Step) -> bool:
    """Whether nothing had shown a file that the client says was not read.

    What a fork saw before it began stands in another session.
    """
    root = session.root
    if root.relation is not Relation.ROOT or root.parent:
        return False
    paths = [change.path for change in step.changes] or [str(step.call.path or "")]
    if any(seen_content.seen_before(session, step, path) for path in paths):
        return False
    return not seen_content.text_seen_before(session, step)


def _complete(session: SessionFeatures) -> bool:
    """Whether all that was seen before stands in this session."""
    root = session.root
    if root.agent in ENFORCING or root.relation is not Relation.ROOT or root.parent:
        return False
    ran = (c for c in root.calls if c.status is not CallStatus.INVALID)
    if any(c.tool is Tool.SHELL and not c.command for c in ran):
        return False
    first = min((c.position for c in root.calls), default=0)
    return not any(m.kind is MessageKind.COMPACTION and m.position < first for m in root.messages)


def _first_shown(session: SessionFeatures, name: str, given: Sequence[str]) -> int:
    """Number of the first step that showed or wrote a file; -1 where it was given, or has no name.

    Looked up once for each name: edits of one file come in dozens.
    """
    named = not name or any(edits.base_name(i.name) == name for i in session.root.context)
    if named or any(mentions(text, name) for text in given):
        return -1
    known = _showing(session)
    first = min(
        known.opened.get(name, len(session.steps)), known.changed.get(name, len(session.steps))
    )
    for number, opened, text in known.texts:
        if number >= first:
            break
        if name in text and opened != name and mentions(text, name):
            return number
    return first


@dataclass(frozen=True, slots=True)
class _Showing:
    """What the steps that were carried out show: read once, asked about every edited file."""

    opened: Mapping[str, int]
    """Name of a file → the first step that was called for it and showed it, or tried to read it."""
    changed: Mapping[str, int]
    """Name of a file → the first step that wrote it."""
    texts: tuple[tuple[int, str, str], ...]
    """Step, name of the file it was called for, and a text that shows the files it names. Of that
    one file the call itself tells whether it was shown."""


@once
def _showing(session: SessionFeatures) -> _Showing:
    opened: dict[str, int] = {}
    changed: dict[str, int] = {}
    texts: list[tuple[int, str, str]] = []
    for step in session.steps:
        if not step.ran:
            continue
        own = edits.base_name(step.call.path) if step.call.path else ""
        if step.succeeded or step.call.tool is Tool.READ:
            opened.setdefault(own, step.number)
        if step.succeeded:
            for change in step.changes:
                name = edits.base_name(change.path)
                if name != own:
                    changed.setdefault(name, step.number)
        texts += [(step.number, own, text) for text in _naming(step) if text]
    return _Showing(opened, changed, tuple(texts))


def _naming(step: Step) -> tuple[str, ...]:
    """Texts of a step that show the files they name: no listing of names, no edit."""
    call = step.call
    if call.command:
        listing = (c.head in LISTING_HEADS or c.kind is CommandKind.SHELL for c in step.commands)
        return (call.command,) if all(listing) else (call.command, failures.text_of(call))
    if call.tool in (Tool.EDIT, Tool.WRITE) or call.name.lower() in LISTING:
        return ()
    return (call.arguments or "", failures.text_of(call))


def _given(session: SessionFeatures) -> tuple[str, ...]:
    """Texts of messages that may bring a file's content: attached, injected, or pasted as code."""
    return tuple(
        part.text
        for message in session.root.messages
        for part in message.parts
        if message.kind in (MessageKind.INJECTED, MessageKind.SYSTEM)
        or part.kind in CARRYING
        or "```" in part.text
    )


def _hit(session: SessionFeatures, step: Step, outcome: str) -> Hit:
    holder = session.session(step.session)
    blocked = outcome == "blocked"
    output = failures.text_of(step.call)
    said = (NOT_READ.search(output) or NOT_FOUND.search(output)) if blocked else None
    return Hit(
        key=outcome,
        polarity=Polarity.NONE,
        severity=1 if blocked else SEVERITY,
        confidence=0.95 if blocked else 0.8,
        evidence=(
            quotes.of_call(step.session, step.call, said.group() if said else ""),
            quotes.of_call(step.session, step.call),
        ),
        cost=costs.between(holder, step.call.position, step.call.position),
    )
