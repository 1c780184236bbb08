from datetime import UTC, datetime, timedelta, timezone

import pytest

from events.format.envelope import format_time, redact, split


def test_a_time_is_written_in_utc_with_milliseconds() -> None:
    evening = datetime(2026, 3, 1, 21, 15, 0, 250_999, timezone(timedelta(hours=1)))
    assert format_time(evening) == "2026-03-01T20:15:00.250Z"
    assert format_time(datetime(2026, 3, 1, tzinfo=UTC)) == "2026-03-01T00:00:00.000Z"


def test_a_time_of_no_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        format_time(datetime(2026, 3, 1))  # noqa: DTZ001 - the time without a zone is what is tested


def test_a_record_splits_at_its_first_newline() -> None:
    assert split(b"public") == (b"public", None)
    assert split(b"public\nprivate") == (b"public", b"private")
    assert redact(b"public\nprivate") == b"public"
