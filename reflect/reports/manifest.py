"""The redacted audit manifest: what one run read and produced, without a word of any session.

``begin`` writes an ``interrupted`` manifest before anything is read, ``finish`` replaces it, so a
killed run leaves an honest record. Everything in it is a number, a word of a closed list or a keyed
hash; ``manifest_schema`` says which, and ``audit.verify`` proves it.
"""

from collections.abc import Sequence
from pathlib import Path

from reflect.errors import ReflectError
from reflect.model.frozen import dataclass
from reflect.model.run_vocabulary import ErrorCode, Outcome
from reflect.model.sent_prompt import SentPrompt
from reflect.reports import files, manifest_body, manifest_chain
from reflect.reports.manifest_chain import Link
from reflect.reports.manifest_facts import Produced, RunFacts


@dataclass(frozen=True, slots=True)
class Handle:
    """A manifest that was begun."""

    folder: Path
    """Folder of the chain."""
    key: bytes
    """The machine's key."""
    run: RunFacts
    """Its run."""
    link: Link
    """Where it stands in the chain."""
    prev: str | None
    """Seal of the manifest before it."""


def begin(folder: Path, key: bytes, run: RunFacts) -> Handle:
    """Write the manifest of a run that has just started. Raises ``ReflectError``."""
    files.private_folder(folder)
    with manifest_chain.locked(folder):
        newest = manifest_chain.newest(folder)
        seq = newest.seq + 1 if newest else 0
        prev = newest.mac if newest else None
        body = manifest_body.body(key, run, Produced(Outcome.INTERRUPTED, ""), [], seq, prev)
        link = manifest_chain.write(folder, key, body, newest, seq)
    return Handle(folder, key, run, link, prev)


def finish(handle: Handle, produced: Produced, reports_root: Path) -> Path:
    """Replace the manifest of a run by what the run did; returns its file.

    When another run began meanwhile and linked to it, it stays as it is and the end of this run is
    added to the chain under the same run id. Raises ``ReflectError``.
    """
    files.private_folder(handle.folder)
    reports = [manifest_body.report(handle.key, path, reports_root) for path in produced.reports]
    with manifest_chain.locked(handle.folder):
        newest = manifest_chain.newest(handle.folder)
        seq, prev = handle.link.seq, handle.prev
        if newest is not None and newest != handle.link:
            seq, prev = newest.seq + 1, newest.mac
        body = manifest_body.body(handle.key, handle.run, produced, reports, seq, prev)
        manifest_chain.write(handle.folder, handle.key, body, newest, seq)
    return handle.folder / manifest_chain.name_of(seq)


def complete(folder: Path, key: bytes, run: str, prompts: Sequence[SentPrompt]) -> bool:
    """Add what a killed run had sent to the chain, under the id of that run.

    Only for a run that is not under way. False where no manifest of ours says that it was
    interrupted: one that somebody changed is not sealed anew. Raises ``ReflectError``.
    """
    files.private_folder(folder)
    with manifest_chain.locked(folder):
        known = manifest_chain.last_of(folder, run)
        if known is None or not manifest_body.is_own(key, known):
            return False
        if known["run"]["outcome"] != Outcome.INTERRUPTED or known["prompts"]:
            return False
        newest = manifest_chain.newest(folder)
        seq, prev = (newest.seq + 1, newest.mac) if newest else (0, None)
        body = manifest_body.with_prompts(key, known, prompts, seq, prev)
        manifest_chain.write(folder, key, body, newest, seq)
    return True


def error_code(error: ReflectError) -> ErrorCode:
    """The code that stands for an error that ended a run."""
    known = {code.value: code for code in ErrorCode}
    return known.get(f"E{int(error.exit_code):03d}", ErrorCode.INTERNAL)
