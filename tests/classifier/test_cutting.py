"""Head and tail: what is kept stands in the text, place-holders stay whole, the numbers add up."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.classifier.cutting import BREAK, HOLDER, shortened
from reflect.classifier.lines import written
from reflect.model.redacted import seal
from reflect.model.vocabulary import RedactionKind
from reflect.redaction.masks import mask
from reflect.redaction.redactor import Redactor

MASK = mask(b"k" * 32, RedactionKind.TOKEN, "a-vendor-whose-name-is-long", "a secret")
WORDS = st.text(st.sampled_from('abc xyz\n.:="ä字'), max_size=120)
TEXTS = st.lists(st.one_of(WORDS, st.just(MASK), st.just("⟨email⟩")), max_size=8).map("".join)


def test_a_text_that_fits_is_untouched() -> None:
    text = seal("x" * 40)
    assert shortened(text, 40) is text


def test_head_and_tail_are_kept_and_the_rest_is_counted() -> None:
    text = seal(" ".join(f"word{n:02d}" for n in range(20)))
    assert shortened(text, 42) == "word00 word01 word02 [… 97 characters …] word17 word18 word19"


def test_a_long_word_is_cut_where_it_must_be() -> None:
    assert shortened(seal("x" * 100), 10) == "xxxxx [… 90 characters …] xxxxx"


def test_words_that_must_be_seen_are_kept_with_their_surroundings() -> None:
    text = seal("a " * 300 + "assert total == 41" + " b" * 300)
    short = shortened(text, 40, ["assert total == 41"])
    assert "a assert total == 41 b" in short
    assert len(BREAK.findall(short)) == 2
    assert len(short) < 300


@pytest.mark.parametrize("letters", [20, 25, 40])
def test_a_place_holder_beside_words_that_must_be_seen_stays_whole(letters: int) -> None:
    near = " b" * letters
    text = seal("a " * 300 + MASK + near + " it passes " + near + MASK + " c" * 300)
    short = shortened(text, 40, ["it passes"])
    assert "it passes" in short
    assert "⟨" not in HOLDER.sub("", short)
    assert "⟩" not in HOLDER.sub("", short)


def test_words_that_do_not_stand_there_change_nothing() -> None:
    text = seal("word " * 100)
    assert shortened(text, 40, ["never said", ""]) == shortened(text, 40)


@pytest.mark.parametrize("most", [10, 60, 4000])
def test_beginning_and_end_of_an_output_are_told_apart(most: int) -> None:
    short = shortened(seal("head " * 8), most, tail=seal("tail " * 8), hidden=1000)
    first, _, last = short.partition("[… ")
    assert "tail" not in first
    assert "head" not in last
    counted = int(re.findall(r"\[… (\d+) characters …\]", short)[0])
    kept = len(short) - len(f"[… {counted} characters …]")
    assert kept - 2 <= 1080 - counted <= kept


@settings(deadline=None)
@given(TEXTS, st.integers(0, 200), TEXTS)
def test_whatever_is_cut(text: str, most: int, sought: str) -> None:
    short = shortened(seal(text), most, [sought[:30]])
    pieces = re.split(r"\[… \d+ characters …\]", short)
    assert all(piece.strip(" ") in text for piece in pieces)
    gone = sum(int(n) for n in re.findall(r"\[… (\d+) characters …\]", short))
    kept = sum(map(len, pieces))
    assert kept - 2 * (len(pieces) - 1) <= len(text) - gone <= kept
    assert HOLDER.sub("", short).count("⟨") == 0
    assert HOLDER.sub("", short).count("⟩") == 0
    if sought[:30] in text and "⟨" not in sought:
        assert sought[:30] in short


SECRETS = (
    "export GITHUB_TOKEN=" + "ghp_" + "A1b2C3d4E5" * 3 + "F6g7h8\nnext",
    "password: " + "hunter" + "2-Tr0ub4dor" + "\nuser: ada",
    'curl -H "Authorization: Bearer ' + "eyJhbGciOi" + "JIUzI1NiJ9." + "x1Y2z3" * 8 + '" http://x',
    "postgres://ada:" + "s3cr3t" + "Pass9@db.example.com/shop",
)


@pytest.mark.parametrize("secret", SECRETS)
def test_cutting_brings_nothing_to_light_that_was_masked(secret: str) -> None:
    redactor = Redactor(b"k" * 32, ())
    text = redactor.text("before it 12 = 3\n" * 3 + secret + "\nafter it, 4 of 5\n" * 3)
    assert "⟨" in text
    for most in range(10, len(text), 3):
        line = written({"text": shortened(text, most)})
        assert redactor.text(line) == line
