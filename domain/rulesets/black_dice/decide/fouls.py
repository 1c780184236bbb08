"""What the narrator makes of a foul failure (BD-FOUL-3)."""

import msgspec

from domain.refusal import refuse, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.aiming import lose_aim
from domain.rulesets.black_dice.decide.damage import Blow, land
from domain.rulesets.black_dice.decide.pools import effect_throw
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import Cast, throw
from domain.rulesets.black_dice.events.places import FellProne, WeaponDropped
from domain.rulesets.black_dice.events.throws import FoulFollowed
from domain.rulesets.black_dice.state import Fight, Foul, Person
from domain.table import Table

PERIL = "peril"


class Mishap(msgspec.Struct, frozen=True):
    """Somebody whose foul failure hurts."""

    combatant: str


def foul_effect(table: Table[Fight], command: ask.FoulFollows) -> None:
    """Something goes wrong beyond a foul failure, once for each throw, while it is fresh (BD-FOUL-3)."""
    fight = table.state
    foul = next((foul for foul in fight.fouled if foul.throw == command.throw), None)
    if foul is None:
        fresh = ", ".join([str(foul.throw) for foul in fight.fouled]) or "none"
        refuse("BD-FOUL-3", f"Nothing more comes of throw {command.throw}; there is {fresh}.", field="command.throw")
    person = fight.people[foul.combatant]
    weapon = _weapon_dropped(person, foul) if command.effect == "drops_weapon" else ""
    table.cause = table.record(FoulFollowed(person.id, foul.throw, command.effect, command.text), cause=foul.throw)
    match command.effect:
        case "drops_weapon":
            table.record(WeaponDropped(person.id, weapon))
        case "falls_prone":
            table.record(FellProne(person.id))
        case "loses_aim":
            lose_aim(table, person, "foul")
        case "peril":
            plan = effect_throw(PERIL, command.dice or 0, against=person.id)
            throw(table, (plan,), hurt.later(Mishap(person.id)))


def _weapon_dropped(person: Person, foul: Foul) -> str:
    """The weapon of the throw; refuses where it is not in hand, and natural ones cannot be dropped."""
    weapon = foul.weapon or ""
    in_hand = weapon in person.ready and not person.weapons[weapon].natural
    what = weapon or "no weapon that the throw was made with"
    require(in_hand, "BD-FOUL-3", f"{person.name} has {what} in hand to drop.", field="command.effect")
    return weapon


@stages.reply("black_dice.fouls.hurt", Mishap)
def hurt(table: Table[Fight], mishap: Mishap, casts: tuple[Cast, ...]) -> None:
    """As a peril does its damage, without avoidance or armour (BD-PERIL-8)."""
    land(table, Blow(mishap.combatant, ((PERIL, casts[0].net),), armoured=False))
