"""Whole JSON documents: whatever bytes come, values or a reason, never content in an error."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.errors import BadData, NotPermitted
from reflect.model.vocabulary import BadRecord
from reflect.stores import documents
from reflect.stores.documents import Undecodable, decode, read_document


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'{"a": [1, null, "x"]}', {"a": [1, None, "x"]}),
        (b'\xef\xbb\xbf{"a":1}', {"a": 1}),
        (b'{"a":"caf\xe9"}', {"a": "caf\ufffd"}),
        (b'{"\\ud83d":"x\\ud83d"}', {"?": "x?"}),
        (b'"\\ud83d\\ude42"', "\U0001f642"),
        (b'{"a":1e400}', {"a": float("inf")}),
        (b"123456789012345678901234567890", 123456789012345678901234567890),
        (b'"\\u0000"', "\x00"),
        (b"[[]]" + b" " * 9, [[]]),
    ],
)
def test_values(data: bytes, value: object) -> None:
    assert decode(data) == value


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", BadRecord.NOT_JSON),
        (b"{", BadRecord.NOT_JSON),
        (b"{'a': 1}", BadRecord.NOT_JSON),
        (b"\x00\x01", BadRecord.NOT_JSON),
        (b"[" * 100_000 + b"]" * 100_000, BadRecord.TOO_DEEP),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, BadRecord.TOO_DEEP),
    ],
)
def test_reasons(data: bytes, kind: BadRecord) -> None:
    with pytest.raises(Undecodable) as problem:
        decode(data)
    assert problem.value.kind is kind


@settings(deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=40).map(lambda text: text.encode()))
def test_any_bytes_give_a_value_or_a_reason(data: bytes) -> None:
    try:
        value = decode(data)
    except Undecodable as problem:
        assert problem.kind in (BadRecord.NOT_JSON, BadRecord.TOO_DEEP)
    else:
        repr(value)


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_bytes(b'{"a": 1}')
    document = read_document(file, tmp_path)
    assert (document.value, document.size) == ({"a": 1}, 8)
    assert read_document(file, file).value == {"a": 1}


def test_errors_name_the_file_and_not_its_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cut.json"
    file.write_bytes(b'{"prompt": "canary')
    with pytest.raises(BadData, match=r"cut\.json is not valid JSON") as problem:
        read_document(file, tmp_path)
    assert "canary" not in f"{problem.value.message}{problem.value.hint}"
    assert problem.value.__cause__ is None
    file.write_bytes(b"[" * 100_000)
    with pytest.raises(BadData, match="nested too deep"):
        read_document(file, tmp_path)
    monkeypatch.setattr(documents, "LARGEST_DOCUMENT", 4)
    with pytest.raises(BadData, match="larger than"):
        read_document(file, tmp_path)


def test_links_and_other_folders_are_refused(tmp_path: Path) -> None:
    store, other = tmp_path / "store", tmp_path / "other.json"
    store.mkdir()
    other.write_text("{}")
    (store / "link.json").symlink_to(other)
    with pytest.raises(NotPermitted):
        read_document(store / "link.json", store)
    with pytest.raises(NotPermitted):
        read_document(other, store)
