"""Cursors of lists: opaque text that marks the end of a page, from which the next page continues."""

from typing import Final

import msgspec

from service.problems.problem import Problem
from service.read_models.encrypted_cursor import CursorCipher

MAX_CURSOR_LENGTH: Final = 2000


class _Cursor(msgspec.Struct, array_like=True):
    order: str
    member: bytes


_decode = msgspec.msgpack.Decoder(_Cursor).decode


class Cursors:
    """Writes and reads the cursors of lists."""

    def __init__(self, cipher: CursorCipher) -> None:
        self._cipher = cipher

    def cursor(self, tenant: str, order: str, member: bytes) -> str:
        """Return the cursor after a member of an order."""
        return self._cipher.encode(tenant, msgspec.msgpack.encode(_Cursor(order, member)))

    def member(self, tenant: str, text: str, order: str) -> bytes:
        """Return the member that a cursor comes after; empty for the first page. Raises Problem ``invalid``."""
        if not text:
            return b""
        plain = self._cipher.decode(tenant, text)
        try:
            found = None if plain is None else _decode(plain)
        except msgspec.DecodeError:
            found = None
        if found is None or found.order != order:
            raise Problem(
                "invalid",
                "This cursor does not match this list and sort order. Omit it for the first page, then send each "
                "page's `next`.",
                field="after",
            )
        return found.member
