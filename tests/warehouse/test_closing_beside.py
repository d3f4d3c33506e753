"""The file is closed by another thread; whoever opens it in the same process waits for that."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from reflect.warehouse import closing_beside, engine, open_warehouse
from tests.warehouse.warehouse_builders import load, session


def test_a_file_can_be_opened_at_once_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow:
        """Takes its time to close."""

        def __init__(self, raw: engine.DuckDBPyConnection) -> None:
            self.raw = raw

        def close(self) -> None:
            time.sleep(0.2)
            self.raw.close()

    begin = closing_beside.begin
    monkeypatch.setattr(closing_beside, "begin", lambda raw: begin(Slow(raw)))  # type: ignore[arg-type]
    path = tmp_path / "warehouse.duckdb"
    for number in range(3):
        with open_warehouse(path, write=True) as warehouse:
            load(warehouse, session(f"s{number}"))
        with open_warehouse(path, write=False) as warehouse:
            assert len(warehouse.session_rows()) == number + 1


def test_a_process_ends_with_the_file_closed(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from reflect.warehouse import open_warehouse\n"
        f"with open_warehouse(Path({str(tmp_path / 'warehouse.duckdb')!r}), write=True): pass\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    with open_warehouse(tmp_path / "warehouse.duckdb", write=False) as warehouse:
        assert warehouse.session_rows() == []
    assert not (tmp_path / "warehouse.duckdb.wal").exists()
