"""Opaque text: places that this service hands out, to be sent back to it and read by nobody else.

The place at which a feed or a list goes on tells how much has happened that its holder may not see. Where there are
tokens it is therefore encrypted, under keys that follow from their secrets; without a secret whoever asks may see
everything, and the text is only encoded.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.padding import PKCS7

_PADDING = PKCS7(8 * 255)  # to the next 255 bytes: the length of a place would tell how large its numbers are


class CursorCipher:
    """Writes and reads opaque text. The first of the secrets encrypts, each of them is tried to read."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        keys = [urlsafe_b64encode(sha256(b"yarrow opaque text\n" + secret).digest()) for secret in secrets]
        self._cipher = MultiFernet([Fernet(key) for key in keys]) if keys else None

    def written(self, tenant: str, place: bytes) -> str:
        """A place as text for somebody of a tenant; encrypted, another text each time."""
        if self._cipher is None:
            return urlsafe_b64encode(place).rstrip(b"=").decode()
        padder = _PADDING.padder()
        padded = padder.update(tenant.encode() + b"\n" + place) + padder.finalize()
        return self._cipher.encrypt(padded).rstrip(b"=").decode()

    def read(self, tenant: str, text: str) -> bytes | None:
        """The place that a text stands for; None for a text that is no place of the tenant's."""
        whole = text + "=" * (-len(text) % 4)
        try:
            if self._cipher is None:
                return urlsafe_b64decode(whole)
            unpadder = _PADDING.unpadder()
            padded = self._cipher.decrypt(whole)
            owner, _, place = (unpadder.update(padded) + unpadder.finalize()).partition(b"\n")
        except (ValueError, InvalidToken):
            return None
        return place if owner == tenant.encode() else None
