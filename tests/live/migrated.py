"""What OpenCode 1.2 does at its first start: the tree of files becomes rows of a database.

Seen with 1.2.27 and the recorded tree of 1.1.65: all ids stay, parts get the time of the change,
and the files stay where they are. 1.18.33 leaves such a tree alone.
"""

import json
import re
import sqlite3
import time
from collections.abc import Collection
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "opencode"


def schema(version: str) -> str:
    """The tables of a recorded version, without rows."""
    text = (DATA / f"store-{version}.sql").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^CREATE (?:TABLE|INDEX|UNIQUE INDEX).*?;$", text, re.M | re.S))


def migrate(root: Path, database: Path, leave_out: Collection[str] = ()) -> None:
    """Write the sessions of a tree of 1.1 into a database; the files stay."""
    database.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(schema("1.2.27"))
    for file in sorted(root.glob("project/*.json")):
        project = json.loads(file.read_bytes())
        insert(
            connection,
            "project",
            id=project["id"],
            worktree=project["worktree"],
            vcs=project.get("vcs"),
            time_created=project["time"]["created"],
            time_updated=project["time"]["updated"],
            sandboxes="[]",
        )
    for file in sorted(root.glob("session/*/*.json")):
        if file.stem not in leave_out:
            _session(connection, root, json.loads(file.read_bytes()))
            connection.commit()
    connection.close()


def _session(connection: sqlite3.Connection, root: Path, info: dict[str, object]) -> None:
    times = info["time"]
    assert isinstance(times, dict)
    now = int(time.time() * 1000)
    insert(
        connection,
        "session",
        id=info["id"],
        project_id=info["projectID"],
        parent_id=info.get("parentID"),
        slug=info["slug"],
        directory=info["directory"],
        title=info["title"],
        version=info["version"],
        permission=json.dumps(info["permission"]) if "permission" in info else None,
        revert=json.dumps(info["revert"]) if "revert" in info else None,
        time_created=times["created"],
        time_updated=times["updated"],
    )
    for message in sorted((root / "message" / str(info["id"])).glob("*.json")):
        about = json.loads(message.read_bytes())
        session = about.pop("sessionID")
        created = {"time_created": about["time"]["created"], "time_updated": now}
        key = {"id": about.pop("id"), "session_id": session}
        insert(connection, "message", **key, **created, data=json.dumps(about))
        for part in sorted((root / "part" / message.stem).glob("*.json")):
            content = json.loads(part.read_bytes())
            owner = {"session_id": content.pop("sessionID"), "message_id": content.pop("messageID")}
            key = {"id": content.pop("id"), **owner}
            added = {"time_created": now, "time_updated": now}
            insert(connection, "part", **key, **added, data=json.dumps(content))


def insert(connection: sqlite3.Connection, table: str, **columns: object) -> None:
    """One row."""
    names = ", ".join(columns)
    marks = ", ".join("?" for _ in columns)
    connection.execute(
        f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608 - names are constants
        tuple(columns.values()),
    )
