"""Fault tests: killed processes, lost history, hostile files, and an unavailable Redis."""
