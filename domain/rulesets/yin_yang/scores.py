"""What follows from a sheet: derived values, soak, the scores of weapons (YY-DERIV, YY-SOAK, YY-WPN, YY-ARM)."""

from collections.abc import Iterator

import msgspec

from domain.rulesets.yin_yang.items import BASE_OF_REACH, Armour, Grip, Scores, Weapon
from domain.rulesets.yin_yang.state.person import Derived, Person
from domain.rulesets.yin_yang.tables import WEAPONS
from domain.rulesets.yin_yang.words import BARE_HANDS, BOXING, MARTIAL_ARTS

NATURAL: dict[str, Weapon] = {key: msgspec.convert(WEAPONS[key], Weapon) for key in (BARE_HANDS, BOXING, MARTIAL_ARTS)}
"""What everybody, or everybody with the ability for it, fights with empty-handed (YY-WPN-6, YY-RUL-46).

Of these bare hands alone are Non-lethal (YY-DMG-20).
"""


def derive(person: Person) -> None:
    """Compute anew what follows from attributes, gear and grip; tracks are cut to lowered maxima (YY-DERIV-7).

    The reading is that of YY-RUL-76.
    """
    attributes = person.attributes
    # YY-DERIV-2; of bystanders YY-BYST-1 and YY-RUL-2, and all else is for them as for others (YY-BYST-2)
    person.vitality_max = min(attributes["endurance"], attributes["will"]) * (1 if person.kind == "bystander" else 2)
    # YY-DERIV-4, YY-DERIV-5
    person.mental_balance_max, person.stamina_max = attributes["will"], attributes["endurance"]
    person.vitality = min(person.vitality, person.vitality_max)
    person.mental_balance = min(person.mental_balance, person.mental_balance_max)
    person.stamina = min(person.stamina, person.stamina_max)
    person.derived = Derived(
        combat_value=person.combat_value,
        actions_per_turn=min(attributes["speed"], attributes["perception"]),  # YY-DERIV-3
        soaking_score=soak(person, piercing=False, mental=False),
        soaking_against_piercing=soak(person, piercing=True, mental=False),
        mental_soaking=soak(person, piercing=False, mental=True),
        run_speed=attributes["speed"] + attributes["strength"],  # told, and asked by no rule (YY-DERIV-6, YY-MOVE-5)
        weapons={grip.weapon: scores(person, weapon, grip.hands) for weapon, grip in at_hand(person)},
    )
    drop_hours(person)


def drop_hours(person: Person) -> None:
    """A track at its maximum keeps no hours: time before a wound does not heal it (YY-NARR-8)."""
    if person.vitality == person.vitality_max:
        person.healing_hours = 0
    if person.mental_balance == person.mental_balance_max:
        person.mental_rested_hours = 0
    if person.stamina == person.stamina_max:
        person.rested_hours = 0


def at_hand(person: Person) -> Iterator[tuple[Weapon, Grip]]:
    """The weapons that somebody could strike with now: what is wielded, what is natural."""
    for grip in person.wielded:
        yield person.weapons[grip.weapon], grip
    for weapon in (*person.weapons.values(), *NATURAL.values()):
        if weapon.natural and can_use(person, weapon):
            yield weapon, Grip(weapon.id, 0)


def weapon_at_hand(person: Person, key: str) -> Weapon | None:
    """The weapon of this ID, if somebody could strike with it now."""
    for grip in person.wielded:
        if grip.weapon == key:
            return person.weapons[key]
    for weapon in (person.weapons.get(key), NATURAL.get(key)):
        if weapon is not None and weapon.natural and can_use(person, weapon):
            return weapon
    return None


def can_use(person: Person, weapon: Weapon) -> bool:
    """Boxing and martial arts need an ability on the sheet that says so (YY-ATK-3)."""
    if weapon.id not in (BOXING, MARTIAL_ARTS):
        return True
    return any(ability.unarmed == weapon.id for ability in person.abilities.values())


def scores(person: Person, weapon: Weapon, hands: int) -> Scores:
    """Damage Score and Damage Value of a weapon in a grip (YY-WPN-2, YY-WPN-3)."""
    by_strength = weapon.reach in ("melee", "projectile")
    base = person.attributes["strength"] if by_strength else BASE_OF_REACH
    second_hand = 1 if hands > 1 and "multihanded" in weapon.edges else 0  # YY-WPN-14
    return Scores(base + score_adjustment(weapon) + second_hand, value_adjustment(weapon))


def score_adjustment(weapon: Weapon) -> int:
    """Damage Score adjustment (YY-WPN-4, YY-WPN-20, YY-WPN-21, YY-RUL-38); the higher of two counts (YY-WPN-29)."""
    if weapon.damage_score_adjustment is not None:
        return weapon.damage_score_adjustment
    return 3 if "very_precise" in weapon.edges else 2 if "precise" in weapon.edges else 1


def value_adjustment(weapon: Weapon) -> int:
    """Damage Value adjustment (YY-WPN-4, YY-WPN-18, YY-WPN-19, YY-RUL-39); the higher of two counts (YY-WPN-29)."""
    return 3 if "very_powerful" in weapon.edges else 2 if "powerful" in weapon.edges else 1


def protection(piece: Armour) -> int:
    """What a piece adds to soak (YY-ARM-1, YY-ARM-3, YY-ARM-4)."""
    return 3 if "heavy" in piece.edges else 2 if "medium" in piece.edges else 1


def soak(person: Person, *, piercing: bool, mental: bool) -> int:
    """The Soaking Score against a weapon of this kind (YY-SOAK-1, YY-SOAK-4 to YY-SOAK-7).

    No card falls for it (YY-SOAK-2), and it is as high where nobody has matched (YY-SOAK-3). Piercing weapons mind only
    Hardened armour (YY-WPN-17, YY-ARM-6), Mental ones only Mental armour (YY-ARM-7).
    """
    counting = sum(
        protection(piece)
        for piece in worn(person)
        if (not piercing or "hardened" in piece.edges) and (not mental or "mental" in piece.edges)
    )
    if mental:
        return person.attributes["intellect"] + counting  # YY-SOAK-5, YY-SOAK-6
    return max(0, person.attributes["endurance"] + counting + parrying(person))


def worn(person: Person) -> Iterator[Armour]:
    """The armour that is worn and still whole."""
    return (person.armour[key] for key in person.worn if not person.armour[key].destroyed)


def parrying(person: Person) -> int:
    """What wielded weapons add to soak, or take from it; once each, the highest (YY-WPN-16, YY-WPN-25, YY-WPN-30).

    The reading is that of YY-RUL-45.
    """
    if not person.able:
        return 0
    wielded = [person.weapons[grip.weapon] for grip in person.wielded]
    helps = [score_adjustment(weapon) for weapon in wielded if "parrying" in weapon.edges]
    hinders = [value_adjustment(weapon) for weapon in wielded if "unfit_to_parry" in weapon.flaws]
    return max(helps, default=0) - max(hinders, default=0)
