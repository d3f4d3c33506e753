"""A process that analyses root sessions for a review.

    python -P -m reflect.pipeline.analyser_process

It opens no warehouse and writes no file. It ends with its input, so none is left behind when the
review is killed.
"""

from reflect.pipeline.analysers import Analyser
from reflect.pipeline.processes import serve
from reflect.pipeline.rare_collections import rare_collections

if __name__ == "__main__":
    with rare_collections():
        serve(lambda running: Analyser(running).answer)
