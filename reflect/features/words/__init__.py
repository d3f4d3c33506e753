"""Short word lists per language, and the way a text is searched for their phrases.

One TOML file a language, read once. Lists are small and generic on purpose: a phrase is weak
evidence, never the only evidence, and lists grown from labelled sessions do not transfer.
"""
