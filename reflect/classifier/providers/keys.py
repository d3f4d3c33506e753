"""The key of a provider, from where the user keeps it. It is never shown, logged or stored."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from reflect.errors import NotPermitted, UsageError
from reflect.model.provider_settings import ProviderSettings

LONGEST_KEY = 4096
"""Bytes that are read of a file; tokens with claims in them have a thousand or two."""


def key(settings: ProviderSettings, environ: Mapping[str, str]) -> str:
    """The key; empty when the settings name none.

    Raises:
        UsageError: there is none where the settings say, or it can be no key.
        NotPermitted: its file can be read by others.
    """
    if settings.key_env and settings.key_file:
        raise UsageError(f"{settings.name}: key_env and key_file are both given",
                         hint="take one of them out")  # fmt: skip
    if settings.key_env:
        found = environ.get(settings.key_env, "").strip()
        where = f"the variable {settings.key_env}"
        if not found:
            raise UsageError(f"{settings.name}: {where} is not set",
                             hint=f"set {settings.key_env} to the key")  # fmt: skip
    elif settings.key_file:
        file = _file(settings)
        found, where = _first_line(file), str(file)
    else:
        return ""
    if not found or not all("!" <= letter <= "~" for letter in found):
        raise UsageError(f"{settings.name}: {where} holds no key",
                         hint="a key is one line of letters, digits and signs")  # fmt: skip
    return found


def _file(settings: ProviderSettings) -> Path:
    try:
        return Path(settings.key_file).expanduser()
    except RuntimeError:  # ~somebody whom this machine does not know
        raise UsageError(f"{settings.name}: {settings.key_file} is in no home folder known here",
                         hint="name key_file by its whole path") from None  # fmt: skip


def _first_line(file: Path) -> str:
    """The first line of a file that nobody else can read."""
    try:
        # Not blocking: a pipe without a writer would be waited for.
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            state = os.fstat(handle)
            if not stat.S_ISREG(state.st_mode):
                raise UsageError(f"{file} is no file", hint="name a file that holds the key")
            if state.st_uid != os.getuid() or stat.S_IMODE(state.st_mode) & 0o077:
                raise NotPermitted(f"{file} can be read by others", hint=f"chmod 600 {file}")
            content = os.read(handle, LONGEST_KEY)
        finally:
            os.close(handle)
    except (OSError, ValueError):  # the second for a name with a NUL in it
        raise UsageError(f"{file} cannot be read", hint="check the path of key_file") from None
    return content.partition(b"\n")[0].decode("utf-8", "replace").strip()
