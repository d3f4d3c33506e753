"""Codes that nothing detects yet exist as definitions, and no report can name them."""

import re
from pathlib import Path

import pytest
import yaml

from reflect import resources
from reflect.detectors import registry
from reflect.model.vocabulary import Family, Owner

FILES = sorted((resources.shipped("prompts") / "codes").glob("*.md"))
FRONT = re.compile(r"\A---\n(.*?)\n---\n\n# (\w+)\n\n(.+)\n\n## Counts\n\n", re.S)
PACKAGE = Path(registry.__file__).parent.parent


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_definition_says_what_counts_and_what_does_not(file: Path) -> None:
    text = file.read_text("utf-8")
    front = FRONT.match(text)
    assert front is not None
    meta = yaml.safe_load(front.group(1))
    assert meta["name"] == front.group(2) == file.stem
    assert meta["family"] in set(Family)
    assert meta["owner"] in set(Owner)
    assert meta["severity"] in (1, 2, 3)
    assert re.fullmatch(r"[GMO]\d\d", meta.get("taxonomy", "G00"))
    claim = front.group(3)
    assert claim.endswith(".")
    assert "\n" not in claim
    assert len(claim) <= 80
    headings = re.findall(r"^## (.+)$", text, re.M)
    assert headings == ["Counts", "Does not count", "Examples"]
    assert re.search(r"^- counts: ", text, re.M)
    assert re.search(r"^- does not count: ", text, re.M)


def test_no_definition_is_that_of_a_detected_code() -> None:
    assert FILES
    assert not {file.stem for file in FILES} & {one.name for one in registry.all_detectors()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_that_reports_names_it(file: Path) -> None:
    for folder in ("detectors", "reports", "recommendations"):
        for source in (PACKAGE / folder).rglob("*.*"):
            if source.suffix in (".py", ".toml"):
                assert file.stem not in source.read_text("utf-8"), source.name
