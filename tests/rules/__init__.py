"""Tests of the rules: a folder for each ruleset, and the modules and tests that all rulesets share."""
