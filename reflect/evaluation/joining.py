"""Labels of acts beside the turns that were found, row by row."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from reflect.evaluation.label_files import ActLabel
from reflect.model.frozen import dataclass
from reflect.model.turn import Turn
from reflect.model.vocabulary import PUSHBACK, Act


@dataclass(frozen=True, slots=True)
class JudgedAct:
    """One labelled record with what was found there."""

    label: ActLabel
    """What the readers say."""
    agent: str
    """Name of the agent."""
    turn: Turn | None
    """What was found; None when the record was not seen as an act of the human."""
    text: str
    """The human's words, for the baselines; empty without a turn."""

    @property
    def is_pushback(self) -> bool:
        """The readers say that something was wrong."""
        return self.label.act in PUSHBACK

    @property
    def found(self) -> Act | None:
        """The act that was found."""
        return self.turn.act if self.turn else None

    @property
    def found_pushback(self) -> bool:
        """The rules say that something was wrong."""
        return self.found in PUSHBACK


@dataclass(frozen=True, slots=True)
class ReadSession:
    """A labelled session that was read."""

    file: str
    """The file as the labels name it."""
    agent: str
    """Name of the agent."""
    turns: tuple[Turn, ...]
    """Its acts."""
    texts: Mapping[str, str]
    """Event → the human's words."""


def names_file(path: str, file: str) -> bool:
    """Whether the path of a session is the labelled file: it ends with all parts of it."""
    parts, wanted = PurePosixPath(path).parts, PurePosixPath(file).parts
    return len(wanted) > 0 and parts[-len(wanted) :] == wanted


def join(labels: Iterable[ActLabel], sessions: Sequence[ReadSession]) -> list[JudgedAct]:
    """Each label of a session that was read, with its turn."""
    by_file = {session.file: session for session in sessions}
    turns = {(s.file, turn.record): turn for s in sessions for turn in reversed(s.turns)}
    rows: list[JudgedAct] = []
    for label in labels:
        session = by_file.get(label.file)
        if session is None:
            continue
        turn = turns.get((label.file, label.record))
        text = session.texts.get(turn.event, "") if turn else ""
        rows.append(JudgedAct(label, session.agent, turn, text))
    return rows


def unlabelled(labels: Iterable[ActLabel], sessions: Sequence[ReadSession]) -> int:
    """Acts that were found in the sessions and have no label, where a session has some."""
    known = {(label.file, label.record) for label in labels}
    files = {file for file, _ in known}
    return sum(
        (session.file, turn.record) not in known
        for session in sessions
        if session.file in files
        for turn in session.turns
    )
