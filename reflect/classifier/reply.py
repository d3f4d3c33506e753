"""What a reply says, item by item, after its form was checked; what it means is checked later."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reflect.classifier.json_text import Object, is_json, only_object
from reflect.classifier.violations import Violation, violations
from reflect.model.frozen import dataclass
from reflect.model.judgement import Decision, DropReason
from reflect.model.model_request import ModelRequest
from reflect.model.run_vocabulary import PromptPurpose

LISTED = "findings"
"""Name of the list that the reply to a sweep holds."""

REASONS: Mapping[tuple[str, str], DropReason] = {
    ("code", "enum"): DropReason.CODE,
    ("code", "const"): DropReason.CODE,
    ("event_ids", "enum"): DropReason.EVENT,
    ("event_ids", "minItems"): DropReason.EVENT,
    ("quote", "minLength"): DropReason.QUOTE,
    ("quote", "maxLength"): DropReason.QUOTE,
}
"""Field and broken keyword → reason; everything else is ``form``."""

RANK = tuple(DropReason)
"""Of several reasons the first one counts."""


@dataclass(frozen=True, slots=True)
class Said:
    """What is left of a reply after its form was checked."""

    items: tuple[Object, ...]
    """Each in the form that was asked for."""
    dropped: Mapping[DropReason, int]
    """Reason → items that are not."""


def parsed(request: ModelRequest, text: str) -> Said | DropReason:
    """What a reply says, or why nothing of it can be read.

    A sweep says a list of findings: one that breaks its form is dropped, the others stay. Every
    other reply is one item. Strings are as the model wrote them: untrusted, not redacted.
    """
    if not text.strip():
        return DropReason.EMPTY
    whole = only_object(text)
    if whole is None:
        return DropReason.FORM if is_json(text) else DropReason.NOT_JSON
    if request.purpose is not PromptPurpose.SWEEP:
        reason = _reason(list(violations(_bare(whole), _bare_form(whole, request.schema))))
        if reason is DropReason.FORM:
            return reason
        return Said((), {reason: 1}) if reason else Said((whole,), {})
    items = whole.get(LISTED)
    if not isinstance(items, list) or whole.keys() != {LISTED}:
        return DropReason.FORM
    return _listed(items, request.schema)


def is_form(request: ModelRequest, text: str) -> bool:
    """Whether a reply has the outer form that was asked for: if not, it is asked for once more."""
    return isinstance(parsed(request, text), Said)


def _listed(items: Sequence[Any], schema: Mapping[str, Any]) -> Said:
    form = schema["properties"][LISTED]
    most = form["maxItems"]
    kept: list[Object] = []
    dropped = Counter({DropReason.FORM: len(items) - most} if len(items) > most else {})
    for item in items[:most]:
        broken = list(violations(_bare(item), _bare_form(item, form["items"])))
        reason = _reason(broken)
        if reason:
            dropped[reason] += 1
        else:
            kept.append(item)
    return Said(tuple(kept), dropped)


def _reason(broken: Sequence[Violation]) -> DropReason | None:
    told = {REASONS.get((v.path[-1] if v.path else "", v.keyword), DropReason.FORM) for v in broken}
    return min(told, key=RANK.index, default=None)


def _bare(item: Any) -> Any:
    """The item without evidence that is empty, where it needs none."""
    if not needs_no_evidence(item):
        return item
    return {name: value for name, value in item.items() if value or name not in EVIDENCE}


def _bare_form(item: Any, form: Mapping[str, Any]) -> Mapping[str, Any]:
    if not needs_no_evidence(item):
        return form
    needed = [name for name in form.get("required", ()) if name not in EVIDENCE]
    return {**form, "required": needed}


EVIDENCE = ("event_ids", "quote")
"""Fields that a "no" may leave empty: nothing shows what is not there."""


def needs_no_evidence(item: Any) -> bool:
    """Whether an item says no or unsure."""
    if not isinstance(item, dict):
        return False
    return item.get("decision") in (Decision.NO, Decision.UNSURE)
