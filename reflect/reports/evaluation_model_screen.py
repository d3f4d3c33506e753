"""What ``reflect eval`` says of a language model, for a terminal: rules, both, model alone."""

from collections.abc import Iterator, Sequence

from reflect.model.evaluation import Share
from reflect.model.model_evaluation import Answered, Hits, ModelEvaluation, Sides, Suggested
from reflect.reports import model_words
from reflect.reports.screen import Line, columns, wrapped

SPLIT = (Answered.NO, Answered.UNSURE, Answered.DROPPED)
"""What the findings that were not confirmed are made of."""


def share(value: Share) -> str:
    """A share with its interval and its counts: ``0.93 [0.86–0.96] 99 of 107``."""
    if value.value is None:
        return "– (0 of 0)"
    return f"{value.value:.2f} [{value.low:.2f}–{value.high:.2f}] {value.hits} of {value.of}"


def lines(shown: ModelEvaluation, width: int) -> Iterator[Line]:
    """Everything about the model, to stand below what the rules alone are worth."""
    run = shown.run
    yield from _part(f"Beside the model {run.facts.model}: hits that labels judge")
    rows = [*_rows("every code", shown.total)]
    for one in shown.codes:
        rows += _rows(one.code, one.sides)
    names = ("code", "", "findings", "precision", "of picked moments", "")
    yield from columns(rows, None, names)
    yield from _part("Suggested by the model alone: no rule finds these")
    yield from _suggested(shown.suggested)
    yield from _part("What the model was asked and said")
    asked = model_words.asked(run)
    seconds = f" {run.seconds:.1f} seconds." if run.calls else ""
    yield from wrapped(asked + seconds, width, indent=2)
    yield from wrapped(model_words.checked(run), width, indent=2)
    if run.stopped not in asked:
        yield from wrapped(run.stopped, width, indent=2)


def _part(title: str) -> list[Line]:
    return [Line(""), Line(title, "bold")]


def _rows(name: str, sides: Sides) -> Iterator[tuple[str, ...]]:
    yield _row(name, "rules", sides.rules, share(sides.recall))
    yield _row("", "confirmed", sides.confirmed, share(sides.recall_confirmed))
    split = ", ".join(f"{one.value} {sides.answers[one]}" for one in SPLIT if sides.answers[one])
    yield _row("", "rule only", sides.rule_only, "", split)
    if sides.unanswered.findings:
        yield _row("", "not answered", sides.unanswered, "")


def _row(name: str, side: str, hits: Hits, recall: str, split: str = "") -> tuple[str, ...]:
    return name, side, f"{hits.findings}", share(hits.precision), recall, split


def _suggested(rows: Sequence[Suggested]) -> list[Line]:
    table = [
        (one.code, f"{one.hits.findings}", share(one.hits.precision), share(one.recall))
        for one in rows
    ]
    names = ("code", "findings", "precision", "of picked moments")
    return columns(table, None, names) if table else [Line("nothing")]
