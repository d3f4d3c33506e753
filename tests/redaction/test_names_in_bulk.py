"""Names, signs, quotes and values in any order: polars opens whatever Python's `re` finds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.redaction.bulk import suspects
from reflect.redaction.redactor import Redactor
from tests.redaction.grouped_texts import redacted_groups

pytestmark = pytest.mark.usefixtures("way")

REDACTOR = Redactor(b"k" * 32, ())
STEMS = [
    "pass", "password", "passwd", "pwd", "psw", "psk", "pw", "phrase", "mnemonic", "secret",
    "secrets", "token", "credential", "jwt", "bearer", "auth", "authorization", "pat", "otp",
    "totp", "sas", "key", "keys", "kennwort", "senha", "mdp", "密码", "пароль", "api_key", "apiKey",
    "accesskey", "private_key", "mot de passe", "api key", "API Key", "Secret key",
    "encryption KEY",
]  # fmt: skip
CASES = [str, str.capitalize, str.upper, str.title]
BEFORE = ["", "", "db_", "DB_", "my", "--", "-", "x.", "$", "set ", "add ", " config set ", "put\t"]
BEHIND = ["", "", "", "_1", ".x", "s", "Value", "-old", "_HASH", "2"]
QUOTES = ["", "", "", '"', "'", "`", '\\"', "\\\\'", "**", ")", "]", "?", "!", '"]', '\\"]']
TYPES = ["", "", "", ": str", ": Optional[str]", ": String", ": &'static str", ": any"]
SPACE = ["", " ", " ", "\t", "\\t", "\\\\t", "\n", "\\n", "\u00a0", "    "]
SIGNS = [
    "=", ":", "=", "：", "＝", "→", ":=", "=>", "===", ":-", "||", "??", ",", ">", ": >\n  ",
    ": |\\n  ", "is", "is now", "was", "to", "lautet", "est", "это", "「", "><", "</key>\n<string>",
    '" value="', '", "value": "', "\n  value: ", ", content=", "/>",
]  # fmt: skip
OPENING = ["", "", "b", "r", "u", "@", '"', "'", "`", "“", "«", "「", '\\"', '\\\\"', '"""', "$"]
VALUES = [
    "hunter2x9", "Hunter2", "tR5w9Kq-Zx7Lm2", "abc123", "s3cr3t!", "hunter",
    "correct horse battery",
    "ABCD1234EFGH5678", "qwertyuiop", "a1b2c3d4e5f6a7b8c9d0", "пароль7Щ", "T", "str", "None",
    "os.environ", "123456", "zQ8!mN2#", "äö9xYz1", "hunter2\x1ax9", "2put", "』Word",
]  # fmt: skip
CLOSING = [
    "",
    '"',
    "'",
    "`",
    "”",
    "»",
    "」",
    '\\"',
    '"""',
    "**",
    ",",
    ";",
    "\\n",
    " end",
    "</string>",
]
NAMED = st.tuples(
    st.sampled_from(BEFORE),
    st.builds(lambda case, stem: case(stem), st.sampled_from(CASES), st.sampled_from(STEMS)),
    *map(st.sampled_from, (BEHIND, QUOTES, TYPES, SPACE, SIGNS, SPACE, OPENING, VALUES, CLOSING)),
).map("".join)


@settings(max_examples=25, deadline=None)
@given(st.lists(NAMED, min_size=40, max_size=40, unique=True))
def test_what_is_opened_holds_every_secret(texts: list[str]) -> None:
    opened = suspects(texts)
    for place, text in enumerate(texts):
        found = REDACTOR.spans(text)
        assert (REDACTOR.spans(text, opened[place]) if place in opened else []) == found


@pytest.mark.parametrize(
    "text",
    [
        "the password「{}」is",
        "user_SENHAValue:\\t{}",
        "my --token\\t:- “{}”",
        "Server=x;Password={}",
        "the Secret keys\\\\' is now {}",
        "sshpass -p '{}=' ssh x",
    ],
)
def test_forms_that_only_one_way_found_once(text: str) -> None:
    groups = [[text.replace("{}", "2xZq9Lm4" + "Tr8Wv1Kp")]]
    fast = redacted_groups(REDACTOR, groups, bulk=True)
    assert fast == redacted_groups(REDACTOR, groups, bulk=False)
    assert "⟨" in fast[0][0]


@pytest.mark.parametrize(
    "text",
    [
        "the checks pass. The next step", "unexpected token: identifier", "def f(key: str, x: int)",
        "password: str = None", "token = slot.get(name)", "if (key == NULL) return",
        "#define KEY 51",
        "all pass, but the PSK_IDENTITY 115 fails", "pkey, and", "Auth 2.0", "the pwd, then",
        "password: self.password", "keys:\n  - one", "sort key=lambda x: x[0]",
    ],
)  # fmt: skip
def test_code_and_prose_open_nothing(text: str) -> None:
    assert suspects([text]) == {}
