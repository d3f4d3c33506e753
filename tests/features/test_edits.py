"""Files that a call changes: by tools, patches and shell lines."""

import json
from dataclasses import replace

import notation
import pytest

from reflect.features import edits
from reflect.features.edits import FileKind, file_kind
from reflect.features.session_features import Step
from reflect.model.redacted import seal


def step(line: str) -> Step:
    return notation.read(f"user  go\n{line}").steps[0]


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("edit  src/a.py", ["src/a.py"]),
        ("read  src/a.py", []),
        ("bash  sed -i 's/a/b/' src/a.py src/b.py", ["src/a.py", "src/b.py"]),
        ("bash  echo x > a.txt && cat b.txt", ["a.txt"]),
        ("bash  make test > /dev/null 2>&1", []),
        ("bash  mv a.py b.py", ["a.py", "b.py"]),
        ("bash  git checkout -- a.py", ["a.py"]),
        ("bash  git stash", [""]),
        ("bash  git status", []),
    ],
)
def test_paths(line: str, paths: list[str]) -> None:
    assert [change.path for change in step(line).changes] == paths


def test_a_patch_names_its_files() -> None:
    call = step("edit  x").call
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** Add File: b.md\n+x\n"
    call = replace(
        call, name="apply_patch", path=None, arguments=seal(json.dumps({"patchText": patch}))
    )
    assert [(c.path, c.kind, c.whole) for c in edits.changes(call, ())] == [
        ("src/a.py", FileKind.SOURCE, False),
        ("b.md", FileKind.DOCUMENT, True),
    ]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("src/app.tsx", FileKind.SOURCE),
        ("docs/a.md", FileKind.DOCUMENT),
        ("package.json", FileKind.CONFIGURATION),
        ("Dockerfile", FileKind.CONFIGURATION),
        ("/tmp/try.py", FileKind.SCRATCH),
        ("C:\\src\\a.cs", FileKind.SOURCE),
    ],
)
def test_kinds_of_files(path: str, kind: FileKind) -> None:
    assert file_kind(path) is kind


def test_comments_only() -> None:
    comment = "edit  a.py\n- # one\n- x = 1\n+ # two\n+ x = 1"
    code = "edit  a.py\n- # one\n- x = 1\n+ # one\n+ x = 2"
    assert edits.comments_only(step(comment).call)
    assert not edits.comments_only(step(code).call)
    assert not edits.comments_only(step("bash  true").call)
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-# a\n+# b\n"
    call = replace(step("edit  x").call, arguments=seal(json.dumps({"patchText": patch})))
    assert edits.comments_only(call)
