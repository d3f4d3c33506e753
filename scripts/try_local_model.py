"""Ask a small local model about a sample session, and check that everything fits together.

python scripts/try_local_model.py PYTHON FILE.gguf    (scripts/try_local_model.sh calls it)

PYTHON is an interpreter that has the package xllamacpp. What the model says is not judged: the
report must render, every number must add up, and no finding of a rule may be missing.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from reflect.pipeline.samples import prepare

SESSIONS = 1
"""Sample sessions that are asked about: a request about one takes minutes on a slow core."""

SETTINGS = """[model]
deadline = 3600
[providers.small]
kind = "llama-cpp"
url = "{url}/v1"
context = 8192
seconds = 3000
"""


def main(words: list[str]) -> int:
    """Try it; 1 where something does not hold."""
    python, model = words
    with tempfile.TemporaryDirectory(prefix="local-model-") as name, served(python, model) as url:
        home = Path(name)
        data = home / "reflect"
        data.mkdir(mode=0o700)
        settings = data / "reflect.toml"
        settings.write_text(SETTINGS.format(url=url), encoding="utf-8")
        settings.chmod(0o600)
        stores = [f"--store={text}" for text in prepare(home / "stores").extra]
        review = ["review", "--last", str(SESSIONS), *stores, "--no-discover"]
        alone = answer(home, [*review, "--no-model"])
        asked = answer(home, [*review, "--model", "small", "--yes-send-to", "localhost"])
        report = Path(asked["report"]).read_text(encoding="utf-8")
        wrong = list(broken(alone, asked, report))
        run = asked["model"]
    told = ", ".join(f"{reason} {n}" for reason, n in run["dropped"].items() if n) or "nothing"
    print(f"{run['model']}, {sum(run['requests'].values())} requests, "
          f"{run['tokens_in']:,} tokens read, {run['tokens_out']:,} written")  # fmt: skip
    print(f"said {run['said']}, kept {run['kept']}, dropped: {told}")
    for text in wrong:
        print(f"does not hold: {text}")
    return 1 if wrong else 0


def broken(alone: Any, asked: Any, report: str) -> Iterator[str]:
    """What does not hold."""
    run = asked["model"]
    if run["stopped"]:
        yield f"everything was asked ({run['stopped']})"
    if run["destination"] != "loopback":
        yield "the model runs on this machine"
    if run["said"] != run["kept"] + sum(run["dropped"].values()):
        yield "said = kept + dropped"
    if not run["said"] or not run["tokens_out"]:
        yield "the model said something"
    for name in ("coverage", "looked_for", "patterns", "first_change"):
        if alone[name] != asked[name]:
            yield f"{name} is that of the rules"
    if {one["id"] for one in alone["findings"]} != {one["id"] for one in asked["findings"]}:
        yield "every finding of the rules is there"
    if "What a model said" not in report:
        yield "the report tells what the model said"


def answer(home: Path, words: list[str]) -> Any:
    """The JSON answer of one command on a machine of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "reflect", *words, "--format", "json"],
        stdout=subprocess.PIPE,
        check=True,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "REFLECT_HOME": str(home / "reflect")},
    )
    return json.loads(done.stdout)


@contextmanager
def served(python: str, model: str) -> Iterator[str]:
    """Run the server until the block is left; its address."""
    script = Path(__file__).with_name("local_model_server.py")
    with subprocess.Popen(
        [python, str(script), model], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            url = server.stdout.readline().strip() if server.stdout else ""
            if not url.startswith("http://127.0.0.1:"):
                raise SystemExit("the server did not start")
            yield url
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
