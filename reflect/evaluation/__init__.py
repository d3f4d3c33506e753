"""How good reflect is: labels in, measures out.

Comes in: label files that readers wrote, and what was found in the labelled sessions. Goes out:
precision, recall and F1 with intervals, baselines beside them, every miss and false alarm by
reference, and the counts of the stability file. Pure functions; no text of a session goes out.
"""
