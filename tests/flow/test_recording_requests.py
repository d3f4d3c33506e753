"""What was sent is on record, however the run ended."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from program import Program
from provider_setup import REVIEW, YES, set_up
from reading_model import agrees
from scripted_model import Asked, ScriptedModel, Step, fails, scripted

from reflect.redaction.key import keyed_digest

PATIENCE = 120.0
"""Seconds until a command on a loaded machine has failed."""


def hashes(program: Program, bodies: list[bytes]) -> list[str]:
    """As manifests have them."""
    key = (program.data / "audit.key").read_bytes()
    return [f"h1:{keyed_digest(key, 'prompt', body)}" for body in bodies]


def told(manifest: Any) -> list[str]:
    """Hashes of the requests of a manifest."""
    return [one["hash"] for one in manifest["prompts"]]


def newest(program: Program, place: int = -1) -> Any:
    """The newest manifest, or one before."""
    files = sorted((program.data / "manifests").glob("*.json"))
    return json.loads(files[place].read_text())


@contextmanager
def hanging_after(number: int) -> Iterator[ScriptedModel]:
    """A model that answers so many requests and then says nothing."""
    seen: list[Asked] = []

    def script(asked: Asked) -> Step:
        seen.append(asked)
        return Step(hang=True) if len(seen) > number else agrees(asked)

    with scripted(script) as server:
        yield server


def test_only_what_was_sent_is_said_to_have_been_asked(
    program: Program, samples: list[str]
) -> None:
    with scripted([fails(401, "no")]) as server:
        set_up(program, server.url)
        model = program.json(*REVIEW, *samples, *YES)["model"]
        assert sum(model["requests"].values()) == len(server.asked) == 1
    with hanging_after(0) as server:
        set_up(program, server.url)
        process = program.start(*REVIEW, *samples, *YES, "--format", "json", "-o", "answer.json")
        waited_for(server, 1)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    model = json.loads((program.home / "answer.json").read_text())["model"]
    assert sum(model["requests"].values()) == 1
    assert "you stopped it" in model["stopped"]


def waited_for(server: ScriptedModel, number: int) -> None:
    """Wait until a model was asked so many times."""
    end = time.monotonic() + PATIENCE
    while len(server.asked) < number:
        assert time.monotonic() < end
        time.sleep(0.02)


def stopped(program: Program, samples: list[str], server: ScriptedModel, how: int) -> int:
    """Start a review, send it a signal while the model is silent; the exit code."""
    set_up(program, server.url)
    process = program.start(*REVIEW, *samples, *YES)
    waited_for(server, 4)
    process.send_signal(how)
    return process.wait(PATIENCE)


def test_the_run_after_a_killed_one_tells_what_that_had_sent(
    program: Program, samples: list[str]
) -> None:
    with hanging_after(3) as server:
        assert stopped(program, samples, server, signal.SIGKILL) == -signal.SIGKILL
        sent = hashes(program, [one.body for one in server.asked])
    assert len(sent) == 4
    killed = newest(program)
    assert killed["run"]["outcome"] == "interrupted"
    assert program.json(*REVIEW, *samples)["model"] is None
    completed, last = newest(program, -2), newest(program)
    assert completed["run"] == killed["run"]
    assert told(completed) == sent
    assert {one["consent"] for one in completed["prompts"]} == {"flag"}
    assert {one["chars"] for one in completed["prompts"]} == {
        len(one.body.decode()) for one in server.asked
    }
    assert told(last) == []
    program.run("audit", "verify")
    program.run(*REVIEW, *samples)
    assert newest(program, -2) == last


def test_a_changed_manifest_of_a_killed_run_is_not_sealed_anew(
    program: Program, samples: list[str]
) -> None:
    with hanging_after(3) as server:
        stopped(program, samples, server, signal.SIGKILL)
    file = program.data / "manifests" / "00000000.json"
    file.write_text(file.read_text().replace('"review"', '"week"'))
    program.run(*REVIEW, *samples)
    assert newest(program)["run"]["action"] == "review"
    assert len(list((program.data / "manifests").glob("*.json"))) == 2
    assert "MAC" in program.run("audit", "verify", code=5).stdout


def test_what_ctrl_c_cut_off_was_sent_all_the_same(program: Program, samples: list[str]) -> None:
    with hanging_after(3) as server:
        assert stopped(program, samples, server, signal.SIGINT) == 0
        sent = hashes(program, [one.body for one in server.asked])
    assert told(newest(program)) == sent
    rows = program.json("sql", "select body_digest from model_call")["rows"]
    assert sorted(row[0] for row in rows) == sorted(sent)
    program.run("audit", "verify")


def test_a_run_that_fails_while_asking_tells_what_it_had_sent(
    program: Program, samples: list[str]
) -> None:
    file = program.home / "prompts.jsonl"
    seen: list[Asked] = []

    def script(asked: Asked) -> Step:
        seen.append(asked)
        if len(seen) == 2:
            file.unlink()
        return Step(text="no JSON at all")

    with scripted(script) as server:
        set_up(program, server.url)
        done = program.run(*REVIEW, *samples, *YES, "--show-prompts", str(file), code=74)
        sent = hashes(program, [one.body for one in server.asked])
    assert "so nothing more is sent" in done.stderr
    assert sent
    assert newest(program)["run"]["outcome"] == "failed"
    assert told(newest(program)) == sent
    assert not Path(file).exists()
