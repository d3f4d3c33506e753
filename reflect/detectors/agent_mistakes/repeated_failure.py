"""The same command failed three times, nothing changed in between.

## Why it matters

Each repetition costs a round trip and shows nothing new. The cause is mostly something the agent
was not told: the right folder, a flag, a service that must run.

## How it decides

Failed calls of the agent are compared by what was run, apart from a final `| head` or `| tail`,
redirections and flags that only say how much is printed (`--silent`, `-q`, `--verbose`), and by the
error. Of a call that was told to be quiet and printed nothing, the exit code tells. `failures` (3)
such calls in a row are one finding; the cost is the time from the first to the last. A row ends
when the call succeeds, when the error is another one, when a file changes, when something is
installed, started or configured, and when you write.

## False positives

Editing and testing again is healthy and ends the row. Calls sent together fail together and count
once. Refused, malformed and stopped calls, `git status` and the like, reading, and waiting loops
(`polling_by_sleep`) do not count. A flaky test that is repeated on purpose is still found.

## What to do

Write down how the command is run here, in the instructions or a skill; or give the machine what it
lacks.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, failures, quotes
from reflect.features.commands import Command
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 2
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {"failures": 3}

CODE = __name__.rpartition(".")[2]
PASSIVE = (CommandKind.STATUS, CommandKind.READ, CommandKind.SHELL, CommandKind.SLEEP)
CHANGING = (CommandKind.MUTATE, CommandKind.INSTALL)
LOOKING = (Tool.READ, Tool.SEARCH, Tool.FETCH, Tool.ASK, Tool.TODO)
TRIMMING = compiled(r"\s*(\|\s*(head|tail)\b[^|;&]*|\d?>&\d|\d?>\s*/dev/null)\s*")
QUIET = compiled(r"\s(?:--silent|--quiet|-q+)(?=\s|$)")
"""Flags that may keep a failing program from saying why."""

TALKING = compiled(r"\s(?:--verbose|-v+)(?=\s|$)")
"""Flags that only make it say more."""

EXIT_LINE = compiled(r"\s*(?:Exit code \d+)?\s*")
"""What a client writes of a call that printed nothing."""


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Failed calls that could have been repeated."""
    return sum(1 for step in session.steps if _counts(step))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """Rows of identical failures, one finding for each call and error."""
    least = int(thresholds["failures"])
    hits = [
        _hit(session, row) for turn in session.turns for row in _rows(turn) if len(row) >= least
    ]
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _counts(step: Step) -> bool:
    """Whether a step is a failure that this code looks at."""
    if not step.failed or step.call.by_human or step.call.tool in LOOKING:
        return False
    if step.commands:
        return not all(c.kind in PASSIVE for c in step.commands) and not _waits(step)
    return step.call.tool is not Tool.SHELL


def _waits(step: Step) -> bool:
    return any(c.kind is CommandKind.SLEEP for c in step.commands)


def _same(step: Step) -> str:
    """Equal for calls that run the same."""
    call = step.call
    what = call.arguments or ""
    if call.command:
        what = TALKING.sub(" ", QUIET.sub(" ", TRIMMING.sub(" ", call.command)))
    return f"{step.session}\0{call.name}\0{' '.join(what.split())}"


def _silent(step: Step) -> bool:
    """Whether a call was told to be quiet and printed nothing."""
    call = step.call
    if not QUIET.search(call.command or "") or call.exit_code is None:
        return False
    return EXIT_LINE.fullmatch(failures.text_of(call)) is not None


def _goes_on(row: list[Step], step: Step) -> bool:
    """Whether a call failed as those of a row: by its error, by exit code where it is silent."""
    if _silent(step):
        return step.call.exit_code == row[-1].call.exit_code
    spoke = _last_that_spoke(row)
    if spoke is None:
        return step.call.exit_code == row[-1].call.exit_code
    return failures.fingerprint(spoke.call) == failures.fingerprint(step.call)


def _last_that_spoke(row: list[Step]) -> Step | None:
    return next((step for step in reversed(row) if not _silent(step)), None)


def _changes(step: Step) -> bool:
    """Whether something is different after a step."""
    if step.succeeded and step.changes:
        return True
    return step.ran and any(
        c.kind in CHANGING or c.background or c.program in ("export", "source", "kill", "docker")
        for c in step.commands
        if not (step.failed and c.kind is CommandKind.MUTATE)
    )


def _rows(turn: TurnFeatures) -> Iterator[list[Step]]:
    """Rows of the same failing call within one turn."""
    rows: dict[str, list[Step]] = {}
    for step in turn.steps:
        counts = _counts(step)
        if not counts and not rows:
            continue
        same = _same(step)
        row = rows.get(same)
        if counts:
            if row and step.call.batch is not None and step.call.batch == row[-1].call.batch:
                continue
            if row and _goes_on(row, step):
                row.append(step)
            else:
                if row:
                    yield row
                rows[same] = [step]
        elif row and step.ran:
            yield rows.pop(same)
        if _changes(step):
            ended = [rows.pop(name) for name in list(rows) if name != same or not counts]
            yield from ended
    yield from rows.values()


def _hit(session: SessionFeatures, row: list[Step]) -> Hit:
    first, last = row[0], row[-1]
    spoke = _last_that_spoke(row) or last
    line = failures.telling_line(failures.text_of(spoke.call))
    pieces = [quotes.of_call(s.session, s.call) for s in (first, last)]
    return Hit(
        key=_key(spoke),
        polarity=Polarity.NONE,
        severity=SEVERITY,
        confidence=0.9,
        evidence=(pieces[1], quotes.of_call(spoke.session, spoke.call, line), pieces[0]),
        cost=costs.between(session.session(first.session), first.call.position, last.call.position),
    )


def _key(step: Step) -> str:
    """What failed and how: head of the command that decides, and the error."""
    what = _deciding(step.commands).head if step.commands else str(step.call.tool)
    return f"{what}|{failures.fingerprint(step.call)}"


def _deciding(commands: tuple[Command, ...]) -> Command:
    """The first command that is more than moving about and looking."""
    return next((c for c in commands if c.kind not in PASSIVE), commands[0])
