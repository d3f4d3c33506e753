"""Sessions that reflect made to ask a model: in no import, whichever way they are read."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from answering_server import DATA, FAILED, answering, recorded
from answering_server import Answering as Server
from program import Program

from reflect.model.own_sessions import OPENCODE_PARENT
from reflect.warehouse import open_warehouse

ROOT = "ses_dd8013c37ffeeZcocq78aKKCN5"
CHILDREN = {"ses_dd8010ef5ffeW54j65sUrDBgeY", "ses_dd8012cd2ffev0LDAwvyNyDh7P"}
EXPORTED = "ses_dd80206e1ffeUKMT8YyXnpKEqU"
IN_TREE = "ses_dd7ffaab9ffesR13323OeIF2ap"
TITLE = "reflect asks the model"


def database(program: Program, *changes: str) -> Path:
    """The recorded database, changed; not at a usual place."""
    file = program.home / "copied" / "opencode.db"
    file.parent.mkdir()
    connection = sqlite3.connect(file)
    connection.executescript((DATA / "store-1.18.33.sql").read_text(encoding="utf-8"))
    for change in changes:
        connection.execute(change)
    connection.commit()
    connection.close()
    return file


def known(file: Path) -> set[str]:
    connection = sqlite3.connect(file)
    found = {identity for (identity,) in connection.execute("SELECT id FROM session")}
    connection.close()
    return found


def remember(program: Program, *sessions: str) -> None:
    """Make an archive that knows sessions as its own."""
    program.data.mkdir(mode=0o700)
    with open_warehouse(program.data / "warehouse.duckdb", write=True) as warehouse:
        for one in sessions:
            warehouse.models.keep_own_session("opencode", one)


def imported(program: Program, *words: str) -> set[str]:
    """Ids in the archive after an import; a second one reads nothing."""
    program.json("import", "--no-discover", *words)
    (again,) = program.json("import", "--no-discover", *words)["stores"]
    assert (again["files"]["read"], again["sessions"]["missing"]) == (0, 0)
    return {row["id"] for row in program.json("sessions")["sessions"]}


@pytest.fixture
def serve() -> Iterator[Callable[[dict[str, Any]], Server]]:
    """Run a server with these answers."""
    with ExitStack() as running:

        def start(answers: dict[str, Any]) -> Server:
            return running.enter_context(answering(Server(answers), 0))

        yield start


def test_the_database_is_read_without_them_and_what_is_below_them(program: Program) -> None:
    file = database(program)
    remember(program, ROOT)
    assert imported(program, str(file)) == known(file) - {ROOT} - CHILDREN


def test_a_folder_of_databases_is_read_without_them(program: Program) -> None:
    file = database(program)
    remember(program, ROOT)
    other = file.with_name("opencode-next.db")
    connection = sqlite3.connect(other)
    connection.executescript((DATA / "store-1.2.27.sql").read_text(encoding="utf-8"))
    connection.close()
    expected = (known(file) | known(other)) - {ROOT} - CHILDREN
    assert imported(program, str(file.parent)) == expected


def test_a_tree_of_files_is_read_without_them(program: Program) -> None:
    tree = DATA / "tree-1.1.65" / "storage"
    everything = {file.stem for file in (tree / "session").glob("*/*.json")}
    remember(program, IN_TREE)
    assert imported(program, str(tree)) == everything - {IN_TREE}
    assert IN_TREE in everything


def test_an_export_is_known_by_the_id_in_it(program: Program) -> None:
    exported = program.home / "exported"
    exported.mkdir()
    content = (DATA / "exports" / f"{EXPORTED}.json").read_bytes()
    (exported / "monday.json").write_bytes(content)
    remember(program, EXPORTED)
    assert imported(program, str(exported)) == set()


def test_a_server_is_not_even_asked_for_them(
    program: Program, serve: Callable[[dict[str, Any]], Server]
) -> None:
    answers = recorded("1.18.33")
    holds = serve(answers)
    holds.odd[f"/session/{ROOT}/message"] = lambda handler: handler.json(FAILED, 500)
    remember(program, ROOT)
    everything = {row["id"] for row in answers["/experimental/session"]}
    found = imported(program, "--server", holds.url)
    assert found == everything - {ROOT} - CHILDREN
    assert f"/session/{ROOT}/message" not in holds.paths


def test_an_archive_that_was_made_anew_knows_them_by_their_parent(program: Program) -> None:
    change = f"UPDATE session SET parent_id = '{OPENCODE_PARENT}' WHERE id = '{ROOT}'"  # noqa: S608
    file = database(program, change)
    assert imported(program, str(file)) == known(file) - {ROOT} - CHILDREN


def test_a_title_is_no_mark(program: Program) -> None:
    file = database(program, f"UPDATE session SET title = '{TITLE}'")  # noqa: S608
    remember(program, "ses_another")
    assert imported(program, str(file)) == known(file)


def test_one_that_is_deleted_later_is_not_told_as_missing(program: Program) -> None:
    file = database(program)
    remember(program, ROOT)
    imported(program, str(file))
    connection = sqlite3.connect(file)
    for one in (ROOT, *CHILDREN):
        connection.execute("DELETE FROM session WHERE id = ?", [one])
    connection.commit()
    connection.close()
    (store,) = program.json("import", "--no-discover", str(file))["stores"]
    assert store["sessions"]["missing"] == 0
    assert json.dumps(store).count(ROOT) == 0
