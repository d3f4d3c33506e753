"""One request from the cache or the provider: retries, negotiation, one repair, two halves."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from reflect.classifier import reply_cache
from reflect.classifier.engine import Answer, Engine
from reflect.classifier.json_text import only_object
from reflect.classifier.negotiation import Negotiation
from reflect.classifier.providers.provider import (
    Adjusted,
    Outgoing,
    OutputMode,
    Provider,
    ProviderError,
    TooLong,
    Transient,
    Unsupported,
    Unusable,
)
from reflect.classifier.retries import MOST_RETRIES, Gate, wait
from reflect.classifier.second_redaction import NotRedacted, sent
from reflect.model.judgement import DropReason, ModelCall
from reflect.model.model_request import Finish, ModelRequest, Reply

MOST_ADJUSTMENTS = 3
"""Times a provider may learn how requests must be put: two parameters are known to differ."""

MOST_UNANSWERED = 3
"""Requests in a row without an answer after which the others are not sent."""

LONGEST_REPAIR = 12_000
"""Characters of a failed reply that are sent back: the longest form is not much longer."""

NO_TIME = "the time for all requests is over"


class _Failed(Exception):
    """A request ended without a reply: what it is counted as, and why in words for the user."""

    def __init__(self, drop: DropReason, problem: str = "") -> None:
        super().__init__(problem)
        self.drop = drop
        self.problem = problem


class _Cut(Exception):
    """A reply did not end, or the request was too long for the model: half of it may do."""


class Asker:
    """Asks one provider, for all requests of a run."""

    def __init__(self, provider: Provider, engine: Engine) -> None:
        self._provider = provider
        self._engine = engine
        self._gate = Gate(engine.pace, engine.deadline)
        self._negotiation = Negotiation(provider, engine.facts, engine.modes, anew=engine.refresh)
        self._unanswered = 0
        self._stopped = ""

    async def answers(self, place: int, request: ModelRequest) -> AsyncIterator[Answer]:
        """What becomes of a request: one answer, or one for each half where a reply was cut."""
        calls: list[ModelCall] = []
        try:
            whole = await self._answer(place, request, calls)
        except _Cut:
            halves = self._engine.halve(request)
        else:
            yield whole
            return
        for half in halves:
            try:
                yield await self._answer(place, half, calls)
            except _Cut:
                yield Answer(half, place, None, DropReason.LENGTH, tuple(calls))
            calls = []
        if not halves:
            yield Answer(request, place, None, DropReason.LENGTH, tuple(calls))

    async def _answer(self, place: int, request: ModelRequest, calls: list[ModelCall]) -> Answer:
        """The answer to a request. Raises :class:`_Cut`."""
        try:
            reply = await self._reply(request, calls)
        except _Failed as failed:
            return Answer(request, place, None, failed.drop, tuple(calls), failed.problem)
        return Answer(request, place, self._engine.redact(reply.text), None, tuple(calls))

    async def _reply(self, request: ModelRequest, calls: list[ModelCall]) -> Reply:
        """A reply of the form that was asked for, from the cache or the provider."""
        engine = self._engine
        key = reply_cache.key(request, engine.facts)
        stored = None if engine.refresh else engine.cache.get(key)
        if stored is not None:
            right = engine.is_form(request, stored.text)
            if right or stored.finish is Finish.LENGTH:
                calls.append(self._cached(request, stored))
                if right:
                    return stored
                raise _Cut
        reply = await self._asked(request, None, calls)
        if not engine.is_form(request, reply.text):
            if reply.finish is Finish.LENGTH:
                engine.cache.put(key, reply)
                raise _Cut
            if not reply.text.strip():
                raise _Failed(DropReason.EMPTY)
            reply = await self._asked(request, reply.text[:LONGEST_REPAIR], calls)
            if not engine.is_form(request, reply.text):
                raise _Failed(_fault(reply))
        engine.cache.put(key, reply)
        return reply

    def _cached(self, request: ModelRequest, stored: Reply) -> ModelCall:
        """The record of a request that was not sent."""
        try:
            outgoing = self._provider.outgoing(request, self._negotiation.mode, None)
        except TooLong:
            return ModelCall(request.purpose, b"", True, stored.tokens_in, stored.tokens_out)
        return ModelCall(request.purpose, outgoing.body, True, stored.tokens_in, stored.tokens_out)

    async def _asked(
        self, request: ModelRequest, repair: str | None, calls: list[ModelCall]
    ) -> Reply:
        """What the provider replies, redacted; asked in other ways and again where that may help.

        Raises:
            _Failed: no reply came.
            _Cut: the request is longer than the model can hold.
        """
        failures = adjustments = 0
        while True:
            if self._stopped:
                raise _Failed(DropReason.NO_REPLY, self._stopped)
            if not await self._gate.passed():
                raise _Failed(DropReason.NO_REPLY, NO_TIME)
            mode = self._negotiation.mode
            try:
                reply = await self._once(request, mode, repair, calls)
            except TooLong:
                self._unanswered = 0
                raise _Cut from None
            except NotRedacted:
                raise _Failed(DropReason.NOT_REDACTED) from None
            except TimeoutError:
                raise _Failed(DropReason.NO_REPLY, NO_TIME) from None
            except Unsupported as problem:
                if not self._negotiation.next_after(mode):
                    raise self._failed(problem) from None
            except Adjusted as problem:
                adjustments += 1
                if adjustments > MOST_ADJUSTMENTS:
                    raise self._failed(problem) from None
            except Transient as problem:
                seconds = wait(failures, problem.retry_after, self._engine.pace.random)
                failures += 1
                if failures > MOST_RETRIES or not self._gate.close_for(seconds):
                    raise self._failed(problem) from None
            except ProviderError as problem:
                raise self._failed(problem) from None
            else:
                self._unanswered = 0
                self._negotiation.worked(mode)
                return reply

    async def _once(
        self, request: ModelRequest, mode: OutputMode, repair: str | None, calls: list[ModelCall]
    ) -> Reply:
        """Send a request once and note that in ``calls``."""
        engine = self._engine
        outgoing = self._provider.outgoing(request, mode, repair)

        def show(leaving: Outgoing) -> None:
            call = ModelCall(request.purpose, leaving.body, False, None, None)
            engine.show(leaving)
            engine.record(call)
            calls.append(call)

        async with asyncio.timeout(self._gate.left()):
            reply = await sent(self._provider, outgoing, mode, engine.redact, show)
        calls[-1] = replace(calls[-1], tokens_in=reply.tokens_in, tokens_out=reply.tokens_out)
        return replace(reply, text=engine.redact(reply.text))

    def _failed(self, problem: ProviderError) -> _Failed:
        """Take note of a request without an answer; too many of them end the run."""
        said = str(problem)
        self._unanswered += 1
        if isinstance(problem, Unusable):
            self._stopped = said
        elif self._unanswered >= MOST_UNANSWERED:
            self._stopped = f"{MOST_UNANSWERED} requests in a row had no answer: {said}"
        return _Failed(DropReason.NO_REPLY, said)


def _fault(reply: Reply) -> DropReason:
    """What is wrong with a reply that a repair did not mend."""
    if not reply.text.strip():
        return DropReason.EMPTY
    if reply.finish is Finish.LENGTH:
        return DropReason.LENGTH
    return DropReason.NOT_JSON if only_object(reply.text) is None else DropReason.FORM
