"""What a start that finds nothing new does not load: any of it would cost too much time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from reflect.pipeline.samples import prepare

READS = (
    "reflect.importers.claude_code.reading",
    "reflect.importers.opencode.session",
    "reflect.redaction.door",
    "reflect.stores.http",
    "msgspec",
    "polars",
    "_polars_runtime_32",
    "duckdb",
    "ssl",
    "subprocess",
    "tempfile",
)
"""What reads a session, asks a server or starts a process."""
DERIVES = ("reflect.features", "reflect.detectors", "reflect.evaluation.codes", "tomllib")
"""What computes facts, and reads their words."""
SHOWS = ("rich.text", "rich.console", "jinja2", "reflect.reports.markdown")
"""What writes reports."""
SEARCHES = ("reflect.redaction.redactor", "reflect.redaction.scan")
"""What looks for secrets in what was searched before."""


def loaded(home: Path, *words: str) -> set[str]:
    """Modules that a command has loaded when it ends."""
    code = (
        "import sys, contextlib\n"
        f"sys.argv = ['reflect', *{list(words)!r}]\n"
        "from reflect.cli import main\n"
        "with contextlib.suppress(SystemExit): main()\n"
        "print('\\n'.join(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "REFLECT_HOME": str(home / "reflect"),
            "PYTHONPYCACHEPREFIX": str(home / "byte-code"),
        },
        cwd=home,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines())


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (("import",), (*READS, *DERIVES, *SHOWS)),
        (("import", "--format", "json"), (*READS, *DERIVES, *SHOWS, *SEARCHES)),
        (("review", "--format", "json"), (*READS, *DERIVES[1:], *SHOWS, *SEARCHES)),
        (("review",), (*READS, *DERIVES[1:], *SHOWS)),
    ],
    ids=["import", "import as JSON", "review as JSON", "review"],
)
def test_a_start_that_finds_nothing_new_loads_little(
    hermetic: Path, words: tuple[str, ...], unwanted: tuple[str, ...]
) -> None:
    # Stores at their usual places: one that is named is told by its first records.
    prepare(hermetic / "stores")
    (hermetic / ".claude").mkdir()
    (hermetic / "stores" / "claude_code").rename(hermetic / ".claude" / "projects")
    data = hermetic / ".local" / "share" / "opencode"
    data.mkdir(parents=True)
    (hermetic / "stores" / "opencode.db").rename(data / "opencode.db")
    assert "reflect.importers.opencode.session" in loaded(hermetic, *words)
    assert sorted(loaded(hermetic, *words) & set(unwanted)) == []
