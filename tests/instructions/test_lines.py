"""Instruction files: the named ones inside the project, nothing else."""

from pathlib import Path

from reflect.instructions import lines


def test_lines_of_the_known_files_are_given_once(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("# Rules\n\n- use pnpm\n")
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "CLAUDE.md").write_text("- use pnpm\n- run the tests\n")
    (tmp_path / "README.md").write_text("- no rule file\n")
    assert lines(tmp_path) == ["# Rules", "- use pnpm", "- run the tests"]


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("private\n")
    project = tmp_path / "project"
    project.mkdir()
    (project / "AGENTS.md").symlink_to(secret)
    assert lines(project) == []


def test_a_project_that_is_gone_has_none(tmp_path: Path) -> None:
    assert lines(tmp_path / "gone") == []
