"""Tests of the laws of tables."""
