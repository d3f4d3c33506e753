"""A model asked about a review: planned, agreed to, sent, checked, joined with the rules.

The review of the rules is whole before anything is asked, and stays so whatever a model says.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from reflect.classifier import reply_cache, requests
from reflect.classifier.engine import Engine
from reflect.classifier.estimate import estimate
from reflect.classifier.providers import registry
from reflect.classifier.providers.provider import Provider, TooLong
from reflect.classifier.reply import is_form
from reflect.classifier.retries import Pace
from reflect.classifier.sending import ask_all
from reflect.errors import ReflectError, StorageFailed, UsageError
from reflect.model.frozen import dataclass
from reflect.model.model_request import ModelRequest, ProviderFacts
from reflect.model.model_run import ModelRun
from reflect.model.review import Review
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose
from reflect.pipeline import model_results
from reflect.pipeline.importing import Progress
from reflect.pipeline.measured import own_verdicts
from reflect.pipeline.model_ask import ModelAsk, Plan
from reflect.pipeline.model_cache import StoredModes, StoredReplies
from reflect.pipeline.model_questions import Questions, facts_of, questions
from reflect.pipeline.model_results import Heard
from reflect.pipeline.shown_prompts import ShownPrompts
from reflect.redaction.redactor import Redactor
from reflect.warehouse import Warehouse

SAID_NO = "you did not agree, so nothing was sent"
INTERRUPTED = "you stopped it; what had been answered is kept"


@dataclass(frozen=True, slots=True)
class _Asking:
    """Everything that the questions of one run need."""

    warehouse: Warehouse
    review: Review
    ask: ModelAsk
    redactor: Redactor
    progress: Progress
    provider: Provider
    shown: ShownPrompts


def asked(
    warehouse: Warehouse, review: Review, ask: ModelAsk, redactor: Redactor, progress: Progress
) -> Review:
    """The review with what the model said; where it cannot be asked, with the reason.

    Raises:
        UsageError: the settings name no usable provider, consent names another host, or more tokens
            would be needed than the user allows.
        StorageFailed: the file of `--show-prompts` cannot be written.
    """
    provider = registry.made(ask.provider)
    shown = ShownPrompts(ask.prompts)
    asking = _Asking(warehouse, review, ask, redactor, progress, provider, shown)
    return asyncio.run(_asked(asking))


async def _asked(asking: _Asking) -> Review:
    provider, review = asking.provider, asking.review
    try:
        facts = await provider.facts()
        return await _answered(asking, facts)
    except (UsageError, StorageFailed):
        raise
    except ReflectError as error:
        settings = asking.ask.provider
        nobody = ProviderFacts(
            settings.name, settings.kind.value, settings.model, "", Destination.NONE
        )
        return replace(review, model=_nothing(nobody, error.message))
    finally:
        await provider.close()


async def _answered(asking: _Asking, facts: ProviderFacts) -> Review:
    review = asking.review
    told = questions(asking.warehouse, review, asking.ask.provider)
    every = told.requests and (*told.requests, requests.summarise(facts_of(review)))
    engine = _engine(asking, facts)
    plan = _plan(asking, facts, every, engine, told)
    consent: Consent | None = Consent.NOT_NEEDED
    if plan.requests:
        consent = asking.ask.agree(plan)
    if consent is None:
        return replace(review, model=_nothing(facts, SAID_NO))
    heard = Heard(told, review, asking.redactor.text)
    stopped = await _hear(asking, every, engine, heard)
    run = heard.run(facts, consent, every)
    own = own_verdicts()
    run, counted = model_results.joined(asking.warehouse, review, heard, run, told, own)
    if stopped:
        run = replace(run, stopped=stopped)
    return model_results.reviewed(review, run, counted, told, own)


def _engine(asking: _Asking, facts: ProviderFacts) -> Engine:
    pace = Pace()
    answers, redact = asking.warehouse.models, asking.redactor.text
    return Engine(
        facts=facts,
        redact=redact,
        cache=StoredReplies(answers, redact),
        modes=StoredModes(answers),
        show=asking.shown.write,
        is_form=is_form,
        halve=requests.halves,
        deadline=pace.clock() + asking.ask.seconds,
        refresh=asking.ask.refresh,
        pace=pace,
    )


def _plan(
    asking: _Asking,
    facts: ProviderFacts,
    every: Sequence[ModelRequest],
    engine: Engine,
    told: Questions,
) -> Plan:
    """What would be sent, written to the file of `--show-prompts`. Raises ``UsageError``."""
    fresh = [one for one in every if not _is_answered(one, engine)]
    mode = engine.modes.get(facts)
    usable = mode if mode in asking.provider.modes else asking.provider.modes[0]
    for one in fresh:
        try:
            outgoing = asking.provider.outgoing(one, usable or asking.provider.modes[0], None)
        except TooLong:
            continue  # asked in halves, each of which is written before it is sent
        asking.shown.write(outgoing)
    estimated = estimate(fresh, facts)
    needed = estimated.tokens_in + estimated.tokens_out
    if needed > asking.ask.most_tokens:
        raise UsageError(
            f"{len(fresh)} requests would need about {needed:,} tokens, more than the "
            f"{asking.ask.most_tokens:,} that are allowed; nothing was sent",
            hint="look at fewer sessions (--last 2), or allow more: --max-tokens N",
        )
    words_of = (PromptPurpose.ADJUDICATE, PromptPurpose.SWEEP)
    return Plan(
        facts=facts,
        requests=Counter(one.purpose for one in fresh),
        cached=len(every) - len(fresh),
        estimate=estimated,
        sessions=len({told.root_of(one) for one in fresh if one.purpose in words_of}),
        masks=sum(asking.review.redactions.values()),
    )


def _is_answered(request: ModelRequest, engine: Engine) -> bool:
    if engine.refresh:
        return False
    stored = engine.cache.get(reply_cache.key(request, engine.facts))
    return stored is not None and engine.is_form(request, stored.text)


async def _hear(
    asking: _Asking, every: Sequence[ModelRequest], engine: Engine, heard: Heard
) -> str:
    """Ask everything; returns why it ended early, empty when it did not."""
    done: set[int] = set()
    try:
        async with aclosing(ask_all(every, asking.provider, engine)) as answers:
            async for answer in answers:
                heard.take(answer)
                done.add(answer.place)
                dropped = heard.dropped.total()
                asking.progress(
                    f"asking the model: {heard.tokens:,} tokens, {dropped} dropped",
                    len(done),
                    len(every),
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
