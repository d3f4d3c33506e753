"""Label files: JSON lines, each about one record of one session.

Three kinds of rows may stand in one file:

- an act: ``file``, ``record``, ``author`` (``human`` or ``injected``), ``act`` (of a human row),
  and optionally ``agreed``, ``sure``, ``language``;
- a moment: ``file``, ``record`` or ``index``, ``category``;
- a verdict: ``file``, ``record``, ``code``, ``version``, ``verdict`` (``accept`` or ``reject``;
  any other word says that the reader could not tell).

``file`` is the path below the folder of the sessions; ``record`` is the 1-based line of JSON
lines, the 0-based message of a whole document, or the row id of a database.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from reflect.errors import BadData, UsageError
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Act


@dataclass(frozen=True, slots=True)
class ActLabel:
    """What the readers say of one human-side record."""

    file: str
    """The session's file, below the folder of the sessions."""
    record: str
    """The record in it."""
    act: Act | None
    """What the human does; None for a record that no human typed."""
    agreed: bool
    """The readers gave it the same label."""
    sure: bool
    """The label is beyond dispute."""
    language: str
    """Language of the words; ``unknown`` when the file does not say."""


@dataclass(frozen=True, slots=True)
class MomentLabel:
    """A moment a reader picked; other moments of its kind may have no label."""

    file: str
    """The session's file."""
    record: str
    """The record in it."""
    category: str
    """What the reader calls it."""


@dataclass(frozen=True, slots=True)
class VerdictLabel:
    """A hit of a code that a reader judged."""

    file: str
    """The session's file."""
    record: str
    """The record the hit cites."""
    code: str
    """Name of the code."""
    version: int
    """Version that made the hit."""
    right: bool
    """Whether the hit is right."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Everything some label files hold."""

    acts: tuple[ActLabel, ...]
    """Acts, each record once."""
    moments: tuple[MomentLabel, ...]
    """Moments."""
    verdicts: tuple[VerdictLabel, ...]
    """Verdicts that tell."""

    @property
    def files(self) -> tuple[str, ...]:
        """The labelled sessions, each once, in order of appearance."""
        named = [row.file for row in self.acts]
        named += [row.file for row in self.moments]
        named += [row.file for row in self.verdicts]
        return tuple(dict.fromkeys(named))


def read(files: Iterable[Path]) -> Labels:
    """Read label files.

    Raises:
        UsageError: A file does not exist.
        BadData: A line is no label; the message names file, line and cause.
    """
    acts: dict[tuple[str, str], ActLabel] = {}
    moments: list[MomentLabel] = []
    verdicts: list[VerdictLabel] = []
    for file in files:
        for number, row in _rows(file):
            try:
                if "verdict" in row:
                    verdicts += _verdict(row)
                elif "category" in row:
                    moments.append(_moment(row))
                else:
                    label = _act(row)
                    acts[label.file, label.record] = label
            except (KeyError, TypeError, ValueError) as error:
                raise BadData(
                    f"{file}, line {number}: no label ({_cause(error)})",
                    hint="docs/evaluation.md says what a row holds",
                ) from None
    return Labels(tuple(acts.values()), tuple(moments), tuple(verdicts))


def _rows(file: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    if not file.is_file():
        raise UsageError(f"{file} does not exist", hint="name a file of labels (JSON lines)")
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadData(f"{file} is not UTF-8 text", hint="name a file of labels") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, _object(file, number, line)


def _object(file: Path, number: int, line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise BadData(
            f"{file}, line {number}: no JSON object",
            hint="docs/evaluation.md says what a row holds",
        )
    return row


def _cause(error: Exception) -> str:
    """Why a row is no label, without the row's own words."""
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else "a value is of no use"


def _act(row: Mapping[str, Any]) -> ActLabel:
    injected = row["author"] == "injected"
    return ActLabel(
        file=str(row["file"]),
        record=str(row["record"]),
        act=None if injected else Act(row["act"]),
        agreed=bool(row.get("agreed", True)),
        sure=bool(row.get("sure", True)),
        language=str(row.get("language") or "unknown"),
    )


def _moment(row: Mapping[str, Any]) -> MomentLabel:
    record = row["record"] if "record" in row else row["index"]
    return MomentLabel(str(row["file"]), str(record), str(row["category"]))


def _verdict(row: Mapping[str, Any]) -> list[VerdictLabel]:
    # A verdict on a turn tells nothing about the turns that were not drawn.
    if row["verdict"] not in ("accept", "reject") or row.get("judged") == "turn":
        return []
    return [
        VerdictLabel(
            file=str(row["file"]),
            record=str(row["record"]),
            code=str(row["code"]),
            version=int(row["version"]),
            right=row["verdict"] == "accept",
        )
    ]
