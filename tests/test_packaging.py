"""Prompts, templates, samples and package data are found, from a checkout as from a wheel."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points, metadata
from importlib.resources import files
from pathlib import Path

import pytest

import reflect
from reflect import paths, resources
from reflect.errors import InternalError

PACKAGE = Path(str(files("reflect")))
TEMPLATE_NAME = re.compile(r"[\"']([\w/-]+\.(?:md|txt)\.jinja)[\"']")
INCLUDE = re.compile(r"{%-?\s*include\s+[\"']([^\"']+)[\"']")

DATA = {
    "warehouse/schema": ".sql",
    "warehouse/views": ".sql",
    "warehouse/queries": ".sql",
    "features/words": ".toml",
    "features/data": ".toml",
    "redaction/rules": ".toml",
    "reports/schemas": ".json",
    "pipeline": ".toml",
    "recommendations": ".toml",
}
"""Folders of the package that hold files read at run time, with their ending."""


def named_templates() -> Iterator[str]:
    for module in sorted(PACKAGE.rglob("*.py")):
        yield from TEMPLATE_NAME.findall(module.read_text(encoding="utf-8"))
    for template in sorted(resources.shipped("templates").rglob("*.jinja")):
        yield from INCLUDE.findall(template.read_text(encoding="utf-8"))


def test_every_template_that_is_named_is_shipped() -> None:
    named = set(named_templates())
    assert {"review.md.jinja", "week.md.jinja"} <= named
    for name in named:
        assert (resources.shipped("templates") / name).is_file(), name


def test_every_template_that_is_shipped_is_used() -> None:
    there = {file.name for file in resources.shipped("templates").rglob("*.jinja")}
    assert there - set(named_templates()) == set()


def test_prompts_and_samples_are_shipped() -> None:
    assert (resources.shipped("prompts") / "README.md").is_file()
    samples = resources.shipped("sample_sessions")
    assert (samples / "stories.json").is_file()
    assert (samples / "opencode" / "opencode.sql").is_file()
    assert list((samples / "claude_code" / "projects").glob("*/*.jsonl"))


@pytest.mark.parametrize(("folder", "ending"), DATA.items())
def test_package_data_is_shipped(folder: str, ending: str) -> None:
    assert [f for f in (PACKAGE / folder).iterdir() if f.suffix == ending]


def test_types_are_shipped() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_a_file_of_the_user_wins_over_the_shipped_one() -> None:
    shipped = resources.text("templates", "header.md.jinja")
    own = paths.config_dir() / "templates" / "header.md.jinja"
    own.parent.mkdir(parents=True)
    own.write_text("written by the user\n", encoding="utf-8")
    assert resources.find("templates", "header.md.jinja") == own
    assert resources.text("templates", "header.md.jinja") == "written by the user\n"
    assert shipped != "written by the user\n"


def test_one_own_file_leaves_the_others_and_the_shipped_folder_alone() -> None:
    own = paths.config_dir() / "templates"
    own.mkdir(parents=True)
    (own / "header.md.jinja").write_text("mine\n", encoding="utf-8")
    assert resources.find("templates", "review.md.jinja").parent != own
    assert resources.shipped("templates") != own


def test_a_missing_resource_names_the_three_places() -> None:
    with pytest.raises(InternalError) as caught:
        resources.find("prompts", "no-such-prompt.jinja")
    for place in (paths.config_dir(), PACKAGE, PACKAGE.parent):
        assert str(place / "prompts") in caught.value.message
    assert "prompts/no-such-prompt.jinja" in caught.value.message
    assert caught.value.hint


def test_the_version_is_one_and_the_command_is_installed(hermetic: Path) -> None:
    assert metadata("reflect-cli")["Version"] == reflect.__version__
    (command,) = entry_points(group="console_scripts", name="reflect")
    assert command.value == "reflect.cli:main"
    done = subprocess.run(
        [sys.executable, "-m", "reflect", "--version"],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(hermetic)},
        cwd=hermetic,
    )
    assert done.stdout == f"reflect {reflect.__version__}\n"
    assert done.returncode == 0
