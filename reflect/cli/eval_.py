"""``reflect eval``: how good the results are, against labels."""

from pathlib import Path
from typing import Annotated

from reflect.cli.options import (
    MaxTokens,
    Refresh,
    ShowPrompts,
    TableFormat,
    YesSendTo,
)
from reflect.cli.parameters import Argument, option

HELP = """How good acts and codes are: precision, recall, every miss and false alarm.

\b
  reflect eval labels.jsonl                      the sessions lie beside it, in sessions/
  reflect eval labels.jsonl --sessions ~/labelled
  reflect eval labels.jsonl --stability measured.toml
  reflect eval labels.jsonl --model here         also asks that model of the settings

Labelled sessions are read into an archive of their own that is gone afterwards.
Without a folder of sessions, the labels are looked for in your archive.
A model is asked about every finding and every session; its replies are kept in your archive.
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
    model: Annotated[
        str | None,
        option("--model", metavar="PROVIDER", help="Measure this language model, too."),
    ] = None,
    yes_send_to: YesSendTo = None,
    show_prompts: ShowPrompts = None,
    max_tokens: MaxTokens = None,
    refresh: Refresh = False,
) -> None:
    """Measure, and print."""
    from dataclasses import replace

    from reflect import config, paths
    from reflect.cli import wanted_model
    from reflect.cli.printing import exits, print_json, print_screen
    from reflect.cli.talk import progress, say
    from reflect.pipeline.codes import chosen
    from reflect.pipeline.evaluating import EvalRequest, evaluate, stability_text
    from reflect.reports import evaluation_rows, evaluation_screen, files

    settings = config.load()
    running = chosen(settings, paths.config_file())
    flags = wanted_model.ModelFlags(model, False, yes_send_to, show_prompts, max_tokens, refresh)
    # The provider of the settings is for reviews: a measurement of a model is asked for by name.
    unnamed = replace(settings, model=replace(settings.model, provider=""))
    with progress() as report:
        ask = wanted_model.wanted(unnamed, flags, report.pause)
        request = EvalRequest(tuple(labels), sessions, label_set, ask)
        found = evaluate(request, running, report)
    if stability is not None:
        redact, _ = exits()
        files.write_output(stability, redact(stability_text(found, stability)))
        say(f"The counts of each code stand in {stability}.")
    if format is TableFormat.JSON:
        print_json(evaluation_rows.answer(found))
        return
    redact, width = exits()
    print_screen(evaluation_screen.render(found, redact=redact, width=width))
