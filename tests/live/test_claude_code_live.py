"""Transcripts of Claude Code grow, at times by half a line, while they are imported."""

from pathlib import Path

from interleaving import SEEDS, play, writing

from reflect.importers.claude_code import ClaudeCode

DATA = Path(__file__).parents[1] / "data" / "claude_code"


def recordings() -> list[Path]:
    """Every recorded store, in a set order."""
    return sorted(path.parent for path in DATA.glob("*/*/projects"))


def test_transcripts_that_grow_while_they_are_read(tmp_path: Path, empty_warehouse: Path) -> None:
    met = 0
    stores = recordings()
    with writing("transcript_writer.py") as writer:
        for seed in SEEDS:
            folder = tmp_path / f"round-{seed}"
            place = folder / "home" / ".claude"
            place.mkdir(parents=True)
            met += play(
                writer,
                ClaudeCode(),
                seed,
                folder,
                empty_warehouse,
                recorded=str(stores[seed % len(stores)]),
                folder=str(place),
            )
    # Below one a round nothing was interleaved, and the rounds have shown nothing.
    assert met >= len(SEEDS)
