"""The truth about the samples: what must be found where, and where nothing may be found."""

from collections.abc import Iterable
from typing import Any

from samples import claude_code_lines, opencode
from samples.claude_code_lines import time
from samples.playback import Playback
from samples.story import CODES, SampleSession, Story


def key(session: SampleSession) -> str:
    """``agent:native id``, as the model spells a session."""
    write = claude_code_lines if session.agent == "claude-code" else opencode
    return f"{session.agent}:{write.native_id(session)}"


def truth(stories: Iterable[Story], playbacks: Iterable[Playback]) -> dict[str, Any]:
    """The content of ``stories.json``."""
    stories = tuple(stories)
    keys = {s.name: key(s) for story in stories for s in story.sessions}
    kinds = {s.name: (story.kind, story.name) for story in stories for s in story.sessions}
    return {
        "schema": "reflect-samples/1",
        "codes": list(CODES),
        "stories": [_story(story, keys) for story in stories if story.kind == "story"],
        "near_misses": {
            keys[s.name]: list(s.must_not)
            for story in stories
            if story.kind == "near_miss"
            for s in story.sessions
        },
        "clean": [
            keys[s.name] for story in stories if story.kind == "clean" for s in story.sessions
        ],
        "sessions": {
            keys[p.session.name]: _session(p, *kinds[p.session.name])
            for p in sorted(playbacks, key=lambda p: p.session.started)
        },
    }


def _story(story: Story, keys: dict[str, str]) -> dict[str, Any]:
    return {
        "name": story.name,
        "sentence": story.sentence,
        "expected": list(story.expected),
        "sessions": {
            keys[s.name]: {"must": list(s.must), "may": list(s.may)} for s in story.sessions
        },
        "patterns": [
            {"code": p["code"], "sessions": [keys[name] for name in p["sessions"]]}
            for p in story.patterns
        ],
    }


def _session(playback: Playback, kind: str, story: str) -> dict[str, Any]:
    session = playback.session
    calls = [c for e in playback.exchanges for a in e.answers for c in a.calls]
    return {
        "name": session.name,
        "kind": kind,
        "story": story,
        "agent": session.agent,
        "project": session.project.root,
        "started_at": time(session.started),
        "language": session.language,
        "title": session.title,
        "prompts": len(playback.exchanges),
        "tool_calls": len(calls),
        "failed_calls": sum(bool(c.step.options.get("exit")) and not c.stopped for c in calls),
        "stopped_calls": sum(c.stopped for c in calls),
        "sub_agents": sum(c.child is not None for c in calls),
    }
