"""``reflect eval`` as a process, on labels of sample sessions."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path

from jsonschema import Draft202012Validator
from program import Program

FILE = "projects/-home-dev-work-shop-api/9c933e18-febe-4eff-9111-4d5285fc0531.jsonl"


def test_the_answer_keeps_to_its_schema_and_adds_up(program: Program, labelled: list[str]) -> None:
    answer = program.json("eval", *labelled)
    schema = files("reflect.reports").joinpath("schemas/eval.schema.json").read_text("utf-8")
    Draft202012Validator(json.loads(schema)).validate(answer)
    acts = answer["acts"]
    # 21 labels: one of a session that is not there, one that the readers dispute.
    assert acts["coverage"] == {
        "labels": 21,
        "compared": 19,
        "disputed": 1,
        "unread": 1,
        "sessions": 6,
        "sessions_unread": 1,
        "unlabelled": 0,
    }
    assert acts["pushback"]["n"] == 19
    assert acts["pushback"]["recall"]["of"] == 4
    assert sum(row["rows"] for row in acts["confusion"]) == 19
    assert {"label": "injected", "found": "no turn", "rows": 1} in acts["confusion"]
    assert [part["name"] for part in acts["by_language"]] == ["de", "en", "ja"]
    missed = acts["pushback"]["recall"]["of"] - acts["pushback"]["recall"]["hits"]
    assert len(acts["misses"]) == missed


def test_the_archive_of_the_user_is_neither_made_nor_touched(
    program: Program, labelled: list[str]
) -> None:
    program.run("eval", *labelled)
    assert not (program.data / "warehouse.duckdb").exists()
    assert list((program.data / "tmp").iterdir()) == []


def test_two_files_of_one_session_are_both_compared(
    program: Program, labelled: list[str], tmp_path: Path
) -> None:
    whole = (Path(labelled[2]) / FILE).read_text(encoding="utf-8").splitlines(keepends=True)
    early, late = tmp_path / "early.jsonl", tmp_path / "late.jsonl"
    early.write_text("".join(whole[:34]), encoding="utf-8")
    late.write_text("".join(whole), encoding="utf-8")
    labels = tmp_path / "labels.jsonl"
    rows = [
        {"file": file.name, "record": record, "author": "human", "act": act}
        for file in (early, late)
        for record, act in ((5, "new_request"), (33, "correction"))
    ]
    labels.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    acts = program.json("eval", str(labels), "--sessions", str(tmp_path))["acts"]
    assert (acts["coverage"]["sessions"], acts["coverage"]["compared"]) == (2, 4)


def test_labels_are_found_in_the_archive_when_no_folder_is_named(
    program: Program, labelled: list[str]
) -> None:
    labels, _, sessions = labelled
    program.run("eval", labels, code=2)
    program.run("import", sessions)
    before = (program.data / "warehouse.duckdb").read_bytes()
    in_archive = program.json("eval", labels)
    assert (program.data / "warehouse.duckdb").read_bytes() == before
    assert in_archive["acts"] == program.json("eval", *labelled)["acts"]


def test_a_label_that_differs_is_told_by_reference_without_words(
    program: Program, labelled: list[str], tmp_path: Path
) -> None:
    labels = tmp_path / "other.jsonl"
    row = {"file": FILE, "record": 5, "author": "human", "act": "correction"}
    labels.write_text(json.dumps(row), encoding="utf-8")
    printed = program.run("eval", str(labels), *labelled[1:]).stdout
    assert "Misses: 1" in printed
    assert f"{FILE}:5" in printed
    assert "capitals" not in printed


def test_the_stability_file_is_written_and_holds_only_counts(
    program: Program, labelled: list[str], tmp_path: Path
) -> None:
    counts = tmp_path / "measured.toml"
    program.run("eval", *labelled, "--stability", str(counts))
    rows = tomllib.loads(counts.read_text(encoding="utf-8"))["measured"]
    judged = {row["code"]: (row["judged"], row["right"]) for row in rows}
    # Three corrections of finished work, and one refusal with words that stops a call.
    assert judged["correction_after_claim"] == (3, 3)
    assert judged["stopped_by_user"] == (1, 1)
    assert {key for row in rows for key in row} == {
        "code",
        "version",
        "judged",
        "right",
        "label_set",
    }


def test_another_file_is_not_taken_for_a_stability_file(
    program: Program, labelled: list[str], tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("remember the milk", encoding="utf-8")
    said = program.run("eval", *labelled, "--stability", str(notes), code=65).stderr
    assert "is no file of counts" in said
    assert notes.read_text(encoding="utf-8") == "remember the milk"


def test_what_is_wrong_with_the_call_is_said(program: Program, tmp_path: Path) -> None:
    assert "does not exist" in program.run("eval", "nowhere.jsonl", code=2).stderr
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n", encoding="utf-8")
    assert "holds no label" in program.run("eval", str(empty), code=65).stderr
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"file": "x.jsonl", "record": 1, "author": "injected"}', encoding="utf-8")
    folder = tmp_path / "nothing"
    assert (
        "is no folder" in program.run("eval", str(labels), "--sessions", str(folder), code=2).stderr
    )
    folder.mkdir()
    said = program.run("eval", str(labels), "--sessions", str(folder), code=2).stderr
    assert "none of the labelled sessions" in said
