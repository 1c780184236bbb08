"""What a combatant attacks with (CE-HIT-14): a weapon in hand or a natural attack, one-handed or not (CE-TWOH)."""

import msgspec

from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.rulesets.century.chapters.items.strength import can_lift
from domain.rulesets.century.chapters.objections import Objection, refuse_for
from domain.rulesets.century.items import Natural, Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.parts import Attacking
from domain.rulesets.century.state import Attack, Fight, Person
from domain.rulesets.century.words import Ability, Hand, WeaponMode

NEEDS_A_HAND = frozenset({"punch"})
"""Natural attacks for which a hand has to be empty (CE-HIT-14)."""


class Armament(msgspec.Struct, frozen=True, gc=False):
    """A weapon with the hand that uses it, None where both do, or a natural attack."""

    weapon: Weapon | None
    natural: Natural | None
    hand: Hand | None = None
    one_handed: bool = False

    @property
    def name(self) -> str:
        one = self.weapon or self.natural
        return one.name if one is not None else ""

    @property
    def mode(self) -> WeaponMode:
        return self.weapon.mode if self.weapon is not None else "melee"

    @property
    def skill(self) -> str:
        one = self.weapon or self.natural
        return one.skill if one is not None else ""

    @property
    def ability(self) -> Ability:
        """The weapon's ability; natural attacks use Agility (CE-HIT-6, CE-RUL-67)."""
        return self.weapon.ability if self.weapon is not None else "agl"

    @property
    def damage(self) -> str:
        one = self.weapon or self.natural
        return one.damage if one is not None else "0"

    @property
    def mp(self) -> int:
        one = self.weapon or self.natural
        return one.mp if one is not None else 0

    @property
    def area(self) -> int:
        return self.weapon.area if self.weapon is not None else 0


def armament_of(fight: Fight, attack: Attack) -> Armament:
    """Return what an open attack is made with; a weapon as it was, though it may have left the hand since."""
    if attack.natural is not None:
        return Armament(None, fight.people[attack.attacker].natural[attack.natural])
    return Armament(attack.item, None, attack.hand, attack.one_handed)


def choose_armament(fight: Fight, attacker: Person, command: Attacking) -> Armament:
    """Return what the command attacks with; refuses what is not in hand, does not work or cannot be lifted."""
    if command.weapon is not None and command.natural is not None:
        refuse(None, "An attack is made with a weapon or a natural attack.", code="invalid", field="command.natural")
    item = None if command.natural is not None else command.weapon or default_item(attacker)
    if item is not None:
        refuse_for(why_no_weapon(fight.options, attacker, item, one_handed=command.one_handed))
        return armed_with(attacker, attacker.weapons[item], one_handed=command.one_handed)
    said = "A natural attack takes no weapon; leave one_handed out."
    require(not command.one_handed, "CE-TWOH-1", said, field="command.one_handed")
    name = command.natural or next(iter(attacker.natural), "punch")
    refuse_for(why_no_natural(attacker, name))
    return Armament(None, attacker.natural[name])


def default_item(attacker: Person) -> str | None:
    """Return what the dominant hand holds, else the other."""
    other: Hand = "left" if attacker.dominant == "right" else "right"
    return attacker.held.get(attacker.dominant) or attacker.held.get(other)


def in_one_hand(person: Person, weapon: Weapon) -> bool:
    """Return whether a two-handed weapon is held, and so used, with one hand as the other one is full (CE-TWOH-4)."""
    return weapon.hands == 2 and len(person.holding(weapon.id)) == 1 and len(person.held) == person.hands


def why_no_natural(attacker: Person, name: str) -> Objection | None:
    """Return why a natural attack is not made, or None.

    It is one of the sheet (CE-UNARM-11), with its damage (CE-UNARM-10); a punch needs a hand (CE-HIT-14).
    """
    field = "command.natural"
    if name not in attacker.natural:
        said = f"{attacker.name} has no natural attack “{name}”"
        said = unknown(said, name, attacker.natural, f"{attacker.name} has no natural attacks.")
        return Objection("CE-UNARM-11", said, field)
    if name in NEEDS_A_HAND and len(attacker.held) >= attacker.hands:
        return Objection("CE-HIT-14", f"A punch needs an empty hand of {attacker.name}.", field)
    return None


def why_no_weapon(options: Options, attacker: Person, item: str, *, one_handed: bool) -> Objection | None:
    """Return why a weapon is not attacked with so, or None: it is not in hand, does not work, or is too heavy."""
    weapon, field = attacker.weapons.get(item), "command.weapon"
    if weapon is None or not attacker.holding(item):
        held = {one: attacker.weapons.get(one) for one in attacker.held.values()}
        said = unknown(f"{attacker.name} does not hold “{item}”", item, held, f"{attacker.name} holds no weapon.")
        return Objection("CE-HIT-14", said, field)
    if weapon.state != "working":
        return Objection("CE-HIT-14", f"{weapon.name} is {weapon.state} and cannot be used.", field)
    if one_handed and weapon.hands != 2:
        said = f"{weapon.name} is for one hand anyway; leave one_handed out."
        return Objection("CE-TWOH-1", said, "command.one_handed")
    single = _is_used_single(attacker, weapon, one_handed=one_handed)
    if single and not options.one_handed_use:
        return Objection("CE-TWOH-2", f"{weapon.name} needs both hands.", "command.one_handed")
    if not can_lift(options, attacker, weapon, one_handed=single):
        return Objection("CE-STR-3", f"{weapon.name} is too heavy for {attacker.name}.", field)
    return None


def armed_with(attacker: Person, weapon: Weapon, *, one_handed: bool) -> Armament:
    """Return a weapon in hand with the hand that uses it."""
    single = _is_used_single(attacker, weapon, one_handed=one_handed)
    hands = attacker.holding(weapon.id)
    return Armament(weapon, None, hands[0] if weapon.hands == 1 or single else None, single)


def _is_used_single(attacker: Person, weapon: Weapon, *, one_handed: bool) -> bool:
    return weapon.hands == 2 and (one_handed or in_one_hand(attacker, weapon))
