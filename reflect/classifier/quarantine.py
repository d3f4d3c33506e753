"""Requests whose record speaks to the reviewer: what a model replies to them does not count.

A model that obeys such a text can be made to quote anybody else's true words for any code. No check
of its reply tells, so the whole reply is put aside and counted. The rules' findings stay.
"""

import json
from collections.abc import Iterator

from reflect.classifier.addressing import addresses_reviewer
from reflect.classifier.lines import FENCE
from reflect.model.model_request import ModelRequest


def steered(request: ModelRequest) -> bool:
    """Whether anything that was shown of the session is an attempt to steer the judgement."""
    return any(addresses_reviewer(text) for text in _shown(request))


def _shown(request: ModelRequest) -> Iterator[str]:
    """Every text of the record: words of events, names of tools and commands, quotes."""
    for record in FENCE.finditer(request.content):
        for line in record[2].splitlines():
            yield from (value for value in json.loads(line).values() if isinstance(value, str))
