"""How good acts and codes are, compared with labels: counts, shares and their intervals."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Act, Stability

if TYPE_CHECKING:
    from reflect.model.model_evaluation import ModelEvaluation


@dataclass(frozen=True, slots=True)
class Share:
    """A share of small counts with its 95 % interval."""

    hits: int
    """How many."""
    of: int
    """Out of how many."""
    low: float
    """Lower Wilson bound; 0 when ``of`` is 0."""
    high: float
    """Upper Wilson bound; 1 when ``of`` is 0."""

    @property
    def value(self) -> float | None:
        """The share; None when nothing was counted."""
        return self.hits / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Measure:
    """How well a yes or no agrees with the labels."""

    n: int
    """Rows compared."""
    sessions: int
    """Sessions they stand in."""
    precision: Share
    """Of the rows said to be one, those that are."""
    recall: Share
    """Of the rows that are one, those found."""
    f1: float | None
    """Harmonic mean of both; None when there is nothing to find and nothing found."""
    f1_low: float | None
    """Lower end of the 95 % interval, from a bootstrap over sessions."""
    f1_high: float | None
    """Its upper end."""


@dataclass(frozen=True, slots=True)
class NamedMeasure:
    """A measure of a part of the rows, or of another way to decide."""

    name: str
    """An agent, a language, an act, a baseline or a threshold."""
    measure: Measure
    """How well it does."""


@dataclass(frozen=True, slots=True)
class Ablation:
    """What a signal, or a kind of signals, contributes: all others decide without it."""

    name: str
    """Name of the signal, or of the kind of signals."""
    spoke: int
    """Rows on which it spoke for the act that was found."""
    right: int
    """Of these, rows that are pushback."""
    without: Measure
    """The measure when it is silent."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A row on which label and result differ; holds no words of the session."""

    file: str
    """The labelled file, as the label names it."""
    record: str
    """The record in it."""
    expected: str
    """What the label says."""
    found: str
    """What was found; ``no turn`` where no act of the human was seen."""
    signals: tuple[str, ...]
    """The signals that spoke, strongest first."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the readers agree: what a classifier can be held to."""

    share: Share
    """Rows on which the readers agreed."""
    kappa: float | None
    """Cohen's kappa, chance agreement taken from the final labels; None when all are one act."""


@dataclass(frozen=True, slots=True)
class LabelCoverage:
    """What became of the labels: ``labels`` is the sum of all the others but ``unlabelled``."""

    labels: int
    """Rows of the label files that are about acts."""
    compared: int
    """Rows compared whose readers are sure."""
    disputed: int
    """Rows compared apart: the readers were not sure."""
    unread: int
    """Rows of sessions that could not be read."""
    sessions: int
    """Labelled sessions that were read."""
    sessions_unread: int
    """Labelled sessions that could not be read: missing, or no importer knows the format."""
    unlabelled: int
    """Acts of the human, in these sessions, that have no label."""


@dataclass(frozen=True, slots=True)
class ActsEvaluation:
    """How good the acts of human turns are."""

    coverage: LabelCoverage
    """What became of the labels."""
    pushback: Measure
    """Whether a row is pushback, on sure rows."""
    disputed: Measure
    """The same on the rows whose readers were not sure."""
    fold_f1: tuple[float, ...]
    """F1 in each of five parts of the sessions, none of them in two parts."""
    authors: Measure
    """Whether a row was typed by the human at all, on sure rows."""
    agreement: Agreement
    """The ceiling."""
    baselines: tuple[NamedMeasure, ...]
    """Pushback by simpler ways, on the same rows."""
    by_agent: tuple[NamedMeasure, ...]
    """Pushback by agent."""
    by_language: tuple[NamedMeasure, ...]
    """Pushback by the language of the label."""
    by_confidence: tuple[NamedMeasure, ...]
    """Pushback when only acts from some confidence count."""
    by_act: tuple[NamedMeasure, ...]
    """Each act against all others."""
    confusion: Mapping[str, Mapping[str, int]]
    """Labelled act → found act → rows, sure rows only."""
    signal_kinds: tuple[Ablation, ...]
    """What each kind of signals contributes."""
    signals: tuple[Ablation, ...]
    """What each signal contributes, the most first."""
    misses: tuple[Reference, ...]
    """Pushback that was not found, sure rows only."""
    false_alarms: tuple[Reference, ...]
    """Found pushback that is none, sure rows only."""


@dataclass(frozen=True, slots=True)
class CodeMeasure:
    """How good one version of a code is."""

    code: str
    """Name of the code."""
    version: int
    """Its version."""
    findings: int
    """Findings in the labelled sessions."""
    precision: Share
    """Hits that some label judges: those right, out of all judged."""
    recall: Share
    """Labelled moments of this code that were found; moments are picked, not all there are."""
    stability: Stability
    """The word for the precision."""
    wrong: tuple[Reference, ...]
    """Judged hits that are wrong."""
    missed: tuple[Reference, ...]
    """Labelled moments that were not found."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything ``reflect eval`` says."""

    label_set: str
    """Names of the label files."""
    acts: ActsEvaluation | None
    """None when no label is about acts."""
    codes: tuple[CodeMeasure, ...]
    """Codes that some label judges, by name."""
    unused: Mapping[str, int]
    """Category of moments that no code is about → labels."""
    model: "ModelEvaluation | None" = None
    """With a language model beside the rules; None when none was to be asked."""


NO_TURN = "no turn"
"""Found act of a row that was not seen as an act of the human."""

INJECTED = "injected"
"""Labelled act of a row that no human typed."""


def act_name(act: Act | None) -> str:
    """The name of a labelled act; rows that no human typed have none."""
    return INJECTED if act is None else act.value
