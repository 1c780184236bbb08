"""Server-sent events, read as the HTML standard has them: frames out of pieces of any length."""

from collections.abc import AsyncIterator
from typing import NamedTuple

MARK = b"\xef\xbb\xbf"


class Frame(NamedTuple):
    """One block of a stream: ``id`` is the last that was named; one without ``data`` only tells the position."""

    event: str
    data: str
    id: str
    retry: int | None


async def lines_of(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Lines without their ends, which are CR LF, LF or CR; what is not ended when the stream ends is no line."""
    rest, begun = b"", False
    async for piece in pieces:
        rest += piece
        if not begun and (begun := len(rest) >= len(MARK)):
            rest = rest.removeprefix(MARK)
        *whole, rest = _split(rest)
        for line in whole:
            yield line


def _split(text: bytes) -> list[bytes]:
    """The lines of a text, last what may go on: a CR at the end, behind which an LF may still come, is kept there."""
    held = b"\r" if text.endswith(b"\r") else b""
    parts = text.removesuffix(held).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return [*parts[:-1], parts[-1] + held]


async def frames_of(pieces: AsyncIterator[bytes]) -> AsyncIterator[Frame | None]:
    """The frames of a stream in order, and None for each comment: a heartbeat shows that the service lives."""
    event, data, last, retry = "", list[str](), "", None
    named = False
    async for raw in lines_of(pieces):
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
