"""Records with slots, as the real clients write them.

``templates/*.jsonl`` holds one object a line: ``name`` and ``record``. In a record ``${session}``
is replaced inside its string, ``"${#input_tokens}"`` becomes a number, and ``${prose:300}`` becomes
300 characters of prose, the same in every record made from it.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

PLACE = Path(__file__).parent.parent / "templates"
SLOT = re.compile(rb'"\$\{#(\w+)\}"|\$\{(\w+)\}')
PROSE = re.compile(rb"\$\{prose:(\d+)\}")


class Template:
    """One record, cut once into literal pieces so that filling it is a single join."""

    def __init__(self, record: object, prose: Callable[[int], bytes]) -> None:
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
        text = PROSE.sub(lambda match: prose(int(match[1])), text)
        pieces = [piece for piece in SLOT.split(text) if piece is not None]
        self._pieces = pieces
        self._names = [name.decode() for name in pieces[1::2]]

    def fill(self, values: Mapping[str, bytes]) -> bytes:
        """The record as one line of JSON. ``values`` are JSON-escaped already."""
        pieces = self._pieces[:]
        pieces[1::2] = [values[name] for name in self._names]
        return b"".join(pieces)


def load(file: str, prose: Callable[[int], bytes]) -> dict[str, list[Template]]:
    """All templates of a file, by name, in their order.

    Args:
        file: A file of ``templates/``.
        prose: Gives that many characters of JSON-escaped prose.
    """
    found: dict[str, list[Template]] = {}
    # Not splitlines(): U+2028 may stand inside a JSON string.
    for line in (PLACE / file).read_text(encoding="utf-8").split("\n"):
        if line:
            entry = json.loads(line)
            found.setdefault(entry["name"], []).append(Template(entry["record"], prose))
    return found


def lines(file: str) -> list[str]:
    """The lines of a text of ``templates/``, empty ones included except the last."""
    return (PLACE / file).read_text(encoding="utf-8").removesuffix("\n").split("\n")
