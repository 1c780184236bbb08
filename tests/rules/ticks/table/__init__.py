"""Tests of the table of Ticks."""
