"""The reports of a review in which a model was asked, from an outcome."""

import json
import re
from collections.abc import Iterator

from attacked_story import Outcome
from replies import PAGES

from reflect.model.finding import Finding
from reflect.model.judgement import Judgement
from reflect.model.model_request import ProviderFacts
from reflect.model.model_run import ModelRun
from reflect.model.redacted import seal
from reflect.model.review import Coverage, FindingRow, Review, Selection
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose, SelectionMode
from reflect.model.vocabulary import Method, SkipReason, Stability
from reflect.reports import json_answer, markdown, terminal

STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
"""What a terminal would obey, or nobody would see."""

MARKUP = re.compile(
    r"(?<!\\)!\[|(?<!\\)\]\((?:https?|javascript)|(?<!\\)<script|^## Nothing found|^\| a \|", re.M
)
"""What a reader of Markdown would load, follow, run or take for words of the report."""

FACTS = ProviderFacts("here", "openai", "obedient", "this machine", Destination.LOOPBACK)


def rendered(outcome: Outcome) -> Iterator[str]:
    """Markdown outside its fences and code, the screen, and the JSON answer as it is written."""
    review = review_of(outcome)
    whole = markdown.render_review(review, PAGES, redact=seal, version="0")
    unfenced = re.sub(r"^(`{3,})text\n.*?^\1$", "", whole, flags=re.S | re.M)
    yield re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", unfenced)
    yield terminal.render_review(review, PAGES, redact=seal).plain
    yield json.dumps(json_answer.review(review, None, None))


def review_of(outcome: Outcome) -> Review:
    """What a review of the one session holds."""
    found = tuple(_row(name, finding) for name, finding in outcome.found)
    suggested = tuple(
        _row(f"s{number}", _as_finding(judgement))
        for number, judgement in enumerate(outcome.joined.suggested)
    )
    parts = (outcome.swept, outcome.judged)
    model = ModelRun(
        facts=FACTS,
        consent=Consent.NOT_NEEDED,
        requests={PromptPurpose.SWEEP: 1, PromptPurpose.ADJUDICATE: len(outcome.found)},
        cached=0,
        tokens_in=1,
        tokens_out=1,
        said=sum(part.said for part in parts),
        kept=sum(len(part.judgements) for part in parts),
        dropped=outcome.swept.dropped,
        verdicts=outcome.joined.of,
        suggested=suggested,
    )
    return Review(
        generated_at="2026-11-29T20:02:17Z",
        selection=Selection(mode=SelectionMode.LAST, last=1),
        coverage=Coverage(1, 1, dict.fromkeys(SkipReason, 0)),
        stores=(),
        sessions=(),
        findings=found,
        patterns=(),
        looked_for=(),
        first_change="nothing worth changing yet",
        redactions={},
        model=model,
    )


def _as_finding(judgement: Judgement) -> Finding:
    return Finding(
        code=judgement.code,
        code_version=judgement.code_version,
        session=judgement.root,
        severity=judgement.severity,
        confidence=0.5,
        method=Method.MODEL,
        owner=PAGES[judgement.code].owner,
        evidence=judgement.evidence,
        key=judgement.key,
        polarity=judgement.polarity,
        hits=1,
        seconds=None,
        tokens=None,
    )


def _row(name: str, finding: Finding) -> FindingRow:
    return FindingRow(
        id=name,
        ref=f"F-{name}",
        finding=finding,
        family=PAGES[finding.code].family,
        stability=Stability.UNMEASURED,
        agent="opencode",
        native_id="root",
        title=None,
        directory=seal("~/shop"),
        started_at="2026-11-28T14:03:00Z",
        paths={finding.session: seal("~/store.db")},
        applicable=1,
    )
