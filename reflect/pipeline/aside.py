"""What the warehouse is asked by another thread, while this one computes or asks something else."""

from collections.abc import Callable
from contextlib import ExitStack
from threading import Thread
from typing import Generic, Self, TypeVar

from reflect.pipeline.quick_switching import quick_switching
from reflect.warehouse import Warehouse
from reflect.warehouse.beside import Beside, beside

AnswerT = TypeVar("AnswerT")


class Aside(Generic[AnswerT]):
    """One question about what is committed when it begins; what it raises, ``answer`` raises."""

    def __init__(self, warehouse: Warehouse, ask: Callable[[Beside], AnswerT]) -> None:
        self._warehouse = warehouse
        self._ask = ask
        self._answers: list[AnswerT] = []
        self._error: BaseException | None = None
        self._left = ExitStack()
        self._thread = Thread(target=self._run, name="aside")

    def answer(self) -> AnswerT:
        """The answer, as soon as it is there."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._answers[0]

    def __enter__(self) -> Self:
        self._reader = self._left.enter_context(beside(self._warehouse))
        self._left.enter_context(quick_switching())
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until the warehouse is no longer read."""
        self._thread.join()
        self._left.close()

    def _run(self) -> None:
        try:
            self._answers.append(self._ask(self._reader))
        except BaseException as error:  # raised where the answer is asked for
            self._error = error
