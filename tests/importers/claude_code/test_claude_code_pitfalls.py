"""Every known pitfall of the format has a test that names it."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[2]
NAMED = re.compile(r'def (test_\w*cc\d\d\w*)\(|id="(\w*cc\d\d\w*)"')

PITFALLS = {
    "cc01": "an answer on several lines, each with the whole usage",
    "cc02": "early lines of an answer with 1 token of output",
    "cc03": "lines of one answer without a request id",
    "cc04": "text the client wrote under the model's name",
    "cc05": "a fork copies its original's records",
    "cc06": "a session resumed in the same file",
    "cc07": "an empty file",
    "cc08": "sub-agents and start-up agents beside the sessions",
    "cc09": "sub-agents in a folder of their own",
    "cc10": "a sub-agent's answer that comes as a notification",
    "cc11": "parallel calls fork the tree",
    "cc12": "a compaction cuts the tree in two",
    "cc13": "an echo written after a later record",
    "cc14": "a slash command: two orders of tags, arguments, an expanded body",
    "cc15": "a session that begins with /clear",
    "cc16": "a shell command of the user",
    "cc17": "an interrupt and the refusal it writes",
    "cc18": "a No of the user, and one that nobody said",
    "cc19": "hooks that block and hooks that speak",
    "cc20": "one command that fails three times",
    "cc21": "errors of four classes",
    "cc22": "the field beside a result is an object, a text, a list or missing",
    "cc23": "a result with an image",
    "cc24": "an output in a side file",
    "cc25": "the directory changes inside a session",
    "cc26": "two projects whose folders have one name",
    "cc27": "prompts in the queue",
    "cc28": "unknown types",
    "cc29": "a line cut in the middle",
    "cc30": "an answer that goes on in the next import",
    "cc31": "a file the client deleted",
    "cc32": "records without ids or times, byte order marks, long lines",
    "cc33": "system prompts and requests",
    "cc34": "one secret in six places",
    "cc35": "sessions a program drove",
    "cc36": "a sub-agent's records in the main file",
    "cc37": "a session of nothing but /usage",
    "cc38": "answers and approvals inside results",
    "cc39": "wrappers of an editor around the prompt",
    "cc40": "a prompt that quotes a marker",
    "cc41": "the client's running total holds more than the records",
    "cc42": "five sources of a title",
}


def test_every_pitfall_is_named_by_a_test() -> None:
    named = {
        pitfall
        for file in TESTS.rglob("test_*claude_code*.py")
        for found in NAMED.findall(file.read_text(encoding="utf-8"))
        for pitfall in re.findall(r"cc\d\d", "".join(found))
    }
    assert named == PITFALLS.keys()
