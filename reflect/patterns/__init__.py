"""Findings that come back: equal keys in at least two sessions on at least two days.

Comes in: findings of root sessions. Goes out: each incident once, and patterns with their
denominators.
"""
