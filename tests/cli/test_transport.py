"""Tests that errors from the server below the application are plain as well."""

import json
import socket
from http.client import HTTPResponse
from urllib.parse import urlsplit

UPGRADE = (
    b"GET /v1/rulesets/none HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_a_socket_where_there_is_none_is_refused_by_a_problem(service_url: str) -> None:
    """Only one path speaks WebSocket; a handshake on any other path is answered with a problem and no upgrade."""
    with socket.create_connection(
        (urlsplit(service_url).hostname, urlsplit(service_url).port), timeout=10
    ) as connection:
        connection.sendall(UPGRADE)
        answer = HTTPResponse(connection)
        answer.begin()
        assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")
        assert json.loads(answer.read())["code"] == "not_found"
