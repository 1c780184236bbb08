"""Turns, the Edge, and where combatants are."""
