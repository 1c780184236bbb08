"""Mounted combat: driving, boarding, attacks on vehicles, and dragging."""
