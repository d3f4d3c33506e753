"""Threads take turns quickly as long as any of those that asked for it is at work."""

import sys

from reflect.pipeline.quick_switching import SECONDS, quick_switching


def test_the_usual_interval_comes_back_with_the_last_one() -> None:
    usual = sys.getswitchinterval()
    first, second = quick_switching(), quick_switching()
    with first:
        second.__enter__()
    # The one that began first has left: as threads do, in any order.
    assert abs(sys.getswitchinterval() - SECONDS) < SECONDS / 10
    second.__exit__(None, None, None)
    assert sys.getswitchinterval() == usual
