"""One session in a tree of files, a database and an export is one, whatever comes first."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from interleaving import KEY, content
from migrated import migrate

from reflect.importers.opencode import OpenCode
from reflect.model.redacted import seal
from reflect.pipeline.importing import import_stores
from reflect.warehouse import open_warehouse

TREE = Path(__file__).parents[1] / "data" / "opencode" / "tree-1.1.65" / "storage"
NOWHERE = seal("")


def export(root: Path, session: str) -> dict[str, object]:
    """What ``opencode export`` writes of a session, made from its files."""
    messages = []
    for file in sorted((root / "message" / session).glob("*.json")):
        parts = [
            json.loads(part.read_bytes())
            for part in sorted((root / "part" / file.stem).glob("*.json"))
        ]
        messages.append({"info": json.loads(file.read_bytes()), "parts": parts})
    (info,) = root.glob(f"session/*/{session}.json")
    return {"info": json.loads(info.read_bytes()), "messages": messages}


@pytest.mark.parametrize(
    "order",
    [
        ("tree", "database", "export"),
        ("export", "tree", "database"),
        ("database", "export", "tree"),
    ],
    ids="-".join,
)
def test_three_copies_are_one_session(
    tmp_path: Path, empty_warehouse: Path, order: tuple[str, ...]
) -> None:
    shutil.copytree(TREE, tmp_path / "tree" / "storage")
    migrate(TREE, tmp_path / "database" / "opencode.db")
    (tmp_path / "export").mkdir()
    for info in TREE.glob("session/*/ses_*.json"):
        exported = json.dumps(export(TREE, info.stem))
        (tmp_path / "export" / info.name).write_text(exported, encoding="utf-8")
    file = tmp_path / "warehouse.duckdb"
    shutil.copyfile(empty_warehouse, file)
    file.chmod(0o600)
    found = []
    with open_warehouse(file, write=True) as warehouse:
        for name in order:
            importer = OpenCode()
            source = importer.recognise(tmp_path / name)
            assert source is not None
            (count,) = import_stores(warehouse, [(importer, source)], KEY, lambda *_: None)
            assert (count.error, count.files) == (None, 5)
            found.append([replace(row, path=NOWHERE) for row in content(warehouse).rows])
        assert len(warehouse.duplicates()) == 10
        # The first place in the alphabet keeps them, whatever came first.
        assert {Path(row.path).parent.name for row in content(warehouse).rows} == {"database"}
    assert len(found[0]) == 5
    assert found[0] == found[1] == found[2]
