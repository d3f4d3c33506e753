"""What the manifest and the archive keep of requests to a model: hashes and sizes.

A request is recorded before it leaves. What a run sent that was killed meanwhile is in the archive,
and the next run adds it to the chain of manifests.
"""

from collections import Counter
from pathlib import Path

from reflect.model.judgement import ModelCall
from reflect.model.model_request import ProviderFacts
from reflect.model.model_run import ModelRun
from reflect.model.run_vocabulary import Consent, Outcome
from reflect.model.sent_prompt import SentPrompt
from reflect.reports import manifest
from reflect.reports.manifest_body import prompt_hash
from reflect.warehouse import Warehouse


class SentPrompts:
    """The requests of one run."""

    def __init__(self, warehouse: Warehouse, run: str, key: bytes) -> None:
        self._answers = warehouse.models
        self._run = run
        self._key = key
        self._calls: list[ModelCall] = []
        self._sent: list[SentPrompt] = []

    def add(self, facts: ProviderFacts, consent: Consent, call: ModelCall) -> None:
        """Record a request that is about to leave. Raises ``StorageFailed``."""
        digest = prompt_hash(self._key, call.body)
        self._answers.keep_sent(self._run, facts, consent, call, digest)
        chars = len(call.body.decode("utf-8", "replace"))
        self._calls.append(call)
        self._sent.append(
            SentPrompt(call.purpose, digest, chars, facts.model, facts.destination, consent)
        )

    @property
    def prompts(self) -> tuple[SentPrompt, ...]:
        """What left so far."""
        return tuple(self._sent)

    def finish(self, run: ModelRun | None) -> None:
        """Record what became of them, and what earlier replies answered."""
        if run is None:
            return
        told = Counter(call.body for call in run.calls if not call.cached)
        unheard = []
        for call in self._calls:
            told[call.body] -= 1
            if told[call.body] < 0:  # Ctrl-C ended it before the reply came
                unheard.append(call)
        every = [(call, prompt_hash(self._key, call.body)) for call in (*run.calls, *unheard)]
        self._answers.keep_calls(self._run, run.facts, run.consent, every)


def complete_killed(warehouse: Warehouse, folder: Path, key: bytes) -> None:
    """Add to the chain of manifests what killed runs had sent. No other run may be under way."""
    for run, prompts in warehouse.models.sent_by_killed_runs().items():
        manifest.complete(folder, key, run, prompts)
        warehouse.end_run(run, Outcome.INTERRUPTED)
