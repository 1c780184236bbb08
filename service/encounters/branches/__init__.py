"""Branches: the encounters that an encounter comes from, and how two of them differ."""
