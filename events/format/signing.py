"""Signatures of bundles: an Ed25519 key (RFC 8032) proves which service exported a file.

The signature is part of a bundle's proof, beside the SHA-256 of all lines before it. The signed text is the ASCII text
``yarrow-bundle-signature-1:`` followed by that hash in lowercase hex.
"""

from typing import TYPE_CHECKING, Final, Self

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNED_PREFIX: Final = "yarrow-bundle-signature-1:"


class InvalidKey(ValueError):
    """The key cannot be read or is not an Ed25519 key."""


class Signature(msgspec.Struct, frozen=True):
    """A signature and the public key that verifies it: 64 and 32 bytes in hex."""

    key: str
    ed25519: str


class SigningKey(msgspec.Struct, frozen=True):
    """The public key that bundles are signed with: 32 bytes in hex, and PEM for ``yarrow verify --key``."""

    algorithm: str
    key: str
    pem: str


class Signer:
    """Signs bundles with a private key."""

    def __init__(self, key: "Ed25519PrivateKey") -> None:
        self._key = key

    @classmethod
    def from_pem(cls, pem: bytes) -> Self:
        """Return a signer for a private key in PEM without a password. Raises InvalidKey."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - takes time
        from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

        try:
            key = load_pem_private_key(pem, password=None)
        except (ValueError, TypeError) as error:
            raise InvalidKey("this is not a private key in PEM without a password") from error
        if not isinstance(key, Ed25519PrivateKey):
            raise InvalidKey("this private key is not an Ed25519 key")
        return cls(key)

    def sign(self, digest: str) -> Signature:
        """Sign a bundle whose lines have this SHA-256."""
        return Signature(self._key.public_key().public_bytes_raw().hex(), self._key.sign(_signed_text(digest)).hex())

    @property
    def public(self) -> SigningKey:
        """The public key that verifies the signatures."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

        public = self._key.public_key()
        pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        return SigningKey("ed25519", public.public_bytes_raw().hex(), pem)


def read_public(pem: bytes) -> str:
    """Return the public key of a PEM, in hex. Raises InvalidKey."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - takes time
    from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415

    try:
        key = load_pem_public_key(pem)
    except ValueError as error:
        raise InvalidKey("this is not a public key in PEM") from error
    if not isinstance(key, Ed25519PublicKey):
        raise InvalidKey("this public key is not an Ed25519 key")
    return key.public_bytes_raw().hex()


def is_signed(signature: Signature, digest: str) -> bool:
    """Return whether a signature is valid, by its own key, for a bundle whose lines have this SHA-256."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - takes time
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.ed25519), _signed_text(digest))
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed_text(digest: str) -> bytes:
    return (SIGNED_PREFIX + digest).encode()
