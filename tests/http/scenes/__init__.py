"""Tests of scenes over HTTP: those of the rulesets, and those of an operator."""
