"""Tests of laws that every fight of every ruleset obeys, over fights that bots play."""
