"""What is computed once for a session, although several detectors ask for it."""

from collections.abc import Callable
from typing import TypeVar

SessionT = TypeVar("SessionT")
ResultT = TypeVar("ResultT")


def once(compute: Callable[[SessionT], ResultT]) -> Callable[[SessionT], ResultT]:
    """Remember the result for the session that was asked about last.

    Detectors run one after the other over one session. It is told by identity: comparing or
    hashing a session would read all of it.
    """
    last: list[tuple[SessionT, ResultT]] = []

    def asked(session: SessionT) -> ResultT:
        if not last or last[0][0] is not session:
            last[:] = [(session, compute(session))]
        return last[0][1]

    return asked
