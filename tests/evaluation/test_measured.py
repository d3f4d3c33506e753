"""The shipped counts: as ``reflect eval`` writes them, about codes that exist."""

import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from reflect.evaluation import stability_file
from reflect.model.verdict import Posterior
from reflect.model.vocabulary import Stability
from reflect.pipeline.codes import pages
from reflect.pipeline.measured import stability_of

sys.path.append(str(Path(__file__).parents[2] / "scripts"))

import measure_hits

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


@pytest.mark.parametrize(
    ("accepted", "rejected", "judged"), [(0, 0, None), (8, 0, None), (9, 0, 9), (5, 9, 14)]
)
def test_own_verdicts_replace_the_shipped_figure_when_they_are_enough(
    accepted: int, rejected: int, judged: int | None
) -> None:
    page = next(page for page in pages() if page.name == "stopped_by_user")
    own = Posterior(page.name, accepted, rejected, 0, 0.0, 1.0)
    found = stability_of(page, own)
    assert found.own == own
    if judged is None:
        shipped = stability_of(page)
        assert (found.judged, found.right) == (shipped.judged, shipped.right)
    else:
        assert (found.judged, found.right) == (judged, accepted)
        # 9 of 9 have a lower bound of 0.70, 5 of 14 one of 0.16.
        assert found.stability is (Stability.OFF if rejected else Stability.STABLE)


def test_a_version_that_was_not_judged_starts_unmeasured() -> None:
    judged = {(row["code"], row["version"]) for row in ROWS}
    for page in pages():
        if (page.name, page.version) not in judged:
            assert stability_of(page).stability is Stability.UNMEASURED


def test_the_counts_are_those_of_the_readers_verdicts() -> None:
    assert measure_hits.MEASURED.read_text(encoding="utf-8") == measure_hits.measured_text(
        measure_hits.rows()
    )


def test_readers_agree_and_saw_what_was_no_hit() -> None:
    rows = measure_hits.rows()
    _, both, kappa = measure_hits.agreement(rows)
    assert both >= 50
    assert kappa > 0.8
    assert {row["verdict"] for row in rows if row["decoy"]} == {"reject"}


def test_a_disputed_hit_counts_neither_way() -> None:
    hit = {"code": "c", "version": 1, "set": "dev", "file": "f", "record": 1, "decoy": False}
    one = {**hit, "reader": "a", "verdict": "accept"}
    other = {**hit, "reader": "b", "verdict": "reject"}
    undisputed = {**one, "record": 2}
    assert "judged = 1\nright = 1\n" in measure_hits.measured_text([one, other, undisputed])
