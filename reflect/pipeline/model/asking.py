"""A model asked about a review, and joined with the rules.

The review of the rules is whole before anything is asked, and stays so whatever a model says.
"""

from reflect.classifier import requests
from reflect.model.review import Review
from reflect.pipeline.importing import Progress
from reflect.pipeline.measured import own_verdicts
from reflect.pipeline.model import results
from reflect.pipeline.model.ask import ModelAsk
from reflect.pipeline.model.conversation import Conversation, conversed
from reflect.pipeline.model.prompts import SentPrompts
from reflect.pipeline.model.questions import facts_of, questions
from reflect.pipeline.model.results import Heard
from reflect.redaction.redactor import Redactor
from reflect.warehouse import Warehouse

FEWER = "look at fewer sessions (--last 2)"


def asked(
    warehouse: Warehouse,
    review: Review,
    ask: ModelAsk,
    redactor: Redactor,
    progress: Progress,
    sent: SentPrompts,
) -> Review:
    """The review with what the model said; where it cannot be asked, with the reason.

    ``sent`` records each request before it leaves.

    Raises:
        UsageError: the settings name no usable provider, consent names another host, or more tokens
            would be needed than the user allows.
        StorageFailed: the file of `--show-prompts` cannot be written.
    """
    told = questions(warehouse, review, ask.provider)
    facts = facts_of(review)
    every = told.requests and (*told.requests, requests.summarise(facts))
    masks = sum(review.redactions.values())
    conversation = Conversation(warehouse.models, ask, redactor.text, progress, masks, FEWER, sent)
    heard = Heard(told, facts, redactor.text)
    run = conversed(conversation, told, every, heard)
    own = own_verdicts()
    run, counted = results.joined(warehouse, review, heard, run, told, own)
    return results.reviewed(review, run, counted, told, own)
