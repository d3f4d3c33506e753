"""Whether what stands in a file was seen in a session, by whatever tool showed or wrote it.

Clients keep their own list of files that were read, and lose it in a compaction, or know nothing
of what the shell printed. A listing names a file and shows nothing of it.
"""

import re
from collections.abc import Iterator

from reflect.features import edits, failures
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step
from reflect.model.redacted import Redacted
from reflect.model.session import Message
from reflect.model.vocabulary import Author, MessageKind, PartKind, Tool

CARRYING = (PartKind.FILE, PartKind.ATTACHMENT)
"""Parts of a message that bring a file's content."""

LISTING = ("glob", "ls", "list")
"""Tools that name files and show none."""

NAMING = frozenset({"find", "fd", "wc", "basename", "dirname", "realpath", "readlink", "md5sum"})
NAMING |= {"sha256sum", "stat", "file"}
"""Programs of the reading kind that print names and numbers."""

SHOWING = ("git diff", "git show", "git blame", "git log", "gh pr diff", "git stash")
"""Commands that print content although they ask for a state."""

NAMES_ONLY = re.compile(r"^(?:--files-with(?:out)?-match(?:es)?|--count|-[a-zA-Z]*[lLc][a-zA-Z]*)$")
CODE_OPTIONS = frozenset({"-c", "-e", "--eval", "-p"})
"""Options behind which a script stands."""

MISSING = re.compile(r"no such file|cannot find|not found", re.I)
FOUND_NOTHING = re.compile(
    r"^(?:found \d+ (?:files?|matches)|no (?:matches|files)( found)?)\b", re.I
)
NUMBERED = re.compile(r"^\s*\d+\s*[→|:\t]", re.M)
SHOWN_LINE = re.compile(r"[:-]\d+[:-]|:[ \t]*\S|:\n\s*(?:Line )?\d+")
"""What follows the name of a file where a search prints its lines."""

ABOVE = re.compile(r"([^/\s\"'`:=(]*)/\Z")
"""The folder that stands in front of a name."""

LONGEST_FOLDER = 80
"""Characters in which it is looked for."""

NO_FOLDER = ("", ".", "..", "~")

TELLING = 12
"""Characters from which a line is hardly found by chance; brackets and ``else:`` are everywhere."""


def mentions(text: str, name: str, folder: str = "") -> bool:
    """Whether a file name stands in a text as a whole name, in ``folder`` where one is told."""
    return any(True for _ in _places(text, name, folder))


def seen_before(session: SessionFeatures, step: Step, path: str) -> bool:
    """Whether anything before a step showed the content of the file at ``path``.

    Files are the same when their names and the folders right above them are: worktrees and other
    spellings of a path must not hide that a file was read.
    """
    name, folder = _name_and_folder(path)
    if not name or any(edits.base_name(item.name) == name for item in session.root.context):
        return True
    if any(_shows(earlier, name, folder) for earlier in session.steps[: step.number]):
        return True
    return any(
        _brings(message, name, folder)
        for message in session.root.messages
        if message.position < step.place
    )


def text_seen_before(session: SessionFeatures, step: Step) -> bool:
    """Whether all that an edit wants to replace was printed or said before it.

    Short lines tell nothing; an edit with only these counts as unseen.
    """
    old = {
        line.strip()
        for removed, _ in edits.pairs(step.call)
        for line in removed.splitlines()
        if len(line.strip()) >= TELLING
    }
    if not old:
        return False
    for text in _texts_before(session, step):
        old = {line for line in old if line not in text}
        if not old:
            return True
    return False


def _texts_before(session: SessionFeatures, step: Step) -> Iterator[str]:
    """What was printed before a step, and what others than the agent wrote."""
    for earlier in session.steps[: step.number]:
        yield failures.text_of(earlier.call)
    for message in session.root.messages:
        if message.position < step.place and message.author is not Author.AGENT:
            yield message.text


def _name_and_folder(path: str) -> tuple[str, str]:
    parts = path.replace("\\", "/").rstrip("/").split("/")
    folder = parts[-2] if len(parts) > 1 else ""
    return parts[-1], "" if folder in NO_FOLDER else folder


def _is_same(path: str, name: str, folder: str) -> bool:
    other, above = _name_and_folder(path)
    return other == name and (not folder or not above or folder == above)


def _places(text: str, name: str, folder: str) -> Iterator[int]:
    """Ends of the places where a text names a file; ``*`` and ``$dir`` may be any folder."""
    at = text.find(name)
    while at >= 0:
        before = text[at - 1] if at else ""
        above = ABOVE.search(text, max(at - LONGEST_FOLDER, 0), at) if before == "/" else None
        other = above.group(1) if above else ""
        if above:
            fits = not folder or other in (*NO_FOLDER, folder) or "*" in other or "$" in other
        else:
            fits = not (before.isalnum() or before in ("_", "-", "."))
        if fits:
            yield at + len(name)
        at = text.find(name, at + 1)


def _shows(step: Step, name: str, folder: str) -> bool:
    """Whether a step showed content of a file, or wrote it."""
    call = step.call
    if call.command and step.ran and _printed_by_shell(step, name, folder):
        return True
    if not step.succeeded:
        return False
    if any(_is_same(change.path, name, folder) for change in step.changes):
        return True
    if call.path and _is_same(call.path, name, folder):
        return call.tool is not Tool.SEARCH or _prints(step, name, folder)
    if call.command or call.tool in (Tool.EDIT, Tool.WRITE, Tool.TASK):
        return False
    if call.tool is Tool.SEARCH:
        return call.name.lower() not in LISTING and _prints(step, name, folder)
    return mentions(call.arguments or "", name, folder)


def _prints(step: Step, name: str, folder: str) -> bool:
    """Whether a search printed lines of a file: a list of names shows none."""
    output = failures.text_of(step.call)
    if any(SHOWN_LINE.match(output, end) for end in _places(output, name, folder)):
        return True
    if not mentions(step.call.arguments or "", name, folder):
        return False
    lines = [line for line in output.splitlines() if line.strip()]
    return any(
        not FOUND_NOTHING.match(line) and edits.base_name(line.strip()) != name for line in lines
    )


def _printed_by_shell(step: Step, name: str, folder: str) -> bool:
    """Whether a shell line printed a file, or handed it to a script that stands in the line.

    A line may print one file and fail with what comes next.
    """
    line, output = str(step.call.command), failures.text_of(step.call)
    if step.failed and MISSING.search(output):
        return False
    scripts = any(c.heredoc or set(c.argv[1:]) & CODE_OPTIONS for c in step.commands)
    if scripts and mentions(line, name, folder):
        return True
    reading = any(
        c.head in SHOWING
        or (
            c.kind is CommandKind.READ
            and c.program not in NAMING
            and not any(NAMES_ONLY.match(word) for word in _options(c.program, c.argv))
        )
        for c in step.commands
    )
    return reading and (mentions(line, name, folder) or mentions(output, name, folder))


def _options(program: str, argv: tuple[str, ...]) -> tuple[str, ...]:
    """Options of a search; ``-c`` and ``-l`` of other programs mean something else."""
    searching = program in ("grep", "egrep", "fgrep", "rg", "ag", "ack", "git")
    return argv[1:] if searching else ()


def _brings(message: Message[Redacted], name: str, folder: str) -> bool:
    """Whether a message carries content of a file: attached, pasted as code, or summed up."""
    if message.kind is MessageKind.COMPACTION:
        return mentions(message.text, name, folder)
    return any(
        (
            part.kind in CARRYING
            or "```" in part.text
            or (message.kind is MessageKind.INJECTED and NUMBERED.search(part.text))
        )
        and mentions(part.text, name, folder)
        for part in message.parts
    )
