"""A program that is told something on its standard input and heard on its standard output.

It runs in a session of its own, so that it and all it started can be ended together.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

from reflect.classifier.providers.http import LARGEST_ANSWER
from reflect.classifier.providers.provider import Rejected

END_SECONDS = 10.0
"""How long a killed program is waited for."""


class Program(asyncio.SubprocessProtocol):
    """A running program."""

    def __init__(self) -> None:
        self.heard = bytearray()
        """What it wrote so far."""
        self._transport: asyncio.SubprocessTransport | None = None
        self._exited = asyncio.Event()
        self._quiet = asyncio.Event()
        """It is gone and all that it wrote was heard, or it wrote too much."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It runs."""
        if isinstance(transport, asyncio.SubprocessTransport):
            self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It wrote something."""
        if len(self.heard) > LARGEST_ANSWER:
            self._quiet.set()
        else:
            self.heard += data

    def process_exited(self) -> None:
        """It has ended: what it started and left must not keep its output open."""
        self._kill()
        self._exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended, and its output too."""
        self._quiet.set()

    async def told(self, body: bytes) -> int | None:
        """Write to it, wait until it has ended, and give its exit code.

        Raises:
            Rejected: it writes more than a reply can have.
        """
        if self._transport is None:
            return None
        pipe = self._transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport):
            pipe.write(body)  # it need not be read: the pipe breaks, the program may reply
            pipe.close()
        await self._quiet.wait()
        if len(self.heard) > LARGEST_ANSWER:
            raise Rejected(f"more than {LARGEST_ANSWER >> 20} MB came as one reply")
        return self._transport.get_returncode()

    async def end(self) -> None:
        """End the program and all it started."""
        if not self._exited.is_set():
            self._kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self._exited.wait()
        if self._transport:
            self._transport.close()

    def _kill(self) -> None:
        if self._transport:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._transport.get_pid(), signal.SIGKILL)


@asynccontextmanager
async def running(
    words: Sequence[str], environ: Mapping[str, str], folder: str
) -> AsyncIterator[Program]:
    """Run a program in a folder until the block is left. Raises ``OSError``."""
    _, program = await asyncio.get_running_loop().subprocess_exec(
        Program,
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=folder,
        env=dict(environ),
        start_new_session=True,
    )
    try:
        yield program
    finally:
        await program.end()
