"""What is opened beside the rollouts, and what never is."""

import sqlite3
from pathlib import Path

import pytest

from reflect.importers.codex import Codex
from reflect.model.session import RawSession
from reflect.model.source import Unit
from reflect.model.vocabulary import Author
from tests.importers.codex.conftest import (
    DATA,
    PARENT,
    THREAD,
    encoded,
    only,
    read_all,
    sessions,
    write,
)
from tests.importers.codex.lines import counted, event, meta, said, tokens, typed

ONE = tokens(1500, 1024, 60)
HISTORY = [meta(PARENT), *typed("fix the total"), said("Fixed."), counted(ONE, ONE)]


def human(session: RawSession) -> list[str]:
    return [m.text for m in session.messages if m.author is Author.HUMAN]


def requests(session: RawSession) -> int:
    return sum(m.usage is not None for m in session.messages)


def state(home: Path, *rows: tuple[str, str, str, int]) -> Path:
    path = home / "state_5.sqlite"
    database = sqlite3.connect(path)
    database.execute(
        "CREATE TABLE threads (id TEXT, title TEXT, preview TEXT, archived INT, tokens_used INT)"
    )
    database.executemany("INSERT INTO threads VALUES (?, ?, ?, ?, 263080)", rows)
    database.commit()
    database.close()
    return path


def named(thread: str, name: str) -> str:
    """A line of ``session_index.jsonl``."""
    return f'{{"id":"{thread}","thread_name":"{name}","updated_at":"2026-03-02T10:00:00Z"}}\n'


def test_cx30_the_state_database_names_threads_and_counts_nothing(home: Path) -> None:
    write(home, *HISTORY, thread=PARENT)
    state(home, (PARENT, "Total of the cart", "preview of another", 1))
    session = only(home)
    assert (session.title, session.archived, session.ledger_usage) == (
        "Total of the cart",
        True,
        None,
    )
    assert requests(session) == 1


def test_cx30_the_index_goes_before_the_database(home: Path) -> None:
    write(home, *HISTORY, thread=PARENT)
    state(home, (PARENT, "Total of the cart", "", 0))
    lines = [f'{{"id":"{PARENT}","thread_name":"{name}"}}\n' for name in ("first", "renamed")]
    (home / "session_index.jsonl").write_text("not json\n" + "".join(lines))
    assert only(home).title == "renamed"


def test_only_the_threads_that_the_index_names_anew_have_changed(home: Path) -> None:
    write(home, *HISTORY, thread=PARENT)
    write(home, *HISTORY, thread=THREAD)
    (source,) = Codex().discover({"CODEX_HOME": str(home)})
    index = home / "session_index.jsonl"
    index.write_text("not json\n\n" + named(PARENT, "one") + named(THREAD, "two"))
    parent, thread = sorted(Codex().units(source), key=lambda unit: unit.name, reverse=True)

    def changed() -> list[Unit]:
        return [unit for unit in Codex().units(source) if unit not in (parent, thread)]

    assert changed() == []
    index.write_text(named(PARENT, "one") + named(THREAD, "owt"))
    assert [unit.name for unit in changed()] == [thread.name]
    index.write_text(named(THREAD, "one") + named(PARENT, "one") + named(THREAD, "two"))
    assert changed() == []


@pytest.mark.parametrize("damage", ["missing", "no_database", "no_table", "newer", "empty"])
def test_cx29_rollouts_need_no_database(home: Path, damage: str) -> None:
    write(home, *HISTORY, thread=PARENT)
    if damage == "no_database":
        (home / "state_5.sqlite").write_bytes(b"SQLite format 3\x00" + b"x" * 4096)
    elif damage == "no_table":
        sqlite3.connect(home / "state_5.sqlite").execute(
            "CREATE TABLE other (id)"
        ).connection.close()
    elif damage == "newer":
        state(home, (PARENT, "old", "", 0))
        newer = sqlite3.connect(home / "state_12.sqlite")
        newer.execute("CREATE TABLE threads (id TEXT, headline TEXT)")
        newer.close()
    elif damage == "empty":
        (home / "state_5.sqlite").write_bytes(b"")
    assert only(home).title == "fix the total"


def test_cx29_a_locked_database_is_not_waited_for_twice(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, *HISTORY, thread=PARENT)
    writer = sqlite3.connect(state(home, (PARENT, "Total", "", 0)), isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr("reflect.stores.sqlite.BUSY_SECONDS", 0.05)
    try:
        assert only(home).title == "fix the total"
    finally:
        writer.close()


def test_cx29_the_database_is_only_read(home: Path) -> None:
    write(home, *HISTORY, thread=PARENT)
    path = state(home, (PARENT, "Total", "", 0))
    before = (path.read_bytes(), path.stat().st_mtime_ns, sorted(home.iterdir()))
    only(home)
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(home.iterdir())) == before


def test_cx31_the_history_of_prompts_makes_no_session() -> None:
    found = sessions(DATA / "codex" / "0.171.0" / "x12-interactive")
    assert (DATA / "codex" / "0.171.0" / "x12-interactive" / "history.jsonl").exists()
    assert len(found) == 1


def test_named_files_and_folders_are_told_by_content(tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(encoded([meta(THREAD), *typed("fix it")]))
    (folder / "b.jsonl").write_bytes(encoded([{"type": "user", "uuid": "x"}]))
    (folder / "c.jsonl").write_bytes(b"")
    importer = Codex()
    assert importer.recognise(folder / "b.jsonl") is None
    assert importer.recognise(folder / "c.jsonl") is None
    assert importer.recognise(folder / "missing.jsonl") is None
    for path in (folder, folder / "a.jsonl"):
        source = importer.recognise(path)
        assert source is not None
        assert [unit.path.name for unit in importer.units(source)] == ["a.jsonl"]


def test_a_folder_of_sessions_may_be_a_link(home: Path, tmp_path: Path) -> None:
    write(home, *HISTORY, thread=PARENT)
    (home / "sessions").rename(tmp_path / "elsewhere")
    (home / "sessions").symlink_to(tmp_path / "elsewhere")
    assert human(only(home)) == ["fix the total"]


def test_credentials_and_other_files_are_never_opened(home: Path) -> None:
    write(home, *HISTORY, thread=PARENT)
    for name in ("auth.json", "config.toml", "history.jsonl", ".credentials.json"):
        (home / name).mkdir()  # opening a folder would fail
    assert human(only(home)) == ["fix the total"]
    (home / "sessions" / "rollout-link.jsonl").symlink_to("/etc/passwd")
    assert list(sessions(home)) == [PARENT]


def test_a_started_thread_without_a_word_is_no_session(home: Path) -> None:
    write(home, meta(THREAD), event("thread_settings_applied"))
    (read,) = read_all(home).values()
    assert read.session is None
    assert not read.counts.unknown
