"""``yarrow token``: make an access token, or end one before its time."""

import re
import time
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
import typer

from domain.telling import counted, listed
from events.envelope import format_time
from service.cli_options import AccessToken, AsJson, Url
from service.client import DEFAULT_URL, Client, Unanswered
from service.ids import uuid7
from service.settings import Settings
from service.terminal import console, errors, show_json

UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}
_span = re.compile(r"([1-9][0-9]{0,5})([mhd])").fullmatch


class Role(StrEnum):
    """The roles that a token may have."""

    narrator = "narrator"
    player = "player"
    spectator = "spectator"


def token(
    role: Annotated[Role | None, typer.Option(help="As whom it speaks.", show_default=False)] = None,
    combatants: Annotated[str, typer.Option(help="IDs with commas: whom a player speaks for.")] = "",
    encounters: Annotated[str, typer.Option(help="IDs with commas: what it is for; all of the tenant without.")] = "",
    tenant: Annotated[
        str | None, typer.Option(envvar="YARROW_TENANT", help="Whose encounters are meant.", show_default="main")
    ] = None,
    principal: Annotated[str, typer.Option("--for", help="Who gets it; on record with each command.")] = "",
    delay: Annotated[str, typer.Option(help='How far behind a spectator watches: "20 events", "1 round".')] = "",
    expires: Annotated[
        str, typer.Option(help="When it ends: in 90m, 12h, 7d, or at a time like 2026-12-31T20:00Z.")
    ] = "7d",
    rate: Annotated[float | None, typer.Option(min=0.01, help="Requests a second in place of YARROW_RATE.")] = None,
    burst: Annotated[int | None, typer.Option(min=1, help="How many at once in place of YARROW_BURST.")] = None,
    revoke: Annotated[str | None, typer.Option(help="A token or its ID, which is to hold no longer.")] = None,
    url: Url = DEFAULT_URL,
    access: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Make an access token with YARROW_SECRET; or with --revoke ask the service to end one."""
    if revoke is not None:
        _revoke(revoke, url, access, as_json=json)
        return
    if role is None:
        raise typer.BadParameter("say narrator, player or spectator.", param_hint="--role")
    settings = Settings.from_environment()
    if not settings.secrets:
        raise Unanswered("YARROW_SECRET is not set: tokens are signed with the secret of the service that reads them.")
    from service.tokens import Claims, Tokens  # noqa: PLC0415 - only who makes tokens waits

    try:
        from service.delay import parse_delay  # noqa: PLC0415

        said: dict[str, Any] = {
            "sub": principal or role.value,
            "jti": uuid7(),
            "exp": _end(expires),
            "tenant": tenant or settings.tenant,
            "role": role.value,
            "encounters": _names(encounters) or "all",
            "combatants": _names(combatants),
            "delay": parse_delay(delay) if delay else None,
            "limits": _limits(rate, burst, settings),
        }
        claims = msgspec.convert(said, Claims)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    made = Tokens(settings.secrets).make(claims)
    ends = format_time(datetime.fromtimestamp(claims.exp, UTC))
    if json:
        show_json({"token": made, "id": claims.jti, "expires": ends, "claims": msgspec.to_builtins(claims)})
        return
    console.print(made, soft_wrap=True, highlight=False)
    what = "all encounters" if claims.encounters == "all" else listed(claims.encounters)
    late = f", {claims.delay} behind" if claims.delay else ""
    errors.print(
        f"It speaks as {claims.speaker} in {what} of {claims.tenant}{late} until {ends}; its ID is {claims.jti}.",
        soft_wrap=True,
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _limits(rate: float | None, burst: int | None, settings: Settings) -> dict[str, Any] | None:
    if rate is None and burst is None:
        return None
    return {"rate": rate or settings.rate, "burst": burst or settings.burst}


def _end(text: str) -> int:
    """The second since 1970 at which a token ends. Raises ValueError."""
    from service.tokens import LONGEST  # noqa: PLC0415

    span = _span(text)
    if span is not None:
        ends = time.time() + timedelta(**{UNITS[span[2]]: int(span[1])}).total_seconds()
    else:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(f"{text!r} is no end: say 90m, 12h, 7d, or a time like 2026-12-31T20:00Z") from None
        ends = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    if not time.time() < ends <= time.time() + LONGEST.total_seconds():
        raise ValueError(f"{text!r} is over, or more than {counted(LONGEST.days, 'day')} from now: choose another end")
    return int(ends)


def _revoke(revoked: str, url: str, access: str | None, *, as_json: bool) -> None:
    with Client(url, token=access) as client:
        answer = client.post("/v1/tokens/revoke", {"token": _id_of(revoked)})
    if as_json:
        show_json(answer)
    else:
        console.print(f"The token {answer['token']} holds no longer.", soft_wrap=True)


def _id_of(revoked: str) -> str:
    """The ID of a token, which may be given as a whole: whether it was signed here does not matter for its end."""
    if revoked.count(".") != 2:
        return revoked
    import jwt  # noqa: PLC0415

    try:
        found = jwt.decode(revoked, options={"verify_signature": False}).get("jti")
    except jwt.PyJWTError:
        found = None
    if not isinstance(found, str):
        raise Unanswered("What is to be revoked is neither a token nor the ID of one.")
    return found
