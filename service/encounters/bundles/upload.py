"""Bundle uploads: each line is checked as it arrives, and the first invalid line ends the upload.

The bundle is written to a file, not kept in memory, and checked in slices.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import IO, Final, NamedTuple

from domain.text.validation import with_period
from events.audit.admission import HEADER_LINE, BrokenBundle, RedactedBundle
from events.audit.inspection import BundleInspector
from events.format.bundle import Header, InvalidBundle
from service.problems.problem import Problem
from service.work.slices import in_slice

MEBIBYTE: Final = 1 << 20
CHUNK_BYTES: Final = 64 << 10
"""Bytes that are collected before they are inspected."""
NOT_IMPORTED: Final = "Nothing was imported."


class UploadedBundle(NamedTuple):
    """A bundle of which each line is valid by itself: its lines, its header, and the SHA-256 of all its bytes."""

    lines: IO[bytes]
    header: Header
    digest: bytes


async def receive_bundle(
    pieces: AsyncIterator[bytes],
    file: IO[bytes],
    largest: int,
    check_header: Callable[[Header], None],
    require_size: Callable[[int], None],
) -> UploadedBundle:
    """Write a body of at most ``largest`` MiB to a file. Raises Problem as soon as the bundle is known to be invalid.

    ``check_header`` is called once, when the header has arrived, and ``require_size`` after each piece with the number
    of bytes so far; both raise Problem for a bundle that is not accepted.
    """
    incoming, length, waiting, checked = _IncomingBundle(file), 0, bytearray(), False
    async for piece in pieces:
        length += len(piece)
        require_size(length)
        if length > largest * MEBIBYTE:
            detail = f"The bundle has more than {largest} MiB; the operator can raise the limit, YARROW_LARGEST_BUNDLE."
            raise Problem("too_large", detail)
        waiting += piece
        if len(waiting) >= CHUNK_BYTES:
            await _in_slice(incoming.take, bytes(waiting))
            waiting.clear()
            if not checked and incoming.inspection.header is not None:
                check_header(incoming.inspection.header)
                checked = True
    await _in_slice(incoming.take, bytes(waiting))
    if not checked and incoming.inspection.header is not None:
        check_header(incoming.inspection.header)
    await _in_slice(incoming.end)
    assert incoming.inspection.header is not None
    return UploadedBundle(file, incoming.inspection.header, incoming.hashed.digest())


class _IncomingBundle:
    def __init__(self, file: IO[bytes]) -> None:
        self.inspection = BundleInspector()
        self.hashed = sha256()
        self._file = file

    def take(self, piece: bytes) -> None:
        self.inspection.feed(piece)
        self.hashed.update(piece)
        self._file.write(piece)

    def end(self) -> None:
        self.inspection.finish()
        self._file.seek(0)


async def _in_slice(work: Callable[..., None], *arguments: bytes) -> None:
    """Do work on a bundle without blocking other requests."""
    with bundle_problems():
        await in_slice(work, *arguments)


@contextmanager
def bundle_problems() -> Iterator[None]:
    """Raise the errors of an invalid bundle as Problems."""
    try:
        yield
    except InvalidBundle as error:
        raise Problem("bundle_broken", f"{error}. {NOT_IMPORTED}", line=HEADER_LINE) from error
    except RedactedBundle as error:
        redacted = f"The bundle is the view of {str(error)[:80]}, without what is hidden from that view"
        detail = f"{redacted}: its commands cannot be decided again. Import the narrator's bundle. {NOT_IMPORTED}"
        raise Problem("bundle_redacted", detail, line=HEADER_LINE) from error
    except BrokenBundle as error:
        place = f"Line {error.line}" + (f" (event {error.version})" if error.version else "")
        detail = f"{place}: {with_period(error.reason)} {NOT_IMPORTED}"
        raise Problem("bundle_broken", detail, line=error.line, version=error.version) from error
