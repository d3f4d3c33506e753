"""Turns readable story files into stores of two agents, byte for byte the same on every run."""
