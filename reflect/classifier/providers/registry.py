"""Makes the provider that the settings name. Nothing is connected to or started by that."""

import os
from collections.abc import Callable, Mapping

from reflect.classifier.providers.keys import key
from reflect.classifier.providers.provider import Provider
from reflect.errors import UsageError
from reflect.model.provider_settings import ProviderKind, ProviderSettings


def made(
    settings: ProviderSettings,
    environ: Mapping[str, str] | None = None,
    remember: Callable[[str], None] | None = None,
) -> Provider:
    """The provider.

    Args:
        settings: What the user says of it.
        environ: Variables it may be given or look at; the process's own by default.
        remember: Keeps the id of a session that is made in order to ask, before it holds a word, so
            that it is never imported. A provider that makes sessions is not made without.

    Raises:
        UsageError: its settings cannot be right: address, command, or no key where they say.
        NotPermitted: the file of its key can be read by others.
    """
    environ = os.environ if environ is None else environ
    match settings.kind:
        case ProviderKind.OPENAI:
            from reflect.classifier.providers.openai_compatible import OpenAICompatible

            return OpenAICompatible(settings, key(settings, environ))
        case ProviderKind.LLAMA_CPP:
            from reflect.classifier.providers.llama_cpp import LlamaCpp

            return LlamaCpp(settings, key(settings, environ))
        case ProviderKind.ANTHROPIC:
            from reflect.classifier.providers.anthropic import Anthropic

            return Anthropic(settings, key(settings, environ))
        case ProviderKind.OLLAMA:
            from reflect.classifier.providers.ollama import Ollama

            return Ollama(settings, key(settings, environ))
        case ProviderKind.COMMAND:
            from reflect.classifier.providers.command import Command

            return Command(settings, environ)
        case ProviderKind.OPENCODE:
            from reflect.classifier.providers.opencode_server import OpenCodeServer

            if remember is None:
                raise UsageError(f"{settings.name}: its sessions would not be remembered here",
                                 hint="name a provider of another kind")  # fmt: skip
            return OpenCodeServer(settings, environ, key(settings, environ), remember)
