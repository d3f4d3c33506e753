"""Which stores a command reads, from its flags and the settings."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from reflect.cli.talk import say
from reflect.config import StoreSettings

if TYPE_CHECKING:
    from reflect.pipeline.finding_stores import StoreRequest


@contextmanager
def wanted(
    settings: StoreSettings,
    *,
    store: Sequence[str] | None,
    server: Sequence[str] | None,
    server_password_file: Sequence[str] | None,
    start_server: bool,
    discover: bool,
    paths: Sequence[Path] = (),
) -> "Iterator[StoreRequest]":
    """The request; a server that was asked for runs until the command is done with it."""
    import os
    from dataclasses import replace

    from reflect.pipeline.finding_servers import ServerRequest
    from reflect.pipeline.finding_stores import StoreRequest

    request = StoreRequest(
        extra=(*settings.extra, *(store or ())),
        discover=discover and settings.discover,
        paths=tuple(paths),
        importers=settings.importers,
        servers=ServerRequest(
            (*settings.server, *(server or ())),
            (*settings.server_password_file, *(server_password_file or ())),
        ),
    )
    if not start_server:
        yield request
        return
    from reflect.pipeline.starting import started_server

    with started_server(os.environ, say, _agreed) as started:
        yield replace(request, servers=replace(request.servers, started=started))


def _agreed(question: str) -> bool:
    """A yes typed on a terminal; nothing else counts."""
    if not (sys.stdin is not None and sys.stdin.isatty()):
        return False
    say(f"{question} [y/N]")
    return sys.stdin.readline().strip().lower() in ("y", "yes")
