"""Processes that read for an import give what reading here gives, in order, whoever is gone."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.importers.claude_code import ClaudeCode
from reflect.model.source import Source
from reflect.pipeline import process_pipes, processes, readers, task_handout
from reflect.pipeline.process_pipes import Pipes
from reflect.pipeline.processes import Processes
from reflect.pipeline.readers import Readers
from reflect.pipeline.unit_reader import Outcome, PassedUnit, PendingUnit, read_apart
from reflect.redaction import one_pass
from reflect.redaction.door import Door

KEY, HOMES = b"k" * 32, ("/home/alice",)
SESSIONS = 11


@pytest.fixture
def source(tmp_path: Path) -> Source:
    """Eleven sessions of one prompt each."""
    folder = tmp_path / ".claude" / "projects" / "-work"
    folder.mkdir(parents=True)
    for number in range(SESSIONS):
        name = f"{number:08d}-3333-4333-8444-555555555555"
        record = (
            f'{{"type":"user","uuid":"u{number}","sessionId":"{name}","cwd":"/home/alice/work",'
            f'"message":{{"role":"user","content":"repair part {number}"}}}}\n'
        )
        (folder / f"{name}.jsonl").write_text(record)
    found = ClaudeCode().recognise(tmp_path / ".claude")
    assert found is not None
    return found


@pytest.fixture
def pending(source: Source) -> list[PendingUnit]:
    return [PendingUnit(unit, unit.name, None) for unit in ClaudeCode().units(source)]


@pytest.fixture
def expected(source: Source, pending: list[PendingUnit]) -> list[Outcome]:
    """Each apart, as they are read in pieces of one."""
    door = Door(KEY, HOMES)
    return [read_apart(ClaudeCode(), source, [one], door)[0] for one in pending]


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "PIECE_BYTES", 1)
    monkeypatch.setattr(readers, "WORTH_BYTES", 1)
    monkeypatch.setattr(readers, "reader_count", lambda: 3)


@pytest.fixture(params=[processes.FORKS, False], ids=["forks", "starts each"])
def started(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Readers]:
    monkeypatch.setattr(processes, "FORKS", request.param)
    with Readers(KEY, HOMES) as made:
        yield made


def told(outcome: Outcome) -> tuple[object, ...]:
    """What was to be read, where reading ended, what was counted, and whose it is."""
    assert isinstance(outcome, PassedUnit)
    assert outcome.session is not None
    return outcome.pending, outcome.entry, outcome.counts, outcome.session.key


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_the_outcomes_are_those_of_reading_here_in_order(
    started: Readers, source: Source, pending: list[PendingUnit], expected: list[Outcome]
) -> None:
    for _ in range(2):
        started.take_on([(ClaudeCode(), source, pending)])
        pieces = list(started.read(ClaudeCode(), source) or ())
        assert [len(piece) for piece in pieces] == [1] * SESSIONS
        assert [one for piece in pieces for one in piece] == expected
    assert len(started._processes) == 3
    assert len(started._processes._processes) == (1 if processes.FORKS else 3)


@pytest.mark.parametrize(("is_needed", "source_bytes"), [(True, 1), (False, 1), (True, 10**9)])
def test_a_large_import_has_the_search_in_one_pass_compiled_beside_its_readers(
    monkeypatch: pytest.MonkeyPatch,
    started: Readers,
    source: Source,
    pending: list[PendingUnit],
    is_needed: bool,
    source_bytes: int,
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(one_pass, "can_be_compiled", lambda: is_needed)
    monkeypatch.setattr(readers, "COMPILED_BYTES", source_bytes)
    monkeypatch.setattr(Processes, "start_beside", lambda _self, module: begun.append(module))
    started.take_on([(ClaudeCode(), source, pending)])
    wanted = is_needed and source_bytes == 1
    assert begun == ["reflect.pipeline.compiler_process"] * wanted


def test_what_is_started_beside_is_waited_for() -> None:
    with Processes("reflect.pipeline.reader_process") as made:
        made.start_beside("reflect.errors")
    assert [process.returncode for process in made._processes] == [0]


@pytest.mark.skipif(not processes.FORKS, reason="looks into /proc")
def test_nobody_is_left_and_nothing_open(
    source: Source, pending: list[PendingUnit], expected: list[Outcome]
) -> None:
    before = open_descriptors()
    with Readers(KEY, HOMES) as made:
        made.take_on([(ClaudeCode(), source, pending)])
        found = [one for piece in made.read(ClaudeCode(), source) or () for one in piece]
    assert found == expected
    assert {process.returncode for process in made._processes._processes} == {0}
    with pytest.raises(ProcessLookupError):
        os.killpg(made._processes._processes[0].pid, 0)
    assert open_descriptors() == before


def test_what_is_stopped_in_the_middle_leaves_nobody(
    source: Source, pending: list[PendingUnit]
) -> None:
    made = Readers(KEY, HOMES)
    with pytest.raises(KeyboardInterrupt), made:
        made.take_on([(ClaudeCode(), source, pending)])
        for _ in made.read(ClaudeCode(), source) or ():
            raise KeyboardInterrupt
    assert {process.returncode is None for process in made._processes._processes} == {False}


def test_what_a_gone_reader_had_to_read_is_read_here(
    started: Readers, source: Source, pending: list[PendingUnit], expected: list[Outcome]
) -> None:
    started.take_on([(ClaudeCode(), source, pending)])
    pieces = iter(started.read(ClaudeCode(), source) or ())
    found = list(next(pieces))
    started._processes._processes[0].kill()
    found += [one for piece in pieces for one in piece]
    assert found == expected


def test_all_is_read_here_when_every_reader_is_gone(
    started: Readers, source: Source, pending: list[PendingUnit], expected: list[Outcome]
) -> None:
    started.take_on([(ClaudeCode(), source, pending)])
    for process in started._processes._processes:
        os.killpg(process.pid, signal.SIGKILL)
    found = [one for piece in started.read(ClaudeCode(), source) or () for one in piece]
    assert found == expected


def test_readers_go_on_while_nothing_is_taken_but_not_without_end(
    monkeypatch: pytest.MonkeyPatch,
    started: Readers,
    source: Source,
    pending: list[PendingUnit],
    expected: list[Outcome],
) -> None:
    monkeypatch.setattr(task_handout, "UNTAKEN", 3)
    started.take_on([(ClaudeCode(), source, pending)])
    pieces = iter(started.read(ClaudeCode(), source) or ())
    given = started._handout._contents
    # Three for each of three readers beyond the last that was taken: none, then one.
    for taken, number in ((0, 9), (1, 10)):
        found = [one for piece in (next(pieces) for _ in range(taken)) for one in piece]
        assert found == expected[:taken]
        give_up = time.monotonic() + 30
        while max(given, default=-1) < number - 1 and time.monotonic() < give_up:
            time.sleep(0.01)
        time.sleep(0.1)
        assert sorted(given) == list(range(taken, number))
    assert [one for piece in pieces for one in piece] == expected[1:]


def test_tasks_and_outcomes_larger_than_a_pipe_stop_nobody(
    monkeypatch: pytest.MonkeyPatch, source: Source, pending: list[PendingUnit]
) -> None:
    many = [replace(one, name=f"{one.name} {n}" + 200 * "x") for n in range(60) for one in pending]
    monkeypatch.setattr(process_pipes, "PIPE_BYTES", 4096)
    monkeypatch.setattr(readers, "PIECE_BYTES", len(many) // 6 * pending[0].unit.size)
    monkeypatch.setattr(readers, "LEAST_BYTES", readers.PIECE_BYTES)
    with Readers(KEY, HOMES) as made:
        made.take_on([(ClaudeCode(), source, many)])
        found = [one for piece in made.read(ClaudeCode(), source) or () for one in piece]
    # Which of the units share their columns depends on the pieces; what was read does not.
    here = read_apart(ClaudeCode(), source, many, Door(KEY, HOMES))
    assert [told(one) for one in found] == [told(one) for one in here]


def test_stores_are_read_one_behind_the_other_and_none_is_owed_what_nobody_took(
    started: Readers, source: Source, pending: list[PendingUnit], expected: list[Outcome]
) -> None:
    other = replace(source, path=Path(f"{source.path}/."), discovered=False)
    third = replace(source, discovered=True)
    started.take_on([(ClaudeCode(), one, pending) for one in (source, other, third)])
    first = started.read(ClaudeCode(), source)
    assert first is not None
    assert next(first) == expected[:1]
    found = started.read(ClaudeCode(), third)
    assert found is not None
    assert [one for piece in found for one in piece] == expected
    assert started.read(ClaudeCode(), third) is None


def test_little_is_read_by_nobody_else(
    monkeypatch: pytest.MonkeyPatch, source: Source, pending: list[PendingUnit]
) -> None:
    size = sum(one.unit.size for one in pending)
    with Readers(KEY, HOMES) as made:
        monkeypatch.setattr(readers, "WORTH_BYTES", size + 1)
        made.take_on([(ClaudeCode(), source, pending)])
        assert made.read(ClaudeCode(), source) is None
        monkeypatch.setattr(readers, "WORTH_BYTES", size)
        monkeypatch.setattr(readers, "reader_count", lambda: 1)
        made.take_on([(ClaudeCode(), source, pending)])
        assert made.read(ClaudeCode(), source) is None


def test_an_answer_that_was_cut_is_none() -> None:
    (ours_to_read, theirs_to_write), (theirs_to_read, ours_to_write) = os.pipe(), os.pipe()
    pipes = Pipes(os.fdopen(ours_to_write, "wb"), os.fdopen(ours_to_read, "rb"))
    os.write(theirs_to_write, (100).to_bytes(8, "big") + b"half")
    os.close(theirs_to_write)
    assert [pipes.answer(), pipes.answer()] == [None, None]
    os.close(theirs_to_read)
    pipes.ask("to nobody")
    pipes.end_tasks()
    pipes.close()
