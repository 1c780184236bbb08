"""Access: who asks, of whose encounters, and as whom. Every way into an encounter begins with a ``Caller``.

Without a secret only this machine reaches the service, and the header ``Yarrow-As`` says who speaks. With one a token
says it, and the header may only narrow what the token gives.
"""

import time
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from domain.model.speaker import NARRATOR, Speaker
from service.auth.local_only import require_own
from service.auth.rate_limit import Limits, rate_limit_key
from service.auth.revocations import Revocations
from service.auth.speaker_header import duplicate_header, speaker_of
from service.auth.spectator_delay import Delay
from service.auth.tokens import BadToken, Rate, Tokens
from service.problems.problem import Problem
from service.settings import Settings

KNOWN: Final = 4096
REALM: Final = 'Bearer realm="yarrow"'
HOW: Final = "Send the header Authorization: Bearer <token>; whoever runs this service gives out tokens."


class Caller(NamedTuple):
    """Who asks: the tenant whose encounters are meant, and the speaker; the rest is what a token adds.

    ``encounters`` are those that the token is for, None for all of the tenant. A spectator with a ``delay`` sees
    everything as it stood so long ago. ``principal`` is who has the token, ``token`` its ID, ``expires`` the second
    since 1970 at which it ends, ``limit`` how much it may ask where that is not what everybody may.
    """

    tenant: str
    speaker: Speaker = NARRATOR
    encounters: frozenset[str] | None = None
    delay: Delay | None = None
    principal: str = ""
    token: str = ""
    expires: float | None = None
    limit: Rate | None = None

    def admits(self, encounter: str) -> bool:
        """Whether the caller may know of an encounter; of any other it hears what it hears of one that is not there."""
        return self.encounters is None or encounter in self.encounters

    @property
    def is_host(self) -> bool:
        """Whether the caller is a narrator of all encounters of its tenant."""
        return self.speaker.is_narrator and self.encounters is None

    def require_size(self, length: int) -> None:
        """Raise Problem ``too_large`` for a body that is longer than the caller's token lets in."""
        most = None if self.limit is None else self.limit.bytes
        if most is not None and length > most:
            raise Problem(
                "too_large",
                f"The token lets bodies of at most {most} bytes in: send less, or ask for one that may more.",
            )


class Unauthorized(Problem):
    """A token is missing, or does not hold."""

    def __init__(self, detail: str, *, sent: bool) -> None:
        super().__init__("unauthorized", detail)
        self._challenge = f'{REALM}, error="invalid_token"' if sent else REALM

    @property
    def headers(self) -> dict[str, str]:
        return {"www-authenticate": self._challenge}


class Access:
    """Tells who asks from the headers of a request."""

    def __init__(self, settings: Settings, revocations: Revocations | None = None) -> None:
        self._tenant = settings.tenant
        self._tokens = Tokens(settings.secrets) if settings.secrets else None
        self._revocations = revocations
        self._limits = Limits()
        self._usual = Rate(settings.rate, settings.burst)
        self._known = lru_cache(maxsize=KNOWN)(self._read)
        self.open_metrics = settings.metrics == "open"

    @property
    def by_token(self) -> bool:
        """Whether callers need tokens."""
        return self._tokens is not None

    def caller(self, headers: Iterable[tuple[bytes, bytes]]) -> Caller:
        """Who asks.

        Raises Problem ``malformed`` for headers that cannot be understood, ``unauthorized`` without a token that holds,
        ``not_yours`` where the speaker is none that the token may speak as.
        """
        bearer, named = _sent(headers)
        if self._tokens is None:
            return Caller(self._tenant, NARRATOR if named is None else speaker_of(named))
        if bearer is None:
            raise Unauthorized(HOW, sent=False)
        try:
            caller = self._known(bearer, named)
        except BadToken as error:
            raise Unauthorized(str(error), sent=True) from None
        if not self.holds(caller):
            raise Unauthorized("The token holds no longer; ask whoever gave it to you for a new one.", sent=True)
        return caller

    def holds(self, caller: Caller) -> bool:
        """Whether a caller may still be answered: its token has not expired, and nobody has revoked it."""
        if caller.expires is None:
            return True
        revoked = self._revocations is not None and (caller.tenant, caller.token) in self._revocations
        return time.time() < caller.expires and not revoked

    def ending(self, look: Callable[[], None]) -> None:
        """Have somebody look, again and again, whether what was granted to callers has to end."""
        if self._revocations is not None:
            self._revocations.ending(look)

    def admit(self, headers: Collection[tuple[bytes, bytes]], address: str) -> Caller:
        """Who asks, as ``caller``; counts the request. Raises Problem ``too_many_requests`` as well.

        Without a secret, whoever asks has to be on this machine, and no page from elsewhere.
        """
        if self._tokens is None:
            require_own(headers)
        try:
            caller = self.caller(headers)
        except Problem:
            self.count(address)
            raise
        if self._tokens is not None:
            self._limits.take((caller.tenant, caller.token), caller.limit or self._usual)
        return caller

    def count(self, address: str) -> None:
        """Count a request for which nobody says who asks. Raises Problem ``too_many_requests``."""
        if self._tokens is not None:
            self._limits.take(rate_limit_key(address), self._usual)

    async def revoke(self, caller: Caller, token: str) -> int:
        """Revoke a token of the caller's tenant by its ID; gives the second until which that is remembered.

        Raises Problem ``not_found`` where there are no tokens, and StoreError.
        """
        if self._tokens is None or self._revocations is None:
            raise Problem(
                "not_found", "No secret is set here, so that there are no tokens to revoke; see YARROW_SECRET."
            )
        return await self._revocations.revoke(caller.tenant, token)

    @staticmethod
    def require_host(caller: Caller, why: str) -> None:
        """Raise Problem ``not_yours`` for anybody but a narrator of all encounters."""
        if not caller.is_host:
            raise Problem("not_yours", f"{why}; ask with the token of a narrator who has all of them.")

    def require_operator(self, caller: Caller, why: str) -> None:
        """Raise Problem ``not_yours`` for anybody but a narrator of all encounters of the service's own tenant."""
        if not caller.is_host or caller.tenant != self._tenant:
            raise Problem("not_yours", f"{why}; ask with the token of a narrator who has all of tenant {self._tenant}.")

    def _read(self, bearer: bytes, named: bytes | None) -> Caller:
        assert self._tokens is not None
        scheme, _, token = bearer.partition(b" ")
        if scheme.lower() != b"bearer":
            raise BadToken(f"The header Authorization holds no bearer token. {HOW}")
        claims = self._tokens.read(token.strip().decode("latin-1"))
        given = claims.speaker
        speaker = given if named is None else narrowed(given, speaker_of(named))
        return Caller(
            claims.tenant,
            speaker,
            None if claims.encounters == "all" else frozenset(claims.encounters),
            claims.delay,
            claims.sub,
            claims.jti,
            claims.exp,
            claims.limits,
        )


def narrowed(given: Speaker, wanted: Speaker) -> Speaker:
    """The speaker that is wanted, where it may do no more than the one given. Raises Problem ``not_yours``."""
    fewer = wanted.role == "player" and set(wanted.combatants) <= set(given.combatants)
    if not (given.is_narrator or wanted.role == "spectator" or fewer):
        raise Problem(
            "not_yours",
            f"The token speaks as {given}, and Yarrow-As asks for {wanted}: it may only name less than the token has.",
            field="Yarrow-As",
        )
    return wanted


def _sent(headers: Iterable[tuple[bytes, bytes]]) -> tuple[bytes | None, bytes | None]:
    """What the headers Authorization and Yarrow-As hold. Raises Problem ``malformed`` where one stands twice."""
    bearer = named = None
    for name, value in headers:
        if name == b"yarrow-as":
            if named is not None:
                raise duplicate_header("Yarrow-As")
            named = value
        elif name == b"authorization":
            if bearer is not None:
                raise duplicate_header("Authorization")
            bearer = value
    return bearer, named
