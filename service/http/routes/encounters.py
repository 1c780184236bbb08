"""``/v1/encounters``: open, list and read encounters."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from events.format.envelope import format_time
from service.http.requests.dependencies import AppServices, At, CurrentCaller, Known
from service.http.requests.parsing import command_headers, read_body
from service.http.responses.encoded import CHECK_APPLIED, encounter_response, json_response, read_response
from service.problems.sent_headers import headers_of
from service.read_models.cursors import MAX_CURSOR_LENGTH
from service.read_models.listing import Filters, Sort

router = APIRouter(prefix="/v1/encounters", tags=["encounters"])

TIME_PATTERN: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9:.]+ *([Zz]|[+-][0-9]{2}:?[0-9]{2})", re.ASCII)


@router.post("", status_code=201)
async def open_encounter(request: Request, services: AppServices, caller: CurrentCaller) -> Response:
    """Open an encounter. A retry with the same `Idempotency-Key` returns the original response.

    With `Prefer: check` the opening is only checked: nothing is recorded or thrown.
    """
    headers = command_headers(headers_of(request.scope))
    body = await read_body(request.receive)
    encounter, content = await services.commands.open(body, caller, headers.key, check=headers.check)
    if headers.check:
        return json_response(content.body, headers=CHECK_APPLIED)
    return encounter_response(content, status=201, headers={"location": f"/v1/encounters/{encounter}"})


_adapter: Final = TypeAdapter(AwareDatetime)


def _as_written(time: object) -> object:
    """Reject numbers, which pydantic would read as seconds since 1970, and times without a zone."""
    if isinstance(time, str) and not TIME_PATTERN.fullmatch(time):
        raise PydanticCustomError("time", "Send a time with its zone, like 2031-05-09T20:15:00Z")
    try:
        return _adapter.validate_python(time)
    except ValidationError:
        raise PydanticCustomError("time", "This time does not exist; send one like 2031-05-09T20:15:00Z") from None


def _in_range(time: datetime) -> datetime:
    try:
        return time.astimezone(UTC)
    except OverflowError:
        raise PydanticCustomError("time", "The time must lie between the years 1 and 9999 in UTC as well") from None


Time = Annotated[AwareDatetime, BeforeValidator(_as_written), AfterValidator(_in_range)]


@router.get("")
async def list_encounters(
    services: AppServices,
    caller: CurrentCaller,
    after: Annotated[
        str, Query(max_length=MAX_CURSOR_LENGTH, description="cursor: the `next` of the previous page")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=100, description="maximum number of encounters to return")] = 50,
    sort: Annotated[Sort, Query(description="order by ID, or by the newest event, latest first")] = "id",
    status: Annotated[Literal["open", "closed", "sealed"] | None, Query(description="status of the encounter")] = None,
    ruleset: Annotated[str | None, Query(max_length=40, description="key of a ruleset")] = None,
    name: Annotated[str | None, Query(max_length=200, description="a part of the name")] = None,
    since: Annotated[Time | None, Query(description="opened at this time or later")] = None,
    before: Annotated[Time | None, Query(description="opened before this time")] = None,
    combatant: Annotated[str | None, Query(max_length=40, description="ID of a combatant that has joined")] = None,
    branch_of: Annotated[str | None, Query(max_length=64, description="ID of the parent encounter")] = None,
) -> Response:
    """List the encounters that match all of the filters."""
    filters = Filters(status, ruleset, name, _formatted(since), _formatted(before), combatant, branch_of)
    return json_response(await services.listings.page(caller, filters, sort, after, limit))


def _formatted(time: datetime | None) -> str | None:
    return None if time is None else format_time(time)


@router.get("/{encounter}")
async def read_encounter(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    known: Known,
    at: At = None,
) -> Response:
    """Read the state of an encounter, now or at an earlier version.

    The `status` is `sealed` if the encounter was open when it was imported under its own ID: it is read-only.
    """
    return read_response(await services.queries.state(encounter, caller, at, known), known)
