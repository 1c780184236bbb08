"""Tests of the second verifier, `docs/verify.py`, against the first."""
