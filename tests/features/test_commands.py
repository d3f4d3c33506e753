"""Shell lines as commands: cut where a shell cuts, named so that equal commands are equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.features.commands import parse
from reflect.features.programs import CommandKind
from reflect.features.shell_lines import split


def templates(line: str) -> list[str]:
    return [command.template for command in parse(line)]


def kinds(line: str) -> list[str]:
    return [command.kind.value for command in parse(line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a && b || c; d | e\nf", ["a", "b", "c", "d", "e", "f"]),
        ("echo 'a && b; c'", ["echo *"]),
        ('git commit -m "one; two && three"', ["git commit -m *"]),
        ("cat > a.py <<'EOF'\nimport x; y && z\nEOF\npython a.py", ["cat", "python *"]),
        (
            "gh pr create --body \"$(cat <<'EOF'\nfix: 1) don't\ngit push\nEOF\n)\"",
            ["gh pr create --body *", "cat"],
        ),
        ("cd x && FOO=1 sudo -u me npm run test:unit", ["cd *", "npm run test:unit"]),
        ("bash -c 'make lint && make test'", ["make lint", "make test"]),
        ("timeout 60 uv run --extra dev python3 -m pytest -q tests", ["pytest -q *"]),
        ("git -C /repo push --force origin main", ["git push --force *"]),
        ("docker compose exec app bundle exec rspec spec/a.rb", ["rspec *"]),
        ("find . -name '*.py' | xargs grep foo", ["find -name *", "grep *"]),
        ("if [ -f x ]; then cat x; else touch x; fi", ["[ -f *", "cat *", "touch *"]),
        ("ls # && rm -rf /", ["ls"]),
        ("tail -20 a; tail -30 a", ["tail *", "tail *"]),
        ("python3.11 a.py", ["python *"]),
        ("cmake --build build -j4", ["cmake --build -j4 *"]),
        ("cmake", ["cmake"]),
        ("sudo service nginx restart", ["service *"]),
        ("docker-compose exec web npm test", ["npm test"]),
        ("pnpm -F web test", ["pnpm test"]),
        ("yarn workspace web test", ["yarn test"]),
        ('cmd /c "npm test && git push"', ["npm test", "git push"]),
        ('powershell -NoProfile -Command "npm test; git push"', ["npm test", "git push"]),
        ("sed -i s/\\.\\/a/b/ x.ts", ["sed -i *"]),
        ("/usr/bin/env node a.js", ["node *"]),
    ],
)
def test_templates(line: str, expected: list[str]) -> None:
    assert templates(line) == expected


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("pytest -q", "verify"),
        ("npm run build", "verify"),
        ("pnpm test", "verify"),
        ("bun run test", "verify"),
        ("mise run test:ci", "verify"),
        ("go vet ./...", "verify"),
        ("npx tsc --noEmit", "verify"),
        ("./gradlew test", "verify"),
        ("cargo t", "verify"),
        ("pixi run test", "verify"),
        ("hatch run test", "verify"),
        ("pdm run lint", "verify"),
        ("lein test", "verify"),
        (".\\gradlew.bat test", "verify"),
        ("C:\\tools\\pytest.exe -q", "verify"),
        ("npm.cmd run build", "verify"),
        ("py -3 -m pytest -q", "verify"),
        ("python -X dev -m mypy .", "verify"),
        ("Start-Sleep -Seconds 5", "sleep"),
        ("timeout /t 5", "sleep"),
        ("Invoke-WebRequest http://localhost:3000", "probe"),
        ("Remove-Item -Recurse dist", "mutate"),
        ("hg push", "outward"),
        ("./gradlew publish", "outward"),
        ("dotnet nuget push a.nupkg", "outward"),
        ("rsync -a dist/ me@example.org:/srv/www", "outward"),
        ("rsync -a dist/ /mnt/backup", "mutate"),
        ("python manage.py migrate", "run"),
        ("./build.sh", "run"),
        ("git status", "status"),
        ("gh pr view 3", "status"),
        ("node --version", "status"),
        ("git push", "outward"),
        ("git push --dry-run", "status"),
        ("npm publish", "outward"),
        ("kubectl apply -f x.yaml", "outward"),
        ("kubectl get pods", "status"),
        ("make deploy", "outward"),
        ("npm run deploy:prod", "outward"),
        ("./scripts/deploy.sh", "outward"),
        ("sed -n 1,5p a", "read"),
        ("sed -i s/a/b/ a", "mutate"),
        ("rm -rf x", "mutate"),
        ("git checkout -- a.py", "mutate"),
        ("pip install x", "install"),
        ("curl -s localhost", "probe"),
        ("sleep 5", "sleep"),
        ("cd x", "shell"),
        ("frobnicate x", "other"),
    ],
)
def test_kinds(line: str, kind: str) -> None:
    assert kinds(line) == [kind]


def test_loops_and_substitutions_are_marked() -> None:
    found = parse('until [ "$(curl -s localhost)" = ok ]; do sleep 1; done; echo up')
    assert [(c.program, c.loop and c.loop.kind, c.nested) for c in found] == [
        ("[", "until", False),
        ("curl", "until", True),
        ("sleep", "until", False),
        ("echo", None, False),
    ]


def test_two_loops_are_two() -> None:
    line = "for i in 1 2; do a; done; bash -c 'while true; do b; done'; until c; do d; done"
    numbers = [c.loop.number for c in parse(line) if c.loop and c.program in "abcd"]
    assert len(set(numbers)) == 3


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        ("make test", [False]),
        ("make test || true", [True, False]),
        ("make test | tail -5", [True, False]),
        ("set -o pipefail; make test | tail -5", [True, False, False]),
        ("make test; echo done", [True, False]),
        ("make test && echo done", [False, False]),
    ],
)
def test_lost_exit_codes(line: str, masked: list[bool]) -> None:
    assert [c.masks_exit for c in parse(line)] == masked


def test_background_assignments_and_writes() -> None:
    (command,) = parse("PORT=1 node server.js > out.log 2>&1 &")
    assert command.background
    assert command.assignments == ("PORT",)
    assert command.writes == ("out.log",)
    assert command.kind is CommandKind.RUN


@given(st.text(alphabet="ab '\"\\$(){}<>|&;\n#`=-EOF[]", max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    parse(text)
    split(text)
