"""Rights that a caller hands on: the role, encounters and delay of a ticket, none of them wider than its own."""

from typing import Annotated, Final, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from domain.model.speaker import MAX_COMBATANTS, Role, Speaker, parse_speaker
from service.auth.access import Caller, may_speak_as
from service.auth.spectator_delay import MAX_DELAY, Delay
from service.auth.tokens import COMBATANT_ID, ENCOUNTER_ID, is_line
from service.problems.problem import Problem

MAX_ENCOUNTERS: Final = 1000
MAX_GRANTED: Final = 100
"""The most encounters that a token or an invitation made over the API names."""
EXPIRES: Final = "when it expires: `90m`, `12h` or `7d` from now, or a time with its zone; not after your own token"

CombatantName = Annotated[str, StringConstraints(pattern=f"^{COMBATANT_ID}$")]
EncounterName = Annotated[str, StringConstraints(pattern=f"^{ENCOUNTER_ID}$")]
Encounters = Annotated[tuple[EncounterName, ...], Field(max_length=MAX_ENCOUNTERS)]
Expiry = Annotated[str, Field(min_length=2, max_length=40)]
Amount = Annotated[int, Field(ge=1, le=MAX_DELAY)]


def _one_line(name: str) -> str:
    if not is_line(name):
        raise PydanticCustomError("name", "A name has no control characters and no direction overrides")
    return name


HolderName = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_one_line)]


class DelayRequest(BaseModel):
    """The delay of a spectator: a number of events, or of rounds."""

    model_config = ConfigDict(extra="forbid")

    events: Amount | None = Field(None, description="events that are held back")
    rounds: Amount | None = Field(None, description="rounds that are held back")

    @model_validator(mode="after")
    def _has_one_unit(self) -> "DelayRequest":
        if (self.events is None) == (self.rounds is None):
            raise PydanticCustomError("delay", "A delay has either events or rounds")
        return self

    def delay(self) -> Delay:
        """Return the delay."""
        return Delay(events=self.events or 0, rounds=self.rounds or 0)


class Rights(BaseModel):
    """Rights no wider than those of the caller; what is left out is as the caller has it."""

    model_config = ConfigDict(extra="forbid")

    role: Role | None = Field(None, description="the role; by default yours")
    combatants: tuple[CombatantName, ...] = Field(
        (), max_length=MAX_COMBATANTS, description="IDs of the combatants of a player; by default yours"
    )
    encounters: Encounters | Literal["all"] | None = Field(
        None, description="IDs of the encounters, or all; by default yours"
    )
    delay: DelayRequest | None = Field(None, description="the delay of a spectator; by default yours")


class GrantRights(Rights):
    """The rights of a token or an invitation, its holder's name and its expiry."""

    encounters: Annotated[tuple[EncounterName, ...], Field(max_length=MAX_GRANTED)] | Literal["all"] | None = Field(
        None, description="IDs of the encounters, or all; by default yours"
    )
    name: HolderName | None = Field(
        None, description="the holder's name, recorded with its commands; only a narrator chooses it"
    )
    expires: Expiry | None = Field(None, description=EXPIRES)


def restricted(caller: Caller, rights: Rights) -> Caller:
    """Return the caller with these rights. Raises Problem ``not_yours`` if it would have more than it has itself."""
    speaker = _speaker(caller, rights)
    return caller._replace(
        speaker=speaker, encounters=_encounters(caller, rights), delay=_delay(caller, speaker, rights)
    )


def _speaker(caller: Caller, rights: Rights) -> Speaker:
    given = caller.speaker
    combatants = rights.combatants or (given.combatants if rights.role in (None, given.role) else ())
    role = rights.role or given.role
    if (role == "player") != bool(combatants):
        detail = "A player has combatants, and no other role has: send the role player with combatants, or neither."
        raise Problem("invalid", detail, field="combatants")
    try:
        wanted = parse_speaker(str(Speaker(role, combatants)))
    except ValueError as error:
        raise Problem("invalid", str(error), field="combatants") from None
    if not may_speak_as(given, wanted):
        field = "combatants" if given.role == wanted.role else "role"
        raise Problem("not_yours", f"You speak as {given}, which does not include {wanted}.", field=field)
    return wanted


def _encounters(caller: Caller, rights: Rights) -> frozenset[str] | None:
    wanted = rights.encounters
    if wanted is None or (wanted == "all" and caller.encounters is None):
        return caller.encounters
    foreign = ["all"] if wanted == "all" else [one for one in wanted if not caller.may_access(one)]
    if foreign:
        detail = f"Your token does not permit these encounters: {', '.join(foreign[:5])}."
        raise Problem("not_yours", detail, field="encounters")
    if not wanted:
        raise Problem("invalid", "Name at least one encounter, or leave encounters out.", field="encounters")
    return frozenset(wanted)


def _delay(caller: Caller, speaker: Speaker, rights: Rights) -> Delay | None:
    own = caller.delay
    if rights.delay is None:
        return own
    wanted = rights.delay.delay()
    if speaker.role != "spectator":
        raise Problem("invalid", "Only a spectator watches with a delay: send the role spectator.", field="delay")
    if own is None:
        return wanted
    if bool(own.rounds) != bool(wanted.rounds) or msgspec.structs.astuple(wanted) < msgspec.structs.astuple(own):
        raise Problem("not_yours", f"You watch with a delay of {own}, and no shorter one can follow.", field="delay")
    return wanted
