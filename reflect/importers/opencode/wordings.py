"""Sentences that OpenCode itself writes into records, and that nothing else tells.

Each was seen in stores of the versions named; where a field says the same, the field is used.
"""

REJECTED = "The user rejected permission to use this specific tool call"
"""Start of the error of a refused call (1.2 to 1.18). ``opencode run`` refuses by itself with the
same words."""

FEEDBACK = " with the following feedback: "
"""Follows :data:`REJECTED` where the user gave a reason (1.18)."""

RULE_DENIED = "The user has specified a rule which prevents you from using this specific tool call"
"""Start of the error of a call that a permission rule forbids (1.x source)."""

QUESTION_DISMISSED = "The user dismissed this question"
"""Error of a question that the user closed (1.x source)."""

EXECUTION_ABORTED = "Tool execution aborted"
"""Error of a call that ran when the user stopped the turn (1.2)."""

COMMAND_ABORTED = "User aborted the command"
"""In the output of a command that ran when the user stopped the turn (1.18)."""

COMMAND_TIMED_OUT = "terminated command after exceeding timeout"
"""In the output of a command that ran too long (1.2 to 1.18); its exit is null."""

UNKNOWN_TOOL = "Unknown tool: "
"""Start of the error of a call to a tool that does not exist, second engine (1.18)."""

TURN_INTERRUPTED = "Provider turn interrupted"
"""Error of an answer that the user stopped, second engine (1.18)."""

PROVIDER_FAILED = "Provider request failed"
"""Start of the error of a request that the provider refused, second engine (1.18)."""

CALL_FAILED = "AI_APICallError: "
"""Start of the message of an ``UnknownError`` that is one of the provider (0.5)."""

ATTACHED_FILE = "Called the Read tool with the following input:"
"""Start of the synthetic text before the content of a file the user attached (1.2 to 1.18)."""

REMINDER = ("<system-reminder>", "</system-reminder>")
"""Marks around text that the harness adds to a prompt, also copied into titles (1.18)."""

BUILT_IN_COMMANDS = {
    "init": (
        "Please analyze this codebase and create an AGENTS.md file",
        "Create or update `AGENTS.md` for this repository",
    ),
}
"""Built-in commands by the first words of their text (1.2 and later)."""
