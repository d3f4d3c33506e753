"""Addresses and home folders of other machines do not leave this one; ordinary words do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.classifier.identities import ADDRESS, FOLDER, with_places, without_names
from reflect.model.redacted import seal


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Author: Ada <ada.l+x@mail.example.com>", "Author: Ada <⟨email⟩>"),
        ("cd /Users/ada/shop && ls /home/bob", "cd ⟨home⟩/shop && ls ⟨home⟩"),
        ('{"path":"/home/ada.l/shop/a.py"}', '{"path":"⟨home⟩/shop/a.py"}'),
        ("C:\\Users\\ada\\shop", "⟨home⟩\\shop"),
        ('"C:\\\\Users\\\\ada\\\\shop"', '"⟨home⟩\\\\shop"'),
        ("~/.claude/projects/-Users-ada-shop/1.jsonl", "~/.claude/projects/⟨home⟩-shop/1.jsonl"),
    ],
)
def test_names_are_taken_out(text: str, told: str) -> None:
    assert without_names(seal(text)) == told
    assert without_names(seal(told)) == told


@pytest.mark.parametrize(
    "text",
    [
        "git clone git@example:shop.git",
        "@scope/package@1.2.3 and @decorator",
        "https://example.com/home/settings",
        "src/home/page.tsx and ./home/x",
        "~/shop/Users/list.py",
        "--home-dir=x",
        "⟨token:github#1a2b3c4d⟩",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert without_names(seal(text)) == text


WRITTEN = ["a@b.example.com", "/home/ada", "/Users/bob", "⟨email⟩", "\\Users\\", "C:", "@", " "]


@given(st.lists(st.sampled_from(WRITTEN), max_size=8).map("".join))
def test_each_character_has_its_place_in_the_text(text: str) -> None:
    told, places = with_places(seal(text))
    assert told == without_names(seal(text))
    assert places == sorted(places)
    assert len(places) == len(told) + 1
    assert places[-1] == len(text)
    assert all(text[places[i]] == c for i, c in enumerate(told) if c not in ADDRESS + FOLDER)
