"""The range of integers: those that every JSON parser reads exactly."""

from typing import Final

MAX_INTEGER: Final = 2**53 - 1
"""The greatest integer in a request or a record, and the negative of the least."""
