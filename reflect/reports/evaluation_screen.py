"""What ``reflect eval`` says, for a terminal: measures in tables, differences by reference."""

from collections.abc import Iterator, Sequence

from reflect.model.evaluation import (
    Ablation,
    ActsEvaluation,
    CodeMeasure,
    Evaluation,
    Measure,
    NamedMeasure,
    Reference,
    Share,
)
from reflect.reports import evaluation_model_screen
from reflect.reports.evaluation_model_screen import share
from reflect.reports.screen import Line, Redact, Screen, columns, finish, wrapped

MEASURED = ("", "n", "precision", "recall", "F1")


def render(shown: Evaluation, *, redact: Redact, width: int = 80) -> Screen:
    """Everything that was measured; tables are kept whole, however wide the screen."""
    lines = wrapped(f"reflect eval · {shown.label_set}", width, "bold", 2)
    if shown.acts is not None:
        lines += _acts(shown.acts, width)
    lines += _codes(shown, width)
    if shown.model is not None:
        lines += evaluation_model_screen.lines(shown.model, width)
    return finish(lines, redact)


def _acts(acts: ActsEvaluation, width: int) -> Iterator[Line]:
    found = acts.coverage
    yield from wrapped(
        f"{found.labels} labels = {found.compared} compared + {found.disputed} disputed"
        f" + {found.unread} in {found.sessions_unread} sessions that could not be read;"
        f" {found.sessions} sessions read, {found.unlabelled} acts in them without a label",
        width,
        indent=2,
    )
    yield from _part("Pushback: correction, failure report, challenge, review paste")
    yield from _measures(
        [
            NamedMeasure("rules", acts.pushback),
            NamedMeasure("rules, disputed rows", acts.disputed),
            *acts.baselines,
        ]
    )
    yield from wrapped(_ceiling(acts), width, indent=2)
    folds = ", ".join(_number(value) for value in acts.fold_f1)
    yield from wrapped(f"F1 in five parts of the sessions: {folds}", width, indent=2)
    yield from _part("Pushback from a confidence on")
    yield from _measures(acts.by_confidence)
    yield from _part("Pushback by agent and language")
    yield from _measures([*acts.by_agent, *acts.by_language])
    yield from _part("Typed by the human at all")
    yield from _measures([NamedMeasure("human", acts.authors)])
    yield from _part("Each act against all others")
    yield from _measures(acts.by_act)
    yield from _part("Labelled act (rows) and found act (columns)")
    yield from _confusion(acts)
    yield from _part("Without a kind of signals, or a signal: what is left of pushback")
    yield from _ablations([*acts.signal_kinds, *acts.signals])
    yield from _references("Misses", acts.misses)
    yield from _references("False alarms", acts.false_alarms)


def _part(title: str) -> list[Line]:
    return [Line(""), Line(title, "bold")]


def _ceiling(acts: ActsEvaluation) -> str:
    agreed = acts.agreement
    kappa = "" if agreed.kappa is None else f", kappa about {agreed.kappa:.2f}"
    return f"ceiling: the readers agreed on {share(agreed.share)} of all rows{kappa}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _f1(one: Measure) -> str:
    if one.f1 is None or one.f1_low is None or one.f1_high is None:
        return _number(one.f1)
    return f"{one.f1:.2f} [{one.f1_low:.2f}–{one.f1_high:.2f}]"


def _measures(rows: Sequence[NamedMeasure]) -> list[Line]:
    table = [
        (row.name, f"{row.measure.n}", *map(share, _shares(row.measure)), _f1(row.measure))
        for row in rows
    ]
    return columns(table, None, MEASURED)


def _shares(one: Measure) -> tuple[Share, Share]:
    return one.precision, one.recall


def _confusion(acts: ActsEvaluation) -> list[Line]:
    found = sorted({name for row in acts.confusion.values() for name in row})
    # Found acts are numbered, or a dozen names would make the table wider than any screen.
    numbers = {name: f"{place}" for place, name in enumerate(found, 1)}
    table = [
        (name, *(f"{row[one]}" if one in row else "·" for one in found))
        for name, row in acts.confusion.items()
    ]
    names = ", ".join(f"{number} {name}" for name, number in numbers.items())
    return [*columns(table, None, ("", *numbers.values())), *wrapped(names, 100, "dim", 2)]


def _ablations(rows: Sequence[Ablation]) -> list[Line]:
    table = [
        (
            row.name,
            f"{row.right} of {row.spoke}",
            _number(row.without.precision.value),
            _number(row.without.recall.value),
            _number(row.without.f1),
        )
        for row in rows
    ]
    return columns(table, None, ("without", "right where it spoke", "precision", "recall", "F1"))


def _references(title: str, rows: Sequence[Reference]) -> Iterator[Line]:
    yield from _part(f"{title}: {len(rows)}")
    if rows:
        table = [
            (f"{row.file}:{row.record}", row.expected, row.found, ", ".join(row.signals))
            for row in rows
        ]
        yield from columns(table, None, ("record", "label", "found", "signals"))


def _codes(shown: Evaluation, width: int) -> Iterator[Line]:
    if not shown.codes and not shown.unused:
        return
    yield from _part("Codes: hits that labels judge, picked moments that were found")
    yield from _code_table(shown.codes)
    for one in shown.codes:
        yield from _references(f"{one.code}, wrong", one.wrong) if one.wrong else ()
        yield from _references(f"{one.code}, missed", one.missed) if one.missed else ()
    if shown.unused:
        counts = ", ".join(f"{count} {name}" for name, count in shown.unused.items())
        yield Line("")
        yield from wrapped(f"moments that no code is about: {counts}", width, indent=2)


def _code_table(codes: Sequence[CodeMeasure]) -> list[Line]:
    table = [
        (
            one.code,
            f"{one.version}",
            f"{one.findings}",
            share(one.precision),
            share(one.recall),
            one.stability.value,
        )
        for one in codes
    ]
    names = ("code", "version", "findings", "precision", "of picked moments", "")
    return columns(table, None, names) if table else [Line("no code is judged by these labels")]
