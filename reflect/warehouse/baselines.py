"""Facts of a project over all its sessions, for what is usual there."""

from collections.abc import Sequence

from reflect.model.redacted import Redacted
from reflect.model.review import GivenLesson
from reflect.model.vocabulary import Polarity
from reflect.warehouse.connection import Connection
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values import CheckRun, InstructionLine


def check_runs(connection: Connection, projects: Sequence[str]) -> list[CheckRun]:
    """Commands that ran after an edit, by root."""
    return [CheckRun(*row) for row in connection.named("check_runs", [list(projects)])]


def given_lessons(connection: Connection, projects: Sequence[str]) -> list[tuple[str, GivenLesson]]:
    """Instructions that the human gave in sessions of projects, with the root session's key."""
    return [
        (row[0], GivenLesson(row[1], Polarity(row[2]), row[3]))
        for row in connection.named("given_lessons", [list(projects)])
    ]


def instruction_lines(connection: Connection, projects: Sequence[str]) -> list[InstructionLine]:
    """Lines of instruction files that sessions of projects had been given."""
    return [
        InstructionLine(row[0], iso(row[1]), iso(row[2]), Redacted(row[3]), Redacted(row[4]))
        for row in connection.named("baseline_instructions", [list(projects)])
    ]


def written_lines(connection: Connection, projects: Sequence[str]) -> dict[str, list[Redacted]]:
    """Project → distinct lines of instruction files that its sessions had been given."""
    found: dict[str, list[Redacted]] = {project: [] for project in projects}
    for project, line in connection.named("written_lines", [list(projects)]):
        found[project].append(Redacted(line))
    return found
