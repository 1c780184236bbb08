"""Open files: how many connections they leave room for. Each connection is an open file, and so is each to Redis."""

import logging
import resource
from typing import Final

OWN_FILES: Final = 40
"""Files that the service has open beside its connections: logs, locks, files that it reads, its Redis."""
FILES_OF_PRIMARY: Final = 24
"""Connections to each primary of the store, at most."""
_log = logging.getLogger(__name__)


def connections_possible(wanted: int, primaries: int) -> int:
    """Return how many connections are possible of those wanted, after raising the limit of open files if it is low."""
    own = OWN_FILES + FILES_OF_PRIMARY * primaries
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted + own:
        return wanted
    most = wanted + own if hard == resource.RLIM_INFINITY else min(wanted + own, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    possible = max(1, most - own)
    if possible < wanted:
        _log.warning(
            "The limit of open files (ulimit -n) is %d, so %d connections are possible at once, not the %d of "
            "YARROW_CONNECTIONS. Raise it, or set YARROW_CONNECTIONS to what it permits.",
            *(most, possible, wanted),
        )
    return possible
