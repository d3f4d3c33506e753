"""The report of an earlier run that says the same: read again instead of rendered and searched.

Most reviews find nothing new. Their report differs from the last one in the minute of its header
alone, but loading the templates and searching the text for secrets takes a fifth of such a run.
What a report was made from is remembered by a keyed hash, with the name, the minute and a keyed
hash of the file that was written: a file that is gone or was changed does not count.
"""

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from reflect import __version__, resources
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Review, Week
from reflect.redaction.key import keyed_digest
from reflect.redaction.keyed_memory import KeyedMemory
from reflect.redaction.remembered import sources_version
from reflect.reports import sinks, wording
from reflect.reports.template_folder import FOLDER, shipped_templates, sources


class EarlierReports:
    """Reports below one folder, by what they were made from."""

    def __init__(self, key: bytes, about: Sequence[str], folder: Path, file: Path) -> None:
        """Remember in ``file``; ``about`` is what redaction and the pages of codes depend on."""
        self._key = key
        self._folder = folder
        told = "\0".join((__version__, *about)).encode("utf-8", "surrogatepass")
        self._memory = KeyedMemory(key, _code_version() + told, file)

    def find(self, review: Review, week: Week | None) -> Redacted | None:
        """The report of this review with its own minute; None where it must be made."""
        answer = self._memory.get(_question(review, week)) if _all_shipped() else None
        if not answer:
            return None
        name, minute, digest = json.loads(answer)
        with suppress(OSError):
            content = (self._folder / name).read_bytes()
            if self._digest(content) == digest:
                text = content.decode("utf-8")
                return seal(text.replace(minute, _minute(review), 1))
        return None

    def add(self, review: Review, week: Week | None, text: Redacted, file: Path) -> None:
        """Remember a report that was made and written; one of the user's templates never is."""
        minute = _minute(review)
        if not _all_shipped() or text.count(minute) != 1:
            # A minute that stands in an event too: which of them is the header's is not told here.
            return
        name = file.relative_to(self._folder).as_posix()
        answer = json.dumps([name, minute, self._digest(file.read_bytes())])
        self._memory.put(_question(review, week), answer)

    def _digest(self, content: bytes) -> str:
        return keyed_digest(self._key, "report", content)


def _question(review: Review, week: Week | None) -> str:
    """All that a report says but its minute; of stores it tells those that could not be read."""
    broken = (store for store in review.stores if store.error or store.unreadable)
    stores = tuple(replace(store, seconds=0.0) for store in broken)
    timeless = replace(review, generated_at="", stores=stores)
    return repr(timeless if week is None else replace(week, review=timeless))


def _minute(review: Review) -> str:
    return sinks.inline(wording.minute(review.generated_at))


def _all_shipped() -> bool:
    """Whether no template is the user's own."""
    own = resources.places(FOLDER)[0]
    return not any((own / file.name).exists() for file in shipped_templates())


@cache
def _code_version() -> bytes:
    """Hash over everything a report depends on beside what it is made from."""
    told = hashlib.sha256(sources_version())
    for file in sources():
        content = file.read_bytes()
        told.update(f"\0{file.name}\0{len(content)}\0".encode())
        told.update(content)
    return told.digest()
