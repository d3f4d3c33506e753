"""What a model said is told apart from what is counted, and nothing of it can form markup."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import jsonschema
import pytest

from reflect.model.finding import CodePage
from reflect.model.judgement import Consensus, DropReason
from reflect.model.model_request import ProviderFacts
from reflect.model.model_run import ModelRun
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Review, Week
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose
from reflect.reports import answer_schema, json_answer, markdown, model_words, terminal

Redact = Callable[[str], Redacted]
Pages = dict[str, CodePage]

FACTS = ProviderFacts("far", "openai", "large", "models.example", Destination.REMOTE)


def run_of(review: Review) -> ModelRun:
    """A run that confirmed the first finding, kept the second and suggested one."""
    first, second = review.findings[:2]
    suggested = replace(
        first, id="abc", ref="F-90", finding=replace(first.finding, code="unclear_goal")
    )
    return ModelRun(
        FACTS,
        Consent.FLAG,
        {PromptPurpose.ADJUDICATE: 2, PromptPurpose.SWEEP: 1},
        cached=1,
        tokens_in=12_000,
        tokens_out=340,
        said=5,
        kept=3,
        dropped=Counter({DropReason.QUOTE: 1, DropReason.KIND: 1}),
        verdicts={first.id: Consensus.CONFIRMED, second.id: Consensus.RULE_ONLY},
        suggested=(suggested,),
        names={review.patterns[0].id: seal("Run the checks ![x](http://a.b) before you say done")},
        summary=(seal("Three sessions of five ended untested."), seal("# Not a heading")),
    )


@pytest.fixture
def asked(review: Review) -> Review:
    """A review for which a model was asked."""
    return replace(review, model=run_of(review))


def test_the_json_answer_fits_its_schema(asked: Review) -> None:
    answer = json_answer.review(asked, None, None)
    jsonschema.validate(answer, answer_schema.schemas()["review"])
    assert answer["model"]["dropped"]["quote"] == 1
    assert [row["code"] for row in answer["model"]["suggested"]] == ["unclear_goal"]
    assert "unclear_goal" not in {row["code"] for row in answer["findings"]}


def test_the_report_says_who_was_asked_and_what_was_dropped(
    asked: Review, pages: Pages, redact: Redact
) -> None:
    text = markdown.render_review(asked, pages, redact=redact, version="0")
    assert "large on models.example was asked 3 times" in text
    assert "12,000 tokens were read and 340 written" in text
    assert "Of 5 statements, 3 passed every check; dropped: quote 1, kind 1." in text
    assert "1 confirmed, 1 rule only, 1 suggested" in text
    assert "No model was asked" not in text
    assert text.count("Confirmed by the model") == 1
    assert text.count("Rule only") == 1


def test_words_of_a_model_form_no_markup(asked: Review, pages: Pages, redact: Redact) -> None:
    text = markdown.render_review(asked, pages, redact=redact, version="0")
    assert "](http://a.b)" not in text
    assert "\n# Not a heading" not in text


def test_counts_are_the_same_with_and_without_a_model(asked: Review) -> None:
    with_model = json_answer.review(asked, None, None)
    without = json_answer.review(replace(asked, model=None), None, None)
    assert {**with_model, "model": None} == without


def test_the_screen_has_one_line_of_it(asked: Review, pages: Pages, redact: Redact) -> None:
    screen = terminal.render_review(asked, pages, redact=redact).plain
    assert "model large: 1 confirmed, 1 rule only, 1 suggested" in screen
    assert len(screen.splitlines()) <= terminal.MOST_LINES


def test_why_it_ended_early_is_said(asked: Review, pages: Pages, redact: Redact) -> None:
    assert asked.model is not None
    stopped = replace(asked, model=replace(asked.model, stopped="you said no: nothing was sent"))
    assert "nothing was sent" in markdown.render_review(stopped, pages, redact=redact, version="0")
    assert "nothing was sent" in terminal.render_review(stopped, pages, redact=redact).plain
    assert model_words.agreement(asked.model, "abc") == model_words.AGREEMENT[Consensus.SUGGESTED]
    assert model_words.agreement(None, "abc") == ""


def test_the_screen_of_a_week_says_what_a_model_said(
    week: Week, asked: Review, pages: Pages, redact: Redact
) -> None:
    shown = terminal.render_week(replace(week, review=asked), pages, redact=redact, width=110)
    assert "model large: 1 confirmed, 1 rule only, 1 suggested" in shown.plain


def test_where_nothing_was_asked_no_sentence_says_so(
    asked: Review, pages: Pages, redact: Redact
) -> None:
    nobody = ProviderFacts("far", "openai", "", "", Destination.NONE)
    gone = ModelRun(
        nobody, Consent.NOT_NEEDED, {}, 0, 0, 0, 0, 0, {}, stopped="nothing answers at its address"
    )
    text = markdown.render_review(replace(asked, model=gone), pages, redact=redact, version="0")
    assert "No model was asked: nothing answers at its address." in text
    for wrong in ("was asked 0 times", "Of 0 statements", "It ended early", "0 confirmed"):
        assert wrong not in text
    assert model_words.line(gone) == "no model was asked: nothing answers at its address"
    empty = replace(gone, stopped="")
    assert model_words.line(empty) == "no model was asked: there was nothing to ask about"
