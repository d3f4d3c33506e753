"""What the environment and a server can and cannot make a request do."""

import asyncio
import ssl
from pathlib import Path

import pytest
from asked_model import YES, Run, a_request, provider
from scripted_model import Step, fails, says, scripted

from reflect.classifier.providers import http
from reflect.classifier.providers.http import Endpoint
from reflect.classifier.providers.provider import Transient, Unusable
from reflect.stores import http as stores_http


def test_the_environment_leads_a_request_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, hermetic: Path
) -> None:
    with scripted([says(YES)]) as proxy, scripted([says(YES)]) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        netrc = hermetic / ".netrc"
        netrc.write_text("default login somebody password made-up", encoding="utf-8")
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert answer.drop is None
    assert (proxy.asked, proxy.other) == ([], [])
    assert "authorization" not in server.asked[0].headers


def test_a_redirect_is_not_followed_and_the_key_stays() -> None:
    with scripted([says(YES)]) as other:
        away = Step(status=307, headers={"location": f"{other.url}/v1/chat/completions"})
        with scripted([away]) as server:
            (answer,) = Run().ask([a_request()], provider(server.url, key_env="A_KEY"))
    assert "sends elsewhere" in answer.problem
    assert (other.asked, other.other) == ([], [])


def test_answers_are_asked_for_unpacked() -> None:
    with scripted([says(YES)]) as server:
        Run().ask([a_request()], provider(server.url))
    assert server.asked[0].headers["accept-encoding"] == "identity"


def test_another_machine_must_show_a_certificate_of_a_known_authority() -> None:
    context = http._trusted(True)
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)


def test_the_keys_of_a_connection_are_written_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "keys"))
    for context in (http._trusted.__wrapped__(True), stores_http._trusted("https://a.example")):
        assert context.keylog_filename is None
        assert context.verify_mode is ssl.CERT_REQUIRED
        assert context.check_hostname
        assert context.get_ca_certs() == ssl.create_default_context().get_ca_certs()


def test_of_an_error_little_is_read() -> None:
    endless = Step(status=500, body=b"response_format " * 100_000)
    with scripted([endless]) as server:
        said = asyncio.run(Endpoint(server.url, {}, 5.0).post("/api/chat", b"{}", {}))
    assert said.status == 500
    assert http.LARGEST_COMPLAINT <= len(said.body) < 1_000_000


def test_a_connection_that_is_refused_may_come_back() -> None:
    with scripted([]) as server:
        url = server.url
    with pytest.raises(Transient, match="nothing answers"):
        asyncio.run(Endpoint(url, {}, 5.0).get("/v1/models", {}))


def test_a_connection_that_is_not_secure_is_not_tried_again() -> None:
    with scripted([says(YES)]) as server:
        secure = server.url.replace("http:", "https:")
        with pytest.raises(Unusable, match="no TLS"):
            asyncio.run(Endpoint(secure, {}, 5.0).post("/v1/messages", b"{}", {}))
    assert server.asked == []


@pytest.mark.parametrize("status", [100, 204, 304])
def test_an_answer_without_a_body_is_no_reply(status: int) -> None:
    with scripted([Step(status=status, body=b"")]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url, seconds=1.0))
    assert answer.text is None


def test_what_a_server_says_is_wrong_is_thrown_away() -> None:
    run = Run()
    with scripted([fails(400, "you sent: the events")]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert "the events" not in f"{answer.problem}{run.cache.kept}{run.modes.kept}"
