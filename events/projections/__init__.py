"""Projections of one encounter: story, tally and causes."""
