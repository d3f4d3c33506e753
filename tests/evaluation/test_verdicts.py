"""Verdicts: what counts for an estimate, what is proposed, and how the file survives."""

import stat
from pathlib import Path

import pytest

from reflect.errors import NotPermitted
from reflect.evaluation import label_files, verdicts
from reflect.model.verdict import Acceptance, Judged, Verdict
from reflect.pipeline import verdict_file

VERSIONS = {"repeated_failure": 2, "edit_before_read": 1}


def said(
    about: str,
    judgement: str = "accept",
    *,
    name: str = "repeated_failure",
    version: int = 2,
    key: str = "cargo test",
    random: bool = True,
) -> Verdict:
    return Verdict(
        at="2026-11-28T09:00:00.000Z",
        judged=Judged.FINDING if version else Judged.TURN,
        about=about,
        name=name,
        version=version,
        key=key,
        file="~/.claude/projects/x/1.jsonl",
        record="12",
        judgement=Acceptance(judgement),
        random=random,
    )


def test_only_random_verdicts_on_the_current_version_count() -> None:
    told = [
        said("a"),
        said("b", "reject"),
        said("c", "unsure"),
        said("d", "reject", version=1),
        said("e", "reject", random=False),
    ]
    found = verdicts.posteriors(told, VERSIONS)
    one = found["repeated_failure"]
    assert (one.accepted, one.rejected, one.unsure) == (1, 1, 1)
    # Beta(2, 2): symmetric around one half.
    assert one.low + one.high == pytest.approx(1.0)


def test_a_later_verdict_replaces_an_earlier_one() -> None:
    found = verdicts.posteriors([said("a", "reject"), said("a")], VERSIONS)
    assert (found["repeated_failure"].accepted, found["repeated_failure"].rejected) == (1, 0)


def test_acts_are_estimated_apart() -> None:
    told = [said("s e1", name="correction", version=0), said("f")]
    assert list(verdicts.act_posteriors(told)) == ["correction"]
    assert list(verdicts.posteriors(told, VERSIONS)) == ["repeated_failure"]


@pytest.mark.parametrize(
    ("accepted", "rejected", "proposed"),
    [(0, 7, False), (0, 8, True), (3, 5, False), (2, 12, True)],
)
def test_a_code_that_is_mostly_rejected_is_proposed_for_switching_off(
    accepted: int, rejected: int, proposed: bool
) -> None:
    told = [said(f"a{n}") for n in range(accepted)]
    told += [said(f"r{n}", "reject", key=f"k{n}") for n in range(rejected)]
    found = verdicts.posteriors(told, VERSIONS)
    assert verdicts.to_switch_off(found) == (["repeated_failure"] if proposed else [])


def test_a_lesson_that_is_always_rejected_is_proposed_as_an_exception() -> None:
    rejected = [said(f"r{n}", "reject", random=False) for n in range(3)]
    assert verdicts.exceptions(rejected[:2], VERSIONS, ()) == []
    assert verdicts.exceptions(rejected, VERSIONS, ()) == ["repeated_failure: cargo test"]
    assert verdicts.exceptions([*rejected, said("a")], VERSIONS, ()) == []
    assert verdicts.exceptions(rejected, VERSIONS, ("repeated_failure: cargo test",)) == []


def test_the_file_is_private_and_only_grows(tmp_path: Path) -> None:
    file = tmp_path / "data" / "verdicts.jsonl"
    assert verdict_file.read(file) == []
    told = [said("a"), said("b", "reject", key="naïve “key”"), said("a", "unsure")]
    sizes = []
    for one in told:
        verdict_file.add(file, one)
        sizes.append(file.read_bytes())
    assert sizes[1].startswith(sizes[0])
    assert sizes[2].startswith(sizes[1])
    assert verdict_file.read(file) == told
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_line_cut_by_a_kill_costs_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    verdict_file.add(file, said("a"))
    verdict_file.add(file, said("b"))
    file.write_bytes(file.read_bytes()[:-30])
    verdict_file.add(file, said("c"))
    assert [one.about for one in verdict_file.read(file)] == ["a", "c"]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "notes.txt"
    target.write_text("mine", encoding="utf-8")
    file = tmp_path / "verdicts.jsonl"
    file.symlink_to(target)
    with pytest.raises(NotPermitted):
        verdict_file.add(file, said("a"))
    assert target.read_text(encoding="utf-8") == "mine"


def test_the_file_is_a_file_of_labels(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    for one in (
        said("a"),
        said("b", "reject"),
        said("c", "unsure"),
        said("s e", name="correction", version=0),
    ):
        verdict_file.add(file, one)
    labels = label_files.read([file])
    assert [(row.code, row.version, row.right) for row in labels.verdicts] == [
        ("repeated_failure", 2, True),
        ("repeated_failure", 2, False),
    ]
    assert labels.acts == ()
