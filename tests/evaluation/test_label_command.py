"""``reflect label`` as a process: keys through a pipe and through a terminal."""

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from program import Program

from reflect.pipeline.samples import prepare


@pytest.fixture(scope="module")
def reviewed_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a machine on which the samples were reviewed, to be copied."""
    home = tmp_path_factory.mktemp("reviewed")
    request = prepare(home / "stores")
    machine = Program(home)
    machine.run(
        "review", *(f"--store={text}" for text in request.extra), "--no-discover", "--last", "99"
    )
    return machine.data


@pytest.fixture
def reviewed(program: Program, reviewed_data: Path) -> Program:
    """A machine on which the samples were reviewed."""
    shutil.copytree(reviewed_data, program.data)
    return program


def piped(program: Program, keys: str, *words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "reflect", "label", *words],
        input=keys,
        capture_output=True,
        text=True,
        env=program.environ,
        cwd=program.home,
    )
    assert done.returncode == 0, done.stderr
    return done


def told(program: Program) -> list[dict[str, Any]]:
    file = program.data / "verdicts.jsonl"
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_key_each_from_a_pipe(reviewed: Program) -> None:
    done = piped(reviewed, "a\nwhat?\nr\nc\nn\nq\n", "-n", "6")
    rows = told(reviewed)
    assert [row["verdict"] for row in rows] == ["accept", "reject", "unsure"]
    assert all(row["random"] for row in rows)
    # The codes that were judged least come first: three verdicts, three codes.
    assert len({row["code"] for row in rows}) == 3
    assert "5 of 6" in done.stdout
    assert "6 of 6" not in done.stdout


def test_what_was_judged_is_not_asked_again(reviewed: Program) -> None:
    code = "claim_without_verification"
    total = len([f for f in findings(reviewed) if f["code"] == code])
    assert total >= 3
    piped(reviewed, "a\n" * 99, "--code", code, "-n", "99")
    rows = told(reviewed)
    assert len({row["about"] for row in rows}) == len(rows) == total
    assert "Nothing is left" in piped(reviewed, "", "--code", code).stderr


def findings(program: Program) -> list[dict[str, Any]]:
    columns, rows = (
        program.json("sql", "SELECT code, key, ref FROM findings")[k] for k in ("columns", "rows")
    )
    return [dict(zip(columns, row, strict=True)) for row in rows]


def test_the_estimate_stands_beside_findings(
    reviewed: Program,
) -> None:
    code = "polling_by_sleep"
    piped(reviewed, "a\na\nr\n", "--code", code, "-n", "3")
    page = reviewed.run("explain", code).stdout
    # Beta(3, 2), 10th and 90th percentile, from a table of the distribution.
    assert "you accepted 2 of 3 (80 % interval 32–86 %)" in page
    assert "13 of 13" in page  # three verdicts replace no figure that was shipped
    assert "you accepted 2 of 3" in piped(reviewed, "q\n", "--code", code, "-n", "1").stdout
    finding = next(row["ref"] for row in findings(reviewed) if row["code"] == code)
    assert "you accepted 2 of 3" in reviewed.run("show", finding).stdout
    reviewed.run("review", "--no-discover", "--last", "99")
    (report, *_) = sorted(reviewed.data.rglob("reports/*/*.md"), reverse=True)
    assert "you accepted 2 of 3 (80 % interval 32–86 %)" in report.read_text(encoding="utf-8")


def test_a_finding_that_is_named_is_judged_and_not_counted(reviewed: Program) -> None:
    done = piped(reviewed, "r\n", "F-1")
    assert [row["random"] for row in told(reviewed)] == [False]
    assert "1 of 1  F-1" in done.stdout
    assert "no verdict so far" in done.stdout
    assert "is no finding" in reviewed.run("label", "F-999", code=2).stderr


def test_own_turns_are_judged_by_their_act(reviewed: Program) -> None:
    piped(reviewed, "a\n", "--act", "challenge", "-n", "1")
    (row,) = told(reviewed)
    assert (row["judged"], row["act"], row["verdict"]) == ("turn", "challenge", "accept")
    # A sub-agent's prompt is no turn of the user.
    assert "subagents" not in row["file"]


def test_keys_come_at_once_from_a_terminal(reviewed: Program) -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "reflect", "label", "-n", "3"],
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=reviewed.environ,
        cwd=reviewed.home,
    )
    os.write(leader, b"a\x1b[Arq")
    output, _ = process.communicate(timeout=60)
    os.close(leader)
    os.close(follower)
    assert process.returncode == 0
    assert [row["verdict"] for row in told(reviewed)] == ["accept", "reject"]
    assert b"accepted" in output


def test_verdicts_outlive_another_import(reviewed: Program, reviewed_data: Path) -> None:
    piped(reviewed, "a\n", "F-2")
    before = told(reviewed)
    reviewed.run("import", str(reviewed_data.parent / "stores" / "claude_code"))
    assert told(reviewed) == before


def test_a_lesson_that_keeps_being_rejected_can_be_left_out(reviewed: Program) -> None:
    rows = findings(reviewed)
    code, key = next(
        (row["code"], row["key"])
        for row in rows
        if sum((o["code"], o["key"]) == (row["code"], row["key"]) for o in rows) >= 3
    )
    refs = [row["ref"] for row in rows if (row["code"], row["key"]) == (code, key)]
    said = piped(reviewed, "r\n" * len(refs), *refs).stdout
    assert f'exceptions = ["{code}: {key}"]' in " ".join(said.split())
    settings = reviewed.data / "reflect.toml"
    settings.write_text(f'[codes]\nexceptions = ["{code}: {key}"]\n', encoding="utf-8")
    reviewed.run("review", "--no-discover", "--last", "99")
    left = findings(reviewed)
    assert not [row for row in left if (row["code"], row["key"]) == (code, key)]
    assert len(left) == len(rows) - len(refs)
    settings.write_text('[codes]\nexceptions = ["polling: x"]\n', encoding="utf-8")
    assert "polling" in reviewed.run("review", "--no-discover", code=2).stderr


def test_what_is_wrong_with_the_call_is_said(reviewed: Program) -> None:
    assert (
        "did you mean repeated_failure"
        in reviewed.run("label", "--code", "repeated_fail", code=2).stderr
    )
    assert "did you mean correction" in reviewed.run("label", "--act", "corection", code=2).stderr
    assert "exclude each other" in reviewed.run("label", "F-1", "--turns", code=2).stderr
