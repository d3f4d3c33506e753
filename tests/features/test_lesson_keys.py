"""One lesson, one key, in any language; opposite lessons never share one."""

import pytest

from reflect.features.lesson_keys import asks_for, broken_lesson, lesson, telling_sentence
from reflect.model.vocabulary import Polarity


def key(text: str, *used: str) -> str:
    found = lesson(text, used)
    assert found is not None
    return found.key


@pytest.mark.parametrize(
    "text",
    [
        "use pnpm, not npm",
        "please use pnpm instead of npm",
        "Again npm! This is a pnpm project.",
        "This repo uses pnpm. Never run npm here.",
        "nimm pnpm statt npm",
        "utilise pnpm, pas npm",
        "usa pnpm en vez de npm",
        "используй pnpm, а не npm",
        "npm değil, pnpm kullan",
        "npmではなくpnpmを使ってください",
        "npm 말고 pnpm 써",
        "不要用npm，用pnpm",
    ],
)
def test_a_choice_of_tools(text: str) -> None:
    assert key(text) == "package-manager:pnpm>npm"


def test_only_a_tool_just_used_was_broken() -> None:
    assert broken_lesson("use pnpm, not npm", ["npm"]) == lesson("use pnpm, not npm", ["npm"])
    assert broken_lesson("use pnpm, not npm", ["git"]) is None
    assert broken_lesson("No, the export of orders must keep its header row.", ["npm"]) is None


def test_the_opposite_choice_has_another_key() -> None:
    assert key("use npm, not pnpm") == "package-manager:npm>pnpm"


def test_one_side_is_told_by_what_the_agent_ran() -> None:
    assert key("I told you to use pnpm", "npm", "git") == "package-manager:pnpm>npm"
    assert key("use pnpm", "git") == "package-manager:pnpm"
    assert key("don't use npm", "npm") == "package-manager:>npm"


@pytest.mark.parametrize(
    "text",
    [
        "You did not run the tests.",
        "again, run the test suite before saying it works",
        "why didn't you run the linter?",
        "No, again: run the tests before claiming it works. And search the rest of the code.",
        "Du hast die Tests nicht ausgeführt",
        "Du hast die Tests nicht laufen lassen",
        "you said so without a single test run",
        "tu n'as pas lancé les tests, lance toujours les tests",
        "no ejecutaste los tests",
        "você não rodou os testes",
        "ты не запустил тесты",
        "テストを実行していない",
        "테스트 안 돌렸잖아",
        "你没有运行测试",
    ],
)
def test_run_checks(text: str) -> None:
    assert key(text) == "run-checks-before-done"


@pytest.mark.parametrize(
    "text",
    ["don't run the tests", "bitte keine Tests ausführen", "не запускай тесты", "不要运行测试"],
)
def test_running_nothing_is_another_lesson(text: str) -> None:
    found = lesson(text)
    assert found is not None
    assert (found.key, found.polarity) == ("no-checks-unless-asked", Polarity.FORBID)


@pytest.mark.parametrize(
    "text",
    [
        "you should have checked the rest of the codebase too",
        "check the other places that use it",
        "that is one of three, fix all of them",
        "you only fixed one, look everywhere in the repo and change all usages",
        "prüf auch den Rest des Codes",
        "revisa el resto del código",
        "他の箇所も直して",
        "다른 곳도 고쳐",
        "其他地方也要改",
    ],
)
def test_all_places(text: str) -> None:
    assert key(text) == "all-places"


@pytest.mark.parametrize(
    "text",
    [
        "I only asked a question",
        "It was a question, I want your opinion",
        "STOP. Don't change anything, just answer the question",
        "das war nur eine Frage",
        "solo preguntaba",
        "я просто спросил",
        "質問しただけです",
        "我只是问一下",
    ],
)
def test_answer_only(text: str) -> None:
    assert key(text) == "answer-only-when-asked"


def test_other_lessons_are_their_first_content_words() -> None:
    assert key("No, the export of orders must keep its header row.") == (
        "words:not export orders keep header row"
    )
    assert key("see https://example.org/a/b and /srv/app/main, run42 loses rows") == (
        "words:see loses rows"
    )
    assert key("Never delete build/") == key("never, ever delete the build")
    assert key("always delete the build") != key("never delete the build")


def test_pasted_text_teaches_nothing() -> None:
    assert lesson("```\nuse pnpm, not npm\n```") is None
    assert lesson("") is None


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("you did not run the tests", True),
        ("Did you even start pytest? Run the tests before you report back.", True),
        ("run the tests first", False),
        ("You missed the receipt, look for all places", True),
        ("rename it in all places", False),
        ("Du hast die Tests nicht laufen lassen", True),
    ],
)
def test_blame_is_told_apart_from_a_wish(text: str, broken: bool) -> None:
    found = lesson(text)
    assert found is not None
    assert found.named
    assert found.broken is broken
    assert broken_lesson(text) == (found if broken else None)


def test_the_sentence_that_teaches_is_quoted() -> None:
    text = "It fails. You did not run the tests, did you? They are red."
    assert telling_sentence(text, lesson(text)) == "You did not run the tests, did you?"
    text = "No. Not like that. The button belongs below the list."
    assert telling_sentence(text, lesson(text)) == "The button belongs below the list."
    text = "Again, this is not correct: The table lists the orders."
    assert telling_sentence(text, lesson(text)).startswith("Again, this is not correct")


@pytest.mark.parametrize(
    "text",
    [
        "use uv, never pip",
        "Always run scripts with uv.",
        "nimm pip nicht, verwende uv",
        "utilise uv s'il te plaît",
        "uvを使って",
        "用uv",
    ],
)
def test_a_tool_is_asked_for(text: str) -> None:
    assert asks_for(text, "uv")


@pytest.mark.parametrize(
    "text",
    [
        "don't use uv",
        "use pip, not uv",
        "do we use uv?",
        "uv is a fast tool",
        "use uvicorn",
        "use the folder /opt/uv/bin",
        "",
    ],
)
def test_a_tool_is_not_asked_for(text: str) -> None:
    assert not asks_for(text, "uv")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("не угадывай", "no-guessing"),
        ("сначала прочитай файл", "read-before-editing"),
        ("ничего не меняй, я только спросил", "answer-only-when-asked"),
        ("не публикуй ничего без меня", "ask-before-push-or-publish"),
        ("ЗАПУСКАЙ СНАЧАЛА ТЕСТЫ", "run-checks-before-done"),
    ],
)
def test_russian_words_with_the_letter_short_i(text: str, expected: str) -> None:
    assert key(text) == expected
