"""``/v1/encounters``: open, list, read."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from events.format.envelope import format_time
from service.http.requests.dependencies import Asked, At, Calling, Lists, Read
from service.http.requests.parsing import asking, read_body
from service.http.responses.encoded import json_answer, raw_answer
from service.read_models.cursors import LONGEST
from service.read_models.listing import Filters, Sort

router = APIRouter(prefix="/v1/encounters", tags=["encounters"])

MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9:.]+ *([Zz]|[+-][0-9]{2}:?[0-9]{2})", re.ASCII)


@router.post("", status_code=201)
async def open_encounter(request: Request, encounters: Asked, caller: Calling) -> Response:
    """Open an encounter. Sent again with the same `Idempotency-Key`, it is answered as it was the first time."""
    asked = asking(request.scope["headers"])
    body = await read_body(request.receive)
    encounter, answered = await encounters.open(body, caller, asked.key)
    return json_answer(answered, status=201, headers={"location": f"/v1/encounters/{encounter}"})


_moment: Final = TypeAdapter(AwareDatetime)


def _as_written(moment: object) -> object:
    """Turn away numbers, which would be read as seconds of an epoch that nobody has named, and times of no zone."""
    if isinstance(moment, str) and not MOMENT.fullmatch(moment):
        raise PydanticCustomError("moment", "It has to be a time with its zone, like 2031-05-09T20:15:00Z")
    try:
        return _moment.validate_python(moment)
    except ValidationError:
        raise PydanticCustomError("moment", "There is no such time; send one like 2031-05-09T20:15:00Z") from None


def _in_range(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise PydanticCustomError("moment", "It has to lie between the years 1 and 9999 in UTC as well") from None


Moment = Annotated[AwareDatetime, BeforeValidator(_as_written), AfterValidator(_in_range)]


@router.get("")
async def list_encounters(
    listings: Lists,
    caller: Calling,
    after: Annotated[str, Query(max_length=LONGEST, description="the `next` of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    sort: Annotated[Sort, Query(description="by ID, or the newest event first")] = "id",
    status: Annotated[Literal["open", "closed", "sealed"] | None, Query()] = None,
    ruleset: Annotated[str | None, Query(max_length=40, description="key of a ruleset")] = None,
    name: Annotated[str | None, Query(max_length=200, description="a part of its name")] = None,
    since: Annotated[Moment | None, Query(description="opened then or later")] = None,
    before: Annotated[Moment | None, Query(description="opened earlier")] = None,
    combatant: Annotated[str | None, Query(max_length=40, description="ID of a combatant that has joined")] = None,
    branch_of: Annotated[str | None, Query(max_length=64, description="ID of the encounter it is a branch of")] = None,
) -> Response:
    """List the encounters, those that fit all that is asked for."""
    filters = Filters(status, ruleset, name, _time(since), _time(before), combatant, branch_of)
    return raw_answer(await listings.page(caller, filters, sort, after, limit))


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else format_time(moment)


@router.get("/{encounter}")
async def read_encounter(
    encounter: str,
    reading: Read,
    caller: Calling,
    at: At = None,
) -> Response:
    """The state of an encounter, now or at any version.

    The `status` is `sealed` where it stands of one that was brought in open, under its own ID: nothing follows.
    """
    return json_answer(await reading.state(encounter, caller, at))
