"""All recorded stores in one archive are analysed to the end, sessions below others too."""

from pathlib import Path

import pytest
from program import Program

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("agent", ["codex", "claude_code"])
def test_every_recorded_session_is_analysed(program: Program, agent: str) -> None:
    program.run("import", "--no-discover", str(DATA / agent))
    review = program.json("review", "--no-discover", "--last", "500", "--include-automated")
    coverage = review["coverage"]
    assert coverage["found"] == coverage["analysed"] + sum(coverage["skipped"].values())
    assert coverage["analysed"] > 0
