"""Label files: what a row may hold, and what is said when it does not."""

from pathlib import Path

import pytest

from reflect.errors import BadData, UsageError
from reflect.evaluation.label_files import ActLabel, MomentLabel, VerdictLabel, read
from reflect.model.vocabulary import Act

ROWS = """
{"file": "a/1.jsonl", "record": 4, "kind": "user", "author": "human", "act": "answer"}
{"file": "a/1.jsonl", "record": 9, "author": "injected", "sure": false, "language": "de"}

{"file": "b.json", "index": 0, "category": "edit_before_read", "quote": "never kept"}
{"file": "b.json", "record": "0", "code": "edit_before_read", "version": 2, "verdict": "reject"}
{"file": "b.json", "record": "0", "code": "edit_before_read", "version": 2, "verdict": "unsure"}
"""


def test_three_kinds_of_rows(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text(ROWS, encoding="utf-8")
    labels = read([file])
    assert labels.acts == (
        ActLabel("a/1.jsonl", "4", Act.ANSWER, agreed=True, sure=True, language="unknown"),
        ActLabel("a/1.jsonl", "9", None, agreed=True, sure=False, language="de"),
    )
    assert labels.moments == (MomentLabel("b.json", "0", "edit_before_read"),)
    assert labels.verdicts == (VerdictLabel("b.json", "0", "edit_before_read", 2, right=False),)
    assert labels.files == ("a/1.jsonl", "b.json")


def test_a_later_label_of_a_record_replaces_the_earlier_one(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text('{"file": "a", "record": 4, "author": "human", "act": "answer"}\n')
    two.write_text('{"file": "a", "record": 4, "author": "human", "act": "approval"}\n')
    assert [label.act for label in read([one, two]).acts] == [Act.APPROVAL]


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("secret words", "no JSON object"),
        ('["a"]', "no JSON object"),
        ('{"record": 4, "author": "human", "act": "answer"}', "file is missing"),
        ('{"file": "a", "record": 4, "act": "answer"}', "author is missing"),
        ('{"file": "a", "record": 4, "author": "human"}', "act is missing"),
        ('{"file": "a", "record": 4, "author": "human", "act": "secret words"}', "of no use"),
        ('{"file": "a", "category": "x"}', "index is missing"),
        ('{"file": "a", "record": 1, "code": "c", "verdict": "accept"}', "version is missing"),
    ],
)
def test_a_line_that_is_no_label_is_named_without_its_words(
    line: str, cause: str, tmp_path: Path
) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(BadData, match="line 2") as raised:
        read([file])
    assert cause in raised.value.message
    assert "secret" not in raised.value.message


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    with pytest.raises(UsageError, match="does not exist"):
        read([file])
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match="not UTF-8"):
        read([file])
