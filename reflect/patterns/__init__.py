"""Findings that come back: equal keys in at least two sessions on at least two days.

Comes in: occurrences of findings in root sessions. Goes out: patterns with their denominators.
"""
