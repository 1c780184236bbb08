"""Mutation testing: small faults are put into the rules to check that a test of the short tier detects each of them.

``operators`` makes the faults of one function, ``sample`` draws some for each ruleset, ``trial`` runs the tests of the
ruleset against one, and ``report`` summarizes the results. ``python -m tests.mutants`` runs them all.
"""
