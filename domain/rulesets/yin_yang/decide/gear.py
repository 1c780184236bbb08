"""Gear: what hands hold, what is worn, what lies about (YY-WPN-10, YY-WPN-31, YY-ARM-12)."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.ruleset.joining import SheetError
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.able import require_alive
from domain.rulesets.yin_yang.events.places import ItemPlaced, ItemTaken, Wielded, Worn
from domain.rulesets.yin_yang.gear_sheets import (
    armour_misfits,
    armour_of,
    grip_misfits,
    weapon_misfits,
    weapon_of,
    worn_misfits,
)
from domain.rulesets.yin_yang.items import Grip
from domain.rulesets.yin_yang.state import Fight

T = TypeVar("T")


def wield(decision: Decision[Fight], command: ask.Wield) -> None:
    """Say what the hands hold from now on, of one's gear or of what lies about; it is free (YY-WPN-10, YY-WPN-31).

    The reading is that of YY-RUL-47.
    """
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    grips = tuple([Grip(item.weapon, item.hands) for item in command.items])
    weapons = {**fight.scene_weapons, **person.weapons}
    _refuse_first(grip_misfits(weapons, person.armour, person.worn, grips, "command.items"))
    _take(decision, person.id, (grip.weapon for grip in grips), person.weapons)
    decision.record(Wielded(combatant=person.id, grips=grips))


def wear(decision: Decision[Fight], command: ask.Wear) -> None:
    """Say what is worn from now on, of one's gear or of what lies about (YY-ARM-2, YY-ARM-12)."""
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    require_alive(person, "command.actor")
    armour = {**fight.scene_armour, **person.armour}
    _refuse_first(worn_misfits(armour, command.armour, "command.armour"))
    _refuse_first(grip_misfits(person.weapons, armour, command.armour, person.wielded, "command.armour"))
    _take(decision, person.id, command.armour, person.armour)
    decision.record(Worn(combatant=person.id, armour=command.armour))


def place_item(decision: Decision[Fight], command: ask.PlaceItem) -> None:
    """Let a weapon or a piece of armour lie about, under an id that nothing there has yet."""
    fight = decision.state
    if command.weapon is not None and command.armour is None:
        _refuse_first(weapon_misfits(command.weapon, "command.weapon"))
        weapon = weapon_of(command.weapon)
        _require_new(fight, weapon.id, "command.weapon.id")
        decision.record(ItemPlaced(weapon=weapon))
    elif command.armour is not None and command.weapon is None:
        _refuse_first(armour_misfits(command.armour, "command.armour"))
        piece = armour_of(command.armour)
        _require_new(fight, piece.id, "command.armour.id")
        decision.record(ItemPlaced(armour=piece))
    else:
        refuse(None, "Place a weapon or a piece of armour: one of both.", code="invalid", field="command.weapon")


def _require_new(fight: Fight, item: str, field: str) -> None:
    """What lies about is told apart by its id."""
    there = fight.scene_weapons.get(item) or fight.scene_armour.get(item)
    if there is not None:
        detail = f"{there.name} lies about already with this id; give what you place another id, and name its kind."
        refuse(None, detail, code="invalid", field=field)


def _take(decision: Decision[Fight], combatant: str, items: Iterable[str], own: Mapping[str, T]) -> None:
    """What lay about becomes gear (YY-WPN-31)."""
    for item in items:
        if item not in own:
            decision.record(ItemTaken(combatant=combatant, item=item))


def _refuse_first(misfits: Iterable[SheetError]) -> None:
    """Refuse by the first thing that does not fit."""
    for misfit in misfits:
        refuse(misfit.rule, misfit.message, code="refused" if misfit.rule else "invalid", field=misfit.field)
