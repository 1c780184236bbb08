"""The course of a round: initiative, declarations, responses, the agenda, and what falls due at its end."""
