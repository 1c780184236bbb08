"""Logs: one JSON object a line on the standard error, and only what an operator has to know."""

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

from events.format.envelope import format_time

LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "service.server.logs.JsonLines"}},
    "handlers": {"errors": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["errors"], "level": "WARNING"},
}


class JsonLines(logging.Formatter):
    """A record as JSON: its time, level, logger and message, and the trace where something broke."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": format_time(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
