"""From declarations and replies to exchanges, and what rolls are divided by (BD-WHO, BD-RNG-3, BD-RNG-15).

An attack that was declared on a combatant becomes one exchange. Two that attack each other share one where both strike
hand to hand, where they are close, or where the one that charges is the faster.
"""

from collections.abc import Iterator, Mapping

import msgspec

from domain.rulesets.black_dice.chapters.attacks.combat_pools import in_melee
from domain.rulesets.black_dice.chapters.attacks.shooting import finds_no_defence
from domain.rulesets.black_dice.state import BARE_HANDS, Exchange, Fight, Item, Part, Person, Strike, Weapon
from domain.rulesets.black_dice.words import PartKind, ReplyKind

DEEDS_TO_RESOLVE = frozenset({"move", "aim", "ready", "act"})
"""Declared deeds that are carried out in their place, and that an answer may give up (BD-ROUND-4, BD-WHO-8)."""
PART_OF: Mapping[ReplyKind, PartKind] = {
    "attack_back": "attack",
    "hit_back": "attack",
    "dodge": "dodge",
    "full_dodge": "full_dodge",
    "easy_target": "easy_target",
}
STRIKES_BACK = frozenset(reply for reply, part in PART_OF.items() if part == "attack")


class Attack(msgspec.Struct, frozen=True):
    """A declared attack on a combatant."""

    attacker: Person
    target: Person
    weapon: Weapon


# What was declared


def attacks_of(fight: Fight, combatant: str) -> Iterator[Attack]:
    """Return the attacks that a combatant has declared on others, as listed."""
    declared = fight.declarations.get(combatant)
    for strike in declared.strikes if declared is not None else ():
        if strike.target in fight.people:
            yield attack_by(fight, combatant, strike)


def attack_on(fight: Fight, combatant: str, target: str) -> Attack | None:
    """Return the one attack that a combatant may have declared on another (BD-WHO-3), or None."""
    declared = fight.declarations.get(combatant)
    for strike in declared.strikes if declared is not None else ():
        if strike.target == target:
            return attack_by(fight, combatant, strike)
    return None


def attack_by(fight: Fight, combatant: str, strike: Strike) -> Attack:
    """Return a declared strike as an attack; a martial strike remains one, even if an injury has taken the skill."""
    attacker = fight.people[combatant]
    weapon = attacker.weapon(strike.weapon) or BARE_HANDS[strike.weapon]
    return Attack(attacker, fight.people[strike.target], weapon)


def attacks_on(fight: Fight, combatant: str) -> list[Attack]:
    """Return the attacks that were declared on a combatant, in order of the round."""
    declared = fight.declarations
    return [
        attack_by(fight, name, strike)
        for name in fight.order
        if name in declared
        for strike in declared[name].strikes
        if strike.target == combatant
    ]


def answered_by_attack(fight: Fight, attack: Attack) -> Attack | None:
    """The attack that the target of an attack has itself declared on the attacker (BD-WHO-6)."""
    return attack_on(fight, attack.target.id, attack.attacker.id)


def share_exchange(fight: Fight, attack: Attack, other: Attack) -> bool:
    """Return whether two attacks of two on each other are one exchange (BD-WHO-6, BD-RNG-3, BD-RNG-10, BD-RNG-15)."""
    if fight.are_close(attack.attacker.id, attack.target.id):
        return True
    if attack.weapon.melee == other.weapon.melee:
        return attack.weapon.melee
    charger, shooter = (attack, other) if attack.weapon.melee else (other, attack)
    return fight.earlier(charger.attacker.id, shooter.attacker.id)


def stands_open(fight: Fight, attack: Attack) -> bool:
    """Return whether the target cannot respond: not in the round (BD-ROUND-2, BD-WHO-12) or unaware (BD-RNG-16)."""
    target = attack.target
    if target.id not in fight.order or not target.able:
        return True
    return finds_no_defence(fight, target, attack.attacker.id, attack.weapon)


# From declarations and replies to exchanges


def exchanges_of_round(fight: Fight, version: int) -> tuple[tuple[Exchange, ...], tuple[Item, ...]]:
    """Return the exchanges of the round, and its agenda: all deeds in order of the round (BD-ROUND-4).

    ``version`` is that of the event that names the exchanges.
    """
    exchanges: list[Exchange] = []
    agenda: list[Item] = []
    for combatant in fight.order:
        declared = fight.declarations.get(combatant)
        if declared is None:
            continue
        for strike in declared.strikes:
            if strike.target in fight.things:
                agenda.append(Item(combatant, "attack", strike=strike))
            elif parts := parts_of(fight, attack_by(fight, combatant, strike)):
                name = f"exchange-{version}-{len(exchanges) + 1}"
                exchanges.append(Exchange(name, combatant, parts))
                agenda.append(Item(combatant, "attack", name))
        if declared.deed in DEEDS_TO_RESOLVE:
            agenda.append(Item(combatant, declared.deed))
    return tuple(exchanges), tuple(agenda)


def parts_of(fight: Fight, attack: Attack) -> tuple[Part, Part] | None:
    """Return the two parts of an exchange, the earlier in order first; None if it is the other's item (BD-ROUND-4)."""
    attacker, target = attack.attacker, attack.target
    own = Part(attacker.id, "attack", attack.weapon.id, declared=True)
    first = fight.earlier(attacker.id, target.id)
    back = answered_by_attack(fight, attack)
    if back is not None and share_exchange(fight, attack, back):
        return (own, Part(target.id, "attack", back.weapon.id, declared=True)) if first else None
    meets = meeting(fight, attack)
    return (own, meets) if first else (meets, own)


def meeting(fight: Fight, attack: Attack) -> Part:
    """Return how the target meets an attack: as declared or replied, or as is settled without either."""
    target = attack.target.id
    reply = fight.replies.get(target, {}).get(attack.attacker.id)
    if stands_open(fight, attack):
        return Part(target, "easy_target")
    if fight.declarations[target].deed == "full_dodge":
        return Part(target, "full_dodge", declared=True)
    if reply is None:
        return Part(target, "dodge")  # two that shoot at each other from afar (BD-RNG-3)
    return Part(target, PART_OF[reply.does], reply.weapon)


def divisors_of(
    fight: Fight, exchanges: tuple[Exchange, ...], agenda: tuple[Item, ...]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return what attacks are divided by, and dodges of missiles, by combatant (BD-WHO-4, BD-WHO-5, BD-RNG-4).

    That is how many attacks it makes, and one more, for its dodges too, if it fights in melee and dodges a missile;
    attacks on objects are attacks, but no fight.
    """
    attacks: dict[str, int] = {}
    dodges: dict[str, int] = {}
    for combatant in fight.order:
        own = [exchange for exchange in exchanges if exchange.has(combatant)]
        blows = len([item for item in agenda if item.combatant == combatant and item.strike is not None])
        if len(own) + blows <= 1:
            continue  # who is in one contest alone does not split
        strikes = [exchange for exchange in own if exchange.part_of(combatant).does == "attack"]
        count = len(strikes) + blows
        missiles = "dodge" in [exchange.part_of(combatant).does for exchange in own]
        if missiles and any(in_melee(fight, exchange) for exchange in strikes):
            count += 1
            dodges[combatant] = count
        if count > 1:
            attacks[combatant] = count
    return attacks, dodges
