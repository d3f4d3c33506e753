"""A process that writes recorded transcripts of Claude Code anew, as the client does: line by line.

Each line of its input is a job (``{"recorded": …, "folder": …, "seed": …}``), which it answers with
``done``. Files grow in turn, and at times by half a line; what a line refers to is there before it.
"""

import random
import shutil
import time
from pathlib import Path

from resting import jobs, rest

LONGEST_PAUSE = 0.02
PIECES = 60
RESTS = 5


def play(recorded: Path, folder: Path, seed: int) -> None:
    """Write all files below a folder, most of them in many pieces."""
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    waiting: list[tuple[Path, list[bytes]]] = []
    for file in sorted(path for path in recorded.rglob("*") if path.is_file()):
        target = folder / file.relative_to(recorded)
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".jsonl":
            waiting.append((target, pieces(file.read_bytes(), chance)))
        else:
            shutil.copyfile(file, target)
    pause = LONGEST_PAUSE * min(1, PIECES / sum(len(left) for _, left in waiting))
    total = sum(len(left) for _, left in waiting)
    rests = {chance.randrange(total) for _ in range(RESTS)}
    while waiting:
        target, left = chance.choice(waiting)
        with target.open("ab") as stream:
            stream.write(left.pop(0))
        if not left:
            waiting.remove((target, left))
        time.sleep(chance.uniform(0, pause))
        total -= 1
        if total in rests:
            rest()


def pieces(data: bytes, chance: random.Random) -> list[bytes]:
    """A file cut into runs of lines, some of which end in the middle of one."""
    found, start = [], 0
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")] + [len(data)]
    while start < len(data):
        end = chance.choice([end for end in ends if end > start][:4])
        if chance.random() < 0.3:
            end = chance.randint(start + 1, end)
        found.append(data[start:end])
        start = end
    return found or [b""]


if __name__ == "__main__":
    for job in jobs():
        play(Path(job["recorded"]), Path(job["folder"]), job["seed"])
