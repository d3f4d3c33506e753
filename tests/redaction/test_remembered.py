"""What is remembered is what would be found: no other text, of no other rules, no secret."""

import hashlib
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reflect.model.redacted import require
from reflect.redaction import keyed_memory, remembered
from reflect.redaction.redactor import Redactor
from reflect.redaction.remembered import RememberedTexts
from tests.redaction.redaction_vectors import vectors

KEY = b"k" * 32
HOMES = ("/home/alice", "/srv/alice")
PLAIN = "projects/-srv-shop-api"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "searched.txt"


def fresh(file: Path, key: bytes = KEY, homes: tuple[str, ...] = HOMES) -> RememberedTexts:
    return RememberedTexts(key, homes, file)


def without_search(texts: RememberedTexts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make any search fail."""

    def refuse(raw: str) -> None:
        raise AssertionError(f"{raw} was searched")

    monkeypatch.setattr(texts, "_search", refuse)


@pytest.mark.parametrize("text", [PLAIN, "", "/home/alice/shop", "in /srv/alice and ~", "ä 語 …"])
def test_a_text_is_searched_once(file: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fresh(file).text(text)
    again = fresh(file)
    without_search(again, monkeypatch)
    assert require(again.text(text)) == first == Redactor(KEY, HOMES).text(text)


def test_every_vector_gives_the_same_the_first_and_the_second_time(file: Path) -> None:
    plain = Redactor(KEY, HOMES)
    for vector in vectors():
        wanted = plain.text(vector.text)
        assert fresh(file).text(vector.text) == wanted
        assert fresh(file).text(vector.text) == wanted


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.text(max_size=60) | st.text("/homealice ~\ud800é", max_size=30))
def test_any_text_gives_the_same_the_first_and_the_second_time(file: Path, text: str) -> None:
    wanted = Redactor(KEY, HOMES).text(text)
    assert fresh(file).text(text) == wanted
    assert fresh(file).text(text) == wanted


def test_nothing_of_a_text_with_a_secret_is_kept(file: Path) -> None:
    fresh(file).text(PLAIN)
    before = file.read_bytes()
    token = "gh" + "p_" + "A1b2C3" * 6
    for text in (token, f"/home/alice/{token}", f"see {token} in {PLAIN}"):
        assert "⟨token:" in fresh(file).text(text)
    assert file.read_bytes() == before


def test_of_a_text_that_stayed_as_it_was_only_a_hash_is_kept(file: Path) -> None:
    fresh(file).text(PLAIN)
    assert re.fullmatch(rb"[0-9a-f]{32} \n", file.read_bytes())
    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("which", ["rules", "key", "homes"])
def test_other_rules_another_key_or_home_search_again(
    file: Path, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh(file).text(PLAIN)
    if which == "rules":
        monkeypatch.setattr(remembered, "sources_version", lambda: b"other")
        again = fresh(file)
    else:
        again = fresh(file, b"j" * 32) if which == "key" else fresh(file, homes=("/root",))
    without_search(again, monkeypatch)
    with pytest.raises(AssertionError, match="was searched"):
        again.text(PLAIN)


def test_the_version_covers_every_source_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Path(remembered.__file__).parent
    package = tmp_path / "reflect"
    for place in [
        *here.glob("*.py"),
        *here.glob("rules/*.toml"),
        here.parent / "model/vocabulary.py",
    ]:
        copy = package / place.relative_to(here.parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(place.read_bytes())
    monkeypatch.setattr(remembered, "__file__", str(package / "redaction" / "remembered.py"))

    def version() -> bytes:
        remembered.sources_version.cache_clear()
        return remembered.sources_version()

    try:
        seen = {version()}
        for place in sorted(package.rglob("*.*")):
            content = place.read_bytes()
            state = place.stat()
            place.write_bytes(content[:-1] + b" ")
            # The size and time of a file are no proof that it is the same.
            os.utime(place, ns=(state.st_atime_ns, state.st_mtime_ns))
            seen.add(version())
            place.write_bytes(content)
        assert len(seen) == 1 + len(list(package.rglob("*.*")))
    finally:
        remembered.sources_version.cache_clear()


def test_a_line_that_is_not_ours_does_not_count(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh(file).text("/home/alice/shop")
    name, entry = file.read_text().rstrip("\n").split(" ", 1)
    lines = (
        f"{name} {entry.replace('shop', 'shed')}",
        f"{name} {entry[:-4]}",
        f"{name} [1]",
        f"{name} 5",
        f"{name} {{}}",
        f"{name} \x00é",
        f"{hashlib.sha256(b'x').hexdigest()[:32]} ",
        "",
        name,
    )
    for line in lines:
        file.write_text(f"{line}\n")
        assert fresh(file).text("/home/alice/shop") == "~/shop"


def test_a_folder_that_takes_no_file_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    texts = fresh(tmp_path / "cache" / "searched.txt")
    assert texts.text(PLAIN) == PLAIN


def test_a_large_file_is_begun_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh(file).text(PLAIN)
    monkeypatch.setattr(keyed_memory, "LARGEST_FILE", 10)
    fresh(file).text("another")
    assert len(file.read_bytes().splitlines()) == 1


def test_of_a_long_text_nothing_but_a_hash_is_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "words " * 500
    assert fresh(file).text(text) == text
    assert re.fullmatch(rb"[0-9a-f]{32} \n", file.read_bytes())
    again = fresh(file)
    without_search(again, monkeypatch)
    assert require(again.text(text)) == text


@pytest.mark.parametrize("part", ["/home/alice/shop ", "ghp_" + "A1b2C3d4E5f6" * 3 + " "])
def test_a_long_text_that_changes_is_searched_each_time(file: Path, part: str) -> None:
    text = "words " * 500 + part
    assert fresh(file).text(text) == Redactor(KEY, HOMES).text(text) != text
    assert not file.exists()
