"""Bytes on disk or over HTTP to records: read-only access to where sessions are kept.

Comes in: a path, or the address of a server. Goes out: lines, documents or rows with their place
in the source.
"""
