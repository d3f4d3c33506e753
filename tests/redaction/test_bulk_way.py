"""polars and Python's `re` give the same bytes: on vectors, on mutations, on random text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.redaction.bulk import BLOCK, suspects
from reflect.redaction.redactor import Redactor
from reflect.redaction.rules import token_rules
from reflect.redaction.trigger import MOST_EXPRESSIONS, questions
from tests.redaction.grouped_texts import redacted_groups
from tests.redaction.redaction_vectors import MUTATIONS, joined, vectors

pytestmark = pytest.mark.usefixtures("way")

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


@pytest.mark.parametrize("around", [0, 3, BLOCK // 10, BLOCK])
def test_of_texts_that_are_asked_together_those_with_a_secret_are_searched(around: int) -> None:
    others = [f"{n} compile unit ok " * (around // 18 + 1) for n in range(9)]
    texts = [*others[:4], "db_" + "password = 'tR5w9Kq-Zx7Lm2'", *others[4:]]
    assert list(suspects(texts)) == [4]
    assert [bool(window) for window in suspects(["\n".join(texts)])[0]].count(True) in (1, 2)


def test_the_engine_keeps_all_expressions_compiled() -> None:
    asked = [one.expression for q in questions() for one in (q, *q.finer)]
    assert len(set(asked)) <= MOST_EXPRESSIONS


@pytest.mark.parametrize("start", ["re_", "sk_", "rk_", "sk-", "nfo_", "EAA", "EAAA"])
def test_short_beginnings_are_found_where_a_word_begins_and_only_there(start: str) -> None:
    assert all(rule.edge for rule in token_rules() if start in rule.starts)
    token = start + "Ab3dE5gH1j_" * (start == "re_") + "Kp7Rt9Vx2Zq4Nc6Ws8Lf0Mh" * 3
    token = token[: {"re_": 40, "nfo_": 50, "EAAA": 64}.get(start, 80)]
    before = {
        True: ["", "\n", "-", "é", "=", '"', "\\n", "\\\\t", "\\u000a", "\\u2028", "\\x.", "置"],
        False: ["x", "a_", "\\z", "1", "sco"],
    }
    for is_edge, forms in before.items():
        groups = [[f"see {form}{token} there"] for form in forms]
        fast = redacted_groups(REDACTOR, groups, bulk=True)
        assert fast == redacted_groups(REDACTOR, groups, bulk=False)
        assert [token not in group[0] for group in fast] == [is_edge] * len(forms)


def test_an_address_with_any_character_in_its_password_is_found_by_both_ways() -> None:
    groups = [
        [f"see https:{slashes}user:{value}@db.example.com today"]
        for value in ("s3kr\x1at9Qz", "пароль7Щ", "pässwört9")
        for slashes in ("//", "\\/\\/")
    ]
    fast = redacted_groups(REDACTOR, groups, bulk=True)
    assert fast == redacted_groups(REDACTOR, groups, bulk=False)
    assert all("⟨credentials:url-password#" in group[0] for group in fast)


@pytest.mark.parametrize("command", ["mysql -p", "curl -u admin:", "sshpass -p "])
def test_any_character_in_a_password_of_a_command_is_found_by_both_ways(command: str) -> None:
    groups = [[command + value] for value in ("\x1at9Qzk4Lm2", "пароль7Щ", "щt9Qzk4Lm2")]
    fast = redacted_groups(REDACTOR, groups, bulk=True)
    assert fast == redacted_groups(REDACTOR, groups, bulk=False)
    assert all("⟨" in group[0] for group in fast)


@pytest.mark.parametrize(
    "text",
    [
        "requests.get(url, auth=('alice', '{}'))",
        "login пользователь password {}",
        "machine x login ⟨token:github#1a2b3c4d⟩ password {}",
        "login alice\u00a0\n password {}",
        "curl -u élodie:{} x.example.com",
        "smbclient -U 'CORP\\alice%{}' //srv/share",
        'variable\u00a0"db_pass" { default = "{}" }',
        "create user`bob` identified with x; alter role[bob] with password '{}'",
    ],
)
def test_what_stands_around_a_secret_may_be_no_ascii(text: str) -> None:
    values = ("tR5w9Kq" + "Zx7Lm2", "пароль7Щ", "Ünser" + "9wort")
    groups = [[text.replace("{}", value)] for value in values]
    fast = redacted_groups(REDACTOR, groups, bulk=True)
    assert fast == redacted_groups(REDACTOR, groups, bulk=False)
    assert all(value not in group[0] for value, group in zip(values, fast, strict=True))


@pytest.mark.parametrize("salt", ["ab", "abcdefgh"])
def test_a_hash_of_a_password_is_found_behind_a_salt_of_any_length(salt: str) -> None:
    value = f"$1${salt}$" + "Kx9Zq2Lm4Tr8Wv1Yb3Qc6." * 2
    groups = [[f"root:{value}:19000:0"]]
    fast = redacted_groups(REDACTOR, groups, bulk=True)
    assert fast == redacted_groups(REDACTOR, groups, bulk=False)
    assert value not in fast[0][0]


@pytest.mark.parametrize(
    "text", ["path.basename(file)", "pattern.append(one)", "last_token_usage: 3", "g-token-count"]
)
def test_names_in_code_open_no_search_for_tokens(text: str) -> None:
    assert suspects([text]) == {}
