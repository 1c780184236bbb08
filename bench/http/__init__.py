"""Measures over HTTP: commands, the floor that they are compared with, and live watchers."""
