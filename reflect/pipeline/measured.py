"""How well the precision of each code is known: one file, ``measured.toml``."""

import tomllib
from functools import cache
from importlib.resources import files

from reflect.model.finding import CodePage, StabilityRecord
from reflect.statistics import stability, wilson

NOBODY = "nobody judged it yet"


@cache
def _measured() -> dict[tuple[str, int], tuple[int, int, str]]:
    source = files("reflect.pipeline").joinpath("measured.toml")
    rows = tomllib.loads(source.read_text(encoding="utf-8")).get("measured", [])
    return {(r["code"], r["version"]): (r["right"], r["judged"], r["label_set"]) for r in rows}


def stability_of(page: CodePage) -> StabilityRecord:
    """What is known about this version of a code."""
    right, judged, label_set = _measured().get((page.name, page.version), (0, 0, NOBODY))
    return StabilityRecord(
        code=page.name,
        version=page.version,
        judged=judged,
        right=right,
        lower_bound=wilson(right, judged)[0],
        label_set=label_set,
        stability=stability(right, judged),
    )
