"""Scenarios: what the user does, what the model answers, and what is then true of the sessions.

A scenario file holds::

    about      one sentence
    project    folder it happens in
    refusal    words with which the user refuses every request for a permission
    turns      [{"say": "..."}, {"say": "...", "stop_at": "text" | "tool"},
                {"do": "fork"}, {"do": "revert", "turn": 1}]
    steps      what the model answers, see ``scripted_provider``
    truth      {"root" | "child" | "fork": counts of that session}
    codes      findings a review must make
    engine     "second": through ``/api/session``, whose rows are of another kind

The truth was written by hand from turns and steps; nothing of ``reflect`` was asked.
"""

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.clients.opencode_program import OpenCodeServer

SCENARIOS = Path(__file__).parent / "scenarios"


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario file, for the folders of this run."""

    name: str
    """Name of the file, and of the model that speaks its steps."""
    folder: Path
    """Where it happens."""
    turns: list[dict[str, Any]]
    """What the user does."""
    steps: list[dict[str, Any]]
    """What the model answers."""
    truth: dict[str, dict[str, Any]]
    """Counts of each session by its place: ``root``, ``child``, ``fork``."""
    codes: frozenset[str] = frozenset()
    """Codes of which a review must find one in the root."""
    refusal: str | None = None
    """What the user says when asked for a permission; None: nothing asks."""
    second_engine: bool = False
    """Whether the other engine of 1.18 runs it, the one that 2.x has alone."""


@dataclass(slots=True)
class Played:
    """A scenario that was played, and the sessions it left."""

    scenario: Scenario
    """What was played."""
    ids: dict[str, str] = field(default_factory=dict)
    """Session id by place."""


def scenarios(work: Path) -> dict[str, Scenario]:
    """All scenario files by name; ``{cwd}`` in a step is the folder it happens in."""
    found = {}
    for file in sorted(SCENARIOS.glob("*.json")):
        text = file.read_text(encoding="utf-8")
        folder = work / json.loads(text)["project"]
        content = json.loads(text.replace("{cwd}", str(folder)))
        found[file.stem] = Scenario(
            name=file.stem,
            folder=folder,
            turns=content["turns"],
            steps=content["steps"],
            truth=content["truth"],
            codes=frozenset(content.get("codes", ())),
            refusal=content.get("refusal"),
            second_engine=content.get("engine") == "second",
        )
    return found


def play(server: OpenCodeServer, scenario: Scenario) -> Played:
    """Play a scenario from its first turn to its last."""
    if scenario.second_engine:
        return _play_on_second_engine(server, scenario)
    played = Played(scenario)
    root = played.ids["root"] = server.call("POST", "/session", scenario.folder, {})["id"]
    with _user(server, scenario):
        for turn in scenario.turns:
            act(server, played, turn)
    children = server.call("GET", f"/session/{root}/children")
    for child in children:
        played.ids["child"] = child["id"]
    return played


def _play_on_second_engine(server: OpenCodeServer, scenario: Scenario) -> Played:
    """The same over ``/api/session``, which answers a prompt at once: prompts only.

    The first prompt fails (1.18.33: "Model unavailable") until the models of the folder are known.
    """

    def known() -> bool:
        models = server.call("GET", "/api/model", location=scenario.folder)["data"]
        return any(model["id"] == scenario.name for model in models)

    _wait(known, "the models of the second engine")
    made = {
        "location": {"directory": str(scenario.folder)},
        "model": {"id": scenario.name, "providerID": "scripted"},
        "agent": "build",
    }
    root = server.call("POST", "/api/session", body=made)["data"]["id"]
    path = f"/api/session/{root}"

    def last() -> dict[str, Any]:
        newest = server.call("GET", f"{path}/message", limit="1")["data"]
        return newest[0] if newest else {}

    def say(words: str) -> None:
        before = last().get("id")
        server.call("POST", f"{path}/prompt", body={"prompt": {"text": words}})

        def answered() -> bool:
            active = server.call("GET", "/api/session/active")["data"]
            newest = last()
            spoke = newest.get("type") == "assistant" and newest["id"] != before
            return spoke and root not in active

        _wait(answered, "an answer of the second engine")

    for turn in scenario.turns:
        say(turn["say"])
    return Played(scenario, {"root": root})


def act(server: OpenCodeServer, played: Played, turn: dict[str, Any]) -> None:
    """One turn of the user."""
    root, folder = played.ids["root"], played.scenario.folder
    path = f"/session/{root}"
    if turn.get("do") == "fork":
        played.ids["fork"] = server.call("POST", f"{path}/fork", folder, {})["id"]
    elif turn.get("do") == "revert":
        prompts = [m for m in server.messages(root) if m["info"]["role"] == "user"]
        named = prompts[turn["turn"]]["info"]["id"]
        server.call("POST", f"{path}/revert", folder, {"messageID": named})
    elif "stop_at" in turn:
        say_and_go_on(server, played, turn["say"])
        wait_for(server, root, turn["stop_at"])
        server.call("POST", f"{path}/abort", folder)
        wait_until_idle(server, played)
    else:
        server.call("POST", f"{path}/message", folder, _prompt(played, turn["say"]))


def say_and_go_on(server: OpenCodeServer, played: Played, words: str) -> None:
    """Send a prompt without waiting for the answer."""
    path = f"/session/{played.ids['root']}/prompt_async"
    server.call("POST", path, played.scenario.folder, _prompt(played, words))


def _prompt(played: Played, words: str) -> dict[str, Any]:
    model = {"providerID": "scripted", "modelID": played.scenario.name}
    return {"model": model, "agent": "build", "parts": [{"type": "text", "text": words}]}


def wait_for(server: OpenCodeServer, session: str, kind: str) -> None:
    """Wait until the last answer has begun to speak (``text``) or runs a call (``tool``).

    OpenCode stores the words of a part when it ends; the part itself is there from its begin.
    """

    def begun() -> bool:
        return any(
            part["type"] == kind and (kind == "text" or part["state"]["status"] == "running")
            for message in server.messages(session)[-1:]
            if message["info"]["role"] == "assistant"
            for part in message["parts"]
        )

    _wait(begun, f"an answer with {kind}")


def wait_until_idle(server: OpenCodeServer, played: Played) -> None:
    """Wait until nothing runs in the session."""

    def idle() -> bool:
        busy = server.call("GET", "/session/status", played.scenario.folder)
        return played.ids["root"] not in busy

    _wait(idle, "an idle session")


def _wait(reached: Callable[[], bool], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if reached():
            return
        time.sleep(0.2)
    raise AssertionError(f"waited {seconds} s for {what}")


@contextlib.contextmanager
def _user(server: OpenCodeServer, scenario: Scenario) -> Iterator[None]:
    """A user who refuses every request for a permission with the scenario's words."""
    if scenario.refusal is None:
        yield
        return
    gone = threading.Event()

    def refuse() -> None:
        while not gone.wait(0.2):
            for asked in server.call("GET", "/permission", scenario.folder):
                reply = {"reply": "reject", "message": scenario.refusal}
                server.call("POST", f"/permission/{asked['id']}/reply", scenario.folder, reply)

    answering = threading.Thread(target=refuse)
    answering.start()
    try:
        yield
    finally:
        gone.set()
        answering.join()
