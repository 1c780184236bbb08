"""Ranged attacks: point blank, and those who do not see an attack coming (BD-RNG)."""

from domain.decision.decision import Decision
from domain.rulesets.black_dice.chapters.attacks.combat_pools import is_melee
from domain.rulesets.black_dice.chapters.narrator.placing import AwarenessSet
from domain.rulesets.black_dice.state import Exchange, Fight, Person, Weapon


def at_point_blank(fight: Fight, exchange: Exchange) -> bool:
    """Both attack, at least one of them with a ranged weapon: neither has a defence (BD-RNG-10)."""
    one, other = exchange.parts
    both = one.does == other.does == "attack"
    return both and not (is_melee(fight, one) and is_melee(fight, other))


def is_unaware(fight: Fight, target: Person, attacker: str) -> bool:
    """Return whether a target is unaware of an attacker, which it does not attack itself (BD-WHO-6, BD-RNG-3)."""
    declared = fight.declarations.get(target.id)
    strikes = declared.strikes if declared is not None else ()
    return attacker in target.unaware_of and attacker not in [strike.target for strike in strikes]


def finds_no_defence(fight: Fight, target: Person, attacker: str, weapon: Weapon) -> bool:
    """A missile out of nowhere meets no defence, nor does a blow with ``surprise=any`` (BD-RNG-16, BD-RUL-34)."""
    surprises = not weapon.melee or fight.options.surprise == "any"
    return surprises and is_unaware(fight, target, attacker)


def notice(decision: Decision[Fight], target: Person, attacker: str) -> None:
    """The target of an attack is aware of the attacker from now on (BD-RNG-7, BD-RNG-16)."""
    if attacker in target.unaware_of:
        decision.record(
            AwarenessSet(
                combatant=target.id, unaware_of=tuple([other for other in target.unaware_of if other != attacker])
            )
        )
