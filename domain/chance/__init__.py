"""Randomness: the draws of coins, dice and cards, and the seeds that they follow from."""
