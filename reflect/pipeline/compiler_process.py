"""A process that compiles the search for secrets in one pass, beside the readers of an import.

    python -P -m reflect.pipeline.compiler_process

Readers use it from their next piece on. It keeps what it compiled, and writes nothing else.
"""

from reflect.redaction.one_pass import compile_once

if __name__ == "__main__":
    compile_once()
