"""Pitfalls of OpenCode's records that no other test here is named after."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from reflect.importers.opencode import OpenCode
from reflect.importers.opencode.records import StoredMessage, StoredSession
from reflect.importers.opencode.session import understood
from reflect.model.session import RawSession
from reflect.model.source import Source
from reflect.model.vocabulary import MessageKind, StoreKind, Tool

Build = Callable[..., Path]
Sessions = Callable[[Path], dict[str, RawSession]]

ABORTED = ("ses_dd801fea6ffeiT6r80nL1PWPpG", "ses_dd800cdf5ffe6T3fwakF3UYHuO")
SECOND = "ses_dd7f7d0a9ffeFSEWrsopDsjal6"


def test_zeros_of_a_stopped_or_failed_answer_are_no_measure(
    build_store: Build, sessions_of: Sessions
) -> None:
    found = sessions_of(build_store("1.18.33", "new/opencode.db"))
    for identifier in ABORTED:
        stopped = [m for m in found[identifier].messages if m.error == "MessageAbortedError"]
        assert [message.usage for message in stopped] == [None]
    # 0.5.29 failed while it added the tokens up, in every answer.
    old = sessions_of(build_store("0.5.29"))
    assert all(m.usage is None for session in old.values() for m in session.messages)
    assert all(session.ledger_usage is None for session in old.values())


def test_rows_of_the_second_engine_are_in_the_order_of_their_number(
    build_store: Build, sessions_of: Sessions
) -> None:
    path = build_store("1.18.33-second-engine")
    before = [m.event for m in sessions_of(path)[SECOND].messages]
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "SELECT * FROM session_message WHERE session_id = ? ORDER BY seq DESC", (SECOND,)
    ).fetchall()
    connection.execute("DELETE FROM session_message WHERE session_id = ?", (SECOND,))
    marks = ", ".join("?" for _ in rows[0])
    connection.executemany(f"INSERT INTO session_message VALUES ({marks})", rows)  # noqa: S608
    connection.execute("UPDATE session_message SET time_created = 1")
    connection.commit()
    connection.close()
    assert [m.event for m in sessions_of(path)[SECOND].messages] == before


def test_parts_of_one_millisecond_are_in_the_order_of_their_ids(
    build_store: Build, sessions_of: Sessions
) -> None:
    path = build_store("1.18.33")
    before = sessions_of(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE part SET time_created = 1")
    connection.commit()
    connection.close()
    after = sessions_of(path)
    assert after == before
    for session in after.values():
        for message in session.messages:
            native = [part.native_id for part in message.parts if part.native_id]
            assert native == sorted(native)


def test_a_task_names_the_session_it_started(build_store: Build, sessions_of: Sessions) -> None:
    for store, number in (("1.18.33", 3), ("1.2.27", 1), ("1.1.65", 1)):
        found = sessions_of(build_store(store, f"{store}/opencode.db"))
        tasks = {
            call.child: session.native_id
            for session in found.values()
            for call in session.calls
            if call.tool is Tool.TASK
        }
        assert len(tasks) == number
        assert all(found[str(child)].parent == parent for child, parent in tasks.items())


def test_whole_files_in_the_summary_of_a_prompt_are_not_kept(build_store: Build) -> None:
    """1.2 and earlier put every changed file into it, as it was before and after."""
    path = build_store("1.2.27")
    connection = sqlite3.connect(path)
    query = 'SELECT id, session_id, data FROM message WHERE data LIKE \'%"role":"user"%\''
    identifier, session, data = connection.execute(query).fetchone()
    diff = {"file": "a.py", "before": "canary before", "after": "canary after", "additions": 1}
    content = json.loads(data) | {"summary": {"title": "t", "diffs": [diff]}}
    connection.execute(
        "UPDATE message SET data = ? WHERE id = ?", (json.dumps(content), identifier)
    )
    connection.commit()
    connection.close()
    importer = OpenCode()
    source = Source("opencode", StoreKind.SQLITE, path)
    unit = next(unit for unit in importer.units(source) if unit.name == session)
    assert "canary" not in repr(importer.read(source, unit, None))
    importer.close()


@pytest.mark.parametrize(
    "kind", ["retry", "snapshot", "step-start", "step-finish", "agent", "patch", "compaction"]
)
def test_parts_without_words_say_nothing_and_are_known(kind: str) -> None:
    parts = ({"type": kind, "id": "prt_1"}, {"type": "text", "text": "done", "id": "prt_2"})
    info = {"role": "assistant", "time": {"created": 1_795_967_000_000}}
    stored = StoredSession("ses_1", {}, (StoredMessage("msg_1", "msg_1", info, parts),))
    session, unknown = understood(stored, "/store")
    assert unknown == {}
    assert session.messages[0].text == "done"


def test_a_length_cut_is_an_answer_and_no_error(build_store: Build, sessions_of: Sessions) -> None:
    found = sessions_of(build_store("1.18.33"))["ses_dd801c8d1ffeDzl1Mf0IvnsZKX"]
    cut = next(m for m in found.messages if m.event == "msg_227fe451e0010WAS97T7nIn9Al")
    assert (cut.kind, cut.error) == (MessageKind.ANSWER, None)


def test_a_continuation_after_compaction_is_nobodys_prompt(
    build_store: Build, sessions_of: Sessions
) -> None:
    said = [
        message
        for session in sessions_of(build_store("1.18.33")).values()
        for message in session.messages
        if any(part.text.startswith("Continue if you have next steps") for part in message.parts)
    ]
    assert [message.kind for message in said] == [MessageKind.INJECTED]
