"""Threads of Codex that are written in a round, and the numbers known of them.

Most are recorded; forks that begin with a copy of their parent's history, as clients before 0.171
may write them, and rollouts as ``codex migrate-rollouts`` rewrites them are made from recordings.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data" / "codex"
FAMILIES = (
    "0.171.0/x04-correction",
    "0.171.0/x05-subagent",
    "0.171.0/x10-review",
    "0.124.0/x10-review",
    "0.93.0/x10-review",
)
"""Recorded stores with a fork, a sub-agent or a review."""

MIGRATED = tuple(f"0.93.0/x{name}" for name in (
    "01-success", "02-failing-tests", "03-sandbox-denied", "04-correction", "09-instructions",
))  # fmt: skip
"""Stores of a client that told no turns, which 0.171 therefore rewrites."""

HISTORIES = tuple(f"0.124.0/x{name}" for name in (
    "01-success", "02-failing-tests", "03-sandbox-denied", "04-correction", "06-compact",
))  # fmt: skip
"""Stores of which one is copied into a fork, and another is what the fork then does."""


@dataclass(frozen=True)
class Thread:
    """One rollout."""

    path: Path
    """Where it begins, below the folder of Codex."""
    lines: tuple[bytes, ...]
    """All that will stand in it."""
    numbers: Mapping[str, Any]
    """What the recording is known to hold."""
    parent: str | None = None
    """Id of the thread that must be there before it."""
    copied: int = 0
    """Lines of that one that must be."""
    migrates: bool = False
    """It may be rewritten."""

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.numbers["id"])


def threads(seed: int) -> list[Thread]:
    """The threads of a round."""
    chance = random.Random(f"threads of {seed}")  # noqa: S311 - a game, no secret
    (old,) = recorded(chance.choice(MIGRATED), migrates=True)
    parent, tail = chance.sample(HISTORIES, 2)
    (before,), (after,) = recorded(parent), recorded(tail)
    return [
        *recorded(chance.choice(FAMILIES)),
        old,
        before,
        forked(before, after, chance.randint(2, len(before.lines)), chance),
    ]


def recorded(store: str, *, migrates: bool = False) -> list[Thread]:
    """The threads of a recorded store."""
    expected = json.loads((DATA / "expected.json").read_bytes())[store]
    found = []
    for numbers in expected:
        (file,) = (DATA / store).rglob(f"rollout-*{numbers['id']}.jsonl")
        lines = tuple(file.read_bytes().splitlines(keepends=True))
        path = file.relative_to(DATA / store)
        found.append(Thread(path, lines, numbers, numbers["parent"], 1, migrates))
    return found


def forked(parent: Thread, tail: Thread, copied: int, chance: random.Random) -> Thread:
    """A fork with some lines of its parent, told at another time, and then those of a tail."""
    identifier = f"01a22900-0000-7000-8000-{chance.getrandbits(48):012x}"
    head = json.loads(parent.lines[0])
    head["payload"] |= {"id": identifier, "forked_from_id": parent.id}
    told = [{**json.loads(line), "timestamp": TIME} for line in parent.lines[:copied]]
    numbers = {**tail.numbers, "id": identifier, "relation": "fork", "parent": parent.id}
    lines = (*map(encoded, [head, *told]), *tail.lines[1:])
    path = Path("sessions", "2026", "11", "30", f"rollout-2026-11-30T09-00-00-{identifier}.jsonl")
    return Thread(path, lines, numbers, parent.id, copied)


def migrated(thread: Thread) -> list[list[bytes]]:
    """What ``codex migrate-rollouts`` makes of each line of a rollout of 0.93.

    As it did with the recorded ``x04-correction``: records are numbered, each prompt begins a turn
    with a made-up id, which ends before the next, and prompts and answers become items.
    """
    made: list[list[bytes]] = []
    turn = ""
    ordinal = items = 0

    def item(kind: str, **content: object) -> dict[str, object]:
        nonlocal items
        items += 1
        about = {"type": kind, "id": f"item-{items}", **content}
        return event("item_completed", thread_id=thread.id, turn_id=turn, item=about)

    for line in thread.lines:
        record = json.loads(line)
        payload = record["payload"]
        told = [record]
        if record["type"] == "session_meta":
            payload["session_id"] = thread.id
        elif payload.get("type") == "user_message":
            told = [event("task_complete", turn_id=turn, last_agent_message=None)] if turn else []
            turn = f"rollout-{ordinal + len(told)}"
            text = {"type": "text", "text": payload["message"], "text_elements": []}
            told += [event("task_started", turn_id=turn), item("UserMessage", content=[text])]
        elif payload.get("type") == "agent_message":
            told = [item("AgentMessage", content=[{"type": "Text", "text": payload["message"]}])]
        made.append([])
        for one in told:
            placed = {"timestamp": record["timestamp"], "ordinal": ordinal, **one}
            made[-1].append(encoded(placed))
            ordinal += 1
    return made


def event(kind: str, **payload: object) -> dict[str, Any]:
    """An event, without its time."""
    return {"type": "event_msg", "payload": {"type": kind, **payload}}


def encoded(record: Mapping[str, Any]) -> bytes:
    """A record as a line, written as the client does."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


TIME = "2026-11-30T09:00:00.000Z"
