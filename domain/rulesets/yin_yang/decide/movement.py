"""Places: moving, distances, sub-fights, how far weapons reach (YY-MOVE)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.hands import require_action, require_no_card, spend, turn_up
from domain.rulesets.yin_yang.decide.turns import require_call
from domain.rulesets.yin_yang.events.places import DistanceSet, FightSplit, Moved
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.said import BANDS
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import REACHES
from domain.rulesets.yin_yang.words import Band

AWAY: dict[Band, Band] = {"arm": "room", "room": "sight"}
"""Where somebody is who goes away, by where it was (YY-MOVE-2)."""


def reaches(fight: Fight, attacker: str, target: str, weapon: Weapon) -> bool:
    """Whether a weapon reaches somebody from where its wielder is.

    Without distances, everybody in the sub-fight, and with a Long Ranged weapon anybody (YY-MOVE-1, YY-ATK-4); with
    them, as far as the reach goes (YY-MOVE-3, YY-RUL-54).
    """
    if fight.options.movement == "free":
        return fight.together(attacker, target) or weapon.reach == "long_ranged"
    return fight.band(attacker, target) in REACHES[weapon.reach]


def move(decision: Decision[Fight], command: ask.Move) -> None:
    """Come close to somebody, go away from it, or go to another sub-fight (YY-MOVE-2, YY-MOVE-4).

    It costs an action where distances count, else nothing.
    """
    fight, person = decision.state, find_combatant(decision.state, command.actor, "command.actor")
    require_call(fight, person)
    moved = _moved(fight, person, command)
    if fight.options.movement == "action":
        require_action(fight, person, command.hand_card)
        paid = spend(decision, person.id, command.hand_card)
        turn_up(decision, person.id, paid.cards)
    else:
        require_no_card(fight, command.hand_card)
    decision.record(moved)


def _moved(fight: Fight, person: Person, command: ask.Move) -> Moved:
    """The move that is asked for; refuses all but one, and one that changes nothing."""
    asked = {field: getattr(command, field) for field in ("toward", "away_from", "subfight")}
    given = {field: value for field, value in asked.items() if value is not None}
    if len(given) != 1:
        refuse(
            None,
            "Move toward somebody, away from somebody, or to another sub-fight: one of the three.",
            code="invalid",
            field="command",
        )
    [(field, value)] = given.items()
    if field == "subfight":
        return _into(fight, person, value)
    other = find_combatant(fight, value, f"command.{field}")
    require_distances(fight, person, other, f"command.{field}")
    gone = f"{other.name} has left the fight; name somebody who is there."
    require("fled" not in other.out, "YY-COND-5", gone, field=f"command.{field}")
    band = fight.band(person.id, other.id)
    goal: Band | None = AWAY.get(band) if field == "away_from" else "arm" if band != "arm" else None
    if goal is None:
        said = "they cannot come closer" if field == "toward" else "they cannot go further away"
        refuse("YY-MOVE-2", f"{person.name} and {other.name} are {BANDS[band]}; {said}.", field=f"command.{field}")
    return Moved(combatant=person.id, other=other.id, band=goal)


def _into(fight: Fight, person: Person, subfight: str) -> Moved:
    """Going to another sub-fight, of those that the narrator has named (YY-MOVE-4)."""
    if subfight not in fight.subfights:
        known = ", ".join(fight.subfights)
        detail = f"There is no sub-fight {subfight!r}; there are {known}. The narrator can split the fight into others."
        refuse(None, detail, code="invalid", field="command.subfight")
    here = f"{person.name} is in the sub-fight {subfight} already."
    require(person.subfight != subfight, "YY-MOVE-4", here, field="command.subfight")
    return Moved(combatant=person.id, subfight=subfight)


def require_distances(fight: Fight, person: Person, other: Person, field: str) -> None:
    """Refuse a change of distance where there are none (YY-MOVE-1), of one to itself, and across sub-fights."""
    free = "Everybody reaches everybody in this fight; there are no distances."
    require(fight.options.movement == "action", "YY-MOVE-1", free, field=field)
    if person.id == other.id:
        refuse(None, f"{person.name} is the one who moves; name somebody else.", code="invalid", field=field)
    where = f"{other.name} is in the sub-fight {other.subfight} and {person.name} in {person.subfight}"
    apart = f"{where}; between sub-fights distances do not change."
    require(fight.together(person.id, other.id), "YY-MOVE-4", apart, field=field)


def split_fight(decision: Decision[Fight], command: ask.SplitFight) -> None:
    """Say who is in which sub-fight; whoever is not named stays (YY-MOVE-4)."""
    for combatant in command.subfights:
        find_combatant(decision.state, combatant, f"command.subfights.{combatant}")
    decision.record(FightSplit(subfights=command.subfights))


def set_distance(decision: Decision[Fight], command: ask.SetDistance) -> None:
    """Say how far two are apart (YY-MOVE-2)."""
    fight = decision.state
    first, second = (
        find_combatant(fight, command.first, "command.first"),
        find_combatant(fight, command.second, "command.second"),
    )
    require_distances(fight, first, second, "command.second")
    decision.record(DistanceSet(first=first.id, second=second.id, band=command.band))
