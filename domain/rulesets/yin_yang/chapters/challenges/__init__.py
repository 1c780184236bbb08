"""Challenges of a call, and confrontations."""
