"""Mutants: small faults put into the rules on purpose, to see whether a test of the short tier notices each of them.

``operators`` makes the faults of one function, ``sample`` draws some for each ruleset, ``trial`` runs the tests of the
ruleset against one, ``report`` says what came of all. ``python -m tests.mutants`` does it.
"""
