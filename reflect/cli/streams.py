"""The three standard streams: open, and able to write every character."""

import io
import os
import sys


def prepare() -> None:
    r"""Make writing safe, whoever started the program and with which encoding.

    A closed stream (``2>&-``) leaves its number free, and the next file that is opened, the
    archive among them, would get what is written to it. A terminal or pipe that is not UTF-8
    (``PYTHONIOENCODING=ascii``) gets ``\u2026`` for ``…`` instead of ending the command.
    """
    _occupy_closed_numbers()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def flush() -> None:
    """Write what is still buffered; a reader that went away is no error.

    Raises:
        OSError: the disk behind the stream is full.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(1)
    except OSError:
        _discard(1)
        raise
    finally:
        try:
            sys.stderr.flush()
        except OSError:
            _discard(2)


def _discard(number: int) -> None:
    """Let the interpreter flush into nothing when it ends; it would exit with 120."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def _occupy_closed_numbers() -> None:
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is given: this very one.
            os.open(os.devnull, os.O_RDWR)
