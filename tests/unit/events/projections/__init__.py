"""Tests of the projections of a single encounter: timeline, tally and causes."""
