"""Parameters of routes: the application's services, the caller, and versions."""

from typing import Annotated

from fastapi import Depends, Header, Query, Request

from domain.model.integers import MAX_INTEGER
from service.auth.access import Caller
from service.encounters.encoding import KnownTags
from service.http.requests.parsing import tags_in
from service.http.requests.tickets import kept_caller
from service.problems.sent_headers import headers_of
from service.services import Services, services_of


async def services(request: Request) -> Services:
    """Return the services of this application."""
    return services_of(request.app)


AppServices = Annotated[Services, Depends(services)]


async def caller(
    request: Request,
    services: AppServices,
    yarrow_as: Annotated[str, Header(alias="Yarrow-As")] = "",
) -> Caller:
    """Return the caller of this request."""
    return kept_caller(request.scope) or services.access.caller(headers_of(request.scope))


CurrentCaller = Annotated[Caller, Depends(caller)]


async def accepted_languages(
    request: Request, accept_language: Annotated[str, Header(alias="Accept-Language")] = ""
) -> str:
    """Return all headers Accept-Language of this request as one."""
    return ", ".join(request.headers.getlist("accept-language"))


AcceptedLanguages = Annotated[str, Depends(accepted_languages)]


async def known_tags(request: Request, if_none_match: Annotated[str, Header(alias="If-None-Match")] = "") -> KnownTags:
    """Return the entity tags of the responses that the client has."""
    return tags_in(", ".join(request.headers.getlist("if-none-match")))


Known = Annotated[KnownTags, Depends(known_tags)]

At = Annotated[int | None, Query(ge=1, le=MAX_INTEGER, description="a past version; by default the newest")]
BatchEnd = Annotated[
    int | None, Query(ge=1, le=MAX_INTEGER, description="the last version of a batch; by default the newest version")
]
