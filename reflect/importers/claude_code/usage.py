"""Tokens: of one answer, and the client's own running total.

The client repeats the whole usage of an answer on each of its lines, some versions with an
``output_tokens`` of 1 on the early ones. Each line carries what it says together with the
answer's id; who counts takes the line with the largest output once per answer, over all files
(forks copy lines verbatim). That agrees with ``cost-state`` wherever nothing was compacted,
aborted or given to sub-agents.
"""

from reflect.importers.claude_code.messages import ModelMessage, TokenUsage
from reflect.importers.claude_code.records import Line
from reflect.model.frozen import maker
from reflect.model.session import Usage

SYNTHETIC = "<synthetic>"
"""Model name of text the client itself wrote."""

MOST_TOKENS = 10**12
"""No answer has more; larger counters are damage."""

make_usage = maker(Usage)


class UsageReader:
    """Reads the tokens of answers one after the other."""

    def __init__(self) -> None:
        self._last: TokenUsage | None = None
        self._usage: Usage | None = None

    def of(self, message: ModelMessage) -> Usage | None:
        """Usage of the answer; None for synthetic text, without counters, or when they cannot be.

        The lines of an answer follow each other: they get one value, made once.
        """
        given = message.usage
        if given is None or message.model == SYNTHETIC:
            return None
        if given != self._last:
            self._last, self._usage = given, usage_of(given)
        return self._usage


def usage_of(given: TokenUsage) -> Usage | None:
    """The counters of an answer; None without them, or when they cannot be."""
    uncached, output = given.input_tokens, given.output_tokens
    cached, written = given.cache_read_input_tokens, given.cache_creation_input_tokens
    if uncached is None and cached is None and written is None and output is None:
        return None
    uncached, cached, written, output = uncached or 0, cached or 0, written or 0, output or 0
    most = MOST_TOKENS
    if not (0 <= uncached <= most and 0 <= cached <= most):
        return None
    if not (0 <= written <= most and 0 <= output <= most):
        return None
    details = given.output_tokens_details
    thought = details.thinking_tokens if details else None
    return make_usage(uncached, cached, written, output, thought)


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
