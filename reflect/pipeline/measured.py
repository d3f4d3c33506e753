"""How well the precision of each code is known: one file, ``measured.toml``."""

from functools import cache
from pathlib import Path

from reflect import paths
from reflect.derived import toml
from reflect.evaluation.verdicts import posteriors
from reflect.model.finding import CodePage, StabilityRecord
from reflect.model.verdict import Posterior
from reflect.pipeline import verdict_file
from reflect.pipeline.codes import pages
from reflect.statistics import MEASURED_FROM, stability, wilson

NOBODY = "nobody judged it yet"
YOURS = "your own verdicts"


@cache
def _measured() -> dict[tuple[str, int], tuple[int, int, str]]:
    rows = toml(Path(__file__).with_name("measured.toml")).get("measured", [])
    return {(r["code"], r["version"]): (r["right"], r["judged"], r["label_set"]) for r in rows}


def stability_of(page: CodePage, own: Posterior | None = None) -> StabilityRecord:
    """What is known about this version of a code.

    ``own`` is what the user's verdicts say; when they are enough to measure by, they replace what
    was shipped.
    """
    right, judged, label_set = _measured().get((page.name, page.version), (0, 0, NOBODY))
    if own is not None and own.accepted + own.rejected >= MEASURED_FROM:
        right, judged, label_set = own.accepted, own.accepted + own.rejected, YOURS
    return StabilityRecord(
        code=page.name,
        version=page.version,
        judged=judged,
        right=right,
        lower_bound=wilson(right, judged)[0],
        label_set=label_set,
        stability=stability(right, judged),
        own=own,
    )


def own_verdicts() -> dict[str, Posterior]:
    """Code → what the user's verdicts on its current version say."""
    given = verdict_file.read(paths.verdicts_file())
    if not given:
        return {}
    # Imported here: most people have given no verdict, and a review reads no definition.
    from reflect.classifier.definitions import definition_pages

    versions = {page.name: page.version for page in (*pages(), *definition_pages())}
    return posteriors(given, versions)
