"""The bars, and a figure beside each."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a figure stands to its bar."""

    GOAL = "goal"
    OK = "ok"
    FAIL = "fail"
    NONE = "not measured"


@dataclass(frozen=True, slots=True)
class Bar:
    """What a figure must reach."""

    name: str
    """What is measured."""
    unit: str
    """Behind the numbers."""
    fail: float
    """Worse than this is a failure."""
    goal: float
    """At least as good as this is the goal."""
    more_is_better: bool
    """Direction."""


BARS = {
    "first import": Bar("first import, times agentsview's first sync", "x", 3, 4, True),
    "small files": Bar("many small files, times agentsview's first sync", "x", 8, 12, True),
    "decoding": Bar("import in % of orjson.loads per record", "%", 20, 30, True),
    "no-op": Bar("no-op import, ms per 1,000 files beyond its start", "ms", 15, 7, False),
    "one changed": Bar("one changed file, times the no-op", "x", 1.5, 1.2, False),
    "memory": Bar("peak memory of the large import", "MB", 450, 300, False),
    "size": Bar("warehouse bytes per source byte", "", 0.15, 0.10, False),
    "growth": Bar("MB/s of the large import, times the small one's", "x", 0.6, 0.9, True),
    "huge memory": Bar("peak memory of the huge import", "MB", 800, 600, False),
    "huge growth": Bar("MB/s of the huge import, times the small one's", "x", 0.6, 0.9, True),
    "detectors": Bar("all detectors, times the import", "x", 1.0, 0.5, False),
    "review": Bar("review --last 5, nothing new", "s", 0.45, 0.35, False),
    "live review": Bar("review --last 5, a session grown by 200 lines", "s", 0.6, 0.45, False),
    "help": Bar("--help", "ms", 100, 75, False),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number."""

    bar: str
    """Key of ``BARS``."""
    value: float | None
    """In the unit of the bar; None when it could not be measured."""
    detail: str
    """The numbers it was made from."""
    bound: str
    """What bounds it, as measured in the same run."""
    exact: bool = True
    """Counts were exact and nothing planted came through; else the speed does not count."""

    @property
    def verdict(self) -> Verdict:
        """How it stands to its bar."""
        bar = BARS[self.bar]
        if self.value is None:
            return Verdict.NONE
        if not self.exact:
            return Verdict.FAIL
        sign = 1 if bar.more_is_better else -1
        if sign * self.value >= sign * bar.goal:
            return Verdict.GOAL
        return Verdict.OK if sign * self.value >= sign * bar.fail else Verdict.FAIL


def table(figures: list[Figure]) -> str:
    """All figures as a Markdown table."""
    rows = ["| what | measured | fail | goal | verdict | made from |", "|---|---|---|---|---|---|"]
    for figure in figures:
        bar = BARS[figure.bar]
        sign = "<" if bar.more_is_better else ">"
        to = "≥" if bar.more_is_better else "≤"
        value = "–" if figure.value is None else _number(figure.value, bar.unit)
        verdict = figure.verdict.value + ("" if figure.exact else " (not exact: does not count)")
        rows.append(
            f"| {bar.name} | {value} | {sign} {_number(bar.fail, bar.unit)}"
            f" | {to} {_number(bar.goal, bar.unit)} | **{verdict}** | {figure.detail} |"
        )
    return "\n".join(rows)


def bounds(figures: list[Figure]) -> str:
    """What bounds each figure, as a list."""
    return "\n".join(f"- {BARS[f.bar].name}: {f.bound}" for f in figures if f.bound)


def _number(value: float, unit: str) -> str:
    text = f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{text} {unit}".strip() if unit not in ("x", "%") else f"{text}{unit}"
