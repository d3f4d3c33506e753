"""What the manifest and the archive keep of requests to a model: hashes and sizes."""

from reflect.model.model_run import ModelRun
from reflect.reports.manifest_body import prompt_hash
from reflect.reports.manifest_facts import Prompt
from reflect.warehouse import Warehouse


def sent(run: ModelRun | None) -> tuple[Prompt, ...]:
    """The requests that left; those that stored answers served did not."""
    if run is None:
        return ()
    return tuple(
        Prompt(call.purpose, call.body, run.facts.model, run.facts.destination, run.consent)
        for call in run.calls
        if not call.cached
    )


def keep(warehouse: Warehouse, identity: str, key: bytes, run: ModelRun | None) -> None:
    """Record the requests of a run in the archive, by the hashes that the manifest has."""
    if run is None or not run.calls:
        return
    calls = [(call, prompt_hash(key, call.body)) for call in run.calls]
    warehouse.models.keep_calls(identity, run.facts, run.consent, calls)
