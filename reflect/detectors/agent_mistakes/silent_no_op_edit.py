"""An edit reported success and changed nothing.

## Why it matters

`sed -i` ends well when nothing matches. The agent goes on as if the change were there, and what
fails next is looked for in the wrong place.

## How it decides

One of three facts. A successful edit says itself that it replaced nothing or left the file as it
was. An edit tool was given the same text as old and as new one. Or a plain `sed -i s/old/new/` was
carried out, and the next command of the turn that prints the file still shows the old text and
nowhere the new one. It weighs more when the turn ends with a claim and the edit was not repeated.

## False positives

Not counted: an error, which is not silent; patterns with wildcards, addresses or variables, whose
meaning only `sed` knows; a new text that holds the old one; a line that was printed before the edit
was made; repeating a replacement that had worked before; formatters and linters that find nothing
to change.

## What to do

Let the agent edit with its edit tool, which fails when nothing matches, or look at `git diff` after
each replacement by shell.
"""

import json
import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, edits, failures, quotes
from reflect.features.programs import CommandKind
from reflect.features.replacements import Replacement, replacement
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Evidence, Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import CallStatus, Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 1
SEVERITY = 1
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
NOTHING_DONE = compiled(
    r"^(no changes (were )?made|no changes to (make|apply)|(replaced|changed|updated|edited) 0\b.*"
    r"|0 (replacements?|occurrences?|matches|edits|changes)( made| replaced| applied)?\b.*"
    r"|file (is )?unchanged|nothing (was )?(changed|replaced)|pattern not found.*)[.!]?$",
    re.I | re.M,
)
PRINTING = (CommandKind.READ,)
PRINTERS = ("cat", "grep", "rg", "head", "tail", "sed", "nl", "git grep", "egrep", "fgrep", "bat")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Edits that reported success."""
    return sum(1 for step in session.steps if _edits(step))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for edits by tool, and one for each program."""
    hits = (hit for turn in session.turns for hit in _hits(session, turn))
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _edits(step: Step) -> bool:
    if step.call.status is not CallStatus.OK or step.call.by_human:
        return False
    return bool(step.changes) and (
        step.call.tool in (Tool.EDIT, Tool.WRITE, Tool.SHELL) or bool(step.commands)
    )


def _hits(session: SessionFeatures, turn: TurnFeatures) -> Iterator[Hit]:
    for at, step in enumerate(turn.steps):
        if not _edits(step):
            continue
        later = turn.steps[at:]
        found = _by_tool(step) or _by_shell(step, later)
        if found is None:
            continue
        key, evidence = found
        names = {edits.base_name(change.path) for change in step.changes}
        again = any(
            names & {edits.base_name(c.path) for c in s.changes} for s in later[1:] if s.succeeded
        )
        claimed = bool(turn.stated.completion or turn.stated.verification) and not again
        yield Hit(
            key=key,
            polarity=Polarity.NONE,
            severity=2 if claimed else SEVERITY,
            confidence=0.85,
            evidence=(*evidence, quotes.of_call(step.session, step.call)),
            cost=costs.between(session.root, step.place, later[-1].place),
        )


def _by_tool(step: Step) -> tuple[str, tuple[Evidence | None, ...]] | None:
    """An edit tool that says that nothing changed, or was told to change nothing."""
    if step.call.tool not in (Tool.EDIT, Tool.WRITE):
        return None
    said = NOTHING_DONE.search(failures.text_of(step.call)[:400])
    if said:
        return "edit tool", (quotes.of_call(step.session, step.call, said.group()),)
    return ("edit tool", ()) if _same_text(step) else None


def _same_text(step: Step) -> bool:
    if step.call.tool is not Tool.EDIT:
        return False
    try:
        arguments = json.loads(step.call.arguments or "")
    except ValueError:
        return False
    if not isinstance(arguments, dict):
        return False
    for old, new in edits.EDIT_KEYS:
        if isinstance(arguments.get(old), str) and arguments.get(old) == arguments.get(new):
            return bool(arguments[old].strip())
    return False


def _by_shell(
    step: Step, later: tuple[Step, ...]
) -> tuple[str, tuple[Evidence | None, ...]] | None:
    """A plain replacement whose file still shows the old text in what is printed next."""
    for index, command in enumerate(step.commands):
        meant = replacement(command)
        if meant is None or len(meant.old.strip()) < 3 or meant.old in meant.new:
            continue
        shown = _still_there(step, index, meant, later)
        if shown is not None:
            return command.head, (shown,)
    return None


def _still_there(
    step: Step, index: int, meant: Replacement, later: tuple[Step, ...]
) -> Evidence | None:
    names = {edits.base_name(name) for name in meant.files}
    if len(names) > 1:
        return None
    for other in later:
        first = other is step
        commands = other.commands[index + 1 :] if first else other.commands
        if first and any(c.kind is CommandKind.READ for c in step.commands[:index]):
            return None
        reading = [c for c in commands if c.kind in PRINTING and c.program in PRINTERS]
        changed = {edits.base_name(c.path) for c in other.changes}
        if not first and changed & names:
            return None
        read_tool = other.call.tool is Tool.READ and edits.base_name(other.call.path or "") in names
        printed = any(names & {edits.base_name(w) for w in c.argv[1:]} for c in reading)
        if not printed and not read_tool:
            continue
        if len(commands) > 2 or not other.succeeded:
            return None
        output = failures.text_of(other.call)
        if meant.old in output and (not meant.new.strip() or meant.new not in output):
            return quotes.of_call(other.session, other.call, meant.old)
        return None
    return None
