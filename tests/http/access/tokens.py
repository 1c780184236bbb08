"""Tokens for the tests: made with a secret of theirs, for a tenant of theirs."""

import time
from typing import Any

import msgspec

from service.auth.tokens import Claims, Tokens

SECRET = "a-secret-that-nobody-would-guess-and-that-is-used-by-the-tests-alone"
OTHER_SECRET = "another-secret-which-is-as-long-as-it-has-to-be"


def claims(tenant: str, role: str = "narrator", /, **more: Any) -> Claims:
    """What a token for all encounters says for an hour, unless told otherwise."""
    usual = {"sub": f"{role}-of-{tenant}", "jti": f"{role}-1", "exp": int(time.time()) + 3600, "encounters": "all"}
    return msgspec.convert({**usual, "tenant": tenant, "role": role, **more}, Claims)


def token(tenant: str, role: str = "narrator", /, *, secret: str = SECRET, **more: Any) -> str:
    """A token that says so."""
    return Tokens([secret.encode()]).make(claims(tenant, role, **more))


def bearer(tenant: str, role: str = "narrator", /, **more: Any) -> dict[str, str]:
    """The header that carries such a token."""
    return {"Authorization": f"Bearer {token(tenant, role, **more)}"}
