"""Cross-origin requests: which pages of other origins may use the API from a browser (CORS), by ``YARROW_ORIGINS``."""

from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

from service.auth.local_only import foreign_page
from service.http.responses.encoded import problem_response
from service.problems.problem import Problem

METHODS: Final = ("GET", "HEAD", "POST", "DELETE")
REQUEST_HEADERS: Final = (
    "Authorization",
    "Yarrow-As",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Prefer",
    "X-Request-ID",
)
"""The headers that a page may send, besides those that any page may."""
RESPONSE_HEADERS: Final = (
    "Content-Disposition",
    "ETag",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-ID",
    "Yarrow-Chain",
    "Yarrow-Unknown",
)
"""The headers that a page may read, besides those that any page may, such as Content-Language."""
PREFLIGHT_SECONDS: Final = 7200
"""How long a browser may keep the answer to a preflight, the most that Chromium does."""


class CrossOrigin(CORSMiddleware):
    """Answers preflights, and lets pages of the named origins read responses. Without names, no page of another may.

    No request is authenticated by cookies, so that credentials of the browser are not allowed.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        super().__init__(
            app,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=REQUEST_HEADERS,
            allow_private_network=True,
            expose_headers=RESPONSE_HEADERS,
            max_age=PREFLIGHT_SECONDS,
        )

    def preflight_response(self, request_headers: Headers) -> Response:
        """Answer a preflight, and a refused one with a problem."""
        answer = super().preflight_response(request_headers)
        if answer.status_code == 200:
            return answer
        if self.is_allowed_origin(request_headers["origin"]):
            methods, headers = ", ".join(METHODS), ", ".join(REQUEST_HEADERS)
            detail = f"A page may send {methods}, with the headers {headers}."
            problem = Problem("malformed", detail)
        else:
            problem = foreign_page(request_headers["origin"])
        kept = {name: one for name, one in answer.headers.items() if not name.startswith("content-")}
        return problem_response(problem, kept)
