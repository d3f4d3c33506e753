"""llama.cpp's server on loopback, with one thread, for one model file; ends with its input.

python scripts/local_model_server.py FILE.gguf

Runs under an interpreter that has the package xllamacpp. Prints its address when it is ready.
"""

import importlib
import sys

CONTEXT = 8192
"""Tokens: what SmolLM2-135M was trained for."""

ERRORS = 1
"""Of what it tells on standard error, only errors."""


def main() -> int:
    """Serve until nobody holds the other end of standard input."""
    server = importlib.import_module("xllamacpp")
    wanted = server.CommonParams()
    wanted.model.path = sys.argv[1]
    wanted.n_ctx = CONTEXT
    wanted.n_parallel = 1
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    # A second thread of the same machine waits for the first in a loop: on two busy cores a request
    # took 40 times as long with two.
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = 1
    wanted.warmup = False
    wanted.verbosity = ERRORS
    running = server.Server(wanted)
    print(running.listening_address, flush=True)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
