"""Cursors: where a page of a list ended, as a text that is good for nothing but to go on there."""

import msgspec

from service.problems.problem import Problem
from service.read_models.encrypted_cursor import CursorCipher

LONGEST = 2000


class _Cursor(msgspec.Struct, array_like=True):
    order: str
    member: bytes


_decode = msgspec.msgpack.Decoder(_Cursor).decode


class Cursors:
    """Makes and reads the cursors of lists."""

    def __init__(self, opaque: CursorCipher) -> None:
        self._opaque = opaque

    def cursor(self, tenant: str, order: str, member: bytes) -> str:
        """The cursor behind a member of an order."""
        return self._opaque.written(tenant, msgspec.msgpack.encode(_Cursor(order, member)))

    def behind(self, tenant: str, text: str, order: str) -> bytes:
        """The member that a cursor stands behind; nothing for the beginning. Raises Problem ``invalid``."""
        if not text:
            return b""
        packed = self._opaque.read(tenant, text)
        try:
            found = None if packed is None else _decode(packed)
        except msgspec.DecodeError:
            found = None
        if found is None or found.order != order:
            raise Problem(
                "invalid",
                "The cursor is none of this list, in this order: leave it out to begin, then send `next` of each page.",
                field="after",
            )
        return found.member
