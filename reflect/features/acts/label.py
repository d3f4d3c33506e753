"""From the acts of a session to its turns: the act, how sure, and which signals spoke."""

from collections.abc import Sequence, Set

from reflect.features.acts.said import (
    Said,
    affirmed,
    in_later_sentence,
    opens_with,
    read,
    requests,
    retracts,
    same_text,
    takes_up,
)
from reflect.features.acts.signals import Signal, pushback_signals
from reflect.features.acts.standing import Standing, standings
from reflect.features.exchanges import exchanges
from reflect.model.redacted import Redacted
from reflect.model.session import Message, RedactedSession
from reflect.model.turn import Turn
from reflect.model.vocabulary import PUSHBACK, Act, MessageKind

ENOUGH = 2.0
"""Weight from which an act is pushback: one strong fact, or a phrase and a fact."""

HINT = 1.0
"""Weight that at least one signal must have: four half hints together are still none."""

SHORT = 12
"""Words up to which an approving opening is the whole message."""

Verdict = tuple[Act, float, tuple[str, ...]]
"""Act, confidence, names of signals."""


def label(session: RedactedSession, silent: Set[str] = frozenset()) -> tuple[Turn, ...]:
    """One turn for each act of the human, in order; ``silent`` signals do not speak."""
    cut = exchanges(session)
    acts: list[tuple[Message[Redacted], Said, Standing]] = []
    verdicts: list[Verdict] = []
    earlier: list[Said] = []
    for exchange, standing in zip(cut, standings(cut), strict=True):
        if exchange.message is None:
            continue
        said = read(exchange.message)
        acts.append((exchange.message, said, standing))
        verdict = _judge(exchange.message, said, standing, earlier, silent)
        if _stops_what_was_refused(acts):
            verdict = (Act.INTERRUPTION, 0.9, ("stop_after_refusal",))
        verdicts.append(verdict)
        if said.text and not standing.unanswered:
            earlier.append(said)
    _follow_resubmissions(acts, verdicts)
    return tuple(
        Turn(
            session=session.key,
            event=message.event,
            position=message.position,
            record=message.record,
            part=message.parts[0].index if message.parts else 0,
            kind=message.kind,
            author=message.author,
            act=act,
            confidence=confidence,
            signals=names,
        )
        for (message, _, _), (act, confidence, names) in zip(acts, verdicts, strict=True)
    )


def _stops_what_was_refused(acts: Sequence[tuple[Message[Redacted], Said, Standing]]) -> bool:
    """Whether the last act is the mark a client writes when a refusal also stops the agent.

    Claude Code writes the refusal into the result of the call and then a second record, "request
    interrupted"; both come as refusals, the second has no words and follows at once.
    """
    if len(acts) < 2:
        return False
    (before, _, standing), (message, said, _) = acts[-2:]
    both = before.kind is message.kind is MessageKind.REFUSAL
    return both and not said.text and standing.unanswered


def _follow_resubmissions(
    acts: Sequence[tuple[Message[Redacted], Said, Standing]], verdicts: list[Verdict]
) -> None:
    """An act without any answer, typed again at once, is what its last version is."""
    for number in range(len(acts) - 2, -1, -1):
        _, said, standing = acts[number]
        if not standing.unanswered or not said.text:
            continue
        following = number + 1
        while following < len(acts) - 1 and acts[following][0].kind is MessageKind.INTERRUPT:
            following += 1
        if acts[following][1].text and same_text(said, acts[following][1]):
            act, confidence, names = verdicts[following]
            verdicts[number] = (act, confidence, ("typed_again", *names))


def _judge(
    message: Message[Redacted],
    said: Said,
    standing: Standing,
    earlier: Sequence[Said],
    silent: Set[str],
) -> Verdict:
    kind = message.kind
    if kind is MessageKind.INTERRUPT and not said.text:
        return Act.INTERRUPTION, 0.98, ("interrupt",)
    if kind is MessageKind.SHELL:
        return Act.OTHER, 0.9, ("own_command",)
    if kind is MessageKind.REFUSAL:
        told = _refusal(said)
        return (Act.REJECTION, 0.5, ("refusal",)) if silent & set(told[2]) else told
    if kind is MessageKind.ANSWER:
        if not said.text or (said.counts.get("approve") and said.length <= SHORT):
            return Act.APPROVAL, 0.9, ("picked_an_option",)
        return Act.ANSWER, 0.9, ("answer_to_question",)
    if kind is MessageKind.COMMAND and said.length == 0:
        return Act.OTHER, 0.8, ("command_without_words",)
    signals = [s for s in pushback_signals(said, standing, earlier) if s.name not in silent]
    if not said.text.strip() and not signals:
        return Act.OTHER, 0.5, ("no_words",)
    weight = sum(signal.weight for signal in signals)
    strong = any(signal.weight >= HINT for signal in signals)
    if weight >= ENOUGH and strong and not retracts(said):
        return _pushback(signals, weight, said)
    return _other(message, said, standing)


def _refusal(said: Said) -> Verdict:
    """A refusal with words says what instead, asks why, or only says no."""
    bare = said.length <= 3 and not said.own.pasted and not said.asks
    if said.length == 0 and not said.own.pasted:
        return Act.REJECTION, 0.95, ("refusal",)
    if bare and (said.counts.get("contrast") or said.counts.get("approve")):
        return Act.REJECTION, 0.8, ("refusal", "bare_no")
    if retracts(said):
        return Act.OTHER, 0.6, ("refusal", "retracted")
    if said.ends_asking and not said.counts.get("request") and not said.counts.get("contrast"):
        return Act.CHALLENGE, 0.7, ("refusal_with_words", "question")
    return Act.CORRECTION, 0.85, ("refusal_with_words",)


def _pushback(signals: Sequence[Signal], weight: float, said: Said) -> Verdict:
    """The kind of pushback most weight speaks for."""
    sums = dict.fromkeys(PUSHBACK, 0.0)
    for signal in signals:
        if signal.act is not None:
            sums[signal.act] += signal.weight
    if not any(sums.values()):
        sums[Act.CHALLENGE if said.ends_asking else Act.CORRECTION] = 0.1
    review = any(signal.act is Act.REVIEW_PASTE for signal in signals)
    act = Act.REVIEW_PASTE if review else max(PUSHBACK, key=lambda a: sums[a])
    spoke = sorted((s for s in signals if s.weight > 0), key=lambda s: (-s.weight, s.name))
    confidence = round(min(0.95, 0.45 + 0.15 * weight), 2)
    return act, confidence, tuple(signal.name for signal in spoke)


def _other(message: Message[Redacted], said: Said, standing: Standing) -> Verdict:
    """What an act is that is no pushback."""
    if retracts(said) and not said.counts.get("request"):
        return Act.OTHER, 0.7, ("retracted",)
    typed = message.kind is not MessageKind.COMMAND
    if typed and said.text.startswith("/") and len(said.text.split()) == 1:
        return Act.OTHER, 0.8, ("client_command",)
    request = next(iter(requests(said)), None)
    approves = bool(affirmed(said, "approve")) and (
        opens_with(said, "approve") or said.length <= SHORT
    )
    if (opens_with(said, "praise") or not standing.asked) and any(
        hit.category in ("request", "polite") and in_later_sentence(said, 0, hit.clause)
        for hit in said.hits
    ):
        approves = False
    if not standing.first and not said.asks:
        if opens_with(said, "commit") or (said.counts.get("commit") and said.length <= SHORT):
            return Act.APPROVAL, 0.8, ("order_to_commit",)
        if approves and (standing.asked or request is None):
            sure = 0.85 if said.length <= SHORT else 0.6
            return Act.APPROVAL, sure, ("approval_words",)
    if not standing.first and standing.asked and takes_up(said, standing.answer):
        return Act.APPROVAL, 0.6, ("takes_up_the_offer",)
    if said.counts.get("discuss") and (request is None or said.asks):
        return Act.DISCUSS_ONLY, 0.6, ("wants_discussion",)
    if said.counts.get("explain") and not standing.first:
        return Act.CLARIFICATION, 0.6, ("asks_to_explain",)
    if request is not None and (request.clause <= 1 or not said.ends_asking):
        return Act.NEW_REQUEST, 0.7 if standing.first else 0.6, ("request",)
    if standing.first:
        return Act.NEW_REQUEST, 0.75, ("first_act",)
    if said.ends_asking or opens_with(said, "question"):
        return Act.CLARIFICATION, 0.65, ("question",)
    if message.kind is MessageKind.COMMAND:
        return Act.NEW_REQUEST, 0.6, ("command",)
    if standing.asked:
        if approves:
            return Act.APPROVAL, 0.6, ("approval_words",)
        if said.length <= 4:
            return Act.APPROVAL, 0.5, ("short_reply_to_question",)
        if standing.asked_openly:
            return Act.ANSWER, 0.35, ("agent_had_asked",)
    if said.counts.get("polite"):
        return Act.NEW_REQUEST, 0.5, ("polite",)
    return Act.CLARIFICATION, 0.35, ("statement",)
