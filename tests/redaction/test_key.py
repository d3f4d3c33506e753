"""The key is made once, kept to its owner, and refused when it is not what it should be."""

import hashlib
import hmac
import os
import stat
from pathlib import Path

import pytest

from reflect.errors import NotPermitted, ReflectError, StorageFailed, VerificationFailed
from reflect.redaction.key import keyed_digest, keyed_digests, load_or_create_key


def test_the_first_run_makes_a_key_that_stays(tmp_path: Path) -> None:
    file = tmp_path / "data" / "audit.key"
    key = load_or_create_key(file)
    assert len(key) == 32
    assert load_or_create_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_what_a_killed_run_left_beside_its_key_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "audit.key"
    key = load_or_create_key(file)
    left = tmp_path / "audit.key.new-4711"
    os.link(file, left)
    assert load_or_create_key(file) == key
    assert not left.exists()


@pytest.mark.parametrize("data", [b"", b"x", b"\xff" * 100_000])
def test_what_is_hashed_ten_thousand_times_is_hashed_as_once(data: bytes) -> None:
    key = b"k" * 32
    many = keyed_digests(key, "output")
    assert [many(data), many(data)] == [keyed_digest(key, "output", data)] * 2
    assert many(data) != many(data + b"\0")


def test_two_keys_differ(tmp_path: Path) -> None:
    assert load_or_create_key(tmp_path / "a") != load_or_create_key(tmp_path / "b")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    file = tmp_path / "audit.key"
    file.write_bytes(b"x" * size)
    file.chmod(0o600)
    with pytest.raises(VerificationFailed):
        load_or_create_key(file)


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "audit.key"
    load_or_create_key(file)
    file.chmod(0o640)
    with pytest.raises(NotPermitted, match="others"):
        load_or_create_key(file)


def test_a_link_is_refused_even_to_nothing(tmp_path: Path) -> None:
    load_or_create_key(tmp_path / "real")
    for target in ("real", "nothing"):
        link = tmp_path / f"to-{target}"
        link.symlink_to(tmp_path / target)
        with pytest.raises(VerificationFailed):
            load_or_create_key(link)
    assert not (tmp_path / "nothing").exists()


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "audit.key", 0o600)
    with pytest.raises(VerificationFailed):
        load_or_create_key(tmp_path / "audit.key")


def test_a_folder_that_is_a_file_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed) as caught:
        load_or_create_key(tmp_path / "file" / "audit.key")
    assert isinstance(caught.value, ReflectError)
    assert caught.value.hint


def test_a_digest_is_an_hmac_with_a_domain() -> None:
    key = b"k" * 32
    full = hmac.new(key, b"reflect/1/output\0text", hashlib.sha256).hexdigest()
    assert keyed_digest(key, "output", "text") == full[:32]
    assert keyed_digest(key, "output", b"text", 4) == full[:8]
    assert keyed_digest(key, "line", "text") != keyed_digest(key, "output", "text")
    assert keyed_digest(b"l" * 32, "output", "text") != full[:32]
