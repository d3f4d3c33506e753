"""Bytes on disk to records: read-only access to the places where sessions are kept.

Comes in: a path. Goes out: lines, documents or rows with their place in the source.
"""
