"""The file of ``--show-prompts``: what is not written there is not sent."""

import json
from pathlib import Path

import pytest

from reflect.classifier.providers.provider import Outgoing
from reflect.errors import StorageFailed
from reflect.pipeline.model.shown_prompts import ShownPrompts


def outgoing(text: str) -> Outgoing:
    return Outgoing("http://127.0.0.1:9/v1", text.encode(), {"content-type": "text/plain"})


def test_each_request_stands_there_once_whatever_signs_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "shown.jsonl"
    shown = ShownPrompts(file)
    for text in ("a\u2028b", "c\r\nd", "a\u2028b", "é" * 70_000):
        shown.write(outgoing(text))
    lines = file.read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert [json.loads(line)["body"] for line in lines] == ["a\u2028b", "c\r\nd", "é" * 70_000]
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_link_that_takes_its_place_is_not_followed(tmp_path: Path) -> None:
    file, victim = tmp_path / "shown.jsonl", tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    shown = ShownPrompts(file)
    file.unlink()
    file.symlink_to(victim)
    with pytest.raises(StorageFailed, match="so nothing more is sent"):
        shown.write(outgoing("words"))
    assert victim.read_text(encoding="utf-8") == "mine"


def test_a_file_that_is_gone_is_not_begun_anew(tmp_path: Path) -> None:
    """It would hold a part of what was sent and look like all of it."""
    file = tmp_path / "shown.jsonl"
    shown = ShownPrompts(file)
    shown.write(outgoing("first"))
    file.unlink()
    with pytest.raises(StorageFailed, match="so nothing more is sent"):
        shown.write(outgoing("second"))
    assert not file.exists()
