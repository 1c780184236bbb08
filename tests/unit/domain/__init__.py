"""Tests of the ``domain`` package that concern no ruleset in particular: chance, forms, decisions and validation."""
