"""Pages that are kept are those that the codes have now; another source reads them again."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from reflect import derived
from reflect.config import Config
from reflect.detectors import registry
from reflect.pipeline import codes
from reflect.pipeline.kept_pages import kept_pages


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where results are kept."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(derived, "_place", lambda name: tmp_path / f"{name}.kept")
    return tmp_path


def test_kept_pages_are_the_pages_of_the_codes(folder: Path) -> None:
    written = tuple(registry.page(one) for one in registry.all_detectors())
    for _ in range(2):
        found = kept_pages("sources", lambda: written)
        assert found == written
        assert [list(page.thresholds.items()) for page in found] == [
            list(page.thresholds.items()) for page in written
        ]
    assert kept_pages("sources", tuple) == written
    assert kept_pages("other sources", tuple) == ()


def test_a_changed_file_of_codes_or_features_is_another_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("features", "detectors"):
        (tmp_path / package / "deeper").mkdir(parents=True)
        (tmp_path / package / "deeper" / "one.py").write_text("A = 1\n")
        (tmp_path / package / "words.toml").write_text("a = 1\n")
    monkeypatch.setattr(codes, "PACKAGE", tmp_path)

    def version() -> str:
        codes._sources.cache_clear()
        return codes._sources()

    try:
        seen = {version()}
        for file in sorted(tmp_path.rglob("*.*")):
            if file.is_file():
                state = file.stat()
                file.write_text(file.read_text().replace("1", "2"))
                os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
                seen.add(version())
        (tmp_path / "features" / "deeper" / "two.toml").write_text("")
        seen.add(version())
        assert len(seen) == 6
        (tmp_path / "features" / "notes.txt").write_text("no source")
        assert version() in seen
    finally:
        codes._sources.cache_clear()


def test_the_codes_of_a_run_are_those_not_switched_off() -> None:
    names = [one.name for one in registry.all_detectors()]
    config = Config()
    off = replace(config, codes=replace(config.codes, off=(names[1],)))
    chosen = codes.chosen(off, Path("reflect.toml"))
    assert [one.name for one in chosen.detectors] == [names[0], *names[2:]]
    assert chosen.digest != codes.chosen(config, Path("reflect.toml")).digest


def test_choosing_codes_imports_none_of_them(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from reflect.config import Config\n"
        "from reflect.pipeline import codes\n"
        "codes.chosen(Config(), Path('reflect.toml'))\n"
        "print([m for m in sys.modules if m.startswith(('reflect.detectors', 'reflect.features'))])"
    )
    environ = {"PATH": os.environ["PATH"], "PYTHONPYCACHEPREFIX": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environ
        )
    assert done.stdout.strip() == "[]", done.stderr
