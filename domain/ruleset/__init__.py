"""A ruleset as one object, its parts, and the functions that decide and list commands by it."""
