"""Logs: one JSON object per line on standard error, from level ``warning`` up: what an operator has to know."""

import logging
import time
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from events.format.envelope import format_time
from service.problems.request_id import current_request

if TYPE_CHECKING:
    from structlog.typing import EventDict

LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "service.server.logs.JsonLines"}},
    "filters": {"seldom": {"()": "service.server.logs.Seldom"}},
    "handlers": {"errors": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["seldom"]}},
    "root": {"handlers": ["errors"], "level": "WARNING"},
}
"""Configuration of the standard library's logging, through which Yarrow and uvicorn log."""

INVALID_REQUEST: Final = "Invalid HTTP request received."
"""Uvicorn's log message for a connection that sends no HTTP."""
LOG_INTERVAL: Final = 60.0
"""Seconds between two lines of a message that may be repeated."""
KEYS: Final = {
    "time": "time",
    "level": "level",
    "logger": "logger",
    "request_id": "request_id",
    "message": "event",
    "trace": "exception",
}
"""The keys of a line, in order, each with structlog's name of its value."""


class Seldom(logging.Filter):
    """Drops, except once a minute, a message that may be logged any number of times.

    Any connection can cause that of uvicorn about requests; others are repeated while the store is unavailable, and are
    logged with ``extra={"seldom": True}``.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.msg != INVALID_REQUEST and not getattr(record, "seldom", False):
            return True
        now = time.monotonic()
        if now < self._next.get(record.msg, now):
            return False
        self._next[record.msg] = now + LOG_INTERVAL
        return True


class JsonLines(logging.Formatter):
    """Formats a record as JSON: time, level, logger and message.

    A line about a request has its ID, and one about an exception has the trace.
    """

    def format(self, record: logging.LogRecord) -> str:
        return _formatter().format(record)


@cache
def _formatter() -> logging.Formatter:
    """Return structlog's formatter. Its import takes tens of milliseconds, so it waits for the first record."""
    from structlog import processors, stdlib  # noqa: PLC0415

    return stdlib.ProcessorFormatter(
        processors=[
            stdlib.add_log_level,
            stdlib.add_logger_name,
            _add_time,
            _add_request,
            processors.format_exc_info,
            _select_keys,
            processors.JSONRenderer(ensure_ascii=False),
        ]
    )


def _add_time(_logger: object, _method: str, event: "EventDict") -> "EventDict":
    """Add the time at which the record was made."""
    event["time"] = format_time(datetime.fromtimestamp(event["_record"].created, UTC))
    return event


def _add_request(_logger: object, _method: str, event: "EventDict") -> "EventDict":
    """Add the ID of the request in whose course the record was made."""
    request_id = current_request.get()
    if request_id is not None:
        event["request_id"] = request_id
    return event


def _select_keys(_logger: object, _method: str, event: "EventDict") -> "EventDict":
    """Keep the keys of a line, in their order."""
    return {key: event[name] for key, name in KEYS.items() if name in event}
