"""The agent changed, or tried to change, a file whose content it had not seen in this session.

## Why it matters

A change to unseen text rests on a guess: at best it fails and costs a call, at worst it lands
where it should not.

## How it decides

Blocked: the client refused the edit because the file had not been read, or an edit with a guessed
old text failed on a file that nobody had opened. Succeeded: an edit of an existing file was applied
and no earlier step of the session or its sub-agents had read, printed, searched or written a file
of that name, and no message carried it. The two are kept apart, by key and severity.

## False positives

Files are compared by their last name, so that worktrees and links are one file. Counted as seen:
reading tools, `cat`, `sed`, `grep`, `git diff` and any other command that names the file, search
results and outputs that name it, files made in the session, attachments, instruction files, what a
sub-agent read, and everything before a compaction. A session that continues another one, by fork or
resume, is not looked at for successful edits, since its earlier part stands elsewhere. A file that
was read and changed on disk since is another matter and does not count.

## What to do

Where the client blocks it, nothing. Else a line in the instructions: read a file before changing
it.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, edits, failures, quotes
from reflect.features.commands import CommandKind
from reflect.features.edits import FileChange
from reflect.features.session_features import SessionFeatures, Step
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import (
    CallStatus,
    MessageKind,
    Owner,
    PartKind,
    Polarity,
    Relation,
    Tool,
)

VERSION = 1
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
NOT_READ = re.compile(
    r"has not been read yet|must (first )?read (the|this) file|must use (the )?read tool"
    r"|read (it|the file) (first|before)|you must read file|file must be read",
    re.I,
)
NOT_FOUND = re.compile(
    r"string to replace not found|could not find oldstring|old_?string not found"
    r"|failed to find (expected|context)|not found in (the )?(file|content)",
    re.I,
)
NAME = re.compile(r"[\w@+-][\w.@+-]*\.[A-Za-z][\w-]*|[A-Z][\w-]*file\b")
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
    seen = _given(session)
    complete = _complete(session)
    for step in session.steps:
        if step.call.tool in (Tool.EDIT, Tool.WRITE) and not step.call.by_human:
            outcome = _outcome(step, seen, complete)
            if outcome:
                yield _hit(session, step, outcome)
        _see(step, seen)


def _outcome(step: Step, seen: set[str], complete: bool) -> str | None:
    output = failures.text_of(step.call)
    failed = step.call.status in (CallStatus.ERROR, CallStatus.INVALID)
    if failed and NOT_READ.search(output):
        return "blocked"
    unseen = [c for c in step.changes if not c.whole and not _known(c, seen)]
    if not unseen or not complete or len(unseen) < len(step.changes):
        return None
    if failed:
        return "blocked" if NOT_FOUND.search(output) else None
    return "succeeded" if step.call.status is CallStatus.OK else None


def _known(change: FileChange, seen: set[str]) -> bool:
    name = edits.base_name(change.path)
    return not name or name in seen


def _complete(session: SessionFeatures) -> bool:
    """Whether all that was seen before stands in this session."""
    root = session.root
    if root.relation is not Relation.ROOT or root.parent or root.continues:
        return False
    first = min((c.position for c in root.calls), default=0)
    return not any(m.kind is MessageKind.COMPACTION and m.position < first for m in root.messages)


def _given(session: SessionFeatures) -> set[str]:
    """Names of files whose content the session was given without a call."""
    seen = {edits.base_name(item.name) for item in session.root.context}
    for message in session.root.messages:
        injected = message.kind in (MessageKind.INJECTED, MessageKind.SYSTEM)
        for part in message.parts:
            if part.kind in (PartKind.FILE, PartKind.ATTACHMENT) or injected:
                seen.update(NAME.findall(part.text[:4000]))
            elif part.kind is PartKind.TEXT and "```" in part.text:
                seen.update(NAME.findall(part.text))
    return seen


def _see(step: Step, seen: set[str]) -> None:
    """Add the names of files that a step showed or wrote."""
    call = step.call
    if not step.ran:
        return
    if call.path and (step.succeeded or call.tool in (Tool.READ, Tool.SHELL)):
        seen.add(edits.base_name(call.path))
    if step.succeeded:
        seen.update(edits.base_name(change.path) for change in step.changes)
    if call.command:
        seen.update(NAME.findall(call.command))
        if not all(c.head in LISTING_HEADS or c.kind is CommandKind.SHELL for c in step.commands):
            seen.update(failures.named_files(failures.text_of(call)))
    elif call.tool not in (Tool.EDIT, Tool.WRITE) and call.name.lower() not in LISTING:
        seen.update(NAME.findall(call.arguments or ""))
        seen.update(failures.named_files(failures.text_of(call)))


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
