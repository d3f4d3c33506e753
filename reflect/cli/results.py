"""The end of a run: the screen, the Markdown or the JSON, and the exit code."""

from pathlib import Path
from typing import TYPE_CHECKING

from reflect.cli.options import Format
from reflect.errors import ExitCode

if TYPE_CHECKING:
    from reflect.pipeline.run import Result


def finish(result: "Result", form: Format, output: Path | None, command: str = "review") -> None:
    """Print the result, or write it to the file the user named."""
    from reflect.cli.printing import exits, print_screen
    from reflect.cli.talk import say
    from reflect.model.redacted import Redacted
    from reflect.pipeline.codes import pages
    from reflect.reports import files, json_answer, terminal

    redact, width = exits()
    if form is Format.TEXT and not result.review.coverage.found:
        say("No sessions were found on this machine: reflect demo shows a report on samples,")
        say("reflect doctor says where was looked.")
    if form is Format.TEXT and output is None:
        known = {page.name: page for page in pages()}
        if result.week is not None:
            print_screen(
                terminal.render_week(
                    result.week,
                    known,
                    redact=redact,
                    width=width,
                    report=result.report,
                    manifest=result.manifest,
                )
            )
        else:
            print_screen(
                terminal.render_review(
                    result.review,
                    known,
                    redact=redact,
                    width=width,
                    report=result.report,
                    manifest=result.manifest,
                )
            )
    else:
        text: Redacted = result.markdown
        if form is Format.JSON:
            answer = (
                json_answer.week(result.week, result.report, result.manifest)
                if result.week is not None
                else json_answer.review(result.review, result.report, result.manifest, command)
            )
            text = json_answer.text(answer, redact)
        if output is None:
            print(text, end="")
        else:
            files.write_output(output, text)
    if result.partial:
        raise SystemExit(int(ExitCode.PARTIAL))
