"""The rules of play. Pure and synchronous: no input or output, no clock, and no randomness except ``Chance``."""
