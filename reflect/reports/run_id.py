"""Names of runs: they sort by time and say nothing else. Reports are named after their run."""

import os

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o or u, so an id can be read aloud."""

LENGTH = 26
RANDOM_BITS = 80


def new(milliseconds: int, randomness: int | None = None) -> str:
    """``run_`` and 26 characters: 48 bits of Unix time in milliseconds, then 80 random bits."""
    drawn = int.from_bytes(os.urandom(RANDOM_BITS // 8), "big")
    noise = drawn if randomness is None else randomness
    number = (milliseconds << RANDOM_BITS) | noise
    digits = (ALPHABET[(number >> shift) & 31] for shift in range(5 * (LENGTH - 1), -1, -5))
    return "run_" + "".join(digits)
