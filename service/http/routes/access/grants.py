"""The request, the answer and the parameters of lists that tokens and invitations share."""

from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from fastapi import Query, Response
from starlette.convertors import Convertor, register_url_convertor

from domain.model.speaker import Role
from events.format.envelope import format_time
from service.auth.grants import Grant, Made
from service.auth.rights import GrantRights
from service.auth.spectator_delay import Delay
from service.encounters.encoding import encode
from service.http.responses.encoded import SECRET_RESPONSE, json_response

OfEncounter = Annotated[str | None, Query(max_length=64, description="only those for this encounter, by ID")]
AfterGrant = Annotated[str, Query(max_length=100, description="cursor: the `next` of the previous page")]
GrantLimit = Annotated[int, Query(ge=1, le=100, description="maximum number of entries to return")]


class _GrantId(Convertor[str]):
    """The ID of a grant in a path, which is none of the words that other paths have in its place."""

    regex = "(?!(?:revoke|exchange)$)[^/]+"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("grant", _GrantId())


class GrantRequest(GrantRights):
    """A request for a token or an invitation, with rights no wider than the caller's, and by default as wide.

    Without `expires`, a token is valid for 12 hours and an invitation for 7 days, or for as long as the caller's token.
    """


class Granted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token or an invitation, which is exchanged for tokens with the same name, rights and expiry.

    ``token`` and ``invitation`` are secrets, in the response to the request that made them alone. An invitation belongs
    into the fragment of an address, after `#`, which browsers send to no server. ``invitation_id`` is the ID of the
    invitation that a token was exchanged for.
    """

    id: str
    name: str
    role: Role
    encounters: tuple[str, ...] | Literal["all"]
    created: str
    expires: str
    combatants: tuple[str, ...] = ()
    delay: Delay | None = None
    invitation_id: str | None = None
    token: str | None = None
    invitation: str | None = None


def granted(grant: Grant) -> Granted:
    """Return a token or an invitation as it is listed."""
    return Granted(
        id=grant.id,
        name=grant.name,
        role=grant.role,
        encounters="all" if grant.encounters is None else grant.encounters,
        created=_time(grant.created),
        expires=_time(grant.expires),
        combatants=grant.combatants,
        delay=grant.delay,
        invitation_id=grant.invitation,
    )


def made_response(made: Made) -> Response:
    """Return the response with a token or an invitation that was just made."""
    answer = msgspec.structs.replace(granted(made.grant), **{made.grant.kind: made.secret})
    return json_response(encode(answer), status=201, headers=SECRET_RESPONSE)


def _time(second: int) -> str:
    return format_time(datetime.fromtimestamp(second, UTC))
