"""A program of the user: what it is given, and how it ends."""

import asyncio
import json
import os
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest
from asked_model import Run, a_request, is_form

from reflect.classifier.providers.provider import OutputMode, Provider
from reflect.classifier.providers.registry import made
from reflect.errors import UsageError
from reflect.model.judgement import DropReason
from reflect.model.provider_settings import ProviderKind, ProviderSettings
from reflect.model.run_vocabulary import Destination


def program(tmp_path: Path, source: str, *arguments: str, **other: Any) -> Provider:
    """A Python program as provider."""
    file = tmp_path / "answers.py"
    file.write_text(textwrap.dedent(source), encoding="utf-8")
    words = (sys.executable, "-I", str(file), *arguments)
    settings = ProviderSettings("mine", ProviderKind.COMMAND, command=words, **other)
    environ = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/home/somebody"}
    return made(settings, {**environ, "SECRET": "of another program", "WANTED": "for this one"})


def gone(process: int) -> bool:
    """Whether a process has ended; one that ends is given a moment."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        except FileNotFoundError:
            return True
        if state.rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


def test_it_reads_the_request_and_writes_the_reply(tmp_path: Path) -> None:
    source = """
        import sys
        from pathlib import Path
        Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())
        print('{"decision": "yes"}')
    """
    run, heard = Run(), tmp_path / "heard"
    (answer,) = run.ask([a_request("Grüße")], program(tmp_path, source, str(heard)))
    assert is_form(answer.request, answer.text or "")
    (leaving,) = run.shown
    assert heard.read_bytes() == leaving.body == answer.calls[0].body
    said = leaving.body.decode()
    assert said.startswith("Judge the events.\n\n")
    assert said.endswith("\n\nGrüße")
    assert '"additionalProperties": false' in said
    assert leaving.address == ""


def test_it_has_an_empty_folder_and_little_of_the_environment(tmp_path: Path) -> None:
    source = """
        import json, os, stat, sys
        from pathlib import Path
        folder = Path.cwd()
        seen = {"files": os.listdir("."), "mode": stat.S_IMODE(folder.stat().st_mode),
                "folder": str(folder), "environ": dict(os.environ)}
        Path(sys.argv[1]).write_text(json.dumps(seen))
        (folder / "left").mkdir()
        (folder / "left" / "behind").write_text("words of a session")
        print('{"decision": "no"}')
    """
    heard = tmp_path / "heard"
    (answer,) = Run().ask(
        [a_request()], program(tmp_path, source, str(heard), environment=("WANTED", "ABSENT"))
    )
    assert answer.text is not None and answer.text.strip() == '{"decision": "no"}'
    seen = json.loads(heard.read_text(encoding="utf-8"))
    assert (seen["files"], seen["mode"]) == ([], 0o700)
    given = seen["environ"]
    given.pop("LC_CTYPE", None)  # Python's own
    assert given == {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "HOME": seen["folder"],
        "WANTED": "for this one",
    }
    assert not Path(seen["folder"]).exists()


def test_no_shell_reads_the_words(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    source = """
        import sys
        print('{"decision": "yes"}' if sys.argv[1].startswith("$(touch") else "")
    """
    made_of = program(tmp_path, source, f"$(touch {touched}); touch {touched}")
    (answer,) = Run().ask([a_request()], made_of)
    assert (answer.drop, touched.exists()) == (None, False)


def test_one_that_takes_too_long_has_not_replied(tmp_path: Path) -> None:
    source = """
        import time
        print('{"decision": "yes"}', flush=True)
        time.sleep(600)
    """
    (answer,) = Run().ask([a_request()], program(tmp_path, source, seconds=0.5))
    assert (answer.drop, answer.problem) == (DropReason.NO_REPLY, "no reply within 0.5 seconds")


def test_what_it_leaves_running_is_ended(tmp_path: Path) -> None:
    source = """
        import subprocess, sys
        from pathlib import Path
        null = subprocess.DEVNULL
        waits = [sys.executable, "-c", "import time; time.sleep(600)"]
        child = subprocess.Popen(waits, stdin=null, stdout=null, stderr=null)
        Path(sys.argv[1]).write_text(str(child.pid))
        print('{"decision": "yes"}')
    """
    heard = tmp_path / "child"
    (answer,) = Run().ask([a_request()], program(tmp_path, source, str(heard)))
    assert answer.drop is None
    assert gone(int(heard.read_text(encoding="utf-8")))


def test_one_that_writes_without_end_is_ended(tmp_path: Path) -> None:
    source = """
        import sys
        while True:
            sys.stdout.write("x" * 65536)
    """
    (answer,) = Run().ask([a_request()], program(tmp_path, source, seconds=60.0))
    assert (answer.drop, answer.problem) == (
        DropReason.NO_REPLY,
        "more than 4 MB came as one reply",
    )


def test_one_that_fails_has_not_replied(tmp_path: Path) -> None:
    source = """
        import sys
        print('{"decision": "yes"}')
        sys.exit(3)
    """
    (answer,) = Run().ask([a_request()], program(tmp_path, source))
    assert (answer.drop, answer.problem) == (DropReason.NO_REPLY, "the program ended with 3")


def test_one_that_does_not_read_may_reply(tmp_path: Path) -> None:
    source = """
        import os, sys
        os.close(0)
        print('{"decision": "yes"}')
    """
    (answer,) = Run().ask([a_request("x" * 500_000)], program(tmp_path, source))
    assert answer.drop is None


def test_bytes_that_are_no_text_are_no_reply(tmp_path: Path) -> None:
    source = """
        import sys
        sys.stdout.buffer.write(b"\\xff\\xfe{")
    """
    (answer,) = Run().ask([a_request()], program(tmp_path, source))
    assert answer.drop is DropReason.NOT_JSON


def test_cancelling_ends_the_program_and_all_it_started(tmp_path: Path) -> None:
    source = """
        import os, subprocess, sys, time
        from pathlib import Path
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        told = f"{os.getpid()} {child.pid} {os.getcwd()}"
        Path(sys.argv[1] + ".new").write_text(told)
        os.rename(sys.argv[1] + ".new", sys.argv[1])
        time.sleep(600)
    """
    heard = tmp_path / "heard"
    made_of = program(tmp_path, source, str(heard), seconds=60.0)

    async def asked() -> None:
        leaving = made_of.outgoing(a_request(), OutputMode.PLAIN, None)
        task = asyncio.create_task(made_of.ask(leaving, OutputMode.PLAIN))
        while not heard.exists():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asked())
    process, child, folder = heard.read_text(encoding="utf-8").split()
    assert gone(int(process))
    assert gone(int(child))
    assert not Path(folder).exists()


def test_it_is_remote_unless_the_user_says_otherwise(tmp_path: Path) -> None:
    found = asyncio.run(program(tmp_path, "").facts())
    name = Path(sys.executable).name
    assert (found.host, found.destination, found.model) == (name, Destination.REMOTE, name)
    found = asyncio.run(program(tmp_path, "", local=True, model="tiny").facts())
    assert (found.host, found.destination, found.model) == (
        "this machine",
        Destination.LOOPBACK,
        "tiny",
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no command is named"),
        (("./answers",), "is a relative path"),
        (("claude", "-p"), "can act on what it reads"),
        (("/opt/bin/codex", "exec"), "can act on what it reads"),
        (("opencode.exe", "run"), "can act on what it reads"),
        (("env", "LANG=C", "claude", "-p"), "claude can act on what it reads"),
        (("sh", "-c", "cat | /opt/bin/codex exec -"), "codex can act on what it reads"),
        (("cat", "a\0b"), "holds a NUL"),
        (("",), "no command is named"),
    ],
)
def test_a_command_that_cannot_be_right_is_refused(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        made(ProviderSettings("mine", ProviderKind.COMMAND, command=words), {})


def test_a_program_that_is_not_there_is_told_before_anything_is_sent() -> None:
    settings = ProviderSettings("mine", ProviderKind.COMMAND, command=("no-such-program",))
    with pytest.raises(UsageError, match="there is no program no-such-program"):
        asyncio.run(made(settings, {"PATH": os.environ["PATH"]}).facts())
