"""A process that reads and redacts for an import: tasks on standard input, results on the output.

    python -P -m reflect.pipeline.reader_process

It opens no warehouse and writes no file. It ends with its input, so none is left behind when the
import is killed.
"""

import os
import pickle
import sys
from typing import Any, BinaryIO

from reflect.importers import Importer
from reflect.pipeline.rare_collections import rare_collections
from reflect.pipeline.unit_reader import Outcome, read_apart
from reflect.redaction.door import Door


def main() -> None:
    """Answer each task with its outcomes, or with None where something unforeseen happened."""
    tasks, results = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a library may print must not end up among the results.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    door = Door(*_received(tasks))
    importer: Importer | None = None
    while True:
        try:
            kind, source, pending = _received(tasks)
        except EOFError:
            return
        if importer is None or type(importer) is not kind:
            importer = kind()
        try:
            answer: list[Outcome] | None = read_apart(importer, source, pending, door)
        except Exception:
            # The import reads these units itself and meets the same thing where it can be told.
            answer = None
        pickle.dump(answer, results, protocol=pickle.HIGHEST_PROTOCOL)
        results.flush()


def _received(pipe: BinaryIO) -> Any:
    return pickle.load(pipe)  # noqa: S301 - from the process that started this one


if __name__ == "__main__":
    with rare_collections():
        main()
