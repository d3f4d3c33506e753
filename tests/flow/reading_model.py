"""A model that reads its request and answers in its form, as well as a script can."""

import json
from typing import Any

from scripted_model import Asked, Step, says


def form_of(asked: Asked) -> str:
    """Name of the form the request asks for."""
    return str(asked.document["response_format"]["json_schema"]["name"])


def events_of(asked: Asked) -> list[dict[str, Any]]:
    """The events of a request as it shows them."""
    lines = asked.texts.splitlines()
    return [json.loads(line) for line in lines if line.startswith('{"id":')]


def agrees(asked: Asked) -> Step:
    """Yes to every finding, quoting what it points at; one suggestion a session."""
    form, events = form_of(asked), events_of(asked)
    if form == "adjudicate":
        pointed = [one for one in events if one.get("pointed_at") and one.get("text")]
        spoken = [one for one in pointed if one["kind"] == "human"]
        return says(_said((spoken or pointed)[-1]))
    if form == "sweep":
        spoken = [one for one in events if one["kind"] == "human" and len(one["text"]) > 20]
        extra = {"code": "scope_ambiguity", "severity": 2, "key_hint": "", "polarity": "none"}
        return says({"findings": [_said(one) | extra for one in spoken[-1:]]})
    if form == "name":
        return says({"line": "run the tests", "polarity": "require", "scope": "project"})
    return says({"sentences": ["The checks come first."]})


def refuses(asked: Asked) -> Step:
    """No to everything."""
    form = form_of(asked)
    if form == "adjudicate":
        return says({"event_ids": [], "quote": "", "decision": "no"})
    return says({"findings": []} if form == "sweep" else {"sentences": ["Nothing stands out."]})


def _said(event: dict[str, Any]) -> dict[str, Any]:
    line = max(event["text"].splitlines(), key=len)
    return {"event_ids": [event["id"]], "quote": line[:60], "decision": "yes"}
