"""Tests of the projections of a single encounter: story, tally and causes."""
