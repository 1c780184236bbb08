"""Jams (CE-CRIT-16, CE-CRIT-17, CE-RUL-15): a jammed weapon is cleared by a whole round of its owner, or by several."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century.commands import ClearJam
from domain.rulesets.century.decide.conditions import impose, lift
from domain.rulesets.century.decide.pools import require_slot, spend
from domain.rulesets.century.events.places import JamCleared
from domain.rulesets.century.events.rounds import ActionEnded
from domain.rulesets.century.state import Condition, Fight
from domain.rulesets.century.state.changes import CLEARING


def clear_jam(decision: Decision[Fight], command: ClearJam) -> None:
    """It takes the whole untouched pool of the round, whatever the limit of a slot (CE-ACT-53), and ends it.

    Outside combat the weapon works at once.
    """
    fight = decision.state
    owner = find_combatant(fight, command.actor, "command.actor")
    weapon = owner.weapons.get(command.weapon)
    if weapon is None or not owner.holding(command.weapon):
        held = ", ".join(dict.fromkeys(owner.held.values()))
        said = f"{owner.name} does not hold {command.weapon}{f', only {held}' if held else ''}."
        refuse("CE-CRIT-17", said, field="command.weapon")
    said = f"{weapon.name} is {weapon.state}; there is no jam to clear."
    require(weapon.state == "jammed", "CE-CRIT-17", said, field="command.weapon")
    if not fight.in_combat:
        decision.record(JamCleared(combatant=owner.id, weapon=weapon.id))
        return
    require_slot(fight, owner)
    said = f"{owner.name} has spent {owner.spent} Move Points in this round; clearing a jam takes a whole round."
    require(not owner.spent, "CE-CRIT-17", said)
    spend(decision, owner.id, owner.pool, "clear jam")
    impose(decision, owner.id, Condition(CLEARING, weapon=weapon.id, lasts="round", until=fight.round))
    decision.record(ActionEnded(combatant=owner.id, how="finished"))


def clear_jams(decision: Decision[Fight]) -> None:
    """Whoever has cleared a jam for the whole round is a round further, or has a weapon that works (CE-END-2).

    Whoever was interrupted is clearing no more, and its weapon is as it was; so is one that has broken meanwhile.
    """
    for person in list(decision.state.people.values()):
        clearing = person.conditions.get(CLEARING)
        if clearing is not None and clearing.weapon is not None:
            weapon = person.weapons[clearing.weapon]
            if weapon.state == "jammed":
                decision.record(JamCleared(combatant=person.id, weapon=weapon.id, rounds=max(0, weapon.jam_rounds - 1)))
            lift(decision, person.id, CLEARING, "end of the round")


def break_off(decision: Decision[Fight]) -> None:
    """Combat ends in mid-round: a round of clearing that is not over does not count (CE-CRIT-17)."""
    for person in list(decision.state.people.values()):
        lift(decision, person.id, CLEARING, "interrupted")
