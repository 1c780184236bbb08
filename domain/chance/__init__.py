"""Randomness: draws of coins, dice and cards, and the seeds from which they are computed."""
