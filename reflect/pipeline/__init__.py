"""The order of things: find, import, analyse, join, recommend, report.

The only folder that knows it. Comes in: what the user asked for. Goes out: a report.
"""
