"""Tests of rulesets that other packages provide."""
