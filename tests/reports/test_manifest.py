"""A run leaves an honest manifest, whatever happens to it, and never a word of a session."""

import dataclasses
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from reflect import errors
from reflect.errors import Busy, InternalError
from reflect.model.redacted import seal
from reflect.model.review import Review, Selection
from reflect.model.run_vocabulary import (
    Action,
    Consent,
    Destination,
    ErrorCode,
    Outcome,
    PromptPurpose,
    SelectionMode,
)
from reflect.model.sent_prompt import SentPrompt
from reflect.model.vocabulary import SkipReason
from reflect.reports import (
    audit,
    files,
    manifest,
    manifest_body,
    manifest_chain,
    manifest_schema,
    run_id,
)
from reflect.reports.manifest_facts import Produced, RunFacts

KEY = bytes(range(32))


def facts(number: int = 0) -> RunFacts:
    return RunFacts(
        id=run_id.new(1_796_000_000_000 + number, randomness=number),
        action=Action.REVIEW,
        started_at="2026-11-29T20:02:17.123Z",
        selection=Selection(mode=SelectionMode.LAST, last=5),
        reflect_version="0.1.0.dev3",
        warehouse_schema=4,
        codes_version="claim_without_verification@1",
        redaction_version="rules@7",
    )


def completed(review: Review, reports: tuple[Path, ...] = ()) -> Produced:
    return Produced(Outcome.COMPLETED, "2026-11-29T20:02:19Z", review=review, reports=reports)


def body(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_bytes())
    return read


def codes(folder: Path) -> list[str]:
    checks = audit.verify(folder, KEY, folder.parent / "reports", strict=True)
    return [check.code.value for check in checks]


def test_a_run_is_interrupted_until_it_ends(tmp_path: Path, review: Review) -> None:
    chain, reports = tmp_path / "manifests", tmp_path / "reports"
    handle = manifest.begin(chain, KEY, facts())
    first = body(chain / "00000000.json")
    assert (first["run"]["outcome"], first["run"]["finished_at"]) == ("interrupted", None)
    assert (first["coverage"], first["findings"]) == (None, None)
    assert codes(chain) == ["OK"]

    report = files.write_private(reports / "2026", "run_1.md", seal("# report\n"))
    path = manifest.finish(handle, completed(review, (report,)), reports)
    assert path == chain / "00000000.json"
    last = body(path)
    Draft202012Validator(manifest_schema.schema()).validate(last)
    assert last["run"] == {
        "id": facts().id,
        "started_at": "2026-11-29T20:02:17Z",
        "finished_at": "2026-11-29T20:02:19Z",
        "action": "review",
        "outcome": "completed",
        "reflect_version": "0.1.0",
        "warehouse_schema": 4,
        "os": last["run"]["os"],
        "codes_version": manifest_body.hashed(KEY, "codes", b"claim_without_verification@1"),
        "redaction_version": manifest_body.hashed(KEY, "redaction", b"rules@7"),
    }
    assert last["coverage"]["found"] == 35
    assert last["findings"]["agent_mistakes"]["unmeasured"] == 2
    assert last["findings"]["communication_gaps"] == {
        "stable": 1,
        "unmeasured": 0,
        "experimental": 1,
        "off": 0,
    }
    assert last["redactions"]["token"] == 2
    assert last["reports"][0]["path"] == "reports/2026/run_1.md"
    assert last["errors"] == [{"code": "E201", "count": 1}, {"code": "E203", "count": 2}]
    assert codes(chain) == ["OK"]


def test_manifests_are_private(tmp_path: Path, review: Review) -> None:
    before = os.umask(0)
    try:
        handle = manifest.begin(tmp_path / "manifests", KEY, facts())
        manifest.finish(handle, completed(review), tmp_path)
    finally:
        os.umask(before)
    for path in (tmp_path / "manifests").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    assert stat.S_IMODE((tmp_path / "manifests").stat().st_mode) == 0o700


def test_two_runs_at_once_keep_the_chain(tmp_path: Path, review: Review) -> None:
    chain = tmp_path / "manifests"
    first = manifest.begin(chain, KEY, facts(1))
    second = manifest.begin(chain, KEY, facts(2))
    assert manifest.finish(first, completed(review), tmp_path).name == "00000002.json"
    assert manifest.finish(second, completed(review), tmp_path).name == "00000003.json"
    assert codes(chain) == ["OK"]
    assert [(e.run, e.outcome) for e in audit.entries(chain)] == [
        (facts(2).id, "completed"),
        (facts(1).id, "completed"),
    ]


@pytest.mark.parametrize("step", range(1, 13))
def test_a_kill_at_any_step_leaves_a_chain_that_verifies(
    tmp_path: Path, review: Review, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Each write is one rename: stop at the n-th, as kill -9 would, before or after it."""
    chain = tmp_path / "manifests"
    manifest.finish(manifest.begin(chain, KEY, facts(0)), completed(review), tmp_path)
    rename, done = os.rename, []

    class Killed(BaseException):
        pass

    def counted(*args: Any, **options: Any) -> None:
        done.append(args)
        if len(done) == (step + 1) // 2 and step % 2:
            raise Killed
        rename(*args, **options)
        if len(done) == (step + 1) // 2:
            raise Killed

    monkeypatch.setattr(os, "rename", counted)
    with pytest.raises(Killed):
        manifest.finish(manifest.begin(chain, KEY, facts(1)), completed(review), tmp_path)
    monkeypatch.undo()
    assert codes(chain) == ["OK"]
    manifest.finish(manifest.begin(chain, KEY, facts(2)), completed(review), tmp_path)
    assert codes(chain) == ["OK"]


def test_a_cut_tail_stays_visible_after_later_runs(tmp_path: Path, review: Review) -> None:
    chain = tmp_path / "manifests"
    for number in range(3):
        manifest.finish(manifest.begin(chain, KEY, facts(number)), completed(review), tmp_path)
    (chain / "00000002.json").unlink()
    assert codes(chain) == ["HEAD"]
    manifest.finish(manifest.begin(chain, KEY, facts(4)), completed(review), tmp_path)
    assert codes(chain) == ["GAP"]


def test_another_writer_is_waited_for(tmp_path: Path) -> None:
    with manifest_chain.locked(tmp_path), pytest.raises(Busy):  # noqa: SIM117
        with manifest_chain.locked(tmp_path, wait=0.0):
            pass
    with manifest_chain.locked(tmp_path, wait=0.0):
        assert (tmp_path / ".lock").exists()


def test_a_coverage_that_does_not_add_up_is_refused(tmp_path: Path, review: Review) -> None:
    handle = manifest.begin(tmp_path / "manifests", KEY, facts())
    wrong = dataclasses.replace(
        review, coverage=dataclasses.replace(review.coverage, found=review.coverage.found + 1)
    )
    with pytest.raises(InternalError):
        manifest.finish(handle, completed(wrong), tmp_path)


def test_a_report_elsewhere_is_no_entry(tmp_path: Path, review: Review) -> None:
    handle = manifest.begin(tmp_path / "manifests", KEY, facts())
    other = tmp_path / "elsewhere.md"
    other.write_text("x", encoding="utf-8")
    with pytest.raises(InternalError):
        manifest.finish(handle, completed(review, (other,)), tmp_path / "reports")


@pytest.mark.parametrize("error", errors.ReflectError.__subclasses__())
def test_every_error_that_ends_a_run_has_a_code(error: type[errors.ReflectError]) -> None:
    code = manifest.error_code(error("x"))
    expected = f"E{int(error.exit_code):03d}"
    assert code.value == (expected if error is not errors.PartialResult else "E001")
    assert code in ErrorCode


def test_unguessable_and_unlinkable(review: Review) -> None:
    one = manifest_body.hashed(KEY, "directory", b"~/shop")
    assert one == manifest_body.hashed(KEY, "directory", b"~/shop")
    assert one != manifest_body.hashed(KEY, "session", b"~/shop")
    assert one != manifest_body.hashed(bytes(32), "directory", b"~/shop")


def test_run_ids_sort_by_time() -> None:
    # The example of the ULID specification.
    assert run_id.new(1_469_918_176_385, randomness=0) == "run_01aryz6s41" + "0" * 16
    ids = [run_id.new(moment) for moment in (0, 1_700_000_000_000, 1_800_000_000_000)]
    assert ids == sorted(ids)
    assert len({run_id.new(5) for _ in range(50)}) == 50


canaries = st.text(min_size=4, max_size=40).map(lambda t: f"canary{t}yranac")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(canary=canaries, agent=canaries)
def test_no_word_of_a_session_is_in_a_manifest(review: Review, canary: str, agent: str) -> None:
    """Every free text of the review is a canary; none may be seen, in any spelling of JSON."""
    word = seal(canary)
    row = dataclasses.replace(
        review.sessions[0],
        id=canary,
        key=f"{agent}:{canary}",
        agent=agent,
        title=word,
        directory=word,
        project=word,
        path=word,
        started_at=canary,
        ended_at=canary,
    )
    found = review.findings[0]
    evidence = dataclasses.replace(found.finding.evidence[0], quote=word, event=canary)
    finding = dataclasses.replace(
        found,
        title=word,
        directory=word,
        agent=agent,
        native_id=canary,
        finding=dataclasses.replace(
            found.finding, code=canary, key=canary, session=canary, evidence=(evidence,)
        ),
    )
    store = dataclasses.replace(
        review.stores[0], agent=agent, path=word, error=canary, bad={canary: 1}, unknown={canary: 2}
    )
    planted = dataclasses.replace(
        review,
        generated_at=canary,
        sessions=(row,),
        findings=(finding,),
        stores=(store,),
        first_change=canary,
        redactions={canary: 3},
        selection=Selection(SelectionMode.NAME, reference=canary, project=canary, agents=(agent,)),
    )
    digest = manifest_body.prompt_hash(KEY, canary.encode("utf-8", "replace"))
    prompt = SentPrompt(
        PromptPurpose.SWEEP, digest, len(canary), canary, Destination.NONE, Consent.FLAG
    )
    run = dataclasses.replace(facts(), reflect_version=canary, codes_version="c")
    produced = dataclasses.replace(completed(planted), prompts=(prompt,), finished_at=canary)
    made = manifest_body.body(KEY, run, produced, [], 0, None)
    text = manifest_chain.as_bytes({**made, "mac": manifest_chain.mac(KEY, made)}).decode()
    assert "canary" not in text
    assert "yranac" not in text
    assert made["sessions"][0]["id"] is None
    assert made["sessions"][0]["agent"] == "other"


def test_opaque_ids_are_kept(review: Review) -> None:
    made = manifest_body.body(KEY, facts(), completed(review), [], 0, None)
    assert [(s["agent"], s["id"]) for s in made["sessions"]] == [
        ("claude-code", "7c9e6679-7425-40de-944b-e07fc1f90ae7"),
        ("opencode", "ses_4f2a9c81effeXbQ7LkR0mTz1Wp"),
    ]


def test_every_reason_is_there_even_at_zero(review: Review) -> None:
    made = manifest_body.body(KEY, facts(), completed(review), [], 0, None)
    assert list(made["coverage"]["skipped"]) == [reason.value for reason in SkipReason]
