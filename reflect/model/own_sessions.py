"""Sessions that reflect itself makes on an agent's server in order to ask the model behind it."""

OPENCODE_PARENT = "ses_000000000000ReflectsOwnAsk"
"""Parent that each of them names on OpenCode. No session has this id: OpenCode shares no session
that has a parent, gives it no title and lists it nowhere among the user's own (1.18.33)."""
