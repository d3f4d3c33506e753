"""What attacks a terminal, a Markdown reader or a file system is shown and has no effect."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from reflect.errors import InternalError
from reflect.reports import sinks

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "sinks.jsonl").read_text(encoding="utf-8").splitlines()
]

VISIBLE_FORMAT = set("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u0890\u0891\u08e2")
"""Format characters that are drawn: Arabic number signs."""

HOSTILE = st.text(
    st.sampled_from("`~#*_-=+>|<&![](){}\\:/.@$^\n\t\r 1ab\x1b\x9b\u202e\u200b\U000e0041完é")
)


def inputs(sink: str) -> list[str]:
    return [vector["input"] for vector in VECTORS if vector["sink"] == sink]


def steers(text: str) -> list[str]:
    """Characters of the text that a terminal obeys or hides."""
    return [
        character
        for character in text
        if character not in "\n\t"
        and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs")
        and character not in VISIBLE_FORMAT
    ]


@pytest.mark.parametrize("text", inputs("terminal"))
def test_nothing_steers_a_terminal(text: str) -> None:
    shown = sinks.terminal(text)
    assert steers(shown) == []
    letters = [c for c in text if c.isascii() and c.isprintable()]
    assert all(letter in shown for letter in letters)


@settings(deadline=None)
@given(st.text() | st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Mn"])))
def test_no_input_steers_a_terminal(text: str) -> None:
    shown = sinks.terminal(text)
    assert steers(shown) == []
    assert sinks.terminal(shown) == shown
    shown.encode("utf-8")


def test_ordinary_text_of_any_script_stays() -> None:
    text = "Größe: 5 µs –完了 ✅ ❤️ café\tпривет\nשלום"
    assert sinks.terminal(text) == text


def render(text: str) -> list[Token]:
    """Tokens as GitHub's dialect reads them: tables, strikethrough and bare links on."""
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return reader.parse(text)


def kinds(tokens: list[Token]) -> set[str]:
    found = {token.type for token in tokens}
    for token in tokens:
        found |= kinds(token.children or [])
    return found


PLAIN = {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}


@pytest.mark.parametrize("text", inputs("markdown"))
def test_inline_makes_no_element(text: str) -> None:
    assert kinds(render(sinks.inline(text))) <= PLAIN


@pytest.mark.parametrize("text", inputs("markdown"))
def test_inline_makes_no_element_below_a_paragraph(text: str) -> None:
    assert kinds(render(f"above\n{sinks.inline(text)}")) <= {*PLAIN, "softbreak"}


@settings(deadline=None)
@given(HOSTILE)
def test_inline_shows_the_text_itself(text: str) -> None:
    tokens = render(f"x {sinks.inline(text)} y")
    assert kinds(tokens) <= PLAIN
    shown = "".join(t.content for t in (tokens[1].children or []))
    assert shown == f"x {sinks.one_line(text)} y"


def test_inline_makes_no_bare_link() -> None:
    assert sinks.inline("see http://evil.test, www.evil.test, a@evil.test") == (
        "see http\\://evil.test, www\\.evil.test, a\\@evil.test"
    )


@pytest.mark.parametrize("text", inputs("markdown") + inputs("terminal"))
def test_a_fence_holds_the_text_and_ends(text: str) -> None:
    tokens = render(f"{sinks.fence(text)}\n\nafter")
    assert [t.type for t in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert tokens[0].info == "text"


@settings(deadline=None)
@given(HOSTILE)
def test_a_fence_cannot_be_left(text: str) -> None:
    tokens = render(f"{sinks.fence(text)}\n\nafter")
    assert [t.type for t in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert tokens[0].content.rstrip("\n") == sinks.terminal(text).strip("\n")
    assert steers(sinks.fence(text)) == []


@settings(deadline=None)
@given(HOSTILE)
def test_a_code_span_cannot_be_left(text: str) -> None:
    tokens = render(f"x {sinks.code(text)} y")
    children = tokens[1].children or []
    wanted = sinks.one_line(text)
    spans = [child.content for child in children if child.type == "code_inline"]
    assert spans == ([wanted] if wanted else [])
    assert kinds(tokens) <= {*PLAIN, "code_inline"}


@pytest.mark.parametrize("name", inputs("filename"))
def test_data_never_names_a_file(name: str) -> None:
    with pytest.raises(InternalError) as raised:
        sinks.file_name(name)
    assert not name.strip(". ") or name not in raised.value.message


@settings(deadline=None)
@given(st.text())
def test_a_file_name_is_one_that_every_system_takes(name: str) -> None:
    try:
        assert re.fullmatch(r"[0-9A-Za-z_-]{1,64}", sinks.file_name(name))
    except InternalError:
        return


def test_run_ids_are_file_names() -> None:
    assert sinks.file_name("run_01kb8q3x7v5h2m9c4d6f8g1j3k") == "run_01kb8q3x7v5h2m9c4d6f8g1j3k"
