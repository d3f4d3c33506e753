"""How fast Python runs on this machine, beside which seconds of two runs can be compared."""

import time

STEPS = 1_000_000
TIMES = 5


def pace() -> float:
    """Seconds that a million steps of plain Python take, the least of five.

    It tells the machine, whose speed may change within minutes, and how its Python was built: with
    profile-guided optimisation, as distributions and python.org build it, or without.
    """
    return min(_seconds() for _ in range(TIMES))


def _seconds() -> float:
    began = time.perf_counter()
    seen: dict[str, int] = {}
    for step in range(STEPS):
        word = str(step % 1000)
        seen[word] = seen.get(word, 0) + len(word)
    return time.perf_counter() - began
