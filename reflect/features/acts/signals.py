"""The signals that speak for or against pushback, each a fact with a name and a weight.

A weight of 1 is a hint, 2 is enough alone. Words of the lists never weigh 2 by themselves: a
phrase counts fully only where the agent had delivered something that it can be about.
"""

from collections.abc import Sequence

from reflect.features.acts.pasted_reviews import review_points
from reflect.features.acts.said import (
    Said,
    affirmed,
    in_later_sentence,
    objects,
    opens_with,
    retracts,
    said_before,
    similar,
)
from reflect.features.acts.standing import Standing
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Act


@dataclass(frozen=True, slots=True)
class Signal:
    """One fact about an act."""

    name: str
    """Its name, as reports show it."""
    weight: float
    """For pushback; negative: against it."""
    act: Act | None = None
    """The kind of pushback it speaks for; None when it tells only whether."""


SHORT_QUESTION = 8
"""Words up to which a question asks one thing."""
COMPLAINTS = ("blame", "failure", "symptom", "doubt", "repeat", "scope")
"""Lists of which a phrase in a plain statement is a complaint."""
ANSWER_PROOF = ("blame", "failure", "instead", "undo", "repeat", "scope")
"""Lists that speak of a fault even where the agent had asked what to do."""
REPEATS = 4
"""Words from which "again, …" says something anew; a shorter one asks to do something again."""
SAME_PASTE = 0.7
"""Share of words in common from which a paste is the earlier one again."""


def pushback_signals(said: Said, standing: Standing, earlier: Sequence[Said]) -> tuple[Signal, ...]:
    """Signals of one typed act, given the acts before it."""
    if standing.first:
        return ()
    return (
        *_facts(said, standing, earlier),
        *_words(said, standing),
        *_against(said, standing),
    )


def _facts(said: Said, standing: Standing, earlier: Sequence[Said]) -> list[Signal]:
    """What holds in any language."""
    found: list[Signal] = []
    if standing.conceded:
        found.append(Signal("agent_concedes", 2.0))
    elif standing.repaired and standing.delivered_before:
        found.append(Signal("agent_repairs", 1.0))
    if said.failing_output and standing.delivered_before and not illustrates(said):
        found.append(Signal("failing_output_pasted", 2.0, Act.FAILURE_REPORT))
    if same_paste(said, earlier) and standing.delivered:
        found.append(Signal("same_paste_again", 2.0, Act.FAILURE_REPORT))
    elif standing.delivered and said_before(said, earlier):
        found.append(Signal("request_repeated", 1.0, Act.CORRECTION))
    if standing.own_failure:
        found.append(Signal("own_command_failed", 1.0, Act.FAILURE_REPORT))
    if _quotes(said, standing.answer):
        found.append(Signal("quotes_the_agent", 0.5, Act.CHALLENGE if said.asks else None))
    if said.images and standing.delivered:
        # A picture without a word, right after a delivery, shows what is wrong with it.
        weight = 0.5 if said.length or standing.asked else 2.0
        found.append(Signal("picture_after_delivery", weight, Act.FAILURE_REPORT))
    if standing.put_back:
        found.append(Signal("agent_puts_back", 1.0 if standing.asked else 2.0, Act.CORRECTION))
    elif standing.rewritten:
        found.append(Signal("agent_rewrites", 0.5 if standing.asked else 1.0))
        if is_statement(said):
            found.append(Signal("remark_then_rewrite", 1.0))
    if standing.reverted:
        found.append(Signal("messages_taken_back", 1.0, Act.CORRECTION))
    if standing.interrupted:
        found.append(Signal("right_after_interrupt", 0.5, Act.CORRECTION))
    if said.asks and standing.delivered and not standing.asked:
        found.append(Signal("question_after_delivery", 0.5, Act.CHALLENGE))
    if review_points(said, standing) >= 2.5:
        found.append(Signal("reads_like_a_review", 2.0, Act.REVIEW_PASTE))
    return found


def _words(said: Said, standing: Standing) -> list[Signal]:
    """What the word lists say; less where the agent has delivered nothing so far."""
    scale = 1.0 if standing.delivered_before or standing.answer else 0.75
    found: list[Signal] = []
    if said.counts.get("blame"):
        found.append(Signal("blame", 1.5 * scale, Act.CORRECTION))
    if said.counts.get("instead"):
        weight = 2.0 if opens_with(said, "instead") else 1.0
        found.append(Signal("instead", weight * scale, Act.CORRECTION))
    if affirmed(said, "failure"):
        weight = 1.5 if standing.delivered_before and not _asks_about_a_fault(said) else 0.5
        found.append(Signal("failure_words", weight, Act.FAILURE_REPORT))
        if said.counts.get("still"):
            found.append(Signal("still", 0.5, Act.FAILURE_REPORT))
    if said.counts.get("symptom"):
        weight = 1.5 if standing.delivered and is_statement(said) else 0.5
        found.append(Signal("symptom", weight, Act.FAILURE_REPORT))
    if said.counts.get("doubt"):
        weight = 2.0 if opens_with(said, "doubt") and standing.delivered_before else 1.5
        found.append(Signal("doubt", weight * scale, Act.CHALLENGE))
    if opens_with(said, "why"):
        weight = 2.0 if standing.delivered_before else 1.0
        found.append(Signal("asks_why", weight, Act.CHALLENGE))
    if said.counts.get("undo"):
        weight = 2.0 if opens_with(said, "undo") and not standing.asked else 1.0
        found.append(Signal("undo", weight * scale, Act.CORRECTION))
    if said.counts.get("repeat") and said.length >= REPEATS and not said.asks:
        weight = 2.0 if opens_with(said, "repeat") and standing.delivered_before else 1.0
        found.append(Signal("says_it_again", weight, Act.CORRECTION))
    if said.counts.get("scope") and standing.delivered_before:
        found.append(Signal("more_than_asked", 2.0, Act.CORRECTION))
    if said.counts.get("contrast"):
        weight = 1.0 if opens_with(said, "contrast") else 0.5
        found.append(Signal("contrast", weight * scale, Act.CORRECTION))
    if objects(said):
        weight, act = (1.5, Act.CHALLENGE) if said.asks else (1.0, Act.CORRECTION)
        found.append(Signal("objection", weight * scale, act))
    if said.asks and said.counts.get("tag"):
        found.append(Signal("asks_for_agreement", 0.5, Act.CHALLENGE))
    if standing.delivered and is_statement(said):
        if set(COMPLAINTS) & set(said.counts):
            found.append(Signal("plain_complaint", 0.5))
        if said.counts.get("partial"):
            found.append(Signal("not_everywhere", 1.0, Act.CORRECTION))
        if said.counts.get("still") and not said.counts.get("praise"):
            found.append(Signal("nothing_changed", 1.0, Act.CORRECTION))
        if said.counts.get("negation"):
            found.append(Signal("says_what_is_not", 1.0, Act.FAILURE_REPORT))
    elif standing.delivered and _still_before_an_order(said):
        found.append(Signal("nothing_changed", 1.0, Act.CORRECTION))
    return found


def _still_before_an_order(said: Said) -> bool:
    """Whether a sentence says of a fault that it is still there, and later ones order something.

    Whatever is ordered then, the repair or the next step, what was said before it stands. What
    "we still need" is no fault.
    """
    orders = [hit.clause for hit in said.hits if hit.category in ("request", "commit")]
    ordered = min(orders, default=0)
    needed = {hit.clause for hit in said.hits if hit.category in ("person", "contrast")}
    faults = [hit for name in ("blame", "failure", "symptom") for hit in affirmed(said, name)]
    return any(
        hit.category == "still"
        and hit.clause not in needed
        and in_later_sentence(said, hit.clause, ordered)
        and any(not in_later_sentence(said, *sorted((hit.clause, f.clause))) for f in faults)
        for hit in said.hits
    )


def illustrates(said: Said) -> bool:
    """Whether what was pasted shows how something should look: an example, without a complaint."""
    return bool(said.counts.get("example")) and not {*COMPLAINTS, "still"} & set(said.counts)


def _asks_about_a_fault(said: Said) -> bool:
    """A short question for what is broken, not a report that it is: "what was wrong with it?"."""
    asks = said.ends_asking and said.length <= SHORT_QUESTION and opens_with(said, "question")
    return asks and not said.counts.get("still") and not opens_with(said, "why")


def is_statement(said: Said) -> bool:
    """No question, no order, no approval."""
    return (
        not said.asks
        and not any(said.counts.get(category) for category in ("request", "commit"))
        and not any(opens_with(said, category) for category in ("contrast", "approve"))
    )


def _against(said: Said, standing: Standing) -> list[Signal]:
    """What speaks against pushback."""
    found: list[Signal] = []
    if retracts(said):
        found.append(Signal("retracted", -3.0))
    if opens_with(said, "approve") and not said.asks and not objects(said):
        found.append(Signal("approval_words", -1.0))
    if opens_with(said, "praise") and not objects(said):
        found.append(Signal("praise_first", -0.5))
    if opens_with(said, "commit"):
        found.append(Signal("order_to_commit", -0.5))
    if opens_with(said, "request") and not said.counts.get("instead"):
        found.append(Signal("request_first", -0.5))
    if said.counts.get("discuss"):
        found.append(Signal("wants_discussion", -0.5))
    if standing.agreed:
        found.append(Signal("agent_welcomes", -1.0))
    if standing.asked_openly and not set(ANSWER_PROOF) & set(said.counts):
        found.append(Signal("agent_had_asked", -0.5))
    return found


def same_paste(said: Said, earlier: Sequence[Said]) -> bool:
    """Whether something pasted before is pasted again, times and counters aside."""
    if len(said.own.pasted) < 40:
        return False
    return any(
        len(before.own.pasted) >= 40 and similar(said, before) >= SAME_PASTE
        for before in earlier[-10:]
    )


def _quotes(said: Said, answer: str) -> bool:
    """Whether a line of the agent's last words was pasted back."""
    if not answer or "quote" not in said.own.kinds:
        return False
    return any(
        len(line) >= 12 and line in answer
        for line in (raw.strip(' >"“”«»„「」\t') for raw in said.own.pasted.splitlines())
    )
