"""Questions to a model outside a review, with a manifest of what was sent."""

from collections.abc import Callable
from datetime import UTC, datetime

from reflect import __version__, paths
from reflect.errors import ReflectError
from reflect.model.frozen import dataclass
from reflect.model.model_run import ModelRun
from reflect.model.redacted import Redacted
from reflect.model.review import Selection
from reflect.model.run_vocabulary import Action, Outcome, SelectionMode
from reflect.pipeline.codes import Codes
from reflect.pipeline.importing import Progress
from reflect.pipeline.model import prompts
from reflect.pipeline.model.ask import ModelAsk
from reflect.pipeline.model.conversation import Conversation, conversed
from reflect.pipeline.model.questions import Questions
from reflect.pipeline.model.results import Heard
from reflect.pipeline.moments import iso
from reflect.redaction.rules import rules_version
from reflect.reports import manifest, run_id
from reflect.reports.manifest_facts import Produced, RunFacts
from reflect.warehouse import open_warehouse, schema_version

FEWER = "evaluate fewer sessions"


@dataclass(frozen=True, slots=True)
class Asking:
    """What asking takes beside the questions."""

    ask: ModelAsk
    """What the user said about it."""
    running: Codes
    """The codes whose findings are asked about."""
    key: bytes
    """The machine's key."""
    redact: Callable[[str], Redacted]
    """The redactor, for what goes out and what comes back."""
    masks: int
    """Secrets masked in the sessions that are asked about."""
    progress: Progress
    """Is told how far it is."""


def asked(asking: Asking, told: Questions, heard: Heard) -> ModelRun:
    """Ask everything in ``told``, let ``heard`` take the answers, and record what was sent.

    Raises ``ReflectError``.
    """
    now = datetime.now(UTC)
    began = iso(now)
    facts = RunFacts(
        id=run_id.new(int(now.timestamp() * 1000)),
        action=Action.EVAL,
        started_at=began,
        selection=Selection(SelectionMode.ALL),
        reflect_version=__version__,
        warehouse_schema=schema_version(),
        codes_version=asking.running.digest,
        redaction_version=rules_version(),
    )
    with open_warehouse(paths.warehouse_file(), write=True) as warehouse:
        prompts.complete_killed(warehouse, paths.manifests_dir(), asking.key)
        handle = manifest.begin(paths.manifests_dir(), asking.key, facts)
        warehouse.begin_run(facts.id, facts.action, moment=began)
        sent = prompts.SentPrompts(warehouse, facts.id, asking.key)
        conversation = Conversation(
            warehouse.models, asking.ask, asking.redact, asking.progress, asking.masks, FEWER, sent
        )
        try:
            run = conversed(conversation, told, told.requests, heard)
        except ReflectError as error:
            errors = {manifest.error_code(error): 1}
            failed = Produced(
                Outcome.FAILED, iso(datetime.now(UTC)), prompts=sent.prompts, errors=errors
            )
            manifest.finish(handle, failed, paths.reports_dir())
            warehouse.end_run(facts.id, Outcome.FAILED)
            raise
        sent.finish(run)
        produced = Produced(Outcome.COMPLETED, iso(datetime.now(UTC)), prompts=sent.prompts)
        manifest.finish(handle, produced, paths.reports_dir())
        warehouse.end_run(facts.id, Outcome.COMPLETED)
    return run
