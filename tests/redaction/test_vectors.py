"""The bars of recall and of false alarms, on the vectors and on what records make of them."""

import pytest

from reflect.redaction.redactor import Redactor
from reflect.redaction.scan import spans_in
from tests.redaction.redaction_vectors import (
    MUTATIONS,
    Marked,
    Vector,
    joined,
    negatives,
    secrets,
)

REDACTOR = Redactor(b"k" * 32, ())

LEAST_COVERED = 0.8
LONG = 20
LONGEST_REST = {True: 8, False: 2}
"""Characters in a row that may stay of a long and of a short secret."""


def is_covered(marked: Marked) -> bool:
    """Whether nothing worth having of the secret stays."""
    spans = spans_in(joined(marked))
    covered = [
        any(span.start <= place < span.end for span in spans)
        for place, (_, secret) in enumerate(marked)
        if secret
    ]
    rest = max(map(len, "".join("x" if c else " " for c in covered).replace("x", "|").split("|")))
    return (
        sum(covered) >= LEAST_COVERED * len(covered) and rest <= LONGEST_REST[len(covered) >= LONG]
    )


@pytest.mark.parametrize("vector", secrets(), ids=lambda v: v.id)
def test_every_secret_is_found(vector: Vector) -> None:
    assert is_covered(vector.marked), vector.kind


@pytest.mark.parametrize("mutation", sorted(MUTATIONS))
def test_a_secret_is_found_however_it_is_wrapped(mutation: str) -> None:
    missed = [v.id for v in secrets() if not is_covered(MUTATIONS[mutation](v.marked))]
    assert len(missed) <= 0.01 * len(secrets()), missed


@pytest.mark.parametrize("mutation", sorted(MUTATIONS))
def test_look_alikes_stay_readable(mutation: str) -> None:
    alarms = [v.id for v in negatives() if spans_in(joined(MUTATIONS[mutation](v.marked)))]
    assert len(alarms) <= 0.01 * len(negatives()), alarms


@pytest.mark.parametrize("vector", [v for v in secrets() if v.keep], ids=lambda v: v.id)
def test_what_stands_around_a_secret_stays(vector: Vector) -> None:
    redacted = REDACTOR.text(vector.text)
    assert [kept for kept in vector.keep if kept not in redacted] == []


@pytest.mark.parametrize("vector", secrets(), ids=lambda v: v.id)
def test_redacting_twice_changes_nothing(vector: Vector) -> None:
    once = REDACTOR.text(vector.text)
    assert once != vector.text
    assert REDACTOR.text(once) == once
