"""Strict validation of client input, as the API's description states: ``"3"`` is not a number, 1 is not true."""

from typing import Any, TypeVar

import msgspec
from pydantic import BaseModel, TypeAdapter

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


def validate_strictly(shape: TypeAdapter[T], given: Any) -> T:
    """Return a JSON value as its type; JSON lists are valid tuples and sets. Raises pydantic's ValidationError."""
    return validate_json_strictly(shape, msgspec.json.encode(given))


def validate_json_strictly(shape: TypeAdapter[T], written: bytes) -> T:
    """Return the value of a JSON document. Raises as ``validate_strictly`` does."""
    return shape.validate_json(written, strict=True)


def strict_model(model: type[M], given: Any) -> M:
    """Return a JSON value as a model. Raises as ``validate_strictly`` does."""
    return model.model_validate_json(msgspec.json.encode(given), strict=True)
