"""Which tests a command ran: all of them, or a choice of files, folders or names."""

from reflect.features import edits
from reflect.features.commands import Command
from reflect.model.frozen import dataclass
from reflect.regex import compiled

TEST_FILE = compiled(
    r"(^|[/_.-])(tests?|specs?)[_.-][\w.-]*\w\.\w+$|[_.-](tests?|specs?)\.\w+$|(^|/)\w+Tests?\.\w+$"
)
CHOOSING = (
    "-k",
    "-t",
    "-m",
    "--grep",
    "-g",
    "--filter",
    "-run",
    "--run",
    "--testNamePattern",
    "--tests",
    "--test",
    "-Dtest",
    "--only",
    "--lf",
    "--last-failed",
    "--testPathPattern",
)
WHOLE = frozenset(
    {".", "./", "./...", "...", "tests", "tests/", "test", "test/", "spec", "spec/", "src", "src/"}
)
RUNNERS = (
    "pytest",
    "py.test",
    "jest",
    "vitest",
    "mocha",
    "rspec",
    "phpunit",
    "go test",
    "cargo test",
    "playwright",
    "dotnet test",
    "mix test",
    "bun test",
    "deno test",
    "unittest",
    "npm test",
    "npm run test",
    "pnpm test",
    "yarn test",
    "flutter test",
    "dart test",
    "gradle",
    "mvn",
)
INTERPRETERS = frozenset({"python", "node", "ruby", "php", "perl", "deno", "bun", "tsx", "ts-node"})
INTERPRETERS |= {"bash", "sh"}
GO_FOLDER = compiled(r"^\./[\w./-]+$|^[\w.-]+(/[\w.-]+)+$")


@dataclass(frozen=True, slots=True)
class Selection:
    """A choice of tests."""

    head: str
    """The program that ran them."""
    words: str
    """A word of the command that chooses."""
    names: tuple[str, ...]
    """What was chosen: names of files, folders or tests."""


def tests_named(path: str) -> bool:
    """Whether a path is that of a file with tests, by its name."""
    return TEST_FILE.search(path.replace("\\", "/")) is not None


def runs_test_file(command: Command) -> bool:
    """Whether an interpreter runs a file with tests: ``python3 test_cart.py``."""
    if command.program not in INTERPRETERS:
        return False
    script = next((word for word in command.argv[1:] if not word.startswith("-")), "")
    return tests_named(script)


def selection(command: Command) -> Selection | None:
    """The choice a command makes; None when it runs all tests or nobody can tell."""
    if not any(command.head == one or command.head.startswith(f"{one} ") for one in RUNNERS):
        return None
    chosen: list[str] = []
    named: list[str] = []
    words = list(command.argv[1:])
    for at, word in enumerate(words):
        flag, _, value = word.partition("=")
        if flag in CHOOSING:
            named.append(value or next(iter(words[at + 1 :]), ""))
        elif not word.startswith("-") and word not in WHOLE and _names_tests(command, word):
            chosen.append(word)
    chosen = named or chosen
    if not chosen:
        return None
    names = tuple(
        name for word in chosen for name in dict.fromkeys((word, _bare(word))) if len(name) > 2
    )
    return Selection(command.head, chosen[0], names)


def _names_tests(command: Command, word: str) -> bool:
    """Whether a word of a command chooses tests: a file, a node id, or a folder deep enough."""
    if "::" in word or tests_named(word):
        return True
    return command.head == "go test" and "..." not in word and bool(GO_FOLDER.match(word))


def _bare(word: str) -> str:
    return edits.base_name(word.split("::", 1)[0])
