"""The API description for tests that generate requests from it, and event streams that end after their first blocks."""

import io
import json
import re
from typing import Any, Final

import requests
from jsonschema import Draft202012Validator
from schemathesis import Case, CheckContext, Response
from urllib3 import HTTPResponse

from service.app import create_app
from service.http.responses.event_stream import MEDIA_TYPE
from service.settings import Settings

DESCRIPTION: Final[dict[str, Any]] = create_app(Settings()).openapi()
BLOCKS: Final = 3
"""Number of blocks read of a stream: its beginning, and the first batch or heartbeat."""
_BEGINNING: Final = re.compile(rb"(?:: .+\n)*retry: ")
_SIGN_OF_LIFE: Final = re.compile(rb"(?:(?:: .+\n)*retry: \d+|: heartbeat)\nid: [\w-]+")
_EVENT: Final = re.compile(rb"(?:id: [\w-]+\n)?event: (batch|seats|dropped)\ndata: (.+)")
_SCHEMAS: Final = {"batch": "LiveBatch", "seats": "SeatsAnswer", "dropped": "Dropped"}


def listening() -> requests.Session:
    """Return a client that closes an event stream after its beginning; to the caller the response is complete."""
    session = requests.Session()
    session.hooks["response"].append(_hang_up)
    return session


def _hang_up(answer: requests.Response, **_: Any) -> None:
    if not answer.headers.get("content-type", "").startswith(MEDIA_TYPE):
        return
    taken = b""
    while taken.count(b"\n\n") < BLOCKS and (piece := answer.raw.read1(1 << 16)):
        taken += piece
    whole = taken[: taken.rfind(b"\n\n") + 2]
    answer.raw.close()
    headers = {"content-type": answer.headers["content-type"]}
    answer.raw = HTTPResponse(io.BytesIO(whole), headers, answer.status_code, preload_content=False)


def frames_are_as_described(context: CheckContext, answer: Response, case: Case[Any]) -> None:
    """Check that each block of an event stream is a heartbeat, or an event whose data match the schema of its type."""
    if not answer.headers.get("content-type", [""])[0].startswith(MEDIA_TYPE):
        return
    first, *blocks, end = answer.content.split(b"\n\n")
    assert _BEGINNING.match(first), first
    assert end == b"", end
    for block in (first, *blocks):
        if _SIGN_OF_LIFE.fullmatch(block):
            continue
        event = _EVENT.fullmatch(block)
        assert event, block
        fits(_SCHEMAS[event[1].decode()], event[2])


def fits(name: str, data: bytes) -> None:
    """Assert that the data are JSON that matches a schema of the description."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": DESCRIPTION["components"]}
    Draft202012Validator(schema).validate(json.loads(data))
