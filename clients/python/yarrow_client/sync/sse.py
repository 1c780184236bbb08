"""Server-sent events, parsed as the HTML standard defines them, from chunks of any length."""
# Written by `python -m docs.python_client` from yarrow_client/sse.py; change that.

from collections.abc import Iterator
from typing import NamedTuple

BOM = b"\xef\xbb\xbf"


class Frame(NamedTuple):
    """One event of a stream: ``id`` is the last ID received; without ``data`` it only updates the position."""

    event: str
    data: str
    id: str
    retry: int | None


def lines_of(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield lines without their ends: CR LF, LF or CR. An unterminated last line is dropped."""
    rest, started = b"", False
    for piece in pieces:
        rest += piece
        if not started and (started := len(rest) >= len(BOM)):
            rest = rest.removeprefix(BOM)
        *whole, rest = _split(rest)
        yield from whole


def _split(text: bytes) -> list[bytes]:
    """Split text into lines and an incomplete rest; a CR at the end stays in the rest, as an LF may follow."""
    held = b"\r" if text.endswith(b"\r") else b""
    parts = text.removesuffix(held).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return [*parts[:-1], parts[-1] + held]


def frames_of(pieces: Iterator[bytes]) -> Iterator[Frame | None]:
    """Yield the frames of a stream in order, and None for each comment, which the service sends as a heartbeat."""
    event, data, last, retry = "", list[str](), "", None
    named = False
    for raw in lines_of(pieces):
        line = raw.decode("utf-8", "replace")
        if not line:
            if data or named:
                yield Frame(event or "message", "\n".join(data), last, retry)
            event, data, retry, named = "", [], None, False
            continue
        if line.startswith(":"):
            yield None
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match field:
            case "event":
                event = value
            case "data":
                data.append(value)
            case "id" if "\0" not in value:
                last, named = value, True
            case "retry" if value.isascii() and value.isdecimal():
                retry, named = int(value), True
