"""OpenCode's server: the exact message, a session that may do nothing and stays nowhere."""

import asyncio
import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from asked_model import SCHEMA, YES, Run, a_request, known_mode
from scripted_opencode import Answer, ScriptedOpenCode, calls, formed, opencode, says

from reflect import paths
from reflect.classifier.providers.provider import OutputMode, Provider
from reflect.classifier.providers.registry import made
from reflect.errors import NotPermitted, ReflectError, Unreachable, UsageError
from reflect.model.judgement import DropReason
from reflect.model.model_request import ProviderFacts
from reflect.model.own_sessions import OPENCODE_PARENT
from reflect.model.provider_settings import ProviderKind, ProviderSettings

KEY = "made-up-key"
DENY_ALL = [{"permission": "*", "pattern": "*", "action": "deny"}]


def provider(url: str, remember: Callable[[str], None] = lambda _: None, **other: Any) -> Provider:
    settings = ProviderSettings(
        name="mine", kind=ProviderKind.OPENCODE, url=url, **{"seconds": 5.0, **other}
    )
    return made(settings, {"A_KEY": KEY}, remember)


def facts(server: ScriptedOpenCode, **other: Any) -> ProviderFacts:
    async def told() -> ProviderFacts:
        mine = provider(server.url, **other)
        try:
            return await mine.facts()
        finally:
            await mine.close()

    return asyncio.run(told())


def folders() -> list[Path]:
    below = paths.temporary_dir()
    return list(below.iterdir()) if below.is_dir() else []


def test_the_form_is_told_as_the_only_tool() -> None:
    mine = provider("http://127.0.0.1:9", model="mine/org/m1")
    leaving = mine.outgoing(a_request(), OutputMode.JSON_SCHEMA, None)
    assert leaving.address == "http://127.0.0.1:9/session/{id}/message"
    assert json.loads(leaving.body) == {
        "model": {"providerID": "mine", "modelID": "org/m1"},
        "system": "Judge the events.",
        "tools": {"*": False, "StructuredOutput": True},
        "format": {"type": "json_schema", "schema": SCHEMA, "retryCount": 0},
        "parts": [{"type": "text", "text": "the events"}],
    }


def test_in_words_there_is_no_tool_at_all() -> None:
    mine = provider("http://127.0.0.1:9", model="mine/m1")
    body = json.loads(mine.outgoing(a_request(), OutputMode.PLAIN, "a failed reply").body)
    assert (body["tools"], "format" in body) == ({"*": False}, False)
    assert json.dumps(SCHEMA) in body["system"]
    assert [one["text"] for one in body["parts"]][:2] == ["the events", "a failed reply"]
    assert len(body["parts"]) == 3


def test_a_session_is_remembered_before_it_holds_a_word_and_deleted_afterwards() -> None:
    run, remembered = Run(), []
    with opencode(formed(YES), formed(YES)) as server:

        def remember(session: str) -> None:
            assert server.sessions[session] == []
            remembered.append(session)

        answers = run.ask([a_request(), a_request("others")], provider(server.url, remember))
        assert [one.text for one in answers] == ['{"decision": "yes"}'] * 2
        assert (len(remembered), server.sessions) == (2, {})
        each = ["POST session", "POST message", "GET message", "POST abort", "DELETE ses"]
        assert server.order == [*each, *each, "POST dispose"]
    assert (answers[0].calls[0].tokens_in, answers[0].calls[0].tokens_out) == (100, 10)
    sent = [one.body for one in server.of("POST", "message")]
    assert sent == [one.body for one in run.shown]
    for one in server.of("POST", "session"):
        assert set(one.document) == {"parentID", "title", "permission"}
        assert (one.document["parentID"], one.document["permission"]) == (OPENCODE_PARENT, DENY_ALL)


def test_the_folder_is_empty_private_of_ours_and_gone_afterwards() -> None:
    seen: list[tuple[int, list[Path], bool]] = []
    with opencode(says('{"decision": "yes"}')) as server:

        def remember(_: str) -> None:
            (folder,) = folders()
            state = folder.stat()
            ours = folder.is_relative_to(paths.data_dir())
            seen.append((stat.S_IMODE(state.st_mode), list(folder.iterdir()), ours))

        run = Run()
        run.ask([a_request()], provider(server.url, remember))
        places = {one.folder for one in server.asked if not one.path.startswith("/global")}
    assert seen == [(0o700, [], True)]
    assert len(places) == 1
    assert folders() == []


def test_an_empty_folder_that_a_killed_run_left_is_removed_after_a_day() -> None:
    for name, hours in (("opencode-old", 25), ("opencode-new", 1)):
        folder = paths.temporary_dir() / name
        folder.mkdir(parents=True)
        moment = folder.stat().st_mtime - hours * 3600
        os.utime(folder, (moment, moment))
    with opencode() as server:
        facts(server)
    assert [one.name for one in folders()] == ["opencode-new"]


BASH_FIRST = [calls("bash"), *says('{"decision": "yes"}')]


@pytest.mark.parametrize(
    "script",
    [
        [BASH_FIRST],
        [[calls("loc_write", "completed")]],
        [[calls("bash"), *formed(YES)]],
        [[calls("StructuredOutput"), calls("bash"), *says("no")]],
    ],
)
def test_a_model_that_calls_a_tool_is_asked_nothing_more(script: list[Any]) -> None:
    form = any("structured" in step["info"] for step in script[0])
    with opencode(*script, *script) as server:
        model = {**server.providers[0]["models"]["m1"], "capabilities": {"toolcall": form}}
        server.providers[0]["models"] = {"m1": model}
        found = Run().ask([a_request(), a_request("others")], provider(server.url))
        assert [one.drop for one in found] == [DropReason.NO_REPLY] * 2
        assert {one.problem for one in found} == {
            "the model called a tool, although it was given none"
        }
        assert (len(server.of("POST", "message")), server.sessions) == (1, {})


def test_a_model_that_does_not_take_the_form_is_asked_in_words() -> None:
    run = Run()
    twice = [calls("StructuredOutput"), *formed(YES)]
    with opencode(twice, says('{"decision": "yes"}')) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
        assert len(server.of("DELETE", "ses")) == 2
    assert answer.text == '{"decision": "yes"}'
    assert known_mode(run) is OutputMode.PLAIN


@pytest.mark.parametrize(
    ("endless", "problem"),
    [
        ((calls("bash", "pending"),), "the model called a tool, although it was given none"),
        (tuple(says("a") + says("b")), "the server asked the model more than once"),
    ],
)
def test_a_model_that_goes_on_is_not_waited_for(
    endless: tuple[Any, ...], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reflect.classifier.providers.opencode_server.WATCH_SECONDS", 0.05)
    with opencode(endless) as server:
        server.providers[0]["models"]["m1"] = {"capabilities": {"toolcall": False}}
        (answer,) = Run().ask([a_request()], provider(server.url, seconds=60.0))
        assert (answer.problem, server.sessions) == (problem, {})


def test_a_step_that_cannot_be_told_counts_for_nothing() -> None:
    with opencode(formed(YES), says('{"decision": "no"}')) as server:
        server.odd["GET message"] = (500, {})
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert (answer.text, answer.drop) == (None, DropReason.NO_REPLY)


def test_a_server_that_goes_elsewhere_is_asked_nothing_more() -> None:
    with opencode(formed(YES, path={"cwd": "/somewhere"}), formed(YES)) as server:
        found = Run().ask([a_request(), a_request("others")], provider(server.url))
        assert {one.problem for one in found} == {"the server did not stay in the empty folder"}
        assert len(server.of("POST", "message")) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"permission": []},
        {"permission": None},
        {"parentID": None},
        {"directory": "/somewhere"},
        {"share": {"url": "https://shared.example/1"}},
    ],
)
def test_a_session_that_is_not_made_as_asked_gets_no_word(changes: dict[str, Any]) -> None:
    with opencode(formed(YES), changes=changes) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
        assert (server.of("POST", "message"), server.sessions) == ([], {})
    assert answer.problem == "the server does not make a session without tools"


def test_a_session_with_another_id_than_ids_have_gets_no_word() -> None:
    with opencode(formed(YES), changes={"id": "ses_1/../../config"}) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
        assert server.of("POST", "message") == []
    assert answer.drop is DropReason.NO_REPLY


def test_what_cannot_be_remembered_is_not_sent() -> None:
    def full(_: str) -> None:
        raise ReflectError("the disk is full")

    with opencode(formed(YES)) as server, pytest.raises(ReflectError, match="disk is full"):
        Run().ask([a_request()], provider(server.url, full))
    assert (server.of("POST", "message"), server.sessions) == ([], {})


def test_a_session_that_cannot_be_deleted_is_tried_again_at_the_end() -> None:
    remembered: list[str] = []
    with opencode(formed(YES)) as server:
        server.odd["DELETE ses"] = (500, {})
        (answer,) = Run().ask([a_request()], provider(server.url, remembered.append))
        assert answer.text == '{"decision": "yes"}'
        assert list(server.sessions) == remembered
        assert server.order[-5:] == [*["POST abort", "DELETE ses"] * 2, "POST dispose"]


def test_what_is_stopped_in_the_middle_is_stopped_at_the_server_too() -> None:
    with opencode(None) as server:

        async def stopped() -> None:
            mine = provider(server.url)
            await mine.facts()
            leaving = mine.outgoing(a_request(), OutputMode.PLAIN, None)
            asking = asyncio.create_task(mine.ask(leaving, OutputMode.PLAIN))
            await asyncio.to_thread(server.reached.wait)
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking
            await mine.close()

        asyncio.run(stopped())
        assert server.order[-3:] == ["POST abort", "DELETE ses", "POST dispose"]
        assert (server.sessions, folders()) == ({}, [])


def test_a_password_goes_with_every_request() -> None:
    with opencode(formed(YES)) as server:
        server.password = KEY
        (answer,) = Run().ask([a_request()], provider(server.url, key_env="A_KEY"))
        assert answer.text == '{"decision": "yes"}'
        with pytest.raises(NotPermitted, match="key is missing or refused"):
            facts(server)
        assert KEY not in repr([one.body for one in server.asked])


@pytest.mark.parametrize("version", ["1.17.9", "0.5.29", "2.1.0", "local", ""])
def test_a_version_that_is_not_known_to_deny_tools_is_refused(version: str) -> None:
    with opencode(version=version) as server, pytest.raises(UsageError, match=r"1\.18 or a later"):
        facts(server)


def test_a_server_that_does_not_see_the_folder_is_refused() -> None:
    answers: list[Answer] = [(500, {}), (200, [{"name": "AGENTS.md"}])]
    for answer in answers:
        with opencode() as server, pytest.raises(Unreachable, match="does not see the empty"):
            server.odd["GET file"] = answer
            facts(server)
    assert folders() == []


def test_a_server_elsewhere_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match=r"desk\.example is not this machine"):
        provider("https://desk.example:4096")


def test_a_place_that_remembers_no_sessions_gets_no_such_provider() -> None:
    with pytest.raises(UsageError, match="would not be remembered"):
        made(ProviderSettings("mine", ProviderKind.OPENCODE), {})


def test_the_server_is_found_by_its_variable_or_at_its_usual_address() -> None:
    settings = ProviderSettings("mine", ProviderKind.OPENCODE, model="mine/m1")
    for environ, address in (
        ({}, "http://127.0.0.1:4096"),
        ({"OPENCODE_BASE_URL": "http://127.0.0.1:7"}, "http://127.0.0.1:7"),
    ):
        mine = made(settings, environ, print)
        leaving = mine.outgoing(a_request(), OutputMode.PLAIN, None)
        assert leaving.address == f"{address}/session/{{id}}/message"
