"""Timeouts of live feeds."""

from typing import NamedTuple


class StreamTimeouts(NamedTuple):
    """Timeouts of live connections, in seconds.

    ``heartbeat`` is the longest time without a message, ``patience`` the longest that a client may not read.
    """

    heartbeat: float
    patience: float
