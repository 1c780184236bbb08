"""``yarrow token``: create an access token, or revoke one."""

import re
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
import typer

from domain.text.phrases import listed
from domain.text.validation import describe_pattern
from events.format.envelope import format_time
from events.store.keys import TENANT_PATTERN
from service.auth.uuid7 import uuid7
from service.cli.api_client import DEFAULT_URL, Client, CommandFailed
from service.cli.options import AccessToken, AsJson, Url
from service.cli.render import console, errors, show_json
from service.settings import Settings
from yarrow_client import Revoked

EVERY: Final = "all"
CREATION_OPTIONS: Final = {
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
"""Options that only apply to creating a token, by parameter name."""
_id = re.compile(r"[!-~]{1,100}").fullmatch
_uuid = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}").fullmatch
_part = re.compile(r"[0-9a-fA-F]+(-[0-9a-fA-F]*)+|eyJ.*").fullmatch
"""Match text that can only be a part of a UUID or of a token."""
_is_tenant = re.compile(TENANT_PATTERN).fullmatch


class Role(StrEnum):
    """The roles of a token."""

    narrator = "narrator"
    player = "player"
    spectator = "spectator"


def token(
    context: typer.Context,
    role: Annotated[Role | None, typer.Option(help="Role of the token.", show_default=False)] = None,
    combatants: Annotated[str | None, typer.Option(help="Combatants of a player: IDs, separated by commas.")] = None,
    encounters: Annotated[
        str, typer.Option(help="Encounters of the token: IDs, separated by commas, or all of the tenant.")
    ] = EVERY,
    tenant: Annotated[
        str | None, typer.Option(envvar="YARROW_TENANT", help="Tenant of the encounters.", show_default="main")
    ] = None,
    principal: Annotated[
        str, typer.Option("--for", help="Principal: the holder's name, recorded with each command.")
    ] = "",
    delay: Annotated[str, typer.Option(help='Delay of a spectator: "20 events", "1 round".')] = "",
    expires: Annotated[
        str, typer.Option(help="Expiry: 90m, 12h, 7d from now, or a time with a zone, like 2026-12-31T20:00Z.")
    ] = "7d",
    rate: Annotated[float | None, typer.Option(min=0.01, help="Requests per second, instead of YARROW_RATE.")] = None,
    burst: Annotated[int | None, typer.Option(min=1, help="Requests in a burst, instead of YARROW_BURST.")] = None,
    streams: Annotated[
        int | None, typer.Option(min=1, help="Simultaneous live connections, instead of YARROW_STREAMS.")
    ] = None,
    size: Annotated[
        int | None, typer.Option("--bytes", min=1, help="Maximum bytes of a request body, including a bundle.")
    ] = None,
    revoke: Annotated[str | None, typer.Option(help="Token to revoke, or its ID.")] = None,
    url: Url = DEFAULT_URL,
    access: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Create an access token, signed with YARROW_SECRET; with --revoke, ask the service to revoke one."""
    if revoke is not None:
        if unused := [name for name in CREATION_OPTIONS if _is_given(context, name)]:
            options = listed(CREATION_OPTIONS[name] for name in unused)
            raise typer.BadParameter(f"it cannot be combined with {options}; leave them out.", param_hint="--revoke")
        _revoke(revoke, url, access, as_json=json)
        return
    if role is None:
        raise typer.BadParameter("it is required: narrator, player or spectator.", param_hint="--role")
    if (role is Role.player) != (combatants is not None):
        raise typer.BadParameter(
            "a player's token requires it, as in --combatants fox,hu; other tokens do not take it.",
            param_hint="--combatants",
        )
    if tenant is not None and not _is_tenant(tenant):
        raise typer.BadParameter(
            f"{tenant!r} is not a valid tenant: use a-z, 0-9, - and _, beginning with a letter or digit.",
            param_hint="--tenant",
        )
    settings = Settings.from_environment()
    if not settings.secrets:
        raise CommandFailed("YARROW_SECRET is not set. Set it to the secret of the service that the token is for.")
    from service.auth.tokens import COMBATANT_ID, ENCOUNTER_ID, Claims, Tokens  # noqa: PLC0415 - loading cryptography takes long

    try:
        from service.auth.expiry import parse_expiry  # noqa: PLC0415
        from service.auth.spectator_delay import parse_delay  # noqa: PLC0415

        fields: dict[str, Any] = {
            "sub": principal or role.value,
            "jti": uuid7(),
            "exp": parse_expiry(expires),
            "tenant": tenant or settings.tenant,
            "role": role.value,
            "encounters": _names(encounters, "--encounters", ENCOUNTER_ID) if encounters != EVERY else EVERY,
            "combatants": _names(combatants, "--combatants", COMBATANT_ID) if combatants is not None else (),
            "delay": parse_delay(delay) if delay else None,
            "limits": _limits(rate, burst, streams, size, settings),
        }
        claims = msgspec.convert(fields, Claims)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    token = Tokens(settings.secrets).make(claims)
    expiry = format_time(datetime.fromtimestamp(claims.exp, UTC))
    if json:
        show_json({"token": token, "id": claims.jti, "expires": expiry, "claims": msgspec.to_builtins(claims)})
        return
    console.print(token, soft_wrap=True, highlight=False)
    scope = "all encounters" if claims.encounters == EVERY else listed(claims.encounters)
    delayed = f", with a delay of {claims.delay}," if claims.delay else ""
    errors.print(
        f"The token speaks as {claims.speaker} in {scope} of {claims.tenant}{delayed} until {expiry}; "
        f"its ID is {claims.jti}.",
        soft_wrap=True,
    )


def _is_given(context: typer.Context, name: str) -> bool:
    """Return whether an option was given on the command line, and not by the environment."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _names(text: str, option: str, pattern: str) -> tuple[str, ...]:
    """Parse comma-separated IDs of a pattern. An empty one is rejected: it usually comes from an unset variable."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise typer.BadParameter(f"{text!r} has an empty ID before or after a comma.", param_hint=option)
    if EVERY in names and option == "--encounters":
        raise typer.BadParameter(
            "all cannot be combined with IDs: it means all encounters of the tenant.", param_hint=option
        )
    for name in names:
        if not re.fullmatch(pattern, name):
            raise typer.BadParameter(f"{name!r} is not a valid ID: IDs {describe_pattern(pattern)}.", param_hint=option)
    return names


def _limits(
    rate: float | None, burst: int | None, streams: int | None, size: int | None, settings: Settings
) -> dict[str, Any] | None:
    if (rate, burst, streams, size) == (None, None, None, None):
        return None
    return {"rate": rate or settings.rate, "burst": burst or settings.burst, "streams": streams, "bytes": size}


def _revoke(revoked: str, url: str, access: str | None, *, as_json: bool) -> None:
    claims = _claims_of(revoked)
    if claims is None and not _may_be_id(revoked):
        raise CommandFailed(
            "The value to revoke is neither a token nor the ID of one; it may be incomplete. The ID is in the line "
            "that yarrow token printed, and in the claim jti of the token."
        )
    with Client(url, token=access) as client:
        if claims is not None:
            _require_same_tenant(claims, _claims_of(client.token or ""))
        answer = client.post("tokens/revoke", {"token": revoked if claims is None else claims["jti"]}, Revoked)
    if as_json:
        show_json(answer)
    elif claims is not None:
        console.print(f"The token {answer['token']} is revoked.", soft_wrap=True)
    else:
        result = f"A token with the ID {answer['token']} is revoked, if there is one."
        console.print(f"{result} Such tokens are not listed; pass the whole token to be certain.", soft_wrap=True)


def _may_be_id(text: str) -> bool:
    """Return whether text can be the ID of a token: any text of its own, but a UUID if it begins like one."""
    return bool(_id(text)) and text.count(".") != 2 and (_uuid(text) is not None or not _part(text))


def _claims_of(token: str) -> dict[str, Any] | None:
    """Return the claims of a token without checking its signature, or None if the text is not a whole token."""
    import jwt  # noqa: PLC0415

    with suppress(jwt.PyJWTError):
        claims = jwt.decode(token, options={"verify_signature": False})
        if isinstance(claims.get("jti"), str) and isinstance(claims.get("tenant"), str):
            return claims
    return None


def _require_same_tenant(revoked: dict[str, Any], own: dict[str, Any] | None) -> None:
    """Raise CommandFailed if the caller's token is of another tenant, as the revocation would have no effect."""
    if own is not None and own["tenant"] != revoked["tenant"]:
        raise CommandFailed(
            f"The token is of tenant {revoked['tenant']}, and yours of tenant {own['tenant']}. Ask a narrator of all "
            f"encounters of {revoked['tenant']} to revoke it."
        )
