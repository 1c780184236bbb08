"""``yarrow token``: make an access token, or end one before its time."""

import re
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
import typer

from domain.text.phrases import counted, listed
from domain.text.validation import form_of
from events.format.envelope import format_time
from events.store.keys import TENANT_PATTERN
from service.cli.api_client import DEFAULT_URL, Client, Unanswered
from service.cli.options import AccessToken, AsJson, Url
from service.cli.render import console, errors, show_json
from service.encounters.ids import uuid7
from service.settings import Settings

UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}
EVERY: Final = "all"
MAKING: Final = {
    "role": "--role",
    "combatants": "--combatants",
    "encounters": "--encounters",
    "tenant": "--tenant",
    "principal": "--for",
    "delay": "--delay",
    "expires": "--expires",
    "rate": "--rate",
    "burst": "--burst",
    "streams": "--streams",
    "size": "--bytes",
}
"""What says of a token what it will be, by the names of the parameters."""
_id = re.compile(r"[!-~]{1,100}").fullmatch
_uuid = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}").fullmatch
_part = re.compile(r"[0-9a-fA-F]+(-[0-9a-fA-F]*)+|eyJ.*").fullmatch
"""What can only be a piece of a UUID, or of a token."""
_is_tenant = re.compile(TENANT_PATTERN).fullmatch
_span = re.compile(r"([1-9][0-9]{0,5})([mhd])").fullmatch


class Role(StrEnum):
    """The roles that a token may have."""

    narrator = "narrator"
    player = "player"
    spectator = "spectator"


def token(
    context: typer.Context,
    role: Annotated[Role | None, typer.Option(help="As whom it speaks.", show_default=False)] = None,
    combatants: Annotated[str | None, typer.Option(help="IDs with commas: whom a player speaks for.")] = None,
    encounters: Annotated[
        str, typer.Option(help="IDs with commas: what it is for; all are those of the tenant.")
    ] = EVERY,
    tenant: Annotated[
        str | None, typer.Option(envvar="YARROW_TENANT", help="Whose encounters are meant.", show_default="main")
    ] = None,
    principal: Annotated[str, typer.Option("--for", help="Who gets it; on record with each command.")] = "",
    delay: Annotated[str, typer.Option(help='How far behind a spectator watches: "20 events", "1 round".')] = "",
    expires: Annotated[
        str, typer.Option(help="When it ends: in 90m, 12h, 7d, or at a time with its zone, like 2026-12-31T20:00Z.")
    ] = "7d",
    rate: Annotated[float | None, typer.Option(min=0.01, help="Requests a second in place of YARROW_RATE.")] = None,
    burst: Annotated[int | None, typer.Option(min=1, help="How many at once in place of YARROW_BURST.")] = None,
    streams: Annotated[
        int | None, typer.Option(min=1, help="Live connections at once in place of YARROW_STREAMS.")
    ] = None,
    size: Annotated[
        int | None, typer.Option("--bytes", min=1, help="The most bytes of one request, a bundle too.")
    ] = None,
    revoke: Annotated[str | None, typer.Option(help="A token or its ID, which is to hold no longer.")] = None,
    url: Url = DEFAULT_URL,
    access: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Make an access token with YARROW_SECRET; or with --revoke ask the service to end one."""
    if revoke is not None:
        if idle := [name for name in MAKING if _is_said(context, name)]:
            options = listed(MAKING[name] for name in idle)
            raise typer.BadParameter(f"a token is ended or made; leave out {options}.", param_hint="--revoke")
        _revoke(revoke, url, access, as_json=json)
        return
    if role is None:
        raise typer.BadParameter("say narrator, player or spectator.", param_hint="--role")
    if (role is Role.player) != (combatants is not None):
        raise typer.BadParameter(
            "a player's token names whom it speaks for, as --combatants fox,hu; no other token does.",
            param_hint="--combatants",
        )
    if tenant is not None and not _is_tenant(tenant):
        raise typer.BadParameter(
            f"{tenant!r} is no tenant: small letters, digits, - and _, beginning with a letter or digit.",
            param_hint="--tenant",
        )
    settings = Settings.from_environment()
    if not settings.secrets:
        raise Unanswered("YARROW_SECRET is not set: tokens are signed with the secret of the service that reads them.")
    from service.auth.tokens import COMBATANT, ENCOUNTER, Claims, Tokens  # noqa: PLC0415 - only who makes tokens waits

    try:
        from service.auth.spectator_delay import parse_delay  # noqa: PLC0415

        said: dict[str, Any] = {
            "sub": principal or role.value,
            "jti": uuid7(),
            "exp": _end(expires),
            "tenant": tenant or settings.tenant,
            "role": role.value,
            "encounters": _names(encounters, "--encounters", ENCOUNTER) if encounters != EVERY else EVERY,
            "combatants": _names(combatants, "--combatants", COMBATANT) if combatants is not None else (),
            "delay": parse_delay(delay) if delay else None,
            "limits": _limits(rate, burst, streams, size, settings),
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
    what = "all encounters" if claims.encounters == EVERY else listed(claims.encounters)
    late = f", {claims.delay} behind" if claims.delay else ""
    errors.print(
        f"It speaks as {claims.speaker} in {what} of {claims.tenant}{late} until {ends}; its ID is {claims.jti}.",
        soft_wrap=True,
    )


def _is_said(context: typer.Context, name: str) -> bool:
    """Whether an option stands on the command line itself."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _names(text: str, option: str, pattern: str) -> tuple[str, ...]:
    """IDs of a pattern, with commas between them; one that is missing was a variable that is not set."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise typer.BadParameter(f"{text!r} lacks an ID before or behind a comma.", param_hint=option)
    if EVERY in names and option == "--encounters":
        raise typer.BadParameter("all stands alone, and means all encounters of the tenant.", param_hint=option)
    for name in names:
        if not re.fullmatch(pattern, name):
            raise typer.BadParameter(f"{name!r} is no ID: IDs {form_of(pattern)}.", param_hint=option)
    return names


def _limits(
    rate: float | None, burst: int | None, streams: int | None, size: int | None, settings: Settings
) -> dict[str, Any] | None:
    if (rate, burst, streams, size) == (None, None, None, None):
        return None
    return {"rate": rate or settings.rate, "burst": burst or settings.burst, "streams": streams, "bytes": size}


def _end(text: str) -> int:
    """The second since 1970 at which a token ends. Raises ValueError."""
    from service.auth.tokens import LONGEST  # noqa: PLC0415

    span = _span(text)
    if span is not None:
        ends = time.time() + timedelta(**{UNITS[span[2]]: int(span[1])}).total_seconds()
    else:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(f"{text!r} is no end: say 90m, 12h, 7d, or a time like 2026-12-31T20:00Z") from None
        if moment.tzinfo is None:
            raise ValueError(f"{text!r} has no zone: say 2026-12-31T20:00Z for UTC, or one like 2026-12-31T20:00+01:00")
        ends = moment.timestamp()
    if not time.time() < ends <= time.time() + LONGEST.total_seconds():
        raise ValueError(f"{text!r} is over, or more than {counted(LONGEST.days, 'day')} from now: choose another end")
    return int(ends)


def _revoke(revoked: str, url: str, access: str | None, *, as_json: bool) -> None:
    claims = _claims_of(revoked)
    if claims is None and not _may_be_id(revoked):
        raise Unanswered(
            "What is to be revoked is neither a token nor the ID of one; it may have lost a part. The ID stands in "
            "the line that yarrow token printed, and in the token as its claim jti."
        )
    with Client(url, token=access) as client:
        if claims is not None:
            _require_same_tenant(claims, _claims_of(client.token or ""))
        answer = client.post("/v1/tokens/revoke", {"token": revoked if claims is None else claims["jti"]})
    if as_json:
        show_json(answer)
    elif claims is not None:
        console.print(f"The token {answer['token']} holds no longer.", soft_wrap=True)
    else:
        told = f"If a token with the ID {answer['token']} was given, it holds no longer."
        console.print(f"{told} Nobody keeps a list of them; a token as a whole leaves no doubt.", soft_wrap=True)


def _may_be_id(text: str) -> bool:
    """Whether a token may have this ID: programs choose their own, but what begins like a UUID has to be one."""
    return bool(_id(text)) and text.count(".") != 2 and (_uuid(text) is not None or not _part(text))


def _claims_of(token: str) -> dict[str, Any] | None:
    """What a token says, whoever signed it; None for what is no token as a whole."""
    import jwt  # noqa: PLC0415

    with suppress(jwt.PyJWTError):
        claims = jwt.decode(token, options={"verify_signature": False})
        if isinstance(claims.get("jti"), str) and isinstance(claims.get("tenant"), str):
            return claims
    return None


def _require_same_tenant(revoked: dict[str, Any], own: dict[str, Any] | None) -> None:
    """Raise Unanswered for a token of another tenant than that of whoever revokes it, where nothing would happen."""
    if own is not None and own["tenant"] != revoked["tenant"]:
        raise Unanswered(
            f"The token is one of tenant {revoked['tenant']}, and yours of tenant {own['tenant']}: a narrator of all "
            f"encounters of {revoked['tenant']} has to revoke it."
        )
