"""Requests to a language model: planned, agreed to, sent, heard. Nothing leaves by another way."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from reflect.classifier import reply_cache, requests
from reflect.classifier.engine import Engine
from reflect.classifier.estimate import estimate
from reflect.classifier.negotiation import Negotiation
from reflect.classifier.providers import registry
from reflect.classifier.providers.provider import Provider, TooLong
from reflect.classifier.reply import is_form
from reflect.classifier.retries import Pace
from reflect.classifier.second_redaction import is_clean
from reflect.classifier.sending import ask_all
from reflect.errors import ReflectError, StorageFailed, UsageError
from reflect.model.frozen import dataclass
from reflect.model.judgement import ModelCall
from reflect.model.model_request import ModelRequest, ProviderFacts
from reflect.model.model_run import ModelRun
from reflect.model.redacted import Redacted
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose
from reflect.model.vocabulary import Agent
from reflect.pipeline.importing import Progress
from reflect.pipeline.model.ask import ModelAsk, Plan
from reflect.pipeline.model.cache import StoredModes, StoredReplies
from reflect.pipeline.model.prompts import SentPrompts
from reflect.pipeline.model.questions import Questions
from reflect.pipeline.model.results import Heard
from reflect.pipeline.model.shown_prompts import ShownPrompts
from reflect.warehouse.model_answers import ModelAnswers

SAID_NO = "you did not agree, so nothing was sent"
INTERRUPTED = "you stopped it; what had been answered is kept"


@dataclass(frozen=True, slots=True)
class Conversation:
    """What asking takes beside the questions."""

    answers: ModelAnswers
    """Where replies are kept, and found again."""
    ask: ModelAsk
    """What the user said about it."""
    redact: Callable[[str], Redacted]
    """The redactor, for what goes out and what comes back."""
    progress: Progress
    """Is told how far it is."""
    masks: int
    """Secrets masked in the sessions that are asked about."""
    fewer: str
    """How to ask for less, in words for the user."""
    sent: SentPrompts
    """Records each request before it leaves."""


@dataclass(frozen=True, slots=True)
class _Asking:
    """A conversation with its questions and the one who answers."""

    conversation: Conversation
    provider: Provider
    shown: ShownPrompts
    told: Questions
    every: Sequence[ModelRequest]
    heard: Heard


def conversed(
    conversation: Conversation, told: Questions, every: Sequence[ModelRequest], heard: Heard
) -> ModelRun:
    """Ask ``every`` request, with ``told`` among them, and let ``heard`` take the answers.

    Where the model cannot be asked, the run is empty and says why.

    Raises:
        UsageError: the settings name no usable provider, consent names another host, or more tokens
            would be needed than the user allows.
        StorageFailed: the file of `--show-prompts` cannot be written.
    """
    remember = partial(conversation.answers.keep_own_session, Agent.OPENCODE.value)
    provider = registry.made(conversation.ask.provider, remember=remember)
    shown = ShownPrompts(conversation.ask.prompts)
    return asyncio.run(_conversed(_Asking(conversation, provider, shown, told, every, heard)))


async def _conversed(asking: _Asking) -> ModelRun:
    try:
        facts = await asking.provider.facts()
        return await _answered(asking, facts)
    except (UsageError, StorageFailed):
        raise
    except ReflectError as error:
        settings = asking.conversation.ask.provider
        nobody = ProviderFacts(
            settings.name, settings.kind.value, settings.model, "", Destination.NONE
        )
        return _nothing(nobody, error.message)
    finally:
        await asking.provider.close()


async def _answered(asking: _Asking, facts: ProviderFacts) -> ModelRun:
    engine = _engine(asking, facts)
    plan = _plan(asking, facts, engine)
    consent: Consent | None = Consent.NOT_NEEDED
    await asyncio.sleep(0)  # Ctrl-C while this was planned ends the command, before any question
    if plan.requests:
        consent = asking.conversation.ask.agree(plan)
    if consent is None:
        return _nothing(facts, SAID_NO)
    begun = engine.pace.clock()
    engine = replace(
        engine,
        deadline=begun + asking.conversation.ask.seconds,
        record=partial(_record, asking, facts, consent),
    )
    stopped = await _hear(asking, engine)
    run = asking.heard.run(facts, consent)
    seconds = engine.pace.clock() - begun
    return replace(run, seconds=seconds, stopped=stopped or run.stopped)


def _record(asking: _Asking, facts: ProviderFacts, consent: Consent, call: ModelCall) -> None:
    asking.conversation.sent.add(facts, consent, call)
    asking.heard.leaving(call)


def _engine(asking: _Asking, facts: ProviderFacts) -> Engine:
    pace, told = Pace(), asking.conversation
    return Engine(
        facts=facts,
        redact=told.redact,
        cache=StoredReplies(told.answers, told.redact),
        modes=StoredModes(told.answers),
        show=asking.shown.write,
        is_form=is_form,
        halve=requests.halves,
        deadline=pace.clock() + told.ask.seconds,
        refresh=told.ask.refresh,
        pace=pace,
    )


def _plan(asking: _Asking, facts: ProviderFacts, engine: Engine) -> Plan:
    """What would be sent, written to the file of `--show-prompts`. Raises ``UsageError``."""
    ask, root_of = asking.conversation.ask, asking.told.root_of
    fresh = [one for one in asking.every if not _is_answered(one, engine)]
    if ask.prompts is not None:
        _show(asking, fresh, engine)
    estimated = estimate(fresh, facts)
    needed = estimated.tokens_in + estimated.tokens_out
    if needed > ask.most_tokens:
        raise UsageError(
            f"{len(fresh)} requests would need about {needed:,} tokens, more than the "
            f"{ask.most_tokens:,} that are allowed; nothing was sent",
            hint=f"{asking.conversation.fewer}, or allow more: --max-tokens N",
        )
    words_of = (PromptPurpose.ADJUDICATE, PromptPurpose.SWEEP)
    return Plan(
        facts=facts,
        requests=Counter(one.purpose for one in fresh),
        cached=len(asking.every) - len(fresh),
        estimate=estimated,
        sessions=len({root_of(one) for one in fresh if one.purpose in words_of}),
        masks=asking.conversation.masks,
    )


def _show(asking: _Asking, fresh: Sequence[ModelRequest], engine: Engine) -> None:
    """Write the requests as they will be sent first."""
    mode = Negotiation(asking.provider, engine.facts, engine.modes, anew=engine.refresh).mode
    for one in fresh:
        try:
            outgoing = asking.provider.outgoing(one, mode, None)
        except TooLong:
            continue  # asked in halves, each of which is written before it is sent
        if is_clean(outgoing, engine.redact):  # else it will not be sent
            asking.shown.write(outgoing)


def _is_answered(request: ModelRequest, engine: Engine) -> bool:
    if engine.refresh:
        return False
    stored = engine.cache.get(reply_cache.key(request, engine.facts))
    return stored is not None and engine.is_form(request, stored.text)


async def _hear(asking: _Asking, engine: Engine) -> str:
    """Ask everything; returns why it ended early, empty when it did not."""
    done: set[int] = set()
    heard = asking.heard
    try:
        async with aclosing(ask_all(asking.every, asking.provider, engine)) as answers:
            async for answer in answers:
                heard.take(answer)
                done.add(answer.place)
                dropped = heard.dropped.total()
                asking.conversation.progress(
                    f"asking the model: {heard.tokens:,} tokens, {dropped} dropped",
                    len(done),
                    len(asking.every),
                )
    except asyncio.CancelledError:
        # Ctrl-C: what was answered is in the cache and is shown.
        task = asyncio.current_task()
        if task is not None:
            task.uncancel()
        return INTERRUPTED
    return ""


def _nothing(facts: ProviderFacts, why: str) -> ModelRun:
    """A run in which nothing was asked."""
    return ModelRun(facts, Consent.NOT_NEEDED, {}, 0, 0, 0, 0, 0, {}, stopped=why)
