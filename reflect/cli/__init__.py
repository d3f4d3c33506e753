"""Words and flags, one file a command. Heavy imports stand inside the functions.

``reflect --help`` answers in 45 ms, half of them Python's own start: nothing is imported before a
command runs that help does not need, neither duckdb, polars, jinja2 and rich nor dataclasses.
"""

import gc
import os
import sys

from reflect.cli import streams, system_errors
from reflect.cli.commands import Command
from reflect.cli.parsing import called
from reflect.cli.talk import say_error
from reflect.errors import ExitCode, ReflectError

INTERRUPTED = 130
"""What shells return for a program that Ctrl-C ended."""

NEW_VALUES = 100_000
"""Values made, less those freed, between two searches for cycles. At a start nearly all that is
made stays, and by default every 700th value has it searched: 3 % of a review."""

REFLECT = Command(
    "reflect",
    "program",
    commands=(
        Command("reflect review", "review", "review"),
        Command("reflect week", "week", "week"),
        Command("reflect demo", "demo", "demo"),
        Command("reflect import", "import_", "import_"),
        Command("reflect stores", "stores", "stores"),
        Command("reflect sessions", "sessions", "sessions"),
        Command("reflect show", "show", "show"),
        Command("reflect turns", "turns", "turns"),
        Command("reflect explain", "explain", "explain"),
        Command("reflect eval", "eval_", "eval_"),
        Command("reflect label", "label", "label"),
        Command("reflect sql", "sql", "sql"),
        Command("reflect doctor", "doctor", "doctor"),
        Command(
            "reflect audit",
            "audit",
            commands=(
                Command("reflect audit list", "audit", "list_", "LIST_HELP"),
                Command("reflect audit show", "audit", "show", "SHOW_HELP"),
                Command("reflect audit verify", "audit", "verify", "VERIFY_HELP"),
            ),
        ),
    ),
)
"""Every command, in the order of ``--help``."""


def main() -> None:
    """Run the command line; every error becomes a sentence and an exit code."""
    gc.set_threshold(NEW_VALUES)
    os.umask(0o077)
    streams.prepare()
    code = _run()
    try:
        streams.flush()
    except OSError as error:
        code = _failed(system_errors.translate(error))
    # The interpreter looks through all values for cycles when it ends: 15 ms of any command.
    gc.freeze()
    sys.exit(code)


def _run() -> int:
    try:
        called(REFLECT, sys.argv[1:])()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ExitCode.OK)
    except BrokenPipeError:
        # A reader that went away (`| head`) has seen what it wanted.
        return int(ExitCode.OK)
    except ReflectError as error:
        return _failed(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _failed(system_errors.translate(error))
    except Exception as error:
        return _failed(system_errors.defect(error))
    return int(ExitCode.OK)


def _failed(error: ReflectError) -> int:
    say_error(error)
    return int(error.exit_code)
