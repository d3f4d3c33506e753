"""Rust's regex over many texts at once, by polars' engine without the data frames around it.

``import polars`` takes 150 ms of a processor, nearly all of it for data frames, selectors and
readers that a search does not need. The engine itself is a package of its own, loaded in 6 ms; the
few names used here are those behind polars' public ones (2.1.0). It is asked a question with a
known answer first: a release that keeps them elsewhere is met by the public module.
"""

import os
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Protocol

ALLOCATOR = "_RJEM_MALLOC_CONF"
"""Read once, when the engine is loaded; polars sets it as below."""

NAME = "text"


class Texts(Protocol):
    """Texts as the engine holds them; they hold no lone surrogates."""

    def hits(self, expressions: Sequence[str]) -> list[list[int]]:
        """For each expression the places of the texts in which it hits; on all cores."""

    def at(self, places: Sequence[int]) -> "Texts":
        """The texts at these places, in this order."""


def texts(values: Sequence[str]) -> Texts:
    """Texts to be searched."""
    engine = _engine()
    if engine is None:
        return _Public(values)
    return _Direct(engine, engine.PySeries.new_str(NAME, values, True))


class _Direct:
    """By the engine's own names."""

    def __init__(self, engine: Any, series: Any) -> None:
        self._engine = engine
        self._series = series

    def hits(self, expressions: Sequence[str]) -> list[list[int]]:
        asked = _asked(self._engine, tuple(expressions))
        plan = self._engine.PyDataFrame([self._series]).lazy().select(asked)
        # Nothing here can be optimised; looking for it took a fifth of a search of small texts.
        plan = plan.with_optimizations(self._engine.PyOptFlags.empty())
        found = plan.collect("in-memory", None)
        columns = [found.to_series(number) for number in range(len(asked))]
        return [
            [place for place, hit in enumerate(column.to_list()) if hit] if column.any(True) else []
            for column in columns
        ]

    def at(self, places: Sequence[int]) -> Texts:
        chosen = self._engine.PySeries.new_opt_u32("places", places, True)
        return _Direct(self._engine, self._series.gather_with_series(chosen))


@lru_cache(maxsize=64)
def _asked(engine: Any, expressions: tuple[str, ...]) -> list[Any]:
    """Whether a text holds a match, for each expression: the same are asked of every batch."""
    text = engine.col(NAME)
    return [
        text.str_contains(engine.lit(expression, False, True), False, True).alias(str(number))
        for number, expression in enumerate(expressions)
    ]


class _Public:
    """By polars' public names."""

    def __init__(self, values: Any) -> None:
        import polars

        self._series = polars.Series(NAME, values, dtype=polars.String)

    def hits(self, expressions: Sequence[str]) -> list[list[int]]:
        import polars

        text = polars.col(NAME)
        answers = polars.DataFrame({NAME: self._series}).select(
            text.str.contains(expression).arg_true().implode().alias(str(number))
            for number, expression in enumerate(expressions)
        )
        return [column.item().to_list() for column in answers.iter_columns()]

    def at(self, places: Sequence[int]) -> Texts:
        return _Public(self._series.gather(list(places)))


@cache
def _engine() -> Any:
    """The engine, if it is there and answers as expected; else None."""
    given = os.environ.get(ALLOCATOR)
    usual = "dirty_decay_ms:500,muzzy_decay_ms:1000"
    os.environ[ALLOCATOR] = f"{usual},{given}" if given else usual
    try:
        import _polars_runtime_32._polars_runtime as found

        engine: Any = found
        known = _Direct(engine, engine.PySeries.new_str(NAME, ["key", "", "a key\nb"], True))
        answers = known.at([2, 1, 0]).hits(["^key$", r"(?i)\bKEY\b", "x"])
    except (ImportError, AttributeError, TypeError, ValueError):
        return None
    return engine if answers == [[2], [0, 2], []] else None
