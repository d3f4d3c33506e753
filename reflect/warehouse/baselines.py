"""Facts of a project over all its sessions, for what is usual there."""

from collections.abc import Iterator, Sequence

from reflect.model.redacted import Redacted
from reflect.model.vocabulary import CallStatus, Tool
from reflect.warehouse.connection import Connection
from reflect.warehouse.rows_to_values import iso, text
from reflect.warehouse.values import BaselineCall, InstructionLine


def calls(connection: Connection, projects: Sequence[str]) -> Iterator[BaselineCall]:
    """Shell, edit and write calls in order."""
    for row in connection.stream("baseline_calls", [list(projects)]):
        yield BaselineCall(
            project=row[0],
            root=row[1],
            started_at=iso(row[2]),
            session=row[3],
            position=row[4],
            tool=Tool(row[5]),
            command=text(row[6]),
            status=CallStatus(row[7]),
            exit_code=row[8],
        )


def instruction_lines(connection: Connection, project: str) -> list[InstructionLine]:
    """Lines of instruction files that sessions of a project had been given."""
    return [
        InstructionLine(row[0], iso(row[1]), iso(row[2]), Redacted(row[3]), Redacted(row[4]))
        for row in connection.named("baseline_instructions", [project])
    ]
