"""Sessions in the notation of detector cases, requests about them, and replies of a model."""

import json
from typing import Any

import notation

from reflect.classifier import definitions, requests
from reflect.classifier.verification import Verified, verified
from reflect.model.finding import Evidence, Finding
from reflect.model.judgement import DropReason
from reflect.model.model_request import ModelRequest
from reflect.model.redacted import Redacted, seal
from reflect.model.review import SessionTree
from reflect.model.session import ContextItem
from reflect.model.vocabulary import ContextKind, Method, Polarity
from reflect.pipeline.codes import pages as rule_pages

DEFINITIONS = {page.name: page for page in definitions.definition_pages()}
PAGES = DEFINITIONS | {page.name: page for page in rule_pages()}
"""Every code by name."""

STORY = """
user  Make it better.
agent  What shall I improve, speed, looks or the docs?
user  I meant the export of the orders.
edit  cart.py
- return 1
+ return 2
bash  pytest -q  fails
| E  assert 1 == 2
agent  Done, everything works.
user  That is too much, only the export please.
"""
"""e1 human · e2 agent · e3 human · e4 edit · e5 check that fails · e6 agent · e7 human."""


def tree_of(text: str = STORY) -> SessionTree:
    """The session of a text in the notation of detector cases."""
    return notation.read_tree(text)[0]


def with_rules(tree: SessionTree) -> SessionTree:
    """The same session, started with a line of instructions."""
    from dataclasses import replace

    item = ContextItem[Redacted](
        ContextKind.INSTRUCTIONS, seal("AGENTS.md"), "1", lines=(seal("run the tests"),)
    )
    return SessionTree(replace(tree.root, context=(item,)), tree.children)


def sweep_of(tree: SessionTree, *codes: str) -> ModelRequest:
    """The one request that sweeps a short session for some codes, for all by default."""
    known = [code for code in definitions.swept() if not codes or code.name in codes]
    (request,) = requests.sweep(tree, known)
    return request


def finding_of(code: str, tree: SessionTree, event: str, quote: str) -> Finding:
    """A rule's finding with one piece of evidence."""
    page = PAGES[code]
    return Finding(
        code=code,
        code_version=page.version,
        session=tree.root.key,
        severity=page.severity,
        confidence=0.8,
        method=Method.RULE,
        owner=page.owner,
        evidence=(Evidence(event, tree.root.key, "1", 0, seal(quote)),),
        key="words:checks",
        polarity=Polarity.REQUIRE,
        hits=1,
        seconds=None,
        tokens=None,
    )


def adjudication_of(tree: SessionTree, finding: Finding, name: str = "f1") -> ModelRequest:
    """The request about one finding."""
    offered = definitions.offered([PAGES[finding.code]])
    return requests.adjudicate(tree, finding, name, offered[finding.code])


def item(code: str, ids: list[str], quote: str, **more: Any) -> dict[str, Any]:
    """One finding of a sweep, in the form that is asked for."""
    told = {"decision": "yes", "severity": 2, "key_hint": "", "polarity": "none"}
    return {"code": code, "event_ids": ids, "quote": quote, **told, **more}


def listed(*items: Any) -> str:
    """The reply to a sweep."""
    return json.dumps({"findings": items}, ensure_ascii=False)


def swept(tree: SessionTree, *items: Any) -> Verified:
    """What is left of a sweep with these findings in its reply."""
    return verified(sweep_of(tree), listed(*items), tree, PAGES)


def dropped(result: Verified) -> dict[str, int]:
    """Reasons by their word; the counts always add up."""
    assert result.said == len(result.judgements) + sum(result.dropped.values())
    assert list(result.dropped) == [reason for reason in DropReason if reason in result.dropped]
    return {reason.value: number for reason, number in result.dropped.items()}


def redacted(text: str) -> Redacted:
    """In place of the redactor, where no secret is about."""
    return seal(text)
