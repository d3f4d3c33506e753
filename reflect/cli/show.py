"""``reflect show``: the evidence, where it stands."""

from typing import Annotated

from reflect.cli.options import TableFormat
from reflect.cli.parameters import Argument, option

HELP = """Open a finding, a pattern or a session, with the events themselves.

\b
  reflect show F-12            a finding with the events it cites
  reflect show P-3             a pattern with its findings
  reflect show ses_dd80        a session: id, or the beginning of one
"""


def show(
    reference: Annotated[str, Argument(metavar="REF", help="F-12, P-3, or a session.")],
    format: Annotated[  # noqa: A002 - the flag's name
        TableFormat, option("--format", help="How the result is written.")
    ] = TableFormat.TEXT,
) -> None:
    """Print what a reference stands for."""
    from reflect.cli.printing import exits, print_json, print_screen
    from reflect.pipeline.codes import pages
    from reflect.pipeline.measured import own_verdicts
    from reflect.pipeline.reading import opened
    from reflect.pipeline.showing import show as find
    from reflect.reports import json_answer, tables, wording

    with opened() as warehouse:
        shown = find(warehouse, reference)
    redact, width = exits()
    own = own_verdicts()
    claims = {
        page.name: " ".join(filter(None, (page.claim, wording.own_verdicts(own.get(page.name)))))
        for page in pages()
    }
    if shown.finding is not None:
        if format is TableFormat.JSON:
            print_json(json_answer.show_finding(shown.finding, shown.events))
            return
        claim = claims[shown.finding.finding.code]
        print_screen(tables.finding(shown.finding, claim, shown.events, redact=redact, width=width))
    elif shown.pattern is not None:
        if format is TableFormat.JSON:
            print_json(json_answer.show_pattern(shown.pattern, shown.findings))
            return
        claim = claims[shown.pattern.pattern.code]
        print_screen(
            tables.pattern(shown.pattern, claim, shown.findings, redact=redact, width=width)
        )
    elif shown.session is not None:
        if format is TableFormat.JSON:
            print_json(json_answer.show_session(shown.session, shown.events))
            return
        print_screen(tables.session(shown.session, shown.events, redact=redact, width=width))
