"""Reads coding-agent sessions where they lie and says what keeps going wrong."""

__version__ = "0.1.0"
