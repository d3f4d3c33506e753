"""A file of tests is told by its name, and by the interpreter that runs it."""

import pytest

from reflect.features.commands import parse
from reflect.features.test_selection import runs_test_file


@pytest.mark.parametrize(
    "line",
    [
        "python3 test_cart.py",
        "python -u tests/test_cart.py -v",
        "node --test cart.test.js",
        "ruby test/cart_test.rb",
        "php tests/CartTest.php",
        "bash test_install.sh",
        "deno cart_test.ts",
    ],
)
def test_a_file_of_tests_is_run(line: str) -> None:
    assert runs_test_file(parse(line)[0])


@pytest.mark.parametrize(
    "line",
    ["python3 cart.py", "python3 -c 'print(1)'", "cat test_cart.py", "python3", "node latest.js"],
)
def test_something_else_is_run(line: str) -> None:
    assert not runs_test_file(parse(line)[0])
