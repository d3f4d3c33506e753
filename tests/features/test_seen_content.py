"""What shows the content of a file, and what only names it."""

import notation
import pytest

from reflect.features import seen_content

SHOWING = {
    "cat": "bash  cat src/cart.py",
    "a folder entered before": "bash  cd src && sed -n 1,9p cart.py",
    "a line that fails later": "bash  cat src/cart.py && pytest  fails\n| 1 failed",
    "a loop": 'bash  for f in src/*.py; do cat "$f"; done\n| == src/cart.py',
    "a search": "bash  rg total\n| src/cart.py:3:total = sum(items)",
    "a search behind a pipe": "bash  ls src/* | xargs grep tot\n| src/cart.py:total = sum(items)",
    "a search in one file": "bash  grep total src/cart.py\n| total = sum(items)",
    "a diff": "bash  git diff\n| +++ b/src/cart.py\n| +total = 0",
    "an old version": "bash  git show HEAD:src/cart.py",
    "a history with patches": "bash  git log -p -1\n| +++ b/src/cart.py",
    "a script": "bash  python - <<'EOF'\n> print(open('src/cart.py').read())\n> EOF",
    "a one-liner": "bash  node -e \"console.log(fs.readFileSync('src/cart.py', 'utf8'))\"",
    "a heredoc": "bash  cat > src/cart.py <<'EOF'\n> total = 0\n> EOF",
    "echo": "bash  echo 'total = 0' > src/cart.py",
    "sed in place": "bash  sed -i s/a/b/ src/cart.py",
    "a rename after a read": "read  src/basket.py\nbash  git mv src/basket.py src/cart.py",
    "a tool of a server": "mcp  src/cart.py",
    "a write": "write  src/cart.py",
    "a search tool": "grep  total\n| src/cart.py:\n|   Line 3: total = sum(items)",
}
NAMING = {
    "a listing": "bash  ls src | head -20\n| cart.py",
    "find": "bash  find . -name cart.py | head\n| ./src/cart.py",
    "a listing that is searched": "bash  git ls-files | grep cart\n| src/cart.py",
    "names of matches": "bash  grep -rl total src\n| src/cart.py",
    "another line of a search": "bash  rg count\n| src/cart.py:1:count = start()",
    "another line of a search tool": "grep  count\n| src/cart.py:1:count = start()",
    "names from a search tool": "grep  total\n| Found 1 file\n| src/cart.py",
    "a list of changed files": "bash  git diff --stat\n| src/cart.py | 2 +-",
    "a history": "bash  git log --oneline -- src/cart.py\n| 1a2b3c4 cart.py sums",
    "a commit message": "bash  git commit -F - <<'EOF'\n> src/cart.py sums\n> EOF",
    "another program's -p": "bash  mkdir -p src && touch src/cart.py",
    "a run": "bash  python src/cart.py",
    "a download": "bash  curl -s localhost/cart > src/cart.py",
    "a rename of a file that was not read": "bash  git mv src/basket.py src/cart.py",
    "a missing file": "bash  cat src/cart.py  fails\n| cat: src/cart.py: No such file or directory",
    "a list of what to do": "todo  mend src/cart.py: doing",
    "a namesake": "read  orders/cart.py",
    "another ending": "bash  cat src/cart.pyi",
    "a failed read": "read  src/cart.py  fails\n| too large",
}


def seen(before: str) -> bool:
    told = f"user  go on\n{before}\nedit  ~/shop/src/cart.py\n- total = sum(items)\n- count = 3"
    session = notation.read(told)
    return seen_content.seen_before(session, session.steps[-1], "~/shop/src/cart.py")


@pytest.mark.parametrize("before", SHOWING.values(), ids=SHOWING)
def test_content_was_seen(before: str) -> None:
    assert seen(before)


@pytest.mark.parametrize("before", NAMING.values(), ids=NAMING)
def test_a_name_is_no_content(before: str) -> None:
    assert not seen(before)


def test_what_comes_later_was_not_seen_before() -> None:
    session = notation.read("user  go on\nedit  src/cart.py\nread  src/cart.py")
    assert not seen_content.seen_before(session, session.steps[0], "src/cart.py")


@pytest.mark.parametrize(
    ("printed", "old", "expected"),
    [
        ("total = sum(items)", "total = sum(items)", True),
        ("total = sum(items)", "total = sum(items)\n- count = len(items)", False),
        ("}", "}", False),
    ],
)
def test_text_was_seen_when_all_telling_lines_were(printed: str, old: str, expected: bool) -> None:
    session = notation.read(f"user  go on\nbash  pytest\n| E {printed}\nedit  src/cart.py\n- {old}")
    assert seen_content.text_seen_before(session, session.steps[-1]) is expected
