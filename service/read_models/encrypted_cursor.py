"""Opaque cursors: positions that clients return but cannot read.

The position of a feed or a list reveals how much has happened that its holder may not see. If the service requires
tokens, it is therefore encrypted, with keys derived from their secrets. Without a secret every caller may see
everything, and the position is only encoded.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.padding import PKCS7

_PADDING = PKCS7(8 * 255)  # to multiples of 255 bytes: the length of a position would reveal the size of its numbers


class CursorCipher:
    """Encodes and decodes cursors. The first secret encrypts; each of them is tried to decrypt."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        keys = [urlsafe_b64encode(sha256(b"yarrow opaque text\n" + secret).digest()) for secret in secrets]
        self._cipher = MultiFernet([Fernet(key) for key in keys]) if keys else None

    def encode(self, tenant: str, position: bytes) -> str:
        """Return a position as text for callers of a tenant; encrypted, it differs each time."""
        if self._cipher is None:
            return urlsafe_b64encode(position).rstrip(b"=").decode()
        padder = _PADDING.padder()
        padded = padder.update(tenant.encode() + b"\n" + position) + padder.finalize()
        return self._cipher.encrypt(padded).rstrip(b"=").decode()

    def decode(self, tenant: str, text: str) -> bytes | None:
        """Return the position of a cursor; None if the text is not a cursor of the tenant."""
        whole = text + "=" * (-len(text) % 4)
        try:
            if self._cipher is None:
                return urlsafe_b64decode(whole)
            unpadder = _PADDING.unpadder()
            padded = self._cipher.decrypt(whole)
            owner, _, position = (unpadder.update(padded) + unpadder.finalize()).partition(b"\n")
        except (ValueError, InvalidToken):
            return None
        return position if owner == tenant.encode() else None
