"""Stands in for the program ``opencode``: says its version, and serves recorded answers.

Run as ``opencode_stand_in.py VERSION FOLDER WORDS…``. What it was started with is written to
``FOLDER/started.json``; ``FOLDER/ended`` is there once it was asked to end.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from answering_server import Answering, answering, recorded


def main() -> None:
    """Do what the words say."""
    version, folder, *words = sys.argv[1:]
    if words == ["--version"]:
        sys.stdout.write(f"{version}\n")
        return
    port = int(words[words.index("--port") + 1])
    password = os.environ["OPENCODE_SERVER_PASSWORD"]
    told = {"words": words, "pid": os.getpid(), "password": password, "folder": str(Path.cwd())}
    (Path(folder) / "started.json").write_text(json.dumps(told), encoding="utf-8")
    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    with answering(Answering(recorded("1.18.33"), password=password), port):
        while not ended:
            time.sleep(0.02)
    (Path(folder) / "ended").touch()


main()
