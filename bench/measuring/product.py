"""The program under test, run as a user runs it: a fresh process each time."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from measuring.corpora import Corpus
from measuring.programs import Took, run

PROGRAM = (sys.executable, "-m", "reflect")


class Product:
    """``reflect`` over one corpus with its own ``REFLECT_HOME``."""

    def __init__(self, corpus: Corpus, place: Path) -> None:
        self.corpus = corpus
        self.home = place / "reflect-home"
        self._place = place
        place.mkdir(parents=True, exist_ok=True)

    def command(self, *words: str) -> Took:
        """Run a command of ``reflect``."""
        return self._run(*PROGRAM, *words)

    def forget(self) -> None:
        """Remove everything it stored."""
        shutil.rmtree(self.home, ignore_errors=True)

    def first_import(self) -> Took:
        """Import into an empty warehouse."""
        self.forget()
        return self.command("import", "--format", "json")

    def no_op(self) -> Took:
        """Import again."""
        return self.command("import", "--format", "json")

    def review(self) -> Took:
        """Review the last five sessions."""
        return self.command("review", "--last", "5", "--format", "json")

    def sessions(self) -> list[dict[str, Any]]:
        """Every session with its counts."""
        answer = json.loads(self.command("sessions", "--format", "json").output)
        rows: list[dict[str, Any]] = answer["sessions"]
        return rows

    def script(self, name: str, *words: str) -> Took:
        """Run a script of this folder in the same way."""
        return self._run(sys.executable, Path(__file__).parent / name, *words)

    def python(self, code: str) -> Took:
        """Run one statement of Python."""
        return self._run(sys.executable, "-c", code)

    @property
    def warehouse_bytes(self) -> int:
        """Size of all files of the warehouse."""
        return sum(path.stat().st_size for path in self.home.glob("warehouse.duckdb*"))

    def _run(self, *words: str | Path) -> Took:
        environment = {"HOME": str(self.corpus.home), "REFLECT_HOME": str(self.home)}
        return run(words, environment, self._place)
