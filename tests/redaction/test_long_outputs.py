"""Long texts through the door: hashed whole, cut between characters, no secret at the cut."""

import pytest

from reflect.redaction.cuts import EDGE, HALF_BYTES, WHOLE_BYTES, ends, head, kept_ends, tail
from reflect.redaction.door import Door
from reflect.redaction.key import keyed_digest
from tests.redaction.raw_sessions import KEY, TOKEN, call, message, passed, session


def test_a_long_output_is_hashed_whole_then_cut() -> None:
    output = "a" * 5000 + f" token={TOKEN} " + "z" * 5000
    (result,) = passed(session(calls=(call(output=output),)))
    tool = result.calls[0]
    assert tool.output == "a" * HALF_BYTES
    assert tool.output_tail == "z" * HALF_BYTES
    assert tool.output_bytes == len(output)
    assert tool.output_digest is not None
    (changed,) = passed(session(calls=(call(output=output.replace(" token", " taken")),)))
    assert changed.calls[0].output_digest != tool.output_digest


@pytest.mark.parametrize("place", [4000, 4090, 5000, 6100, 7000, 7160, 7168])
@pytest.mark.parametrize("home", ["", "/home/alice/"])
def test_a_secret_where_a_long_output_is_cut_never_shows(place: int, home: str) -> None:
    log = (f"{home}build step ok\n" * 2000)[:place]
    output = log + TOKEN + "\n" + "z " * 20_000 + "\n" + TOKEN + log[::-1]
    door = Door(KEY, ("/home/alice",))
    tool = door.pass_sessions([session(calls=(call(output=output),))])[0].calls[0]
    for kept in (tool.output or "", tool.output_tail or ""):
        assert 1000 < len(kept) <= HALF_BYTES
        assert TOKEN[:12] not in kept
        assert TOKEN[-12:] not in kept


def test_a_private_key_is_masked_where_its_mark_is_cut_away() -> None:
    lines = "MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC7Yc3dQx1lVzRk\n" * 200
    key = "-----BEGIN PRIVATE " + "KEY-----\n" + lines + "-----END PRIVATE " + "KEY-----\n"
    output = "log\n" * 4000 + key + "log\n" * 500
    (result,) = passed(session(calls=(call(output=output),)))
    assert "MIIEvgIBADAN" not in (result.calls[0].output_tail or "")


def test_a_kubernetes_secret_is_masked_where_its_kind_is_cut_away() -> None:
    data = "".join(f"  name{n}: c2VjcmV0dmFsdWU{n:05}\n" for n in range(380))
    output = "log\n" * 2000 + "kind: Sec" + "ret\nmetadata: x\ndata:\n" + data
    (result,) = passed(session(calls=(call(output=output),)))
    assert result.calls[0].output_tail is not None
    assert "c2VjcmV0" not in result.calls[0].output_tail


def test_a_short_output_stays_whole_and_keeps_a_size_the_client_told() -> None:
    (result,) = passed(session(calls=(call(output="größe", output_bytes=99), call(output="größe"))))
    first, second = result.calls
    assert (first.output, first.output_tail, first.output_bytes) == ("größe", None, 99)
    assert second.output_bytes == 7
    assert second.output_digest == keyed_digest(KEY, "output", "größe")


def test_arguments_and_messages_are_cut_too() -> None:
    (result,) = passed(
        session(
            messages=(message("m" * (1 << 20) + "tail"),),
            calls=(call(arguments="b" * 9000, command="c" * 9000),),
        )
    )
    assert len(result.messages[0].parts[0].text) == 1 << 20
    assert len(result.calls[0].arguments or "") == WHOLE_BYTES
    assert len(result.calls[0].command or "") == WHOLE_BYTES


def test_a_cut_never_parts_a_character_or_a_place_holder() -> None:
    mask = "⟨token:github#1a2b3c4d⟩"
    text = "ü" * 2040 + mask + "x" * 9000 + mask + "ü" * 2040
    for size in range(4060, 4120):
        first, last = head(text, size), tail(text, size)
        assert max(len(first.encode()), len(last.encode())) <= size
        assert first.count("⟨") == first.count("⟩")
        assert last.count("⟨") == last.count("⟩")
        assert text.startswith(first)
        assert text.endswith(last)
    assert ends("short") == ("short", None)
    assert ends("ü" * 4097)[1] is not None


@pytest.mark.parametrize("size", [0, 1, 400, 512, 600, 1000, 1023, 1024, 1025, 1500, 9000])
def test_what_place_holders_made_short_keeps_nothing_of_its_edge(size: int) -> None:
    inside, edge = "i" * max(0, size - EDGE), "e" * min(size, EDGE)
    first, last = kept_ends(inside + edge, edge + inside)
    assert first == inside[:HALF_BYTES]
    assert last == inside[:HALF_BYTES]
