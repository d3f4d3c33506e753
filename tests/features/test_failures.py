"""Fingerprints join failures of one cause and keep others apart."""

import notation
import pytest

from reflect.features import failures
from reflect.features.missing import missing


def fingerprint(*lines: str) -> str:
    output = "\n".join(f"| {line}" for line in lines)
    return failures.fingerprint(notation.read(f"user  go\nbash  x  fails\n{output}").steps[0].call)


def test_accidental_parts_are_masked() -> None:
    one = fingerprint("error: /home/a/x.py:12: cannot open 'a' after 31 ms")
    two = fingerprint("error: /srv/b/y.py:7: cannot open 'b' after 2 ms")
    assert one == two
    assert one != fingerprint("error: /home/a/x.py:12: cannot close 'a' after 31 ms")


def test_a_traceback_is_told_by_its_last_line() -> None:
    trace = ("Traceback (most recent call last):", '  File "a.py", line 1', "KeyError: 'x'")
    assert fingerprint(*trace) == "KeyError: <s>"


def test_trailers_of_task_runners_hide_nothing() -> None:
    assert fingerprint("a.go:3: undefined: x", "[lint] ERROR task failed").startswith("a.go:")


def test_no_output_has_no_fingerprint() -> None:
    assert fingerprint() == ""


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("bash: line 1: nc: command not found", "nc"),
        ("sh: 1: tsc: not found", "tsc"),
        ("zsh:1: command not found: python", "python"),
        ("(eval):1: command not found: timeout", "timeout"),
        ("/usr/bin/env: ‘node’: No such file or directory", "node"),
        ("ModuleNotFoundError: No module named 'requests'", "requests"),
        ("Error: Cannot find module '@scope/pkg'", "@scope/pkg"),
        ("./x.sh: line 3: DATABASE_URL: unbound variable", "DATABASE_URL"),
        ("Error: STRIPE_KEY is not set", "STRIPE_KEY"),
        ("Error: connect ECONNREFUSED 127.0.0.1:6379", "redis"),
        ("Cannot connect to the Docker daemon at unix:///var/run/docker.sock.", "docker"),
    ],
)
def test_what_is_missing(line: str, name: str) -> None:
    assert [one.name for one in missing(line)] == [name]


@pytest.mark.parametrize(
    "line",
    [
        "src/a.py:3: nc: command not found in the docs",
        "Error: Cannot find module './local'",
        "File: not found",
        "resource users: not found",
        "curl: (7) Failed to connect to localhost port 3000: Connection refused",
        "the title is required",
    ],
)
def test_what_is_not_missing(line: str) -> None:
    assert list(missing(line)) == []
