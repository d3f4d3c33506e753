"""What Claude Code gives its model at the start of a session, and its ledger at the end."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from samples.claude_code_lines import MODEL, time
from samples.difference import counts
from samples.playback import Playback
from samples.prices import cost, every_answer
from samples.story import SampleSession

_FIXED = json.loads(Path(__file__).with_name("claude_code_start.json").read_text(encoding="utf-8"))


def attachments(session: SampleSession, moment: int) -> Iterator[dict[str, Any]]:
    """Environment, listings, instruction files, git status, date: in the client's order."""
    project = session.project
    status = (
        "This is the git status at the start of the conversation. Note that this status is a"
        " snapshot in time, and will not update during the conversation.\n\n"
        f"Current branch: {session.branch}\n\n"
        "Main branch (you will usually use this for PRs): main\n\n"
        f"Status:\n(clean)\n\nRecent commits:\n{project.recent_commits}"
    )
    environment = {
        "workingDirectory": project.root,
        "isWorktree": False,
        "isGitRepo": True,
        "additionalWorkingDirectories": [],
        "platform": "linux",
        "shell": "bash",
        "osVersion": "Linux 6.1.0",
    }
    yield {"type": "environment", "snapshot": environment}
    yield _FIXED["model"]
    yield _FIXED["deferred_tools_delta"]
    yield _FIXED["agent_listing_delta"]
    yield _FIXED["skill_listing"]
    yield {
        "type": "instructions",
        "files": [
            {"path": f"{project.root}/{name}", "type": "Project", "content": text.strip()}
            for name, text in project.instructions.items()
        ],
    }
    yield {"type": "session_context", "context": {"gitStatus": status}}
    yield {"type": "date", "date": time(moment)[:10]}
    yield _FIXED["remote_session_change"]


def cost_state(playback: Playback) -> dict[str, Any]:
    """The client's own ledger: sums over the session and its sub-agents."""
    tokens = list(every_answer(playback))
    calls = [c for e in playback.exchanges for a in e.answers for c in a.calls]
    changed = [counts(c.before or "", c.after or "") for c in calls if c.before != c.after]
    dollars = round(sum(cost(t) for t in tokens), 6)
    answering = sum(900 + 16 * t.output for t in tokens)
    writes = sum(t.cache_write for t in tokens)
    usage = {
        "inputTokens": sum(t.fresh for t in tokens),
        "outputTokens": sum(t.output for t in tokens),
        "thinkingTokens": 0,
        "cacheReadInputTokens": sum(t.cache_read for t in tokens),
        "cacheCreationInputTokens": writes,
        "cacheCreationEphemeral5mInputTokens": writes,
        "cacheCreationEphemeral1hInputTokens": 0,
        "webSearchRequests": 0,
        "costUSD": dollars,
    }
    return {
        "totalCostUSD": dollars,
        "totalAPIDuration": answering,
        "totalAPIDurationWithoutRetries": answering,
        "totalToolDuration": sum(c.ended - c.started for c in calls),
        "totalLinesAdded": sum(added for added, _ in changed),
        "totalLinesRemoved": sum(removed for _, removed in changed),
        "totalDuration": playback.exchanges[-1].ended + 9_000 - playback.session.started,
        "startTime": playback.session.started - 6_000,
        "modelUsage": {MODEL: usage},
        "hasUnknownModelCost": False,
    }
