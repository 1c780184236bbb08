"""Tests of Ticks where all chapters meet."""
