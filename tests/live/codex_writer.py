"""A process that keeps threads as Codex does: rollouts grow, are put away, packed and rewritten.

Each line of its input is a job (``{"folder": …, "seed": …}``), which it answers with ``done``.
Threads are written in turn, at times by half a line; between two lines one is moved to
``archived_sessions`` or back, compressed or unpacked (the new file first, or the old one removed
first), rewritten in place, or given a name, which only ``session_index.jsonl`` tells. What must be
there before a thread is there before it.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from codex_rollouts import TIME, Thread, encoded, migrated, threads
from resting import jobs, rest

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LONGEST_PAUSE = 0.006
RESTS = 0.06
"""How often it waits for an import, of all moments between two steps."""

HALVES = 0.3
"""How often what is written whole by a careful client is written in two halves."""

ALONE = 0.5
"""How often an import finds a message of the user without the event that says who wrote it."""

MOST_LINES = 6


class Rollout:
    """One thread and the file it is in."""

    def __init__(self, thread: Thread, folder: Path, chance: random.Random) -> None:
        self.thread = thread
        self.chance = chance
        self.folder = folder
        self.lines = [[line] for line in thread.lines]
        """What each line of the recording is written as."""
        self.at = 0
        """Lines of the recording that are written."""
        self.rest_of_line = b""
        """What is left of a line that was cut."""
        self.rewritten = not thread.migrates
        self.names = 0
        first = folder / thread.path
        self.places = (first, folder / "archived_sessions" / first.name)
        self.path = first

    @property
    def packed(self) -> bool:
        return self.path.name.endswith(".zst")

    @property
    def complete(self) -> bool:
        return self.at == len(self.lines) and not self.rest_of_line

    def grow(self) -> None:
        """Write some lines, in the place where the client resumes a thread."""
        if self.packed:
            self.unpack()
        if self.path != self.places[0] and self.path.exists():
            self.move()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        data = self.rest_of_line
        end = min(self.at + self.chance.randint(0 if data else 1, MOST_LINES), len(self.lines))
        said = [at for at in range(self.at, end) if b'"role":"user"' in self.thread.lines[at]]
        alone = bool(said) and self.chance.random() < ALONE
        if alone:
            end = said[-1] + 1
        data += b"".join(b"".join(line) for line in self.lines[self.at : end])
        kept = len(data)
        if not alone and self.chance.random() < HALVES:
            kept = self.chance.randint(1, len(data))
        # No more than the last line is left over: a copy of it counts what is written.
        last = b"".join(self.lines[end - 1]) if end > self.at else data
        kept = max(kept, len(data) - len(last) + 1)
        with self.path.open("ab", buffering=0) as file:
            file.write(data[:kept])
        self.at, self.rest_of_line = end, data[kept:]
        if alone:
            rest()

    def move(self) -> None:
        """Put it away, or take it back."""
        here, there = self.places
        target = here if self.path.parent == there.parent else there
        target = target.with_name(self.path.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        self.path = self.path.rename(target)

    def pack(self) -> None:
        """Compress it."""
        self.replace(self.path.with_name(self.path.name + ".zst"), zstd.compress)

    def unpack(self) -> None:
        """Decompress it."""
        self.replace(self.path.with_suffix(""), zstd.decompress)

    def rewrite(self) -> None:
        """Migrate it in place: the same lines in other words."""
        self.lines, self.rewritten = migrated(self.thread), True
        data = b"".join(b"".join(line) for line in self.lines[: self.at])
        self.write(self.path, data)

    def replace(self, target: Path, change: Callable[[bytes], bytes]) -> None:
        """One file for another, with its time, in one of two orders."""
        old, data = self.path, change(self.path.read_bytes())
        state = old.stat()
        new_first = self.chance.random() < 0.5
        if not new_first:
            old.unlink()
            self.pause()
        self.write(target, data)
        os.utime(target, ns=(state.st_atime_ns, state.st_mtime_ns))
        if new_first:
            self.pause()
            old.unlink()
        self.path = target

    def write(self, target: Path, data: bytes) -> None:
        """Write a file whole under another name first, or where it stands, in two halves."""
        if self.chance.random() >= HALVES:
            other = target.with_name(f"{target.name}.tmp")
            other.write_bytes(data)
            other.replace(target)
            return
        half = self.chance.randint(0, len(data))
        with target.open("wb", buffering=0) as file:
            file.write(data[:half])
            self.pause()
            file.write(data[half:])

    def name(self) -> None:
        """Give it another name."""
        self.names += 1
        named = {"id": self.thread.id, "thread_name": f"name {self.names}", "updated_at": TIME}
        data = encoded(named)
        half = self.chance.choice((len(data), self.chance.randint(1, len(data))))
        with (self.folder / "session_index.jsonl").open("ab", buffering=0) as file:
            file.write(data[:half])
            self.pause()
            file.write(data[half:])

    def step(self) -> None:
        """Something else than growth."""
        ways = [self.move, self.unpack if self.packed else self.pack, self.name]
        if not (self.rewritten or self.packed or self.rest_of_line):
            ways.append(self.rewrite)
        self.chance.choice(ways)()

    def pause(self) -> None:
        """Some time for others, or until an import has been there."""
        if self.chance.random() < RESTS:
            rest()
        else:
            time.sleep(self.chance.uniform(0, LONGEST_PAUSE) * self.chance.choice((0, 1)))


def play(folder: Path, seed: int) -> None:
    """Write all threads of a round, and leave them wherever they come to lie."""
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    rollouts = {thread.id: Rollout(thread, folder, chance) for thread in threads(seed)}
    waiting = list(rollouts.values())
    rest()
    while waiting:
        ready = [one for one in waiting if _may_grow(one, rollouts)]
        chance.choice(ready).grow()
        waiting = [one for one in waiting if not one.complete]
        begun = [one for one in rollouts.values() if one.at]
        if chance.random() < 0.25:
            chance.choice(begun).step()
        begun[0].pause()
    for one in rollouts.values():
        for _ in range(chance.randint(0, 2)):
            one.step()
            one.pause()


def _may_grow(one: Rollout, rollouts: dict[str, Rollout]) -> bool:
    parent = rollouts.get(one.thread.parent or "")
    if parent is None:
        return True
    whole = parent.at - bool(parent.rest_of_line)
    return whole >= one.thread.copied


if __name__ == "__main__":
    for job in jobs():
        play(Path(job["folder"]), job["seed"])
