"""The sample sessions as a reader finds them."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PLACE = Path(__file__).parent.parent.parent / "sample_sessions"


@pytest.fixture(scope="session")
def place() -> Path:
    """The folder that the wheel carries."""
    return PLACE


@pytest.fixture(scope="session")
def truth() -> dict[str, Any]:
    """What ``stories.json`` says."""
    content: dict[str, Any] = json.loads((PLACE / "stories.json").read_text(encoding="utf-8"))
    return content


@pytest.fixture(scope="session")
def transcripts() -> dict[str, list[dict[str, Any]]]:
    """Session id → records of its main transcript."""
    paths = sorted((PLACE / "claude_code" / "projects").glob("*/*.jsonl"))
    return {
        p.stem: [json.loads(line) for line in p.read_text(encoding="utf-8").splitlines()]
        for p in paths
    }


@pytest.fixture(scope="session")
def database() -> Iterator[sqlite3.Connection]:
    """``opencode.db``, built from its SQL text with foreign keys checked."""
    connection = sqlite3.connect(":memory:")
    connection.execute("pragma foreign_keys = on")
    connection.executescript((PLACE / "opencode" / "opencode.sql").read_text(encoding="utf-8"))
    yield connection
    connection.close()
