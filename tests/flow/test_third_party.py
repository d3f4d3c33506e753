"""Importers of other packages: off unless named, never in the way of the others, same door."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from program import Program

from reflect.errors import BadData
from reflect.pipeline.third_party import Guarded

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "tests" / "importers" / "conformance" / "worked_example.py"
CLAUDE = ROOT / "tests" / "data" / "claude_code" / "2.1.332" / "c03-permission-denied"
PI = ROOT / "tests" / "data" / "pi" / "1.6.0" / ".pi"


@dataclass(frozen=True)
class Machine(Program):
    """A home with sessions of Claude Code and of pi, and a package that brings an importer."""

    @property
    def environ(self) -> dict[str, str]:
        places = [str(self.home / "packages"), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {**super().environ, "PYTHONPATH": os.pathsep.join(places)}

    def settings(self, *names: str) -> None:
        """Name importers in the settings."""
        listed = ", ".join(f'"{name}"' for name in names)
        self.data.mkdir(exist_ok=True)
        (self.data / "reflect.toml").write_text(f"[stores]\nimporters = [{listed}]\n")

    def package(self, source: str) -> None:
        """Install ``reflect_pi.py`` as a package with an entry point."""
        folder = self.home / "packages"
        about = folder / "reflect_pi-1.0.dist-info"
        about.mkdir(parents=True, exist_ok=True)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: reflect-pi\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text("[reflect.importers]\npi = reflect_pi:Importer\n")
        (folder / "reflect_pi.py").write_text(source)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    shutil.copytree(CLAUDE, tmp_path / ".claude")
    shutil.copytree(PI, tmp_path / ".pi")
    one = Machine(tmp_path)
    one.package(EXAMPLE.read_text(encoding="utf-8") + "\n\nImporter = Pi\n")
    return one


def agents(machine: Machine) -> set[str]:
    return {row["agent"] for row in machine.json("sessions")["sessions"]}


def test_a_package_that_is_merely_installed_is_not_used(machine: Machine) -> None:
    machine.package("raise SystemExit('loaded')")
    machine.run("import")
    assert agents(machine) == {"claude-code"}


def test_a_named_importer_is_used_like_a_built_in_one(machine: Machine) -> None:
    machine.settings("pi")
    machine.run("import")
    assert agents(machine) == {"claude-code", "pi"}
    (session,) = machine.json("sessions", "--agent", "pi")["sessions"]
    assert session["human_turns"] == 2
    again = {row["agent"]: row for row in machine.json("import")["stores"]}
    assert again["pi"]["files"] == {"seen": 1, "read": 0, "unchanged": 1, "unreadable": 0}
    review = machine.json("review", "--agent", "pi", "--include-automated")
    assert review["coverage"]["found"] == 1


def test_its_stores_can_be_named(machine: Machine) -> None:
    machine.settings("pi")
    machine.run("import", "--no-discover", "--store", f"pi={machine.home / '.pi'}")
    assert agents(machine) == {"pi"}
    (file,) = (machine.home / ".pi").rglob("*.jsonl")
    machine.run("import", "--no-discover", str(file))


def test_what_it_yields_passes_the_door(machine: Machine) -> None:
    token = "ghp" + "_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    (file,) = (machine.home / ".pi").rglob("*.jsonl")
    file.write_text(file.read_text().replace("Run the two", f"Use {token} and run the two"))
    machine.settings("pi")
    machine.run("import")
    assert agents(machine) == {"claude-code", "pi"}
    assert token.encode() not in machine.everything()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pie", "did you mean pi?"),
        ("claude-code", "take it out of the list"),
    ],
)
def test_a_name_that_cannot_be_is_an_error(machine: Machine, name: str, said: str) -> None:
    machine.settings(name)
    done = machine.run("import", code=2)
    assert name in done.stderr
    assert said in done.stderr


def test_without_any_package_the_error_says_to_install_one(machine: Machine) -> None:
    shutil.rmtree(machine.home / "packages")
    machine.settings("pi")
    assert "install the package" in machine.run("import", code=2).stderr


BROKEN = {
    "not to be loaded": "import no_such_module",
    "leaving": "raise SystemExit(0)",
    "without a class": "x = 1",
    "failing when made": "class Importer:\n    def __init__(self): raise KeyError('SECRETWORD')",
    "of another agent": "class Importer(Pi):\n    agent = 'claude-code'",
    "without parts": "class Importer:\n    agent = 'pi'\n    capabilities = Pi.capabilities",
    "failing in discover": """
        class Importer(Pi):
            def discover(self, environ): raise KeyError('SECRETWORD')
        """,
    "finding other agents' stores": """
        from dataclasses import replace
        class Importer(Pi):
            def discover(self, environ):
                return [replace(s, agent='claude-code') for s in super().discover(environ)]
        """,
    "failing in units": """
        class Importer(Pi):
            def units(self, source): raise RuntimeError('SECRETWORD')
        """,
    "giving units of another type": """
        class Importer(Pi):
            def units(self, source): return ['SECRETWORD']
        """,
    "failing in read": """
        class Importer(Pi):
            def read(self, source, unit, earlier): raise ValueError('SECRETWORD')
        """,
    "leaving in read": """
        class Importer(Pi):
            def read(self, source, unit, earlier): raise SystemExit('SECRETWORD')
        """,
    "giving nothing": """
        class Importer(Pi):
            def read(self, source, unit, earlier): return None
        """,
    "giving another agent's session": """
        from dataclasses import replace
        class Importer(Pi):
            def read(self, source, unit, earlier):
                found = super().read(source, unit, earlier)
                return replace(found, session=replace(found.session, agent='claude-code'))
        """,
    "giving times that are none": """
        from dataclasses import replace
        class Importer(Pi):
            def read(self, source, unit, earlier):
                found = super().read(source, unit, earlier)
                said = tuple(replace(m, sent_at='SECRETWORD') for m in found.session.messages)
                return replace(found, session=replace(found.session, messages=said))
        """,
    "ending the run": """
        from reflect.errors import UsageError
        class Importer(Pi):
            def units(self, source): raise UsageError('no more')
        """,
}


def module(broken: str) -> str:
    return EXAMPLE.read_text(encoding="utf-8") + "\n\n" + dedent(BROKEN[broken])


@pytest.mark.parametrize("broken", BROKEN)
def test_one_that_is_broken_is_told_as_a_store_that_cannot_be_read(
    broken: str, tmp_path: Path
) -> None:
    shutil.copytree(PI, tmp_path / ".pi")

    def load() -> Any:
        names: dict[str, Any] = {"__name__": "reflect_pi"}
        exec(compile(module(broken), "reflect_pi.py", "exec"), names)  # noqa: S102 - our own text
        return names["Importer"]

    importer = Guarded("pi", load)
    (source,) = importer.discover({"HOME": str(tmp_path)})
    assert source.agent == "pi"
    with pytest.raises(BadData) as told:
        [importer.read(source, unit, None) for unit in importer.units(source)]
    assert "the importer pi" in told.value.message
    assert "SECRETWORD" not in told.value.message + told.value.hint


@pytest.mark.parametrize(
    "broken", ["leaving", "failing in units", "leaving in read", "giving times that are none"]
)
def test_one_that_is_broken_never_stops_the_others(machine: Machine, broken: str) -> None:
    machine.package(module(broken))
    machine.settings("pi")
    done = machine.run("import", code=4)
    assert "the importer pi" in done.stdout + done.stderr
    assert "SECRETWORD" not in done.stdout + done.stderr
    assert agents(machine) == {"claude-code"}
    assert b"SECRETWORD" not in machine.everything()
