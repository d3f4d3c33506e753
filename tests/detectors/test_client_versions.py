"""What a failed edit tells depends on what the client's version looks at first."""

from collections.abc import Iterator
from dataclasses import replace

import notation
import pytest

from reflect.detectors.agent_mistakes import edit_before_read
from reflect.features.session_features import build
from reflect.model.finding import Finding
from reflect.model.review import Baseline

NOTHING_EARLIER = Baseline(project="", sessions=0)

GUESSED = """
  user  fix the rounding
  edit  src/invoice.py  fails
  | <tool_use_error>String to replace not found in file.
"""


def found(version: str | None) -> Iterator[Finding]:
    tree, turns = notation.read_tree(GUESSED, "claude-code")
    known = replace(tree, root=replace(tree.root, client_version=version))
    session = build(known, NOTHING_EARLIER, turns)
    return edit_before_read.detect(session, NOTHING_EARLIER, {})


@pytest.mark.parametrize("version", ["2.1.332", "2.1.400", "2.2.0", "3.0"])
def test_a_version_that_looks_for_the_text_first(version: str) -> None:
    assert [finding.key for finding in found(version)] == ["blocked"]


@pytest.mark.parametrize("version", ["2.0.56", "2.1.197", None, "", "unknown"])
def test_one_that_had_shown_the_file_before_it_looked(version: str | None) -> None:
    assert list(found(version)) == []
