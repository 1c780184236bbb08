"""Content encodings: which of them a request accepts, and compressors that do their work in parts."""

import re
import sys
import zlib
from functools import lru_cache
from typing import Final, Literal, Protocol

from starlette.types import Scope

from service.problems.sent_headers import headers_of

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdCompressor
else:
    from backports.zstd import ZstdCompressor

MIN_BYTES: Final = 1024
"""Bytes from which a body is compressed."""
GZIP_LEVEL: Final = 5
ZSTD_LEVEL: Final = 3
GZIP_FORMAT: Final = 16 + zlib.MAX_WBITS
_quality = re.compile(r"q=([01](?:\.[0-9]{0,3})?)").fullmatch

Mode = Literal["continue", "flush", "end"]
"""The end of a part: more of the same piece follows at once, another piece later, or nothing."""


class Compressor(Protocol):
    """Compresses one body in parts."""

    def take(self, part: bytes, mode: Mode) -> bytes:
        """Return the compressed bytes that a part adds; with ``flush`` or ``end`` nothing of it is held back."""
        ...


class Gzip:
    """Compresses with gzip (RFC 1952)."""

    def __init__(self) -> None:
        self._compressor = zlib.compressobj(GZIP_LEVEL, wbits=GZIP_FORMAT)

    def take(self, part: bytes, mode: Mode) -> bytes:
        """Return the compressed bytes that a part adds."""
        compressed = self._compressor.compress(part)
        if mode == "continue":
            return compressed
        return compressed + self._compressor.flush(zlib.Z_FINISH if mode == "end" else zlib.Z_SYNC_FLUSH)


class Zstd:
    """Compresses with Zstandard (RFC 8878)."""

    _MODES: Final[dict[Mode, Literal[0, 1, 2]]] = {
        "continue": ZstdCompressor.CONTINUE,
        "flush": ZstdCompressor.FLUSH_BLOCK,
        "end": ZstdCompressor.FLUSH_FRAME,
    }

    def __init__(self) -> None:
        self._compressor = ZstdCompressor(ZSTD_LEVEL)

    def take(self, part: bytes, mode: Mode) -> bytes:
        """Return the compressed bytes that a part adds."""
        return self._compressor.compress(part, self._MODES[mode])


COMPRESSORS: Final[dict[str, type[Compressor]]] = {"zstd": Zstd, "gzip": Gzip}
"""The encodings, those that take less time for more first."""


def encoding_for(scope: Scope) -> str | None:
    """Return the encoding for the response to a request, None if it accepts none of ours."""
    sent = headers_of(scope).get(b"accept-encoding")
    return preferred_encoding(b",".join(sent).decode("latin-1")) if sent else None


@lru_cache(maxsize=256)
def preferred_encoding(header: str) -> str | None:
    """Return the encoding with the highest quality in a header Accept-Encoding; of several, the first of ours.

    A part that is malformed is ignored.
    """
    qualities: dict[str, float] = {}
    for part in header.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        found = [_quality(parameter) for parameter in parameters]
        if None not in found:
            qualities[name] = float(found[0][1]) if found and found[0] is not None else 1.0
    rest = qualities.get("*", 0.0)
    ranked = {name: qualities.get(name, rest) for name in COMPRESSORS}
    best = max(ranked, key=ranked.__getitem__)
    return best if ranked[best] > 0 and ranked[best] >= qualities.get("identity", 0.0) else None
