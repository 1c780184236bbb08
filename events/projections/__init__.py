"""Projections of one encounter: timeline, tally and causes."""
