"""The figures of reflect on the page beside session_reflection are those of a run."""

import re
import sqlite3
from pathlib import Path

import pytest
from program import Program

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "beside-session-reflection.md"
STORE = ROOT / "tests" / "data" / "opencode" / "store-1.18.33.sql"

COUNTED = """
    WITH shown AS (FROM sessions WHERE directory NOT LIKE '%/infra-tools'),
    calls AS (FROM tool_calls WHERE session IN (SELECT key FROM shown) AND NOT by_human),
    shell AS (FROM calls WHERE name = 'bash' AND status <> 'invalid')
    SELECT
        (SELECT count(*) FROM shown) AS sessions,
        (SELECT count(*) FROM sessions) AS all_sessions,
        (SELECT sum(human_turns)::BIGINT FROM shown) AS prompts,
        (SELECT count(*) FROM calls) AS calls,
        (SELECT sum(failed_calls)::BIGINT FROM shown) AS failed,
        (SELECT count(*) FROM shell) AS shell,
        (SELECT count(exit_code) FROM shell) AS codes,
        (SELECT count(*) FROM shell WHERE exit_code <> 0) AS bad_codes,
        (SELECT count(*) FROM shell WHERE exit_code IS NULL) AS stopped,
        (SELECT sum(compactions)::BIGINT FROM shown) AS compactions,
        (SELECT sum(interrupts)::BIGINT FROM shown) AS interrupts,
        (SELECT count(*) FROM message
         WHERE session IN (SELECT key FROM shown) AND error = 'APIError') AS refused
"""


@pytest.fixture
def store(program: Program) -> Program:
    """The recorded store where OpenCode keeps it."""
    path = program.home / ".local" / "share" / "opencode" / "opencode.db"
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path)
    connection.executescript(re.sub(r"@\{\w+\}", "place-holder", STORE.read_text(encoding="utf-8")))
    connection.close()
    return program


def test_the_figures_of_reflect_are_those_of_a_run(store: Program) -> None:
    store.run("import")
    answer = store.json("sql", COUNTED)
    (row,) = answer["rows"]
    n = dict(zip(answer["columns"], row, strict=True))
    cells = {
        "sessions": f"{n['sessions']}, and the other {n['all_sessions'] - n['sessions']} of",
        "words under “user”": f"{n['prompts']} |",
        "tool calls": f"{n['calls']} |",
        "calls that failed": f"{n['failed']} |",
        "shell commands": f"{n['shell']}: {n['codes']} exit codes, {n['bad_codes']} of them not 0;"
        f" {n['stopped']} stopped |",
        "compactions": f"{n['compactions']}, their summaries apart |",
        "interrupts": f"{n['interrupts']} |",
        "answers that the provider refused": f"{n['refused']} |",
    }
    written = PAGE.read_text(encoding="utf-8")
    for name, cell in cells.items():
        (line,) = re.findall(rf"^\| {name} \| .*$", written, re.M)
        shown = line.rpartition(" | ")[2]
        assert shown == cell if cell.endswith("|") else shown.startswith(cell), name
