"""Options that several commands share: the same word means the same everywhere."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from reflect.cli.parameters import option
from reflect.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

MOST_ROWS = 1_000_000
"""A larger number of sessions or rows is a slip of the finger."""

UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class Format(StrEnum):
    """How the result is written."""

    TEXT = "text"
    MD = "md"
    JSON = "json"


class TableFormat(StrEnum):
    """How rows are written."""

    TEXT = "text"
    JSON = "json"


Store = Annotated[
    list[str] | None,
    option("--store", metavar="AGENT=PATH", help="Add a store; may be repeated."),
]
Server = Annotated[
    list[str] | None,
    option("--server", metavar="[NAME=]URL", help="Ask this OpenCode server; may be repeated."),
]
ServerPasswordFile = Annotated[
    list[str] | None,
    option(
        "--server-password-file",
        metavar="[NAME=]FILE",
        help="Its password, where OPENCODE_SERVER_PASSWORD is not set.",
    ),
]
StartServer = Annotated[
    bool,
    option("--start-server", help="Start OpenCode's own server for this command."),
]
Discover = Annotated[
    bool,
    option("--discover/--no-discover", help="Look at this machine's own stores."),
]
Project = Annotated[
    str | None,
    option("--project", metavar="PATH", help="Only projects whose path holds this."),
]
Agents = Annotated[
    list[str] | None,
    option("--agent", metavar="NAME", help="Only this agent; may be repeated."),
]
IncludeAutomated = Annotated[
    bool | None,
    option(
        "--include-automated/--no-include-automated",
        help="Also sessions driven by a program.",
        default="no",
    ),
]
Last = Annotated[
    int | None,
    option(
        "--last", "-n", least=1, most=MOST_ROWS, metavar="N", help="The last N sessions of a human."
    ),
]
Since = Annotated[
    str | None, option("--since", metavar="WHEN", help="Active since: 7d, 12h, 2026-11-01.")
]
Session = Annotated[
    str | None, option("--session", metavar="REF", help="One session: id or unique prefix.")
]
Name = Annotated[
    str | None, option("--name", metavar="TEXT", help="One session: part of its title.")
]
Model = Annotated[
    str | None,
    option("--model", metavar="PROVIDER", help="Ask this language model of the settings."),
]
NoModel = Annotated[bool, option("--no-model", help="Ask no language model.")]
YesSendTo = Annotated[
    str | None,
    option("--yes-send-to", metavar="HOST", help="Agree to this run's requests to this host."),
]
ShowPrompts = Annotated[
    Path | None,
    option("--show-prompts", metavar="FILE", help="Write the exact requests before they are sent."),
]
MaxTokens = Annotated[
    int | None,
    option("--max-tokens", least=1, metavar="N", help="Refuse to send and receive more than this."),
]
Refresh = Annotated[bool, option("--refresh", help="Ask again what was answered before.")]
Output = Annotated[
    Path | None,
    option("--output", "-o", metavar="FILE", help="Write the result there (0600)."),
]


def moment(text: str, now: "datetime") -> str:
    """An ISO time in UTC from ``7d``, ``12h``, ``30m``, ``2w``, a date or an ISO time."""
    from datetime import datetime, timedelta

    try:
        if text[:-1].isdecimal() and text[-1] in UNITS:
            named = now - timedelta(**{UNITS[text[-1]]: int(text[:-1])})
        else:
            named = datetime.fromisoformat(text)
        return iso(named)
    except ValueError:
        wrong = "not a time"
    except OverflowError:
        wrong = "before all times"
    raise UsageError(f"--since {text}: {wrong}", hint="write 7d, 12h, 30m, 2w or 2026-11-01")


def iso(at: "datetime") -> str:
    """The form in which times are kept: UTC, milliseconds, ``Z``."""
    from datetime import UTC

    # strftime writes the year 999 with three digits, which would sort behind 2026.
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
