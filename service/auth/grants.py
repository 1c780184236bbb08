"""Grants: tokens and invitations that callers make over the API, with rights no wider than their own.

Redis keeps a grant until it expires, so that its maker can list and end it, and every process knows it. A grant ends
with the one by which it was made: with a token everything that its holder made, with an invitation every token that it
was exchanged for. An owner, the first caller in such a chain, has a limited number of grants, also counting those that
ended before they expired, and so has an encounter.

With a secret, a token is signed as those of ``yarrow token`` are. Without one, it is opaque text, by whose digest Redis
finds it; so are invitations.
"""

import re
import time
from collections import deque
from collections.abc import Iterable, Sequence
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final, Literal, NamedTuple

import msgspec

from domain.model.speaker import Role, Speaker
from events.store.grants import GrantEnded, GrantRecord, GrantsFull, GrantStore
from service.auth.access import ENDED, Access, Caller, Unauthorized, identifying
from service.auth.revocations import Revocations
from service.auth.spectator_delay import Delay
from service.auth.tokens import MAX_TOKEN_LIFETIME, Claims, Rate
from service.auth.uuid7 import uuid7
from service.problems.problem import Problem
from service.problems.sent_headers import SentHeaders
from service.problems.store_problems import store_problems

Kind = Literal["token", "invitation"]
PREFIXES: Final[dict[Kind, str]] = {"token": "tok_", "invitation": "inv_"}
SECRETS: Final[dict[Kind, str]] = {"token": "yarrow_token_", "invitation": "yarrow_invitation_"}
"""The beginnings of secret texts, by which people and programs recognise them."""
LIFETIMES: Final[dict[Kind, int]] = {"token": 12 * 3600, "invitation": 7 * 86400}
"""Seconds for which a grant is valid unless its request says another time."""
NOT_EXCHANGED: Final = "This is an invitation, not a token; exchange it by POST /v1/invitations/exchange."
MAX_NAME: Final = 100
MAX_OF_ENCOUNTER: Final = 1000
MAX_OF_OWNER: Final = 1000
MAX_OF_INVITATION: Final = 500
"""The most tokens for which one invitation is exchanged: a link for watchers goes to many."""
LESSER_SHARE: Final = 2
"""The part, such as a half, of the limits of an encounter and of an owner that players and watchers may fill."""
UNLIMITED: Final = 2**53
EVERY: Final = "*"
"""The index of the grants for all encounters of their tenant."""
_is_grant = re.compile(r"(tok|inv)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").fullmatch
_READ_AT_ONCE: Final = 200


class Grant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token or an invitation: its holder's name, its rights, and where it comes from.

    ``encounters`` is None for all of the tenant. ``created`` and ``expires`` are seconds since 1970. ``maker`` is the
    ID of the token or the invitation by which it was made, or the speaker that made it without a token. ``owner`` is a
    digest of the first caller in the chain of makers. ``key`` is that of the secret with which it works
    (``Access.keys``); it is empty in older records.
    """

    id: str
    name: str
    role: Role
    created: int
    expires: int
    maker: str
    owner: str
    combatants: tuple[str, ...] = ()
    encounters: tuple[str, ...] | None = None
    delay: Delay | None = None
    limits: Rate | None = None
    lesser: bool = False
    key: str = ""

    @property
    def kind(self) -> Kind:
        return "token" if self.id.startswith(PREFIXES["token"]) else "invitation"

    @property
    def speaker(self) -> Speaker:
        """The speaker that the grant allows."""
        return Speaker(self.role, self.combatants)

    @property
    def invitation(self) -> str | None:
        """The ID of the invitation that was exchanged for this token."""
        return self.maker if self.maker.startswith(PREFIXES["invitation"]) else None

    def caller(self, tenant: str) -> Caller:
        """Return the caller that the holder of the token is."""
        encounters = None if self.encounters is None else frozenset(self.encounters)
        return Caller(tenant, self.speaker, encounters, self.delay, self.name, self.id, self.expires, self.limits)


class Made(NamedTuple):
    """A grant that was just made, and its secret text, which is not kept."""

    grant: Grant
    secret: str


class Origin(NamedTuple):
    """Where a grant comes from: its maker and owner, and the last second at which it may expire.

    It is ``lesser`` if the maker is not a narrator.
    """

    maker: str
    owner: str
    latest: float
    lesser: bool


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Grant).decode


class Grants:
    """Makes, lists and ends grants."""

    def __init__(self, store: GrantStore, access: Access, revocations: Revocations) -> None:
        self._store, self._access, self._revocations = store, access, revocations

    async def make(
        self, kind: Kind, caller: Caller, granted: Caller, *, name: str | None = None, expires: int | None = None
    ) -> Made:
        """Make a grant with the rights of ``granted``, which are no wider than the caller's.

        Raises Problem ``not_yours`` for a name that is not the caller's to give, and for an expiry after its own;
        ``limit_reached``; and ``unauthorized`` if the caller's token ends meanwhile.
        """
        own = caller.principal or str(caller.speaker)[:MAX_NAME]
        if name is not None and name != own and not caller.speaker.is_narrator:
            detail = f"Only a narrator names the holder; leave the name out, and it is “{own}”."
            raise Problem("not_yours", detail, field="name")
        usual = str(granted.speaker)[:MAX_NAME] if caller.speaker.is_narrator else own
        origin = await self.origin(caller)
        made = await self.make_from(kind, origin, granted, name=name or usual, expires=expires)
        return await self.confirmed(caller, made)

    async def confirmed(self, caller: Caller, made: Made) -> Made:
        """Return what a caller has made. If its token has ended meanwhile, end it; raises Problem ``unauthorized``.

        Another process may have ended the token, of which this one hears with its next poll only.
        """
        if caller.token:
            with store_problems():
                await self._revocations.poll()
            if not self._access.is_valid(caller):
                await self.end(caller.tenant, made.grant.id)
                raise Unauthorized(ENDED, sent=True)
        return made

    async def make_from(
        self, kind: Kind, origin: Origin, granted: Caller, *, name: str, expires: int | None = None
    ) -> Made:
        """Make a grant of this origin. Raises Problem ``not_yours``, ``limit_reached`` and ``unauthorized``."""
        now = int(time.time())
        if expires is not None and expires > origin.latest:
            raise Problem("not_yours", "Your own token expires earlier; choose an earlier time.", field="expires")
        grant = Grant(
            f"{PREFIXES[kind]}{uuid7()}",
            name,
            granted.speaker.role,
            now,
            int(min(now + LIFETIMES[kind], origin.latest)) if expires is None else expires,
            origin.maker,
            origin.owner,
            granted.speaker.combatants,
            None if granted.encounters is None else tuple(sorted(granted.encounters)),
            granted.delay,
            granted.limit,
            origin.lesser,
            self._access.keys[0],
        )
        signed = kind == "token" and self._access.uses_tokens
        secret = self._access.sign(_claims(granted.tenant, grant)) if signed else SECRETS[kind] + token_urlsafe(24)
        depends_on = origin.maker if _is_grant(origin.maker) else ""
        record = GrantRecord(grant.id, _encode(grant), grant.expires, _limits(grant), depends_on)
        with store_problems():
            try:
                await self._store.add(granted.tenant, record)
            except GrantsFull as full:
                raise _full(full.index, record.limits[full.index]) from None
            except GrantEnded:
                raise Unauthorized(ENDED, sent=True) from None
            if not signed:
                place = f"{granted.tenant} {grant.id}".encode()
                await self._store.keep(self._access.digests(secret)[0], place, grant.expires)
        return Made(grant, secret)

    async def origin(self, caller: Caller) -> Origin:
        """Return the origin of what a caller makes. Raises Problem ``unauthorized`` if its token has ended."""
        latest = time.time() + MAX_TOKEN_LIFETIME.total_seconds() if caller.expires is None else caller.expires
        lesser = not caller.speaker.is_narrator
        if not _is_grant(caller.token):
            owner = f"principal {caller.principal}" if caller.principal else f"speaker {caller.speaker}"
            return Origin(maker_of(caller), sha256(owner.encode()).hexdigest()[:16], latest, lesser)
        grant = await self.read(caller.tenant, caller.token)
        if grant is None:
            raise Unauthorized(ENDED, sent=True)
        return Origin(grant.id, grant.owner, latest, lesser)

    async def read(self, tenant: str, grant: str) -> Grant | None:
        """Return a grant by its ID; None if it has expired or ended."""
        return next(iter(await self._read(tenant, [grant])), None)

    async def by_secret(self, secret: str) -> tuple[str, Grant] | None:
        """Return the tenant and the grant of an invitation or an opaque token; None if there is none such."""
        with store_problems():
            for digest in self._access.digests(secret):
                if kept := await self._store.kept(digest):
                    tenant, _, grant = kept.decode().partition(" ")
                    found = await self.read(tenant, grant)
                    if found is not None and time.time() < found.expires:
                        return tenant, found
        return None

    def may_be_opaque(self, headers: SentHeaders) -> bool:
        """Return whether a request may have an opaque token, which only a service without a secret takes."""
        return b"authorization" in headers and not self._access.uses_tokens

    async def opaque_caller(self, headers: SentHeaders) -> Caller | None:
        """Return the caller whose opaque token a request has, or None if it has none.

        The caller speaks as the token says, whatever the header Yarrow-As says. Raises Problem ``unauthorized`` for a
        token that has ended, and for any other bearer or secret: its sender expects to be less than the narrator. Other
        schemes are ignored, such as that of a proxy.
        """
        authorization = identifying(headers)[0] if self.may_be_opaque(headers) else None
        if authorization is None:
            return None
        sent = authorization.decode("latin-1")
        scheme, _, text = sent.partition(" ")
        if scheme.lower() != "bearer" and not any(beginning in sent for beginning in SECRETS.values()):
            return None
        self._access.require_local(headers)
        if SECRETS["invitation"] in sent:
            raise Unauthorized(NOT_EXCHANGED, sent=True)
        found = await self.by_secret(text.strip()) if scheme.lower() == "bearer" else None
        caller = None if found is None or found[1].kind != "token" else found[1].caller(found[0])
        if caller is None or not self._access.is_valid(caller):
            raise Unauthorized(ENDED, sent=True)
        return caller

    async def page(
        self, kind: Kind, caller: Caller, encounter: str | None, after: str, limit: int
    ) -> tuple[list[Grant], str | None]:
        """Return grants that the caller may end, in the order in which they were made, and where the next page begins.

        A narrator sees those for its encounters, any other caller those that it has made.
        """
        tenant = caller.tenant
        with store_problems():
            names = {one for index in _indexes_of(caller, encounter) for one in await self._store.ids(tenant, index)}
        waiting = sorted(one for one in names if one.startswith(PREFIXES[kind]) and one > after)
        found: list[Grant] = []
        while waiting and len(found) <= limit:
            chunk, waiting = waiting[:_READ_AT_ONCE], waiting[_READ_AT_ONCE:]
            found += [one for one in await self._read(tenant, chunk) if may_end(caller, one)]
        return found[:limit], found[limit - 1].id if len(found) > limit else None

    async def for_encounter(self, tenant: str, encounter: str) -> list[Grant]:
        """Return all grants for an encounter."""
        return await self._read(tenant, await self.ids_for_encounter(tenant, encounter))

    async def ids_for_encounter(self, tenant: str, encounter: str) -> list[str]:
        """Return the IDs of all grants for an encounter."""
        with store_problems():
            return [one for name in (encounter, EVERY) for one in await self._store.ids(tenant, _encounter_index(name))]

    async def remove(self, kind: Kind, caller: Caller, grant: str) -> None:
        """End a grant that the caller may end. Raises Problem ``not_found`` for any other."""
        found = await self.read(caller.tenant, grant) if grant.startswith(PREFIXES[kind]) else None
        if found is None or not may_end(caller, found):
            raise Problem("not_found", f"There is no {kind} “{grant[:64]}” of yours; GET /v1/{kind}s lists them.")
        await self.end(caller.tenant, grant)

    async def end(self, tenant: str, token: str) -> int:
        """End a grant, or revoke a token of other origin, and all that was made by it.

        Returns the end of the revocation in seconds since 1970.
        """
        until = 0
        waiting = deque([token])
        while waiting:
            one = waiting.popleft()
            with store_problems():
                until = max(until, await self._revocations.revoke(tenant, one))
                grant = await self.read(tenant, one)
                if grant is not None:
                    await self._store.end(tenant, one, [index for index in _limits(grant) if index != _owned(grant)])
                waiting += await self._store.ids(tenant, _maker_index(one))
        return until

    async def _read(self, tenant: str, grants: Sequence[str]) -> list[Grant]:
        """Return grants that have not ended, and that work with the service's secrets."""
        with store_problems():
            found = [_decode(record) for record in (await self._store.records(tenant, grants)).values()]
        return [one for one in found if not one.key or one.key in self._access.keys]


def maker_of(caller: Caller) -> str:
    """Return the maker of what a caller makes: its token, or the speaker if it has none."""
    return caller.token or f"as {caller.speaker}"


def may_end(caller: Caller, grant: Grant) -> bool:
    """Return whether a caller may see and end a grant: its own, those that it made, a narrator those in its reach."""
    if caller.is_host or (caller.token and caller.token == grant.id) or grant.maker == maker_of(caller):
        return True
    if not caller.speaker.is_narrator or grant.encounters is None:
        return False
    return all(caller.may_access(one) for one in grant.encounters)


def _indexes_of(caller: Caller, encounter: str | None) -> Iterable[str]:
    """Return the indexes that have all grants which a caller may end, of one encounter or of all."""
    if encounter is not None:
        return [_encounter_index(encounter), _encounter_index(EVERY)]
    if caller.is_host:
        return ["all"]
    own = [_maker_index(maker_of(caller))]
    if caller.speaker.is_narrator and caller.encounters is not None:
        own += [_encounter_index(one) for one in sorted(caller.encounters)]
    return own


def _encounter_index(encounter: str) -> str:
    return f"encounter:{encounter}"


def _maker_index(maker: str) -> str:
    return f"by:{maker}"


def _owned(grant: Grant) -> str:
    return f"owner:{grant.owner}"


def _limits(grant: Grant) -> dict[str, int]:
    """Return the indexes of a grant, with the most grants that each may have when it is added.

    Players and watchers fill them by half, so that a narrator can always seat others.
    """
    share = LESSER_SHARE if grant.lesser else 1
    by = MAX_OF_INVITATION if grant.invitation else UNLIMITED
    indexes = {"all": UNLIMITED, _owned(grant): MAX_OF_OWNER // share, _maker_index(grant.maker): by}
    if grant.encounters is None:
        return {**indexes, _encounter_index(EVERY): UNLIMITED}
    return {**indexes, **{_encounter_index(one): MAX_OF_ENCOUNTER // share for one in grant.encounters}}


def _full(index: str, most: int) -> Problem:
    """Return the problem that an index has as many grants as it may have."""
    kind, _, of = index.partition(":")
    match kind:
        case "encounter":
            return Problem(
                "limit_reached",
                f"The encounter {of} has {most:,} tokens and invitations, which is your limit: end some, or "
                "wait until they expire.",
                field="encounters",
            )
        case "owner":
            return Problem(
                "limit_reached",
                f"{most:,} tokens and invitations of yours have not expired yet, also counting those that were "
                "ended, and that is the limit: wait until some expire, and choose an earlier expiry for new ones.",
            )
        case _:
            return Problem(
                "limit_reached",
                f"The invitation was exchanged {most} times, which is the limit: ask for another one.",
                field="invitation",
            )


def _claims(tenant: str, grant: Grant) -> Claims:
    """Return the claims of a signed token.

    They do not say when it was made: on another machine, whose clock is behind, it would not be valid yet.
    """
    return Claims(
        sub=grant.name,
        jti=grant.id,
        exp=grant.expires,
        tenant=tenant,
        role=grant.role,
        encounters="all" if grant.encounters is None else grant.encounters,
        combatants=grant.combatants,
        delay=grant.delay,
        limits=grant.limits,
    )
