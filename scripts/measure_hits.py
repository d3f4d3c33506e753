"""Counts the readers' verdicts on hits, and writes how often each code was right.

python scripts/measure_hits.py [--check]

Reads tests/labels/hits.jsonl, prints how far two readers agree, and writes the counts to
reflect/pipeline/measured.toml; ``--check`` writes nothing and fails when they differ. A hit on
which the readers disagree counts neither way; places where a code found nothing were mixed in, so
that a reader who accepts everything is seen, and count for no code.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import reflect.pipeline
from reflect.evaluation.stability_file import HEADER

ROOT = Path(__file__).resolve().parent.parent
HITS = ROOT / "tests" / "labels" / "hits.jsonl"
MEASURED = Path(reflect.pipeline.__file__).with_name("measured.toml")

Row = Mapping[str, Any]


def rows() -> list[Row]:
    """The verdicts: file, record, code, version, set, decoy, reader, verdict."""
    return [json.loads(line) for line in HITS.read_text(encoding="utf-8").splitlines()]


def by_hit(found: Sequence[Row]) -> dict[tuple[str, int, str, str, bool], list[Row]]:
    """The verdicts on each hit, the first reader's first."""
    hits: defaultdict[tuple[str, int, str, str, bool], list[Row]] = defaultdict(list)
    for row in found:
        hits[row["code"], row["version"], row["file"], str(row["record"]), row["decoy"]].append(row)
    return dict(hits)


def measured_text(found: Sequence[Row]) -> str:
    """The text of measured.toml."""
    counts: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for (code, version, _, _, decoy), verdicts in by_hit(found).items():
        said = {row["verdict"] for row in verdicts}
        if decoy or len(said) != 1 or not said <= {"accept", "reject"}:
            continue
        counts[code, version]["judged"] += 1
        counts[code, version]["right"] += said == {"accept"}
        counts[code, version]["real"] += verdicts[0]["set"] == "dev"
    newest = {code: counts[code, version] for code, version in sorted(counts)}
    versions = dict(sorted(counts))
    return HEADER + "".join(_entry(code, versions[code], one) for code, one in newest.items())


def _entry(code: str, version: int, count: Counter[str]) -> str:
    made = count["judged"] - count["real"]
    source = f"{count['real']} hits in public sessions, {made} in recorded and sample ones"
    return (
        f'\n[[measured]]\ncode = "{code}"\nversion = {version}\njudged = {count["judged"]}\n'
        f'right = {count["right"]}\nlabel_set = "{source}"\n'
    )


def agreement(found: Sequence[Row]) -> tuple[int, int, float]:
    """Hits with the same verdict of both readers, hits both judged, Cohen's kappa."""
    pairs = [
        (verdicts[0]["verdict"], verdicts[1]["verdict"])
        for verdicts in by_hit(found).values()
        if len(verdicts) > 1
    ]
    same = sum(one == other for one, other in pairs)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(first[word] * second[word] for word in first) / len(pairs) ** 2
    return same, len(pairs), (same / len(pairs) - chance) / (1 - chance)


def main() -> int:
    """Print, and write or check; 1 when the file is stale."""
    found = rows()
    same, both, kappa = agreement(found)
    decoys = [v for hit, v in by_hit(found).items() if hit[4]]
    seen = sum(all(row["verdict"] == "reject" for row in verdicts) for verdicts in decoys)
    print(f"two readers: the same verdict on {same} of {both}, kappa {kappa:.2f}")
    print(f"places without a hit that were mixed in: {seen} of {len(decoys)} rejected")
    text = measured_text(found)
    if "--check" in sys.argv[1:]:
        return int(MEASURED.read_text(encoding="utf-8") != text)
    MEASURED.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
