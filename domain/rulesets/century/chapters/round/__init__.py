"""A round of combat: initiative, the staggered order, slots, and its end."""
