"""Ids of events, and what a record shares with its copies."""

from reflect.importers.claude_code.records import Line


def event_id(line: Line, number: int) -> str:
    """The record's uuid, else its line."""
    return line.uuid or f"r{number}"


def copy_key(line: Line, part: int = 0) -> str | None:
    """What a record and its copies in forks share: the uuid.

    ``--fork-session`` copies records with their uuid (2.1.197, 2.1.332); /branch also notes the
    original's uuid in ``forkedFrom``.
    """
    uuid, fork = line.uuid, line.forked_from
    if fork is not None and fork.message_uuid is not None:
        uuid = fork.message_uuid
    if uuid is None or part == 0:
        return uuid
    return f"{uuid}.{part}"
