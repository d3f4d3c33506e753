"""A large, deterministic corpus of session stores, made from a few recorded records."""
