"""The file of `--show-prompts`: the exact bytes of every request, written before they are sent.

One JSON object a line: ``address``, ``headers`` without keys, and ``body``, whose UTF-8 bytes are
what is sent. A body that was planned stands there once; repeats of it are not written again.
"""

import json
import os
from pathlib import Path

from reflect.classifier.providers.provider import Outgoing
from reflect.errors import StorageFailed
from reflect.model.redacted import seal
from reflect.reports import files

AT_ITS_END = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
"""How the file is opened for each line: it must still be there, and be no link."""


class ShownPrompts:
    """Writes requests to a file as they are planned and sent."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._written: set[tuple[str, bytes]] = set()
        if file is not None:
            files.write_output(file, seal(""))

    def write(self, outgoing: Outgoing) -> None:
        """Write one request, unless it stands in the file already. Raises ``StorageFailed``."""
        known = (outgoing.address, outgoing.body)
        if self._file is None or known in self._written:
            return
        line = {
            "address": outgoing.address,
            "headers": dict(outgoing.headers),
            "body": outgoing.body.decode(),
        }
        try:
            with open(os.open(self._file, AT_ITS_END), "wb") as stream:  # noqa: PTH123 - opened by descriptor
                stream.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        except OSError:
            raise StorageFailed(
                f"{self._file} cannot be written, so nothing more is sent",
                hint="name another file with --show-prompts",
            ) from None
        self._written.add(known)
