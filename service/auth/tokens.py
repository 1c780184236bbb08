"""Access tokens: a principal's role, encounters and expiry, signed with the secret of the service (JWT, HS256).

Any program that has the secret can make them: ``yarrow token``, or one with a JWT library. A token with missing or
unknown claims is rejected, because an unknown claim may have been meant to restrict it.
"""

import json
import re
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, Final, Literal, TypeAlias

import jwt
import msgspec

from domain.model.free_text import LINE_CHARACTER
from domain.model.speaker import Role, Speaker, parse_speaker
from events.store.keys import TENANT_PATTERN
from service.auth.spectator_delay import Delay

ALGORITHM: Final = "HS256"
MAX_TOKEN_LIFETIME: Final = timedelta(days=366)
"""Maximum token lifetime; revocations are kept this long."""

ENCOUNTER_ID: Final = "[a-z0-9][a-z0-9_-]{0,63}"
COMBATANT_ID: Final = "[a-z0-9][a-z0-9_-]{0,31}"
# These patterns end in \Z because msgspec would let $ match before a trailing line break.
Id: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{ENCOUNTER_ID}\Z")]
Combatant: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{COMBATANT_ID}\Z")]
Tenant: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{TENANT_PATTERN}\Z")]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
TokenId: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[!-~]{1,100}\Z")]
is_line: Final = re.compile(LINE_CHARACTER.replace("]", r"\ud800-\udfff]") + "+").fullmatch
"""Match text on one line, without control characters, direction overrides and surrogates."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rate limit: requests a second on average, and requests at once.

    ``streams`` is the number of live connections open at once, ``bytes`` the size of the largest body, also of a
    bundle; None for the service's own limits.
    """

    rate: Annotated[float, msgspec.Meta(ge=0.01, le=1e6)]
    burst: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    streams: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None
    bytes: Annotated[int, msgspec.Meta(ge=1, le=2**40)] | None = None


class Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The claims of a token.

    ``sub`` is the principal, which is recorded with each of its commands; ``jti`` the token's ID, by which it is
    revoked; ``exp`` its expiry in seconds since 1970. ``encounters`` are the IDs of its encounters, or ``all`` of the
    tenant. A player has ``combatants``, a spectator may have a ``delay``. ``limits`` replace the service's own.
    """

    sub: Name
    jti: TokenId
    exp: int
    tenant: Tenant
    role: Role
    encounters: tuple[Id, ...] | Literal["all"]
    combatants: tuple[Combatant, ...] = ()
    delay: Delay | None = None
    limits: Rate | None = None
    iat: int | None = None
    nbf: int | None = None
    iss: Name | None = None

    def __post_init__(self) -> None:
        if (self.role == "player") != bool(self.combatants):
            raise ValueError("a player's token has combatants, and no other token has")
        if self.delay is not None and self.role != "spectator":
            raise ValueError("only a spectator watches with a delay")
        if not all(is_line(name) for name in (self.sub, self.iss or "-")):
            raise ValueError("sub and iss are names: they may not have control characters or direction overrides")
        parse_speaker(str(self.speaker))

    @property
    def speaker(self) -> Speaker:
        """The speaker that the token allows."""
        return Speaker(self.role, self.combatants)


class BadToken(ValueError):
    """A token is invalid; the message is a sentence."""


class Tokens:
    """Makes and reads tokens. The first secret signs; tokens signed with any of the secrets are accepted."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        self._secrets = tuple(secrets)

    def make(self, claims: Claims) -> str:
        """Return a token with these claims."""
        return jwt.encode(msgspec.to_builtins(claims), self._secrets[0], algorithm=ALGORITHM)

    def read(self, token: str) -> Claims:
        """Return the claims of a token. Raises BadToken."""
        claims = _claims(self._verified(token))
        if claims.exp > time.time() + MAX_TOKEN_LIFETIME.total_seconds():
            raise BadToken(
                f"The token expires in more than {MAX_TOKEN_LIFETIME.days} days; make one that expires sooner."
            )
        return claims

    def _verified(self, token: str) -> dict[str, Any]:
        for secret in self._secrets:
            try:
                found: dict[str, Any] = jwt.decode(token, secret, algorithms=[ALGORITHM])
            except jwt.InvalidSignatureError:
                continue
            except jwt.ExpiredSignatureError:
                raise BadToken("The token has expired; ask its issuer for a new one.") from None
            except jwt.ImmatureSignatureError:
                raise BadToken("The token is not valid yet.") from None
            except jwt.PyJWTError:
                break
            return found
        raise BadToken("The token is not one of this service's: it is damaged, or signed with another secret.")


def _claims(found: dict[str, Any]) -> Claims:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadToken("The token's claims contain an unpaired surrogate and are not valid text.") from None
    try:
        return msgspec.convert(found, Claims)
    except msgspec.ValidationError as error:
        raise BadToken(f"The token is signed, but its claims are invalid ({error}).") from None
