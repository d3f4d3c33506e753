"""``reflect eval``: how good the results are, against labels."""

from pathlib import Path
from typing import Annotated

from reflect.cli.options import TableFormat
from reflect.cli.parameters import Argument, option

HELP = """How good acts and codes are: precision, recall, every miss and false alarm.

\b
  reflect eval labels.jsonl                      the sessions lie beside it, in sessions/
  reflect eval labels.jsonl --sessions ~/labelled
  reflect eval labels.jsonl --stability measured.toml

Labelled sessions are read into an archive of their own that is gone afterwards.
Without a folder of sessions, the labels are looked for in your archive.
"""


def eval_(
    labels: Annotated[list[Path], Argument(metavar="LABELS", help="Files of labels, JSON lines.")],
    sessions: Annotated[
        Path | None,
        option("--sessions", metavar="FOLDER", help="Where the labelled sessions lie."),
    ] = None,
    stability: Annotated[
        Path | None,
        option("--stability", metavar="FILE", help="Write the counts of each code there."),
    ] = None,
    label_set: Annotated[
        str | None,
        option("--label-set", metavar="NAME", help="What the labels are called there."),
    ] = None,
    format: Annotated[  # noqa: A002 - the flag's name
        TableFormat, option("--format", help="How the result is written.")
    ] = TableFormat.TEXT,
) -> None:
    """Measure, and print."""
    from reflect import config, paths
    from reflect.cli.printing import exits, print_json, print_screen
    from reflect.cli.talk import progress, say
    from reflect.pipeline.codes import chosen
    from reflect.pipeline.evaluating import EvalRequest, evaluate, stability_text
    from reflect.reports import evaluation_rows, evaluation_screen, files

    running = chosen(config.load(), paths.config_file())
    with progress() as report:
        found = evaluate(EvalRequest(tuple(labels), sessions, label_set), running, report)
    if stability is not None:
        redact, _ = exits()
        files.write_output(stability, redact(stability_text(found, stability)))
        say(f"The counts of each code stand in {stability}.")
    if format is TableFormat.JSON:
        print_json(evaluation_rows.answer(found))
        return
    redact, width = exits()
    print_screen(evaluation_screen.render(found, redact=redact, width=width))
