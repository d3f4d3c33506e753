"""The sample stories told otherwise give the same findings.

Imported twice, copied to another folder, forked, read in another order, beside another project, or
written by the other client: what was found stays what it was.
"""

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from reflect.config import Config
from reflect.model.review import Review, Selection
from reflect.model.run_vocabulary import Action, SelectionMode
from reflect.patterns.incidents import members
from reflect.pipeline.finding_stores import StoreRequest
from reflect.pipeline.run import RunRequest, run
from reflect.pipeline.samples import prepare

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"
sys.path.append(str(SCRIPTS))

from samples import claude_code, opencode  # noqa: E402 - the folder of scripts is no package
from samples.expectations import key  # noqa: E402
from samples.playback import play  # noqa: E402
from samples.story import SampleSession, load_stories  # noqa: E402

Found = set[tuple[str, ...]]
"""Session, code, key, polarity, hits and first event of each finding."""

Told = Callable[[Sequence[str]], Review]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Imports some stores into one archive, one call after the other, and reviews everything."""
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path / "reflect"))
    monkeypatch.setenv("HOME", str(tmp_path))

    def tell(stores: Sequence[str]) -> Review:
        request = RunRequest(
            Action.REVIEW,
            Selection(SelectionMode.ALL),
            StoreRequest(extra=tuple(stores), discover=False),
            datetime(2026, 11, 28, 9, 0, tzinfo=UTC),
        )
        return run(request, Config(), lambda *_: None).review

    return tell


def found(review: Review) -> Found:
    return {
        (
            row.finding.session,
            row.finding.code,
            row.finding.key,
            row.finding.polarity.value,
            str(row.finding.hits),
            row.finding.evidence[0].event,
        )
        for row in review.findings
    }


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """The sample stores, laid out once."""
    return prepare(tmp_path_factory.mktemp("samples") / "stores").extra


@pytest.fixture(scope="module")
def plain(stores: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What is found in the samples as they are."""
    place = tmp_path_factory.mktemp("plain")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFLECT_HOME", str(place / "reflect"))
        patch.setenv("HOME", str(place))
        request = RunRequest(
            Action.REVIEW,
            Selection(SelectionMode.ALL),
            StoreRequest(extra=stores, discover=False),
            datetime(2026, 11, 28, 9, 0, tzinfo=UTC),
        )
        return found(run(request, Config(), lambda *_: None).review)


def folder(store: str) -> Path:
    return Path(store.partition("=")[2])


def test_importing_twice_changes_nothing(stores: tuple[str, ...], plain: Found, told: Told) -> None:
    told(stores)
    assert found(told(stores)) == plain


def test_a_copy_of_the_store_counts_once(
    stores: tuple[str, ...], plain: Found, told: Told, tmp_path: Path
) -> None:
    copy = tmp_path / "backup"
    shutil.copytree(folder(stores[0]), copy)
    assert found(told([*stores, f"claude-code={copy}"])) == plain


def test_the_order_of_reading_changes_nothing(
    stores: tuple[str, ...], plain: Found, told: Told, tmp_path: Path
) -> None:
    transcripts = sorted(folder(stores[0]).glob("projects/*"), reverse=True)
    for number, project in enumerate(transcripts):
        part = tmp_path / f"part{number}" / "projects" / project.name
        shutil.copytree(project, part)
        told([f"claude-code={part.parent.parent}"])
    assert found(told([stores[1]])) == plain


def test_a_fork_repeats_nothing(
    stores: tuple[str, ...], plain: Found, told: Told, tmp_path: Path
) -> None:
    forked = tmp_path / "forks"
    shutil.copytree(folder(stores[0]), forked)
    for transcript in sorted(forked.glob("projects/*/*.jsonl")):
        name = f"{transcript.stem[:-4]}ffff"
        records = [json.loads(line) for line in transcript.read_text("utf-8").splitlines()]
        copied = [
            json.dumps({**record, "sessionId": name} if "sessionId" in record else record)
            for record in records
        ]
        (transcript.parent / f"{name}.jsonl").write_text("\n".join(copied) + "\n", "utf-8")
    assert found(told([f"claude-code={forked}", stores[1]])) == plain


def test_another_project_changes_nothing(
    stores: tuple[str, ...], plain: Found, told: Told, tmp_path: Path
) -> None:
    other = tmp_path / "other" / "projects" / "-home-dev-work-elsewhere"
    other.mkdir(parents=True)
    for transcript in sorted(folder(stores[0]).glob("projects/*/*.jsonl"))[:3]:
        text = transcript.read_text("utf-8")
        for old in (transcript.stem, "/home/dev/work/storefront", "/home/dev/work/shop-api"):
            text = text.replace(old, "/home/dev/work/elsewhere" if "/" in old else f"e{old[1:]}")
        name = f"e{transcript.stem[1:]}"
        (other / f"{name}.jsonl").write_text(_own_identities(text), "utf-8")
    assert found(told([*stores, f"claude-code={other.parent.parent}"])) >= plain
    mine = {session for session, *_ in plain}
    assert {row for row in found(told(stores)) if row[0] in mine} == plain


def _own_identities(text: str) -> str:
    """Other ids for records and calls, so that nothing is a copy."""
    records = [json.loads(line) for line in text.splitlines()]
    known = [str(r["uuid"]) for r in records if "uuid" in r]
    for one in known:
        text = text.replace(one, f"e{one[1:]}" if one[0] != "e" else f"f{one[1:]}")
    return text.replace("toolu_01", "toolu_02").replace("msg_01", "msg_02")


def _written_by(agent: str, sessions: Sequence[SampleSession], place: Path) -> str:
    """The stories as one client would have written them all; names the store."""
    playbacks = [play(replace(session, agent=agent)) for session in sessions]
    if agent == "opencode":
        database = place / "opencode.db"
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript(opencode.database(playbacks))
        return f"opencode={database}"
    for playback in playbacks:
        for path, text in claude_code.files(playback):
            file = place / "claude_code" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    return f"claude-code={place / 'claude_code'}"


def _tellable(session: SampleSession, agent: str) -> bool:
    """Whether a client can record a session as it is told.

    A refusal without words stops Claude Code only, whose sub-agents in turn say something while
    they work.
    """
    steps = [step for turn in session.turns for step in turn.steps]
    if agent == "opencode":
        return not any(step.options.get("refused") is True for step in steps)
    return not any(step.kind == "task" and "meanwhile" not in step.options for step in steps)


@pytest.mark.parametrize("agent", ["claude-code", "opencode"])
def test_the_same_stories_of_another_client(agent: str, told: Told, tmp_path: Path) -> None:
    every = [s for story in load_stories() for s in story.sessions]
    sessions = [s for s in every if _tellable(s, agent)]
    assert len(sessions) >= len(every) - 2
    names = {key(replace(s, agent=agent)): s for s in sessions}
    review = told([_written_by(agent, sessions, tmp_path)])
    codes: dict[str, set[str]] = {s.name: set() for s in sessions}
    for row in members(review.findings):
        codes[names[row.finding.session].name].add(row.finding.code)
    wrong: dict[str, Any] = {
        s.name: sorted(codes[s.name])
        for s in sessions
        if not set(s.must) <= codes[s.name] <= {*s.must, *s.may}
    }
    assert wrong == {}
