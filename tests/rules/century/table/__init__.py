"""Tests of the table of Century: each part drawn of a fight that has all of it."""
