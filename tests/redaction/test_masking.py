"""What place-holders bring to light: asked of polars for a batch, the same as text by text."""

import base64
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.redaction import masking
from reflect.redaction import redactor as redactor_module
from reflect.redaction.masks import UNREDACTABLE
from reflect.redaction.private_keys import _BEGIN, _END, _marks
from reflect.redaction.redactor import Redactor
from reflect.redaction.scan import spans_in
from reflect.redaction.spans import Span
from tests.redaction.grouped_texts import redacted_groups
from tests.redaction.redaction_vectors import joined, vectors

pytestmark = pytest.mark.usefixtures("way")

REDACTOR = Redactor(b"k" * 32, ("/home/alice",))
LINES = "".join(f"line {number} of a log\n" for number in range(90))
AWS = "AKIA" + "B3SKCZTKMBF6JDPY"
LINEAR = "lin_" + "api_" + "j2YQ52D9G2DuNkCW9PJUo3LSEKMWqOxtV8GfaZK8"
PIECES = st.one_of(
    st.sampled_from([v.text for v in vectors() if len(v.text) < 300]),
    st.sampled_from([v.secret for v in vectors() if 0 < len(v.secret) < 150]),
    st.sampled_from(
        [AWS, LINEAR, LINES, LINES * 2, "password", "token", "secret", "key", "Cookie: ", " is ",
         "=", ": ", ": '", '"', "\n", " ", "-", "_", "@", "https://u:", "⟨", "⟩", "x9", "即可",
         "⟨token:github#1a2b3c4d⟩", "⟨secret:password#00aa11bb⟩", "⟨unredactable⟩", "\ud800",
         "⟨credentials:url-password#deadbeef⟩", "⟨private_key:pem#12345678⟩", "/home/alice"]
    ),
    st.text(alphabet="abcXYZ019_-=+/.", min_size=4, max_size=40),
)  # fmt: skip
TEXTS = st.lists(PIECES, min_size=2, max_size=8).map("".join)


def both_ways(groups: list[list[str]]) -> list[list[str]]:
    fast = redacted_groups(REDACTOR, groups, bulk=True)
    assert fast == redacted_groups(REDACTOR, groups, bulk=False)
    return fast


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(TEXTS, max_size=3), min_size=1, max_size=5))
def test_both_ways_agree_around_place_holders(groups: list[list[str]]) -> None:
    both_ways(groups)


def test_both_ways_agree_on_secrets_side_by_side() -> None:
    texts = [joined(v.marked) for v in vectors() if len(v.marked) < 300]
    both_ways([[first + second] for first, second in pairwise(texts)])


def test_a_secret_that_a_place_holder_brings_to_light_is_masked() -> None:
    groups = [[LINES + AWS + LINEAR + "\n" + LINES], [AWS + LINEAR], ["nothing"]]
    found = both_ways(groups)
    assert [re.findall(r"⟨token:([a-z-]+)#", group[0]) for group in found] == [
        ["aws-key-id", "linear"],
        ["aws-key-id", "linear"],
        [],
    ]
    assert all(AWS not in group[0] and LINEAR not in group[0] for group in found)


def test_base64_far_from_a_place_holder_is_masked_by_both_ways() -> None:
    secret = "tR5w9Kq-" + "Zx7Lm2"
    encoded = base64.b64encode(f"DB_PASSWORD={secret}\nMODE=plain\n".encode()).decode()
    text = f"{AWS}{LINEAR}\n{LINES}{LINES}{encoded}\n{LINES}"
    ((found,),) = both_ways([[text]])
    assert encoded[8:-8] not in found
    assert found.count("⟨") == 3


def test_a_text_that_never_comes_to_rest_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redactor_module, "MOST_ROUNDS", 1)
    monkeypatch.setattr(masking, "MOST_ROUNDS", 1)
    assert both_ways([[f"see {AWS}"], ["nothing"]]) == [[UNREDACTABLE], ["nothing"]]


def test_a_text_that_breaks_the_search_behind_its_first_secret_does_not_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(text: str, opened: Any = None, *, masks: Any = None) -> list[Span]:
        if masks is not None:
            raise RecursionError
        return spans_in(text, opened)

    monkeypatch.setattr(redactor_module, "spans_in", broken)
    assert both_ways([[f"see {AWS}", "nothing"]]) == [[UNREDACTABLE, "nothing"]]


def test_lone_surrogates_in_a_batch_become_replacement_characters() -> None:
    groups = [["a\ud800b", f"see {AWS}"], ["in /home/alice/\ud83d\ude00/x", "plain"]]
    (first, second) = both_ways(groups)
    assert first[0] == "a\ufffdb"
    assert AWS not in first[1]
    assert second == ["in ~/\U0001f600/x", "plain"]


MARKS = st.lists(
    st.sampled_from(
        ["-", "--", "----", "-----", " ", "BEGIN ", "END ", "RSA ", "PRIVATE KEY", "PRIVATE ",
         "KEY", " BLOCK", "\n", "A", "0", "x", "-----BEGIN " + "PRIVATE KEY-----",
         "----END RSA " + "PRIVATE KEY----", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(MARKS, st.integers(0, 30), st.integers(0, 30))
def test_marks_of_private_keys_are_found_as_by_their_expressions(
    text: str, start: int, short: int
) -> None:
    end = max(start, len(text) - short)
    for mark in (_BEGIN, _END):
        expected = [found.span() for found in mark.finditer(text, start, end)]
        assert [found.span() for found in _marks(mark, text, start, end)] == expected
