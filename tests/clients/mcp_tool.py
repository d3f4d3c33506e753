"""An MCP server with one tool ``touch``, which makes the file that is named when it is started."""

import json
import sys
from pathlib import Path
from typing import Any

TOOL = {"name": "touch", "description": "Touch.", "inputSchema": {"type": "object"}}


def answer(asked: Any) -> dict[str, Any]:
    """What a request is answered with."""
    if asked["method"] == "initialize":
        return {
            "protocolVersion": asked["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "touching", "version": "1"},
        }
    if asked["method"] == "tools/list":
        return {"tools": [TOOL]}
    if asked["method"] == "tools/call":
        Path(sys.argv[1]).touch()
        return {"content": [{"type": "text", "text": "touched"}]}
    return {}


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        reply = {"jsonrpc": "2.0", "id": request["id"], "result": answer(request)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
