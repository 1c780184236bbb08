"""Access: the caller of a request, its tenant and its speaker. All access to encounters requires a ``Caller``.

Without a secret the service answers this machine only, and the header ``Yarrow-As`` names the speaker. With a secret
the token names the speaker, and the header can only restrict it.
"""

import hmac
import time
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from domain.model.speaker import NARRATOR, Speaker
from service.auth.local_only import require_own
from service.auth.rate_limit import Account, RateLimiter, quota_headers, rate_limit_key
from service.auth.revocations import Revocations
from service.auth.speaker_header import speaker_of
from service.auth.spectator_delay import Delay
from service.auth.tokens import BadToken, Claims, Rate, Tokens
from service.problems.problem import Problem
from service.problems.sent_headers import SentHeaders, only_header
from service.settings import Settings

MAX_CACHED_CALLERS: Final = 4096
UNLIMITED: Final = Account("")
"""The account of every request to a service without a secret."""
KEPT_OF_KEY: Final = 16
"""The number of hex digits by which a secret is recognised."""
REALM: Final = 'Bearer realm="yarrow"'
ENDED: Final = "The token is no longer valid; ask its issuer for a new one."
HOW_TO_AUTHENTICATE: Final = "Send the header Authorization: Bearer <token>; the service's operator issues tokens."


class Caller(NamedTuple):
    """The caller of a request: the tenant whose encounters it addresses, and the speaker; a token adds the rest.

    ``encounters`` are the encounters that the token is for, None for all of the tenant. A spectator with a ``delay``
    sees everything that much later. ``principal`` is the token's holder, ``token`` its ID, ``expires`` its end in
    seconds since 1970, ``limit`` its own rate limit, None for the service's. The caller ``is_restricted`` if the token
    would speak as more.
    """

    tenant: str
    speaker: Speaker = NARRATOR
    encounters: frozenset[str] | None = None
    delay: Delay | None = None
    principal: str = ""
    token: str = ""
    expires: float | None = None
    limit: Rate | None = None
    is_restricted: bool = False

    def may_access(self, encounter: str) -> bool:
        """Return whether the caller may access this encounter; otherwise the API answers 404, as for a missing one."""
        return self.encounters is None or encounter in self.encounters

    @property
    def is_host(self) -> bool:
        """True if the caller is a narrator with access to all encounters of its tenant."""
        return self.speaker.is_narrator and self.encounters is None

    def require_size(self, length: int) -> None:
        """Raise Problem ``too_large`` for a body that is longer than the caller's token allows."""
        most = None if self.limit is None else self.limit.bytes
        if most is not None and length > most:
            raise Problem(
                "too_large",
                f"The token allows bodies of at most {most} bytes: send less, or use a token that allows more.",
            )


class Unauthorized(Problem):
    """The problem with a missing or invalid token."""

    def __init__(self, detail: str, *, sent: bool, field: str | None = None) -> None:
        super().__init__("unauthorized", detail, field=field)
        self._challenge = f'{REALM}, error="invalid_token"' if sent else REALM

    @property
    def headers(self) -> dict[str, str]:
        return {"www-authenticate": self._challenge}


class Access:
    """Identifies the caller of a request by its headers, and limits the rate of its requests."""

    def __init__(self, settings: Settings, revocations: Revocations | None = None) -> None:
        self._tenant = settings.tenant
        self._local = Caller(settings.tenant)
        self._tokens = Tokens(settings.secrets) if settings.secrets else None
        self._digest_keys = settings.secrets or (f"local {settings.tenant}".encode(),)
        self._revocations = revocations
        self._rate_limiter = RateLimiter()
        self._default_rate = Rate(settings.rate, settings.burst)
        self._cached_caller = lru_cache(maxsize=MAX_CACHED_CALLERS)(self._read)
        self._origins = frozenset(origin.encode() for origin in settings.allowed_origins)
        self.open_metrics = settings.metrics == "open"
        # A grant keeps by which secret it works; new ones work with the first.
        self.keys = tuple([digest[:KEPT_OF_KEY] for digest in self.digests("grants")])

    @property
    def uses_tokens(self) -> bool:
        """True if the service requires tokens."""
        return self._tokens is not None

    def sign(self, claims: Claims) -> str:
        """Return a token with these claims; only a service that requires tokens makes them."""
        assert self._tokens is not None
        return self._tokens.make(claims)

    def digests(self, text: str) -> tuple[str, ...]:
        """Return the digests under which Redis may keep a ticket, an invitation or an opaque token; the first is new.

        They are keyed with the secrets, or with the tenant of a service without one. So what a service without a secret
        has made is worth nothing to one that requires tokens, and what was made with a secret ends with it.
        """
        return tuple(hmac.new(key, text.encode(), sha256).hexdigest() for key in self._digest_keys)

    def caller(self, headers: SentHeaders) -> Caller:
        """Return the caller that the headers identify.

        Raises Problem ``malformed`` for invalid headers, ``unauthorized`` without a valid token, and ``not_yours`` for
        a speaker that the token does not allow.
        """
        bearer, named = identifying(headers)
        if self._tokens is None:
            return self._local if named is None else self._local._replace(speaker=speaker_of(named))
        if bearer is None:
            raise Unauthorized(HOW_TO_AUTHENTICATE, sent=False)
        try:
            caller = self._cached_caller(bearer, named)
        except BadToken as error:
            raise Unauthorized(str(error), sent=True) from None
        if not self.is_valid(caller):
            raise Unauthorized(ENDED, sent=True)
        return caller

    def admit_again(self, caller: Caller) -> None:
        """Count a further request of a known caller. Raises Problem ``unauthorized`` or ``too_many_requests``."""
        if not self.is_valid(caller):
            raise Unauthorized(ENDED, sent=True)
        self._take(caller)

    def identifying(self, headers: SentHeaders) -> tuple[bytes | None, bytes | None]:
        """Return the headers Authorization, which counts only if the service uses tokens, and Yarrow-As."""
        bearer, named = identifying(headers)
        return (None if self._tokens is None else bearer), named

    def is_valid(self, caller: Caller) -> bool:
        """Return whether the caller's token is still valid: neither expired nor revoked."""
        if caller.expires is None:
            return True
        revoked = self._revocations is not None and (caller.tenant, caller.token) in self._revocations
        return time.time() < caller.expires and not revoked

    def on_poll(self, callback: Callable[[], None]) -> None:
        """Register a callback, run after each revocation poll, that closes connections with an invalid token."""
        if self._revocations is not None:
            self._revocations.on_poll(callback)

    def admit(self, headers: SentHeaders, address: str) -> Caller:
        """Return the caller as ``caller`` does, and count the request. Raises also Problem ``too_many_requests``.

        Without a secret the request has to come from this machine, and from no page of an origin that is not named.
        """
        self.require_local(headers)
        try:
            caller = self.caller(headers)
        except Problem:
            self.count(address)
            raise
        self._take(caller)
        return caller

    def require_local(self, headers: SentHeaders) -> None:
        """Raise Problem ``not_yours`` if the service uses no tokens and the request is not local (``require_own``)."""
        if self._tokens is None:
            require_own(headers, self._origins)

    def count(self, address: str) -> Account:
        """Count a request without an identified caller, by its address. Raises Problem ``too_many_requests``."""
        if self._tokens is None:
            return UNLIMITED
        account = Account(rate_limit_key(address), self._default_rate)
        self._rate_limiter.take(account.owner, self._default_rate)
        return account

    def account(self, caller: Caller) -> Account:
        """Return the account that pays for the requests of a caller; without a secret, one for all callers."""
        if self._tokens is None:
            return UNLIMITED
        return Account((caller.tenant, caller.token), caller.limit or self._default_rate)

    def quota(self, account: Account) -> dict[str, str]:
        """Return the headers that say what is left of an account's rate limit; none for an account without one."""
        if account.rate is None:
            return {}
        return quota_headers(self._rate_limiter.left(account.owner, account.rate), account.rate)

    def charge(self, account: Account) -> None:
        """Charge an account for one slice of work."""
        if account.rate is not None:
            self._rate_limiter.charge(account.owner, account.rate)

    def require_tokens(self) -> None:
        """Raise Problem ``not_found`` if the service does not use signed tokens, which are revoked by their IDs."""
        if self._tokens is None:
            raise Problem(
                "not_found", "This service has no secret, so there are no tokens to revoke; see YARROW_SECRET."
            )

    @staticmethod
    def require_host(caller: Caller, why: str) -> None:
        """Raise Problem ``not_yours`` unless the caller is a narrator with access to all encounters of its tenant."""
        if not caller.is_host:
            raise Problem("not_yours", f"{why}; use the token of a narrator for all of them.")

    def require_operator(self, caller: Caller, why: str) -> None:
        """Raise Problem ``not_yours`` unless the caller is a narrator of all encounters of the service's own tenant."""
        if not caller.is_host or caller.tenant != self._tenant:
            raise Problem("not_yours", f"{why}; use the token of a narrator for all of tenant {self._tenant}.")

    def _take(self, caller: Caller) -> None:
        """Count a request of a caller. Raises Problem ``too_many_requests``."""
        account = self.account(caller)
        if account.rate is not None:
            self._rate_limiter.take(account.owner, account.rate)

    def _read(self, bearer: bytes, named: bytes | None) -> Caller:
        assert self._tokens is not None
        scheme, _, token = bearer.partition(b" ")
        if scheme.lower() != b"bearer":
            raise BadToken(f"The header Authorization has no bearer token. {HOW_TO_AUTHENTICATE}")
        claims = self._tokens.read(token.strip().decode("latin-1"))
        given = claims.speaker
        speaker = given if named is None else restrict(given, speaker_of(named))
        return Caller(
            claims.tenant,
            speaker,
            None if claims.encounters == "all" else frozenset(claims.encounters),
            claims.delay,
            claims.sub,
            claims.jti,
            claims.exp,
            claims.limits,
            speaker != given,
        )


def may_speak_as(given: Speaker, wanted: Speaker) -> bool:
    """Return whether a speaker can do no more than the given one."""
    fewer = wanted.role == "player" and set(wanted.combatants) <= set(given.combatants)
    return given.is_narrator or wanted.role == "spectator" or fewer


def restrict(given: Speaker, wanted: Speaker) -> Speaker:
    """Return the wanted speaker. Raises Problem ``not_yours`` if it could do more than the given one."""
    if not may_speak_as(given, wanted):
        raise Problem(
            "not_yours",
            f"The token speaks as {given}, and Yarrow-As asks for {wanted}: the header can only restrict the token.",
            field="Yarrow-As",
        )
    return wanted


def identifying(headers: SentHeaders) -> tuple[bytes | None, bytes | None]:
    """Return the headers Authorization and Yarrow-As. Raises Problem ``malformed`` if one is repeated."""
    return only_header(headers, b"authorization", "Authorization"), only_header(headers, b"yarrow-as", "Yarrow-As")
