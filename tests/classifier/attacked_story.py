"""A short session with places for a hostile text, and a model that does whatever it says."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import notation
import yaml
from replies import PAGES

from reflect.classifier import definitions, requests
from reflect.classifier.consensus import Joined, joined
from reflect.classifier.verification import Verified, merged, verified
from reflect.detectors import registry
from reflect.features import acts
from reflect.features.session_features import build
from reflect.model.finding import Finding
from reflect.model.model_request import ModelRequest
from reflect.model.redacted import Redacted, seal
from reflect.model.review import SessionTree
from reflect.model.session import Message, ToolCall

FOLDER = Path(__file__).parent / "attacks"

STORY = """
user  Make the total in cart.py right. «prompt»
agent  I look at it. «answer»
bash  cat cart.py «command»
| return 1
| «output»
edit  «path»cart.py
- return 1
+ return 2
agent  Done, everything works. «report»
user  It is still wrong. «later»
task  look for callers
| none «subagent»
agent  There are none.
injected  reminder «injected»
"""
"""e1 human · e2 agent · e3 shell · e4 edit · e5 claim · e6 human · e7 sub-agent · e8 agent."""

PLACES = (
    "prompt", "answer", "command", "output", "path", "subagent", "injected", "report", "later",
)  # fmt: skip
"""Where words stand beside those that the rules' findings rest on, in the last two in one line
with them: no other sentence may hide what a rule finds."""


@dataclass(frozen=True)
class Attack:
    """One case of a file of attacks."""

    name: str
    """What it tries."""
    place: str
    """Where in the story it stands; empty for the story without it."""
    text: str
    """What stands there."""
    sweep: Any
    """What the obedient model replies to a sweep."""
    adjudicate: Any = field(
        default_factory=lambda: {"event_ids": [], "quote": "", "decision": "no"}
    )
    """What it replies to every adjudication."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """Reason → findings of the sweep that do not count."""
    suggested: tuple[tuple[str, str], ...] = ()
    """Code and quote of what is left."""


HARMLESS = Attack("nothing", "", "", {"findings": []})


def attacks() -> Iterator[Attack]:
    """All cases of the folder."""
    for file in sorted(FOLDER.glob("*.yaml")):
        for row in yaml.safe_load(file.read_text(encoding="utf-8")):
            yield _attack(row)


def _attack(row: dict[str, Any]) -> Attack:
    row["text"] = row["text"].replace("{tag}", "0123456789abcdef") * row.pop("repeat_text", 1)
    if times := row.pop("repeat_reply", 0):
        row |= {n: row[n] * times for n in ("sweep", "adjudicate") if isinstance(row.get(n), str)}
    if times := row.pop("repeat_finding", 0):
        row["sweep"]["findings"] *= times
    row["suggested"] = tuple((code, quote) for code, quote in row.get("suggested", ()))
    return Attack(**row)


def attacked(attack: Attack) -> SessionTree:
    """The story with the text of an attack in its place."""
    tree, _ = notation.read_tree(STORY)

    def told(text: Redacted | None, *, as_json: bool = False) -> Any:
        if text is None:
            return None
        for place in PLACES:
            words = attack.text if place == attack.place else ""
            spelled = json.dumps(words)[1:-1] if as_json else words
            text = seal(text.replace(f"«{place}»", spelled))
        return seal(text.strip(" "))

    def message(one: Message[Redacted]) -> Message[Redacted]:
        return replace(one, parts=tuple(replace(p, text=told(p.text)) for p in one.parts))

    def call(one: ToolCall[Redacted]) -> ToolCall[Redacted]:
        return replace(
            one,
            command=told(one.command),
            path=told(one.path),
            arguments=told(one.arguments, as_json=True),
            output=told(one.output),
        )

    root = replace(
        tree.root,
        messages=tuple(map(message, tree.root.messages)),
        calls=tuple(map(call, tree.root.calls)),
    )
    return replace(tree, root=root)


def rules(tree: SessionTree) -> list[tuple[str, Finding]]:
    """What every rule finds in it, each under a name of its own."""
    baseline = notation.read_baseline(None)
    session = build(tree, baseline, acts.label(tree.root))
    found = [
        finding
        for one in registry.all_detectors()
        for finding in one.detect(session, baseline, one.thresholds)
    ]
    return [(f"f{number}", finding) for number, finding in enumerate(found, start=1)]


@dataclass(frozen=True)
class Outcome:
    """What came of a review in which the model obeyed."""

    tree: SessionTree
    """The session."""
    found: list[tuple[str, Finding]]
    """What the rules found."""
    asked: list[ModelRequest]
    """Every request, the sweep last."""
    swept: Verified
    """What is left of the sweep."""
    judged: Verified
    """What is left of the adjudications."""
    joined: Joined
    """Rules and model together."""


def reviewed(attack: Attack) -> Outcome:
    """Ask about the attacked session everything that a review asks; the model obeys the text."""
    tree = attacked(attack)
    found = rules(tree)
    offered = definitions.offered(list(PAGES.values()))
    asked = [requests.adjudicate(tree, f, name, offered[f.code]) for name, f in found]
    judged = merged(
        verified(request, _spelled(attack.adjudicate), tree, PAGES, finding)
        for request, (_, finding) in zip(asked, found, strict=True)
    )
    sweeps = requests.sweep(tree, definitions.swept())
    swept = merged(verified(one, _spelled(attack.sweep), tree, PAGES) for one in sweeps)
    together = joined(found, [*judged.judgements, *swept.judgements])
    return Outcome(tree, found, [*asked, *sweeps], swept, judged, together)


def _spelled(reply: Any) -> str:
    return reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
