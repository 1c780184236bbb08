"""Verification of recorded encounters: chain, draws, decisions, and the admission of imports."""
