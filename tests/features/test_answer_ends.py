"""How an answer opens and closes: concessions, questions and offers, in every language."""

import pytest

from reflect.features.answer_ends import asks, closing, concedes, opening

CONCESSIONS = [
    "You're right, the total is wrong.",
    "You’re absolutely right.",
    "Good catch! Line 4 is off.",
    "I apologize for the confusion.",
    "Sorry, I misread the file.",
    "Du hast recht, das fehlt.",
    "Tu as raison, je corrige.",
    "Tienes razón.",
    "Você tem razão.",
    "Hai ragione.",
    "Je hebt gelijk.",
    "Masz rację.",
    "Вы правы, я ошибся.",
    "Haklısın.",
    "申し訳ありません。",
    "죄송합니다.",
    "你说得对。",
    "抱歉，我理解错了。",
]

NO_CONCESSIONS = [
    "Good question. The total is computed in cart.py.",
    "Sure, I'll add it.",
    "Here is the list.",
    "```\nsorry\n```",
    'The page says "sorry" when it is empty.',
    "The file holds three parts. " + "It is long. " * 30 + "You're right.",
]

QUESTIONS = [
    "The list works. Want me to add a test?",
    "Two options.\n\nWhich one do you prefer?",
    "If you want, I can also add a test.",
    "Soll ich das auch testen?",
    "Veux-tu que je continue ?",
    "進めますか？",
    "계속할까요?",
    "需要我继续吗？",
]

NO_QUESTIONS = [
    "The list works.",
    "Why did it fail? The path was wrong.\n\nI changed it and the list works.",
    "```\nready?\n```",
    "",
]


@pytest.mark.parametrize("text", CONCESSIONS)
def test_an_answer_that_concedes(text: str) -> None:
    assert concedes(text)


@pytest.mark.parametrize("text", NO_CONCESSIONS)
def test_an_answer_that_does_not_concede(text: str) -> None:
    assert not concedes(text)


@pytest.mark.parametrize("text", QUESTIONS)
def test_an_answer_that_asks(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize("text", NO_QUESTIONS)
def test_an_answer_that_does_not_ask(text: str) -> None:
    assert not asks(text)


def test_an_offer_wants_a_yes_and_an_open_question_more() -> None:
    assert not closing("The list works. Want me to add a test?").asks_openly
    assert closing("Two ways.\n\nWhich one do you prefer?").asks_openly
    assert closing("Zwei Wege.\n\nWelche Variante soll ich nehmen?").asks_openly


def test_how_an_answer_opens() -> None:
    assert opening("Good idea, I'll add it.").agrees
    assert opening("I see the problem, the lock is missing.").repairs
    assert not opening("The lock is taken in open().").repairs
