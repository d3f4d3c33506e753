"""What every writer does beside writing: takes jobs, and rests until an import has met its work."""

import json
import sys
from collections.abc import Iterator
from typing import Any


def jobs() -> Iterator[dict[str, Any]]:
    """The lines of the input, each answered with ``done`` when it has been worked off."""
    for line in iter(sys.stdin.readline, ""):
        yield json.loads(line)
        print("done", flush=True)  # noqa: T201 - the answer


def rest() -> None:
    """Say ``wait``, and wait for a line: on a busy machine an import would else meet little."""
    print("wait", flush=True)  # noqa: T201 - the answer
    sys.stdin.readline()
