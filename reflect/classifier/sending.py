"""Asks a provider all requests of a run, a few at once."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence

from reflect.classifier.asking import Asker
from reflect.classifier.engine import Answer, Engine
from reflect.classifier.providers.provider import Provider
from reflect.model.model_request import ModelRequest


async def ask_all(
    requests: Sequence[ModelRequest], provider: Provider, engine: Engine
) -> AsyncGenerator[Answer, None]:
    """The answers as they come, each with the place of its request.

    Ended early (``aclose``, cancellation, Ctrl-C), it ends what is under way and leaves no
    connection open; replies that came are in the cache. Read it within ``contextlib.aclosing``. The
    provider is not closed.

    Raises:
        ReflectError: what ``show``, ``record`` or the cache raise; no failure of a provider does.
    """
    asker = Asker(provider, engine)
    ready: asyncio.Queue[Answer | None] = asyncio.Queue()
    waiting = iter(enumerate(requests))
    working = [
        asyncio.create_task(_work(asker, waiting, engine, ready))
        for _ in range(min(provider.concurrency, len(requests)))
    ]
    for task in working:
        task.add_done_callback(lambda _done: ready.put_nowait(None))
    try:
        left = len(working)
        while left:
            answer = await ready.get()
            if answer is not None:
                yield answer
                continue
            left -= 1
            for task in working:
                if task.done():
                    task.result()
    finally:
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)


async def _work(
    asker: Asker,
    waiting: Iterator[tuple[int, ModelRequest]],
    engine: Engine,
    ready: "asyncio.Queue[Answer | None]",
) -> None:
    """Ask one request after the other until none is left."""
    for place, request in waiting:
        async for answer in asker.answers(place, request):
            engine.progress(answer)
            ready.put_nowait(answer)
        # Answers of the cache never wait: whoever reads is given a turn here.
        await asyncio.sleep(0)
