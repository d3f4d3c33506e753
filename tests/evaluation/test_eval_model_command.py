"""``reflect eval --model`` as a process: consent, what is kept, what is recorded, what fails."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from program import Program
from provider_setup import YES, set_up
from reading_model import agrees, refuses
from scripted_model import scripted

from reflect.redaction.key import keyed_digest

FILE = "projects/-home-dev-work-shop-api/9c933e18-febe-4eff-9111-4d5285fc0531.jsonl"


def rules_of(answer: Any) -> Any:
    """All that no model can say anything about."""
    return {name: value for name, value in answer.items() if name != "model"}


def test_the_rules_stay_what_they_are_and_everything_adds_up(
    program: Program, labelled: list[str]
) -> None:
    before = program.json("eval", *labelled)
    assert before["model"] is None
    with scripted(agrees) as server:
        set_up(program, server.url)
        after = program.json("eval", *labelled, *YES)
        sent = len(server.asked)
    assert rules_of(after) == rules_of(before)
    schema = files("reflect.reports").joinpath("schemas/eval.schema.json").read_text("utf-8")
    Draft202012Validator(json.loads(schema)).validate(after)
    model = after["model"]
    total = model["total"]
    assert model["requests"] == {"adjudicate": total["rules"]["findings"], "sweep": 6}
    assert sum(model["requests"].values()) == sent
    assert (model["tokens_in"], model["tokens_out"]) == (100 * sent, 10 * sent)
    assert model["said"] == model["kept"] + sum(model["dropped"].values())
    assert total["confirmed"] == total["rules"]
    # Four hits cite an act that the labels speak of, and every one is right.
    judged = total["rules"]["precision"]
    assert (judged["hits"], judged["of"]) == (4, 4)


def test_asking_twice_costs_once_and_the_labelled_archive_is_gone(
    program: Program, labelled: list[str]
) -> None:
    with scripted(refuses) as server:
        set_up(program, server.url)
        first = program.json("eval", *labelled, *YES)
        sent = len(server.asked)
        again = program.json("eval", *labelled, "--model", "here", "--yes-send-to", "localhost")
        assert len(server.asked) == sent
        assert again["model"]["cached"] == sent
        assert again["model"]["consent"] == "not_needed"
        assert again["model"]["total"] == first["model"]["total"]
        program.json("eval", *labelled, *YES, "--refresh")
        assert len(server.asked) == 2 * sent
    assert first["model"]["total"]["rule_only"] == first["model"]["total"]["rules"]
    assert list((program.data / "tmp").iterdir()) == []
    # Replies are kept in the archive of the user; the labelled sessions are not.
    assert program.json("sql", "SELECT count(*) AS n FROM session")["rows"] == [[0]]
    assert program.json("sql", "SELECT count(*) AS n FROM finding")["rows"] == [[0]]


def test_what_was_sent_stands_in_a_manifest(program: Program, labelled: list[str]) -> None:
    file = program.home / "prompts.jsonl"
    with scripted(agrees) as server:
        set_up(program, server.url)
        program.json("eval", *labelled, *YES, "--show-prompts", str(file))
        shown = [json.loads(line)["body"].encode() for line in file.read_text().splitlines()]
        assert sorted(shown) == sorted(one.body for one in server.asked)
    [run] = program.json("audit", "list")["runs"]
    assert (run["action"], run["outcome"]) == ("eval", "completed")
    manifest = json.loads(next((program.data / "manifests").glob("*.json")).read_text())
    assert len(manifest["prompts"]) == len(shown)
    assert {one["consent"] for one in manifest["prompts"]} == {"flag"}
    key = (program.data / "audit.key").read_bytes()
    expected = sorted(f"h1:{keyed_digest(key, 'prompt', body)}" for body in shown)
    assert sorted(one["hash"] for one in manifest["prompts"]) == expected
    program.run("audit", "verify")


def test_nothing_is_sent_without_a_yes_and_a_name(program: Program, labelled: list[str]) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url, '[model]\nprovider = "here"\n')
        assert program.json("eval", *labelled)["model"] is None
        done = program.run("eval", *labelled, "--model", "here", code=2)
        assert "nothing is sent without your yes" in done.stderr
        done = program.run("eval", *labelled, "--yes-send-to", "localhost", code=2)
        assert "no model is asked" in done.stderr
        done = program.run(
            "eval", *labelled, "--model", "here", "--yes-send-to", "models.example", code=2
        )
        assert "runs on localhost; nothing was sent" in done.stderr
        done = program.run("eval", *labelled, *YES, "--max-tokens", "500", code=2)
        assert re.search(r"would need about [\d,]+ tokens, more than the 500", done.stderr)
        assert "evaluate fewer sessions" in done.stderr
        prompts = program.home / "prompts.jsonl"
        words = ("--model", "here", "--show-prompts", str(prompts))
        written = program.json("eval", *labelled, *words)["model"]
        assert server.asked == []
    assert "nothing was sent" in written["stopped"]
    total = written["total"]
    assert total["unanswered"] == total["rules"]
    assert len(prompts.read_text().splitlines()) == total["rules"]["findings"] + 6


def test_a_server_that_is_gone_leaves_the_figures_of_the_rules(
    program: Program, labelled: list[str]
) -> None:
    before = program.json("eval", *labelled)
    set_up(program, "http://127.0.0.1:9")
    after = program.json("eval", *labelled, *YES)
    assert rules_of(after) == rules_of(before)
    assert after["model"]["stopped"]
    assert after["model"]["total"]["unanswered"] == after["model"]["total"]["rules"]


def test_two_files_of_one_session_are_both_asked_about(
    program: Program, labelled: list[str], tmp_path: Path
) -> None:
    whole = (Path(labelled[2]) / FILE).read_text(encoding="utf-8").splitlines(keepends=True)
    for name, lines in (("early.jsonl", whole[:36]), ("late.jsonl", whole)):
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
    labels = tmp_path / "labels.jsonl"
    rows = [
        {"file": name, "record": record, "author": "human", "act": act}
        for name in ("early.jsonl", "late.jsonl")
        for record, act in ((5, "new_request"), (33, "correction"))
    ]
    labels.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with scripted(agrees) as server:
        set_up(program, server.url)
        found = program.json("eval", str(labels), "--sessions", str(tmp_path), *YES)["model"]
    corrections = next(
        one["sides"] for one in found["codes"] if one["code"] == "correction_after_claim"
    )
    assert corrections["confirmed"]["findings"] == 2
    assert corrections["confirmed"]["precision"]["hits"] == 2
    assert found["requests"]["sweep"] == 2


def test_the_screen_tells_rules_and_model_side_by_side(
    program: Program, labelled: list[str]
) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url)
        shown = program.run("eval", *labelled, *YES).stdout
    assert "Beside the model made-up-1: hits that labels judge" in shown
    assert re.search(r"every code +rules +9 +1\.00 .* 4 of 4", shown)
    assert re.search(r"\n +confirmed +9 +1\.00 .* 4 of 4", shown)
    assert "Suggested by the model alone: no rule finds these" in shown
    assert re.search(r"was asked 15 times .*\n?.* seconds\.", shown)
    assert "passed every check" in shown
    assert "capitals" not in shown


def test_sessions_of_the_archive_are_asked_about_and_stay_as_they_are(
    program: Program, labelled: list[str]
) -> None:
    labels, _, sessions = labelled
    with scripted(agrees) as server:
        set_up(program, server.url)
        program.run("review", f"--store=claude-code={sessions}", "--no-discover", "--no-model")
        before = program.json("sql", "SELECT id, method FROM finding ORDER BY id")["rows"]
        found = program.json("eval", labels, *YES)["model"]
    assert found["total"]["confirmed"] == found["total"]["rules"]
    assert found["total"]["rules"]["precision"]["of"] == 4
    assert found["suggested"]
    # What the model suggests while it is measured is no suggestion for anybody's sessions.
    assert program.json("sql", "SELECT id, method FROM finding ORDER BY id")["rows"] == before
