"""A process that writes OpenCode's tree of files, takes it into a database, and goes on in there.

Each line of its input is a job (``{"recorded": …, "data": …, "seed": …}``), which it answers with
``done``. First the files of a recorded tree appear, some of them twice and some by halves, as 1.1
wrote them in place; then they become rows as in 1.2, and the files stay, or are removed; then the
sessions go on in the database.
"""

import json
import random
import shutil
import sqlite3
import time
from pathlib import Path

from migrated import insert, migrate
from resting import jobs, rest

RESTS = 3
LONGEST_PAUSE = 0.006


def play(recorded: Path, data: Path, seed: int) -> None:
    """Write the tree, take it over, go on."""
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    files = sorted(path for path in recorded.rglob("*.json"))
    chance.shuffle(files)
    rests = chance.sample(files, RESTS)
    for file in files:
        write(data / "storage" / file.relative_to(recorded), file.read_bytes(), chance)
        if file in rests:
            rest()
    if chance.random() < 0.2:
        return
    migrate(data / "storage", data / "opencode.db")
    if chance.random() < 0.5:
        rest()
    for _ in range(6):
        go_on(data / "opencode.db", chance)
    if chance.random() < 0.5:
        shutil.rmtree(data / "storage")
        time.sleep(chance.uniform(0, LONGEST_PAUSE))
    for _ in range(4):
        go_on(data / "opencode.db", chance)


def write(target: Path, content: bytes, chance: random.Random) -> None:
    """Write one file in place: at once, in two halves, or first as it was before."""
    target.parent.mkdir(parents=True, exist_ok=True)
    way = chance.random()
    if way < 0.15:
        target.write_bytes(b"{}" if way < 0.05 else content.replace(b"completed", b"running"))
        time.sleep(chance.uniform(0, LONGEST_PAUSE))
    cut = chance.randint(0, len(content)) if way > 0.7 else len(content)
    with target.open("wb", buffering=0) as file:
        file.write(content[:cut])
        if cut < len(content):
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
            file.write(content[cut:])
    time.sleep(chance.uniform(0, LONGEST_PAUSE) * chance.choice((0, 0, 1)))


def go_on(database: Path, chance: random.Random) -> None:
    """One more prompt in one of the sessions."""
    connection = sqlite3.connect(database, isolation_level=None, timeout=30)
    sessions = [key for (key,) in connection.execute("SELECT id FROM session ORDER BY id")]
    session, now = chance.choice(sessions), int(time.time() * 1000)
    times = {"time_created": now, "time_updated": now, "session_id": session}
    message = f"msg_{(now << 12) % (1 << 48):012x}{chance.randrange(10**14):014d}"
    info = json.dumps({"role": "user", "time": {"created": now}})
    text = json.dumps({"type": "text", "text": f"and {chance.random()}"})
    insert(connection, "message", id=message, data=info, **times)
    part = message.replace("msg", "prt")
    insert(connection, "part", id=part, message_id=message, data=text, **times)
    connection.execute("UPDATE session SET time_updated = ? WHERE id = ?", (now, session))
    connection.close()
    time.sleep(chance.uniform(0, LONGEST_PAUSE))


if __name__ == "__main__":
    for job in jobs():
        play(Path(job["recorded"]), Path(job["data"]), job["seed"])
