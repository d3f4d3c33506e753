"""The values of ``reflect.toml``: every setting with its default and what it means."""

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from reflect.model.frozen import dataclass

if TYPE_CHECKING:
    from reflect.model.provider_settings import ProviderSettings


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """``[review]``: what a review looks at when nothing is said."""

    last: int = 5
    """Human root sessions, newest first."""
    include_automated: bool = False
    """Automated sessions may be selected too."""


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """``[stores]``: where sessions are looked for."""

    discover: bool = True
    """Look at the usual places of every agent."""
    extra: tuple[str, ...] = ()
    """More stores, each ``agent=path``."""
    importers: tuple[str, ...] = ()
    """Importers of other installed packages that are used, by the name of their agent."""
    server: tuple[str, ...] = ()
    """OpenCode servers to ask, each ``URL`` or ``NAME=URL``; never with a password in it."""
    server_password_file: tuple[str, ...] = ()
    """Files (0600) with the password of a server, each ``FILE`` or ``NAME=FILE``."""


@dataclass(frozen=True, slots=True)
class CodeSettings:
    """``[codes]``: what is looked for."""

    off: tuple[str, ...] = ()
    """Names of codes not to look for."""
    exceptions: tuple[str, ...] = ()
    """Lessons that are right here, each ``code: key`` as `reflect label` proposes them."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """``[model]``: the language model that is asked about what rules found."""

    provider: str = ""
    """Name of the provider that `review` and `week` ask; none unless it is named."""
    max_tokens: int = 200_000
    """Tokens a run may send and receive, by estimate; a run that needs more is refused."""
    deadline: float = 900.0
    """Seconds in which all replies must have come."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings."""

    review: ReviewSettings = ReviewSettings()
    """What a review looks at."""
    stores: StoreSettings = StoreSettings()
    """Where sessions are looked for."""
    codes: CodeSettings = CodeSettings()
    """What is looked for."""
    model: ModelSettings = ModelSettings()
    """The language model."""
    providers: "Mapping[str, ProviderSettings]" = field(default_factory=dict)
    """Name → provider of language models."""
    thresholds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Code → name → number; overrides the thresholds on the code's page."""
