"""What a run tells its audit manifest: when it starts, and when it ends."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from reflect.model.frozen import dataclass
from reflect.model.review import Review, Selection
from reflect.model.run_vocabulary import Action, ErrorCode, Outcome
from reflect.model.sent_prompt import SentPrompt


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What is known when a run starts."""

    id: str
    """``run_…``, see ``run_id``."""
    action: Action
    """The command."""
    started_at: str
    """UTC."""
    selection: Selection
    """What was asked for."""
    reflect_version: str
    """Version of reflect."""
    warehouse_schema: int
    """Number of the newest schema step."""
    codes_version: str
    """Names and versions of the codes that run, in any form: it is hashed."""
    redaction_version: str
    """Version of the redaction rules, in any form: it is hashed."""


@dataclass(frozen=True, slots=True)
class Produced:
    """What is known when a run ends."""

    outcome: Outcome
    """How it ended."""
    finished_at: str
    """UTC."""
    review: Review | None = None
    """What was shown; None when the run failed before."""
    transcripts: Mapping[str, str] = field(default_factory=dict)
    """Session key → ``transcript_hash`` of the sessions that were read whole."""
    prompts: tuple[SentPrompt, ...] = ()
    """Requests to a model."""
    reports: tuple[Path, ...] = ()
    """Report files, inside the reports folder."""
    errors: Mapping[ErrorCode, int] = field(default_factory=dict)
    """Errors beyond those of the stores, which are taken from the review."""
