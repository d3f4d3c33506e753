"""Replies that are kept: what a reply depends on, and nothing else."""

import asyncio
import signal
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asked_model import NO, YES, Run, a_request, is_form, provider
from scripted_model import Asked, Step, says, scripted

from reflect.classifier.reply_cache import key
from reflect.classifier.sending import ask_all
from reflect.model.model_request import Finish, OfferedCode, ProviderFacts, Reply
from reflect.model.redacted import seal
from reflect.model.run_vocabulary import Destination, PromptPurpose

FACTS = ProviderFacts("mine", "openai", "made-up-1", "models.example", Destination.REMOTE)
CODE = OfferedCode("retry_loop", 3, seal("definition"))


@pytest.mark.parametrize(
    "other",
    [
        {"purpose": PromptPurpose.SWEEP},
        {"prompt_digest": "1" * 64},
        {"codes": (replace(CODE, version=4),)},
        {"codes": (replace(CODE, name="another"),)},
        {"codes": ()},
        {"instructions": seal("Judge.")},
        {"content": seal("other events")},
        {"schema": {"type": "object"}},
        {"schema_name": "other"},
        {"most_output_tokens": 300},
    ],
)
def test_whatever_the_reply_depends_on_is_in_the_key(other: dict[str, Any]) -> None:
    request = a_request(codes=(CODE,))
    assert key(request, FACTS) != key(replace(request, **other), FACTS)


def test_who_answers_is_in_the_key() -> None:
    others = (
        replace(FACTS, kind="ollama"),
        replace(FACTS, host="another.example"),
        replace(FACTS, model="made-up-2"),
    )
    assert len({key(a_request(), facts) for facts in (FACTS, *others)}) == 4


def test_what_is_only_said_of_them_is_not() -> None:
    request = a_request(codes=(CODE,))
    renamed = replace(FACTS, provider="other", price_in=3.0)
    moved = replace(request, subject="another", part=1)
    assert key(request, FACTS) == key(moved, renamed) == key(request, FACTS)


def test_the_words_added_to_a_request_are_in_the_key(hermetic: Path) -> None:
    before = key(a_request(), FACTS)
    own = hermetic / "reflect" / "prompts"
    own.mkdir(parents=True)
    (own / "form.md").write_text("One object, please: {{schema}}", encoding="utf-8")
    assert key(a_request(), FACTS) != before


def test_what_was_asked_before_is_not_sent_again() -> None:
    run = Run()
    with scripted([says(YES, tokens=(70, 7))]) as server:
        (first,) = run.ask([a_request()], provider(server.url))
        (second,) = run.ask([a_request()], provider(server.url))
        assert len(server.asked) == len(run.shown) == 1
    assert second.text == first.text
    (call,) = second.calls
    assert (call.cached, call.tokens_in, call.tokens_out) == (True, 70, 7)
    assert call.body == first.calls[0].body


def test_refresh_asks_again_and_keeps_the_new_reply() -> None:
    run = Run()
    with scripted([says(YES), says(NO)]) as server:
        run.ask([a_request()], provider(server.url))
        run.refresh = True
        (again,) = run.ask([a_request()], provider(server.url))
        run.refresh = False
        (third,) = run.ask([a_request()], provider(server.url))
        assert len(server.asked) == 2
    assert again.text == third.text == '{"decision": "no"}'


def test_a_stored_reply_of_another_form_is_asked_for_again() -> None:
    """As after a change of what a form is."""
    run = Run()
    with scripted([says(YES)]) as server:
        run.ask([a_request()], provider(server.url))
        (stored,) = run.cache.kept
        run.cache.kept[stored] = Reply(seal("old form"), Finish.STOP, 1, 1)
        (answer,) = run.ask([a_request()], provider(server.url))
        assert len(server.asked) == 2
    assert is_form(answer.request, answer.text or "")


def test_a_repaired_reply_is_kept_under_the_request_itself() -> None:
    run = Run()
    with scripted([says("well"), says(YES)]) as server:
        run.ask([a_request()], provider(server.url))
        (again,) = run.ask([a_request()], provider(server.url))
        assert len(server.asked) == 2
    assert again.text == '{"decision": "yes"}'


def test_one_who_stops_reading_keeps_what_was_answered() -> None:
    run = Run()
    requests = [a_request(f"number {number}") for number in range(5)]

    def hangs_at_the_third(asked: Asked) -> Step:
        return Step(hang=True) if "number 2" in asked.texts else says(YES)

    async def two_of_them(url: str) -> int:
        mine = provider(url)
        engine = run.engine(await mine.facts())
        async with aclosing(ask_all(requests, mine, engine)) as answers:
            places = [(await anext(answers)).place for _ in range(2)]
        assert places == [0, 1]
        others = asyncio.all_tasks() - {asyncio.current_task()}
        return len(others)

    with scripted(hangs_at_the_third) as server:
        assert asyncio.run(two_of_them(server.url)) == 0
        assert len(run.cache.kept) == 2
        server.script = [says(NO)]
        answers = run.ask(requests, provider(server.url))
    assert [answer.calls[0].cached for answer in answers] == [True, True, False, False, False]


def test_ctrl_c_ends_what_is_under_way_and_keeps_the_rest() -> None:
    """Python turns the first Ctrl-C into the cancellation of the main task."""
    run = Run()
    heard: list[int] = []

    def hangs_at_the_second(asked: Asked) -> Step:
        return Step(hang=True) if "number 1" in asked.texts else says(YES)

    async def until_cancelled(url: str) -> None:
        mine = provider(url, seconds=60.0)
        engine = run.engine(await mine.facts())
        requests = [a_request(f"number {number}") for number in range(3)]
        async with aclosing(ask_all(requests, mine, engine)) as answers:
            heard.append((await anext(answers)).place)
            await anext(answers)

    async def cancelled(url: str, asked: list[Asked]) -> None:
        task = asyncio.create_task(until_cancelled(url))
        while len(asked) < 2:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == {asyncio.current_task()}

    with scripted(hangs_at_the_second) as server:
        asyncio.run(cancelled(server.url, server.asked))
    assert (heard, len(run.cache.kept)) == ([0], 1)


def test_a_real_ctrl_c_comes_through_when_all_is_ended() -> None:
    run = Run()

    async def until_interrupted(url: str, asked: list[Asked]) -> None:
        async def interrupts() -> None:
            while len(asked) < 2:
                await asyncio.sleep(0.01)
            signal.raise_signal(signal.SIGINT)

        presses = asyncio.create_task(interrupts())
        mine = provider(url, seconds=60.0)
        engine = run.engine(await mine.facts())
        requests = [a_request("one"), a_request("two")]
        async with aclosing(ask_all(requests, mine, engine)) as answers:
            async for _ in answers:
                pass
        await presses

    with (
        scripted(lambda asked: says(YES) if "one" in asked.texts else Step(hang=True)) as server,
        pytest.raises(KeyboardInterrupt),
    ):
        asyncio.run(until_interrupted(server.url, server.asked))
    assert len(run.cache.kept) == 1


def test_no_request_is_no_answer() -> None:
    with scripted([says(YES)]) as server:
        assert Run().ask([], provider(server.url)) == []
    assert server.asked == []
