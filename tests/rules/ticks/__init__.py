"""Tests of the rules of Ticks."""
