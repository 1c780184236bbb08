"""Tests of encounters and their read models: lists, branches, comparisons, past versions, tallies and metrics."""
