"""Hyperscan's one pass opens whatever polars' engine opens, or is not used."""

import subprocess
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect import derived
from reflect.redaction import bulk, one_pass
from reflect.redaction.bulk import suspects, suspects_by_hits
from reflect.redaction.one_pass import OnePass
from reflect.redaction.opened import EVERYTHING, NOTHING, Opened
from reflect.redaction.pieces import SIZE
from reflect.redaction.trigger import MOST_EXPRESSIONS, questions, questions_in_one_pass
from tests.redaction.redaction_vectors import MUTATIONS, joined, vectors

VALUE = "tR5" + "w9Kq-Zx7Lm2"
SPACES = "\x0b\x1c\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000 \t\r\n"
NAMED = [f"password: “{space}{VALUE}" for space in SPACES]
NAMED += [f"</key>{space}<string>" for space in SPACES]
NAMED += [f"pass</key>{space}<string>" for space in SPACES]
NAMED += [f'token",{space}"value": "{VALUE}"' for space in SPACES]
PIECES = st.one_of(
    st.sampled_from([joined(v.marked) for v in vectors()]),
    st.sampled_from(NAMED),
    st.sampled_from(
        [*SPACES, "é", "密码", "пароль", "\x00", "\x1b", "\u200b", "𝕏", "\x7f", "ſ", "K"]
    ),
    st.text(max_size=8),
)
TEXTS = st.lists(PIECES, max_size=4).map("".join)
HOSTILE = [
    "",
    "\x00",
    "\x00password: \x00" + VALUE,
    "\x1b" * 5000,
    "key" * 3000,
    "password=" * 1500 + VALUE,
    "A" * 9000,
    "\\" * 9000 + "u0041",
    "token" + " " * 9000 + VALUE,
    "é" * 4000 + "NRAL" + "é" * 4000,
    '"' * 9000,
    "user:" * 2000 + "@",
]


def missed(search: OnePass, texts: Sequence[str]) -> list[tuple[str, Opened, Opened]]:
    """Texts of which the engine opens more, each asked as it is."""
    opened = [NOTHING] * len(texts)
    for hit in search.hits(texts) or ():
        opened[hit.place] |= hit.opens
    asked = bulk.opened_by_engine(texts)
    return [
        (text, wanted, found)
        for text, wanted, found in zip(texts, asked, opened, strict=True)
        if wanted | found != found
    ]


def test_it_opens_what_the_engine_opens_in_every_vector_and_mutation(search: OnePass) -> None:
    texts = [joined(change(v.marked)) for v in vectors() for change in MUTATIONS.values()]
    assert missed(search, texts) == []


def test_white_space_of_any_script_is_white_space(search: OnePass) -> None:
    assert missed(search, NAMED) == []
    assert all(search.hits([text]) for text in NAMED)


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=20))
def test_it_opens_what_the_engine_opens_in_random_text(search: OnePass, texts: list[str]) -> None:
    assert missed(search, texts) == []


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_it_opens_what_the_engine_opens_in_odd_texts(search: OnePass, text: str) -> None:
    assert missed(search, [text, "é", text]) == []


@pytest.mark.parametrize("before", ["", "line\n" * 10, "é" * 3000, "line\n" * 2000, "置" * 9000])
def test_a_hit_opens_the_windows_that_hold_it(search: OnePass, before: str) -> None:
    text = before + "\u200b" + "more\n" * 3000
    texts = ["one", text, "置"]
    (hit,) = list(search.hits(texts) or ())
    assert (hit.place, hit.end, hit.opens) == (1, len(before) + 1, EVERYTHING)
    opened = suspects_by_hits(texts, [hit])
    by_engine = bulk.suspects_by_blocks(texts)
    assert opened == by_engine
    assert list(opened) == [1]
    assert len(opened[1]) >= 3000 * 5 // SIZE


def test_hits_are_told_in_the_order_of_their_ends(search: OnePass) -> None:
    texts = ["x \u200b", "", "\u200b\u200b", "é", "NR" + "AL \x1b é"]
    assert [(hit.place, hit.end) for hit in search.hits(texts) or ()] == [
        (0, 3), (2, 1), (2, 2), (4, 4), (4, 6),
    ]  # fmt: skip
    assert list(search.hits([]) or ()) == []


def test_a_lone_surrogate_is_refused_as_by_the_engine(search: OnePass) -> None:
    with pytest.raises(UnicodeEncodeError):
        search.hits(["a\ud800"])


def test_each_question_is_asked_in_both_ways() -> None:
    opened = {one.opens for question in questions() for one in question.finer or (question,)}
    assert {question.opens for question in questions_in_one_pass()} == opened
    assert len(opened) <= MOST_EXPRESSIONS < 1 << one_pass.NUMBER_BITS


def test_texts_too_long_for_it_are_left_to_the_engine(
    search: OnePass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_pass, "LONGEST", 10)
    monkeypatch.setattr(bulk, "one_pass", lambda: search)
    assert search.hits(["more than ten"]) is None
    assert list(suspects(["a", "password: " + VALUE])) == [1]


def test_texts_with_too_many_hits_are_left_to_the_engine(
    search: OnePass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_pass, "MOST_HITS", 100)
    monkeypatch.setattr(bulk, "one_pass", lambda: search)
    texts = ["\x1b[1m", "plain", "\x1b[2m" * 1000]
    assert search.hits(texts) is None
    assert suspects(texts) == bulk.suspects_by_blocks(texts)
    assert search.hits(["\x1b" * 99]) is not None


@pytest.mark.usefixtures("search")
def test_what_answers_otherwise_than_it_must_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    content = one_pass.compiled()
    assert one_pass.loaded(content) is not None
    assert one_pass.loaded(content[:-100]) is None
    monkeypatch.setattr(OnePass, "hits", lambda _self, _texts: iter(()))
    assert one_pass.loaded(content) is None


@pytest.mark.usefixtures("search")
def test_it_is_used_once_it_was_compiled_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("kept") / "one-pass.kept"
    monkeypatch.setattr(derived, "_place", lambda _name: place)
    monkeypatch.setattr(one_pass, "_last", [])
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert one_pass.one_pass() is None
    assert one_pass.can_be_compiled()
    one_pass.compile_once()
    assert one_pass.one_pass() is not None
    assert not one_pass.can_be_compiled()


def test_where_it_is_not_installed_the_engine_searches() -> None:
    code = (
        "import sys; sys.modules['hyperscan'] = None; "
        "from reflect.redaction import bulk, one_pass; "
        "assert not one_pass.is_installed(); assert not one_pass.can_be_compiled(); "
        "one_pass.compile_once(); assert one_pass.one_pass() is None; "
        f"print(list(bulk.suspects(['a', 'password: {VALUE}'])))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[1]\n"
