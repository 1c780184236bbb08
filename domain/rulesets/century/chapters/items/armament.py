"""What a combatant attacks with (CE-HIT-14): a weapon in hand or a natural attack, one-handed or not (CE-TWOH)."""

import msgspec

from domain.model.refusal import refuse, require
from domain.rulesets.century.chapters.items.strength import can_lift
from domain.rulesets.century.items import Natural, Weapon
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
    item = None if command.natural is not None else command.weapon or _default_item(attacker)
    if item is not None:
        return _weapon(fight, attacker, item, command.one_handed)
    said = "A natural attack takes no weapon; leave one_handed out."
    require(not command.one_handed, "CE-TWOH-1", said, field="command.one_handed")
    return _natural(attacker, command.natural or next(iter(attacker.natural), "punch"))


def _default_item(attacker: Person) -> str | None:
    """Return what the dominant hand holds, else the other."""
    other: Hand = "left" if attacker.dominant == "right" else "right"
    return attacker.held.get(attacker.dominant) or attacker.held.get(other)


def in_one_hand(person: Person, weapon: Weapon) -> bool:
    """Return whether a two-handed weapon is held, and so used, with one hand as the other one is full (CE-TWOH-4)."""
    return weapon.hands == 2 and len(person.holding(weapon.id)) == 1 and len(person.held) == person.hands


def _natural(attacker: Person, name: str) -> Armament:
    """A natural attack of the sheet (CE-UNARM-11), with its damage (CE-UNARM-10); a punch needs a hand (CE-HIT-14)."""
    natural = attacker.natural.get(name)
    if natural is None:
        known = ", ".join(attacker.natural) or "none"
        said = f"{attacker.name} has no natural attack {name!r}; there is {known}."
        refuse("CE-UNARM-11", said, field="command.natural")
    free = name not in NEEDS_A_HAND or len(attacker.held) < attacker.hands
    require(free, "CE-HIT-14", f"A punch needs an empty hand of {attacker.name}.", field="command.natural")
    return Armament(None, natural)


def _weapon(fight: Fight, attacker: Person, item: str, one_handed: bool) -> Armament:
    hands = attacker.holding(item)
    weapon = attacker.weapons.get(item)
    if weapon is None or not hands:
        held = ", ".join(dict.fromkeys(attacker.held.values()))
        said = f"{attacker.name} does not hold {item}{f', only {held}' if held else ''}."
        refuse("CE-HIT-14", said, field="command.weapon")
    if weapon.state != "working":
        refuse("CE-HIT-14", f"{weapon.name} is {weapon.state} and cannot be used.", field="command.weapon")
    if one_handed and weapon.hands != 2:
        said = f"{weapon.name} is for one hand anyway; leave one_handed out."
        refuse("CE-TWOH-1", said, field="command.one_handed")
    single = weapon.hands == 2 and (one_handed or in_one_hand(attacker, weapon))
    if single and not fight.options.one_handed_use:
        refuse("CE-TWOH-2", f"{weapon.name} needs both hands.", field="command.one_handed")
    if not can_lift(fight.options, attacker, weapon, one_handed=single):
        refuse("CE-STR-3", f"{weapon.name} is too heavy for {attacker.name}.", field="command.weapon")
    return Armament(weapon, None, hands[0] if weapon.hands == 1 or single else None, single)
