"""Armour that is put on or taken off, between combats (CE-ARMOR-9)."""

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century.commands import WearArmor
from domain.rulesets.century.decide.strength import can_wear
from domain.rulesets.century.events.places import ArmourWorn
from domain.rulesets.century.state import Fight


def wear_armor(decision: Decision[Fight], command: WearArmor) -> None:
    """Somebody wears a carried piece from now on, or none; it is free and takes effect at once (CE-RUL-100).

    The piece worn before is carried again, and hit points and wear stay with each.
    """
    fight = decision.state
    wearer = find_combatant(fight, command.actor, "command.actor")
    piece = command.armor
    if piece is not None and piece not in wearer.armour:
        carries = ", ".join(wearer.armour) or "no armour"
        refuse("CE-ARMOR-9", f"{wearer.name} carries {carries}.", code="invalid", field="command.armor")
    what = "no armour" if piece is None else wearer.armour[piece].name
    said = f"{wearer.name} wears {what} already."
    require(piece != wearer.worn, "CE-ARMOR-9", said, field="command.armor")
    said = f"{what} is too heavy for {wearer.name}."
    require(can_wear(fight.options, replace(wearer, worn=piece)), "CE-STR-5", said, field="command.armor")
    decision.record(ArmourWorn(combatant=wearer.id, armour=piece))
