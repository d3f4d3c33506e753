"""A provider of a language model, as the user names it in the settings."""

from enum import StrEnum

from reflect.model.frozen import dataclass


class ProviderKind(StrEnum):
    """Protocols a provider can speak."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    OLLAMA = "ollama"
    LLAMA_CPP = "llama-cpp"
    OPENCODE = "opencode"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """``[providers.NAME]``: one provider."""

    name: str
    """Its name: what ``--model`` takes."""
    kind: ProviderKind
    """Its protocol."""
    url: str = ""
    """Address of the server, ``http://127.0.0.1:11434``; empty for the usual one of its kind."""
    model: str = ""
    """Model to ask for; empty for the one the server names itself."""
    key_env: str = ""
    """Environment variable that holds the key; the key itself never stands in the settings."""
    key_file: str = ""
    """File (0600) that holds the key."""
    command: tuple[str, ...] = ()
    """Of a command: program and arguments, run without a shell."""
    environment: tuple[str, ...] = ()
    """Of a command: variables it is given besides PATH, HOME and LANG."""
    local: bool = False
    """Of a command: the user declares that nothing leaves this machine."""
    context: int = 32_000
    """Tokens the model can read and write at once."""
    seconds: float = 120.0
    """Longest wait for one reply."""
    price_in: float | None = None
    """Money for a million tokens read; unknown when it is not given."""
    price_out: float | None = None
    """Money for a million tokens written; unknown when it is not given."""
