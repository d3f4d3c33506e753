"""Short ways to tell a pasted review say what its expressions say over the whole text."""

from hypothesis import given
from hypothesis import strategies as st

from reflect.features.acts import pasted_reviews
from reflect.features.acts.pasted_reviews import IDENTIFIER, MOST_IDENTIFIERS

PIECES = (
    "plain", "Plain", "PLAIN", "camelCase", "CamelCase", "snake_case", "called()", "`in code`", "`",
    "é", "ſ", "ıd", "\u212a", "x", "9", " ", "\n", "\t", ".", ":", "#L", "lines ", "line 3",
    "a.py:4-9",
    "[P1] ", "P2: ", "**high** ", "nit: ", "unit ", "Critical - ", "blocker\n", "- ", "follow ",
)  # fmt: skip

texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(texts)
def test_identifiers_are_those_of_the_whole_text(text: str) -> None:
    whole = len(set(IDENTIFIER.findall(text)))
    assert pasted_reviews._identifiers(text) == min(whole, MOST_IDENTIFIERS)


@given(texts)
def test_severities_are_those_of_the_whole_text(text: str) -> None:
    told = pasted_reviews._SEVERITY.search(text) is not None
    assert pasted_reviews._names_severity(text) is told


@given(texts)
def test_where_a_line_is_named_its_number_is_found(text: str) -> None:
    if pasted_reviews._LINE.search(text):
        assert pasted_reviews._LINE_NUMBER.search(text)
