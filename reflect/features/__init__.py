"""Facts about one session: turns with acts, normalised commands, edits, verification.

Comes in: a ``SessionTree`` and a ``Baseline``. Goes out: ``SessionFeatures``. Pure functions: no
database, no clock, no file system, no network.
"""
