"""The language model that the flags and settings of a command ask for."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from reflect.cli import consent
from reflect.config import Config
from reflect.errors import UsageError
from reflect.model.frozen import dataclass

if TYPE_CHECKING:
    from reflect.pipeline.model.ask import ModelAsk


@dataclass(frozen=True, slots=True)
class ModelFlags:
    """What was typed."""

    model: str | None
    """``--model``."""
    no_model: bool
    """``--no-model``."""
    yes_send_to: str | None
    """``--yes-send-to``."""
    show_prompts: Path | None
    """``--show-prompts``."""
    max_tokens: int | None
    """``--max-tokens``."""
    refresh: bool
    """``--refresh``."""


def wanted(settings: Config, flags: ModelFlags, pause: Callable[[], None]) -> "ModelAsk | None":
    """The model to ask, None for the rules alone; ``pause`` takes a progress bar off the screen.

    Raises ``UsageError`` where no provider of that name is set up, and where nobody can be asked
    whether anything may be sent.
    """
    if flags.no_model:
        if flags.model is not None:
            raise UsageError("--model and --no-model exclude each other", hint="keep one")
        return None
    if flags.model == "":
        raise UsageError("--model names no provider", hint="--model PROVIDER, or leave it out")
    name = flags.model if flags.model is not None else settings.model.provider
    if not name:
        for flag, given in (
            ("--yes-send-to", flags.yes_send_to),
            ("--show-prompts", flags.show_prompts),
            ("--max-tokens", flags.max_tokens),
            ("--refresh", flags.refresh),
        ):
            if given:
                raise UsageError(f"{flag}: no model is asked", hint="add --model PROVIDER")
        return None
    provider = settings.providers.get(name)
    if provider is None:
        from difflib import get_close_matches

        near = get_close_matches(name, settings.providers, n=1, cutoff=0.0)
        hint = f"did you mean {near[0]}?" if near else f"write [providers.{name}] in reflect.toml"
        raise UsageError(f"no provider {name} is set up", hint=hint)
    asks = sys.stdin.isatty() and sys.stderr.isatty()
    if not (asks or flags.yes_send_to or flags.show_prompts):
        without = "add --no-model" if settings.model.provider else "leave out --model"
        raise UsageError(
            f"the provider {name} is set up, and nothing is sent without your yes to this run",
            hint=f"add --yes-send-to {consent.host_of(provider)}, or {without}; "
            "--show-prompts FILE writes what would be sent",
        )
    # Imported here: most runs ask no model.
    from reflect.pipeline.model.ask import ModelAsk

    return ModelAsk(
        provider=provider,
        agree=consent.agreeing(flags.yes_send_to, asks=asks, pause=pause),
        prompts=flags.show_prompts,
        most_tokens=flags.max_tokens or settings.model.max_tokens,
        seconds=settings.model.deadline,
        refresh=flags.refresh,
    )
