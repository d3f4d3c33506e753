"""An empty machine, and the sample stores for it."""

from pathlib import Path

import pytest
from program import Program

from reflect.pipeline.samples import prepare


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The command on an empty machine."""
    home = tmp_path / "machine"
    home.mkdir()
    return Program(home)


@pytest.fixture
def samples(tmp_path: Path) -> list[str]:
    """The sample stores as flags."""
    request = prepare(tmp_path / "stores")
    return [*(f"--store={text}" for text in request.extra), "--no-discover"]
