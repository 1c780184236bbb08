"""Fights without an end, one for each ruleset, and the measures that play them in process."""
