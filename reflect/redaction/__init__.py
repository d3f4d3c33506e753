"""The door: raw sessions in, sessions without secrets out. One rule list, two ways to run it.

``Door.pass_small`` runs the rules with Python's ``re`` (polars is not imported);
``Door.pass_batch`` finds the texts that could hold a secret with polars, then runs Python on
those only. The result is the same.
"""
