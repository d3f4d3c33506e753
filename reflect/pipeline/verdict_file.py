"""The file of the user's verdicts: JSON lines, 0600, only ever added to.

A line that is not whole (a kill, an editor) is passed over; the others count. The file is read by
``reflect eval`` too: each verdict on a finding is a label.
"""

import errno
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reflect.errors import NotPermitted, StorageFailed
from reflect.model.verdict import Acceptance, Judged, Verdict

ADDED = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


def read(file: Path) -> list[Verdict]:
    """All verdicts, oldest first. Raises ``NotPermitted`` when the file may not be read."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    except OSError:
        raise NotPermitted(f"{file} cannot be read", hint=f"check the rights of {file}") from None
    return list(_verdicts(text))


def _verdicts(text: str) -> Iterator[Verdict]:
    for line in text.splitlines():
        try:
            yield _verdict(json.loads(line))
        except (ValueError, KeyError, TypeError):
            continue


def _verdict(row: Mapping[str, Any]) -> Verdict:
    judged = Judged(row["judged"])
    return Verdict(
        at=str(row["at"]),
        judged=judged,
        about=str(row["about"]),
        name=str(row["code"] if judged is Judged.FINDING else row["act"]),
        version=int(row.get("version", 0)),
        key=str(row.get("key", "")),
        file=str(row["file"]),
        record=str(row["record"]),
        judgement=Acceptance(row["verdict"]),
        random=bool(row["random"]),
    )


def add(file: Path, verdict: Verdict) -> None:
    """Write one verdict behind the others, whole or not at all.

    Raises:
        NotPermitted: The file is a link or may not be written.
        StorageFailed: The disk is full or broken.
    """
    line = json.dumps(_row(verdict), ensure_ascii=True) + "\n"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(file, ADDED, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            size = os.fstat(descriptor).st_size
            # A line cut by a kill must not swallow this one.
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                line = "\n" + line
            os.write(descriptor, line.encode("ascii"))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except PermissionError:
        raise NotPermitted(
            f"{file} cannot be written", hint=f"check the rights of {file}"
        ) from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotPermitted(f"{file} is a link", hint="put the file itself there") from None
        raise StorageFailed(
            f"{file} cannot be written (errno {error.errno})", hint="reflect doctor"
        ) from None


def _row(verdict: Verdict) -> dict[str, object]:
    row: dict[str, object] = {
        "at": verdict.at,
        "judged": verdict.judged.value,
        "about": verdict.about,
        "file": verdict.file,
        "record": verdict.record,
    }
    if verdict.judged is Judged.FINDING:
        row |= {"code": verdict.name, "version": verdict.version, "key": verdict.key}
    else:
        row["act"] = verdict.name
    return row | {"verdict": verdict.judgement.value, "random": verdict.random}
