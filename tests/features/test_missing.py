"""What outputs say is missing: each pattern with lines of its own, and lines that only look so."""

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from reflect.derived import toml
from reflect.features.missing import DATA, LONGEST_LINE, missing
from reflect.features.pattern_hints import hints

ROWS = [(row["kind"], one) for row in toml(DATA)["missing"] for one in row["patterns"]]

PRINTABLE = st.sampled_from(
    sorted({*map(chr, range(32, 127)), *(c for _, one in ROWS for c in one if c.isprintable())})
)

LINES = [
    ("program", "jq", "bash: line 1: jq: command not found"),
    ("program", "jq", "/bin/sh: 1: jq: not found"),
    ("program", "jq", "deploy.sh: line 3: jq: command not found"),
    ("program", "jq", "zsh:1: command not found: jq"),
    ("program", "jq", "(eval):1: command not found: jq"),
    ("program", "jq", "'jq' is not recognized as an internal or external command,"),
    ("program", "jq", "fish: Unknown command: jq"),
    ("program", "jq", "/usr/bin/env: ‘jq’: No such file or directory"),
    ("program", "jq", "jq : The term 'jq' is not recognized as the name of a cmdlet, function"),
    ("program", "protoc", "make[1]: protoc: No such file or directory"),
    ("program", "protoc", "gmake: protoc: Command not found"),
    ("program", "clang", "error: linker `clang` not found"),
    ("program", "jq", "bash: Zeile 1: jq: Kommando nicht gefunden."),
    ("program", "jq", "bash: jq: Befehl nicht gefunden"),
    ("program", "jq", "bash: ligne 1 : jq : commande introuvable"),
    ("program", "jq", "bash: línea 1: jq: orden no encontrada"),
    ("program", "jq", "bash: jq: no se encontró la orden"),
    ("program", "jq", "bash: linha 1: jq: comando não encontrado"),
    ("program", "jq", "bash: riga 1: jq: comando non trovato"),
    ("program", "jq", "bash: regel 1: jq: opdracht niet gevonden"),
    ("program", "jq", "bash: jq: nie znaleziono polecenia"),
    ("program", "jq", "bash: jq: команда не найдена"),
    ("program", "jq", "bash: jq: komut yok"),
    ("program", "jq", "bash: jq: コマンドが見つかりません"),
    ("program", "jq", "bash: jq: 未找到命令"),
    ("program", "jq", "bash: jq: 找不到命令"),
    ("program", "jq", "bash: jq: 명령어를 찾을 수 없음"),
    ("program", "protoc", 'exec: "protoc": executable file not found in $PATH'),
    ("module", "tabulate", "E   ModuleNotFoundError: No module named 'tabulate'"),
    ("module", "pytest", "/usr/bin/python3.11: No module named pytest"),
    ("module", "@scope/kit", "node:internal Error: Cannot find module '@scope/kit'"),
    ("module", "rack", "in `require': cannot load such file -- rack/handler (LoadError)"),
    ("module", "JSON/XS", "Can't locate JSON/XS.pm in @INC (you may need to install it)"),
    ("module", "dplyr", "there is no package called ‘dplyr’"),
    ("module", "yaml", "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'yaml' imported from x"),
    ("variable", "DATABASE_URL", "./migrate.sh: line 3: DATABASE_URL: unbound variable"),
    ("variable", "DATABASE_URL", "run.sh: DATABASE_URL: parameter not set"),
    ("variable", "DATABASE_URL", "run.sh: DATABASE_URL: parameter null or not set"),
    ("variable", "API_TOKEN", "Error: Missing required environment variable: API_TOKEN"),
    ("variable", "API_TOKEN", "error: required env vars: `API_TOKEN`"),
    ("variable", "API_TOKEN", "MISSING ENVIRONMENT VARIABLES: API_TOKEN"),
    ("variable", "API_TOKEN", "Error: REQUIRED ENV VAR API_TOKEN"),
    ("variable", "API_TOKEN", "Error: API_TOKEN is undefined"),
    ("variable", "API_TOKEN", "API_TOKEN is not defined"),
    ("variable", "API_TOKEN", "config: The environment variable 'API_TOKEN' is not set"),
    ("variable", "API_TOKEN", "API_TOKEN environment variable must be not set"),
    ("variable", "API_TOKEN", "API_TOKEN was unset"),
    ("variable", "API_TOKEN", "$API_TOKEN is required"),
    ("variable", "API_TOKEN", "API_TOKEN is missing"),
    ("variable", "API_TOKEN", "API_TOKEN has not been set"),
    ("variable", "API_TOKEN", "KeyError: 'API_TOKEN'"),
    ("service", "docker", "Cannot connect to the Docker daemon at unix:///var/run/docker.sock."),
    ("service", "postgresql", 'connection to server at "db", port 5432 failed: timed out'),
    ("service", "postgresql", "could not connect to server on port 5432: connection refused"),
    ("service", "redis", "Error: connect ECONNREFUSED 127.0.0.1:6379"),
    ("service", "redis", "Could not connect to Redis at 127.0.0.1:6379"),
    ("service", "mysql", "port 3306: Connection refused"),
    ("service", "kafka", "localhost:9092 ... failed: Connection timed out"),
]

NOTHING = [
    "TypeError: undefined is not a function",
    "total is undefined",
    "MAX is undefined",
    "undefined reference to `API_TOKEN`",
    "the page was not found",
    "No such file or directory: notes.txt",
    "Missing semicolon",
    "required: name",
    "Connection refused: localhost:8080",
    "command not found is what it says then",
    "API_TOKEN is defined and not empty",
]


@pytest.mark.parametrize(("kind", "name", "line"), LINES, ids=[line for _, _, line in LINES])
def test_a_line_says_what_is_missing(kind: str, name: str, line: str) -> None:
    found = list(missing(f"$ make\n  {line}\ndone\n"))
    assert [(one.kind, one.name, one.line) for one in found] == [(kind, name, line)]


@pytest.mark.parametrize("line", NOTHING)
def test_a_line_that_says_nothing_of_the_kind(line: str) -> None:
    assert list(missing(line)) == []


@pytest.mark.parametrize(("kind", "pattern"), ROWS)
def test_each_pattern_has_a_line_and_words_to_look_for(kind: str, pattern: str) -> None:
    assert hints(pattern), "without a word to look for, no line would be tried"
    assert any(told == kind and re.search(pattern, line) for told, _, line in LINES)


@pytest.mark.parametrize(("kind", "pattern"), ROWS)
@settings(max_examples=20, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_whatever_a_pattern_matches_is_found(kind: str, pattern: str, data: st.DataObject) -> None:
    line = data.draw(st.from_regex(pattern, fullmatch=True, alphabet=PRINTABLE)).strip()
    assume(len(line) <= LONGEST_LINE and re.search(pattern, line))
    assert [one.line for one in missing(f"first\n{line}\nlast")] == [line]


def test_lines_are_told_in_order_and_long_ones_are_no_message() -> None:
    told = "API_TOKEN is undefined"
    output = f"KeyError: 'DB_HOST'\n{told} {'x' * LONGEST_LINE}\n{told}\nsh: 1: jq: not found\n"
    assert [one.name for one in missing(output)] == ["DB_HOST", "API_TOKEN", "jq"]
