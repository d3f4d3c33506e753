"""Measures an import over HTTP beside the time the server itself takes to answer.

    python bench/server.py --database FILE [--opencode PROGRAM] [--copies 44] [--rounds 3]

FILE is an ``opencode.db`` with sessions of OpenCode 1.2 to 1.18; it is copied, and its sessions
are multiplied by copying their rows. The real program serves the copy from a home of its own.
In turn, and each to an end: every list and message is asked for over four connections and thrown
away (the server's own time), then ``reflect import --server`` imports them into an empty archive.
Printed beside the seconds: CPU of the server and of the importing process. Where other programs
keep the cores busy, seconds are too long on both sides, and the CPU is what holds.
"""

import argparse
import http.client
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from tests.clients.multiplied import multiply
from tests.clients.opencode_program import OpenCodeServer, environment, program

CONNECTIONS = 4
LIST = "/experimental/session?limit=10000&archived=true"
BAR = 1.2
"""Times the server's own answer time."""


def answered(port: int) -> float:
    """Seconds until everything was answered over four connections."""
    own = threading.local()

    def ask(path: str) -> bytes:
        if not hasattr(own, "connection"):
            own.connection = http.client.HTTPConnection("127.0.0.1", port)
        own.connection.request("GET", path)
        body: bytes = own.connection.getresponse().read()
        return body

    begun = time.monotonic()
    names = [session["id"] for session in json.loads(ask(LIST))]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        for _ in pool.map(ask, [f"/session/{name}/message" for name in names]):
            pass
    return time.monotonic() - begun


def imported(url: str, home: Path) -> tuple[float, float]:
    """Seconds of an import, as it counts them itself, and CPU seconds of its process."""
    shutil.rmtree(home, ignore_errors=True)
    before = _cpu_of_children()
    done = subprocess.run(
        (
            *(sys.executable, "-m", "reflect", "import", "--no-discover", "--server", url),
            *("--format", "json"),
        ),
        env={**os.environ, "REFLECT_HOME": str(home)},
        capture_output=True,
        check=True,
    )
    (store,) = json.loads(done.stdout)["stores"]
    return float(store["seconds"]), _cpu_of_children() - before


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_of(pid: int) -> float:
    """CPU seconds of a running process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 when the bar is broken."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--opencode", type=Path, help="the program, where it is not on the path")
    parser.add_argument("--copies", type=int, default=44)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args(words)
    binary = asked.opencode or program(os.environ)
    if binary is None:
        parser.error("OpenCode is not installed: make test-clients installs it")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        database = home / ".local" / "share" / "opencode" / "opencode.db"
        database.parent.mkdir(parents=True)
        shutil.copyfile(asked.database, database)
        database.chmod(0o600)
        sessions = multiply(database, asked.copies)
        server = OpenCodeServer(
            binary.resolve(), home, environment(home, home / "reflect"), home / "log"
        )
        try:
            server.wait_until_healthy()
            return _measure(server, sessions, Path(folder) / "archive", asked.rounds)
        finally:
            server.end()


def _measure(server: OpenCodeServer, sessions: int, archive: Path, rounds: int) -> int:
    port = int(server.url.rpartition(":")[2])
    answered(port)  # the first round warms the server up
    ratios = []
    for _ in range(rounds):
        marks = [_cpu_of(server.pid)]
        own = answered(port)
        marks.append(_cpu_of(server.pid))
        seconds, cpu = imported(server.url, archive)
        marks.append(_cpu_of(server.pid))
        ratios.append(seconds / own)
        print(
            f"{sessions} sessions: server {own:.2f} s (CPU {marks[1] - marks[0]:.2f} s), "
            f"import {seconds:.2f} s (CPU {cpu:.2f} s, of the server {marks[2] - marks[1]:.2f} s): "
            f"{seconds / own:.2f}x; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    middle = statistics.median(ratios)
    print(f"import over HTTP: {middle:.2f}x the server's own time (median), bar {BAR}x")
    return int(middle > BAR)


if __name__ == "__main__":
    sys.exit(main())
