"""What a run tells of the words of its sessions: how much was masked, and a hash of them.

Both are remembered by the digest of what a tree holds, so that a session that has not changed since
the last review is not read again.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from reflect.model.frozen import dataclass
from reflect.model.review import Transcript
from reflect.redaction.keyed_memory import KeyedMemory
from reflect.redaction.masks import masks_in
from reflect.redaction.remembered import sources_version
from reflect.reports.manifest_body import transcript_hash
from reflect.warehouse import StoredTree, Warehouse, transcript_of

PACKAGE = Path(__file__).parent.parent
CODE = (
    "pipeline/session_readings.py",
    "reports/manifest_body.py",
    "warehouse/added_totals.py",
    "warehouse/sessions.py",
    "warehouse/stored_trees.py",
    "warehouse/totals.py",
    "warehouse/transcripts.py",
    *(f"warehouse/queries/{name}.sql"
      for name in ("masked_outputs", "transcript_calls", "transcript_parts", "tree_members")),
    *(f"warehouse/queries/totals_of_{name}.sql"
      for name in ("headers", "messages", "parts", "calls", "context")),
    *(f"warehouse/queries/digest_of_{name}.sql"
      for name in ("session", "message", "part", "tool_call", "context_item")),
    "warehouse/queries/totals_digests.sql",
    "warehouse/queries/added_digests.sql",
    *(f"warehouse/link/{name}.sql" for name in ("20_copies", "30_links")),
)  # fmt: skip
"""What a reading depends on beside the words: how they are chosen, hashed and digested."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is told of the words of one root session with its sub-agents."""

    masks: Mapping[str, int]
    """Kind → place-holders."""
    hash: str
    """Stands for the words."""


class SessionReadings:
    """Reads each tree once; one that was read by an earlier run not at all."""

    def __init__(self, warehouse: Warehouse, key: bytes, file: Path) -> None:
        self._warehouse = warehouse
        self._key = key
        self._memory = KeyedMemory(key, _code_version(), file)
        self._read: dict[str, Reading] = {}

    def of(self, root_keys: Sequence[str]) -> dict[str, Reading]:
        """Root → what is told of it, in the order asked; keys that are no root are left out."""
        missing = self._missing(root_keys)
        for transcript in self._warehouse.transcripts(list(missing)) if missing else ():
            self._learn(transcript, missing[transcript.root])
        return {key: self._read[key] for key in root_keys if key in self._read}

    def along(self, root_keys: Sequence[str], trees: Iterable[StoredTree]) -> Iterator[StoredTree]:
        """The trees; those of these roots are learned as they pass, so that none is read twice."""
        missing = self._missing(root_keys)
        for tree in trees:
            if tree.key in missing:
                self._learn(transcript_of(tree), missing[tree.key])
            yield tree

    def _missing(self, root_keys: Sequence[str]) -> dict[str, str]:
        """Roots of which nothing is known → what it will be remembered by."""
        wanted = [key for key in root_keys if key not in self._read]
        digests = self._warehouse.content_digests(wanted) if wanted else {}
        questions = {key: f"{key}\0{digest}" for key, digest in digests.items()}
        for key, question in questions.items():
            answer = self._memory.get(question)
            if answer:
                self._read[key] = _parsed(answer)
        unread = (key for key in wanted if key in questions and key not in self._read)
        return {key: questions[key] for key in unread}

    def _learn(self, transcript: Transcript, question: str) -> None:
        reading = Reading(masks_of(transcript), transcript_hash(self._key, transcript))
        self._read[transcript.root] = reading
        self._memory.put(question, _written(reading))


def masks_of(transcript: Transcript) -> dict[str, int]:
    """Kind → place-holders in the words of one root session with its sub-agents."""
    counts: Counter[str] = Counter()
    for _, parts, calls in transcript.sessions:
        for _, text in parts:
            counts.update(masks_in(text))
        for _, arguments, _ in calls:
            counts.update(masks_in(arguments or ""))
    for text in transcript.masked_outputs:
        counts.update(masks_in(text))
    return {str(kind): number for kind, number in sorted(counts.items())}


def _written(reading: Reading) -> str:
    return json.dumps([dict(reading.masks), reading.hash])


def _parsed(answer: str) -> Reading:
    masks, told = json.loads(answer)
    return Reading(masks, told)


@cache
def _code_version() -> bytes:
    told = hashlib.sha256(sources_version())
    for name in CODE:
        content = (PACKAGE / name).read_bytes()
        told.update(f"\0{name}\0{len(content)}\0".encode())
        told.update(content)
    return told.digest()
