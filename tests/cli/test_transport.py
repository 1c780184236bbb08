"""What the server says itself, below the application, is plain as well."""

import json
import socket
from http.client import HTTPResponse
from urllib.parse import urlsplit

UPGRADE = (
    b"GET /v1/rulesets/none HTTP/1.1\r\nHost: yarrow\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_an_upgrade_that_is_not_to_be_had_is_answered_as_the_request_that_it_is(service_url: str) -> None:
    """No path speaks WebSocket: the request goes on in HTTP, and what it is told is a problem."""
    with socket.create_connection(
        (urlsplit(service_url).hostname, urlsplit(service_url).port), timeout=10
    ) as connection:
        connection.sendall(UPGRADE)
        answer = HTTPResponse(connection)
        answer.begin()
        assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")
        assert json.loads(answer.read())["code"] == "not_found"
