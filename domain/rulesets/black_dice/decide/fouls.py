"""What the narrator makes of a foul failure (BD-FOUL-3)."""

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.aiming import lose_aim
from domain.rulesets.black_dice.decide.avoiding import Falling, fall_on
from domain.rulesets.black_dice.events.places import FellProne, WeaponDropped
from domain.rulesets.black_dice.events.throws import FoulFollowed
from domain.rulesets.black_dice.state import Fight, Foul, Person


def foul_effect(decision: Decision[Fight], command: ask.FoulFollows) -> None:
    """Something goes wrong beyond a foul failure, once for each throw, while it is fresh (BD-FOUL-3).

    A peril does its damage as others do, without avoidance or armour (BD-PERIL-8).
    """
    fight = decision.state
    foul = next((foul for foul in fight.fouled if foul.throw == command.throw), None)
    if foul is None:
        fresh = ", ".join([str(foul.throw) for foul in fight.fouled]) or "none"
        said = f"Nothing more comes of throw {command.throw}, but of these: {fresh}."
        refuse("BD-FOUL-3", said, field="command.throw")
    person = fight.people[foul.combatant]
    weapon = _weapon_dropped(person, foul) if command.effect == "drops_weapon" else ""
    decision.cause = decision.record(
        FoulFollowed(combatant=person.id, throw=foul.throw, effect=command.effect, text=command.text), cause=foul.throw
    )
    match command.effect:
        case "drops_weapon":
            decision.record(WeaponDropped(combatant=person.id, weapon=weapon))
        case "falls_prone":
            decision.record(FellProne(combatant=person.id))
        case "loses_aim":
            lose_aim(decision, person, "foul")
        case "peril":
            decision.next(fall_on, Falling(person.id, command.dice or 0))


def _weapon_dropped(person: Person, foul: Foul) -> str:
    """The weapon of the throw; refuses where it is not in hand, and natural ones cannot be dropped."""
    weapon = foul.weapon or ""
    in_hand = weapon in person.ready and not person.weapons[weapon].natural
    what = weapon or "weapon of that throw"
    require(in_hand, "BD-FOUL-3", f"{person.name} has no {what} in hand to drop.", field="command.effect")
    return weapon
