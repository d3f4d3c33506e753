"""A quote is found in any case, white space and form of its characters, and in no other words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.classifier.quotes import occurrences
from reflect.classifier.telling import tells


def found(quote: str, text: str) -> list[str]:
    return [text[start:end] for start, end in occurrences(quote, text)]


@pytest.mark.parametrize(
    ("quote", "text", "original"),
    [
        ("make it better", "Make  it\n\tbetter.", "Make  it\n\tbetter"),
        ("  MAKE IT  ", "please make it so", "make it"),
        ("the file is full", "the ﬁle is ｆｕｌｌ", "the ﬁle is ｆｕｌｌ"),
        ("caf\u00e9 au lait", "Cafe\u0301 au lait", "Cafe\u0301 au lait"),
        ("cafe\u0301 au lait", "Caf\u00e9 au lait", "Caf\u00e9 au lait"),
        ("STRASSE", "die Straße", "Straße"),
        ("a b", "a\u00a0b", "a\u00a0b"),
        ("각을 재다", "\u1100\u1161\u11a8을 재다", "\u1100\u1161\u11a8을 재다"),
        ("テスト", "ﾃｽﾄを実行", "ﾃｽﾄ"),
    ],
)
def test_the_original_spelling_is_found(quote: str, text: str, original: str) -> None:
    assert found(quote, text) == [original]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("", "anything"),
        (" \n", "any thing"),
        ("cafe", "café"),
        ("pаypal", "paypal"),
        ("ile is", "ﬁle is"),
        ("makeit", "make it"),
        ("make it better", "make it, better"),
        ("do not delete", "do delete"),
        ("ignore", "ig\u200bnore"),
        ("e\u0301", "e"),
    ],
)
def test_other_words_are_not_found(quote: str, text: str) -> None:
    assert found(quote, text) == []


def test_every_place_is_found() -> None:
    assert found("aba", "abababa") == ["aba", "aba", "aba"]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(TEXTS, TEXTS, TEXTS)
def test_what_is_found_reads_as_the_quote(before: str, quote: str, after: str) -> None:
    for original in found(quote, f"{before} {quote} {after}"):
        assert _read(original) == _read(quote)


@given(TEXTS, TEXTS, TEXTS)
def test_a_quote_in_plain_words_is_always_found(before: str, quote: str, after: str) -> None:
    if _read(quote):
        assert found(quote.swapcase() if quote.isascii() else quote, f"{before} {quote} {after}")


def _read(text: str) -> str:
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(bare.split())


@pytest.mark.parametrize(
    "quote",
    [
        "Make it better.",
        "Done, everything works.",
        "テストを実行してください",
        "E  assert 1 == 2",
        "curl -H ⟨token:github#1a2b3c4d⟩ localhost",
        "ok, go ahead and delete it",
    ],
)
def test_words_tell(quote: str) -> None:
    assert tells(quote)


@pytest.mark.parametrize(
    "quote",
    [
        "better.",
        "a      b",
        "x" * 161,
        "Yes, please. Thanks!",
        "ok, go ahead",
        "You're absolutely right!",
        "ja, bitte, danke",
        "はい、お願いします。",
        "да, спасибо, продолжай",
        "----------------",
        "= = = = = = = = =",
        "⟨token:github#1a2b3c4d⟩",
        "[… 1200 characters …]",
        "⟨token:github#1a2b3c4d⟩ ok",
        "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b",
    ],
)
def test_stop_phrases_and_place_holders_tell_nothing(quote: str) -> None:
    assert not tells(quote)
