"""Replies that are kept: by everything a reply depends on, so that nothing is asked twice."""

import hashlib
import json
from typing import Protocol

from reflect.classifier.providers.conversation import wording
from reflect.model.model_request import ModelRequest, ProviderFacts, Reply

SAMPLING = "temperature 0"
"""How a model chooses its words: the likeliest each time."""


class ReplyCache(Protocol):
    """Replies by their key. What is put is redacted."""

    def get(self, key: str) -> Reply | None:
        """The reply that was kept; None when there is none."""

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply, in place of an earlier one."""


def key(request: ModelRequest, facts: ProviderFacts) -> str:
    """SHA-256 of all that a reply depends on: prompts, codes, provider, model, form and text.

    The subject is left out: the same text asked about in the same words has the same answer.
    """
    parts = [
        request.purpose.value,
        request.prompt_digest,
        [[code.name, code.version] for code in request.codes],
        facts.kind,
        facts.host,
        facts.model,
        SAMPLING,
        request.most_output_tokens,
        request.schema_name,
        request.schema,
        wording(),
        request.instructions,
        request.content,
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
