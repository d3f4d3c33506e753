"""An edit failed: its text was not there, stood twice, or was outdated.

## Why it matters

The agent wrote from memory what it should have copied. Each miss costs a call and often a new look
at the file; several in one file end in a rewrite.

## How it decides

The client refused an edit and said why: the text to replace was not found, it was found in several
places, or the file had changed since it was read. The key is the reason. From `edits` (1) such
failures of one kind in a session on.

## False positives

Not counted: files that the session had not shown before (`edit_before_read`); edits refused by you,
a rule or a hook; malformed calls; a copy that a sub-agent made. A file that a formatter or you
changed in the meantime is told as a fault of the environment.

## What to do

Nothing, while it is rare. Outdated files again and again: let the formatter run at the end instead
of after each edit.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, edits, failures, quotes
from reflect.features.session_features import SessionFeatures, Step
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 1
SEVERITY = 1
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {"edits": 1}

CODE = __name__.rpartition(".")[2]
REASONS = (
    (
        "outdated",
        compiled(
            r"has been (modified|changed)( externally)? since|modified since (it was )?(last )?read"
            r"|file has changed since",
            re.I,
        ),
    ),
    (
        "ambiguous",
        compiled(
            r"found \d+ (matches|occurrences) of|multiple (matches|occurrences)"
            r"|(is|are|was) not unique|more than one (match|occurrence)|matches multiple",
            re.I,
        ),
    ),
    (
        "not found",
        compiled(
            r"string to replace not found|could not find oldstring|old_?str(ing)?\W{0,4}not found"
            r"|failed to find (expected|context)|no match(es)? found|did not appear verbatim"
            r"|not found in (the )?(file|content)",
            re.I,
        ),
    ),
)
READ_LAST = 400
"""Characters of an error in which its reason stands; behind it the text of the edit follows."""


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Edits of files by edit tools that were carried out or failed."""
    return sum(1 for step in session.steps if _is_edit(step))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each reason."""
    least = int(thresholds["edits"])
    by_owner: dict[Owner, list[Hit]] = {Owner.AGENT: [], Owner.ENVIRONMENT: []}
    for hit in _hits(session):
        owner = Owner.ENVIRONMENT if hit.key == "outdated" else Owner.AGENT
        by_owner[owner].append(hit)
    for owner, hits in by_owner.items():
        found = findings(CODE, VERSION, session.key, owner, hits)
        yield from (one for one in found if one.hits >= least)


def _is_edit(step: Step) -> bool:
    edit = step.call.tool in (Tool.EDIT, Tool.WRITE)
    return edit and step.ran and not step.call.by_human and bool(step.changes)


def _hits(session: SessionFeatures) -> Iterator[Hit]:
    failing = [step.number for step in session.steps if step.failed and _is_edit(step)]
    shown: set[str] = set()
    for step in session.steps[: failing[-1] + 1] if failing else ():
        names = {edits.base_name(change.path) for change in step.changes}
        if _is_edit(step) and step.failed and names <= shown:
            output = failures.text_of(step.call)[:READ_LAST]
            found = ((key, pattern.search(output)) for key, pattern in REASONS)
            reason = next(((key, match) for key, match in found if match), None)
            if reason is not None:
                yield _hit(session, step, *reason)
        elif step.succeeded:
            shown |= names
            if step.call.path:
                shown.add(edits.base_name(step.call.path))
            for command in step.commands:
                shown.update(edits.base_name(word) for word in command.argv[1:])


def _hit(session: SessionFeatures, step: Step, key: str, match: re.Match[str]) -> Hit:
    position = step.call.position
    return Hit(
        key=key,
        polarity=Polarity.NONE,
        severity=SEVERITY,
        confidence=0.95,
        evidence=(
            quotes.of_call(step.session, step.call, match.group()),
            quotes.of_call(step.session, step.call),
        ),
        cost=costs.between(session.session(step.session), position, position),
    )
