"""Tests of rulesets that other packages bring."""
