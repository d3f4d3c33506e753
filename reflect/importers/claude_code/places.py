"""Where Claude Code keeps its transcripts, and how a file is told to be one.

Only these are ever opened: ``*.jsonl`` below ``projects``, ``agent-*.meta.json`` beside a
sub-agent's transcript, ``<session>/tool-results/*.txt`` and ``<session>/custom-title.json``.
Settings, ``.claude.json``, credentials and ``history.jsonl`` are not.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from reflect.errors import ReflectError
from reflect.model.frozen import maker
from reflect.model.source import Source, Unit
from reflect.model.vocabulary import Agent, StoreKind
from reflect.paths import home
from reflect.stores.files import FileState, state_of, walk

TRANSCRIPT = (".jsonl",)

_made = maker(Unit)


def discover(environ: Mapping[str, str]) -> list[Source]:
    """The store at ``CLAUDE_CONFIG_DIR`` or ``~/.claude``, if it holds projects."""
    named = environ.get("CLAUDE_CONFIG_DIR")
    folder = Path(named).expanduser() if named else home(environ) / ".claude"
    if not (folder / "projects").is_dir():
        return []
    return [Source(Agent.CLAUDE_CODE, StoreKind.JSONL_TREE, folder)]


def recognise(path: Path) -> Source | None:
    """The source a named path is: a config folder, a home, a folder of transcripts, or one."""
    if path.is_file():
        state = state_of(path)
        if path.suffix != ".jsonl" or state is None or not _is_transcript(state, path):
            return None
        return Source(Agent.CLAUDE_CODE, StoreKind.JSONL_TREE, path, discovered=False)
    if not path.is_dir():
        return None
    for folder in (path, path / ".claude"):
        if (folder / "projects").is_dir():
            return Source(Agent.CLAUDE_CODE, StoreKind.JSONL_TREE, folder, discovered=False)
    try:
        found = any(_is_transcript(state, path) for state in walk(path, TRANSCRIPT))
    except ReflectError:
        return None
    if not found:
        return None
    return Source(Agent.CLAUDE_CODE, StoreKind.JSONL_TREE, path, discovered=False)


def root_of(source: Source) -> Path:
    """Folder (or file) below which everything of the source lies once links are resolved."""
    projects = source.path / "projects"
    return projects if projects.is_dir() else source.path


def units(source: Source) -> list[Unit]:
    """One unit a transcript, main sessions and sub-agents alike.

    Below ``projects`` names decide, so that 10,000 files cost a listing; in any other folder each
    file is told by its first records, since it may hold other agents' files too.
    """
    root = root_of(source)
    if root == source.path and root.is_file():
        state = state_of(root)
        return [_unit(state, len(str(root.parent)) + 1)] if state else []
    states: Iterator[FileState] = walk(root, TRANSCRIPT)
    if root == source.path and source.path.name != "projects":
        states = (state for state in states if _is_transcript(state, root))
    base = len(str(source.path)) + 1
    return [_unit(state, base) for state in states]


def _unit(state: FileState, base: int) -> Unit:
    """A unit named by its path behind the source's; ``relative_to`` takes 10 µs a file."""
    return _made(state.name[base:], state.name, state.size, state.mtime_ns, state.inode)


def _is_transcript(state: FileState, root: Path) -> bool:
    """Whether a file is one, told by its first records; what reads them is imported then."""
    from reflect.importers.claude_code.first_records import is_transcript

    return is_transcript(state, root)
