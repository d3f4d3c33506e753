"""The private Markdown report: everything a review found, with evidence.

Templates say what stands where. An expression in a template may only put out a ``Markdown``, which
``sinks`` alone makes, or a number: a datum without a filter is an error, not a hole. The same
review gives the same bytes; the time stands in the header only.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reflect import __version__
from reflect.errors import BadData, InternalError
from reflect.model.finding import CodePage, Evidence
from reflect.model.redacted import Redacted, require
from reflect.model.review import FindingRow, Review, Week
from reflect.model.vocabulary import Family, Stability
from reflect.reports import model_words, sinks, wording
from reflect.reports.code_page import measured
from reflect.reports.headlines import counted, counted_patterns, headlines
from reflect.reports.screen import Redact
from reflect.reports.terminal import week_counts

if TYPE_CHECKING:
    from jinja2 import Environment

NO_RULE = "no rule finds this; its precision is not known"
"""What is said of a code that a model alone can find."""


def render_review(
    review: Review, pages: Mapping[str, CodePage], *, redact: Redact, version: str = __version__
) -> Redacted:
    """The whole report; ``version`` is reflect's own."""
    return _render("review.md.jinja", redact, {**_review(review, pages), "version": version})


def render_week(
    week: Week, pages: Mapping[str, CodePage], *, redact: Redact, version: str = __version__
) -> Redacted:
    """The week beside the week before, then this week's findings in full."""
    values = {**_review(week.review, pages), "week": week, "version": version}
    return _render("week.md.jinja", redact, values)


def _render(name: str, redact: Redact, values: Mapping[str, Any]) -> Redacted:
    from jinja2 import TemplateError

    try:
        text = _environment().get_template(name).render(values)
    except (TemplateError, TypeError):
        raise BadData(
            f"templates/{name}, or one that it includes, does not fit this version of reflect",
            hint="remove your own copy of it, or write it anew after the shipped one",
        ) from None
    return require(redact(text))


def _review(review: Review, pages: Mapping[str, CodePage]) -> dict[str, Any]:
    return {
        "review": review,
        "headlines": headlines(review, pages),
        "patterns": counted_patterns(review),
        "families": [(family, _of_family(review, family)) for family in Family],
        "experimental": [r for r in review.findings if r.stability is Stability.EXPERIMENTAL],
        "found": [one for one in review.looked_for if one.sessions],
        "uncounted": (Stability.EXPERIMENTAL, Stability.OFF),
        "not_found": [one for one in review.looked_for if not one.sessions and one.applicable],
        "impossible": [one for one in review.looked_for if not one.applicable],
        "broken": [store for store in review.stores if store.error or store.unreadable],
        "refs": {row.id: row.ref for row in review.findings},
        "claims": {
            **{
                row.finding.code: wording.title(row.finding.code)
                for row in (*review.findings, *_suggested(review))
            },
            **{one.code: one.claim for one in review.looked_for},
            **{name: page.claim for name, page in pages.items()},
        },
        "precision": {
            **{row.finding.code: row.stability.value for row in review.findings},
            **{one.code: measured(one.stability) for one in review.looked_for},
            **{row.finding.code: NO_RULE for row in _suggested(review)},
        },
        "masks": sum(review.redactions.values()),
    }


def _suggested(review: Review) -> tuple[FindingRow, ...]:
    return review.model.suggested if review.model else ()


def _of_family(review: Review, family: Family) -> list[FindingRow]:
    return [row for row in review.findings if row.family is family and counted(row)]


def _environment() -> "Environment":
    from jinja2 import Environment, StrictUndefined

    from reflect.reports.template_loader import TemplateLoader

    environment = Environment(
        loader=TemplateLoader(),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - Markdown, not HTML: `finalize` refuses what is unfiltered
        finalize=_only_safe,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        inline=sinks.inline,
        code=sinks.code,
        fence=sinks.fence,
        words=_words,
        sentence=_sentence,
        place=wording.place,
        minute=wording.minute,
        day=wording.day,
    )
    environment.globals.update(
        title=wording.title,
        counted=wording.counted,
        of_sessions=wording.of_sessions,
        coverage=wording.coverage,
        selection=wording.selection,
        cost=wording.cost,
        days=wording.days,
        also_found=wording.also_found,
        other_names=wording.other_names,
        week_counts=week_counts,
        where=_where,
        model_asked=model_words.asked,
        model_checked=model_words.checked,
        model_agreed=model_words.agreed,
        model_agreement=model_words.agreement,
    )
    return environment


def _only_safe(value: object) -> object:
    """What an expression may put out. Called by Jinja for every one of them."""
    if isinstance(value, (sinks.Markdown, int)):
        return value
    raise InternalError("a template puts out text that passed no filter", hint="report this")


def _where(row: FindingRow, evidence: Evidence) -> str:
    """``path:record``, or the session where the path is not known."""
    path = row.paths.get(evidence.session)
    return f"{wording.place(path) if path else evidence.session}:{evidence.record}"


def _sentence(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def _words(values: list[str] | tuple[str, ...]) -> sinks.Markdown:
    """Names in a row, each one escaped."""
    return sinks.Markdown(", ".join(sinks.inline(value) for value in values))
