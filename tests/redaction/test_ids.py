"""Ids that are searched together pass as they pass one by one."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.redaction import ids as ids_module
from reflect.redaction.ids import Ids
from reflect.redaction.rules import token_rules
from tests.redaction.redaction_vectors import vectors

KEY = b"k" * 32
STARTS = sorted({start for rule in token_rules() for start in rule.starts})
PIECES = st.one_of(
    st.sampled_from(STARTS),
    st.sampled_from(["toolu_01", "msg_", "0123abcd-3333-4333-8444-555555555555", "\n", " ", "é"]),
    st.text(alphabet="abcXYZ019_-.:", min_size=1, max_size=40),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.none() | st.lists(PIECES, max_size=4).map("".join), max_size=40))
def test_any_ids_pass_together_as_alone(values: list[str | None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids_module, "BULK_CHARACTERS", 0)
        together = Ids(KEY)
        together.learn(values)
    told = [value for value in values if value is not None]
    assert [together[value] for value in told] == [Ids(KEY)[value] for value in told]


def test_no_secret_among_many_ids_passes() -> None:
    drawn = random.Random(7)  # noqa: S311 - no secrets
    letters = string.ascii_letters + string.digits
    harmless = ["toolu_01" + "".join(drawn.choices(letters, k=22)) for _ in range(5000)]
    secrets = [one.secret for one in vectors() if 20 <= len(one.secret) <= 128]
    ids = Ids(KEY)
    ids.learn([*harmless, *secrets, None])
    assert len(ids) > 4900
    assert [ids[one] for one in secrets] == [Ids(KEY)[one] for one in secrets]
    assert sum(ids[one] == one for one in harmless) >= 4990


def test_ids_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids_module, "MOST", 5000)
    ids = Ids(KEY)
    for turn in range(4):
        names = [f"message-number-{turn}-{number}" for number in range(4000)]
        ids.learn(names)
        assert len(ids) <= 5000
        assert [ids[name] for name in names] == names
