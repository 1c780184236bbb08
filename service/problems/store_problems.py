"""Store errors reported to clients as problems, and the reasons of an outage to operators."""

import logging
import time
from typing import Final

from events.store.protocol import StoreError, StoreMisconfigured, StoreUnavailable
from service.problems.problem import from_store_error

LOG_INTERVAL: Final = 60.0
"""Seconds between two log lines about requests that fail because the store is unavailable."""
_log = logging.getLogger(__name__)


class store_problems:  # noqa: N801  # it is used as a function is
    """Context manager that raises a StoreError as a Problem.

    ``command_id`` is the idempotency key that the problem names for a retry of a command.
    """

    def __init__(self, command_id: str | None = None) -> None:
        self._command_id = command_id

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StoreError):
            _outages.note(error)
            raise from_store_error(error, command_id=self._command_id) from error


def note_outage(error: StoreError) -> None:
    """Log why requests would be answered ``store_away``."""
    _outages.note(error)


class OutageLog:
    """Logs why requests are answered ``store_away``, at most once a minute.

    A check of readiness often ends first, and only knows that it took too long; it does not count for the minute of the
    errors that name a reason.
    """

    def __init__(self) -> None:
        self._next = {True: 0.0, False: 0.0}

    def note(self, error: StoreError) -> None:
        """Log the error, unless one of its kind was logged lately."""
        now = time.monotonic()
        explained = isinstance(error, StoreMisconfigured) or (
            isinstance(error, StoreUnavailable) and error.reason != ""
        )
        if isinstance(error, StoreUnavailable | StoreMisconfigured) and now >= self._next[explained]:
            self._next[explained] = now + LOG_INTERVAL
            _log.warning("Requests are answered 503 store_away: %s", error)


_outages: Final = OutageLog()
