"""Rulings of the narrator."""
