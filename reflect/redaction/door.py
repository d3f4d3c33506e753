"""The door to the warehouse: sessions as importers read them go in, redacted sessions come out.

Every text of a session passes the rules; ids pass when they look like ids. Long outputs are hashed
whole and cut to their ends, the only parts that are kept. What a session taught (a password named
once) is masked in all of that session and in no other, so the result does not depend on which
sessions share a batch.
"""

from collections.abc import Iterator, Sequence

from reflect.model.passed_sessions import PassedSessions
from reflect.model.redacted import Redacted, seal
from reflect.model.session import RawSession, RedactedSession, Session
from reflect.redaction.batch import redacted_columns
from reflect.redaction.ids import Ids
from reflect.redaction.key import keyed_digest, keyed_digests
from reflect.redaction.passed_columns import (
    Texts,
    call_columns,
    item_columns,
    message_columns,
    part_columns,
    passed_ids,
)
from reflect.redaction.passed_values import passed_values
from reflect.redaction.redactor import Redactor
from reflect.redaction.session_texts import HEADER_FIELDS, column, gathered

MOST_FILES = 256
"""Versions of instruction files that are remembered at once."""


class Door:
    """Redacts sessions with one key. Made once for a run."""

    def __init__(self, key: bytes, homes: tuple[str, ...]) -> None:
        self._key = key
        self._redactor = Redactor(key, homes)
        self._ids = Ids(key)
        self._digest = keyed_digests(key, "output")
        self._files: dict[tuple[str, ...], tuple[tuple[Redacted, ...], tuple[str, ...]]] = {}

    def pass_sessions(self, sessions: Sequence[RawSession]) -> list[RedactedSession]:
        """The sessions, redacted and cut, in the same order."""
        return passed_values(self.pass_together(sessions))

    def pass_together(self, sessions: Sequence[RawSession]) -> PassedSessions:
        """The same, as columns of what they hold."""
        found = gathered(sessions)
        redacted = redacted_columns(self._redactor, list(found.texts.values()))
        texts: Texts = dict(zip(found.texts, redacted, strict=True))
        ids = passed_ids(found, self._ids)
        return PassedSessions(
            heads=list(self._heads(sessions, texts)),
            message_counts=list(map(len, column(sessions, "messages"))),
            messages=message_columns(found.messages, texts, ids),
            part_counts=list(map(len, column(found.messages, "parts"))),
            parts=part_columns(found.parts, texts, ids),
            call_counts=list(map(len, column(sessions, "calls"))),
            calls=call_columns(found.calls, texts, ids, self._digest),
            item_counts=list(map(len, column(sessions, "context"))),
            items=item_columns(found.items, texts, ids, self._file),
        )

    def _heads(self, sessions: Sequence[RawSession], texts: Texts) -> Iterator[RedactedSession]:
        """Each session without what it holds."""
        id_ = self._ids.__getitem__
        for session, title, directory, git_root, branch, path, client_version, reason in zip(
            sessions, *(texts[f"session.{field}"] for field in HEADER_FIELDS), strict=True
        ):
            yield Session(
                agent=session.agent,
                native_id=id_(session.native_id),
                relation=session.relation,
                origin=session.origin,
                origin_reason=reason or "",
                title=_sealed(title),
                directory=_sealed(directory),
                git_root=_sealed(git_root),
                branch=_sealed(branch),
                client_version=client_version,
                created_at=session.created_at,
                path=seal(path or ""),
                parent=None if session.parent is None else id_(session.parent),
                parent_call=None if session.parent_call is None else id_(session.parent_call),
                archived=session.archived,
                warm_up=session.warm_up,
                ledger_usage=session.ledger_usage,
                continues=session.continues,
            )

    def _file(self, lines: tuple[str, ...]) -> tuple[tuple[Redacted, ...], tuple[str, ...]]:
        """Lines of an instruction file, sealed, and the keyed hash of each.

        Thousands of sessions are given the same file: hashing its lines was a tenth of the time of
        an import of small sessions.
        """
        known = self._files.get(lines)
        if known is None:
            if len(self._files) >= MOST_FILES:
                self._files.clear()
            digests = tuple(keyed_digest(self._key, "line", line) for line in lines)
            known = self._files[lines] = (tuple(map(seal, lines)), digests)
        return known


def _sealed(text: str | None) -> Redacted | None:
    return None if text is None else seal(text)
