"""Facts of a project over all its sessions, for what is usual there."""

from collections.abc import Sequence

from reflect.model.redacted import Redacted
from reflect.model.review import GivenLesson
from reflect.model.vocabulary import Polarity
from reflect.warehouse.connection import Connection
from reflect.warehouse.values import CheckRun


def check_runs(connection: Connection, projects: Sequence[str]) -> list[CheckRun]:
    """Commands that ran after an edit, by root."""
    return [CheckRun(*row) for row in connection.named("check_runs", [list(projects)])]


def given_lessons(connection: Connection, projects: Sequence[str]) -> list[tuple[str, GivenLesson]]:
    """Instructions that the human gave in sessions of projects, with the root session's key."""
    return [
        (row[0], GivenLesson(row[1], Polarity(row[2]), row[3]))
        for row in connection.named("given_lessons", [list(projects)])
    ]


def given_instructions(
    connection: Connection, projects: Sequence[str]
) -> list[tuple[str, Redacted]]:
    """Root session and line, for every line of the instruction files it had been given."""
    rows = connection.named("given_instructions", [list(projects)])
    return [(root, Redacted(line)) for root, line in rows]


def written_lines(connection: Connection, projects: Sequence[str]) -> dict[str, list[Redacted]]:
    """Project → distinct lines of instruction files that its sessions had been given."""
    found: dict[str, list[Redacted]] = {project: [] for project in projects}
    for project, line in connection.named("written_lines", [list(projects)]):
        found[project].append(Redacted(line))
    return found
