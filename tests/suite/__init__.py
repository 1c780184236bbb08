"""Tests of the tests: their tiers, the choice of those that a change concerns, and the soak report."""
