"""The agent waited by sleeping and asking again and again.

## Why it matters

Such a loop is built anew each time, waits too long or gives up too early, and often takes any
answer for the right one. One wait command ends that.

## How it decides

A shell loop that sleeps and asks for the state of something; or sleeping and asking, in one call or
in two, at least `sleeps` (2) times in one turn. Sleeps below `least_seconds` (1 second) do not
count. The key is what is asked: HTTP, a port, a container, a log, a CI run, a process or a file.

## False positives

Not counted: a loop over items that sleeps between requests; a sleep without a question, as in the
test of a timer; one sleep before one question; a client's own tool for waiting.

## What to do

Give the agent one command that waits for a condition with a limit, and name it in the instructions.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, quotes
from reflect.features.commands import Command
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Owner, Polarity
from reflect.regex import compiled

VERSION = 1
SEVERITY = 2
OWNER = Owner.ENVIRONMENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {"sleeps": 2, "least_seconds": 1}

CODE = __name__.rpartition(".")[2]
TARGETS: Mapping[str, str] = {
    **dict.fromkeys(("curl", "wget", "http", "httpie", "grpcurl", "websocat"), "http"),
    **dict.fromkeys(("invoke-webrequest", "invoke-restmethod", "iwr", "irm"), "http"),
    **dict.fromkeys(("nc", "ncat", "telnet", "ping", "pg_isready", "mysqladmin"), "tcp"),
    **dict.fromkeys(("redis-cli", "ss", "netstat", "lsof", "test-netconnection"), "tcp"),
    **dict.fromkeys(("docker", "podman", "kubectl", "oc", "helm"), "container"),
    **dict.fromkeys(("tail", "cat", "grep", "head", "journalctl", "rg", "get-content"), "log"),
    **dict.fromkeys(("gh", "glab", "az", "circleci"), "ci"),
    **dict.fromkeys(
        ("ps", "pgrep", "kill", "jobs", "systemctl", "tmux", "get-process", "tasklist"), "process"
    ),
    **dict.fromkeys(("ls", "stat", "test", "[", "[[", "wc", "test-path", "dir"), "file"),
}
"""What a program asks about. ``kill`` only as ``kill -0``."""
ASKING = {
    "gh": ("gh run", "gh pr checks", "gh pr view", "gh api", "gh workflow"),
    "glab": ("glab ci", "glab mr view", "glab api"),
    "docker": (
        "docker ps",
        "docker logs",
        "docker inspect",
        "docker compose ps",
        "docker compose logs",
        "docker exec",
        "docker stats",
    ),
    "podman": ("podman ps", "podman logs", "podman inspect"),
    "kubectl": ("kubectl get", "kubectl describe", "kubectl logs"),
    "helm": ("helm status",),
    "az": ("az pipelines runs",),
    "systemctl": ("systemctl status", "systemctl is-active"),
    "tmux": ("tmux capture-pane",),
}
WEAK = ("file", "log")
"""Targets that many commands touch in passing: the others speak first."""
FILE_TEST = compiled(r"^-[efsdrx]$")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Calls that waited, or asked for the state of something that takes time."""
    return sum(1 for step in session.steps if _counts(step) and (_slept(step) or _asks(step)))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding per kind of target."""
    hits = [hit for turn in session.turns for hit in _hits(session, turn, thresholds)]
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _counts(step: Step) -> bool:
    return bool(step.commands) and not step.call.by_human


def _slept(step: Step) -> float:
    """Seconds of the longest sleep outside a loop's items; 0 when it does not sleep."""
    return max((_seconds(c) for c in step.commands if c.kind is CommandKind.SLEEP), default=0.0)


def _seconds(command: Command) -> float:
    units = {"s": 1.0, "m": 60.0, "h": 3600.0}
    total = 0.0
    for word in command.argv[1:]:
        number = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", word)
        total += float(number.group(1)) * units[number.group(2) or "s"] if number else 1.0
    return total


def _asks(step: Step) -> bool:
    return any(_target(c) not in (None, *WEAK) for c in step.commands)


def _target(command: Command) -> str | None:
    """Kind of thing a command asks about; None when it does not ask."""
    target = TARGETS.get(command.program)
    if target is None:
        return None
    heads = ASKING.get(command.program)
    if heads and not command.head.startswith(heads):
        return None
    if command.program == "kill" and "-0" not in command.argv:
        return None
    if command.program in ("test", "[", "[["):
        return "file" if any(FILE_TEST.match(w) for w in command.argv[1:3]) else None
    return target


def _strongest(targets: list[str | None]) -> str | None:
    told = [t for t in targets if t]
    return next((t for t in told if t not in WEAK), told[0] if told else None)


def _hits(
    session: SessionFeatures, turn: TurnFeatures, thresholds: Mapping[str, float]
) -> Iterator[Hit]:
    chained: dict[str, list[Step]] = {}
    previous: Step | None = None
    for step in turn.steps:
        if not _counts(step):
            continue
        looped = _loop_target(step.commands)
        if looped:
            yield _hit(session, looped, [step])
        elif target := _after_sleep(step, previous, thresholds["least_seconds"]):
            chained.setdefault(target, []).append(step)
        previous = step
    for target, steps in chained.items():
        if len(steps) >= thresholds["sleeps"]:
            yield _hit(session, target, steps)


def _loop_target(commands: tuple[Command, ...]) -> str | None:
    """What a loop with a sleep in it asks about; None without such a loop."""
    for sleep in commands:
        if sleep.kind is not CommandKind.SLEEP or sleep.loop is None:
            continue
        number, variables = sleep.loop.number, sleep.loop.variables
        inside = [c for c in commands if c.loop is not None and c.loop.number == number]
        if any(_uses(c, variable) for c in inside for variable in variables):
            continue
        target = _strongest([_target(c) for c in inside if c is not sleep])
        if target:
            return target
    return None


def _uses(command: Command, variable: str) -> bool:
    """Whether what is run, beyond printing, depends on the loop's variable."""
    if command.kind is CommandKind.SHELL or command.program in ("[", "[[", "test"):
        return False
    spelled = re.compile(rf"\$\{{?{re.escape(variable)}\b")
    return any(spelled.search(word) for word in command.argv)


def _after_sleep(step: Step, previous: Step | None, least: float) -> str | None:
    """What a step asks about after sleeping, in its own line or in the call before."""
    slept = False
    targets: list[str | None] = []
    for command in step.commands:
        if command.kind is CommandKind.SLEEP:
            slept = _seconds(command) >= least
        elif slept and command.before != "|":
            targets.append(_target(command))
    own = _strongest(targets)
    if own:
        return own
    alone = previous is not None and all(c.kind is CommandKind.SLEEP for c in previous.commands)
    if alone and previous is not None and _slept(previous) >= least:
        return _strongest([_target(c) for c in step.commands if c.before != "|"])
    return None


def _hit(session: SessionFeatures, target: str, steps: list[Step]) -> Hit:
    return Hit(
        key=f"polling:{target}",
        polarity=Polarity.NONE,
        severity=SEVERITY,
        confidence=0.9,
        evidence=tuple(quotes.of_call(s.session, s.call, "sleep") for s in steps),
        cost=costs.add(
            costs.between(session.session(s.session), s.call.position, s.call.position)
            for s in steps
        ),
    )
