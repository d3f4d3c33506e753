"""Tokens: of one answer, and the client's own running total.

The client repeats the whole usage of an answer on each of its lines, some versions with an
``output_tokens`` of 1 on the early ones. Each line carries what it says together with the
answer's id; who counts takes the line with the largest output once per answer, over all files
(forks copy lines verbatim). That agrees with ``cost-state`` wherever nothing was compacted,
aborted or given to sub-agents.
"""

from functools import lru_cache

from reflect.importers.claude_code.messages import ModelMessage
from reflect.importers.claude_code.records import Line
from reflect.model.session import Usage

SYNTHETIC = "<synthetic>"
"""Model name of text the client itself wrote."""

MOST_TOKENS = 10**12
"""No answer has more; larger counters are damage."""

NOT_TOLD = (None, None, None, None)
"""Counters of an answer whose record has none."""


def usage_of(message: ModelMessage) -> Usage | None:
    """Usage of the answer; None for synthetic text, without counters, or when they cannot be."""
    given = message.usage
    if given is None or message.model == SYNTHETIC:
        return None
    details = given.output_tokens_details
    return _usage(
        given.input_tokens,
        given.cache_read_input_tokens,
        given.cache_creation_input_tokens,
        given.output_tokens,
        details.thinking_tokens if details else None,
    )


@lru_cache(maxsize=64)
def _usage(
    uncached: int | None,
    cached: int | None,
    written: int | None,
    output: int | None,
    reasoning: int | None,
) -> Usage | None:
    """The lines of an answer follow each other: they get one value, made once."""
    told = (uncached, cached, written, output)
    if told == NOT_TOLD:
        return None
    counted = [counter or 0 for counter in told]
    if min(counted) < 0 or max(counted) > MOST_TOKENS:
        return None
    return Usage(counted[0], counted[1], counted[2], counted[3], reasoning)


def answer_id(line: Line, message: ModelMessage) -> str | None:
    """What the lines of one answer share."""
    return message.id or line.request_id or line.uuid


def ledger(line: Line) -> Usage | None:
    """The client's own total in a ``cost-state`` (2.1.332), sub-agents and compactions included."""
    if line.model_usage is None:
        return None
    models = line.model_usage.values()
    return Usage(
        sum(model.input_tokens for model in models),
        sum(model.cache_read_input_tokens for model in models),
        sum(model.cache_creation_input_tokens for model in models),
        sum(model.output_tokens for model in models),
        sum(model.thinking_tokens for model in models),
        line.total_cost_usd,
    )
