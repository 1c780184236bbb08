"""Tokens: who may speak as whom, where and until when, signed with the secret of the service (JWT, HS256).

Whoever has the secret makes them: ``yarrow token``, or any program with a library for JWT. A token that says less than
it has to, or anything that is not known here, is no token: what was meant to narrow it must not be passed over.
"""

import json
import re
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, Final, Literal, TypeAlias

import jwt
import msgspec

from domain.core.commands import LINE
from domain.model.speaker import Role, Speaker, parse_speaker
from events.store.keys import TENANT_PATTERN
from service.auth.spectator_delay import Delay

ALGORITHM: Final = "HS256"
LONGEST: Final = timedelta(days=366)
"""No token holds longer, so that it is known for how long a revocation has to be kept."""

ENCOUNTER: Final = "[a-z0-9][a-z0-9_-]{0,63}"
COMBATANT: Final = "[a-z0-9][a-z0-9_-]{0,31}"
# Patterns end in \Z here: to the library that reads these, $ would let a line break through at the end.
Id: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{ENCOUNTER}\Z")]
Combatant: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{COMBATANT}\Z")]
Tenant: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^{TENANT_PATTERN}\Z")]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
TokenId: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[!-~]{1,100}\Z")]
_is_line: Final = re.compile(LINE.replace("]", r"\ud800-\udfff]") + "+").fullmatch
"""What stands on one line of its own: no control characters, none that turn the direction, no halves of characters."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much may be asked: requests a second in the long run, and how many at once.

    ``streams`` are the live connections that may be open at once, ``bytes`` is the size of the largest body that is
    taken, a bundle's too; None for as many as everybody may have.
    """

    rate: Annotated[float, msgspec.Meta(ge=0.01, le=1e6)]
    burst: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    streams: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None
    bytes: Annotated[int, msgspec.Meta(ge=1, le=2**40)] | None = None


class Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a token says.

    ``sub`` is the principal, who is recorded with every command that it gives; ``jti`` the token's ID, by which it is
    revoked; ``exp`` the second since 1970 at which it ends. ``encounters`` are those that it is for, by their IDs, or
    ``all`` of the tenant. A player has ``combatants``, a spectator may have a ``delay``. ``limits`` stand in place of
    the service's own.
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
            raise ValueError("a player's token names combatants, and no other does")
        if self.delay is not None and self.role != "spectator":
            raise ValueError("only a spectator watches with a delay")
        if not all(_is_line(name) for name in (self.sub, self.iss or "-")):
            raise ValueError("sub and iss are names: they hold no control characters, and none that turn the direction")
        parse_speaker(str(self.speaker))

    @property
    def speaker(self) -> Speaker:
        """As whom the token speaks."""
        return Speaker(self.role, self.combatants)


class BadToken(ValueError):
    """What was sent is no token that holds here; the message is a sentence."""


class Tokens:
    """Makes and reads tokens. The first of the secrets signs, each of them is believed."""

    def __init__(self, secrets: Sequence[bytes]) -> None:
        self._secrets = tuple(secrets)

    def make(self, claims: Claims) -> str:
        """The token that says this."""
        return jwt.encode(msgspec.to_builtins(claims), self._secrets[0], algorithm=ALGORITHM)

    def read(self, token: str) -> Claims:
        """What a token says. Raises BadToken."""
        claims = _claims(self._verified(token))
        if claims.exp > time.time() + LONGEST.total_seconds():
            raise BadToken(f"The token ends in more than {LONGEST.days} days; make one that ends sooner.")
        return claims

    def _verified(self, token: str) -> dict[str, Any]:
        for secret in self._secrets:
            try:
                found: dict[str, Any] = jwt.decode(token, secret, algorithms=[ALGORITHM])
            except jwt.InvalidSignatureError:
                continue
            except jwt.ExpiredSignatureError:
                raise BadToken("The token has expired; ask whoever gave it to you for a new one.") from None
            except jwt.ImmatureSignatureError:
                raise BadToken("The token does not hold yet.") from None
            except jwt.PyJWTError:
                break
            return found
        raise BadToken("The token is none of this service's: it is damaged, or signed with another secret.")


def _claims(found: dict[str, Any]) -> Claims:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadToken("The token is signed, but holds half a character, which no text can be made of.") from None
    try:
        return msgspec.convert(found, Claims)
    except msgspec.ValidationError as error:
        raise BadToken(f"The token is signed, but does not say what it has to ({error}).") from None
