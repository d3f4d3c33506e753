"""What is taken for pasted and what is left as the human's own words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.features.own_words import LIMIT, READ_LIMIT, split

PASTED = {
    "added lines of a diff": (
        "+    // Total holds the tax.\n+    // It is rounded.\nsay that better",
        "diff",
        "Total holds the tax",
    ),
    "a fenced block": (
        "see this\n```py\nraise Wrong()\n```\nplease",
        "code",
        "raise Wrong()",
    ),
    "an unclosed fence": ("look:\n```\nstill broken\nend", "code", "still broken"),
    "a fence in one line": ("why ```x = broken``` here", "code", "x = broken"),
    "a quoted line": ("> all tests pass\nno they do not", "quote", "all tests pass"),
    "a quotation of many words": (
        'you wrote "the cache never expires in this mode" yesterday',
        "quote",
        "never expires",
    ),
    "a German quotation": (
        "du schreibst „der Cache läuft hier niemals ab“ im Text",
        "quote",
        "niemals",
    ),
    "a Japanese quotation": (
        "「このキャッシュは決して期限切れになりません」とは何ですか",
        "quote",
        "期限切れ",
    ),
    "a Python trace": (
        (
            "after the change:\n\nTraceback (most recent call last):\n"
            '  File "a.py", line 1, in <module>\nKeyError: 1\n\nwhat now'
        ),
        "trace",
        "KeyError",
    ),
    "a JavaScript trace": (
        "it says\n\nTypeError: x is undefined\n    at run (app.js:3:1)\n    at main (app.js:9:2)",
        "trace",
        "app.js:3:1",
    ),
    "a log": (
        "this happens\n\n2026-01-02T10:00:00Z worker started\n2026-01-02T10:00:01Z worker failed",
        "log",
        "worker failed",
    ),
    "npm output": ("hm\n\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 1", "log", "ELIFECYCLE"),
    "compiler output": ("src/a.ts:3:5: error TS2304: Cannot find name 'q'.", "log", "Cannot"),
    "a terminal": (
        "when running:\n$ tool --list\nno entries, something is wrong\n\ncan you look",
        "console",
        "no entries",
    ),
    "a diff": (
        "this part:\n\ndiff --git a/x b/x\n@@ -1,2 +1,2 @@\n-old wrong\n+new\n\nwhy",
        "diff",
        "old wrong",
    ),
    "a diff without a header": (
        "what is it for?\n\n-    value = broken(1)\n+    value = fixed(1)",
        "diff",
        "broken(1)",
    ),
    "JSON": ('the answer\n\n{\n  "error": "wrong",\n  "code": 4\n}', "code", '"error"'),
    "code without a fence": (
        "use\n\nconst a = wrong();\nconst b = a + 1;\nrun(b);",
        "code",
        "wrong()",
    ),
    "a tag": ("look at <screenshot>broken</screenshot> this", "tag", "broken"),
    "a placeholder of the client": (
        "fix [Pasted text #1 +20 lines] please",
        "placeholder",
        "Pasted text",
    ),
}

OWN = {
    "a list": "please\n- add a page\n- remove the old one\n- don't touch the tests",
    "a numbered list": "1. write it\n2. test it\n3. commit",
    "a short quotation": 'call it "basket" and not "cart"',
    "inline code": "use `pnpm` instead of `npm`",
    "a path": "the file src/app/main.ts is wrong",
    "one line with a semicolon": "first the tests; then the code",
    "an arrow": "cart -> basket -> order, in this order",
    "a comparison": "if a > b it should stop, if a < b it goes on",
    "an inch sign": 'the 14" screen is too small and the 16" one is fine',
    "a plus": "+1 for the second option\nand -1 for the first",
    "several lines": "the page is wrong\nthe button is missing\nfix both",
}


@pytest.mark.parametrize("name", PASTED)
def test_pasted_text_is_taken_out(name: str) -> None:
    text, kind, sample = PASTED[name]
    read = split(text)
    assert kind in read.kinds, read
    assert sample in read.pasted, read
    assert sample not in read.words, read
    assert 0 < read.pasted_share <= 1


@pytest.mark.parametrize("name", OWN)
def test_own_words_stay_whole(name: str) -> None:
    read = split(OWN[name])
    assert read.words == OWN[name]
    assert read.kinds == ()
    assert read.pasted == ""
    assert read.pasted_share == 0


def test_the_line_that_introduces_a_paste_stays() -> None:
    read = split("since your change:\nERROR: relation missing\nFATAL: giving up")
    assert read.words == "since your change:"
    assert read.kinds == ("log",)


def test_words_around_a_paste_stay() -> None:
    read = split("before it\n\n```\nx\n```\n\nafter it")
    assert "before it" in read.words
    assert "after it" in read.words


def test_kinds_stand_once_in_order_of_appearance() -> None:
    read = split("```\na\n```\n\n> quoted line\n\n```\nb\n```")
    assert read.kinds == ("code", "quote")


def test_share_of_a_turn_that_is_all_paste() -> None:
    assert split("```\nall of it\n```").pasted_share == 1.0
    assert split("").pasted_share == 0.0


def test_long_own_words_keep_head_and_tail() -> None:
    read = split("head " + "word " * 2_000 + "tail")
    assert len(read.words) <= LIMIT
    assert read.words.startswith("head")
    assert read.words.endswith("tail")


def test_a_huge_turn_is_read_at_its_ends() -> None:
    read = split("start\n" + "x" * (4 * READ_LIMIT) + "\nend")
    assert read.words.startswith("start")
    assert read.words.endswith("end")


@given(st.text(alphabet="ab `>\"'-+@$\n:;{}<>/.!?0「」»«", max_size=400))
def test_any_text_is_split_without_loss_of_bounds(text: str) -> None:
    read = split(text)
    assert 0 <= read.pasted_share <= 1
    assert len(read.words) <= max(LIMIT, len(text))
    assert bool(read.pasted.strip()) <= bool(read.kinds)
