"""When a request is sent again: exact waits by a clock that only sleeping moves."""

import pytest
from asked_model import YES, Run, Watch, a_request, provider
from scripted_model import Step, fails, says, scripted

from reflect.classifier.retries import wait
from reflect.model.judgement import DropReason

BROKEN = Step(body=b'{"choi', declared=900)


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 529])
def test_a_server_that_is_busy_is_asked_again(status: int) -> None:
    run = Run(watch=Watch(chance=0.5))
    with scripted([fails(status, "busy"), fails(status, "busy"), says(YES)]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert answer.text == '{"decision": "yes"}'
    assert run.watch.slept == [1.5, 2.5]  # halfway from 1 to 2, then from 1 to 4
    assert len(answer.calls) == len(server.asked) == len(run.shown) == 3


def test_it_is_sent_five_times_at_most() -> None:
    run = Run()
    with scripted([fails(503, "busy")]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert (answer.drop, answer.problem) == (
        DropReason.NO_REPLY,
        "it failed or is busy (status 503)",
    )
    assert len(server.asked) == 5
    assert run.watch.slept == [1.0] * 4


def test_a_connection_that_breaks_in_the_middle_is_made_again() -> None:
    run = Run()
    with scripted([BROKEN, says(YES)]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert (answer.text, len(server.asked)) == ('{"decision": "yes"}', 2)
    assert run.watch.slept == [1.0]


def test_what_the_server_asks_for_is_waited() -> None:
    run = Run(watch=Watch(chance=0.25))
    with scripted([fails(429, "slow down", retry_after="17"), says(YES)]) as server:
        run.ask([a_request()], provider(server.url))
    assert run.watch.slept == [17.25]
    assert len(server.asked) == 2


def test_a_date_to_wait_for_is_counted_from_the_clock_of_the_server() -> None:
    step = fails(
        429,
        "slow down",
        retry_after="Mon, 02 Mar 2026 10:00:40 GMT",
        date="Mon, 02 Mar 2026 10:00:00 GMT",
    )
    run = Run()
    with scripted([step, says(YES)]) as server:
        run.ask([a_request()], provider(server.url))
    assert run.watch.slept == [40.0]


def test_a_wait_that_would_end_after_the_deadline_is_not_begun() -> None:
    run = Run(deadline=60.0)
    with scripted([fails(429, "slow down", retry_after="60")]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert (answer.drop, len(server.asked), run.watch.slept) == (DropReason.NO_REPLY, 1, [])


def test_after_the_deadline_nothing_is_sent_but_what_is_kept_is_used() -> None:
    run = Run()
    with scripted([says(YES)]) as server:
        run.ask([a_request("first")], provider(server.url))
        run.watch.now = 600.0
        answers = run.ask([a_request("second"), a_request("first")], provider(server.url))
    assert [answer.drop for answer in answers] == [DropReason.NO_REPLY, None]
    assert "time" in answers[0].problem
    assert len(server.asked) == 1


def test_a_wait_holds_for_every_request() -> None:
    """Two at once would be refused twice."""
    run = Run()
    requests = [a_request(f"number {number}") for number in range(4)]
    with scripted([fails(429, "slow down", retry_after="9"), says(YES)]) as server:
        two_at_once = provider(server.url)
        two_at_once.concurrency = 2
        answers = run.ask(requests, two_at_once)
    assert [answer.drop for answer in answers] == [None] * 4
    assert len(server.asked) == 5
    assert sum(run.watch.slept) == 9.0


@pytest.mark.parametrize(("attempt", "bound"), [(0, 2), (1, 4), (2, 8), (3, 16), (4, 30), (9, 30)])
def test_waits_lie_between_a_second_and_a_bound_that_doubles(attempt: int, bound: int) -> None:
    assert wait(attempt, None, lambda: 0.0) == 1.0
    assert wait(attempt, None, lambda: 0.999_999) == pytest.approx(bound, abs=0.001)


def test_what_was_asked_for_is_never_shortened() -> None:
    assert wait(0, 120.0, lambda: 0.0) == 120.0
    assert wait(0, 0.0, lambda: 0.5) == 0.5
