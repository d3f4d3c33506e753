"""What the pages promise is there: commands, flags, codes, settings, links, excerpts."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import notation
import pytest
import yaml

from reflect import resources
from reflect.cli import REFLECT
from reflect.cli.commands import Command, every
from reflect.cli.parameters import Option
from reflect.config import Config
from reflect.detectors.agent_mistakes import repeated_failure
from reflect.errors import ExitCode
from reflect.pipeline.codes import pages

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PACKAGE = Path(str(files("reflect")))
OURS = ("reflect", "tests", "scripts", "docs", "bench", ".ci")
TOP_PAGES = ("README", "ARCHITECTURE", "CONTRIBUTING", "PRIVACY", "CHANGELOG", "AGENTS")

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
EXCERPT = re.compile(r"<!-- from: (.+?) -->\n+```\w*\n(.*?)^```$", re.M | re.S)


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def markdown_pages() -> list[Path]:
    return [ROOT / f"{name}.md" for name in TOP_PAGES] + sorted(DOCS.rglob("*.md"))


def by_hand() -> list[Path]:
    return [page for page in markdown_pages() if not text_of(page).startswith("<!-- generated")]


def short(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


COMMANDS: dict[str, Command] = {
    command.name: command for command in every(REFLECT) if not command.commands
}
"""Every command by the words that call it, groups left out."""


def flags_of(call: str) -> set[str]:
    """All long flags of a command, both ends of a switch."""
    asked = [one.asked for one in COMMANDS[call].parameters]
    flags = [flag for one in asked if isinstance(one, Option) for flag in one.flags]
    return {end for flag in flags for end in flag.split("/") if end.startswith("--")}


@pytest.mark.parametrize("call", COMMANDS)
def test_every_command_teaches_by_example(call: str) -> None:
    said = COMMANDS[call].help
    assert said.splitlines()[0].endswith(".")
    assert re.search(rf"^ +{call}\b", said, re.M), f"{call} --help shows no example"


@pytest.mark.parametrize("call", COMMANDS)
def test_every_command_stands_in_the_docs(call: str) -> None:
    section = text_of(DOCS / "commands.md").split(f"\n## {call}\n")[1].split("\n## ")[0]
    assert f"Usage: {call} " in section
    assert {flag for flag in flags_of(call) if flag not in section} == set()


def test_every_exit_code_stands_in_the_docs() -> None:
    table = text_of(DOCS / "commands.md").split("\n## Exit codes\n")[1]
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", table, re.M)] == [
        *sorted(int(code) for code in ExitCode),
        130,
    ]


@pytest.mark.parametrize("code", [page.name for page in pages()])
def test_every_code_has_a_page_with_both_examples(code: str) -> None:
    (page,) = (page for page in pages() if page.name == code)
    written = text_of(DOCS / "codes" / f"{code}.md")
    assert page.claim in written
    assert [f"## {heading}" in written for heading in page.sections] == [True] * 4
    examples = written.split("\n## Examples\n")[1]
    assert len(FENCE.findall(examples)) == 2
    assert examples.index("**Found:**") < examples.index("**Not found:**")
    assert f"[`{code}`]({code}.md)" in text_of(DOCS / "codes" / "index.md")


def test_no_page_stands_for_a_code_that_is_gone() -> None:
    there = {file.stem for file in (DOCS / "codes").glob("*.md")} - {"index"}
    assert there == {page.name for page in pages()}


def test_every_setting_is_documented() -> None:
    written = text_of(DOCS / "settings.md")
    default = Config()
    for section in fields(default):
        value = getattr(default, section.name)
        if is_dataclass(value):
            body = written.split(f"\n## [{section.name}]\n")[1].split("\n## ")[0]
            for key in fields(value):
                assert f"| `{key.name}` |" in body
    for page in pages():
        for name in page.thresholds:
            assert f"[`[thresholds.{page.name}]`](codes/{page.name}.md) | `{name}` |" in written


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_docs.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def shown_calls(page: Path) -> Iterator[str]:
    """What a page says to type: lines of its shell blocks, and code in its sentences."""
    written = text_of(page)
    for language, body in FENCE.findall(written):
        if language in ("", "sh"):
            for line in body.splitlines():
                yield line.partition("#")[0].strip()
    yield from SPAN.findall(FENCE.sub("", written))


@pytest.mark.parametrize("page", by_hand(), ids=short)
def test_commands_and_flags_on_a_page_exist(page: Path) -> None:
    for said in shown_calls(page):
        words = re.sub(r"^(\w+=\S+ |\S*\.venv/bin/|\$ )", "", said).split()
        if words[:1] != ["reflect"] or len(words) == 1 or words[1] in ("--help", "--version"):
            continue
        longest = " ".join(words[:3])
        names = re.sub(r"\breflect audit \w+\|[\w|]+", "reflect audit list", longest)
        call = next((c for c in (names, " ".join(words[:2])) if c in COMMANDS), None)
        assert call or names in ("reflect audit",), f"{said}: no such command"
        known = flags_of(call) if call else set()
        given = {word for word in words if word.startswith("--")}
        assert given <= known | {"--help"}, said


def test_make_targets_on_the_pages_exist_and_are_few() -> None:
    targets = set(re.findall(r"^([\w-]+):", text_of(ROOT / "Makefile"), re.M))
    assert len(targets) <= 10
    for page in by_hand():
        for said in shown_calls(page):
            if said.startswith("make "):
                names = [word for word in said.split()[1:] if "=" not in word]
                assert set(names) <= targets, f"{short(page)}: {said}"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text_of(page)), re.M)
    return {re.sub(r"[^\w\- ]", "", h.strip().lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", markdown_pages(), ids=short)
def test_no_relative_link_is_dead(page: Path) -> None:
    for target in LINK.findall(FENCE.sub("", text_of(page))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{short(page)}: {target}"
        if anchor:
            assert anchor in anchors(file), f"{short(page)}: {target}"


@pytest.mark.parametrize("page", by_hand(), ids=short)
def test_every_path_that_is_named_exists(page: Path) -> None:
    for said in SPAN.findall(FENCE.sub("", text_of(page))):
        top, slash, _ = said.partition("/")
        if (
            not slash
            or " " in said
            or said == "reflect/1"
            or top not in (*OURS, *resources.FOLDERS)
        ):
            continue
        base = resources.shipped(top).parent if top in resources.FOLDERS else ROOT
        base = PACKAGE.parent if top == "reflect" else base
        pattern = re.sub(r"<\w+>|NNNN|NN", "*", said.rstrip("/"))
        assert list(base.glob(pattern)), f"{short(page)}: {said}"


def test_the_detector_of_the_guide_does_what_its_cases_say() -> None:
    (body,) = re.findall(
        r"^```yaml\n(.*?)^```$", text_of(DOCS / "adding-a-detector.md"), re.M | re.S
    )
    never = notation.read_baseline(None)
    for case in yaml.safe_load_all(body):
        session = notation.read(case["session"], never)
        found = repeated_failure.detect(session, never, repeated_failure.THRESHOLDS)
        assert [f.key for f in found] == [want["key"] for want in case.get("findings", ())]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The screen of ``reflect demo`` at 80 columns, and the report it wrote."""
    home = tmp_path_factory.mktemp("demo")
    done = subprocess.run(
        [sys.executable, "-m", "reflect", "demo"],
        capture_output=True,
        text=True,
        env={"HOME": str(home), "REFLECT_HOME": str(home / "reflect"), "COLUMNS": "80"},
        cwd=home,
    )
    assert done.returncode == 0, done.stderr
    (report,) = (home / "reflect").rglob("reports/*/*.md")
    return {
        "reflect demo": done.stdout,
        "the report of reflect demo": report.read_text(encoding="utf-8"),
    }


@pytest.mark.parametrize("page", by_hand(), ids=short)
def test_every_excerpt_occurs_in_the_demo(page: Path, demo: dict[str, str]) -> None:
    for source, excerpt in EXCERPT.findall(text_of(page)):
        rest = demo[source].splitlines()
        for line in (line for line in excerpt.splitlines() if line.strip(" …")):
            assert line in rest, f"{short(page)}: not in {source}, or not in this order: {line}"
            rest = rest[rest.index(line) + 1 :]


def test_the_readme_shows_a_report_and_fits_on_few_screens() -> None:
    readme = text_of(ROOT / "README.md")
    (excerpt, *_) = EXCERPT.findall(readme)
    assert excerpt[0] == "reflect demo"
    assert readme.index("<!-- from: reflect demo -->") < readme.index("\n## ")
    assert len(readme.splitlines()) <= 150


def test_the_changelog_says_what_comes_next() -> None:
    body = text_of(ROOT / "CHANGELOG.md").split("\n## Unreleased\n")[1].split("\n## ")[0]
    assert re.search(r"^- \w", body, re.M)


def repository_files() -> list[Path]:
    """Files that are in git; all that are not hidden, where there is no git."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        listed = subprocess.run(
            [git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        names = [name for name in listed.stdout.split("\0") if name]
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    found = [f for name in ("tests", "scripts", "docs") for f in (ROOT / name).rglob("*.*")]
    return [file for file in found if file.is_file()]


def test_nothing_is_in_git_that_git_should_ignore() -> None:
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("no git here")
    listed = subprocess.run(
        [git, "ls-files", "--cached", "--ignored", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = listed.stdout.splitlines()
    assert not names, f"{len(names)} files, the first is {names[0]}"


def test_no_page_or_source_names_a_place_of_one_machine() -> None:
    place = re.compile(rb"(?<![\w./~*)}-])/(?:work|root)/")
    found = [
        short(file)
        for file in repository_files()
        if ".venv" not in file.parts
        and file.suffix in (".py", ".md", ".toml", ".sql", ".jinja", ".sh", ".yml", ".yaml", "")
        and place.search(file.read_bytes())
    ]
    assert found == []
