"""The lines of one Claude Code transcript: ids, order, and the fields that every record has."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from samples.claude_code_results import agent_id
from samples.identity import uuid
from samples.playback import Call
from samples.story import SampleSession

VERSION = "2.1.332"
MODEL = "claude-opus-5-5"


def native_id(session: SampleSession) -> str:
    """The session's own id."""
    return uuid(f"session {session.name}")


def slug(root: str) -> str:
    """Folder of a project: every other character becomes a dash."""
    return re.sub("[^a-zA-Z0-9]", "-", root)


def line(record: Mapping[str, Any]) -> str:
    """One line of a transcript."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def time(milliseconds: int) -> str:
    """ISO 8601 with milliseconds."""
    moment = datetime.fromtimestamp(milliseconds / 1000, tz=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"


@dataclass(slots=True)
class Lines:
    """A transcript while it is written."""

    session: SampleSession
    """The session it belongs to."""
    parent_call: Call | None = None
    """The call that started it, for the transcript of a sub-agent."""
    written: list[str] = field(default_factory=list)
    """All lines so far."""
    leaf: str | None = None
    """Id of the last record of the tree."""
    records: int = 0
    """Records of the tree so far."""

    @property
    def id(self) -> str:
        """The session's own id; a sub-agent carries that of its parent."""
        return native_id(self.session)

    def text(self) -> str:
        """The whole file."""
        return "".join(self.written)

    def plain(self, kind: str, **fields: Any) -> None:
        """A record outside the tree."""
        self.written.append(line({"type": kind, **fields, "sessionId": self.id}))

    def snapshot(self, message: str, moment: int) -> None:
        """The record of file backups before a prompt; it alone has no session id."""
        backups = {"messageId": message, "trackedFileBackups": {}, "timestamp": time(moment)}
        record = {"type": "file-history-snapshot", "messageId": message, "snapshot": backups}
        self.written.append(line({**record, "isSnapshotUpdate": False}))

    def queue(self, operation: str, moment: int, **content: str) -> None:
        """A prompt of the harness enters or leaves the queue."""
        head = {"type": "queue-operation", "operation": operation, "timestamp": time(moment)}
        self.written.append(line({**head, "sessionId": self.id, **content}))

    def tree(
        self, name: str, moment: int, record: Mapping[str, Any], parent: str | None = None
    ) -> str:
        """A record of the tree below ``parent``, else below the last one; returns its id."""
        own = self.tree_id(name)
        head: dict[str, Any] = {
            "parentUuid": parent or self.leaf,
            "isSidechain": self.parent_call is not None,
        }
        if self.parent_call is not None:
            head["agentId"] = agent_id(self.parent_call)
        names = list(record)
        cut = 1 + max(names.index(n) for n in ("type", "message") if n in record)
        middle = {
            **{n: record[n] for n in names[:cut]},
            "uuid": own,
            "timestamp": time(moment),
            **{n: record[n] for n in names[cut:]},
        }
        tail = {
            "userType": "external",
            "entrypoint": "cli",
            "cwd": self.session.project.root,
            "sessionId": self.id,
            "version": VERSION,
            "gitBranch": self.session.branch,
        }
        self.written.append(line({**head, **middle, **tail}))
        self.leaf = own
        self.records += 1
        return own

    def tree_id(self, name: str) -> str:
        """Id of the record with this name."""
        return uuid(f"{self.session.name} {name}")
