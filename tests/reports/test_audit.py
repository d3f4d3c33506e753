"""``audit verify`` finds every way to tamper, and says which."""

import hashlib
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from reflect.errors import NewerVersion, UsageError
from reflect.reports import audit, manifest_chain
from reflect.reports.audit import Code

ROOT = Path(__file__).parent.parent.parent
CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "manifest_cases.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
UNTOUCHED = CASES[0]
KEYS = {
    "fixture": hashlib.sha256(b"fixture key, not secret").digest(),
    "other": hashlib.sha256(b"another fixture key, not secret").digest(),
    "none": None,
}


def lay(folder: Path, case: dict[str, Any]) -> Path:
    """The untouched chain with what the case puts, takes away and does to a report."""
    manifests = folder / "manifests"
    manifests.mkdir()
    for name, content in {**UNTOUCHED["put"], **case["put"]}.items():
        raw = content.encode() if isinstance(content, str) else manifest_chain.as_bytes(content)
        (manifests / name).write_bytes(raw)
    for name in case["gone"]:
        (manifests / name).unlink()
    for name, body in UNTOUCHED["put"].items():
        if isinstance(body, dict):
            report = folder / body["reports"][0]["path"]
            report.parent.mkdir(parents=True, exist_ok=True)
            report.write_text(f"report {int(name[:8])}\n", encoding="utf-8")
            tampered = report
    if case["report"] == "edited":
        tampered.write_text("report 4\n", encoding="utf-8")
    if case["report"] == "deleted":
        tampered.unlink()
    return manifests


def codes(checks: list[audit.Check]) -> list[str]:
    return sorted({check.code.value for check in checks})


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_each_case_gives_its_codes(tmp_path: Path, case: dict[str, Any]) -> None:
    manifests = lay(tmp_path, case)
    checks = audit.verify(manifests, KEYS[case["key"]], tmp_path / "reports", strict=True)
    assert codes(checks) == case["expect"]
    assert [check.failure for check in checks] == [case["case"] != "untouched"] * len(checks)


def test_there_are_eighteen_cases_and_the_script_still_makes_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(CASES) == 18
    monkeypatch.setattr(sys, "argv", ["make_manifest_cases.py"])
    script = runpy.run_path(str(ROOT / "scripts" / "make_manifest_cases.py"))
    assert script["text"]() == (Path(__file__).parent / "manifest_cases.jsonl").read_text("utf-8")


def test_a_deleted_report_is_the_users_right(tmp_path: Path) -> None:
    deleted = next(case for case in CASES if case["report"] == "deleted")
    manifests = lay(tmp_path, deleted)
    checks = audit.verify(manifests, KEYS["fixture"], tmp_path / "reports", strict=False)
    assert [(c.code, c.failure) for c in checks] == [(Code.REPORT_MISSING, False)]


def test_white_space_cannot_hide_in_a_manifest(tmp_path: Path) -> None:
    manifests = lay(tmp_path, UNTOUCHED)
    file = manifests / "00000003.json"
    file.write_bytes(file.read_bytes() + b" ")
    found = codes(audit.verify(manifests, KEYS["fixture"], tmp_path / "reports", strict=True))
    assert "SCHEMA" in found


def test_a_doubled_field_cannot_hide_in_a_manifest(tmp_path: Path) -> None:
    manifests = lay(tmp_path, UNTOUCHED)
    file = manifests / "00000003.json"
    text = file.read_text("ascii").replace('"type":', '"type": "a title",\n  "type":', 1)
    file.write_text(text, "ascii")
    found = codes(audit.verify(manifests, KEYS["fixture"], tmp_path / "reports", strict=True))
    assert "SCHEMA" in found


def test_a_later_version_is_not_guessed(tmp_path: Path) -> None:
    manifests = lay(tmp_path, UNTOUCHED)
    body = {**UNTOUCHED["put"]["00000003.json"], "version": 2, "more": "fields"}
    (manifests / "00000003.json").write_bytes(manifest_chain.as_bytes(body))
    with pytest.raises(NewerVersion):
        audit.verify(manifests, KEYS["fixture"], tmp_path / "reports", strict=False)


def test_nothing_at_all_verifies(tmp_path: Path) -> None:
    checks = audit.verify(tmp_path / "none", None, tmp_path, strict=True)
    assert codes(checks) == ["OK"]


@pytest.mark.parametrize("damage", [None, "", "nonsense\n", "3 m1:" + "0" * 64 + "\n"])
def test_a_damaged_head_is_seen(tmp_path: Path, damage: str | None) -> None:
    manifests = lay(tmp_path, UNTOUCHED)
    head = manifests / "HEAD"
    if damage is None:
        head.unlink()
    else:
        head.write_text(damage, "ascii")
    checks = audit.verify(manifests, KEYS["fixture"], tmp_path / "reports", strict=False)
    assert codes(checks) == ["HEAD"]


def test_a_report_that_became_a_link_is_changed(tmp_path: Path) -> None:
    manifests = lay(tmp_path, UNTOUCHED)
    report = tmp_path / UNTOUCHED["put"]["00000000.json"]["reports"][0]["path"]
    copy = report.with_name("copy.md")
    report.rename(copy)
    report.symlink_to(copy)
    checks = audit.verify(manifests, KEYS["fixture"], tmp_path / "reports", strict=False)
    assert codes(checks) == ["REPORT_CHANGED"]


def test_entries_are_newest_first_and_can_be_shown(tmp_path: Path) -> None:
    manifests = lay(tmp_path, UNTOUCHED)
    found = audit.entries(manifests)
    assert [entry.file for entry in found] == [f"0000000{n}.json" for n in (3, 2, 1, 0)]
    assert audit.show(manifests, "last") == UNTOUCHED["put"]["00000003.json"]
    assert audit.show(manifests, found[2].run) == UNTOUCHED["put"]["00000001.json"]
    for reference in ("run_", "run_zzz", ""):
        with pytest.raises(UsageError):
            audit.show(manifests, reference)


def test_every_code_has_a_meaning() -> None:
    assert set(audit.MEANING) == set(Code)
