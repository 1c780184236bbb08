"""The rules of play: pure and synchronous, without input or output, clock or randomness outside ``Chance``."""
