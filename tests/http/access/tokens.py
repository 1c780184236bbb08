"""Tokens for the tests, signed with their own secret for their own tenant."""

import time
from typing import Any

import msgspec

from service.auth.tokens import Claims, Tokens

SECRET = "a-secret-that-nobody-would-guess-and-that-is-used-by-the-tests-alone"
OTHER_SECRET = "another-secret-which-is-as-long-as-it-has-to-be"


def claims(tenant: str, role: str = "narrator", /, **more: Any) -> Claims:
    """Return the claims of a token for all encounters that is valid for an hour, unless overridden."""
    usual = {"sub": f"{role}-of-{tenant}", "jti": f"{role}-1", "exp": int(time.time()) + 3600, "encounters": "all"}
    return msgspec.convert({**usual, "tenant": tenant, "role": role, **more}, Claims)


def token(tenant: str, role: str = "narrator", /, *, secret: str = SECRET, **more: Any) -> str:
    """Return a token with these claims."""
    return Tokens([secret.encode()]).make(claims(tenant, role, **more))


def bearer(tenant: str, role: str = "narrator", /, **more: Any) -> dict[str, str]:
    """Return the header that carries such a token."""
    return {"Authorization": f"Bearer {token(tenant, role, **more)}"}
