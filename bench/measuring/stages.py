"""Imports once and prints how many seconds each stage took, as JSON.

    HOME=… REFLECT_HOME=… python bench/measuring/stages.py

Reading, redacting and loading follow one another in one thread, so their sum is the import. Inside
of redacting: the bulk search, and the rules over the texts it names.
"""

import functools
import json
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

SECONDS: defaultdict[str, float] = defaultdict(float)


def timed(owner: Any, name: str, stage: str) -> None:
    """Count the time of a function or method under the name of a stage."""
    inner: Callable[..., Any] = getattr(owner, name)

    @functools.wraps(inner)
    def outer(*values: Any, **named: Any) -> Any:
        began = time.perf_counter()
        try:
            return inner(*values, **named)
        finally:
            SECONDS[stage] += time.perf_counter() - began

    setattr(owner, name, outer)


def main() -> None:
    """Import with every stage timed."""
    began = time.perf_counter()
    from reflect.importers.claude_code import ClaudeCode
    from reflect.importers.opencode import OpenCode
    from reflect.pipeline.finding_stores import StoreRequest
    from reflect.pipeline.import_only import import_only
    from reflect.pipeline.readers import Readers
    from reflect.redaction import bulk
    from reflect.redaction.door import Door
    from reflect.warehouse import Warehouse

    # In one process, where stages follow one another.
    setattr(Readers, "take_on", lambda *_: None)  # noqa: B010 - a method of a class
    timed(ClaudeCode, "read", "reading")
    timed(OpenCode, "read", "reading")
    timed(Door, "pass_sessions", "redacting")
    timed(bulk, "suspects", "bulk search")
    timed(Warehouse, "load", "loading")
    import_only(StoreRequest(), lambda agent, done, total: None, lambda counts: None)
    SECONDS["all"] = time.perf_counter() - began
    print(json.dumps(SECONDS))


if __name__ == "__main__":
    main()
