"""The stability file: how often each version of a code was judged and right. Counts only."""

import tomllib
from collections.abc import Sequence

from reflect.model.evaluation import CodeMeasure

HEADER = """# What is known about the precision of each code: hits that readers judged.
# A new version of a code starts unmeasured. Written by `reflect eval LABELS --stability FILE`.
"""


def render(measured: Sequence[CodeMeasure], label_set: str, earlier: str = "") -> str:
    """The file's text: the codes measured now, and those of an earlier text that were not.

    Raises ``ValueError``, ``KeyError`` or ``TypeError`` when the earlier text is of another form.
    """
    rows: dict[str, tuple[int, int, int, str]] = {}
    for row in tomllib.loads(earlier).get("measured", []):
        counts = (int(row["version"]), int(row["judged"]), int(row["right"]))
        rows[str(row["code"])] = (*counts, str(row["label_set"]))
    for one in measured:
        if one.precision.of:
            rows[one.code] = (one.version, one.precision.of, one.precision.hits, label_set)
    return HEADER + "".join(
        f'\n[[measured]]\ncode = "{_plain(code)}"\nversion = {version}\njudged = {judged}\n'
        f'right = {right}\nlabel_set = "{_plain(source)}"\n'
        for code, (version, judged, right, source) in sorted(rows.items())
    )


def _plain(text: str) -> str:
    return "".join(c for c in text if c.isprintable() and c not in '"\\')
