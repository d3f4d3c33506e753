"""Drawn secrets in which by chance something stands that tells a place-holder or code."""

import random
import string

import pytest

from reflect.redaction.redactor import Redactor
from tests.redaction.grouped_texts import redacted_groups

REDACTOR = Redactor(b"k" * 32, ())
RANDOM = random.Random(20261201)  # noqa: S311 - bodies of made-up tokens
LETTERS = string.ascii_letters
MIXED = LETTERS + string.digits
BASE64 = MIXED + "+/"

NAMED = {
    "ini": "aws_secret_access_key = {}",
    "environment": "export AWS_SECRET_ACCESS_KEY={}",
    "json": '{{"client_secret": "{}"}}',
    "header": "X-Api-Key: {}",
    "sentence": "the api key is {} and nothing else",
}
VENDORS = ("gh" + "p_", "sk-" + "proj-", "np" + "m_", "github_" + "pat_")
BY_CHANCE = ("todo", "ToDo", "xxxx", "xXxX", "XXXX")


def drawn(size: int, characters: str = MIXED) -> str:
    """Characters with a digit, a small letter and a capital among them."""
    body = "".join(RANDOM.choice(characters) for _ in range(size - 4))
    return body[: size // 2 - 2] + "7Qh2" + body[size // 2 - 2 :]


def both_ways(text: str) -> set[str]:
    """The text by the short way and by the long one."""
    ((found,),) = redacted_groups(REDACTOR, [[text]], bulk=True)
    return {REDACTOR.text(text), found}


@pytest.mark.parametrize("part", BY_CHANCE)
@pytest.mark.parametrize("form", sorted(NAMED))
def test_what_stands_inside_of_a_drawn_value_makes_it_no_place_holder(form: str, part: str) -> None:
    secret = drawn(18, BASE64).replace("/", "a") + part + drawn(18, BASE64)
    for redacted in both_ways(NAMED[form].format(secret)):
        assert secret[:18] not in redacted
        assert secret[-18:] not in redacted


@pytest.mark.parametrize("part", BY_CHANCE)
@pytest.mark.parametrize("start", VENDORS)
def test_nor_inside_of_a_token(start: str, part: str) -> None:
    body = drawn(18) + part + drawn(18)
    for redacted in both_ways(f"it is {start}{body} now"):
        assert body[4:18] not in redacted


@pytest.mark.parametrize("start", ["//", "--", "/", "-"])
@pytest.mark.parametrize("form", sorted(NAMED))
def test_a_drawn_value_may_begin_like_a_comment_a_flag_or_a_path(form: str, start: str) -> None:
    secret = start + drawn(40 - len(start))
    for redacted in both_ways(NAMED[form].format(secret)):
        assert secret[2:] not in redacted


@pytest.mark.parametrize("sign", ["?", "!"])
def test_a_password_of_letters_and_one_sign_is_no_code(sign: str) -> None:
    password = f"SQ{sign}bULXrpjoPcf"
    for redacted in both_ways(f"DB_PASSWORD={password}"):
        assert password not in redacted


@pytest.mark.parametrize("start", ["gl" + "pat-", "sk_" + "live_"])
def test_a_short_token_without_a_digit_is_one(start: str) -> None:
    body = "MneQk" + "fGuZNQYCck" + "wNbjgTrX"
    for redacted in both_ways(f"it is {start}{body} now"):
        assert body not in redacted


@pytest.mark.parametrize(
    "text",
    [
        "the api key is {} and nothing else",
        "DB_PASSWORD={}",
        "the password is {}.",
        "client_secret: {}",
    ],
)
def test_a_drawn_value_may_hold_no_digit(text: str) -> None:
    for secret in ("gJaBYfclppojXuFYrvIVMLqj", "dnREEAccNQjQllaHm-hLXudJZg_QPFuRY"):
        for redacted in both_ways(text.format(secret)):
            assert secret not in redacted


@pytest.mark.parametrize(
    "text",
    [
        "the api key is readFromTheUserSettings and nothing else",
        "the password is MyVar_OtherVar_ThirdVar in the code",
        "the token is refreshTokenOfTheSession now",
        "DB_PASSWORD=MyVault-OtherVault_ThirdVault",
        "aws_secret_access_key = your-key-here",
        "API_KEY=YOUR_API_KEY_HERE",
        'client_secret: "To' + 'do"',
        "DB_PASSWORD=todo_set_me",
        "token: xxxx-xxxx-xxxx",
        "it is sk-" + "x" * 24 + " now",
        "it is gh" + "p_" + "X" * 36 + " now",
        "password = // read from the vault",
        "the password is --password-file and nothing else",
        "deploy --token --dry-run",
        "the key is /etc/ssl/private/server.pem on disk",
        "password = user?.profile.name",
        "token = session!.token",
        "it is gl" + "pat-YourTokenGoesRightHere now",
    ],
)
def test_what_only_stands_for_a_value_stays(text: str) -> None:
    assert both_ways(text) == {text}
