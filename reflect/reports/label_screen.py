"""What ``reflect label`` shows: one thing to judge, and what the verdicts say so far."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from reflect.model.rows import EventRow
from reflect.model.verdict import Posterior
from reflect.reports import tables, wording
from reflect.reports.screen import Line, Redact, Screen, columns, finish, wrapped


def question(
    name: str,
    ref: str,
    claim: str,
    own: str,
    signals: Sequence[str],
    events: Sequence[EventRow],
    *,
    place: int,
    of: int,
    redact: Redact,
    width: int = 80,
) -> Screen:
    """A finding, or a turn with its act, with the events around it; what is judged is marked.

    ``own`` is what the verdicts on its code said before.
    """
    head = f"{place} of {of}  {ref}  " if ref else f"{place} of {of}  "
    lines = [Line(""), *wrapped(f"{head}{wording.title(name)} ({name})", width, "bold", 2)]
    if claim:
        lines += wrapped(claim, width)
    if own:
        lines += wrapped(own, width, "dim", 2)
    if signals:
        lines += wrapped(f"told by: {', '.join(signals)}", width, "dim", 2)
    return finish([*lines, Line(""), *tables.events_as_lines(events, width)], redact)


def summary(
    codes: Mapping[str, Posterior],
    acts: Mapping[str, Posterior],
    switch_off: Sequence[str],
    exceptions: Sequence[str],
    settings: Path,
    *,
    redact: Redact,
    width: int = 80,
) -> Screen:
    """How often each code and act is right by the user's verdicts, and what to change."""
    table = [_row(one) for one in (*codes.values(), *acts.values())]
    names = ("", "accepted", "rejected", "unsure", "80 % interval")
    none = "no verdict so far on what was drawn at random; reflect label asks for some"
    lines = columns(table, None, names) if table else [Line(none)]
    file = wording.place(str(settings))
    for name in switch_off:
        text = f'{name} is wrong for you more often than right: off = ["{name}"] under [codes]'
        lines += [Line(""), *wrapped(f"{text} in {file} switches it off.", width, "", 2)]
    for one in exceptions:
        text = f'you keep rejecting {one}: exceptions = ["{one}"] under [codes] in {file}'
        lines += [Line(""), *wrapped(f"{text} leaves it out.", width, "", 2)]
    return finish(lines, redact)


def _row(one: Posterior) -> tuple[str, ...]:
    interval = f"{100 * one.low:.0f}–{100 * one.high:.0f} %"
    return one.name, f"{one.accepted}", f"{one.rejected}", f"{one.unsure}", interval
