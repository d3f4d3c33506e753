"""How long one thread may keep Python from another that waits, while several have work of ours."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 0.0005
"""The usual 5 ms would be waited for after each of fifty queries."""

_inside: list[float] = []


@contextmanager
def quick_switching() -> Iterator[None]:
    """Threads take turns quickly until the last such block is left."""
    _inside.append(sys.getswitchinterval() if not _inside else _inside[0])
    sys.setswitchinterval(SECONDS)
    try:
        yield
    finally:
        usual = _inside.pop()
        if not _inside:
            sys.setswitchinterval(usual)
