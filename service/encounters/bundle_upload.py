"""Receiving a bundle: what a stranger sends is looked at as it comes, and the first line that is wrong ends it.

It is kept in a file, not in memory, and nobody else waits for it.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import IO, Final, NamedTuple

import anyio.to_thread

from domain.text.validation import sentence
from events.audit.admission import HEADER_LINE, BrokenBundle, RedactedBundle
from events.audit.inspection import BundleInspector
from events.format.bundle import Header, InvalidBundle
from service.problems.problem import Problem

MEBIBYTE: Final = 1 << 20
AT_ONCE: Final = 256 << 10
"""Bytes that are gathered before somebody looks at them."""
NOTHING: Final = "Nothing was brought in."


class Received(NamedTuple):
    """A bundle of which every line holds by itself: its lines, its header, the SHA-256 of all of it."""

    lines: IO[bytes]
    header: Header
    digest: bytes


async def receive(
    pieces: AsyncIterator[bytes],
    file: IO[bytes],
    largest: int,
    expect: Callable[[Header], None],
    require_size: Callable[[int], None],
) -> Received:
    """Write a body of at most ``largest`` MiB to a file. Raises Problem as soon as something is wrong with it.

    ``expect`` is asked once, as soon as it is known what comes, whether that is wanted at all, and ``require_size``
    again and again, whether so many bytes are; they raise Problem too.
    """
    incoming, length, waiting, expected = _Incoming(file), 0, bytearray(), False
    async for piece in pieces:
        length += len(piece)
        require_size(length)
        if length > largest * MEBIBYTE:
            detail = f"The bundle has more than {largest} MiB; the operator can let in more, by YARROW_LARGEST_BUNDLE."
            raise Problem("too_large", detail)
        waiting += piece
        if len(waiting) >= AT_ONCE:
            await _look(incoming.take, bytes(waiting))
            waiting.clear()
            if not expected and incoming.inspection.header is not None:
                expect(incoming.inspection.header)
                expected = True
    await _look(incoming.take, bytes(waiting))
    if not expected and incoming.inspection.header is not None:
        expect(incoming.inspection.header)
    await _look(incoming.end)
    assert incoming.inspection.header is not None
    return Received(file, incoming.inspection.header, incoming.summed.digest())


class _Incoming:
    def __init__(self, file: IO[bytes]) -> None:
        self.inspection = BundleInspector()
        self.summed = sha256()
        self._file = file

    def take(self, piece: bytes) -> None:
        self.inspection.feed(piece)
        self.summed.update(piece)
        self._file.write(piece)

    def end(self) -> None:
        self.inspection.finish()
        self._file.seek(0)


async def _look(at: Callable[..., None], *given: bytes) -> None:
    """Beside everything else that goes on."""
    with bundle_problems():
        await anyio.to_thread.run_sync(at, *given)


@contextmanager
def bundle_problems() -> Iterator[None]:
    """Say what is wrong with a bundle as a problem."""
    try:
        yield
    except InvalidBundle as error:
        raise Problem("bundle_broken", f"{error}. {NOTHING}", line=HEADER_LINE) from error
    except RedactedBundle as error:
        seen = f"The bundle is what {str(error)[:80]} saw, without what was to be kept from them"
        detail = f"{seen}: its commands cannot be decided again. Bring in the narrator's. {NOTHING}"
        raise Problem("bundle_redacted", detail, line=HEADER_LINE) from error
    except BrokenBundle as error:
        place = f"Line {error.line}" + (f" (event {error.version})" if error.version else "")
        detail = f"{place}: {sentence(error.reason)} {NOTHING}"
        raise Problem("bundle_broken", detail, line=error.line, version=error.version) from error
