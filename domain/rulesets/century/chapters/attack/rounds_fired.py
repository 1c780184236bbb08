"""Rounds of an attack (CE-LOAD-5, CE-LOAD-6): double taps, bursts, full auto, and volleys sprayed over several."""

from typing import get_args

from domain.model.refusal import refuse, require
from domain.rulesets.century.chapters.items.armament import Armament
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.parts import Attacking
from domain.rulesets.century.tables import ROUNDS_FIRED
from domain.rulesets.century.words import Fire

LOADED_AT_MOST = 1000
BULLETS_FOR_ONE = 5
"""Bullets of full auto that make the dice once more (CE-AUTO-3)."""
RULE_OF_FIRE = {"single": "CE-SHEET-12", "double_tap": "CE-DTAP-2", "burst": "CE-BURST-1", "full_auto": "CE-AUTO-1"}
TOO_FEW = {"single": "CE-LOAD-5", "double_tap": "CE-DTAP-2", "burst": "CE-BURST-3", "full_auto": "CE-AUTO-1"}


def rounds_of(options: Options, arms: Armament, command: Attacking) -> int:
    """Return the bullets of the whole attack; refuses what the weapon cannot fire or has not loaded."""
    weapon = arms.weapon
    declared = sum(part.rounds for part in command.spray) if command.spray else command.rounds
    if command.fire != "full_auto":
        said = "Only full auto declares its bullets; leave rounds out."
        require(declared is None, "CE-AUTO-1", said, field="command.rounds")
    if weapon is None:
        require(command.fire == "single", "CE-SHEET-12", f"{arms.name} fires nothing.", field="command.fire")
        return 0
    _require_mode(weapon, command)
    if command.fire != "full_auto":
        needed = ROUNDS_FIRED[command.fire] if weapon.ammo else 0
    else:
        if command.spray and command.rounds is not None:
            refuse("CE-AUTO-7", "A spray allots its bullets; leave rounds out.", field="command.rounds")
        if declared is None:
            refuse("CE-AUTO-1", "Say how many rounds are fired.", code="invalid", field="command.rounds")
        said = f"At most {LOADED_AT_MOST} bullets are fired at once."
        require(declared <= LOADED_AT_MOST, "CE-AUTO-7", said, field="command.spray")
        _require_enough_each(options, command)
        needed = declared
    if weapon.ammo and needed > weapon.loaded:
        said = f"{weapon.name} has {weapon.loaded} rounds loaded; this takes {needed}."
        rule = "CE-AUTO-7" if command.spray else TOO_FEW[command.fire]
        field = "spray" if command.spray else "rounds" if command.fire == "full_auto" else "fire"
        refuse(rule, said, field=f"command.{field}")
    return needed


def fires(weapon: Weapon, fire: Fire) -> bool:
    """Return whether a weapon fires so by its row, double taps too (CE-SHEET-12, CE-RUL-82)."""
    return weapon.double_tap if fire == "double_tap" else fire in weapon.fire


def least_rounds(options: Options) -> int:
    """Return the fewest bullets that go at a target of full auto (CE-AUTO-5, CE-RUL-84)."""
    return 1 if options.auto_min_multiplier == 1 else BULLETS_FOR_ONE


def fires_of(options: Options, weapon: Weapon | None) -> tuple[Fire, ...]:
    """Return how a weapon fires with what is loaded in it, None for natural attacks."""
    if weapon is None:
        return ("single",)
    needed = {**ROUNDS_FIRED, "full_auto": least_rounds(options)}
    return tuple(
        [fire for fire in get_args(Fire) if fires(weapon, fire) and (not weapon.ammo or needed[fire] <= weapon.loaded)]
    )


def _require_mode(weapon: Weapon, command: Attacking) -> None:
    """Refuse what the row of the weapon does not fire, double taps too (CE-SHEET-12, CE-RUL-82)."""
    if not fires(weapon, command.fire):
        modes = ", ".join((*weapon.fire, *(["double_tap"] if weapon.double_tap else [])))
        said = f"{weapon.name} does not fire so; its ways to fire are {modes}."
        refuse(RULE_OF_FIRE[command.fire], said, field="command.fire")


def _require_enough_each(options: Options, command: Attacking) -> None:
    """Refuse fewer than five bullets, which would do no damage (CE-AUTO-5, CE-RUL-84)."""
    named = [part.target for part in command.spray]
    said = "A spray names each of its targets once."
    require(len(set(named)) == len(named), "CE-AUTO-7", said, field="command.spray")
    each = [part.rounds for part in command.spray] or [command.rounds or 0]
    enough = min(each) >= least_rounds(options)
    said = f"At least {BULLETS_FOR_ONE} bullets go at each target."
    require(enough, "CE-AUTO-5", said, field="command.spray" if command.spray else "command.rounds")


def dice_factor(options: Options, fire: str, rounds: int) -> int:
    """Return how many times the dice of a hit are thrown (CE-BURST-2, CE-AUTO-3, CE-AUTO-4)."""
    if fire == "burst":
        return 2
    if fire == "full_auto":
        return max(rounds // BULLETS_FOR_ONE, options.auto_min_multiplier)
    return 1
