"""From what a run did to the numbers, closed words and keyed hashes of its manifest."""

import hmac
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from reflect.errors import InternalError
from reflect.model.review import Coverage, FindingRow, SessionRow, Transcript
from reflect.model.run_vocabulary import ErrorCode, OperatingSystem
from reflect.model.sent_prompt import SentPrompt
from reflect.model.vocabulary import Agent, Family, RedactionKind, SkipReason, Stability
from reflect.redaction.key import keyed_digest
from reflect.regex import compiled
from reflect.reports import manifest_chain, manifest_schema
from reflect.reports.closed_schema import conforms
from reflect.reports.manifest_chain import Body
from reflect.reports.manifest_facts import Produced, RunFacts

BUILT_IN = frozenset(agent.value for agent in Agent)

SYSTEMS = {
    "linux": OperatingSystem.LINUX,
    "darwin": OperatingSystem.MACOS,
    "win32": OperatingSystem.WINDOWS,
}
"""By the names of ``sys.platform``: ``platform`` takes 3 ms to load."""


def hashed(key: bytes, domain: str, data: bytes) -> str:
    """A keyed hash as a manifest holds it: equal data are equal, and cannot be guessed."""
    return f"h1:{keyed_digest(key, domain, data)}"


def prompt_hash(key: bytes, sent: bytes) -> str:
    """Stands for the exact bytes of one request to a model."""
    return hashed(key, "prompt", sent)


def transcript_hash(key: bytes, transcript: Transcript) -> str:
    """Stands for the words and calls of a root session and its sub-agents as they were read."""
    texts: list[str] = []
    for session, parts, calls in transcript.sessions:
        texts.append(session)
        texts += [f"{event}\0{text}" for event, text in parts]
        texts += [f"{call}\0{arguments}\0{digest}" for call, arguments, digest in calls]
    return hashed(key, "transcript", "\0\0".join(texts).encode("utf-8", "surrogatepass"))


def body(
    key: bytes,
    run: RunFacts,
    produced: Produced,
    reports: list[Body],
    seq: int,
    prev: str | None,
) -> Body:
    """The manifest as JSON has it, still without its seal.

    ``reports`` are what :func:`report` made. Raises ``InternalError`` when a part of it is not
    foreseen by the schema, so that nothing else can ever be written.
    """
    review = produced.review
    whole: Body = {
        "type": manifest_schema.TYPE,
        "version": manifest_schema.VERSION,
        "run": _run(key, run, produced),
        "key": {"id": key_id(key), "alg": "hmac-sha256"},
        "selection": {
            "mode": run.selection.mode.value,
            "limit": run.selection.last,
            "include_automated": run.selection.include_automated,
        },
        "coverage": _coverage(review.coverage) if review else None,
        "sessions": [_session(key, row, produced) for row in review.sessions] if review else [],
        "prompts": [prompt_entry(key, prompt) for prompt in produced.prompts],
        "findings": _findings(review.findings) if review else None,
        "redactions": _redactions(review.redactions) if review else None,
        "reports": reports,
        "errors": _errors(produced),
        "chain": {"seq": seq, "prev": prev},
    }
    return _conforming(key, whole)


def with_prompts(
    key: bytes, known: Body, prompts: Sequence[SentPrompt], seq: int, prev: str | None
) -> Body:
    """The manifest of a killed run with what it had sent, at its place in the chain."""
    entries = [prompt_entry(key, prompt) for prompt in prompts]
    return _conforming(key, {**known, "prompts": entries, "chain": {"seq": seq, "prev": prev}})


def is_own(key: bytes, known: Body) -> bool:
    """Whether a manifest is as this machine and this version wrote it."""
    sealed = hmac.compare_digest(str(known.get("mac")), manifest_chain.mac(key, known))
    return sealed and conforms(known, manifest_schema.schema())


def _conforming(key: bytes, whole: Body) -> Body:
    if not conforms({**whole, "mac": manifest_chain.mac(key, whole)}, manifest_schema.schema()):
        raise InternalError("the audit manifest does not keep to its schema", hint="report this")
    return whole


def key_id(key: bytes) -> str:
    """Names the key without telling it."""
    return f"k1:{keyed_digest(key, 'key', b'')[:16]}"


def _run(key: bytes, run: RunFacts, produced: Produced) -> Body:
    numbers = compiled(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})").match(run.reflect_version)
    return {
        "id": run.id,
        "started_at": _moment(run.started_at),
        "finished_at": _moment(produced.finished_at),
        "action": run.action.value,
        "outcome": produced.outcome.value,
        "reflect_version": numbers[0] if numbers else "0.0.0",
        "warehouse_schema": run.warehouse_schema,
        "os": SYSTEMS.get(sys.platform, OperatingSystem.OTHER).value,
        "codes_version": hashed(key, "codes", run.codes_version.encode()),
        "redaction_version": hashed(key, "redaction", run.redaction_version.encode()),
    }


def _moment(time: str | None) -> str | None:
    """A time cut to seconds; None when it is not known or not in UTC."""
    cut = compiled(r"([0-9-]{10}T[0-9:]{8})(?:\.[0-9]{1,9})?Z").fullmatch(time or "")
    moment = f"{cut[1]}Z" if cut else ""
    return moment if compiled(manifest_schema.MOMENT[1:-1]).fullmatch(moment) else None


def _coverage(coverage: Coverage) -> Body:
    skipped = {reason.value: coverage.skipped.get(reason, 0) for reason in SkipReason}
    if coverage.found != coverage.analysed + sum(skipped.values()):
        raise InternalError("the coverage does not add up")
    return {"found": coverage.found, "analysed": coverage.analysed, "skipped": skipped}


def _session(key: bytes, row: SessionRow, produced: Produced) -> Body:
    opaque = re.fullmatch(manifest_schema.OPAQUE_SESSION_ID[1:-1], row.id)
    directory = row.directory
    return {
        "ref": hashed(key, "session", row.key.encode("utf-8", "surrogatepass")),
        "id": row.id if opaque else None,
        "agent": row.agent if row.agent in BUILT_IN else manifest_schema.OTHER,
        "directory": None
        if directory is None
        else hashed(key, "directory", directory.encode("utf-8", "surrogatepass")),
        "ended_at": _moment(row.ended_at),
        "transcript": produced.transcripts.get(row.key),
        "counts": {
            name: getattr(row, name)
            for name in (
                "messages",
                "human_turns",
                "refusals",
                "interrupts",
                "tool_calls",
                "failed_calls",
                "denied_calls",
                "compactions",
            )
        },
    }


def prompt_entry(key: bytes, prompt: SentPrompt) -> Body:
    """The entry of a request to a model."""
    return {
        "purpose": prompt.purpose.value,
        "hash": prompt.digest,
        "chars": prompt.chars,
        "model": hashed(key, "model", prompt.model.encode()),
        "destination": prompt.destination.value,
        "consent": prompt.consent.value,
        "redacted": True,
    }


def _findings(rows: tuple[FindingRow, ...]) -> Body:
    counts = {f.value: {s.value: 0 for s in Stability} for f in Family}
    for row in rows:
        counts[row.family.value][row.stability.value] += 1
    return counts


def _redactions(counted: Mapping[str, int]) -> Body:
    counts: dict[str, int] = {kind.value: 0 for kind in RedactionKind}
    for kind, count in counted.items():
        counts[kind if kind in counts else RedactionKind.SECRET.value] += count
    return counts


def report(key: bytes, path: Path, reports_root: Path) -> Body:
    """The entry of a report file inside the reports folder."""
    if not path.is_relative_to(reports_root):
        raise InternalError("a report stands outside the reports folder")
    content = path.read_bytes()
    return {
        "path": f"reports/{path.relative_to(reports_root).as_posix()}",
        "hash": hashed(key, "report", content),
        "bytes": len(content),
        "mode": "0600",
    }


def _errors(produced: Produced) -> list[Body]:
    counts = dict(produced.errors)
    for store in produced.review.stores if produced.review else ():
        for code, count in (
            (ErrorCode.STORE_UNREADABLE, int(store.error is not None and not store.unreadable)),
            (ErrorCode.FILE_UNREADABLE, store.unreadable),
            (ErrorCode.RECORD_UNREADABLE, sum(store.bad.values())),
        ):
            counts[code] = counts.get(code, 0) + count
    return [{"code": code.value, "count": n} for code, n in sorted(counts.items()) if n]
