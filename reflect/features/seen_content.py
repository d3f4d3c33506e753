"""Whether what stands in a file was seen in a session, by whatever tool showed or wrote it.

Clients keep their own list of files that were read, and lose it in a compaction, or know nothing
of what the shell printed. A listing names a file and shows nothing of it.
"""

import re
from bisect import bisect_left
from itertools import accumulate

from reflect.features import edits, failures
from reflect.features.commands import Command
from reflect.features.once import once
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import Message
from reflect.model.vocabulary import Author, MessageKind, PartKind, Tool
from reflect.regex import compiled

CARRYING = (PartKind.FILE, PartKind.ATTACHMENT)
"""Parts of a message that bring a file's content."""

PRINTING = frozenset({"cat", "head", "tail", "less", "more", "sed", "nl", "bat", "awk", "tac"})
PRINTING |= {"get-content", "diff", "strings", "git diff", "git show", "git blame", "git log"}
"""Commands that print the files they name."""

SEARCHING = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "ack", "git grep", "select-string"})
SEARCHING |= {"findstr"}
"""Commands that print the lines they find."""

INTERPRETERS = frozenset({"python", "node", "ruby", "perl", "php", "deno", "bun"})
"""Programs that run a script which stands in the line."""

STATES_ONLY = frozenset({"--stat", "--shortstat", "--numstat", "--name-only", "--name-status"})
PATCHING = frozenset({"-p", "-u", "--patch"})
CODE_OPTIONS = frozenset({"-c", "-e", "--eval"})
"""Options behind which a script stands."""

WRITERS = frozenset({"cat", "echo", "printf", "tee"})
"""Commands whose redirected output stands in the line that writes it."""

MOVERS = ("mv", "cp", "git mv")
"""Commands whose last two words are a file that is there and the name it gets."""

MISSING = compiled(r"no such file|cannot find|not found", re.I)
NUMBERED = compiled(r"^\s*\d+\s*[→|:\t]", re.M)
ABOVE = compiled(r"([^/\s\"'`:=(]*)/\Z")
"""The folder that stands in front of a name."""

LONGEST_FOLDER = 80
"""Characters in which it is looked for."""

NO_FOLDER = ("", ".", "..", "~")

TELLING = 12
"""Characters from which a line is hardly found by chance; brackets and ``else:`` are everywhere."""

SHORT = 4
"""Characters from which a line tells beside the name of its file: ``go.mod:3:go 1.25``."""


def mentions(text: str, name: str, folder: str = "") -> bool:
    """Whether a file name stands in a text as a whole name, in ``folder`` where one is told.

    ``*`` and ``$dir`` may be any folder.
    """
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
            return True
        at = text.find(name, at + 1)
    return False


def seen_before(session: SessionFeatures, step: Step, path: str) -> bool:
    """Whether anything before a step showed the content of the file at ``path``.

    A search shows the lines it printed: it counts where one of them is to be replaced. Files are
    the same when their names and the folders right above them are: worktrees and other
    spellings of a path must not hide that a file was read.
    """
    name, folder = _name_and_folder(path)
    if not name or any(edits.base_name(item.name) == name for item in session.root.context):
        return True
    wanted = _Wanted(name, folder, _replaced(step), _replaced(step, SHORT))
    if any(_shows(session, earlier, wanted) for earlier in session.steps[: step.number]):
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
    old = _replaced(step)
    if not old:
        return False
    known = _shown(session)
    end = known.ends[bisect_left(known.numbers, step.number)]
    written = [text for place, text in known.written if place < step.place]
    return all(
        known.printed.find(line, 0, end) >= 0 or any(line in text for text in written)
        for line in old
    )


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What must have been seen."""

    name: str
    """Name of the file."""
    folder: str
    """The folder right above it; empty where its path tells none."""
    lines: frozenset[str]
    """Telling lines that an edit wants to replace."""
    short: frozenset[str]
    """All lines that it wants to replace, but for single signs."""

    def is_at(self, path: str) -> bool:
        """Whether it is the file at a path."""
        return _is_same(path, self.name, self.folder)

    def is_named_in(self, text: str) -> bool:
        """Whether a text names it."""
        return mentions(text, self.name, self.folder)

    def is_printed_in(self, output: str) -> bool:
        """Whether what a search printed holds a line to replace, a short one beside the name."""
        if any(line in output for line in self.lines):
            return True
        return any(
            self.is_named_in(printed) and any(line in printed for line in self.short)
            for printed in output.splitlines()
            if self.name in printed
        )


def _replaced(step: Step, least: int = TELLING) -> frozenset[str]:
    """Lines of at least so many characters that an edit wants to replace."""
    return frozenset(
        line.strip()
        for removed, _ in edits.pairs(step.call)
        for line in removed.splitlines()
        if len(line.strip()) >= least
    )


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a session showed: asked about for every edit, each time all that stands before it."""

    printed: str
    """What all steps printed, in one text with a line for each line of theirs."""
    numbers: tuple[int, ...]
    """Numbers of the steps that printed something."""
    ends: tuple[int, ...]
    """Where the text of each of them begins, which ends what was printed before; then the end."""
    written: tuple[tuple[int, str], ...]
    """What others than the agent wrote, with its position."""


@once
def _shown(session: SessionFeatures) -> _Shown:
    texts = [(step.number, failures.text_of(step.call)) for step in session.steps]
    texts = [(number, text) for number, text in texts if text]
    return _Shown(
        printed="\n".join(text for _, text in texts),
        numbers=tuple(number for number, _ in texts),
        ends=tuple(accumulate((len(text) + 1 for _, text in texts), initial=0)),
        written=tuple(
            (message.position, message.text)
            for message in session.root.messages
            if message.author is not Author.AGENT and message.text
        ),
    )


def _name_and_folder(path: str) -> tuple[str, str]:
    parts = path.replace("\\", "/").rstrip("/").split("/")
    folder = parts[-2] if len(parts) > 1 else ""
    return parts[-1], "" if folder in NO_FOLDER else folder


def _is_same(path: str, name: str, folder: str) -> bool:
    other, above = _name_and_folder(path)
    return other == name and (not folder or not above or folder == above)


def _shows(session: SessionFeatures, step: Step, wanted: _Wanted) -> bool:
    """Whether a step showed content of a file, or wrote it."""
    call = step.call
    if call.command:
        return step.ran and any(_by_shell(session, step, c, wanted) for c in step.commands)
    if not step.succeeded:
        return False
    if any(wanted.is_at(change.path) for change in step.changes):
        return True
    told = call.arguments or ""
    if call.tool is Tool.SEARCH:
        output = failures.text_of(call)
        return wanted.is_printed_in(output) and wanted.is_named_in(f"{told}\n{output}")
    if call.path and wanted.is_at(call.path):
        return True
    return call.tool in (Tool.MCP, Tool.FETCH) and wanted.is_named_in(told)


def _by_shell(session: SessionFeatures, step: Step, command: Command, wanted: _Wanted) -> bool:
    """Whether a command printed a file, wrote it, or ran a script of the line that names it.

    A line may print one file and fail with what comes next.
    """
    line, output = str(step.call.command), failures.text_of(step.call)
    words = command.argv[1:]
    named = any(wanted.is_at(word) for word in words if not word.startswith("-"))
    if command.program in INTERPRETERS and (command.heredoc or CODE_OPTIONS & set(words)):
        return wanted.is_named_in(line)
    if command.program in WRITERS and any(map(wanted.is_at, command.writes)):
        return command.program != "cat" or command.heredoc
    if command.program == "tee" and command.heredoc:
        return named
    if command.program in ("sed", "perl") and command.kind is CommandKind.MUTATE:
        return named and step.succeeded
    if command.head in MOVERS and named and len(words) > 1 and wanted.is_at(words[-1]):
        return step.succeeded and seen_before(session, step, words[-2])
    if step.failed and MISSING.search(output):
        return False
    if command.head in SEARCHING:
        return wanted.is_printed_in(output) and wanted.is_named_in(f"{line}\n{output}")
    return command.head in PRINTING and _prints(command, line, output, wanted)


def _prints(command: Command, line: str, output: str, wanted: _Wanted) -> bool:
    """Whether a printing command printed a file: by its name, by a variable, or in a diff."""
    words = command.argv[1:]
    if command.head.startswith("git "):
        if STATES_ONLY & set(words) or (command.head == "git log" and not PATCHING & set(words)):
            return False
        named = any(wanted.is_at(word.rpartition(":")[2]) for word in words)
        return named or wanted.is_named_in(output)
    if any(wanted.is_at(word.rpartition("<")[2]) for word in words):
        return True
    unknown = any("$" in word or "*" in word for word in words)
    return unknown and wanted.is_named_in(f"{line}\n{output}")


def _brings(message: Message[Redacted], name: str, folder: str) -> bool:
    """Whether a message carries content of a file: attached, injected, or summed up."""
    if message.kind is MessageKind.COMPACTION:
        return mentions(message.text, name, folder)
    return any(
        (
            part.kind in CARRYING
            or (message.kind is MessageKind.INJECTED and NUMBERED.search(part.text))
        )
        and mentions(part.text, name, folder)
        for part in message.parts
    )
