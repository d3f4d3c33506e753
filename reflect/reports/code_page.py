"""The page of a code as ``reflect explain`` and the docs show it."""

from collections.abc import Iterable

from reflect.model.finding import CodePage, StabilityRecord
from reflect.model.vocabulary import Stability
from reflect.reports import wording
from reflect.statistics import MEASURED_FROM


def measured(record: StabilityRecord) -> str:
    """One sentence about the precision of a code."""
    if record.stability is Stability.UNMEASURED:
        text = f"precision not yet measured ({record.judged} judged)"
    else:
        text = (
            f"{record.stability.value}: {record.right} of {record.judged} judged hits were right, "
            f"95 % lower bound {record.lower_bound:.2f} ({record.label_set})"
        )
    own = wording.own_verdicts(record.own)
    return f"{text}; {own}" if own else text


def known(record: StabilityRecord) -> str:
    """As ``measured``, and for a code that is not: what is known, and what is missing."""
    if record.stability is not Stability.UNMEASURED:
        return measured(record)
    needed = MEASURED_FROM - record.judged
    if not record.judged:
        return f"{measured(record)}: {needed} judged hits are needed, and none was met so far"
    return (
        f"{measured(record)}: {record.right} of {record.judged} judged hits were right, 95 % lower "
        f"bound {record.lower_bound:.2f} ({record.label_set}); {needed} more must be judged"
    )


def render_list(codes: Iterable[tuple[CodePage, StabilityRecord]]) -> str:
    """Every code with its claim, by family."""
    lines: list[str] = []
    from textwrap import fill

    family = None
    for page, record in codes:
        if page.family is not family:
            family = page.family
            lines += ["", family.value.replace("_", " ")]
        lines.append(f"  {page.name}")
        lines.append(fill(page.claim, 96, initial_indent="    ", subsequent_indent="    "))
        lines.append(f"    {measured(record)}")
    return "\n".join(lines[1:]) + "\n"


def render_page(page: CodePage, record: StabilityRecord) -> str:
    """The whole page as Markdown."""
    facts = [
        ("family", page.family.value.replace("_", " ")),
        ("who can change it", page.owner.value),
        ("severity", f"{page.severity} of 3"),
        ("version", str(page.version)),
        ("states", "an order of recorded facts" if page.order_of_facts else "a judgement"),
        ("precision", known(record)),
    ]
    if page.thresholds:
        numbers = ", ".join(f"{name} = {value:g}" for name, value in page.thresholds.items())
        facts.append(("thresholds", numbers))
    lines = [f"# {page.name}", "", page.claim, ""]
    lines += [f"- {name}: {value}" for name, value in facts]
    for heading, text in page.sections.items():
        lines += ["", f"## {heading}", "", text.strip()]
    return "\n".join(lines) + "\n"
