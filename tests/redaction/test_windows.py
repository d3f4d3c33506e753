"""Long texts are searched in windows; a secret is found at every place and length."""

import base64

import pytest

from reflect.redaction.pieces import SIZE
from reflect.redaction.redactor import Redactor
from tests.redaction.grouped_texts import redacted_groups

pytestmark = pytest.mark.usefixtures("way")

REDACTOR = Redactor(b"k" * 32, ())
VALUE = "tR5" + "w9Kq-Zx7Lm2"
FORMS = {
    "name": f"db_password = '{VALUE}'",
    "address": f"postgres://app:{VALUE}@db.example.com/app",
    "token": "gh" + "p_" + "A1b2" * 9,
    "long token": "ey" + "JhbGciOiJIUzI1NiJ9." + "eyJ" + "zdWIiOiIx" * 300 + "." + "Ab3_" * 11,
    "command": f"mysql -u root -p{VALUE} app",
    "header": f"Authorization: Bearer {VALUE}{VALUE}{VALUE}",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bulk", [False, True])
def test_a_secret_is_masked_at_every_place_of_a_window(form: str, bulk: bool) -> None:
    secret = FORMS[form]
    shown = [secret[-12:], secret[len(secret) // 2 :][:12]]
    texts = []
    for place in range(SIZE - 300, SIZE + 300, 37):
        before = ("compile unit ok\n" * (place // 16 + 1))[:place].rstrip() + "\n"
        texts.append(before + secret + "\n" + "more lines\n" * 400)
    (redacted,) = redacted_groups(REDACTOR, [texts], bulk=bulk)
    assert [t for t in redacted if "⟨" not in t] == []
    if form != "address":
        assert [t for t in redacted if shown[0] in t] == []
    assert [t for t in redacted if VALUE in t or (form == "long token" and shown[1] in t)] == []


@pytest.mark.parametrize("bulk", [False, True])
@pytest.mark.parametrize("lines", [3, 60, 400])
def test_base64_with_a_secret_inside_is_masked_whole(lines: int, bulk: bool) -> None:
    content = "NAME=plain value\n" * lines + f"DB_PASSWORD={VALUE}\n" + "OTHER=plain\n" * lines
    encoded = base64.b64encode(content.encode()).decode()
    ((text,),) = redacted_groups(REDACTOR, [[f"cat env | base64 -w0\n{encoded}\n"]], bulk=bulk)
    assert encoded[:40] not in text
    assert encoded[-40:-4] not in text
    assert text.startswith("cat env | base64 -w0\n⟨")
