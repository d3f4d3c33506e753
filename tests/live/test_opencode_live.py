"""OpenCode's stores change while they are imported: rows, files, and files that become rows."""

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

from interleaving import SEEDS, content, imported, play, writing
from migrated import migrate

from reflect.importers.opencode import OpenCode
from reflect.model.vocabulary import COUNTED_TURN_KINDS
from reflect.warehouse import open_warehouse

TREE = Path(__file__).parents[1] / "data" / "opencode" / "tree-1.1.65" / "storage"
CORRECTED = "ses_dd7ffaab9ffesR13323OeIF2ap"


def data_folder(place: Path) -> Path:
    """OpenCode's folder in the home of a round."""
    folder = place / "home" / ".local" / "share" / "opencode"
    folder.mkdir(parents=True)
    return folder


def test_a_database_that_is_written_while_it_is_read(tmp_path: Path, empty_warehouse: Path) -> None:
    met = 0
    with writing("opencode_writer.py") as writer:
        for seed in SEEDS:
            place = tmp_path / f"round-{seed}"
            database = str(data_folder(place) / "opencode.db")
            met += play(writer, OpenCode(), seed, place, empty_warehouse, database=database)
    # Below one a round nothing was interleaved, and the rounds have shown nothing.
    assert met >= len(SEEDS)


def test_files_that_become_rows_while_they_are_read(tmp_path: Path, empty_warehouse: Path) -> None:
    met = 0
    with writing("tree_writer.py") as writer:
        for seed in SEEDS:
            place = tmp_path / f"round-{seed}"
            job = {"recorded": str(TREE), "data": str(data_folder(place))}
            met += play(writer, OpenCode(), seed, place, empty_warehouse, **job)
    assert met >= len(SEEDS)


def test_a_tree_taken_over_between_two_imports(tmp_path: Path, empty_warehouse: Path) -> None:
    """The user then takes back what the tree still has, and goes on: the database is right."""
    data = data_folder(tmp_path)
    shutil.copytree(TREE, data / "storage")
    warehouse_file = tmp_path / "warehouse.duckdb"
    shutil.copyfile(empty_warehouse, warehouse_file)
    warehouse_file.chmod(0o600)
    with open_warehouse(warehouse_file, write=True) as warehouse:
        imported(warehouse, OpenCode(), tmp_path / "home")
        before = content(warehouse)
        migrate(data / "storage", data / "opencode.db")
        connection = sqlite3.connect(data / "opencode.db")
        gone = connection.execute(
            "SELECT id FROM message WHERE session_id = ? ORDER BY id DESC LIMIT 5", (CORRECTED,)
        ).fetchall()
        connection.executemany("DELETE FROM message WHERE id = ?", gone)
        connection.execute(
            "INSERT INTO message VALUES ('msg_zz', ?, ?, ?, ?)",
            (CORRECTED, NOW, NOW, f'{{"role": "user", "time": {{"created": {NOW}}}}}'),
        )
        connection.execute(
            "INSERT INTO part VALUES ('prt_zz', 'msg_zz', ?, ?, ?, ?)",
            (CORRECTED, NOW, NOW, '{"type": "text", "text": "another way"}'),
        )
        connection.commit()
        connection.close()
        imported(warehouse, OpenCode(), tmp_path / "home")
        after = content(warehouse)
        again = {row.id: row for row in after.rows}
        assert set(again) == {row.id for row in before.rows}
        assert not any(row.missing for row in after.rows)
        session = after.sessions[again[CORRECTED].key]
        assert session.path.endswith("opencode.db")
        events = {m.event: m for m in session.messages if "." not in m.event}
        assert not events["msg_zz"].reverted
        assert events["msg_zz"].kind in COUNTED_TURN_KINDS
        assert {name for name, m in events.items() if m.reverted} == {name for (name,) in gone}
        old = {row.id: row for row in before.rows}
        for row in after.rows:
            if row.id != CORRECTED:
                assert replace(row, path=old[row.id].path) == old[row.id]
        imported(warehouse, OpenCode(), tmp_path / "home")
        assert content(warehouse) == after


NOW = 1_795_990_000_000
