"""What a run shows and leaves: terminal, Markdown, JSON, and the redacted audit manifest.

Comes in: a ``Review``, a ``Week`` or rows of the model. Goes out: text that has passed the
redactor once more, and files nobody else can read. Nothing here counts or decides; it only says.
"""
