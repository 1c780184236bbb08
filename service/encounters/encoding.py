"""Encoded response bodies about one encounter, and the entity tags by which a client knows them again."""

from hashlib import sha256
from importlib.metadata import version as release
from typing import Final, NamedTuple, Self

import msgspec

from domain.model.speaker import Speaker

encode: Final = msgspec.json.Encoder().encode

KnownTags = frozenset[str]
"""The entity tags of the responses that a client has, without quotes; ``*`` is any."""
NO_TAGS: Final[KnownTags] = frozenset()
ANY: Final = "*"
DIGEST_DIGITS: Final = 16
RELEASE: Final = release("yarrow")


class EncodedBody(NamedTuple):
    """A response body as JSON, the version of the encounter that it describes, and the chain's hash at that version.

    ``variant`` is the rest of its entity tag: of a read, a digest of who reads what (``view_tag``). ``unknown`` are
    combatants for which the speaker speaks and which the encounter does not have.
    """

    body: bytes
    version: int
    hash: bytes
    variant: str = ""
    unknown: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        """The entity tag: the version, followed by the variant."""
        return f"{self.version}-{self.variant}" if self.variant else str(self.version)

    def by_content(self) -> Self:
        """Return the body with a digest of itself after its variant, as it depends on more than this version."""
        digest = digest_of(self.body)
        return self._replace(variant=f"{self.variant}-{digest}" if self.variant else digest)


class NegotiatedBody(NamedTuple):
    """A response body with labels in a language; the body is empty if the client has it.

    ``languages`` is the header Content-Language.
    """

    content: EncodedBody
    languages: str


def view_tag(chain: bytes, speaker: Speaker, resource: str, *view: str | int | None) -> str:
    """Return the part of an entity tag that tells apart what is read at versions of one number.

    ``chain`` is the chain's hash at the version: another encounter, or another history after a failover, has another.
    ``view`` is all that the body depends on besides: language, format, parameters. A release may word it differently.
    """
    return digest_of(encode((RELEASE, chain.hex(), str(speaker), resource, *view)))


def digest_of(body: bytes) -> str:
    """Return a digest of a body, which is its entity tag or a part of that."""
    return sha256(body).hexdigest()[:DIGEST_DIGITS]


def is_known(tag: str, known: KnownTags) -> bool:
    """Return whether the client has the response with an entity tag."""
    return tag in known or ANY in known
