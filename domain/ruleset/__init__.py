"""Rulesets as objects, their parts, and the functions that decide and list commands by them."""
