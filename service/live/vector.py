"""Positions in all feeds at once, as text: a number for each partition, in the order of the partitions."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping

from service.problems import Problem


def written(position: Mapping[int, int]) -> str:
    """A position as text that stands in a header and in a URL."""
    packed = bytearray()
    for number in (position[partition] for partition in sorted(position)):
        rest = number
        while rest > 127:
            packed.append(rest & 127 | 128)
            rest >>= 7
        packed.append(rest)
    return urlsafe_b64encode(packed).rstrip(b"=").decode()


def read(text: str, partitions: int) -> dict[int, int]:
    """The position that a text stands for. Raises Problem ``malformed``."""
    try:
        packed = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except ValueError:
        packed = b""
    numbers = list(_numbers(packed))
    if len(numbers) != partitions or written(dict(enumerate(numbers))) != text:
        raise Problem(
            "malformed",
            "This is no position of this service's feed: send the id of the last event received, or none.",
            field="Last-Event-ID",
        )
    return dict(enumerate(numbers))


def _numbers(packed: bytes) -> Iterable[int]:
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
