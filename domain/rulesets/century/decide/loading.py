"""Loading (CE-LOAD): one step for one reload of the weapon's unit."""

from typing import NamedTuple

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.pools import require_step, spend
from domain.rulesets.century.events.places import WeaponLoaded
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.state import Fight

ONE_BY_ONE = frozenset({"arrow", "rocket"})
"""Units that are one round each, of which a weapon holds one (CE-LOAD-2)."""


class Filled(NamedTuple):
    """What is in a weapon after loading, and what is left to load."""

    loaded: int
    reloads: int
    loose_rounds: int


def load_weapon(decision: Decision[Fight], command: ask.LoadWeapon) -> None:
    """A reload, or a single bullet, goes into a weapon in hand (CE-LOAD-1)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    weapon = actor.weapons.get(command.item)
    if weapon is None:
        has = ", ".join(actor.weapons) or "nothing"
        refuse("CE-LOAD-1", f"{actor.name} has {has}.", code="invalid", field="command.item")
    require(actor.holding(weapon.id), "CE-LOAD-1", f"{weapon.name} is not in hand.", field="command.item")
    filled = filled_by(weapon, loose=command.with_ == "loose_round")
    require_step(fight, actor, weapon.reload_mp)  # CE-ACT-30
    spend(decision, actor.id, weapon.reload_mp, "load_weapon")
    decision.record(WeaponLoaded(combatant=actor.id, weapon=weapon.id, **filled._asdict()))


def filled_by(weapon: Weapon, *, loose: bool) -> Filled:
    """What one step of loading makes of a weapon, by its kind of ammunition (CE-LOAD-2, CE-LOAD-3, CE-DATA-73).

    Refuses what cannot be loaded. The reading is that of CE-RUL-94.
    """
    said = f"{weapon.name} is not loaded."
    require(weapon.ammo and weapon.reload_unit != "none", "CE-LOAD-2", said, field="command.item")
    full = 1 if weapon.reload_unit in ONE_BY_ONE else weapon.ammo
    require(weapon.loaded < full, "CE-LOAD-4", f"{weapon.name} is full.", field="command.item")
    if loose:
        return _with_bullet(weapon)
    require(weapon.reloads, "CE-LOAD-2", f"There is no reload left for {weapon.name}.", field="command.with")
    if weapon.reload_unit == "shells":
        shells = min(full - weapon.loaded, weapon.reloads)
        return Filled(weapon.loaded + shells, weapon.reloads - shells, weapon.loose_rounds)
    return Filled(full, weapon.reloads - 1, weapon.loose_rounds)


def _with_bullet(weapon: Weapon) -> Filled:
    """One single bullet goes into a revolver (CE-LOAD-3)."""
    said = f"{weapon.name} is no revolver; it takes a reload."
    require(weapon.weapon_class == "revolver", "CE-LOAD-3", said, field="command.with")
    said = f"There is no single bullet left for {weapon.name}."
    require(weapon.loose_rounds, "CE-LOAD-3", said, field="command.with")
    return Filled(weapon.loaded + 1, weapon.reloads, weapon.loose_rounds - 1)
