"""Rollouts as the client compresses them (0.171, ``local_thread_store_compression``)."""

import sys
from pathlib import Path

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def compress(path: Path, *, keep: bool = False) -> Path:
    """``rollout-….jsonl.zst`` in the place of a rollout, or beside it."""
    packed = path.with_name(path.name + ".zst")
    packed.write_bytes(zstd.compress(path.read_bytes()))
    if not keep:
        path.unlink()
    return packed
