"""An HTTP client that waits when the service says that it sends too many requests."""

from time import sleep
from typing import Any, Final

import httpx

MAX_WAIT: Final = 60.0
"""The seconds that one request waits in all, before its refusal is returned."""


class PatientClient(httpx.Client):
    """Sends a request again after the seconds of ``Retry-After`` while it is refused for the rate limit.

    A request that is refused so has had no effect. A body that is read from an iterator cannot be sent again.
    """

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request, and return its response, or the refusal for which it would wait too long."""
        left = MAX_WAIT
        while True:
            answer = super().send(request, **options)
            seconds = _seconds_to_wait(answer)
            if seconds is None or seconds > left or not isinstance(request.stream, httpx.ByteStream):
                return answer
            answer.close()
            sleep(seconds)
            left -= seconds


def _seconds_to_wait(answer: httpx.Response) -> float | None:
    """Return the seconds after which a refused request may be sent again; None if it was not refused for its rate."""
    if answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
        return None
    said = answer.headers.get("retry-after", "")
    return float(said) if said.isdecimal() else None
