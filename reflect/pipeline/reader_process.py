"""A process that reads and redacts for an import: tasks on standard input, results on the output.

    python -P -m reflect.pipeline.reader_process

It opens no warehouse and writes no file. It ends with its input, so none is left behind when the
import is killed.
"""

from collections.abc import Callable
from typing import Any

from reflect.importers import Importer

# Most of what is large enough for readers is Claude Code's: imported once, before others are made.
from reflect.importers.claude_code.reading import read_unit as _for_all  # noqa: F401
from reflect.model.source import Source
from reflect.pipeline.processes import serve
from reflect.pipeline.rare_collections import rare_collections
from reflect.pipeline.unit_reader import Outcome, PendingUnit, read_apart
from reflect.redaction.door import Door


def answering(opening: tuple[bytes, tuple[str, ...]]) -> Callable[[Any], list[Outcome]]:
    """What answers each task with its outcomes, behind a door with this key and these homes."""
    door = Door(*opening)
    importers: dict[type[Importer], Importer] = {}

    def answer(task: tuple[type[Importer], Source, list[PendingUnit]]) -> list[Outcome]:
        kind, source, pending = task
        if kind not in importers:
            importers[kind] = kind()
        return read_apart(importers[kind], source, pending, door)

    return answer


if __name__ == "__main__":
    with rare_collections():
        serve(answering)
