"""The command on an empty machine, and labels of sample sessions."""

import sys
from pathlib import Path

import pytest
from program import Program

from reflect import resources

sys.path.append(str(Path(__file__).parents[2]))  # tests.evaluation.planted_model

LABELS = Path(__file__).with_name("labels.jsonl")
"""Written from the words of six sample sessions, before any result was looked at."""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The command on an empty machine."""
    home = tmp_path / "machine"
    home.mkdir()
    return Program(home)


@pytest.fixture
def labelled() -> list[str]:
    """The words of a command that name the labels and their sessions."""
    return [str(LABELS), "--sessions", str(resources.shipped("sample_sessions") / "claude_code")]
