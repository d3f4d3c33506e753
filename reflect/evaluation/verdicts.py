"""What the user's verdicts say: how often each code and act is right, and what to switch off."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from reflect.model.verdict import Acceptance, Judged, Posterior, Verdict
from reflect.statistics import beta_interval

ENOUGH_TO_PROPOSE = 8
"""Verdicts from which a code may be proposed for switching off: eight rejections of eight leave an
80 % interval that ends at 0.23, five of eight one that ends at 0.61."""

ENOUGH_OF_A_KEY = 3
"""Rejections of one lesson, without an accepted one, from which an exception is proposed."""


def latest(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The last verdict on each thing, in the order of the first."""
    last: dict[tuple[Judged, str], Verdict] = {}
    for one in verdicts:
        last[one.judged, one.about] = one
    return list(last.values())


def posteriors(verdicts: Iterable[Verdict], versions: Mapping[str, int]) -> dict[str, Posterior]:
    """Code → what its verdicts say. Verdicts on another version of the code do not count."""
    counts: defaultdict[str, Counter[Acceptance]] = defaultdict(Counter)
    for one in latest(verdicts):
        current = one.judged is Judged.FINDING and versions.get(one.name) == one.version
        if current and one.random:
            counts[one.name][one.judgement] += 1
    return {name: _posterior(name, counts[name]) for name in sorted(counts)}


def act_posteriors(verdicts: Iterable[Verdict]) -> dict[str, Posterior]:
    """Act → what the verdicts on turns say."""
    counts: defaultdict[str, Counter[Acceptance]] = defaultdict(Counter)
    for one in latest(verdicts):
        if one.judged is Judged.TURN and one.random:
            counts[one.name][one.judgement] += 1
    return {name: _posterior(name, counts[name]) for name in sorted(counts)}


def _posterior(name: str, counts: Mapping[Acceptance, int]) -> Posterior:
    accepted, rejected = counts.get(Acceptance.ACCEPT, 0), counts.get(Acceptance.REJECT, 0)
    low, high = beta_interval(accepted, rejected)
    return Posterior(name, accepted, rejected, counts.get(Acceptance.UNSURE, 0), low, high)


def to_switch_off(found: Mapping[str, Posterior]) -> list[str]:
    """Codes that are more often wrong than right for this user, with little doubt."""
    return [
        name
        for name, one in found.items()
        if one.accepted + one.rejected >= ENOUGH_TO_PROPOSE and one.high < 0.5
    ]


def exceptions(
    verdicts: Iterable[Verdict], versions: Mapping[str, int], known: Sequence[str]
) -> list[str]:
    """Lessons that the user keeps rejecting, as entries of the setting ``codes.exceptions``.

    ``known`` are the entries that are set already.
    """
    counts: defaultdict[str, Counter[Acceptance]] = defaultdict(Counter)
    for one in latest(verdicts):
        if one.judged is Judged.FINDING and versions.get(one.name) == one.version:
            counts[entry(one.name, one.key)][one.judgement] += 1
    return [
        name
        for name, told in sorted(counts.items())
        if told[Acceptance.REJECT] >= ENOUGH_OF_A_KEY
        and not told[Acceptance.ACCEPT]
        and name not in known
    ]


def entry(code: str, key: str) -> str:
    """``repeated_failure: cargo test``: how the settings name a lesson of a code."""
    return f"{code}: {key}"
