"""The To-Hit Roll of an attack, a Skill Roll (CE-SKILL-8): its base, and what the attack brings to it (CE-MOD-20).

The reading is that of CE-RUL-20.
"""

from domain.rulesets.century.chapters.attack.cover import cover_penalty
from domain.rulesets.century.chapters.attack.ranges import is_from_behind
from domain.rulesets.century.chapters.attack.two_weapons import hand_part
from domain.rulesets.century.chapters.items.armament import Armament, armament_of
from domain.rulesets.century.chapters.items.strength import armour_bonus, weapon_penalty
from domain.rulesets.century.chapters.rolls.degrees import CRITICAL_FAILURE
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.target_numbers import target_number, target_parts
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Attack, Candidate, Fight, Part, Person, Roll
from domain.rulesets.century.tables import BASES
from domain.rulesets.century.words import Defence

BEHIND, SECOND_SHOT, DISARM = 30, -10, -20
BANDS = {"revolver": 99, "autoloader": 94}
"""Where critical failures of a weapon's class begin (CE-REVOL-1, CE-REVOL-2, CE-RUL-13, CE-RUL-95)."""
RULE_OF_DEFENCE: dict[Defence, str] = {"dodge": "CE-MOD-8", "block": "CE-MOD-9", "parry": "CE-PARRY-2"}


def to_hit_call(fight: Fight, attack: Attack, roll: str, *, second_shot: bool = False) -> RollCalled:
    """Return the open roll of a shot, with everything that its target number is made of."""
    arms = armament_of(fight, attack)
    return RollCalled(
        roll=roll,
        combatant=attack.attacker,
        kind="to_hit",
        what=arms.name,
        candidates=(candidate_of(attack, arms),),
        modifiers=attack.terms.modifiers,
        without=attack.terms.without,
        extra=extra_parts(fight, attack, arms, second_shot),
        target_of=attack.target,
        weapon=attack.weapon,
        own_action=True,
        band=band_of_failure(fight.options, arms),
    )


def candidate_of(attack: Attack, arms: Armament) -> Candidate:
    """Base, ability and Skill: the base is the called one, the narrator's, or that of the range (CE-HIT-2).

    The Skill is that of the weapon (CE-HIT-3); natural attacks have the base of melee, and Agility (CE-UNARM-12).
    """
    if attack.called_terms is not None:
        return Candidate("called", attack.called_terms.base, arms.skill, (arms.ability,))
    if attack.terms.base is not None:
        return Candidate("given", attack.terms.base, arms.skill, (arms.ability,))
    band = attack.band or "long"
    return Candidate(band, BASES[band], arms.skill, (arms.ability,))


def band_of_failure(options: Options, arms: Armament) -> int:
    """Return where critical failures begin (CE-CRIT-4); revolvers and autoloaders have bands of their own by option."""
    if arms.weapon is None or not options.revolver_criticals:
        return CRITICAL_FAILURE
    return BANDS.get(arms.weapon.weapon_class, CRITICAL_FAILURE)


def extra_parts(fight: Fight, attack: Attack, arms: Armament, second_shot: bool) -> tuple[Part, ...]:
    """Return what the attack itself brings, in the order in which it is shown (CE-MOD-20)."""
    parts = []
    attacker = fight.people[attack.attacker]
    target = fight.people[attack.target] if attack.target is not None else None
    if target is not None and comes_from_behind(attack, attacker, target):
        parts.append(Part("from_behind", BEHIND, "CE-MOD-1"))
    heavy = armour_bonus(fight.options, target) if target is not None else None
    if heavy is not None:
        parts.append(heavy)
    hand = hand_part(fight.options, attacker, attack)
    if hand is not None:
        parts.append(hand)
    if second_shot:
        parts.append(Part("second_shot", SECOND_SHOT, "CE-MOD-7"))
    if attack.maneuver == "disarm":
        parts.append(Part("disarm", DISARM, "CE-MOD-10"))
    if arms.weapon is not None:
        weight = weapon_penalty(fight.options, attacker, arms.weapon, one_handed=attack.one_handed)
        if weight:
            parts.append(Part("heavy_weapon", -weight, "CE-STR-2"))
    if attack.defence is not None:
        parts.append(Part(attack.defence.defence, -attack.defence.reduction, RULE_OF_DEFENCE[attack.defence.defence]))
    behind = cover_penalty(fight, attack) if target is not None and not arms.area else 0
    if behind:
        parts.append(Part("cover", -behind, "CE-COVER-3"))
    return tuple(parts)


def comes_from_behind(attack: Attack, attacker: Person, target: Person) -> bool:
    """Return whether it does: by the places, else by the narrator's word (CE-RANGE-10).

    A backstab gains by it (CE-BACK-2) what any attack on an aware target gains (CE-BACK-4).
    """
    by_places = is_from_behind(attacker, target)
    return bool(attack.terms.from_behind) if by_places is None else by_places


def target_of_attack(fight: Fight, attack: Attack) -> int:
    """Return the target number as it is now, to show the target, which may defend itself (CE-DODGE-2)."""
    arms = armament_of(fight, attack)
    candidate = candidate_of(attack, arms)
    roll = Roll(
        "",
        attack.attacker,
        "to_hit",
        candidates=(candidate,),
        modifiers=attack.terms.modifiers,
        without=attack.terms.without,
        extra=extra_parts(fight, attack, arms, second_shot=False),
        target_of=attack.target,
        own_action=True,
    )
    return target_number(target_parts(fight, roll, candidate))
