"""Commands: how they are called, what they say of themselves, and the function behind them."""

from importlib import import_module
from typing import NamedTuple

from reflect.cli.parameters import Function, Parameter, parameters


class Command(NamedTuple):
    """One command. The file with its page and function is imported when they are asked for."""

    name: str
    """All words that call it: ``reflect audit list``."""
    module: str
    """File of ``reflect.cli`` that holds it."""
    function: str = ""
    """Name of its function there; empty for a group."""
    page: str = "HELP"
    """Name of its page there."""
    commands: tuple["Command", ...] = ()
    """The commands of a group."""

    @property
    def word(self) -> str:
        """The last word of its name."""
        return self.name.rpartition(" ")[2]

    @property
    def help(self) -> str:
        r"""Its page; the first sentence also stands in the list of commands.

        A paragraph after a line ``\b`` keeps its lines.
        """
        page: str = getattr(import_module(f"reflect.cli.{self.module}"), self.page)
        return page

    @property
    def run(self) -> Function:
        """Does it."""
        run: Function = getattr(import_module(f"reflect.cli.{self.module}"), self.function)
        return run

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What it takes; nothing for a group."""
        return parameters(self.run) if self.function else ()


def every(command: Command) -> list[Command]:
    """The command and all below it, groups before their commands."""
    return [command, *(found for one in command.commands for found in every(one))]
