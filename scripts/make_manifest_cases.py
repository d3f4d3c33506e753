"""Write the tamper cases of the audit chain, or check that they are up to date.

    python scripts/make_manifest_cases.py [--check]

One chain of four manifests with their reports, sealed with a fixture key that is no secret; each
case says which files are put in place of it, which are taken away, and which codes
``reflect audit verify --strict`` must then give.
"""

import copy
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reflect.model.redacted import seal
from reflect.model.review import Coverage, Review, Selection, SessionRow
from reflect.model.run_vocabulary import (
    Action,
    Consent,
    Destination,
    Outcome,
    PromptPurpose,
    SelectionMode,
)
from reflect.model.sent_prompt import SentPrompt
from reflect.model.session import Usage
from reflect.model.vocabulary import Origin, Relation, SkipReason
from reflect.reports import files, manifest_body, manifest_chain, run_id
from reflect.reports.manifest_facts import Produced, RunFacts

CASES = Path(__file__).parent.parent / "tests" / "reports" / "manifest_cases.jsonl"

FIXTURE_KEY = hashlib.sha256(b"fixture key, not secret").digest()
OTHER_KEY = hashlib.sha256(b"another fixture key, not secret").digest()

LENGTH = 4
TAMPERED = "00000001.json"

Body = dict[str, Any]
Files = dict[str, Body | str]
Case = dict[str, Any]


def chain(folder: Path) -> Files:
    """Write the chain and its reports; give its files by name, ``HEAD`` as text."""
    manifests, reports = folder / "manifests", folder / "reports"
    files.private_folder(manifests)
    link = None
    for seq in range(LENGTH):
        run = _facts(seq)
        report = files.write_private(reports / "2026", f"{run.id}.md", seal(f"report {seq}\n"))
        entry = manifest_body.report(FIXTURE_KEY, report, reports)
        prev = link.mac if link else None
        body = manifest_body.body(FIXTURE_KEY, run, _produced(seq), [entry], seq, prev)
        body["run"]["os"] = "linux"
        link = manifest_chain.write(manifests, FIXTURE_KEY, body, link, seq)
    made: Files = {
        name: json.loads((manifests / name).read_bytes())
        for name in manifest_chain.names(manifests)
    }
    made[manifest_chain.HEAD] = (manifests / manifest_chain.HEAD).read_text(encoding="ascii")
    return made


def _facts(seq: int) -> RunFacts:
    return RunFacts(
        id=run_id.new(1_796_000_000_000 + seq, randomness=seq),
        action=Action.REVIEW,
        started_at=f"2026-11-29T10:00:0{seq}Z",
        selection=Selection(mode=SelectionMode.LAST, last=1),
        reflect_version="0.1.0",
        warehouse_schema=1,
        codes_version="codes",
        redaction_version="rules",
    )


def _produced(seq: int) -> Produced:
    native_id = f"ses_{seq:026d}"
    session = SessionRow(
        agent="opencode",
        id=native_id,
        key=f"opencode:{native_id}",
        parent=None,
        root=f"opencode:{native_id}",
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        title=seal("a title"),
        directory=seal("~/project"),
        project=seal("~/project"),
        started_at="2026-11-28T09:00:00Z",
        ended_at="2026-11-28T09:30:00Z",
        active_seconds=60.0,
        human_turns=2,
        refusals=0,
        interrupts=0,
        tool_calls=2,
        failed_calls=0,
        denied_calls=0,
        compactions=0,
        messages=3,
        usage=Usage(0, 0, 0, 0),
        path=seal("~/store"),
        missing=False,
        archived=False,
    )
    review = Review(
        generated_at="2026-11-29T10:00:00Z",
        selection=Selection(mode=SelectionMode.LAST, last=1),
        coverage=Coverage(1, 1, dict.fromkeys(SkipReason, 0)),
        stores=(),
        sessions=(session,),
        findings=(),
        patterns=(),
        looked_for=(),
        first_change="nothing worth changing yet",
        redactions={},
    )
    return Produced(
        outcome=Outcome.COMPLETED,
        finished_at=f"2026-11-29T10:00:1{seq}Z",
        review=review,
        prompts=(
            SentPrompt(
                PromptPurpose.ADJUDICATE,
                manifest_body.prompt_hash(FIXTURE_KEY, b"prompt"),
                len("prompt"),
                "a model",
                Destination.LOOPBACK,
                Consent.NOT_NEEDED,
            ),
        ),
    )


def cases() -> list[Case]:
    """The untouched chain with its files, then seventeen ways to tamper with it."""
    with tempfile.TemporaryDirectory() as folder:
        whole = chain(Path(folder))
    return [
        _case("untouched", ["OK"], put=whole),
        _case("count edited", ["MAC"], put=_edited(whole, _count)),
        _case("middle removed", ["GAP"], gone=[TAMPERED]),
        _case("tail removed", ["HEAD"], gone=["00000003.json"]),
        _case("two swapped", ["GAP"], put=_swapped(whole)),
        _case("first removed", ["GAP"], gone=["00000000.json"]),
        _case("resealed without key", ["LINK", "MAC"], put=_edited(whole, _resealed)),
        _case("title added", ["GAP", "SCHEMA"], put=_edited(whole, _title)),
        _case("error text instead of code", ["GAP", "SCHEMA"], put=_edited(whole, _error)),
        _case("absolute report path", ["GAP", "SCHEMA"], put=_edited(whole, _absolute)),
        _case("dotdot report path", ["GAP", "SCHEMA"], put=_edited(whole, _dotdot)),
        _case("plain sha256 where keyed hash due", ["GAP", "SCHEMA"], put=_edited(whole, _plain)),
        _case("redacted=false prompt", ["GAP", "SCHEMA"], put=_edited(whole, _unredacted)),
        _case("float count", ["GAP", "SCHEMA"], put=_edited(whole, _float)),
        _case("other key", ["KEY"], key="other"),
        _case("no key", ["NOKEY"], key="none"),
        _case("report edited", ["REPORT_CHANGED"], report="edited"),
        _case("report deleted", ["REPORT_MISSING"], report="deleted"),
    ]


def _case(
    name: str,
    expect: list[str],
    *,
    put: Files | None = None,
    gone: list[str] | None = None,
    key: str = "fixture",
    report: str = "whole",
) -> Case:
    return {
        "case": name,
        "expect": expect,
        "key": key,
        "put": put or {},
        "gone": gone or [],
        "report": report,
    }


def _edited(whole: Files, edit: Callable[[Body], None]) -> Files:
    body = copy.deepcopy(whole[TAMPERED])
    if not isinstance(body, dict):
        raise TypeError(TAMPERED)
    edit(body)
    return {TAMPERED: body}


def _swapped(whole: Files) -> Files:
    return {"00000001.json": whole["00000002.json"], "00000002.json": whole["00000001.json"]}


def _count(body: Body) -> None:
    body["sessions"][0]["counts"]["failed_calls"] = 9


def _resealed(body: Body) -> None:
    body["findings"]["opportunities"]["stable"] = 9
    body["mac"] = manifest_chain.mac(OTHER_KEY, body)


def _title(body: Body) -> None:
    body["sessions"][0]["title"] = "x"


def _error(body: Body) -> None:
    body["errors"] = [{"code": "ENOENT /home/x", "count": 1}]


def _absolute(body: Body) -> None:
    body["reports"][0]["path"] = "/home/x/r.md"


def _dotdot(body: Body) -> None:
    body["reports"][0]["path"] = "reports/../x.md"


def _plain(body: Body) -> None:
    body["sessions"][0]["directory"] = "sha256:" + "0" * 64


def _unredacted(body: Body) -> None:
    body["prompts"][0]["redacted"] = False


def _float(body: Body) -> None:
    body["sessions"][0]["counts"]["messages"] = 1.5


def text() -> str:
    """The cases, one a line."""
    return "".join(json.dumps(case, sort_keys=True) + "\n" for case in cases())


def main() -> int:
    """Write or check; 1 when the file is stale."""
    if "--check" in sys.argv[1:]:
        return int(CASES.read_text(encoding="utf-8") != text())
    CASES.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
