"""A process that analyses root sessions for a review.

    python -P -m reflect.pipeline.analyser_process

It opens no warehouse and writes no file. It ends with its input, so none is left behind when the
review is killed.
"""

from collections.abc import Callable
from typing import Any

from reflect.features import lesson_topics
from reflect.features.words import lists
from reflect.pipeline.analysers import Analyser
from reflect.pipeline.codes import Codes
from reflect.pipeline.processes import serve
from reflect.pipeline.rare_collections import rare_collections


def answering(running: Codes) -> Callable[[Any], object]:
    """What answers. Rules and words are loaded before this process makes others of itself.

    Each would take 60 ms for them; here they are ready before the first session is read.
    """
    _ = running.detectors, lists.languages(), lists.common_words(), lesson_topics.may_blame("")
    return Analyser(running).answer


if __name__ == "__main__":
    with rare_collections():
        serve(answering)
