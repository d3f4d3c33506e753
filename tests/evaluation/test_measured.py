"""The shipped counts: as ``reflect eval`` writes them, about codes that exist."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from reflect.evaluation import stability_file
from reflect.model.vocabulary import Stability
from reflect.pipeline.codes import pages
from reflect.pipeline.measured import stability_of

TEXT = files("reflect.pipeline").joinpath("measured.toml").read_text(encoding="utf-8")
ROWS: list[dict[str, Any]] = tomllib.loads(TEXT)["measured"]
VERSIONS = {page.name: page.version for page in pages()}


def test_the_file_is_what_the_command_writes() -> None:
    assert stability_file.render((), "", TEXT) == TEXT


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["code"]))
def test_a_row_counts_hits_of_a_code_that_exists(row: dict[str, Any]) -> None:
    assert set(row) == {"code", "version", "judged", "right", "label_set"}
    assert row["code"] in VERSIONS
    assert 1 <= row["version"] <= VERSIONS[row["code"]]
    assert 0 <= row["right"] <= row["judged"]


def test_a_version_that_was_not_judged_starts_unmeasured() -> None:
    judged = {(row["code"], row["version"]) for row in ROWS}
    for page in pages():
        if (page.name, page.version) not in judged:
            assert stability_of(page).stability is Stability.UNMEASURED
