"""The user's yes to what is sent to a language model in this run, and to nothing else."""

import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from reflect.cli.talk import say
from reflect.errors import UsageError
from reflect.model.provider_settings import ProviderKind, ProviderSettings
from reflect.model.run_vocabulary import Consent, Destination

if TYPE_CHECKING:
    from reflect.pipeline.model.ask import Plan

HERE = "localhost"
"""The host of everything that runs on this machine."""

REMOTE = "HOST"
"""Stands for a host that only the provider itself can tell."""


def host_of(provider: ProviderSettings) -> str:
    """What ``--yes-send-to`` will need, as far as the settings tell."""
    if provider.kind is ProviderKind.COMMAND:
        return HERE if provider.local else provider.command[0].rpartition("/")[2]
    if provider.kind is ProviderKind.OPENCODE:
        return REMOTE
    host = urlsplit(provider.url).hostname if provider.url else None
    if host is None:
        far = {ProviderKind.OPENAI: "api.openai.com", ProviderKind.ANTHROPIC: "api.anthropic.com"}
        return far.get(provider.kind, HERE)
    return HERE if host in (HERE, "127.0.0.1", "::1") else host


def agreeing(
    yes_send_to: str | None, *, asks: bool, pause: Callable[[], None]
) -> "Callable[[Plan], Consent | None]":
    """The function that gets the user's yes to a plan, or None for no.

    Raises ``UsageError`` where the yes is for another host than the plan's.
    """

    def agree(plan: "Plan") -> Consent | None:
        here = plan.facts.destination is Destination.LOOPBACK
        host = HERE if here else plan.facts.host
        if yes_send_to is not None:
            if yes_send_to.casefold() != host.casefold():
                raise UsageError(
                    f"you agreed to {yes_send_to}, but {plan.facts.model} of the provider "
                    f"{plan.facts.provider} runs on {host}; nothing was sent",
                    hint=f"--yes-send-to {host}",
                )
            return Consent.FLAG
        if not asks:
            return None
        pause()
        for line in told(plan, host):
            say(line)
        with _interruptible() as interrupted:
            _forget_what_was_typed()
            sys.stderr.write("Send them? [y/N] ")
            sys.stderr.flush()
            # A Ctrl-C in the moment before the line is read would not end the reading: a select
            # that also looks at the signals' pipe misses none.
            select.select([sys.stdin, *interrupted], [], [])
            answer = sys.stdin.buffer.readline()
        return Consent.INTERACTIVE if answer.strip().lower() in (b"y", b"yes") else None

    return agree


def told(plan: "Plan", host: str) -> list[str]:
    """What would be sent, in lines for the screen."""
    facts, needed = plan.facts, plan.estimate
    kinds = ", ".join(f"{purpose.value} {n}" for purpose, n in sorted(plan.requests.items()))
    lines = [
        f"{facts.model} of the provider {facts.provider}, on {host}, would be asked:",
        f"  {sum(plan.requests.values())} requests about {plan.sessions} sessions ({kinds})",
        f"  about {needed.tokens_in:,} tokens to read, at most {needed.tokens_out:,} to write",
        f"  redacted: {plan.masks} secrets masked in these sessions, each request searched again",
    ]
    if needed.money is not None:
        lines.insert(3, f"  at your prices at most {needed.money:.2f}")
    if plan.cached:
        lines.append(f"  {plan.cached} more were answered before and are not sent")
    return lines


def _forget_what_was_typed() -> None:
    """What was typed while sessions were read is no answer to a question not yet asked."""
    with suppress(termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def _interruptible() -> Iterator[list[int]]:
    """Ctrl-C ends the question at once: while requests run it only stops asking more of them.

    Gives the descriptors that a signal makes readable: one, or none outside the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield []
        return
    told, tells = os.pipe()
    os.set_blocking(tells, False)
    woken_before = signal.set_wakeup_fd(tells)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield [told]
    finally:
        signal.signal(signal.SIGINT, before)
        signal.set_wakeup_fd(woken_before)
        os.close(told)
        os.close(tells)
