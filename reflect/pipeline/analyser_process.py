"""A process that analyses root sessions for a review.

    python -P -m reflect.pipeline.analyser_process

It opens no warehouse and writes no file. It ends with its input, so none is left behind when the
review is killed.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from reflect.pipeline import trial
from reflect.pipeline.analysers import Analyser
from reflect.pipeline.codes import Codes
from reflect.pipeline.processes import serve
from reflect.pipeline.rare_collections import rare_collections


def answering(running: Codes) -> Callable[[Any], object]:
    """What answers. All of it is tried once before this process makes others of itself.

    Each would take 100 ms to load rules, words and patterns; here they are ready before the first
    session is read.
    """
    # What fails here fails again with a session, and is told where that is noticed.
    with suppress(Exception):
        trial.try_on(running)
    return Analyser(running).answer


if __name__ == "__main__":
    with rare_collections():
        serve(answering)
