"""Where transcripts are looked for, and how a path that was named is told by its content."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reflect.importers.claude_code import ClaudeCode
from reflect.model.session import RawSession
from reflect.model.vocabulary import Author, Relation

CLAUDE = '{"type":"user","sessionId":"s1","message":{"content":"hi"}}\n'
CODEX = '{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"x"}}\n'


def write(path: Path, text: str = CLAUDE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def names(path: Path) -> list[str]:
    importer = ClaudeCode()
    source = importer.recognise(path)
    return [] if source is None else [unit.name for unit in importer.units(source)]


def test_the_usual_places(tmp_path: Path) -> None:
    importer = ClaudeCode()
    assert importer.discover({"HOME": str(tmp_path)}) == []
    write(tmp_path / ".claude/projects/-a/s.jsonl")
    (source,) = importer.discover({"HOME": str(tmp_path)})
    assert source.path == tmp_path / ".claude"
    elsewhere = tmp_path / "elsewhere"
    variables = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(elsewhere)}
    assert importer.discover(variables) == []
    write(elsewhere / "projects/-a/s.jsonl")
    assert importer.discover(variables)[0].path == elsewhere


def test_only_transcripts_are_units(tmp_path: Path) -> None:
    config = tmp_path / ".claude"
    for name in ("history.jsonl", ".claude.json", "settings.json", ".credentials.json"):
        write(config / name)
    write(config / "projects/-a/s.jsonl")
    write(config / "projects/-a/s/subagents/agent-1.jsonl")
    write(config / "projects/-a/s/subagents/agent-1.meta.json", "{}")
    assert names(config) == ["projects/-a/s.jsonl", "projects/-a/s/subagents/agent-1.jsonl"]


@pytest.mark.parametrize("named", [".", ".claude", ".claude/projects", ".claude/projects/-a"])
def test_a_home_a_config_a_projects_folder_and_a_project_are_recognised(
    tmp_path: Path, named: str
) -> None:
    write(tmp_path / ".claude/projects/-a/s.jsonl")
    assert [Path(name).name for name in names(tmp_path / named)] == ["s.jsonl"]


def test_a_mixed_folder_gives_only_its_own_files(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl")
    write(tmp_path / "b.jsonl", CODEX)
    write(tmp_path / "c.jsonl", "not json\n" + CLAUDE)
    write(tmp_path / "d.jsonl", '{"type":"file-history-snapshot"}\n' + CLAUDE)
    write(tmp_path / "e.jsonl", "")
    write(tmp_path / "f.jsonl", CLAUDE.rstrip())
    assert names(tmp_path) == ["a.jsonl", "c.jsonl", "d.jsonl", "f.jsonl"]


def test_a_single_file_is_told_by_its_content(tmp_path: Path) -> None:
    importer = ClaudeCode()
    path = write(tmp_path / "x.jsonl")
    source = importer.recognise(path)
    assert source is not None
    (unit,) = importer.units(source)
    session = importer.read(source, unit, None).session
    assert session is not None
    assert (unit.name, session.native_id) == ("x.jsonl", "s1")
    assert importer.recognise(write(tmp_path / "y.jsonl", CODEX)) is None
    assert importer.recognise(write(tmp_path / "z.txt")) is None
    assert importer.recognise(tmp_path / "nothing") is None


def test_cc26_projects_come_from_the_records_not_from_folder_names(tmp_path: Path) -> None:
    importer = ClaudeCode()
    for number, place in enumerate(("/a-b", "/a/b")):
        record = {"type": "user", "cwd": place, "message": {"content": "hi"}}
        write(tmp_path / f"projects/-a-b/{number}.jsonl", json.dumps(record) + "\n")
    source = importer.recognise(tmp_path)
    assert source is not None
    sessions = [importer.read(source, unit, None).session for unit in importer.units(source)]
    assert [s.directory for s in sessions if s] == ["/a-b", "/a/b"]


def test_cc08_agents_beside_sessions_belong_to_them(
    recorded: Callable[[str], dict[str, RawSession]],
) -> None:
    sessions = recorded("2.0.56/c05-subagent").values()
    agents = [s for s in sessions if s.relation is Relation.SUBAGENT]
    (root,) = [s for s in sessions if s.relation is Relation.ROOT]
    assert len(agents) == 2
    assert all(a.warm_up and a.parent == root.native_id for a in agents)
    assert all(m.author is not Author.HUMAN for a in agents for m in a.messages)


def test_a_branch_names_its_original(tmp_path: Path) -> None:
    importer = ClaudeCode()
    source_of = {"sessionId": "s0", "messageUuid": "u1"}
    copied = {"type": "user", "uuid": "u1", "timestamp": "2026-01-01T10:00:00.000Z",
              "forkedFrom": source_of, "message": {"content": "hi"}}  # fmt: skip
    own = {"type": "user", "uuid": "u2", "timestamp": "2026-01-02T10:00:00.000Z",
           "message": {"content": "ho"}}  # fmt: skip
    path = write(tmp_path / "x.jsonl", json.dumps(copied) + "\n" + json.dumps(own) + "\n")
    source = importer.recognise(path)
    assert source is not None
    session = importer.read(source, importer.units(source)[0], None).session
    assert session is not None
    assert (session.relation, session.parent) == (Relation.FORK, "s0")
    assert session.created_at == "2026-01-02T10:00:00.000Z"
    assert [m.copy_key for m in session.messages] == ["u1", "u2"]


def test_cc05_a_fork_typed_into_is_made_after_its_original(tmp_path: Path) -> None:
    importer = ClaudeCode()

    def line(number: int, kind: str) -> str:
        message = {"content": f"text {number}", "model": "opus", "id": f"m{number}"}
        time = f"2026-01-01T10:0{number}:00.000Z"
        record = {"type": kind, "uuid": f"u{number}", "timestamp": time, "message": message}
        return json.dumps(record) + "\n"

    between = '{"type":"last-prompt","lastPrompt":"x"}\n'
    turns = [line(1, "user"), line(2, "assistant"), line(3, "user"), line(4, "assistant")]
    write(tmp_path / "original.jsonl", between.join([turns[0] + turns[1], turns[2] + turns[3]]))
    write(tmp_path / "fork.jsonl", '{"type":"mode"}\n' + "".join(turns) + line(5, "user") + between)
    source = importer.recognise(tmp_path)
    assert source is not None
    made = {}
    for unit in importer.units(source):
        session = importer.read(source, unit, None).session
        assert session is not None
        made[unit.name] = session.created_at
    assert made == {
        "original.jsonl": "2026-01-01T10:01:00.000Z",
        "fork.jsonl": "2026-01-01T10:05:00.000Z",
    }
