"""OpenCode's database is written through its log by another process while it is imported."""

from pathlib import Path

from interleaving import SEEDS, play, writing

from reflect.importers.opencode import OpenCode


def test_a_database_that_is_written_while_it_is_read(tmp_path: Path, empty_warehouse: Path) -> None:
    met = 0
    with writing("opencode_writer.py") as writer:
        for seed in SEEDS:
            folder = tmp_path / f"round-{seed}"
            data = folder / "home" / ".local" / "share" / "opencode"
            data.mkdir(parents=True)
            database = str(data / "opencode.db")
            met += play(writer, OpenCode(), seed, folder, empty_warehouse, database=database)
    # Below one a round nothing was interleaved, and the rounds have shown nothing.
    assert met >= len(SEEDS)
