"""Types for each ruleset: one module a ruleset, loaded when it is imported, and ``core`` for what all have."""
