"""Cursors: where a page of a list ended, as a text that is good for nothing but to go on there."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec

from service.problems import Problem

LONGEST = 2000


class _Cursor(msgspec.Struct, array_like=True):
    order: str
    member: bytes


_decode = msgspec.msgpack.Decoder(_Cursor).decode


def cursor(order: str, member: bytes) -> str:
    """The cursor behind a member of an order."""
    return urlsafe_b64encode(msgspec.msgpack.encode(_Cursor(order, member))).decode().rstrip("=")


def behind(text: str, order: str) -> bytes:
    """The member that a cursor stands behind; nothing for the beginning. Raises Problem ``invalid``."""
    if not text:
        return b""
    try:
        found = _decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, msgspec.DecodeError):
        found = None
    if found is None or found.order != order:
        raise Problem(
            "invalid",
            "The cursor is none of this list, in this order: leave it out to begin, then send `next` of each page.",
            field="after",
        )
    return found.member
