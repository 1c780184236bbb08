"""Rounds, pairings and turns: what an actor may do, and what falls when a turn or a round ends."""
