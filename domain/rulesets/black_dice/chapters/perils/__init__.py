"""Perils, held breath, drink, and feats of strength."""
