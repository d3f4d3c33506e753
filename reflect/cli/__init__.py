"""Words and flags, one file a command. Heavy imports stand inside the functions.

``reflect --help`` answers in under 0.1 s: help is plain (rich costs 90 ms), and neither duckdb,
polars, httpx nor jinja2 is imported before a command runs.
"""

import os
import sys

os.environ.setdefault("TYPER_USE_RICH", "0")

import typer

from reflect import __version__
from reflect.cli import (
    audit,
    demo,
    doctor,
    eval_,
    explain,
    import_,
    review,
    sessions,
    show,
    sql,
    stores,
    streams,
    system_errors,
    turns,
    week,
)
from reflect.cli.talk import say_error
from reflect.errors import ExitCode, ReflectError

HELP = """Reads your coding-agent sessions and says what keeps going wrong, with evidence.

\b
  reflect demo               a true report on sample sessions, in ten seconds
  reflect review             your last five sessions, on one screen
  reflect week               the last seven days beside the seven before
  reflect show F-1           the evidence of a finding, where it stands
  reflect explain CODE       what a code means, and when it is wrong

Everything stays on this machine: no account, no network, nothing is sent.
"""

INTERRUPTED = 130
"""What shells return for a program that Ctrl-C ended."""

app = typer.Typer(
    name="reflect",
    help=HELP,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        print(f"reflect {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Hold the options of the program itself."""


app.command("review", help=review.HELP)(review.review)
app.command("week", help=week.HELP)(week.week)
app.command("demo", help=demo.HELP)(demo.demo)
app.command("import", help=import_.HELP)(import_.import_)
app.command("stores", help=stores.HELP)(stores.stores)
app.command("sessions", help=sessions.HELP)(sessions.sessions)
app.command("show", help=show.HELP)(show.show)
app.command("turns", help=turns.HELP)(turns.turns)
app.command("explain", help=explain.HELP)(explain.explain)
app.command("eval", help=eval_.HELP)(eval_.eval_)
app.command("sql", help=sql.HELP)(sql.sql)
app.command("doctor", help=doctor.HELP)(doctor.doctor)
app.add_typer(audit.app, name="audit", help=audit.HELP)


def main() -> None:
    """Run the command line; every error becomes a sentence and an exit code."""
    os.umask(0o077)
    streams.prepare()
    code = _run()
    try:
        streams.flush()
    except OSError as error:
        code = _failed(system_errors.translate(error))
    sys.exit(code)


def _run() -> int:
    try:
        app()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ExitCode.OK)
        # typer answers a reader that went away (`| head`) with 1, and nothing else.
        return int(ExitCode.OK) if code == 1 else code
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
