"""After a reply that was cut for its length a request is asked again with half of its events."""

import json

from notation import read_tree

from reflect.classifier.definitions import swept
from reflect.classifier.lines import FENCE
from reflect.classifier.requests import adjudicate, halves, name, summarise, sweep
from reflect.model.finding import Evidence, Finding
from reflect.model.model_request import ModelRequest, OfferedCode
from reflect.model.redacted import Redacted, seal
from reflect.model.vocabulary import Method, Owner, Polarity

CODE = OfferedCode("call_loop", 1, seal("call_loop: The same call gave the same result."))
LONG = "user  one\n" + "bash  make  ok\n" * 7 + "user  two\n" + "bash  make  ok\n" * 9


def swept_once(text: str) -> ModelRequest:
    (request,) = sweep(read_tree(text)[0], swept())
    return request


def adjudicated(*events: str) -> ModelRequest:
    evidence = tuple(Evidence(e, "opencode:root", "1", 0, seal("make")) for e in events)
    finding = Finding(
        code="call_loop",
        code_version=1,
        session="opencode:root",
        severity=1,
        confidence=0.9,
        method=Method.RULE,
        owner=Owner.AGENT,
        evidence=evidence,
        key="make",
        polarity=Polarity.NONE,
        hits=1,
        seconds=None,
        tokens=None,
    )
    return adjudicate(read_tree(LONG)[0], finding, "f1", CODE)


def lines(request: ModelRequest) -> list[str]:
    found = FENCE.search(request.content)
    assert found is not None
    return found["lines"].split("\n")


def test_a_sweep_is_halved_at_the_act_of_the_human_nearest_to_the_middle() -> None:
    request = swept_once(LONG)
    first, second = halves(request)
    assert lines(first) + lines(second) == lines(request)
    assert first.events + second.events == request.events
    assert second.events[0].event == "m8"
    assert json.loads(lines(second)[0])["text"] == "two"


def test_without_an_act_near_the_middle_it_is_halved_between_events() -> None:
    first, second = halves(swept_once("user  one\n" + "bash  make  ok\n" * 9))
    assert (len(first.events), len(second.events)) == (5, 5)


def test_a_half_may_cite_its_own_events_only_and_says_the_same_beside_them() -> None:
    request = swept_once(LONG)
    for half in halves(request):
        ids = [event.id for event in half.events]
        schema = json.loads(json.dumps(half.schema))
        found = schema["properties"]["findings"]["items"]["properties"]
        assert found["event_ids"]["items"]["enum"] == ids
        assert found["code"]["enum"] == [code.name for code in request.codes]
        assert [json.loads(line)["id"] for line in lines(half)] == ids
        place, whole = FENCE.search(half.content), FENCE.search(request.content)
        assert place is not None
        assert whole is not None
        assert place[1] != whole[1]
        assert half.content[: place.start()] == request.content[: whole.start()]
        assert half.content[place.end() :] == request.content[whole.end() :]
        assert type(half.content) is Redacted
        assert half.instructions == request.instructions
        assert (half.purpose, half.subject, half.prompt_digest) == (
            request.purpose,
            request.subject,
            request.prompt_digest,
        )


def test_an_adjudication_keeps_its_act_and_what_the_rule_points_at() -> None:
    request = adjudicated("c13")
    (half,) = halves(request)
    assert [event.event for event in request.events] == [
        *[f"c{n}" for n in (7,)],
        "m8",
        *[f"c{n}" for n in range(9, 18)],
    ]
    assert [event.event for event in half.events] == ["m8", "c11", "c12", "c13", "c14"]
    assert halves(half) == ()


def test_what_cannot_be_halved_is_not() -> None:
    assert halves(name("p1", CODE, [seal("use pnpm")])) == ()
    assert halves(summarise(seal("5 sessions"))) == ()
    (first, second) = halves(swept_once("user  one\nagent  Done."))
    assert halves(first) == halves(second) == ()
