"""The speaker and the application as parameters of routes."""

from typing import Annotated

from fastapi import Depends, Header, Request

from domain.speaker import Speaker
from service.encounters import Encounters
from service.http.request import spoken_by


def speaker(
    request: Request,
    yarrow_as: Annotated[
        str,
        Header(alias="Yarrow-As", description="who speaks: narrator, player:<combatant>,<combatant> or spectator"),
    ] = "narrator",
) -> Speaker:
    """Who speaks."""
    return spoken_by(request.scope["headers"])


def encounters(request: Request) -> Encounters:
    """The encounters of this application."""
    found: Encounters = request.app.state.encounters
    return found


Speaking = Annotated[Speaker, Depends(speaker)]
Asked = Annotated[Encounters, Depends(encounters)]
