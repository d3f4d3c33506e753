"""The recorded stores of every built-in importer, and a way to the importers beside the tests."""

import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[3]))  # tests.importers.conformance.worked_example

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[Path], Path]:
    """A store as its client leaves it: a dump becomes a database, anything else stays itself."""

    def build(recorded: Path) -> Path:
        if recorded.suffix != ".sql":
            return recorded
        script = re.sub(r"@\{\w+\}", "place-holder", recorded.read_text(encoding="utf-8"))
        path = tmp_path / "store" / "opencode.db"
        path.parent.mkdir()
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(script)
        connection.close()
        return path

    return build
