"""Numbers, names and times in words; the same words in every report."""

from collections.abc import Iterable, Mapping, Sequence

from reflect import paths
from reflect.model.review import Coverage, FindingRow, Selection
from reflect.model.run_vocabulary import SelectionMode
from reflect.model.verdict import Posterior
from reflect.model.vocabulary import SkipReason, Stability

SKIPPED: Mapping[SkipReason, str] = {
    SkipReason.NOT_SELECTED: "not selected",
    SkipReason.AUTOMATED: "automated",
    SkipReason.SUB_AGENT: "sub-agent",
    SkipReason.TOO_SHORT: "too short",
    SkipReason.DUPLICATE: "duplicate",
    SkipReason.UNREADABLE: "unreadable",
    SkipReason.REVIEWING: "reviewing now",
}

NOTHING_YET = "nothing worth changing yet"


def title(code: str) -> str:
    """``claim_without_verification`` as words."""
    words = code.replace("_", " ")
    return words[:1].upper() + words[1:]


def counted(number: int, one: str, many: str | None = None) -> str:
    """``1 session``, ``2 sessions``, ``12,000 tokens``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def of_sessions(sessions: int, applicable: int) -> str:
    """A count with its denominator."""
    word = "session" if applicable == 1 else "sessions"
    return f"{sessions} of {applicable} {word} where it could have happened"


def coverage(seen: Coverage) -> str:
    """``found 12 = 5 analysed + 7 not selected``; what is zero is left out."""
    parts = [f"{seen.analysed} analysed"]
    parts += [f"{n} {SKIPPED[r]}" for r in SkipReason if (n := seen.skipped.get(r, 0))]
    return f"found {seen.found} = " + " + ".join(parts)


def own_verdicts(own: Posterior | None) -> str:
    """What the user's verdicts say: ``you accepted 7 of 9 (80 % interval 55–88 %)``; or nothing."""
    judged = own.accepted + own.rejected if own else 0
    if own is None or not judged:
        return ""
    interval = f"80 % interval {100 * own.low:.0f}–{100 * own.high:.0f} %"
    return f"you accepted {own.accepted} of {judged} ({interval})"


def unmeasured(judged: int) -> str:
    """What is said wherever an unmeasured code is shown."""
    return f"precision not yet measured ({judged} judged)"


def other_names(codes: Iterable[str]) -> str:
    """Codes as words inside a sentence: ``missed sibling, repeated instruction``."""
    return ", ".join(title(code).lower() for code in codes)


def also_found(rows: Iterable[FindingRow]) -> str:
    """The findings that another one tells: ``missed sibling (F-4, precision not yet measured)``."""
    notes = {Stability.UNMEASURED: ", precision not yet measured"}
    return ", ".join(
        f"{other_names([row.finding.code])} ({row.ref}{notes.get(row.stability, '')})"
        for row in rows
    )


def day(time: str | None) -> str:
    """``2026-11-28``."""
    return time[:10] if time else "date unknown"


def minute(time: str | None) -> str:
    """``2026-11-28 14:03``, UTC."""
    return f"{time[:10]} {time[11:16]}" if time else "time unknown"


def days(times: Sequence[str]) -> str:
    """The first and last day of some times."""
    if not times:
        return "dates unknown"
    first, last = day(min(times)), day(max(times))
    return first if first == last else f"{first} to {last}"


def cost(seconds: float | None, tokens: int | None) -> str:
    """What was lost, as far as it is known; empty when nothing is."""
    parts = []
    if seconds is not None and seconds >= 1:
        parts.append(f"about {duration(seconds)}")
    if tokens:
        parts.append(f"{tokens:,} tokens")
    return " and ".join(parts)


def duration(seconds: float) -> str:
    """``40 s``, ``12 min``, ``1.5 h``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def size(count: int) -> str:
    """``812 B``, ``3.4 MB``."""
    for unit, least in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= least:
            return f"{count / least:.1f} {unit}"
    return f"{count} B"


def selection(asked: Selection) -> str:
    """What was asked for, without words of a session."""
    match asked.mode:
        case SelectionMode.LAST:
            words = f"the last {counted(asked.last or 0, 'session')} of a human"
        case SelectionMode.SINCE:
            words = f"sessions active since {minute(asked.since)} UTC"
            words += f", before {minute(asked.until)} UTC" if asked.until else ""
        case SelectionMode.SESSION:
            words = "one session named by its id"
        case SelectionMode.NAME:
            words = "one session named by its title"
        case _:
            words = "all sessions of a human"
    words += ", in one project" if asked.project else ""
    words += f", of {', '.join(asked.agents)}" if asked.agents else ""
    return words + (", automated ones included" if asked.include_automated else "")


def place(path: str) -> str:
    """A path with the home folder as ``~``."""
    for home in paths.home_spellings():
        if path == home or path.startswith(home + "/"):
            return "~" + path[len(home) :]
    return path
