"""The server of llama.cpp, or of its Python binding: chat completions under a grammar."""

from pathlib import PurePosixPath, PureWindowsPath

from reflect.classifier.providers import server
from reflect.classifier.providers.openai_compatible import OpenAICompatible
from reflect.classifier.providers.provider import OutputMode
from reflect.model.model_request import ModelRequest


class LlamaCpp(OpenAICompatible):
    """A server that runs one model from a file."""

    # The Python binding answers ``json_schema`` with 500, both take a schema with ``json_object``.
    modes: tuple[OutputMode, ...] = (
        OutputMode.JSON_OBJECT,
        OutputMode.FORCED_TOOL,
        OutputMode.PLAIN,
    )
    usual = "http://127.0.0.1:8080/v1"

    def form(self, request: ModelRequest, mode: OutputMode) -> dict[str, object]:
        """As OpenAI's, with the schema beside ``json_object``."""
        told = super().form(request, mode)
        if mode is OutputMode.JSON_OBJECT:
            told = {"response_format": {"type": "json_object", "schema": request.schema}}
        return told

    def model(self, rows: object) -> str:
        """The one it runs, whatever is asked for: named by the path of its file, unless by alias.

        Of a path only the name of the file is told.
        """
        ids = [server.member(row, "id") for row in rows] if isinstance(rows, list) else []
        files = [PureWindowsPath(PurePosixPath(i).name).name for i in ids if isinstance(i, str)]
        running = server.names([{"id": name} for name in files], "id")
        if len(running) == 1:
            return running[0]
        return server.chosen(self._settings, running)
