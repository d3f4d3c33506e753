"""``reflect audit list | show | verify``: what the manifests say, and whether they still say it.

Limits: whoever holds the key can write the whole chain anew; and a tail that was cut off together
with ``HEAD`` is seen only by a seal that was noted elsewhere.
"""

import hmac
from enum import StrEnum
from pathlib import Path

from reflect.errors import NewerVersion, UsageError
from reflect.model.frozen import dataclass
from reflect.reports import manifest_body, manifest_chain, manifest_schema
from reflect.reports.closed_schema import conforms
from reflect.reports.manifest_chain import HEAD, Body, Link


class Code(StrEnum):
    """What ``verify`` found."""

    OK = "OK"
    SCHEMA = "SCHEMA"
    KEY = "KEY"
    MAC = "MAC"
    GAP = "GAP"
    LINK = "LINK"
    HEAD = "HEAD"
    REPORT_MISSING = "REPORT_MISSING"
    REPORT_CHANGED = "REPORT_CHANGED"
    NOKEY = "NOKEY"


MEANING = {
    Code.OK: "every manifest and every report is as it was written",
    Code.SCHEMA: "not a manifest: a field was added, removed or changed in kind",
    Code.KEY: "sealed with another key than this machine's",
    Code.MAC: "changed after it was written",
    Code.GAP: "a manifest before it is missing or out of place",
    Code.LINK: "does not follow the manifest before it",
    Code.HEAD: "the newest manifest is missing, or HEAD was changed",
    Code.REPORT_MISSING: "the report was deleted (which is your right)",
    Code.REPORT_CHANGED: "the report was changed after it was written",
    Code.NOKEY: "the key is gone: nothing can be proved",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was found."""

    code: Code
    """What."""
    file: str
    """The manifest, report or ``HEAD``; empty for ``OK`` and ``NOKEY``."""
    failure: bool
    """Whether it makes the verification fail."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One run as ``audit list`` shows it; a run that ended later than others began has one too."""

    file: str
    """The manifest that says how it ended."""
    run: str
    """Run id."""
    started_at: str
    """UTC."""
    action: str
    """The command."""
    outcome: str
    """How it ended."""
    sessions: int
    """Sessions analysed."""
    findings: int
    """Findings of all families."""
    mac: str
    """Its seal; note it elsewhere to prove later that nothing was cut off."""


def verify(folder: Path, key: bytes | None, reports_root: Path, strict: bool) -> list[Check]:
    """Check every manifest: schema, key, seal, chain, reports; in this order.

    ``key`` is None when the machine has none. A deleted report fails only with ``strict``.
    One ``OK`` when nothing was found. Raises ``NewerVersion`` for a manifest of a later version.
    """
    checks: list[Check] = []
    chain: list[tuple[str, Body]] = []
    closed = manifest_schema.schema()
    for name in manifest_chain.names(folder):
        body = _known(folder, name)
        if body is None or not conforms(body, closed):
            checks.append(_failed(Code.SCHEMA, name))
        else:
            chain.append((name, body))
    if key is None and chain:
        checks.append(_failed(Code.NOKEY, ""))
    elif key is not None:
        checks += _seals(key, chain)
    checks += _chain(folder, chain)
    own = None if key is None else manifest_body.key_id(key)
    for _, body in chain:
        same_key = key if body["key"]["id"] == own else None
        checks += _reports(same_key, body, reports_root, strict)
    return checks or [Check(Code.OK, "", failure=False)]


def _failed(code: Code, file: str) -> Check:
    return Check(code, file, failure=True)


def _known(folder: Path, name: str) -> Body | None:
    body = manifest_chain.parse(manifest_chain.read(folder, name))
    if body is None or body.get("type") != manifest_schema.TYPE:
        return None
    version = body.get("version")
    if isinstance(version, int) and version > manifest_schema.VERSION:
        raise NewerVersion(
            f"{folder / name} was written by a newer reflect", hint="update reflect, then try again"
        )
    return body


def _seals(key: bytes, chain: list[tuple[str, Body]]) -> list[Check]:
    own = manifest_body.key_id(key)
    checks = []
    for name, body in chain:
        if body["key"]["id"] != own:
            checks.append(_failed(Code.KEY, name))
        elif not hmac.compare_digest(manifest_chain.mac(key, body), body["mac"]):
            checks.append(_failed(Code.MAC, name))
    return checks


def _chain(folder: Path, chain: list[tuple[str, Body]]) -> list[Check]:
    checks = []
    seq, prev = 0, None
    for name, body in chain:
        place = body["chain"]
        if place["seq"] != seq or name != manifest_chain.name_of(place["seq"]):
            checks.append(_failed(Code.GAP, name))
        elif place["prev"] != prev:
            checks.append(_failed(Code.LINK, name))
        seq, prev = place["seq"] + 1, body["mac"]
    links = manifest_chain.head(folder)
    named = [Link(seq - 1, prev)] if prev is not None else []
    if (named or links) and not set(named) & set(links):
        checks.append(_failed(Code.HEAD, HEAD))
    return checks


def _reports(key: bytes | None, body: Body, root: Path, strict: bool) -> list[Check]:
    checks = []
    for entry in body["reports"]:
        _, year, name = entry["path"].split("/")
        if not (root / year / name).exists():
            checks.append(Check(Code.REPORT_MISSING, entry["path"], failure=strict))
        elif key is not None:
            content = manifest_chain.read(root / year, name)
            if manifest_body.hashed(key, "report", content) != entry["hash"]:
                checks.append(_failed(Code.REPORT_CHANGED, entry["path"]))
    return checks


def entries(folder: Path) -> list[Entry]:
    """The runs, newest first; damaged manifests are left to ``verify``."""
    runs: dict[str, Entry] = {}
    closed = manifest_schema.schema()
    for name in manifest_chain.names(folder):
        body = _known(folder, name)
        if body is not None and conforms(body, closed):
            runs[body["run"]["id"]] = _entry(name, body)
    return sorted(runs.values(), key=lambda entry: (entry.started_at, entry.run), reverse=True)


def _entry(name: str, body: Body) -> Entry:
    run = body["run"]
    families = body["findings"] or {}
    return Entry(
        file=name,
        run=run["id"],
        started_at=run["started_at"],
        action=run["action"],
        outcome=run["outcome"],
        sessions=(body["coverage"] or {}).get("analysed", 0),
        findings=sum(sum(counts.values()) for counts in families.values()),
        mac=body["mac"],
    )


def show(folder: Path, reference: str) -> Body:
    """The manifest of a run: by run id, a unique beginning of one, or ``last``.

    Raises ``UsageError`` when none or several fit.
    """
    found = entries(folder)
    fits = found[:1] if reference == "last" else [e for e in found if e.run.startswith(reference)]
    if len(fits) != 1:
        reason = "no manifest" if not fits else f"{len(fits)} manifests"
        raise UsageError(f"{reason} found for this run", hint="reflect audit list")
    body = manifest_chain.parse(manifest_chain.read(folder, fits[0].file))
    return body or {}


def text(body: Body) -> str:
    """A manifest as it stands in its file."""
    return manifest_chain.as_bytes(body).decode("ascii")
