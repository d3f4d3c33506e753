"""``reflect audit``: the manifests of earlier runs."""

from typing import Annotated

from reflect.cli.options import TableFormat
from reflect.cli.parameters import Argument, option

HELP = """The redacted manifests: what each run read and produced, without a word of any session."""

LIST_HELP = """Runs, newest first, each with its seal.

\b
  reflect audit list
  reflect audit list --format json
"""

SHOW_HELP = """One manifest as it stands in its file.

\b
  reflect audit show last
  reflect audit show run_01kb8q3x
"""

VERIFY_HELP = """Prove that no manifest and no report was changed, removed or replaced.

\b
  reflect audit verify
  reflect audit verify --strict
"""

FormatOption = Annotated[TableFormat, option("--format", help="How the result is written.")]


def list_(format: FormatOption = TableFormat.TEXT) -> None:  # noqa: A002 - the flag's name
    """Runs, newest first, each with its seal."""
    from reflect import paths
    from reflect.cli.printing import print_json, print_rows
    from reflect.reports import audit, json_answer

    found = audit.entries(paths.manifests_dir())
    if format is TableFormat.JSON:
        print_json(json_answer.audit_list(found))
        return
    names = ("started", "run", "action", "outcome", "sessions", "findings", "seal")
    print_rows(
        names,
        [
            (e.started_at[:16], e.run, e.action, e.outcome, e.sessions, e.findings, e.mac[:12])
            for e in found
        ],
    )


def show(
    run: Annotated[str, Argument(metavar="RUN", help="A run's id, or the beginning of one.")],
) -> None:
    """One manifest as it stands in its file."""
    from reflect import paths
    from reflect.reports import audit

    print(audit.text(audit.show(paths.manifests_dir(), run)), end="")


def verify(
    strict: Annotated[
        bool, option("--strict", help="A report that was deleted fails too.")
    ] = False,
    format: FormatOption = TableFormat.TEXT,  # noqa: A002 - the flag's name
) -> None:
    """Prove that no manifest and no report was changed, removed or replaced."""
    from reflect import paths
    from reflect.cli.printing import print_json
    from reflect.errors import ExitCode
    from reflect.redaction.key import load_or_create_key
    from reflect.reports import audit, json_answer

    # A key made now could not have sealed anything: without the file there is none.
    key = load_or_create_key(paths.key_file()) if paths.key_file().exists() else None
    checks = audit.verify(paths.manifests_dir(), key, paths.reports_dir(), strict)
    failed = any(check.failure for check in checks)
    if format is TableFormat.JSON:
        print_json(json_answer.audit_verify(checks))
    else:
        for check in checks:
            where = f"  {check.file}" if check.file else ""
            print(f"{check.code.value}{where}  {audit.MEANING[check.code]}")
    if failed:
        raise SystemExit(int(ExitCode.VERIFICATION_FAILED))
