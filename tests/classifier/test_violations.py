"""The words of JSON Schema that forms use, checked against a full validator."""

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.classifier import forms
from reflect.classifier.violations import violations

FORMS: tuple[Any, ...] = (
    forms.adjudication(["e1", "e2"]),
    forms.sweep(["unclear_goal", "late_context"], ["e1", "e2"]),
    forms.name(),
    forms.summary(),
)

WORDS = (
    "e1",
    "e2",
    "e3",
    "unclear_goal",
    "yes",
    "no",
    "unsure",
    "require",
    "project",
    "",
    "x" * 200,
)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(0, 4), st.floats(0, 4), st.sampled_from(WORDS)
)
FIELDS = sorted({name for form in FORMS for name in form["properties"]} | {"code", "severity", "x"})
FIELDS += ["key_hint"]
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.sampled_from(FIELDS), inner, max_size=8),
    ),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(value=VALUES, form=st.sampled_from(FORMS))
def test_it_refuses_what_a_full_validator_refuses(value: Any, form: Any) -> None:
    allowed = jsonschema.Draft202012Validator(form).is_valid(value)
    ours = not list(violations(value, form))
    # JSON Schema takes 2.0 for an integer and for one of [1, 2, 3]; here it is none.
    assert ours <= allowed
    if "." not in repr(value):
        assert ours == allowed


def test_a_word_that_nothing_checks_is_an_error() -> None:
    with pytest.raises(ValueError, match="pattern"):
        list(violations("x", {"type": "string", "pattern": "^a$"}))


def test_a_violation_says_where_it_is() -> None:
    form = forms.sweep(["unclear_goal"], ["e1"])
    (found,) = [
        violation
        for violation in violations({"findings": [{"code": "other"}]}, form)
        if violation.keyword == "enum"
    ]
    assert found.path == ("findings", "code")
