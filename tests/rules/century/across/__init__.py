"""Tests of Century where all chapters meet."""
