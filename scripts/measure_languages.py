"""How well acts are told in each language, from words alone.

python scripts/measure_languages.py [FOLDER]

Reads the case files of ``tests/features/acts/languages/unseen``: sentences that are corrections,
and sentences that look like some. Each is said right after a delivery, and the agent does not
answer, so that nothing but the words can tell. Prints precision and recall of each language and
of each kind of sentence.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from reflect.evaluation.measures import Decision, measure
from reflect.features.acts import label
from reflect.model.evaluation import Measure, Share
from reflect.model.redacted import seal
from reflect.model.session import Message, Part, RedactedSession, Session, ToolCall
from reflect.model.turn import Turn
from reflect.model.vocabulary import (
    PUSHBACK,
    Author,
    CallStatus,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)

FOLDER = Path(__file__).parent.parent / "tests" / "features" / "acts" / "languages" / "unseen"

IN_VIEW = 2
"""Sentences of each kind that were in view while the word lists grew."""


@dataclass(frozen=True)
class Sentence:
    """One sentence with what was found."""

    language: str
    """Name of its file."""
    kind: str
    """Kind of correction, or of what looks like one."""
    text: str
    """What the human says."""
    correction: bool
    """It is a correction."""
    found: bool
    """The rules take it for one."""
    in_view: bool
    """It was in view while the word lists grew."""


def sentences(folder: Path = FOLDER) -> Iterator[Sentence]:
    """Every sentence of the case files, with what the rules take it for."""
    for file in sorted(folder.glob("*.yaml")):
        case = yaml.safe_load(file.read_text(encoding="utf-8"))
        for side in ("corrections", "negatives"):
            for kind, texts in case[side].items():
                for place, text in enumerate(texts):
                    turn = after_a_delivery(case["claim"], text)
                    yield Sentence(
                        language=file.stem,
                        kind=kind,
                        text=text,
                        correction=side == "corrections",
                        found=turn.act in PUSHBACK,
                        in_view=place < IN_VIEW,
                    )


def measured(rows: list[Sentence]) -> Measure:
    """Precision and recall of some sentences."""
    return measure([Decision(row.language, row.correction, row.found) for row in rows], draws=0)


def after_a_delivery(claim: str, said: str, answer: str = "…") -> Turn:
    """The turn of a human who says something right after an agent changed a file."""
    words = (
        (MessageKind.PROMPT, Author.HUMAN, "filter.ts"),
        (MessageKind.ANSWER, Author.AGENT, claim),
        (MessageKind.PROMPT, Author.HUMAN, said),
        (MessageKind.ANSWER, Author.AGENT, answer),
    )
    messages = tuple(
        Message(
            event=f"r{position}",
            position=position,
            record=str(position),
            kind=kind,
            author=author,
            reason="case",
            sent_at=None,
            parts=(Part(0, PartKind.TEXT, PartOrigin.USER, seal(text)),),
        )
        for position, (kind, author, text) in zip((1, 3, 4, 5), words, strict=True)
    )
    edit = ToolCall(
        call="c2",
        position=2,
        record="2",
        part=0,
        name="edit",
        tool=Tool.EDIT,
        status=CallStatus.OK,
        path=seal("filter.ts"),
    )
    session: RedactedSession = Session(
        agent="case",
        native_id="one",
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        origin_reason="case",
        title=None,
        directory=None,
        git_root=None,
        branch=None,
        client_version=None,
        created_at=None,
        path=seal("one.jsonl"),
        messages=messages,
        calls=(edit,),
    )
    return label(session)[-1]


def main() -> None:
    """Print the tables."""
    rows = list(sentences(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
    by_language: defaultdict[str, list[Sentence]] = defaultdict(list)
    by_kind: defaultdict[str, list[Sentence]] = defaultdict(list)
    for row in rows:
        by_language[row.language].append(row)
        by_kind[row.kind].append(row)
    head = f"{'language':<12}{'precision':<18}{'recall':<18}{'not in view: precision':<26}recall"
    print(head)
    for name, those in [*by_language.items(), ("all", rows)]:
        whole, blind = measured(those), measured([row for row in those if not row.in_view])
        print(
            f"{name:<12}{_share(whole.precision):<18}{_share(whole.recall):<18}"
            f"{_share(blind.precision):<26}{_share(blind.recall)}"
        )
    print(f"\n{'kind':<28}taken for a correction")
    for name, those in by_kind.items():
        print(f"{name:<28}{sum(row.found for row in those)} of {len(those)}")


def _share(one: Share) -> str:
    return f"{one.hits} of {one.of}" + (f" = {one.value:.2f}" if one.value is not None else "")


if __name__ == "__main__":
    main()
