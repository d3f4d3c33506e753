"""A session as detectors see it, what it cost, and what its project's commands teach."""

import notation

from reflect.features import costs, quotes, verification
from reflect.features.session_features import build
from reflect.features.verification import TemplateOutcome
from reflect.model.redacted import seal
from reflect.model.vocabulary import Act, Tool

SESSION = """
user  find and fix the retry
task  look for retry
sub  bash  pytest -q
sub  read  deploy.py
edit  deploy.py
agent  Fixed.
user:correction  no
you  bash  git status
agent  Sorry.
"""


def test_steps_of_a_sub_agent_stand_where_it_was_started() -> None:
    session = notation.read(SESSION)
    assert [(s.call.tool, s.by_subagent) for s in session.steps] == [
        (Tool.TASK, False),
        (Tool.SHELL, True),
        (Tool.READ, True),
        (Tool.EDIT, False),
        (Tool.SHELL, False),
    ]
    assert [s.number for s in session.steps] == [0, 1, 2, 3, 4]


def test_turns_carry_their_acts_and_final_answers() -> None:
    session = notation.read(SESSION)
    assert [turn.act for turn in session.turns] == [Act.NEW_REQUEST, Act.CORRECTION]
    first = session.turns[0].final_answer
    assert first is not None
    assert first.text == "Fixed."


def test_an_answer_before_more_work_is_not_final() -> None:
    assert notation.read("user  go\nagent  Done.\nedit  a.py").turns[0].final_answer is None


def test_without_labels_acts_are_unknown() -> None:
    tree, _ = notation.read_tree(SESSION)
    assert {t.act for t in build(tree, notation.read_baseline(None)).turns} == {Act.OTHER}


def test_cost_counts_each_answer_once_and_caps_gaps() -> None:
    tree, _ = notation.read_tree(SESSION)
    assert costs.between(tree.root, 0, 5) == costs.Cost(50.0, 150)
    assert costs.active_seconds(["2026-11-02T09:00:00Z", "2026-11-02T13:00:00Z"]) == 120.0
    assert costs.active_seconds(["2026-11-02T09:00:00Z"]) is None
    assert costs.add([costs.Cost(None, 3), costs.Cost(2.0, None)]) == costs.Cost(2.0, 3)


def test_a_quote_is_cut_at_sentences_and_stands_in_the_text() -> None:
    text = seal("First line.\nYou did not run the tests. Always run them!\n" + "x" * 900)
    assert quotes.sentence(text, text.find("did")) == "You did not run the tests."
    assert len(quotes.sentence(text, len(text) - 1)) <= 300
    assert quotes.sentence(text, len(text) - 1) in text


LOOP = "user  go\nedit  a.py\nbash  ./ok all{}\nbash  git status\nbash  pytest -q | tail -3"


def test_a_session_teaches_what_ran_after_its_edits() -> None:
    passed = verification.material(notation.read_tree(LOOP.format(""))[0].root)
    failed = verification.material(notation.read_tree(LOOP.format("  fails"))[0].root)
    assert passed == {TemplateOutcome("ok *", passed=True, failed=False)}
    assert failed == {TemplateOutcome("ok *", passed=False, failed=True)}


def test_nothing_is_learned_before_an_edit() -> None:
    assert verification.material(notation.read_tree("user  go\nbash  ./ok all")[0].root) == set()
