"""Where sessions are found, what is one unit, and how a change shows."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reflect.errors import BadData, ReflectError
from reflect.importers import unchanged
from reflect.importers.opencode import OpenCode
from reflect.model.session import RawSession
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import MessageKind, StoreKind

DATA = Path(__file__).parents[2] / "data" / "opencode"
REFUSED = "ses_dd80206e1ffeUKMT8YyXnpKEqU"
Build = Callable[..., Path]
Sessions = Callable[[Path], dict[str, RawSession]]


def discovered(**environ: str) -> list[Path]:
    return [source.path for source in OpenCode().discover(environ)]


def test_discovery_of_all_channels(build_store: Build, tmp_path: Path) -> None:
    usual = build_store("1.2.27", "home/.local/share/opencode/opencode.db")
    beta = build_store("1.2.27", "home/.local/share/opencode/opencode-beta.db")
    home = str(tmp_path / "home")
    assert discovered(HOME=home) == [beta, usual]
    assert discovered(HOME=home, XDG_DATA_HOME=str(tmp_path / "elsewhere")) == []
    assert discovered(HOME=str(tmp_path), XDG_DATA_HOME=f"{home}/.local/share") == [beta, usual]


def test_discovery_of_named_database_and_of_a_data_folder_used_as_home(
    build_store: Build, tmp_path: Path
) -> None:
    named = build_store("1.2.27", "other/mine.db")
    copied = build_store("1.2.27", "copy/opencode.db")
    assert discovered(HOME=str(tmp_path), OPENCODE_DB=str(named)) == [named]
    assert discovered(HOME=str(tmp_path / "copy")) == [copied]
    assert discovered(HOME=str(tmp_path)) == []


def test_links_are_passed_over(build_store: Build, tmp_path: Path) -> None:
    real = build_store("1.2.27", "real/opencode.db")
    link = tmp_path / "home" / "opencode.db"
    link.parent.mkdir()
    link.symlink_to(real)
    assert discovered(HOME=str(link.parent)) == []
    assert OpenCode().recognise(link) is None


def test_recognition_by_content(build_store: Build, tmp_path: Path) -> None:
    importer = OpenCode()
    database = build_store("1.2.27", "a/renamed.sqlite")
    assert importer.recognise(database) == Source(
        "opencode", StoreKind.SQLITE, database, discovered=False
    )
    foreign = tmp_path / "opencode.db"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE session (id TEXT)")
    connection.commit()
    connection.close()
    assert importer.recognise(foreign) is None
    export = tmp_path / "anything.json"
    export.write_bytes((DATA / "exports" / f"{REFUSED}.json").read_bytes())
    found = importer.recognise(export)
    assert found is not None
    assert found.kind is StoreKind.DOCUMENTS
    for text in ('{"info": {"id": "x"}}', "[]", "", '{"messages": []}', '{"info": null}'):
        export.write_text(text)
        assert importer.recognise(export) is None


def test_a_folder_of_exports_holds_only_exports(tmp_path: Path) -> None:
    nested = tmp_path / "a" / "b"
    nested.mkdir(parents=True)
    (tmp_path / "package.json").write_text('{"name": "x"}')
    (nested / "one.json").write_bytes((DATA / "exports" / f"{REFUSED}.json").read_bytes())
    importer = OpenCode()
    source = importer.recognise(tmp_path)
    assert source is not None
    assert [unit.name for unit in importer.units(source)] == ["a/b/one.json"]
    assert importer.recognise(tmp_path / "a") is not None
    (nested / "one.json").unlink()
    assert importer.recognise(tmp_path) is None


def test_several_databases_in_one_folder(build_store: Build, tmp_path: Path) -> None:
    build_store("1.2.27", "data/opencode.db")
    build_store("1.18.33-second-engine", "data/opencode-beta.db")
    importer = OpenCode()
    source = importer.recognise(tmp_path / "data")
    assert source is not None
    units = importer.units(source)
    assert len(units) == len({unit.name for unit in units}) == 14
    read = [importer.read(source, unit, None).session for unit in units]
    importer.close()
    assert sum(len(session.messages) > 0 for session in read if session) == 14


def of(units: list[Unit], name: str) -> Unit:
    return next(unit for unit in units if unit.name == name)


def entry(unit: Unit) -> LedgerEntry:
    return LedgerEntry(unit.name, unit.size, unit.mtime_ns, unit.inode)


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("UPDATE session SET time_updated = 1995967285555 WHERE id = :id", True),
        ("UPDATE message SET time_updated = 1995967285555 WHERE session_id = :id", True),
        ("UPDATE part SET time_updated = 1995967285555 WHERE session_id = :id", True),
        ("DELETE FROM part WHERE id = (SELECT max(id) FROM part WHERE session_id = :id)", True),
        ("UPDATE part SET time_updated = 1995967285555 WHERE session_id <> :id", False),
    ],
)
def test_a_changed_session_shows(build_store: Build, statement: str, changed: bool) -> None:
    path = build_store("1.18.33")
    importer = OpenCode()
    source = Source("opencode", StoreKind.SQLITE, path)
    before = entry(of(importer.units(source), REFUSED))
    importer.close()
    connection = sqlite3.connect(path)
    connection.execute(statement, {"id": REFUSED})
    connection.commit()
    connection.close()
    after = of(importer.units(source), REFUSED)
    importer.close()
    assert unchanged(after, before) is not changed


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE session_message SET time_updated = 1995967285555 WHERE seq = 2",
        "DELETE FROM session_message WHERE seq = 2",
    ],
)
def test_a_changed_session_of_the_second_engine_shows(build_store: Build, statement: str) -> None:
    # This engine never moves session.time_updated.
    path = build_store("1.18.33-second-engine")
    importer = OpenCode()
    source = Source("opencode", StoreKind.SQLITE, path)
    before = {unit.name: entry(unit) for unit in importer.units(source)}
    importer.close()
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    after = importer.units(source)
    importer.close()
    assert len(after) == 9
    assert all(not unchanged(unit, before[unit.name]) for unit in after)


def test_nothing_is_read_twice_and_the_ledger_says_what_was(build_store: Build) -> None:
    importer = OpenCode()
    source = Source("opencode", StoreKind.SQLITE, build_store("1.18.33"))
    unit = of(importer.units(source), REFUSED)
    first = importer.read(source, unit, None)
    again = importer.read(source, unit, first.entry)
    importer.close()
    assert unchanged(unit, first.entry)
    assert again == first
    assert first.counts.records == unit.size
    assert first.counts.bytes > 2000


def test_a_session_that_vanished_between_listing_and_reading(build_store: Build) -> None:
    importer = OpenCode()
    source = Source("opencode", StoreKind.SQLITE, build_store("1.18.33"))
    unit = Unit("ses_gone", source.path, 3, 4)
    assert importer.read(source, unit, None) == UnitRead(
        None, entry(unit), importer.read(source, unit, None).counts
    )
    importer.close()


def as_export(path: Path, identifier: str) -> dict[str, Any]:
    """What ``opencode export`` writes, made from the rows by other code than the importer's."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    row = connection.execute("SELECT * FROM session WHERE id = ?", (identifier,)).fetchone()
    messages = []
    query = "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id"
    for message in connection.execute(query, (identifier,)).fetchall():
        parts = connection.execute(
            "SELECT id, data FROM part WHERE message_id = ? ORDER BY id", (message["id"],)
        ).fetchall()
        info = {**json.loads(message["data"]), "id": message["id"]}
        content = [{**json.loads(part["data"]), "id": part["id"]} for part in parts]
        messages.append({"info": info, "parts": content})
    connection.close()
    time = {"created": row["time_created"], "updated": row["time_updated"]}
    info = {"id": row["id"], "projectID": row["project_id"], "directory": row["directory"]}
    info |= {"title": row["title"], "version": row["version"], "time": time, "cost": row["cost"]}
    info["tokens"] = {
        "input": row["tokens_input"],
        "output": row["tokens_output"],
        "reasoning": row["tokens_reasoning"],
        "cache": {"read": row["tokens_cache_read"], "write": row["tokens_cache_write"]},
    }
    if row["time_archived"]:
        time["archived"] = row["time_archived"]
    if row["parent_id"]:
        info["parentID"] = row["parent_id"]
    for name in ("revert", "permission"):
        if row[name]:
            info[name] = json.loads(row[name])
    return {"info": info, "messages": messages}


def without_places(session: RawSession, records: dict[str, str]) -> RawSession:
    """The session with index instead of row id, as an export has it."""
    return replace(
        session,
        path="",
        messages=tuple(
            replace(m, record=records.get(m.record, m.record)) for m in session.messages
        ),
        calls=tuple(
            replace(
                c,
                record=records.get(c.record, c.record),
                result_record=records.get(c.result_record or "", c.result_record),
            )
            for c in session.calls
        ),
        context=tuple(replace(c, record=records.get(c.record, c.record)) for c in session.context),
    )


def test_export_and_database_give_the_same_sessions(
    build_store: Build, sessions_of: Sessions, tmp_path: Path
) -> None:
    path = build_store("1.18.33")
    for identifier, session in sessions_of(path).items():
        exported = as_export(path, identifier)
        file = tmp_path / f"{identifier}.json"
        file.write_text(json.dumps(exported, indent=2))
        records = {m["info"]["id"]: str(i) for i, m in enumerate(exported["messages"])}
        (found,) = sessions_of(file).values()
        assert without_places(found, {}) == without_places(session, records)


def test_genuine_export(sessions_of: Sessions) -> None:
    session = sessions_of(DATA / "exports" / f"{REFUSED}.json")[REFUSED]
    refusal = next(m for m in session.messages if m.kind is MessageKind.REFUSAL)
    assert refusal.text == "Never delete build/: I keep release artefacts there."
    assert (refusal.record, refusal.parts[0].index) == ("1", 2)
    assert refusal.replies_to == "prt_227fdfa04001uodyqBtPqbZa77"
    assert session.git_root == "/home/demo/opencode/site/work/infra-tools"


def test_sanitized_export_keeps_its_placeholders(tmp_path: Path, sessions_of: Sessions) -> None:
    exported = json.loads((DATA / "exports" / f"{REFUSED}.json").read_bytes())
    exported["info"]["title"] = f"[redacted:session-title:{REFUSED}]"
    for message in exported["messages"]:
        for part in message["parts"]:
            if part["type"] == "text":
                part["text"] = f"[redacted:text:{part['id']}]"
            if part["type"] == "tool":
                part["state"]["input"] = {"command": f"[redacted:tool-input:{part['id']}]"}
    file = tmp_path / "sanitized.json"
    file.write_text(json.dumps(exported))
    session = sessions_of(file)[REFUSED]
    assert session.messages[0].text == "[redacted:text:prt_227fdf93a001hKptM8GXoSCO2k]"
    assert session.calls[1].exit_code == 0


def test_export_cut_by_a_pipe(tmp_path: Path) -> None:
    whole = (DATA / "exports" / f"{REFUSED}.json").read_bytes()
    file = tmp_path / "cut.json"
    file.write_bytes(whole[:8192])
    importer = OpenCode()
    source = importer.recognise(file)
    assert source is not None
    with pytest.raises(BadData, match=r"cut\.json is not valid JSON") as problem:
        importer.read(source, importer.units(source)[0], None)
    assert "not through a pipe" in problem.value.hint


def test_an_export_that_is_gone(tmp_path: Path) -> None:
    source = Source("opencode", StoreKind.DOCUMENTS, tmp_path / "gone.json")
    with pytest.raises(ReflectError, match=r"gone\.json is gone"):
        OpenCode().units(source)
