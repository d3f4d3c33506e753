"""Finds templates; of those that are shipped the compiled form is kept: compiling takes 80 ms."""

import marshal
from collections.abc import MutableMapping
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import BaseLoader, Environment, Template

from reflect import resources
from reflect.derived import kept
from reflect.errors import InternalError
from reflect.reports.template_folder import FOLDER, shipped_folder, shipped_templates, sources


class TemplateLoader(BaseLoader):
    """The user's own templates first, then the shipped ones."""

    def load(
        self,
        environment: Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - jinja's word
    ) -> Template:
        """Compile a template, or take the compiled form of a shipped one."""
        found = resources.find(FOLDER, name)
        if found.parent == self._shipped:
            code = self._kept(environment)[name]
        else:
            code = _compiled(environment, found)
        return environment.template_class.from_code(environment, code, dict(globals or {}))

    def _kept(self, environment: Environment) -> dict[str, CodeType]:
        if self._codes is None:
            files = shipped_templates()

            def make() -> bytes:
                return marshal.dumps({file.name: _compiled(environment, file) for file in files})

            content = kept("templates", sources(), make, salt=jinja2.__version__)
            self._codes = marshal.loads(content)  # noqa: S302 - trusted as byte code is
        return self._codes

    _codes: dict[str, CodeType] | None = None

    @cached_property
    def _shipped(self) -> Path:
        return shipped_folder()


def _compiled(environment: Environment, file: Path) -> CodeType:
    code = environment.compile(file.read_text(encoding="utf-8"), file.name)
    if not isinstance(code, CodeType):
        raise InternalError(f"{file.name} gave no code")
    return code
