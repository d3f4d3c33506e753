"""Runs programs over a corpus and puts what they took beside the bars."""
