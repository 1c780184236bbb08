"""Positions in all feeds at once, as text: a number for each partition, in the order of the partitions."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from service.problems.problem import Problem
from service.read_models.encrypted_cursor import CursorCipher

SHARED = 256


class Positions:
    """Writes and reads the positions of those who watch all encounters.

    The numbers count what happens in encounters of all tenants, so they stand in opaque text.
    """

    def __init__(self, opaque: CursorCipher) -> None:
        self._opaque = opaque
        self._shared = lru_cache(maxsize=SHARED)(opaque.written)

    def written(self, tenant: str, position: Mapping[int, int]) -> str:
        """A position as text; where it is encrypted another one each time, so that nobody sees whether it moved."""
        return self._opaque.written(tenant, packed(position))

    def behind_news(self, tenant: str, position: Mapping[int, int]) -> str:
        """A position to which something in view has led: one text for all who have come there, made once."""
        return self._shared(tenant, packed(position))

    def read(self, tenant: str, text: str, partitions: int, field: str = "Last-Event-ID") -> dict[int, int]:
        """The position that a text stands for. Raises Problem ``malformed``, which names the field that holds it."""
        found = self._opaque.read(tenant, text) or b""
        position = dict(enumerate(_numbers(found)))
        if len(position) != partitions or packed(position) != found:
            raise Problem(
                "malformed",
                "This is no position of this service's feed: send the id of the last event received, or none.",
                field=field,
            )
        return position


def packed(position: Mapping[int, int]) -> bytes:
    """A position in few bytes: seven bits of a number in each, the lowest first."""
    written = bytearray()
    for number in (position[partition] for partition in sorted(position)):
        rest = number
        while rest > 127:
            written.append(rest & 127 | 128)
            rest >>= 7
        written.append(rest)
    return bytes(written)


def _numbers(found: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in found:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
