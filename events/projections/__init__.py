"""Projections of one encounter: timeline, tally, causes and differences of states."""
