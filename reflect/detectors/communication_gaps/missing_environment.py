"""A program, module, variable or service was missing on the machine.

## Why it matters

The agent finds out by failing, in every session anew, and works around it each time in another way.
One line in the instructions, or one installation, ends that.

## How it decides

A command printed the sentence by which shells, language runtimes and drivers say that something is
missing: `command not found`, `No module named`, `unbound variable`, a refused connection to the
port of a known service. The key is what was missing. It weighs less when it was installed right
away.

## False positives

Not counted: asking whether something exists (`which`, `--version`, a bare import), unless you or
the instructions had told to use that program, which is no question then; the output of commands
that only read or search; files and modules of the project itself; a server of the project that is
still starting; what you pasted.

## What to do

Install it, provide it (`direnv`, `.env`), or write into the instructions what to use instead.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, edits, failures, lesson_keys, quotes
from reflect.features import missing as reported
from reflect.features.commands import Command
from reflect.features.missing import Missing
from reflect.features.once import once
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Owner, Polarity
from reflect.regex import compiled

VERSION = 2
SEVERITY = 2
OWNER = Owner.ENVIRONMENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
PASSIVE = (CommandKind.STATUS, CommandKind.READ, CommandKind.SHELL)
ASKING = frozenset({"which", "type", "whereis", "hash"})
ASKED = compiled(r"\b(command -v|which|type -p|hash) ")
VERSION_ASKED = frozenset({"--version", "-v", "-V", "version"})
IMPORT_ASKED = compiled(r"-(?:c|e)\s+['\"]\s*(?:import|from|require\(|await import)\b[^;\n]*['\"]")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Commands of the agent that did more than look, and failed questions for a version."""
    return sum(1 for step in session.steps if _counts(step) or _asked_version(step))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding per missing thing."""
    return findings(CODE, VERSION, session.key, OWNER, list(_hits(session)))


def _counts(step: Step) -> bool:
    if not step.commands or not step.ran or step.call.by_human:
        return False
    return not all(
        c.kind in PASSIVE for c in step.commands if c.kind is not CommandKind.MUTATE
    ) or (step.failed and step.commands[0].kind not in (CommandKind.READ, CommandKind.STATUS))


def _hits(session: SessionFeatures) -> Iterator[Hit]:
    counted: dict[tuple[str, str], int] = {}
    for step in session.steps:
        if not _counts(step) and not _asked_version(step):
            continue
        output = failures.text_of(step.call)
        if not _may_lack(step, output):
            continue
        for one in reported.missing(output):
            name = (one.kind, one.name)
            if name in counted or not _lacking(session, step, one):
                continue
            counted[name] = step.number
            yield _hit(session, step, one)


@once
def _own_names(session: SessionFeatures) -> frozenset[str]:
    """Names of modules and scripts that belong to the project."""
    names: set[str] = set()
    for step in session.steps:
        for change in step.changes:
            parts = change.path.replace("\\", "/").split("/")
            names.update(part.split(".", 1)[0] for part in parts)
        if step.call.path:
            names.update(p.split(".", 1)[0] for p in step.call.path.split("/")[-4:])
    directory = session.root.directory or ""
    names.add(edits.base_name(directory).replace("-", "_"))
    return frozenset(names)


def _may_lack(step: Step, output: str) -> bool:
    """Whether anything can be lacking: what ended well lacks at most a program that it names."""
    return step.failed or any(c.masks_exit or c.loop or c.program in output for c in step.commands)


def _asked_version(step: Step) -> bool:
    """Whether a step failed that only asked programs for their version."""
    if not step.failed or step.call.by_human:
        return False
    return bool(step.commands) and all(map(_asks_version, step.commands))


def _asks_version(command: Command) -> bool:
    return not VERSION_ASKED.isdisjoint(command.argv[1:])


def _wanted(session: SessionFeatures, step: Step, program: str) -> bool:
    """Whether the human, before a step, or the instructions tell to use a program."""
    messages = (turn.exchange.message for turn in session.turns)
    said = (m.text for m in messages if m is not None and m.position < step.place)
    return any(lesson_keys.asks_for(text, program) for text in (*said, *session.instructions))


def _lacking(session: SessionFeatures, step: Step, one: Missing) -> bool:
    """Whether the sentence is about the machine, not about the project or a question."""
    if one.kind in ("module", "program") and one.name in _own_names(session):
        return False
    if ASKED.search(step.call.command or ""):
        return False
    if one.kind == "module" and IMPORT_ASKED.search(step.call.command or ""):
        return False
    if one.kind == "program":
        heads = [c for c in step.commands if c.program == one.name]
        if heads and all(map(_asks_version, heads)) and not _wanted(session, step, one.name):
            return False
        return bool(heads) or step.failed
    if one.kind == "module":
        return step.failed or any(c.masks_exit for c in step.commands)
    return step.failed or any(c.masks_exit or c.loop for c in step.commands)


def _hit(session: SessionFeatures, step: Step, one: Missing) -> Hit:
    cure = _cure(session, step, one)
    holder = session.session(step.session)
    last = cure.call.position if cure and cure.session == step.session else step.call.position
    return Hit(
        key=f"{one.kind}:{one.name}",
        polarity=Polarity.NONE,
        severity=SEVERITY if one.kind in ("variable", "service") or cure is None else 1,
        confidence=0.9,
        evidence=(
            quotes.of_call(step.session, step.call, one.line),
            quotes.of_call(cure.session, cure.call) if cure else None,
        ),
        cost=costs.between(holder, step.call.position, last),
    )


def _cure(session: SessionFeatures, step: Step, one: Missing) -> Step | None:
    """The later command that installed, set or started it; None when it was given up."""
    for later in session.steps[step.number + 1 :]:
        if not later.succeeded or not later.commands or one.name not in (later.call.command or ""):
            continue
        if any(
            c.kind is CommandKind.INSTALL or c.assignments or c.background or _starts(c.head)
            for c in later.commands
        ) or any(c.program == one.name for c in later.commands):
            return later
    return None


def _starts(head: str) -> bool:
    return head.startswith(("docker", "systemctl", "service", "brew services", "export", "source"))
