"""Compression of responses: gzip or Zstandard, as the client accepts it; live feeds are sent as they are."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Scope, Send

from service.http.responses.content_encoding import COMPRESSORS, MIN_BYTES, Compressor, Mode, encoding_for
from service.http.responses.event_stream import MEDIA_TYPE as EVENT_STREAM
from service.work.call import shared_work
from service.work.slices import in_slice

MAX_AT_ONCE: Final = 32 * 1024
"""Bytes up to which a piece is compressed in the event loop, which takes a millisecond."""
SLICE_BYTES: Final = 128 * 1024
COMPRESSIBLE: Final = ("text/", "application/json", "application/problem+json", "application/x-ndjson")


def compressing(scope: Scope, send: Send) -> Send:
    """Return a ``send`` that compresses the response to a request; the same for a command whose client accepts none."""
    encoding = encoding_for(scope)
    if encoding is None and scope["method"] != "GET":
        return send
    return _Compressing(scope, send, encoding)


class _Compressing:
    """Sends one response, compressed if it is long enough, of a media type that shrinks, and not a live feed.

    The entity tag of a read gets the encoding at its end, because it names the bytes of one encoding. A read says also
    where it is not compressed that this depends on Accept-Encoding.
    """

    def __init__(self, scope: Scope, send: Send, encoding: str | None) -> None:
        self._send, self._encoding = send, encoding
        self._reads = scope["method"] == "GET"
        self._known = Headers(scope=scope).get("if-none-match", "")
        self._start: Message | None = None
        self._compressor: Compressor | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._begin(message)
        elif message["type"] == "http.response.body" and self._start is not None and self._encoding is not None:
            start, self._start = self._start, None
            await self._first(start, message, self._encoding)
        elif message["type"] == "http.response.body" and self._compressor is not None:
            await self._send({**message, "body": await self._compressed(self._compressor, message)})
        else:
            await self._send(message)

    async def _begin(self, message: Message) -> None:
        """Send the start of a response that is never compressed; hold back that of another until its body is known."""
        headers = MutableHeaders(raw=list(message["headers"]))
        unchanged = message["status"] == 304
        compressible = _is_compressible(headers)
        if self._reads and (compressible or unchanged):
            headers.add_vary_header("Accept-Encoding")
        if unchanged:
            headers["etag"] = self._known_tag(headers)
        message = {**message, "headers": headers.raw}
        if compressible and self._encoding is not None:
            self._start = message
        else:
            await self._send(message)

    async def _first(self, start: Message, message: Message, encoding: str) -> None:
        """Send the start of a response, and its body or the first piece of it."""
        if len(message.get("body", b"")) < MIN_BYTES and not message.get("more_body", False):
            await self._send(start)
            await self._send(message)
            return
        headers = MutableHeaders(raw=start["headers"])
        headers["content-encoding"] = encoding
        if self._reads and start["status"] == 200 and "etag" in headers:
            headers["etag"] = _tagged(headers, encoding)
        self._compressor = COMPRESSORS[encoding]()
        body = await self._compressed(self._compressor, message)
        if "content-length" in headers:
            headers["content-length"] = str(len(body))
        await self._send({**start, "headers": headers.raw})
        await self._send({**message, "body": body})

    def _known_tag(self, headers: Headers) -> str:
        """Return the entity tag of the response that the client has, in whatever encoding it has it."""
        encodings = (self._encoding, *COMPRESSORS)
        tags = [headers["etag"], *(_tagged(headers, encoding) for encoding in encodings if encoding is not None)]
        return next((tag for tag in tags if tag in self._known), tags[0])

    async def _compressed(self, compressor: Compressor, message: Message) -> bytes:
        """Return a piece of the body, compressed: in slices if it is large, which are not charged to the caller."""
        body: bytes = message.get("body", b"")
        last: Mode = "flush" if message.get("more_body", False) else "end"
        if len(body) <= MAX_AT_ONCE:
            return compressor.take(body, last)
        starts = range(0, len(body), SLICE_BYTES)
        with shared_work():
            parts = [
                await in_slice(
                    compressor.take, body[start : start + SLICE_BYTES], last if start == starts[-1] else "continue"
                )
                for start in starts
            ]
        return b"".join(parts)


def _tagged(headers: Headers, encoding: str) -> str:
    """Return the entity tag of a response in an encoding."""
    return f'{headers["etag"][:-1]}-{encoding}"'


def _is_compressible(headers: Headers) -> bool:
    media = headers.get("content-type", "").partition(";")[0]
    return media.startswith(COMPRESSIBLE) and media != EVENT_STREAM and "content-encoding" not in headers
