"""Exchange of invitations: the bearer of one gets a token with its rights, without another token."""

from typing import Final

from service.auth.access import Unauthorized
from service.auth.grants import Grants, Made, Origin
from service.auth.rate_limit import RateLimiter, rate_limit_key
from service.auth.tokens import Rate
from service.problems.problem import Problem

EXCHANGE_RATE: Final = Rate(1, 60)
"""Exchanges that one address may ask for, also without a secret: 60 at once, and one a second."""
NO_INVITATION: Final = (
    "The invitation is not valid: it has expired, was ended, or never existed. Ask for a new one where you got it."
)


class Exchange:
    """Exchanges invitations for tokens."""

    def __init__(self, grants: Grants) -> None:
        self._grants = grants
        self._rate_limiter = RateLimiter()

    async def exchange(self, invitation: str, address: str) -> Made:
        """Return a token with the rights, the name and the expiry of an invitation.

        Raises Problem ``unauthorized`` for one that is not valid, ``limit_reached``, and ``too_many_requests`` for too
        many of one address.
        """
        self._rate_limiter.take(rate_limit_key(address), EXCHANGE_RATE)
        found = await self._grants.by_secret(invitation)
        if found is None or found[1].kind != "invitation":
            raise _invalid()
        tenant, grant = found
        granted = grant.caller(tenant)
        origin = Origin(grant.id, grant.owner, grant.expires, grant.lesser)
        try:
            return await self._grants.make_from("token", origin, granted, name=grant.name, expires=grant.expires)
        except Unauthorized:
            raise _invalid() from None


def _invalid() -> Problem:
    return Unauthorized(NO_INVITATION, sent=True, field="invitation")
