"""The bundled sample sessions as stores that can be imported."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from reflect import resources
from reflect.errors import StorageFailed
from reflect.pipeline.finding_stores import StoreRequest


def prepare(folder: Path) -> StoreRequest:
    """Lay the sample stores into an own folder and name them; nothing else is read.

    The samples are text: Claude Code's transcripts as they are, OpenCode's database as SQL.
    """
    sources = resources.shipped("sample_sessions")
    claude, database = folder / "claude_code", folder / "opencode.db"
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        shutil.copytree(sources / "claude_code", claude)
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript(
                (sources / "opencode" / "opencode.sql").read_text(encoding="utf-8")
            )
    except (OSError, sqlite3.Error) as error:
        raise StorageFailed(
            f"the samples could not be laid out in {folder}",
            hint="free some space, or set REFLECT_HOME to another disk",
        ) from error
    return StoreRequest(extra=(f"claude-code={claude}", f"opencode={database}"), discover=False)
