"""Who asks, and what is asked, as parameters of routes."""

from typing import Annotated

from fastapi import Depends, Header, Query, Request

from service.auth.access import Caller
from service.encounters.compare import EncounterComparison
from service.encounters.importing import BundleImport
from service.encounters.projection_queries import ProjectionQueries
from service.encounters.queries import EncounterQueries
from service.encounters.service import Encounters
from service.read_models.listing import Listings
from service.read_models.tenant_tallies import TenantTallies


def caller(
    request: Request,
    yarrow_as: Annotated[str, Header(alias="Yarrow-As")] = "",
) -> Caller:
    """Who asks."""
    asks: Caller = request.app.state.access.caller(request.scope["headers"])
    return asks


def encounters(request: Request) -> Encounters:
    """The encounters of this application."""
    found: Encounters = request.app.state.encounters
    return found


def reading(request: Request) -> EncounterQueries:
    """The reader of this application's encounters."""
    found: EncounterQueries = request.app.state.reading
    return found


def projecting(request: Request) -> ProjectionQueries:
    """The projections of this application."""
    found: ProjectionQueries = request.app.state.projecting
    return found


def comparing(request: Request) -> EncounterComparison:
    """What compares this application's encounters."""
    found: EncounterComparison = request.app.state.comparing
    return found


def importing(request: Request) -> BundleImport:
    """What brings encounters in."""
    found: BundleImport = request.app.state.importing
    return found


def listings(request: Request) -> Listings:
    """The lists of this application's encounters."""
    found: Listings = request.app.state.listings
    return found


def totals(request: Request) -> TenantTallies:
    """The tallies across this application's encounters."""
    found: TenantTallies = request.app.state.tallies
    return found


Calling = Annotated[Caller, Depends(caller)]
Asked = Annotated[Encounters, Depends(encounters)]
Read = Annotated[EncounterQueries, Depends(reading)]
Shown = Annotated[ProjectionQueries, Depends(projecting)]
Lists = Annotated[Listings, Depends(listings)]
Counted = Annotated[TenantTallies, Depends(totals)]

At = Annotated[int | None, Query(ge=1, le=2**53, description="a version of the past; without it the newest")]
BatchEnd = Annotated[
    int | None, Query(ge=1, le=2**53, description="the last version of a batch; without it the newest version")
]
Compares = Annotated[EncounterComparison, Depends(comparing)]
Imports = Annotated[BundleImport, Depends(importing)]
