"""Closed word lists of a run and its manifest; the manifest's schema is generated from them."""

from enum import StrEnum


class SelectionMode(StrEnum):
    """How the sessions of a run were chosen."""

    LAST = "last"
    SINCE = "since"
    SESSION = "session"
    NAME = "name"
    ALL = "all"


class Action(StrEnum):
    """Commands that write a manifest."""

    REVIEW = "review"
    WEEK = "week"
    DEMO = "demo"
    EVAL = "eval"
    """Only where a language model is asked: it is the record of what was sent."""


class Outcome(StrEnum):
    """How a run ended; ``interrupted`` is written first and replaced at the end."""

    COMPLETED = "completed"
    PARTIAL = "partial"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class PromptPurpose(StrEnum):
    """Why a request went to a model."""

    ADJUDICATE = "adjudicate"
    SWEEP = "sweep"
    NAME = "name"
    SUMMARISE = "summarise"


class Destination(StrEnum):
    """Where a prompt went."""

    NONE = "none"
    LOOPBACK = "loopback"
    REMOTE = "remote"


class Consent(StrEnum):
    """How the user agreed to a prompt being sent."""

    NOT_NEEDED = "not_needed"
    FLAG = "flag"
    CONFIG = "config"
    INTERACTIVE = "interactive"


class OperatingSystem(StrEnum):
    """Where a run took place."""

    LINUX = "linux"
    MACOS = "macos"
    WINDOWS = "windows"
    OTHER = "other"


class ErrorCode(StrEnum):
    """Errors in a manifest.

    Up to E099 the run failed with that exit code; from E201 a part of the input was unreadable.
    """

    INTERNAL = "E001"
    USAGE = "E002"
    NEWER_VERSION = "E003"
    VERIFICATION_FAILED = "E005"
    BAD_DATA = "E065"
    UNREACHABLE = "E069"
    STORAGE = "E074"
    BUSY = "E075"
    NOT_PERMITTED = "E077"
    STORE_UNREADABLE = "E201"
    FILE_UNREADABLE = "E202"
    RECORD_UNREADABLE = "E203"
