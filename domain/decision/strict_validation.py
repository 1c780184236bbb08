"""Reading what a client sent to the letter, as the description of the API has it: ``"3"`` is no number, 1 no truth."""

from typing import Any, TypeVar

import msgspec
from pydantic import TypeAdapter

T = TypeVar("T")


def strictly(shape: TypeAdapter[T], given: Any) -> T:
    """A value as its model has it; lists of JSON are also tuples and sets. Raises pydantic's ValidationError."""
    return read_strictly(shape, msgspec.json.encode(given))


def read_strictly(shape: TypeAdapter[T], written: bytes) -> T:
    """Return the value that is written in JSON. Raises as ``strictly`` does."""
    return shape.validate_json(written, strict=True)
