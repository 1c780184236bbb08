"""Tests, contests and rulings of the narrator."""
