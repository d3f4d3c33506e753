"""Files written by ``opencode export``, plain and ``--sanitize``: one session each.

A file is told by its content: an object that starts with ``info``, a session with its id. The
place-holders of a sanitized export (``[redacted:text:prt_…]``) are kept as text.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from reflect.errors import BadData, ReflectError
from reflect.importers.opencode.entries import read_entries
from reflect.importers.opencode.fields import rows, table, words
from reflect.importers.opencode.records import StoredSession
from reflect.stores.documents import read_document
from reflect.stores.files import FileState, open_regular, walk

_HEAD = re.compile(rb'\s*\{\s*"info"\s*:\s*\{[^\x00]*?"id"\s*:\s*"ses_')
_HEAD_BYTES = 2048


def is_export(path: Path, root: Path) -> bool:
    """Whether a file starts like an export; only its first 2 KB are read."""
    try:
        with open_regular(path, root) as file:
            return _HEAD.match(file.read(_HEAD_BYTES)) is not None
    except (ReflectError, OSError):
        return False


def exports(root: Path) -> Iterator[FileState]:
    """The exports under a folder, at any depth, in a set order.

    Raises:
        ReflectError: the folder cannot be listed.
    """
    return (state for state in walk(root, (".json",)) if is_export(state.path, root))


def read_export(path: Path, root: Path) -> StoredSession:
    """Read one export.

    Raises:
        BadData: it is cut off (a pipe ends an export after 64 KB), or no session.
        NotPermitted: it cannot be opened.
    """
    document = read_document(path, root)
    content = table(document.value)
    info = table(content.get("info"))
    identifier = words(info.get("id"))
    if identifier is None or not isinstance(content.get("messages"), list):
        raise BadData(f"{path} holds no exported session")
    messages, bad = read_entries(rows(content.get("messages")), lambda index, _: str(index))
    return StoredSession(
        id=identifier,
        info=info,
        messages=messages,
        records=sum(1 + len(message.parts) for message in messages) + sum(bad.values()),
        bytes=document.size,
        bad=dict(bad),
    )
