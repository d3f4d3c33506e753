"""Codes of this family: one file each."""
