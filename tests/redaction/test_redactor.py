"""One text: place-holders, the home folder, learned values, and what cannot be searched."""

import pytest

from reflect.errors import InternalError
from reflect.model.redacted import Redacted, require
from reflect.model.vocabulary import RedactionKind
from reflect.redaction import redactor as redactor_module
from reflect.redaction.masks import LONGEST_MASK, MASK, UNREDACTABLE, masks_in
from reflect.redaction.redactor import Redactor
from reflect.redaction.rules import rules_version, shape_rules, token_rules
from tests.redaction.redaction_vectors import vectors

KEY = b"k" * 32
REDACTOR = Redactor(KEY, ("/home/alice",))
PASSWORD = "Tr7" + "-xyz9"
TOKEN = "gh" + "p_" + "A1b2C3" * 6


def test_a_redacted_text_is_sealed() -> None:
    assert type(REDACTOR.text("words")) is Redacted
    assert require(REDACTOR.text("words")) == "words"
    with pytest.raises(InternalError):
        require("words")


def test_equal_secrets_have_equal_place_holders_and_keys_make_them_differ() -> None:
    first, second = REDACTOR.text(f"a {TOKEN} b"), REDACTOR.text(f'{{"x": "{TOKEN}"}}')
    mask = MASK.search(first)
    assert mask is not None
    assert mask[0] in second
    assert len(mask[0]) <= LONGEST_MASK
    assert mask[0] not in Redactor(b"l" * 32, ()).text(f"a {TOKEN} b")


def test_place_holders_are_counted_by_kind() -> None:
    text = REDACTOR.text(f"{TOKEN} and https://bob:{PASSWORD}@h/x and password=Abc123xy!")
    assert masks_in(text) == {
        RedactionKind.TOKEN: 1,
        RedactionKind.CREDENTIALS: 1,
        RedactionKind.SECRET: 1,
    }
    assert masks_in("plain") == {}
    assert masks_in(UNREDACTABLE) == {RedactionKind.UNREDACTABLE: 1}


def test_the_longest_of_two_finds_is_masked_whole() -> None:
    assert REDACTOR.text(f"Authorization: token {TOKEN}").count("⟨") == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cd /home/alice && ls", "cd ~ && ls"),
        ("/home/alice/src/x.py:3", "~/src/x.py:3"),
        ("it is in /home/alice.", "it is in ~."),
        ("/home/alicex/src", "/home/alicex/src"),
        ("/home/alice-old/src", "/home/alice-old/src"),
        ("/home/alice.bak", "/home/alice.bak"),
        ('"file:\\/\\/\\/home\\/alice\\/x"', '"file:\\/\\/~\\/x"'),
        ("path=%2Fhome%2Falice%2Fx", "path=~%2Fx"),
        ("alice said", "alice said"),
    ],
)
def test_the_home_folder_is_a_tilde(text: str, expected: str) -> None:
    assert REDACTOR.text(text) == expected


def test_without_a_home_nothing_is_shortened() -> None:
    assert Redactor(KEY, ("/", "")).text("/home/alice") == "/home/alice"


def test_a_value_named_once_is_masked_wherever_it_stands() -> None:
    password = "Winter" + "-2931x"
    text = REDACTOR.text(f"password: {password}\nlater: ok with {password}, not my{password}")
    assert text.count("⟨secret:") == 2
    assert f"my{password}" in text


def test_a_text_that_breaks_the_search_never_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr(redactor_module, "spans_in", broken)
    assert REDACTOR.text("harmless") == UNREDACTABLE


def test_a_text_too_large_to_search_never_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redactor_module, "LARGEST_TEXT", 10)
    assert REDACTOR.text("x" * 11) == UNREDACTABLE


def test_lone_surrogates_become_replacement_characters() -> None:
    assert REDACTOR.text("a\ud800b") == "a\ufffdb"
    assert REDACTOR.text("a\ud83d\ude00b") == "a\U0001f600b"


def test_a_wrapped_and_a_coloured_secret_leave_nothing() -> None:
    token = "sk-" + "ant-api03-" + "Zx9_" * 20
    wrapped = f"key:\n{token[:40]}\n{token[40:]}\nnext line"
    coloured = f"\x1b[32mtoken\x1b[0m=\x1b[1m{token}\x1b[0m"
    for text in (wrapped, coloured, token[:9] + "\u200b" + token[9:]):
        redacted = REDACTOR.text(text)
        assert "Zx9_" not in redacted
    assert REDACTOR.text(wrapped).endswith("\nnext line")


def test_every_rule_has_a_name_that_fits_a_place_holder() -> None:
    names = {rule.name for rule in token_rules()} | {rule.name for rule in shape_rules()}
    assert {n for n in names if not MASK.fullmatch(f"⟨token:{n}#00000000⟩")} == set()
    assert len(rules_version()) == 16


def test_every_rule_can_be_compiled_though_that_waits_for_its_first_use() -> None:
    assert all(rule.match.pattern == rule.form for rule in token_rules())
    assert all("secret" in rule.match.groupindex for rule in shape_rules())


def test_what_a_place_holder_brings_to_light_in_a_long_text_is_found_at_once() -> None:
    redactor = Redactor(b"k" * 32, ())
    filler = "".join(f"line {number} of a log\n" for number in range(60))
    for vector in vectors():
        once = redactor.text(f"{filler}{vector.text}\n{filler}")
        assert redactor.text(once) == once
