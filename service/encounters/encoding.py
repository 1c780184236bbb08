"""Encoded response bodies about one encounter."""

from typing import Final, NamedTuple

import msgspec

encode: Final = msgspec.json.Encoder().encode


class EncodedBody(NamedTuple):
    """A response body as JSON, the version of the encounter that it describes, and the chain's hash at that version.

    ``unknown`` are combatants for which the speaker speaks and which the encounter does not have.
    """

    body: bytes
    version: int
    hash: bytes
    unknown: tuple[str, ...] = ()


class NegotiatedBody(NamedTuple):
    """A response body with labels in a language; the body is empty if the client has it.

    ``language`` is that of the labels, empty for English, and ``languages`` the header Content-Language.
    """

    content: EncodedBody
    language: str
    languages: str
