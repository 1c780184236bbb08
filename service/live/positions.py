"""Positions in the feeds of all partitions, as opaque text: one number for each partition, in their order."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from service.problems.problem import Problem
from service.read_models.encrypted_cursor import CursorCipher

SHARED_CACHE_SIZE = 256


class Positions:
    """Encodes and decodes the positions of watches of all encounters.

    The numbers count events of all tenants, so the text is encrypted where a secret is configured.
    """

    def __init__(self, cipher: CursorCipher) -> None:
        self._cipher = cipher
        self._encode_once = lru_cache(maxsize=SHARED_CACHE_SIZE)(cipher.encode)

    def encode(self, tenant: str, position: Mapping[int, int]) -> str:
        """Return a position as text.

        An encrypted text differs on each call, so that comparing two of them does not reveal whether feeds moved.
        """
        return self._cipher.encode(tenant, pack(position))

    def encode_shared(self, tenant: str, position: Mapping[int, int]) -> str:
        """Return the position after a visible batch, as the same text for every watch that reaches it."""
        return self._encode_once(tenant, pack(position))

    def decode(self, tenant: str, text: str, partitions: int, field: str = "Last-Event-ID") -> dict[int, int]:
        """Return the position that a text encodes. Raises Problem ``malformed``, which names ``field``."""
        packed = self._cipher.decode(tenant, text) or b""
        position = dict(enumerate(_unpack(packed)))
        if len(position) != partitions or pack(position) != packed:
            raise Problem(
                "malformed",
                "This is not a position of this feed. Send the id of the last event received, or no position.",
                field=field,
            )
        return position


def pack(position: Mapping[int, int]) -> bytes:
    """Return a position as variable-length integers: seven bits a byte, the lowest first."""
    packed = bytearray()
    for number in (position[partition] for partition in sorted(position)):
        rest = number
        while rest > 127:
            packed.append(rest & 127 | 128)
            rest >>= 7
        packed.append(rest)
    return bytes(packed)


def _unpack(packed: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
