"""Files of a store: what is found, what is refused."""

import os
from pathlib import Path

import pytest

from reflect.errors import BadData, NotPermitted
from reflect.stores.files import head_digest, open_regular, read_small, state_of, tail_digest, walk


def test_dot_folders_are_entered_and_order_is_set(tmp_path: Path) -> None:
    for name in ("b.jsonl", ".claude/projects/z.jsonl", ".claude/projects/a.jsonl", "c.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    found = [str(f.path.relative_to(tmp_path)) for f in walk(tmp_path, (".jsonl",))]
    assert found == ["b.jsonl", ".claude/projects/a.jsonl", ".claude/projects/z.jsonl"]


def test_links_pipes_and_loops_are_passed_over(tmp_path: Path) -> None:
    secret = tmp_path / "outside" / "secret.jsonl"
    secret.parent.mkdir()
    secret.write_text("secret\n")
    store = tmp_path / "store"
    store.mkdir()
    (store / "real.jsonl").write_text("{}\n")
    (store / "escape.jsonl").symlink_to(secret)
    (store / "loop.jsonl").symlink_to(store / "loop.jsonl")
    (store / "folder").symlink_to(secret.parent)
    (store / "self").symlink_to(store)
    os.mkfifo(store / "pipe.jsonl")
    assert [f.path.name for f in walk(store, (".jsonl",))] == ["real.jsonl"]
    for name in ("escape.jsonl", "loop.jsonl"):
        with pytest.raises(NotPermitted):
            open_regular(store / name, store)
        assert state_of(store / name) is None
    with pytest.raises(NotPermitted):
        open_regular(store / "folder" / "secret.jsonl", store)
    with pytest.raises(BadData):
        open_regular(store / "pipe.jsonl", store)
    assert read_small(store / "escape.jsonl", store, 100) is None


def test_credential_files_are_neither_listed_nor_opened(tmp_path: Path) -> None:
    for name in ("a.json", "auth.json", "credentials.json"):
        (tmp_path / name).write_text("{}\n")
    assert [f.path.name for f in walk(tmp_path, (".json",))] == ["a.json"]
    with pytest.raises(NotPermitted):
        open_regular(tmp_path / "auth.json", tmp_path)
    assert read_small(tmp_path / "credentials.json", tmp_path, 100) is None


def test_a_folder_that_becomes_a_link_is_seen_at_the_next_file(tmp_path: Path) -> None:
    outside, store = tmp_path / "outside", tmp_path / "store"
    for folder, words in ((outside, b"secret\n"), (store / "project", b"{}\n")):
        folder.mkdir(parents=True)
        (folder / "a.jsonl").write_bytes(words)
    path = store / "project" / "a.jsonl"
    with open_regular(path, store) as file:
        assert file.read() == b"{}\n"
    path.parent.rename(store / "earlier")
    path.parent.symlink_to(outside)
    with pytest.raises(NotPermitted):
        open_regular(path, store)
    assert read_small(path, store, 100) is None


def test_the_root_may_be_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "a.jsonl").write_text("{}\n")
    root = tmp_path / "root"
    root.symlink_to(real)
    (state,) = walk(root, (".jsonl",))
    assert state.path == root / "a.jsonl"
    assert state_of(state.path) == state
    with open_regular(state.path, root) as file:
        assert file.read() == b"{}\n"


def test_a_single_file_may_be_its_own_root(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("{}\n")
    with open_regular(path, path) as file:
        assert file.read() == b"{}\n"
    with pytest.raises(NotPermitted):
        open_regular(tmp_path / "a.jsonl.other", path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("{}\n")
    path.chmod(0)
    with pytest.raises(NotPermitted):
        open_regular(path, tmp_path)


def test_what_is_gone_is_bad_data(tmp_path: Path) -> None:
    with pytest.raises(BadData):
        open_regular(tmp_path / "gone.jsonl", tmp_path)
    with pytest.raises(BadData):
        list(walk(tmp_path / "gone", (".jsonl",)))


def test_digests_survive_growth_and_see_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\n")
    with open_regular(path, tmp_path) as file:
        head, tail = head_digest(file, 8), tail_digest(file, 8)
    path.write_bytes(b"one\ntwo\nthree\n")
    with open_regular(path, tmp_path) as file:
        assert head_digest(file, 8) == head
        assert tail_digest(file, 8) == tail
        assert file.tell() == 8
    path.write_bytes(b"one\ntwX\nthree\n")
    with open_regular(path, tmp_path) as file:
        assert head_digest(file, 8) != head
        assert tail_digest(file, 8) != tail
