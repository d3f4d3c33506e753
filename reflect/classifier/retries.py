"""When a request is sent again: after which waits, how often, and never past the deadline."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from secrets import SystemRandom

from reflect.model.frozen import dataclass

MOST_RETRIES = 4
"""After the first attempt. A server that fails five times in a minute is not there."""

SHORTEST_WAIT = 1.0
LONGEST_WAIT = 30.0
"""Seconds, where the server does not say how long to wait."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock that a run goes by."""

    clock: Callable[[], float] = time.monotonic
    """Seconds since some moment."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    """Waits so many seconds."""
    random: Callable[[], float] = SystemRandom().random
    """A number from 0 up to 1."""


def wait(attempt: int, asked: float | None, random: Callable[[], float]) -> float:
    """Seconds to wait before the next attempt.

    Full jitter: anywhere between the shortest wait and a bound that doubles, so that clients that
    failed together do not come back together. What the server asks for is waited in full.

    Args:
        attempt: 0 after the first failure.
        asked: Seconds the server asked for; None when it did not.
        random: A number from 0 up to 1.
    """
    bound = min(LONGEST_WAIT, SHORTEST_WAIT * 2.0 ** (attempt + 1))
    jittered = SHORTEST_WAIT + random() * (bound - SHORTEST_WAIT)
    if asked is None:
        return jittered
    return asked + random()


class Gate:
    """Lets no request through while the server has asked to wait: it is asked of all of them."""

    def __init__(self, pace: Pace, deadline: float) -> None:
        self._pace = pace
        self._deadline = deadline
        self._opens = float("-inf")

    def close_for(self, seconds: float) -> bool:
        """Wait so long before the next request; False when that would end after the deadline."""
        opens = self._pace.clock() + seconds
        if opens >= self._deadline:
            return False
        self._opens = max(self._opens, opens)
        return True

    async def passed(self) -> bool:
        """Wait until a request may be sent; False when there is no time left."""
        while (left := self._opens - self._pace.clock()) > 0:
            await self._pace.sleep(left)
        return self._pace.clock() < self._deadline

    def left(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self._deadline - self._pace.clock())
