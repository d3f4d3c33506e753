"""Made-up models of known quality over the sample sessions: the rules' findings are whole."""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from replies import PAGES

from reflect.model.judgement import Consensus, DropReason
from reflect.pipeline.finding_stores import find
from reflect.pipeline.samples import prepare

sys.path.append(str(Path(__file__).parent.parent.parent / "scripts"))

from planted_replies import (
    ANNOTATORS,
    OF_FINDING,
    WHOLE,
    Annotator,
    Answers,
)
from simulate_annotator import Read, holds, main, read_sessions
from simulated_annotator import Simulation, counts, questions, simulate

SEEDS = (1, 2, 3)

Told = Callable[[Annotator, int], Simulation]

each = pytest.mark.parametrize("annotator", ANNOTATORS, ids=lambda annotator: annotator.name)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """The sample sessions and what the rules find in them."""
    return read_sessions(find(prepare(tmp_path_factory.mktemp("samples") / "stores")))


@pytest.fixture(scope="module")
def told(samples: Read) -> Told:
    """One run of an annotator, kept; seeds and annotators stand in the names of the tests."""
    asked = questions(samples.trees, samples.found, PAGES)
    return cache(lambda annotator, seed: simulate(annotator, seed, asked))


def test_there_is_something_to_judge(samples: Read) -> None:
    assert len(samples.found) >= 15
    assert len({finding.code for _, finding in samples.found}) >= 7


@each
@pytest.mark.parametrize("seed", SEEDS)
def test_no_finding_of_a_rule_is_lost(
    samples: Read, told: Told, annotator: Annotator, seed: int
) -> None:
    done = told(annotator, seed)
    assert list(done.joined.of) == [name for name, _ in samples.found]
    assert done.lost == 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("annotator", ANNOTATORS[2:], ids=lambda annotator: annotator.name)
def test_who_does_not_look_changes_no_count(
    samples: Read, told: Told, annotator: Annotator, seed: int
) -> None:
    done = told(annotator, seed)
    assert done.after == done.before == counts(samples.found)
    assert done.joined.counted == ()
    if annotator.answers is Answers.ALWAYS_YES:
        assert len(done.joined.suggested) > 30


@each
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_dropped_was_planted(
    samples: Read, told: Told, annotator: Annotator, seed: int
) -> None:
    done = told(annotator, seed)
    assert done.result.dropped == dict(+done.planted)
    assert done.result.said == len(done.result.judgements) + done.planted.total()
    assert holds(done)


def test_every_fault_was_planted_somewhere(told: Told) -> None:
    planted: set[DropReason] = set()
    for seed in SEEDS:
        planted |= told(ANNOTATORS[3], seed).planted.keys()
    assert planted == {*OF_FINDING, *WHOLE}


def test_the_answers_are_heard(told: Told) -> None:
    silent = told(ANNOTATORS[4], 1)
    assert set(silent.joined.of.values()) == {Consensus.RULE_ONLY}
    assert silent.joined.suggested == ()
    sure = told(Annotator("always right", Answers.BY_TRUTH), 1)
    assert sure.confirmed == sure.confirmed_right > 0


def test_one_seed_gives_one_run(samples: Read, told: Told) -> None:
    again = simulate(ANNOTATORS[0], 1, questions(samples.trees, samples.found, PAGES))
    assert again == told(ANNOTATORS[0], 1)
    assert again.planted != told(ANNOTATORS[0], 2).planted


def test_a_lost_finding_would_be_told(told: Told) -> None:
    done = told(ANNOTATORS[0], 1)
    more = done.planted + Counter([DropReason.QUOTE])
    assert holds(done)
    assert not holds(replace(done, lost=1))
    assert not holds(replace(done, planted=more))
    coin = told(ANNOTATORS[2], 1)
    assert not holds(replace(coin, after={**coin.after, "unclear_goal": (1, 1, 1)}))


def test_the_script_prints_its_table(
    samples: Read,
    told: Told,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("simulate_annotator.stores_below", lambda folder: [])
    monkeypatch.setattr("simulate_annotator.read_sessions", lambda stores: samples)
    monkeypatch.setattr("simulate_annotator.simulate", lambda one, seed, asked: told(one, seed))
    assert main(["folder", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{len(samples.trees)} sessions, {len(samples.found)} findings of rules"
    assert len([line for line in lines if line.count(" | ") == 12]) == 1 + len(ANNOTATORS)
    assert lines[-1] == "every bar holds"
    assert main([]) == 2
