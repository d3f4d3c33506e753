"""Trees of JSON files: found, told from other folders, and read once when a database holds them."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from migrated import migrate

from reflect.errors import BadData
from reflect.importers import unchanged
from reflect.importers.opencode import OpenCode
from reflect.model.session import RawSession
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import BadRecord, Relation, StoreKind

Build = Callable[..., Path]
Sessions = Callable[[Path], dict[str, RawSession]]

CORRECTED = "ses_dd7ffaab9ffesR13323OeIF2ap"
CHILD = "ses_dd7ff803affe3iSgecIV8J3JcA"
TREES = (("1.1.65", "storage", 5), ("0.5.29", "project", 4))


def units(path: Path) -> list[Unit]:
    importer = OpenCode()
    source = importer.recognise(path)
    assert source is not None
    found = importer.units(source)
    importer.close()
    return found


def entry(unit: Unit) -> LedgerEntry:
    return LedgerEntry(unit.name, unit.size, unit.mtime_ns, unit.inode)


def one(root: Path, name: str) -> Unit:
    return next(unit for unit in units(root) if unit.name == name)


def read(root: Path, name: str) -> UnitRead:
    return OpenCode().read(Source("opencode", StoreKind.JSON_TREE, root), one(root, name), None)


@pytest.mark.parametrize(("recorded", "folder", "number"), TREES)
def test_trees_are_found_at_the_usual_places(
    build_store: Build, tmp_path: Path, recorded: str, folder: str, number: int
) -> None:
    data = build_store(recorded, "home/.local/share/opencode")
    importer = OpenCode()
    expected = [Source("opencode", StoreKind.JSON_TREE, data / folder)]
    assert importer.discover({"HOME": str(tmp_path / "home")}) == expected
    shared = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(data.parent)}
    assert importer.discover(shared) == expected
    assert importer.discover({"HOME": str(data)}) == expected
    assert len(importer.units(expected[0])) == number


@pytest.mark.parametrize(("recorded", "folder", "number"), TREES)
def test_a_tree_and_the_folder_that_holds_it_are_recognised(
    build_store: Build, recorded: str, folder: str, number: int
) -> None:
    data = build_store(recorded)
    for path in (data, data / folder):
        source = OpenCode().recognise(path)
        assert source == Source("opencode", StoreKind.JSON_TREE, data / folder, discovered=False)
    assert len(units(data)) == number


def test_a_folder_with_both_layouts_and_a_database(
    build_store: Build, sessions_of: Sessions
) -> None:
    data = build_store("1.1.65")
    build_store("0.5.29")
    build_store("1.2.27", "data/opencode.db")
    stores = {unit.name.partition("/")[0] for unit in units(data)}
    assert stores == {"opencode.db", "project", "storage"}
    assert len(sessions_of(data)) == 14


def test_other_folders_are_no_trees(tmp_path: Path) -> None:
    # What 1.2 leaves in storage are the changes of its sessions, and a mark.
    (tmp_path / "storage" / "session_diff").mkdir(parents=True)
    (tmp_path / "storage" / "session_diff" / "ses_1.json").write_text("[]")
    (tmp_path / "storage" / "migration").write_text("2")
    # The session folder of any web application.
    (tmp_path / "other" / "session").mkdir(parents=True)
    (tmp_path / "other" / "session" / "a.json").write_text('{"id": "ses_a"}')
    for path in (tmp_path, tmp_path / "storage", tmp_path / "other"):
        assert OpenCode().recognise(path) is None
    assert OpenCode().discover({"HOME": str(tmp_path)}) == []


def test_links_are_not_followed(build_store: Build, tmp_path: Path) -> None:
    data = build_store("1.1.65")
    home = tmp_path / "home"
    home.mkdir()
    (home / "storage").symlink_to(data / "storage")
    assert OpenCode().discover({"HOME": str(home)}) == []
    before = read(data / "storage", CORRECTED)
    canary = tmp_path / "canary.json"
    canary.write_text('{"id": "prt_x", "type": "text", "text": "canary"}')
    message = next((data / "storage" / "message" / CORRECTED).iterdir()).stem
    (data / "storage" / "part" / message / "prt_zz.json").symlink_to(canary)
    (data / "storage" / "message" / CORRECTED / "msg_zz.json").symlink_to(canary)
    assert read(data / "storage", CORRECTED) == before


def test_a_link_inside_a_tree_leads_nowhere(build_store: Build, tmp_path: Path) -> None:
    data = build_store("0.5.29")
    (data / "project" / "linked").mkdir()
    (data / "project" / "linked" / "storage").symlink_to(build_store("0.5.29", "x") / "project")
    (data / "project" / "deeper" / "storage").mkdir(parents=True)
    inner = next((tmp_path / "x").rglob("storage/session"))
    (data / "project" / "deeper" / "storage" / "session").symlink_to(inner)
    (inner / "info" / "ses_away.json").write_text("{}")
    assert len(units(data)) == 4


def test_repository_folder_and_parent(build_store: Build, sessions_of: Sessions) -> None:
    found = sessions_of(build_store("1.1.65"))
    assert found[CORRECTED].git_root == "/home/demo/opencode/old-1.1.65/work/shop-api"
    assert found["ses_dd7ff6f7bffeoZVXJZhPvLdvRB"].git_root is None
    assert found[CHILD].relation is Relation.SUBAGENT
    assert found[CHILD].parent == "ses_dd7ff84caffecoiPTGEbBr5RH9"


def test_folder_and_repository_of_the_oldest_layout(
    build_store: Build, sessions_of: Sessions
) -> None:
    found = sessions_of(build_store("0.5.29"))
    assert {session.git_root for session in found.values()} == {
        "/home/demo/opencode/old-0.5.29/work/shop-api",
        "/home/demo/opencode/old-0.5.29/work/infra-tools",
        None,
    }
    # Its answers carry the instructions of the client: nobody's words, never kept.
    assert "[prompt text removed]" not in repr(found)
    texts = [part.text for message in found.values() for m in message.messages for part in m.parts]
    assert any("\u65e5\u672c\u8a9e" in text for text in texts)


def test_a_database_made_from_the_tree_gives_the_same_sessions(
    build_store: Build, sessions_of: Sessions, tmp_path: Path
) -> None:
    data = build_store("1.1.65")
    from_files = sessions_of(data)
    migrate(data / "storage", tmp_path / "other" / "opencode.db")
    from_rows = sessions_of(tmp_path / "other")
    assert set(from_rows) == set(from_files)
    for name, session in from_rows.items():
        assert replace(session, path="") == replace(from_files[name], path="")


def test_leftovers_are_read_from_the_database_only(
    build_store: Build, sessions_of: Sessions
) -> None:
    data = build_store("1.1.65")
    migrate(data / "storage", data / "opencode.db", leave_out={CHILD})
    assert [unit.name for unit in units(data / "storage")] == [CHILD]
    assert len(units(data)) == 5
    assert len(sessions_of(data)) == 5
    sources = OpenCode().discover({"HOME": str(data)})
    assert [source.path.name for source in sources] == ["opencode.db", "storage"]


def test_leftovers_of_the_oldest_layout_give_way_to_the_later(build_store: Build) -> None:
    data = build_store("0.5.29")
    moved = next((data / "project").rglob("info/ses_*.json"))
    later = data / "storage" / "session" / "global" / moved.name
    later.parent.mkdir(parents=True)
    shutil.copy(moved, later)
    names = [unit.name for unit in units(data)]
    assert len(names) == 4
    assert f"storage/{moved.stem}" in names


def test_beside_a_damaged_database_the_files_are_read(build_store: Build) -> None:
    data = build_store("1.1.65")
    migrate(data / "storage", data / "opencode.db")
    content = bytearray((data / "opencode.db").read_bytes())
    content[100:9000] = b"\xa5" * 8900
    (data / "opencode.db").write_bytes(content)
    assert len(units(data / "storage")) == 5


def test_a_moved_session_is_one(build_store: Build) -> None:
    root = build_store("1.1.65") / "storage"
    old = next(root.glob(f"session/*/{CORRECTED}.json"))
    moved = root / "session" / "global" / old.name
    info = json.loads(old.read_bytes()) | {"title": "moved"}
    moved.write_text(json.dumps(info))
    assert len(units(root)) == 5
    session = read(root, CORRECTED).session
    assert session is not None
    assert session.title == "moved"


@pytest.mark.parametrize("what", ["session", "message", "part"])
@pytest.mark.parametrize("how", ["rewritten", "grown", "added", "deleted"])
def test_a_changed_session_shows(build_store: Build, what: str, how: str) -> None:
    root = build_store("1.1.65") / "storage"
    before = {unit.name: entry(unit) for unit in units(root)}
    message = sorted((root / "message" / CORRECTED).iterdir())[1]
    file = {
        "session": next(root.glob(f"session/*/{CORRECTED}.json")),
        "message": message,
        "part": next((root / "part" / message.stem).iterdir()),
    }[what]
    if how == "rewritten":
        file.write_bytes(file.read_bytes())
    elif how == "grown":
        state = file.stat()
        file.write_bytes(file.read_bytes() + b"\n")
        os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    elif how == "added":
        file.with_name(f"{file.stem[:4]}zzz.json").write_bytes(b"{}")
    else:
        file.unlink()
    after = {unit.name: unit for unit in units(root)}
    changed = {name for name, unit in after.items() if not unchanged(unit, before.get(name))}
    # An added file of a session is one more session, and a deleted one is one less.
    expected = set() if what == "session" and how in ("added", "deleted") else {CORRECTED}
    assert changed - {"ses_zzz"} == expected


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("{broken", BadRecord.NOT_JSON),
        ("", BadRecord.NOT_JSON),
        ("null", BadRecord.NOT_AN_OBJECT),
        ("[" * 100_000 + "]" * 100_000, BadRecord.TOO_DEEP),
    ],
)
@pytest.mark.parametrize("what", ["message", "part"])
def test_a_bad_record_is_counted_and_passed_over(
    build_store: Build, what: str, data: str, kind: BadRecord
) -> None:
    root = build_store("1.1.65") / "storage"
    message = sorted((root / "message" / CORRECTED).iterdir())[0]
    file = message if what == "message" else next((root / "part" / message.stem).iterdir())
    file.write_text(data)
    found = read(root, CORRECTED)
    assert found.counts.bad == {kind: 1}
    assert found.session is not None
    rows = [m for m in found.session.messages if "." not in m.event]
    assert len(rows) == (8 if what == "message" else 9)


def test_a_session_whose_own_file_is_cut_is_named_and_the_others_are_read(
    build_store: Build,
) -> None:
    root = build_store("1.1.65") / "storage"
    file = next(root.glob(f"session/*/{CORRECTED}.json"))
    for content in (file.read_bytes()[:40], b"[]", b""):
        file.write_bytes(content)
        with pytest.raises(BadData, match=rf"{CORRECTED}\.json"):
            read(root, CORRECTED)
    assert read(root, CHILD).session is not None


def test_what_vanished_between_listing_and_reading(build_store: Build) -> None:
    root = build_store("1.1.65") / "storage"
    source = Source("opencode", StoreKind.JSON_TREE, root)
    unit = one(root, CORRECTED)
    message = sorted((root / "message" / CORRECTED).iterdir())[0]
    shutil.rmtree(root / "part" / message.stem)
    message.unlink()
    found = OpenCode().read(source, unit, None)
    assert found.session is not None
    assert not found.counts.bad
    assert not unchanged(one(root, CORRECTED), found.entry)
    unit.path.unlink()
    assert OpenCode().read(source, unit, None).session is None
    shutil.rmtree(root)
    assert OpenCode().read(source, unit, None).session is None
    assert OpenCode().units(source) == []


def test_a_parent_named_like_a_path_leads_nowhere(build_store: Build, tmp_path: Path) -> None:
    root = build_store("1.1.65") / "storage"
    file = next(root.glob(f"session/*/{CHILD}.json"))
    for parent in ("../../ses_x", "/etc/passwd", "ses_" + "x" * 300, CHILD):
        file.write_text(json.dumps(json.loads(file.read_bytes()) | {"parentID": parent}))
        found = read(root, CHILD).session
        assert found is not None
        assert found.parent == parent
