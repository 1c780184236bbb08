"""Declarations as tests write them.

given(fight("vane", "pryce"), *round_of("vane", "pryce"), strikes("vane", "pryce cutlass"))
    .when(waits("pryce"), "pryce: attack_back vane truncheon")
"""

from typing import Any

from domain.core.commands import Command, Join
from domain.model.event import Json
from domain.rulesets.black_dice.commands import Declare, Place, StrikeSheet
from tests.rules.black_dice.clashes import GUN, SWORD
from tests.rules.black_dice.specification import (
    BLACK_DICE_NOTATION,
    Specification,
    Step,
    fight,
    given,
    plain,
    round_of,
)


def armed(name: str, dex: int = 2, **sheet: Any) -> Join:
    """Somebody with a sword and a gun in hand, who may attack one more than its DEX."""
    own = {"stats": {"dex": dex}, "weapons": [SWORD, GUN], "ready": ["sword", "gun"], **sheet}
    return plain(name, **own)


def scene(*declared: Step, close: bool = False, dex: int = 2, **options: Any) -> Specification:
    """a, b, c in this order of the round, close to one another or not, after these declarations."""
    people = [armed(name, dex) for name in "abc"]
    places = [Place(combatant="a", close_to=("b", "c")), Place(combatant="b", close_to=("c",))] if close else []
    return given(fight(*people, **options), *places, *round_of("a", "b", "c"), *declared)


def reply(attacker: str, does: Any, weapon: str | None = None) -> dict[str, Json]:
    return {"attacker": attacker, "does": does, **({"weapon": weapon} if weapon else {})}


def replies(*given_replies: dict[str, Json]) -> Json:
    return {"replies": list(given_replies)}


def strikes(actor: str, *blows: str, **more: Any) -> Declare:
    """Attacks, each as ``target weapon``."""
    sheets = []
    for blow in blows:
        target, weapon = blow.split()
        sheets.append(StrikeSheet(target=target, weapon=weapon))
    return Declare(actor=actor, attack=tuple(sheets), **more)


def waits(actor: str) -> Declare:
    """Nothing for this round."""
    return Declare(actor=actor, wait=True)


def answering(command: Command, *answers: str) -> Command:
    """A command of the given steps with answers sent along."""
    return command.model_copy(update={"answers": BLACK_DICE_NOTATION.sent(*answers)})


def meetings(spec: Specification) -> list[str]:
    """The agenda of the round: exchanges as ``vane cutlass, pryce dodge``, other items by their deed."""
    told = []
    for item in spec.fight.agenda:
        if item.exchange is None:
            strike = item.strike
            told.append(f"{item.combatant} {item.deed}" + (f" {strike.target} {strike.weapon}" if strike else ""))
            continue
        parts = spec.fight.exchanges[item.exchange].parts
        told.append(", ".join(f"{part.combatant} {part.weapon or part.does}" for part in parts))
    return told
