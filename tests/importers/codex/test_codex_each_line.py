"""Recorded rollouts, imported while they are written: nothing is told otherwise than at once."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from reflect.importers.codex import Codex
from reflect.importers.conformance.growing import merged
from reflect.model.session import Message, RawSession, ToolCall
from reflect.model.source import LedgerEntry
from reflect.model.vocabulary import Author, MessageKind, PartKind
from tests.importers.codex.conftest import DATA

FILES = sorted((DATA / "codex").rglob("rollout-*.jsonl"))
WITH_A_PICTURE = [file for file in FILES if "x09-instructions" in file.parts]


def named(file: Path) -> str:
    """Version, scenario and end of the thread's id."""
    version, scenario = file.relative_to(DATA / "codex").parts[:2]
    return f"{version}-{scenario}-{file.stem[-4:]}"


def written(file: Path, folder: Path, pauses: Sequence[int]) -> RawSession:
    """What is kept of a recorded rollout that is imported after some of its lines, and at the end.

    Args:
        file: The recorded rollout.
        folder: An empty folder; the store is copied there.
        pauses: How many lines are there when an import comes, in order.
    """
    store = (DATA / "codex").joinpath(*file.relative_to(DATA / "codex").parts[:2])
    shutil.copytree(store, folder)
    growing = folder / file.relative_to(store)
    growing.unlink()
    lines = file.read_bytes().splitlines(keepends=True)
    importer = Codex()
    (source,) = importer.discover({"CODEX_HOME": str(folder)})
    entry: LedgerEntry | None = None
    kept: RawSession | None = None
    done = 0
    for number in (*pauses, len(lines)):
        with growing.open("ab") as rollout:
            rollout.write(b"".join(lines[done:number]))
        done = number
        (unit,) = [unit for unit in importer.units(source) if unit.path == growing]
        read = importer.read(source, unit, entry)
        entry = read.entry
        if read.session is not None:
            goes_on = kept is not None and read.session.continues
            kept = merged(kept, read.session) if kept and goes_on else read.session
    assert kept is not None
    return kept


def told(session: RawSession) -> tuple[Mapping[str, Message[str]], Mapping[str, ToolCall[str]]]:
    """Messages and calls; of the client's own messages those that say something."""
    messages = {
        message.event: message
        for message in session.messages
        if message.parts or message.usage or message.error or message.author is not Author.HARNESS
    }
    return messages, {call.call: call for call in session.calls}


@pytest.mark.parametrize("file", FILES, ids=named)
def test_an_import_after_each_line_tells_what_one_at_the_end_does(
    file: Path, tmp_path: Path
) -> None:
    lines = len(file.read_bytes().splitlines())
    found = written(file, tmp_path / "grown", range(1, lines))
    assert told(found) == told(written(file, tmp_path / "whole", ()))


@pytest.mark.parametrize("file", WITH_A_PICTURE, ids=named)
def test_a_picture_is_known_when_the_event_of_its_prompt_comes_in_the_next_import(
    file: Path, tmp_path: Path
) -> None:
    lines = file.read_bytes().splitlines()
    prompt = next(number for number, line in enumerate(lines, 1) if b"input_image" in line)
    assert b"user_message" in lines[prompt] or b"UserMessage" in lines[prompt]
    found = written(file, tmp_path / "grown", [prompt])
    (message,) = [message for message in found.messages if message.position == prompt]
    (picture,) = [part for part in message.parts if part.kind is PartKind.IMAGE]
    assert (message.kind, message.reason) == (MessageKind.PROMPT, "user_message")
    assert (picture.media_type, picture.size) == ("image/png", 78)
    assert message in written(file, tmp_path / "whole", ()).messages
