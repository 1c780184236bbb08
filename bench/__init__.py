"""Benchmarks: each measures a value and, in the same run, a floor to compare it with."""
