"""Plays a story on a clock and on files in memory: what happened, before any client's format.

The files make mistakes in a story loud: an edit whose old text is not there, or a search that finds
nothing, ends the run.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from samples.identity import between
from samples.story import SampleSession, Step

PREFIX_TOKENS = 14_200
"""System prompt and tools of a client: read from the cache even at the start of a session."""
CACHE_MILLISECONDS = 300_000
"""A prompt cache forgets after five minutes."""
_DURATION = {"read": 40, "edit": 120, "write": 90, "search": 160, "ask": 21_000}


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one answer: four disjoint counters."""

    fresh: int
    cache_read: int
    cache_write: int
    output: int


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool with its result."""

    key: str
    """Unique name, from which the clients' ids are drawn."""
    step: Step
    """What the story says."""
    started: int
    """Milliseconds since the epoch."""
    ended: int
    """Milliseconds since the epoch."""
    before: str | None
    """Text of the file before the call; None when there was none."""
    after: str | None
    """Text of the file after the call."""
    output: str
    """What a command printed or a search found."""
    child: "Playback | None"
    """The sub-agent it started."""

    @property
    def tool(self) -> str:
        """``read``, ``edit``, ``write``, ``run``, ``search``, ``task`` or ``ask``."""
        return self.step.kind

    @property
    def stopped(self) -> bool:
        """Refused, blocked or interrupted: the tool did not do its work."""
        return any(k in self.step.options for k in ("refused", "hook", "interrupted"))


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the model: words, calls, or both."""

    key: str
    started: int
    ended: int
    text: str
    calls: tuple[Call, ...]
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Exchange:
    """One prompt and all answers to it."""

    key: str
    prompt: str
    sent: int
    answers: tuple[Answer, ...]

    @property
    def ended(self) -> int:
        """When the last answer was complete."""
        return self.answers[-1].ended


@dataclass(frozen=True, slots=True)
class Playback:
    """One session as it happened."""

    session: SampleSession
    exchanges: tuple[Exchange, ...]


@dataclass(slots=True)
class _Player:
    session: SampleSession
    now: int
    files: dict[str, str]
    cached: int = PREFIX_TOKENS
    pending: int = 2_600
    last_answer: int = 0
    keys: Iterator[int] = field(default_factory=lambda: iter(range(10_000)))

    def key(self) -> str:
        return f"{self.session.name}/{next(self.keys)}"

    def exchange(self, prompt: str, steps: tuple[Step, ...]) -> Exchange:
        key, sent = self.key(), self.now
        self.pending += _tokens(prompt)
        answers = []
        for text, calls in _answers(steps):
            answers.append(self.answer(text, calls))
            background = [c for c in answers[-1].calls if c.child is not None]
            if self.session.agent == "claude-code":
                answers += [self.meanwhile(call) for call in background]
            self.now += 30
        return Exchange(key, prompt, sent, tuple(answers))

    def meanwhile(self, call: Call) -> Answer:
        """Claude Code's sub-agents work in the background: the turn ends before they do."""
        finished, self.now = self.now, call.started + 60
        answer = self.answer(call.step.options["meanwhile"], ())
        self.now = max(finished, self.now)
        return answer

    def answer(self, text: str, steps: tuple[Step, ...]) -> Answer:
        key = self.key()
        self.now += between(key, 1_800, 5_200)
        started = self.now
        output = 24 + _tokens(text) + sum(_written(step) for step in steps)
        tokens = self.tokens(key, started, output)
        self.now += 900 + 16 * output
        calls = tuple(self.call(step) for step in steps)
        self.now = max([self.now, *(call.ended for call in calls)]) + 15
        return Answer(key, started, self.now, text, calls, tokens)

    def tokens(self, key: str, started: int, output: int) -> Tokens:
        cold = started - self.last_answer > CACHE_MILLISECONDS
        read = PREFIX_TOKENS if cold else self.cached
        write = self.cached + self.pending - read
        self.cached, self.pending, self.last_answer = read + write, output, started
        return Tokens(between(key + "/fresh", 3, 9), read, write, output)

    def call(self, step: Step) -> Call:
        key, started = self.key(), self.now + 8
        child = self.child(step, key, started) if step.kind == "task" else None
        seconds = step.options.get("for")
        ended = started + _DURATION.get(step.kind, between(key, 300, 2_400))
        if seconds is not None:
            ended = started + int(seconds * 1000) + between(key, 3, 90)
        if child is not None:
            ended = child.exchanges[-1].ended + 60
        before = self.files.get(step.value)
        stopped = any(k in step.options for k in ("refused", "hook", "interrupted"))
        after = before if stopped else self.apply(step, before)
        output = self.search(step) if step.kind == "search" else step.options.get("out", "")
        self.pending += 40 + _tokens(output) + (_tokens(after or "") if step.kind == "read" else 0)
        return Call(key, step, started, ended, before, after, output, child)

    def child(self, step: Step, key: str, started: int) -> Playback:
        player = _Player(self.session, started + 20, self.files)
        player.keys = iter(range(int(key.rsplit("/", 1)[1]) * 100 + 10_000, 10**9))
        return Playback(
            self.session, (player.exchange(step.options["prompt"].strip(), step.steps),)
        )

    def apply(self, step: Step, before: str | None) -> str | None:
        where = f"{self.session.name}: {step.kind} {step.value}"
        if step.kind in ("read", "edit") and before is None:
            raise ValueError(f"{where}: no such file")
        if step.kind == "write":
            if before is not None:
                raise ValueError(f"{where}: exists already")
            self.files[step.value] = step.options["text"]
        if step.kind == "edit" and before is not None:
            old, new = step.options["old"], step.options["new"]
            if before.count(old) != 1:
                raise ValueError(f"{where}: old text occurs {before.count(old)} times")
            self.files[step.value] = before.replace(old, new)
        return self.files.get(step.value)

    def search(self, step: Step) -> str:
        below, found = step.options.get("in", ""), []
        for path in sorted(self.files):
            if path.startswith(below):
                for number, line in enumerate(self.files[path].splitlines(), 1):
                    if re.search(step.value, line):
                        found.append(f"{path}:{number}:{line}")
        if not found:
            raise ValueError(f"{self.session.name}: search {step.value} finds nothing")
        return "\n".join(found)


def play(session: SampleSession) -> Playback:
    """Play one session.

    Raises ``ValueError`` naming session and step when the story contradicts itself.
    """
    player = _Player(session, session.started, dict(session.files))
    exchanges: list[Exchange] = []
    for turn in session.turns:
        if exchanges:
            pause = turn.after
            player.now += 1000 * (pause or between(f"{player.session.name}{turn.prompt}", 35, 240))
        exchanges.append(player.exchange(turn.prompt, turn.steps))
    return Playback(session, tuple(exchanges))


def _answers(steps: tuple[Step, ...]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Words and the call after them are one answer of the model; so are calls issued together."""
    words = ""
    for step in steps:
        if step.kind == "say":
            if words:
                yield words, ()
            words = step.value
        else:
            yield words, step.steps if step.kind == "together" else (step,)
            words = ""
    if words:
        yield words, ()


def _written(step: Step) -> int:
    options = ("old", "new", "text", "prompt")
    return 30 + _tokens(step.value) + sum(_tokens(str(step.options.get(o, ""))) for o in options)


def _tokens(text: str) -> int:
    return len(text) * 10 // 36
