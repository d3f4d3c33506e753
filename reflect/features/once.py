"""What is computed once for a session, although several detectors ask for it."""

from collections.abc import Callable
from typing import TypeVar

from reflect.features.session_features import SessionFeatures

ResultT = TypeVar("ResultT")


def once(compute: Callable[[SessionFeatures], ResultT]) -> Callable[[SessionFeatures], ResultT]:
    """Remember the result for the session that was asked about last.

    Detectors run one after the other over one session. It is told by identity: comparing or
    hashing a session would read all of it.
    """
    last: list[tuple[SessionFeatures, ResultT]] = []

    def asked(session: SessionFeatures) -> ResultT:
        if not last or last[0][0] is not session:
            last[:] = [(session, compute(session))]
        return last[0][1]

    return asked
