"""What models answered is kept apart from what rules found, and never sent or counted twice."""

from dataclasses import replace
from pathlib import Path

from reflect.model.judgement import ModelCall
from reflect.model.model_request import Finish, ProviderFacts, Reply
from reflect.model.redacted import seal
from reflect.model.run_vocabulary import Action, Consent, Destination, Outcome, PromptPurpose
from reflect.model.sent_prompt import SentPrompt
from reflect.model.vocabulary import Method
from reflect.warehouse import open_warehouse
from tests.warehouse.test_saved_results import analysed, finding
from tests.warehouse.warehouse_builders import load, message, session

FACTS = ProviderFacts("home", "ollama", "small:1b", "localhost", Destination.LOOPBACK)


def test_a_reply_comes_back_and_a_later_one_takes_its_place(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        warehouse.models.keep_reply("k", seal("first"), Reply("first", Finish.LENGTH, None, 3))
        warehouse.models.keep_reply("k", seal("second"), Reply("second", Finish.STOP, 2**60, 4))
    with open_warehouse(path, write=False) as warehouse:
        assert warehouse.models.reply("k") == Reply("second", Finish.STOP, None, 4)
        assert warehouse.models.reply("other") is None


def test_a_mode_belongs_to_one_end_point(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        warehouse.models.keep_mode(FACTS, "json_schema")
        warehouse.models.keep_mode(FACTS, "plain")
        assert warehouse.models.mode(FACTS) == "plain"
        assert warehouse.models.mode(replace(FACTS, model="large:70b")) is None


def test_sessions_of_our_own_are_known_by_agent_and_id(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        warehouse.models.keep_own_session("opencode", "ses_1")
    with open_warehouse(path, write=False) as warehouse:
        assert warehouse.models.own_sessions("opencode") == {"ses_1"}
        assert warehouse.models.own_sessions("codex") == frozenset()


def test_calls_are_kept_by_hash_and_size_and_nothing_is_agreed_to_what_was_not_sent(
    path: Path,
) -> None:
    sent = ModelCall(PromptPurpose.SWEEP, b"the words of a session", False, 10, 2)
    cached = ModelCall(PromptPurpose.ADJUDICATE, b"other words", True, None, None)
    with open_warehouse(path, write=True) as warehouse:
        warehouse.models.keep_calls("run_1", FACTS, Consent.FLAG, [(sent, "a1"), (cached, "b2")])
        _, rows = warehouse.sql("SELECT * FROM model_call ORDER BY purpose")
    assert [row[1:7] for row in rows] == [
        ("adjudicate", "b2", len(cached.body), True, None, None),
        ("sweep", "a1", len(sent.body), False, 10, 2),
    ]
    assert [row[-2:] for row in rows] == [("not_needed", 11), ("flag", 22)]
    assert b"the words of a session" not in path.read_bytes()


def test_what_a_run_sent_is_known_after_it_was_killed_and_told_once(path: Path) -> None:
    call = ModelCall(PromptPurpose.NAME, "über".encode(), False, None, None)
    with open_warehouse(path, write=True) as warehouse:
        for run in ("run_killed", "run_ended"):
            warehouse.begin_run(run, Action.REVIEW)
            warehouse.models.keep_sent(run, FACTS, Consent.INTERACTIVE, call, f"of {run}")
        warehouse.end_run("run_ended", Outcome.COMPLETED)
    told = SentPrompt(
        PromptPurpose.NAME,
        "of run_killed",
        4,
        "small:1b",
        Destination.LOOPBACK,
        Consent.INTERACTIVE,
    )
    with open_warehouse(path, write=True) as warehouse:
        assert warehouse.models.sent_by_killed_runs() == {"run_killed": [told]}
        warehouse.end_run("run_killed", Outcome.INTERRUPTED)
        assert warehouse.models.sent_by_killed_runs() == {}


def test_what_became_of_requests_takes_the_place_of_their_sending(path: Path) -> None:
    call = ModelCall(PromptPurpose.NAME, b"words", False, None, None)
    with open_warehouse(path, write=True) as warehouse:
        warehouse.models.keep_sent("run_1", FACTS, Consent.FLAG, call, "a1")
        warehouse.models.keep_sent("run_2", FACTS, Consent.FLAG, call, "a1")
        warehouse.models.keep_calls(
            "run_1", FACTS, Consent.FLAG, [(replace(call, tokens_in=7), "a1")]
        )
        _, rows = warehouse.sql("SELECT run, tokens_in FROM model_call ORDER BY run")
    assert rows == [("run_1", 7), ("run_2", None)]


def test_suggestions_stand_apart_keep_their_numbers_and_survive_a_new_analysis(path: Path) -> None:
    key = "claude-code:a"
    by_rule = finding("a")
    suggested = finding("a", code="unclear_goal", code_version=0, method=Method.MODEL)
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a", messages=(message("a-m1", 1, "please fix"),)))
        warehouse.save_analysis([analysed(warehouse, "a", [by_rule])])
        warehouse.models.keep_suggestions([key], [suggested])
        assert [row.finding for row in warehouse.findings()] == [by_rule]
        assert [row.finding for row in warehouse.suggestions([key])] == [suggested]
        numbers = [row.number for row in (*warehouse.findings(), *warehouse.suggestions())]
        assert numbers == [1, 2]

        warehouse.save_analysis([analysed(warehouse, "a", [])])
        assert warehouse.findings() == []
        assert [row.finding for row in warehouse.suggestions()] == [suggested]

        warehouse.models.keep_suggestions([key], [])
        assert warehouse.suggestions() == []
        warehouse.models.keep_suggestions([key], [suggested])
        assert [row.number for row in warehouse.suggestions()] == [2]
