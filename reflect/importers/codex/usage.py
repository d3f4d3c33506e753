"""Tokens: of each response, from the records that say it once, else from running totals.

- ``token_usage_record`` (0.171) holds the usage of one response: the best source.
- ``token_count`` (all versions) holds the last response and a running total. 0.47–0.124 write each
  of them twice, the second unchanged; a fork's total begins at its parent's; a compaction adds an
  estimate and an overflow a filler of the window's size, both with all parts 0; 0.47 starts again
  at 0 on each resume. So the last response counts when the parts of the total have changed, and
  ``total_tokens`` never does.

Each response becomes one message without words, whose usage is the whole of it.
"""

from reflect.importers.codex.records import Payload, TokenInfo, Tokens
from reflect.importers.codex.state import Counters, Reading
from reflect.model.session import Message, Usage
from reflect.model.vocabulary import Author, MessageKind

MOST_TOKENS = 10**12
"""No response has more; larger counters are damage."""

NOTHING: Counters = (0, 0, 0, 0)


def read_usage_record(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """The usage of one response (0.171)."""
    reading.carry.by_record = True
    if payload.usage is not None:
        response = payload.response_id
        _add(reading, payload.usage, number, sent_at, "token_usage_record", response)


def read_token_count(
    reading: Reading, info: TokenInfo | None, number: int, sent_at: str | None
) -> bool:
    """A running total; returns whether it is the filler of an overflowing context (0.93 on)."""
    carry = reading.carry
    if info is None:
        # A new process: 0.47 counts from 0 again, and another version may write other records.
        carry.total, carry.by_record = None, False
        return False
    total, last = info.total_token_usage, info.last_token_usage
    if total is None or last is None:
        return False
    before, carry.total = carry.total, _parts(total)
    if _parts(last) == NOTHING:
        window = info.model_context_window
        return window is not None and last.total_tokens == window
    if carry.total != before and not carry.by_record:
        _add(reading, last, number, sent_at, "token_count", None)
    return False


def _add(
    reading: Reading,
    tokens: Tokens,
    number: int,
    sent_at: str | None,
    reason: str,
    response: str | None,
) -> None:
    usage = _usage(tokens)
    if usage is None:
        return
    carry = reading.carry
    carry.batch = 0
    carry.spent = (tokens.input_tokens or 0) + (tokens.output_tokens or 0)
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.ANSWER,
            Author.AGENT,
            reason,
            sent_at,
            (),
            # Providers of one's own may give every response the same id: only this thread's count.
            None if response is None else f"{carry.native_id}/{response}",
            reading.model,
            usage,
        )
    )


def _usage(tokens: Tokens) -> Usage | None:
    """Four disjoint counters; None when nothing was spent, or they cannot be."""
    read, cached, output, reasoning = _parts(tokens)
    written = tokens.cache_write_input_tokens or 0
    counters = (max(0, read - cached - written), cached, written, output)
    if not any(counters) or min(read, *counters) < 0 or max(read, *counters) > MOST_TOKENS:
        return None
    known = tokens.reasoning_output_tokens is not None and 0 <= reasoning <= output
    return Usage(*counters, reasoning=reasoning if known else None)


def _parts(tokens: Tokens) -> Counters:
    return (
        tokens.input_tokens or 0,
        tokens.cached_input_tokens or 0,
        tokens.output_tokens or 0,
        tokens.reasoning_output_tokens or 0,
    )
