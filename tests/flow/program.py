"""The command as a process with a home of its own, and the stores it is given."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Program:
    """The command on a machine of its own."""

    home: Path

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.home / "reflect"

    @property
    def environ(self) -> dict[str, str]:
        """An environment that names nothing else of this machine."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "REFLECT_HOME": str(self.data),
            "NO_COLOR": "1",
        }

    def run(self, *words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        """Run one command to its end; ``code`` is the exit code it must have."""
        done = subprocess.run(
            [sys.executable, "-m", "reflect", *words],
            capture_output=True,
            text=True,
            env=self.environ,
            cwd=self.home,
        )
        assert done.returncode == code, done.stderr
        return done

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start one command and go on."""
        return subprocess.Popen(
            [sys.executable, "-m", "reflect", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self.environ,
            cwd=self.home,
        )

    def json(self, *words: str, code: int = 0) -> Any:
        """The JSON answer of one command."""
        return json.loads(self.run(*words, "--format", "json", code=code).stdout)

    def everything(self) -> bytes:
        """All bytes under the data folder."""
        return b"\0".join(f.read_bytes() for f in sorted(self.data.rglob("*")) if f.is_file())
