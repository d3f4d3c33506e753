"""polars and Python's `re` give the same bytes: on vectors, on mutations, on random text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.redaction.batch import redacted_groups
from reflect.redaction.redactor import Redactor
from tests.redaction.redaction_vectors import MUTATIONS, joined, vectors

REDACTOR = Redactor(b"k" * 32, ("/home/alice",))
WORDS = [v.text for v in vectors() if len(v.text) < 400]
PIECES = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from([v.secret for v in vectors() if 0 < len(v.secret) < 200]),
    st.sampled_from(
        ["password", "PASSWORD", "token", "api_key", "apiKey", "Secret", "--token", "пароль", "is ",
         "kind: Secret\n", "data:\n  a: ", "Cookie: ", "Bearer ", "Basic ", "https://u:",
         "mysql -p", "curl -u a:", "value", '"name": ', "=", ": ", '"', "'", "\\n", '\\"',
         "\\u003d", "%3D", "&quot;", "\n", " ", "\t", "to ", "\x1b[1m", "\u200b", "/home/alice",
         "@", "//", "⟨", "⟩", "⟨token:github#1a2b3c4d⟩", "即可", "x9", "Zz", "…"]
    ),
    st.text(max_size=12),
    st.text(alphabet="abcXYZ019_-=+/.", min_size=8, max_size=60),
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=8).map("".join)


def test_both_ways_agree_on_every_vector_and_mutation() -> None:
    groups = [[joined(change(v.marked))] for v in vectors() for change in MUTATIONS.values()]
    fast = redacted_groups(REDACTOR, groups, bulk=True)
    plain = redacted_groups(REDACTOR, groups, bulk=False)
    assert [g for g, a, b in zip(groups, fast, plain, strict=True) if a != b] == []


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(TEXTS, max_size=3), min_size=1, max_size=6))
def test_both_ways_agree_on_random_text(groups: list[list[str]]) -> None:
    assert redacted_groups(REDACTOR, groups, bulk=True) == redacted_groups(
        REDACTOR, groups, bulk=False
    )


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = REDACTOR.text(text)
    assert REDACTOR.text(once) == once


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS, max_size=3), st.lists(TEXTS, max_size=3))
def test_a_session_does_not_depend_on_its_batch(first: list[str], second: list[str]) -> None:
    together = redacted_groups(REDACTOR, [first, second], bulk=False)
    assert together == [
        redacted_groups(REDACTOR, [group], bulk=False)[0] for group in (first, second)
    ]


def test_the_same_secret_in_a_long_text_is_found_by_both_ways() -> None:
    secret = "gh" + "p_" + "A1b2" * 9
    texts = [f"{'log line 42 ok' * n}\n{secret}\n{'next' * n}" for n in (0, 500, 900, 5000)]
    fast = redacted_groups(REDACTOR, [texts], bulk=True)
    assert fast == redacted_groups(REDACTOR, [texts], bulk=False)
    assert all(secret not in text and "⟨token:github#" in text for text in fast[0])
