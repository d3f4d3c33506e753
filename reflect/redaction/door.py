"""The door to the warehouse: sessions as importers read them go in, redacted sessions come out.

Every text of a session passes the rules; ids pass when they look like ids. Long outputs are hashed
whole and cut to their ends, the only parts that are kept. What a session taught (a password named
once) is masked in all of that session and in no other, so the result does not depend on which
sessions share a batch.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from reflect.model.frozen import maker
from reflect.model.redacted import Redacted, seal
from reflect.model.session import (
    ContextItem,
    Message,
    Part,
    RawSession,
    RedactedSession,
    Session,
    ToolCall,
)
from reflect.model.vocabulary import RedactionKind
from reflect.redaction.batch import redacted_groups
from reflect.redaction.cuts import MESSAGE_BYTES, WHOLE_BYTES, ends, head, kept_ends
from reflect.redaction.ids import Ids
from reflect.redaction.key import keyed_digest
from reflect.redaction.masks import masks_in
from reflect.redaction.redactor import Redactor
from reflect.redaction.session_texts import session_texts

make_part, make_message = maker(Part[Redacted]), maker(Message[Redacted])
make_call = maker(ToolCall[Redacted])

MOST_FILES = 256
"""Versions of instruction files that are remembered at once."""


class Door:
    """Redacts sessions with one key. Made once for a run."""

    def __init__(self, key: bytes, homes: tuple[str, ...]) -> None:
        self._key = key
        self._redactor = Redactor(key, homes)
        self._id = Ids(key).__getitem__
        self._files: dict[tuple[str, ...], tuple[tuple[Redacted, ...], tuple[str, ...]]] = {}
        self.counts: dict[str, Counter[RedactionKind]] = {}
        """Place-holders by kind, for each session key of the last call."""

    def pass_sessions(self, sessions: Sequence[RawSession]) -> list[RedactedSession]:
        """The sessions, redacted and cut, in the same order."""
        read = [session_texts(session) for session in sessions]
        groups = redacted_groups(self._redactor, [texts for texts, _ in read])
        self.counts = {}
        result: list[RedactedSession] = []
        for session, texts, (_, cuts) in zip(sessions, groups, read, strict=True):
            count: Counter[RedactionKind] = Counter()
            for text in texts:
                if "⟨" in text:
                    count += masks_in(text)
            rebuilt = self._rebuilt(session, iter(texts).__next__, iter(cuts).__next__)
            self.counts[rebuilt.key] = self.counts.get(rebuilt.key, Counter()) + count
            result.append(rebuilt)
        return result

    def _rebuilt(
        self, session: RawSession, following: Callable[[], str], is_cut: Callable[[], bool]
    ) -> RedactedSession:
        """The session with its texts taken in the order of :func:`session_texts`."""
        id_ = self._id
        title = None if session.title is None else seal(following())
        directory = None if session.directory is None else seal(following())
        git_root = None if session.git_root is None else seal(following())
        branch = None if session.branch is None else seal(following())
        path = seal(following())
        client_version = None if session.client_version is None else following()
        origin_reason = following()
        messages = tuple([self._message(message, following) for message in session.messages])
        calls = tuple([self._call(call, following, is_cut) for call in session.calls])
        context = tuple([self._item(item, following) for item in session.context])
        return Session(
            agent=session.agent,
            native_id=id_(session.native_id),
            relation=session.relation,
            origin=session.origin,
            origin_reason=origin_reason,
            title=title,
            directory=directory,
            git_root=git_root,
            branch=branch,
            client_version=client_version,
            created_at=session.created_at,
            path=path,
            parent=None if session.parent is None else id_(session.parent),
            parent_call=None if session.parent_call is None else id_(session.parent_call),
            archived=session.archived,
            warm_up=session.warm_up,
            messages=messages,
            calls=calls,
            context=context,
            ledger_usage=session.ledger_usage,
            continues=session.continues,
        )

    def _message(self, message: Message[str], following: Callable[[], str]) -> Message[Redacted]:
        id_ = self._id
        answer, replied, copied = message.answer_id, message.replies_to, message.copy_key
        reason = following()
        model = None if message.model is None else following()
        command = None if message.command is None else following()
        error = None if message.error is None else following()
        parts = tuple(
            [
                make_part(
                    part.index,
                    part.kind,
                    part.origin,
                    seal(head(following(), MESSAGE_BYTES)),
                    None if part.native_id is None else id_(part.native_id),
                    None if part.media_type is None else following(),
                    part.size,
                )
                for part in message.parts
            ]
        )
        return make_message(
            event=id_(message.event),
            position=message.position,
            record=id_(message.record),
            kind=message.kind,
            author=message.author,
            reason=reason,
            sent_at=message.sent_at,
            parts=parts,
            answer_id=None if answer is None else id_(answer),
            model=model,
            usage=message.usage,
            command=command,
            replies_to=None if replied is None else id_(replied),
            copy_key=None if copied is None else id_(copied),
            error=error,
            reverted=message.reverted,
            automated=message.automated,
        )

    def _call(
        self, call: ToolCall[str], following: Callable[[], str], is_cut: Callable[[], bool]
    ) -> ToolCall[Redacted]:
        id_ = self._id
        batch, result, child, copied = call.batch, call.result_record, call.child, call.copy_key
        name = following()
        command = None if call.command is None else seal(head(following(), WHOLE_BYTES))
        path = None if call.path is None else seal(following())
        arguments = None if call.arguments is None else seal(head(following(), WHOLE_BYTES))
        output, output_tail, digest, size = None, None, call.output_digest, call.output_bytes
        if call.output is not None:
            whole = call.output.encode("utf-8", "replace")
            digest = keyed_digest(self._key, "output", whole)
            first, last = kept_ends(following(), following()) if is_cut() else ends(following())
            output, output_tail = seal(first), None if last is None else seal(last)
            if size is None:
                size = len(whole)
        return make_call(
            call=id_(call.call),
            position=call.position,
            record=id_(call.record),
            part=call.part,
            name=name,
            tool=call.tool,
            status=call.status,
            by_human=call.by_human,
            batch=None if batch is None else id_(batch),
            result_record=None if result is None else id_(result),
            command=command,
            path=path,
            arguments=arguments,
            exit_code=call.exit_code,
            exit_source=call.exit_source,
            denied_by=call.denied_by,
            output=output,
            output_tail=output_tail,
            output_bytes=size,
            output_digest=digest,
            started_at=call.started_at,
            ended_at=call.ended_at,
            child=None if child is None else id_(child),
            copy_key=None if copied is None else id_(copied),
            reverted=call.reverted,
            added_lines=call.added_lines,
            removed_lines=call.removed_lines,
        )

    def _item(self, item: ContextItem[str], following: Callable[[], str]) -> ContextItem[Redacted]:
        name = seal(following())
        lines, digests = self._file(tuple([following() for _ in item.lines]))
        return ContextItem(
            kind=item.kind,
            name=name,
            record=self._id(item.record),
            seen_at=item.seen_at,
            lines=lines,
            digests=digests,
            size_before=item.size_before,
            size_after=item.size_after,
            detail=None if item.detail is None else following(),
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
