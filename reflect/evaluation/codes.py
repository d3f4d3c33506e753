"""How good codes are: hits that labels judge, and picked moments that were found."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from reflect.evaluation.label_files import ActLabel, Labels, MomentLabel
from reflect.evaluation.measures import share
from reflect.model.evaluation import CodeMeasure, Reference, act_name
from reflect.model.frozen import dataclass
from reflect.statistics import stability

NEAR = 2
"""Records by which a hit may miss a labelled moment: a call and its result are two records."""


@dataclass(frozen=True, slots=True)
class Cited:
    """One finding in a labelled session."""

    file: str
    """The session's file, as the labels name it."""
    code: str
    """Name of the code."""
    records: tuple[str, ...]
    """Records of the root session that it cites, the most telling first."""


@dataclass(frozen=True, slots=True)
class Judging:
    """What labels say about codes."""

    acts: Mapping[str, Sequence[str]]
    """Code → labelled acts that make a cited act right."""
    found: Mapping[str, Sequence[str]]
    """Code → categories it should find."""
    not_found: Mapping[str, Sequence[str]]
    """Code → categories it must not find."""


@cache
def judging() -> Judging:
    """The file ``judging.toml``."""
    source = files("reflect.evaluation").joinpath("judging.toml")
    read = tomllib.loads(source.read_text(encoding="utf-8"))
    return Judging(read["acts"], read["found"], read["not_found"])


def evaluate(
    labels: Labels, findings: Sequence[Cited], versions: Mapping[str, int], read: Sequence[str]
) -> tuple[tuple[CodeMeasure, ...], Mapping[str, int]]:
    """Measure each code that labels judge, by name; and count the categories of no code.

    ``versions`` maps a code to the version that made the findings; ``read`` are the files of the
    labelled sessions that were read.
    """
    known = judging()
    acts = {(label.file, label.record): label for label in labels.acts if label.sure}
    moments: defaultdict[str, list[MomentLabel]] = defaultdict(list)
    for moment in labels.moments:
        if moment.file in read:
            moments[moment.category].append(moment)
    measured = []
    used: set[str] = set()
    for code in sorted(versions):
        wanted = [code, *known.found.get(code, ())]
        unwanted = known.not_found.get(code, ())
        used.update(wanted, unwanted)
        hits = [one for one in findings if one.code == code]
        measured.append(
            _Code(
                code,
                versions[code],
                hits,
                acts if code in known.acts else {},
                frozenset(known.acts.get(code, ())),
                [moment for name in wanted for moment in moments[name]],
                [moment for name in unwanted for moment in moments[name]],
                {
                    (v.file, v.record): v.right
                    for v in labels.verdicts
                    if v.code == code and v.version == versions[code]
                },
            ).measure()
        )
    counts = Counter({name: len(rows) for name, rows in moments.items() if name not in used})
    return (
        tuple(one for one in measured if one.precision.of or one.recall.of),
        {name: count for name, count in sorted(counts.items()) if count},
    )


@dataclass(frozen=True, slots=True)
class _Code:
    """One code with everything that labels say about it."""

    code: str
    version: int
    hits: Sequence[Cited]
    acts: Mapping[tuple[str, str], ActLabel]
    right_acts: frozenset[str]
    wanted: Sequence[MomentLabel]
    unwanted: Sequence[MomentLabel]
    verdicts: Mapping[tuple[str, str], bool]

    def measure(self) -> CodeMeasure:
        """Judge each hit once; look for each wanted moment."""
        judged = [(hit, verdict) for hit in self.hits if (verdict := self._judge(hit)) is not None]
        right = sum(not wrong for _, wrong in judged)
        missed = [m for m in self.wanted if not any(_meets(hit, m) for hit in self.hits)]
        return CodeMeasure(
            code=self.code,
            version=self.version,
            findings=len(self.hits),
            precision=share(right, len(judged)),
            recall=share(len(self.wanted) - len(missed), len(self.wanted)),
            stability=stability(right, len(judged)),
            wrong=tuple(
                Reference(hit.file, hit.records[0], wrong, self.code, ())
                for hit, wrong in judged
                if wrong
            ),
            missed=tuple(Reference(m.file, m.record, m.category, "nothing", ()) for m in missed),
        )

    def _judge(self, hit: Cited) -> str | None:
        """None when no label speaks of the hit, else what it is instead: empty when it is right.

        A verdict on the hit itself comes first, then a hard negative, then the act it cites, then
        a moment of its kind.
        """
        for record in hit.records:
            verdict = self.verdicts.get((hit.file, record))
            if verdict is not None:
                return "" if verdict else "rejected"
        for moment in self.unwanted:
            if _meets(hit, moment):
                return moment.category
        cited = [self.acts[hit.file, r] for r in hit.records if (hit.file, r) in self.acts]
        if cited:
            return "" if act_name(cited[0].act) in self.right_acts else act_name(cited[0].act)
        return "" if any(_meets(hit, moment) for moment in self.wanted) else None


def _meets(hit: Cited, moment: MomentLabel) -> bool:
    """Whether a hit cites a record at the moment, or at most ``NEAR`` beside it."""
    if hit.file != moment.file:
        return False
    for record in hit.records:
        if record == moment.record:
            return True
        both_count = record.isdecimal() and moment.record.isdecimal()
        if both_count and abs(int(record) - int(moment.record)) <= NEAR:
            return True
    return False
