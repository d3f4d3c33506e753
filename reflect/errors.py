"""Every error a user can meet, and the exit code of each.

ReflectError                     the base: a sentence, a hint (the next command), an exit code
├── InternalError            1   a defect of reflect itself
├── UsageError               2   a wrong word, an ambiguous name, a missing consent
├── NewerVersion             3   a file made by a newer reflect or DuckDB
├── PartialResult            4   a whole store or file could not be read
├── VerificationFailed       5   changed, tampered, missing key or leak
├── BadData                 65   a file is not what its name says
├── Unreachable             69   a service does not answer
├── StorageFailed           74   the disk is full or broken
├── Busy                    75   another process holds the warehouse
└── NotPermitted            77   the system refuses access
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process returns; the numbers from 64 follow sysexits.h."""

    OK = 0
    INTERNAL = 1
    USAGE = 2
    NEWER_VERSION = 3
    PARTIAL = 4
    VERIFICATION_FAILED = 5
    BAD_DATA = 65
    UNREACHABLE = 69
    STORAGE = 74
    BUSY = 75
    NOT_PERMITTED = 77


class ReflectError(Exception):
    """Base of all errors shown to a user.

    ``message`` names the file and the cause and never holds content of a session;
    ``hint`` is the next command or step.
    """

    exit_code = ExitCode.INTERNAL

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class InternalError(ReflectError):
    """A defect of reflect itself."""


class UsageError(ReflectError):
    """The words of the command are off, ambiguous, or a consent is missing."""

    exit_code = ExitCode.USAGE


class NewerVersion(ReflectError):
    """A file was made by a newer reflect or DuckDB and is left untouched."""

    exit_code = ExitCode.NEWER_VERSION


class PartialResult(ReflectError):
    """A whole store or file could not be read; the report says which."""

    exit_code = ExitCode.PARTIAL


class VerificationFailed(ReflectError):
    """A manifest, a report or a key is missing, changed or tampered with."""

    exit_code = ExitCode.VERIFICATION_FAILED


class BadData(ReflectError):
    """A file is not what it should be."""

    exit_code = ExitCode.BAD_DATA


class Unreachable(ReflectError):
    """A service does not answer."""

    exit_code = ExitCode.UNREACHABLE


class StorageFailed(ReflectError):
    """The disk is full, or writing failed."""

    exit_code = ExitCode.STORAGE


class Busy(ReflectError):
    """Another process holds the warehouse."""

    exit_code = ExitCode.BUSY


class NotPermitted(ReflectError):
    """The system refuses access to a file or folder."""

    exit_code = ExitCode.NOT_PERMITTED
