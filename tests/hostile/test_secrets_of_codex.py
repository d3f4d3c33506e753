"""A secret in any field that Codex writes reaches neither the archive nor any output."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.hostile.test_secrets_everywhere import Secrets, searched

Reflect = Callable[..., tuple[int, str, str]]
DATA = Path(__file__).parents[1] / "data" / "codex"
STORES = (
    "0.171.0/x12-interactive",
    "0.171.0/x05-subagent",
    "0.124.0/x01-success",
    "0.47.0/x04-correction",
)
KEPT = frozenset(("timestamp", "call_id", "thread_id", "turn_id"))
"""What joins records; a second pass plants there too."""


@pytest.fixture
def secrets() -> Secrets:
    return Secrets()


def planted(secrets: Secrets, value: object, place: str, kept: frozenset[str]) -> object:
    """The value with a secret behind each of its texts, also in JSON that stands in a text."""
    if isinstance(value, dict):
        return {
            key: inner if key in kept | {"type", "role", "id"}
            else planted(secrets, inner, f"{place}.{key}", kept)
            for key, inner in value.items()
        }  # fmt: skip
    if isinstance(value, list):
        return [planted(secrets, inner, place, kept) for inner in value]
    if isinstance(value, str) and value.startswith("{"):
        return json.dumps(planted(secrets, json.loads(value), place, kept))
    return f"{value} {secrets.at(place)}" if isinstance(value, str) else value


@pytest.mark.parametrize("kept", [KEPT, frozenset[str]()], ids=["joined", "everywhere"])
def test_no_secret_of_codex(
    reflect: Reflect, hermetic: Path, tmp_path: Path, secrets: Secrets, kept: frozenset[str]
) -> None:
    home = tmp_path / "codex"
    for store in STORES:
        shutil.copytree(DATA / store, home, dirs_exist_ok=True)
    for path in home.rglob("rollout-*.jsonl"):
        records = [json.loads(line) for line in path.read_text().splitlines()]
        lines = [json.dumps(planted(secrets, record, "record", kept)) for record in records]
        lines += ["{broken " + secrets.at("bad line"), json.dumps({"type": secrets.at("type")})]
        path.write_text("\n".join(lines) + "\n" + '{"half":"' + secrets.at("unfinished line"))
    thread = records[0]["payload"]["id"]
    with (home / "session_index.jsonl").open("a") as index:
        index.write(json.dumps({"id": thread, "thread_name": secrets.at("thread name")}) + "\n")
    with closing(sqlite3.connect(home / "state_5.sqlite")) as database:
        database.execute("CREATE TABLE threads (id TEXT, title TEXT, preview TEXT)")
        for path in home.rglob("rollout-*.jsonl"):
            row = (path.stem[-36:], secrets.at("title"), secrets.at("preview"))
            database.execute("INSERT INTO threads VALUES (?, ?, ?)", row)
        database.commit()
    for name in ("auth.json", "history.jsonl", "config.toml"):
        (home / name).write_text(secrets.at(name))
    other = home / "sessions" / f"rollout-{'ghp' + '_' + 'a1B2' * 9}.jsonl"
    secrets.planted["file name"] = other.stem.removeprefix("rollout-")
    shutil.copy(path, other)
    searched(reflect, hermetic, secrets, (f"--store=codex={home}", "--no-discover"))
