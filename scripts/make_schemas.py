"""Write the JSON Schemas of answers and manifest, or check that they are up to date.

python scripts/make_schemas.py [--check]
"""

import json
import sys
from pathlib import Path

from reflect.reports import answer_schema, manifest_schema

FOLDER = Path(__file__).parent.parent / "reflect" / "reports" / "schemas"


def texts() -> dict[str, str]:
    """File name → content."""
    every = {**answer_schema.schemas(), "manifest": manifest_schema.schema()}
    return {f"{stem}.schema.json": json.dumps(one, indent=2) + "\n" for stem, one in every.items()}


def stale() -> list[str]:
    """Names of files that are missing, different or no longer made."""
    made = texts()
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    return sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))


def main() -> int:
    """Write or check; 1 when a file is stale."""
    if "--check" in sys.argv[1:]:
        names = stale()
        print("\n".join(f"stale: {name}" for name in names))
        return 1 if names else 0
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
