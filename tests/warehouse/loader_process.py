"""Loads sessions in batches until it is killed: run by tests as a process of its own.

Arguments: the warehouse, how many sessions, how many in a batch. Writes a line when it begins and
one when it is done. Each session holds 30 messages and 30 calls; those with an odd number are
forks of the one before, so that the links have work too.
"""

import sys
from pathlib import Path

from reflect.model.redacted import seal
from reflect.model.session import RedactedSession


def made(number: int) -> RedactedSession:
    """Session number n of the store."""
    from tests.warehouse.warehouse_builders import at, call, message, session

    first = number - number % 2
    return session(
        f"s{number:03d}",
        created_at=at(number),
        messages=tuple(
            message(f"m{number}-{n}", n, f"word {n} " * 20, copy_key=f"m{first}-{n}")
            for n in range(30)
        ),
        calls=tuple(
            call(f"c{number}-{n}", n + 30, output=seal(f"line {n}\n" * 60)) for n in range(30)
        ),
    )


def main() -> None:
    """Load what the ledger does not know yet."""
    sys.path.append(str(Path(__file__).parents[2]))
    from reflect.warehouse import open_warehouse
    from tests.warehouse.warehouse_builders import STORE, unit

    path, sessions, size = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    with open_warehouse(path, write=True) as warehouse:
        known = warehouse.ledger("claude-code", STORE)
        todo = [n for n in range(sessions) if f"s{n:03d}.jsonl" not in known]
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        for place in range(0, len(todo), size):
            warehouse.load([unit(made(n)) for n in todo[place : place + size]])
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main()
