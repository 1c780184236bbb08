"""Metadata: data of clients about an encounter or a combatant, which the rules never read.

It is flat and small: short keys with texts, integers and booleans, such as a colour, the address of a picture, a place
on somebody's map or a chat channel.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Discriminator, Field, StringConstraints, Tag
from pydantic_core import PydanticCustomError

from domain.model.encounter import Metadata
from domain.model.free_text import LINE_CHARACTER
from domain.model.integers import MAX_INTEGER
from domain.model.refusal import refuse

MAX_METADATA_ENTRIES: Final = 16
MAX_METADATA_TEXT: Final = 500
MAX_METADATA_CHARACTERS: Final = 2000
"""Maximum number of characters that all keys and texts of one encounter or combatant have together."""
METADATA_KEY: Final = "^[a-z0-9][a-z0-9_.-]{0,39}$"
FLAT: Final = "Must be a string, a whole number, or true or false: metadata has no lists and no objects."
FLAT_OR_NULL: Final = f"{FLAT} Null removes the key."
KINDS: Final[Mapping[type, str]] = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


def _within_limit(given: dict[str, Any]) -> dict[str, Any]:
    size = _size(given)
    if size > MAX_METADATA_CHARACTERS:
        raise PydanticCustomError("metadata_size", "{detail}", {"detail": _too_many_characters(size)})
    return given


def _size(metadata: Mapping[str, Any]) -> int:
    return sum(len(key) + (len(value) if isinstance(value, str) else 0) for key, value in metadata.items())


def _too_many_characters(size: int) -> str:
    return f"Its keys and texts have {size:,} characters in all; at most {MAX_METADATA_CHARACTERS:,} are kept."


def _kind(value: object) -> str | None:
    return KINDS.get(type(value))


_Text = Annotated[str, StringConstraints(max_length=MAX_METADATA_TEXT, pattern=f"^{LINE_CHARACTER}*$"), Tag("string")]
_Integer = Annotated[int, Field(ge=-MAX_INTEGER, le=MAX_INTEGER), Tag("integer")]
_Boolean = Annotated[bool, Tag("boolean")]
_Null = Annotated[None, Tag("null")]
_Key = Annotated[str, StringConstraints(pattern=METADATA_KEY)]
_Value = Annotated[
    _Text | _Integer | _Boolean,
    Discriminator(_kind, custom_error_type="metadata_value", custom_error_message=FLAT),
]
_Change = Annotated[
    _Text | _Integer | _Boolean | _Null,
    Discriminator(_kind, custom_error_type="metadata_value", custom_error_message=FLAT_OR_NULL),
]
GivenMetadata = Annotated[dict[_Key, _Value], Field(max_length=MAX_METADATA_ENTRIES), AfterValidator(_within_limit)]
"""The metadata that an encounter or a combatant begins with."""
MetadataChanges = Annotated[
    dict[_Key, _Change], Field(min_length=1, max_length=MAX_METADATA_ENTRIES), AfterValidator(_within_limit)
]
"""Changes of metadata by key; null removes the key."""


def require_small(metadata: Metadata) -> None:
    """Refuse metadata that changes have made too large."""
    if len(metadata) > MAX_METADATA_ENTRIES:
        detail = (
            f"With these changes there would be {len(metadata)} keys, and at most {MAX_METADATA_ENTRIES} are kept; "
            "remove some by null."
        )
        refuse(None, detail, code="invalid", field="command.metadata")
    size = _size(metadata)
    if size > MAX_METADATA_CHARACTERS:
        detail = f"After these changes it would be too large. {_too_many_characters(size)}"
        refuse(None, detail, code="invalid", field="command.metadata")
