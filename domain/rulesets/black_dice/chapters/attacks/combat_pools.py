"""Pools of combat: what attacks and dodges are made of (BD-MOD, BD-ATK-1, BD-INIT-9).

What bears on every action roll (wounds, drink, what the narrator gives) is in ``pools``; aiming itself in ``aiming``.
"""

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from domain.fields.field import Field, looked_up
from domain.fields.sets import ANY_KEY, Node
from domain.fields.vocabulary import Vocabulary
from domain.rulesets.black_dice.chapters.attacks.cover import cover_dice
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import is_ready
from domain.rulesets.black_dice.chapters.dice.choice_fields import DICE, for_action, trades
from domain.rulesets.black_dice.chapters.dice.plans import Plan, Terms
from domain.rulesets.black_dice.chapters.dice.pools import action_roll, is_trained
from domain.rulesets.black_dice.chapters.vocabularies import NOBODY
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.state import BARE_HANDS, Exchange, Fight, Part, Person, Thing, Weapon

INITIATIVE_DICE = 2
UNREADY_DICE = -2
BLACK_PER_OPPONENT = 3
BLACK_FOR_REACH = 3
BLACK_PER_PERSON = 3
MARTIAL_ARTS = "martial_arts"


# Attacks


def attack_roll(
    fight: Fight,
    attacker: Person,
    weapon: Weapon,
    target: Person | Thing,
    *,
    black: Terms = (),
    choices: Choices | None = None,
) -> Plan:
    """A combat roll: DEX and the rank of the weapon's skill (BD-ATK-1), with what bears on every attack.

    ``black`` is what an exchange adds. The roll is divided by the number of the attacks of the round (BD-WHO-4).
    """
    divisor = fight.divisors.get(attacker.id, 1)
    plan = action_roll(
        fight,
        attacker,
        weapon.skill,
        "dex",
        weapon.skill,
        bonuses=(
            ("initiative", initiative_dice(fight, attacker.id, target.id)),
            ("aim", aim_dice(attacker, weapon, target.id)),
        ),
        penalties=(("unready", unready_dice(fight, attacker, weapon)),),
        black=(*black, ("cover", cover_dice(target, attacker.id, weapon.mode))),
        divisor=pool_divisor(fight, divisor),
        choices=choices,
    )
    return replace(plan, net_divisor=net_divisor(fight, divisor), weapon=weapon.id, against=target.id)


def trades_in_attacks(fight: Fight, attacker: Person, weapons: Iterable[Weapon]) -> Node | None:
    """Return what dice of an attack outside the agenda of a round may be traded for (BD-GUAR-1).

    By the weapon, the target where one is aimed at, and the common dice.
    """
    base = action_roll(fight, attacker, "dex", "dex")
    white = sum([dice for _, dice in base.white])
    found: dict[str, Node] = {}
    for weapon in weapons:
        dice = white + attacker.rank(weapon.skill) + unready_dice(fight, attacker, weapon)
        common = attacker.is_common(weapon.skill)
        node = _at_any_target(fight.options.rounding, dice, base.divisor, common=common)
        aim = attacker.aim
        if aim is not None and aim.weapon == weapon.id:
            aimed = trades(fight.options.rounding, dice + aim.rounds, base.divisor, common=common)
            node = {aim.target: aimed or NOBODY, **node}
        if node:
            found[weapon.id] = node
    return found or None


@cache
def _at_any_target(rounding: str, white: int, divisor: int, *, common: bool) -> dict[str, Node]:
    node = trades(rounding, white, divisor, common=common)
    return {} if node is None else {ANY_KEY: node}


def attacking_choices(trade: Vocabulary[Fight], common: Vocabulary[Fight], target: str) -> Field:
    """Return the field of choices for an attack, whose target a field names."""
    by = ("actor", "weapon")
    return for_action("actor", looked_up(common, *by), looked_up(trade, *by, target, "common"))


def common_weapons(fight: Fight, attacker: Person, weapons: Iterable[Weapon]) -> Node | None:
    """Return the common dice that go with attacks, by the weapon (BD-COMM-1)."""
    return {weapon.id: DICE for weapon in weapons if attacker.is_common(weapon.skill)} or None


def unready_dice(fight: Fight, attacker: Person, weapon: Weapon) -> int:
    """The penalty for a weapon that is not in hand (BD-MOD-2)."""
    return 0 if is_ready(fight, attacker, weapon) else UNREADY_DICE


def attack_in_exchange(
    fight: Fight, attacker: Person, weapon: Weapon, target: Person, meets: Weapon | None, choices: Choices | None
) -> Plan:
    """An attack on a combatant; ``meets`` is the weapon that the target attacks with in the same exchange.

    The cover of the target counts (BD-MOD-10), on both sides where both attack (BD-COVER-5).
    """
    black: Terms = (
        ("outnumbered", outnumbered_dice(fight, attacker.id) if weapon.melee else 0),
        ("reach", reach_dice(weapon, meets)),
        ("melee", 0 if weapon.melee else melee_dice(fight, attacker.id, target.id)),
    )
    return attack_roll(fight, attacker, weapon, target, black=black, choices=choices)


def initiative_dice(fight: Fight, attacker: str, target: str) -> int:
    """Two dice for the winner of initiative, on attacks in the exchanges of a round (BD-MOD-1, BD-INIT-9).

    Not against objects or one that takes no part in the round; a surprise attack is none of its exchanges (BD-RNG-7).
    """
    wins = fight.phase == "resolve" and target in fight.order and fight.earlier(attacker, target)
    return INITIATIVE_DICE if wins else 0


def aim_dice(attacker: Person, weapon: Weapon, target: str) -> int:
    """A die for each whole round of aiming at this target with this weapon (BD-MOD-6)."""
    aim = attacker.aim
    return aim.rounds if aim is not None and (aim.weapon, aim.target) == (weapon.id, target) else 0


def reach_dice(weapon: Weapon, meets: Weapon | None) -> int:
    """Black dice for bare hands without martial arts against a weapon of longer reach (BD-MOD-5)."""
    unarmed = weapon.id in BARE_HANDS and weapon.reach == 0 and weapon.skill != MARTIAL_ARTS
    longer = meets is not None and meets.melee and meets.reach > weapon.reach
    return BLACK_FOR_REACH if unarmed and longer else 0


# Dodges


def dodge_roll(fight: Fight, person: Person, attacker: Person, weapon: Weapon, choices: Choices | None) -> Plan:
    """Dodge a missile: DEX and Dodge, divided where attention is split (BD-RNG-1, BD-RNG-4).

    It is no attack, and each missile is dodged by itself (BD-RNG-6).
    """
    divisor = fight.dodge_divisors.get(person.id, 1)
    plan = action_roll(
        fight,
        person,
        "dodge",
        "dex",
        dodge_skill(fight, person, attacker, weapon),
        divisor=pool_divisor(fight, divisor),
        choices=choices,
    )
    return replace(plan, net_divisor=net_divisor(fight, divisor), against=attacker.id)


def full_dodge_roll(fight: Fight, person: Person, attacker: Person, weapon: Weapon, choices: Choices | None) -> Plan:
    """Dodge and do nothing else: undivided, against each attacker (BD-MOD-11, BD-RNG-5).

    It adds a success; with ``full_dodge=cost`` the net is lowered by the number of attackers instead (BD-MOD-12).
    """
    plan = action_roll(
        fight,
        person,
        "full_dodge",
        "dex",
        dodge_skill(fight, person, attacker, weapon),
        black=(("outnumbered", outnumbered_dice(fight, person.id) if weapon.melee else 0),),
        choices=choices,
    )
    if fight.options.full_dodge == "cost":
        return replace(plan, net_cost=count_attackers(fight, person.id), against=attacker.id)
    return replace(plan, added=1, against=attacker.id)


def dodge_skill(fight: Fight, person: Person, attacker: Person, weapon: Weapon) -> str | None:
    """At point blank a missile is dodged with DEX alone (BD-RNG-8); so dodges who may not roll Dodge (BD-SKILL-6)."""
    point_blank = not weapon.melee and fight.are_close(person.id, attacker.id)
    return None if point_blank or not is_trained(fight, person, "dodge") else "dodge"


# What others do in the round


def weapon_of(fight: Fight, part: Part) -> Weapon | None:
    """The weapon of a part that attacks; None for one that does not."""
    return fight.people[part.combatant].weapon(part.weapon or "") if part.does == "attack" else None


def is_melee(fight: Fight, part: Part) -> bool:
    """Return whether a part is an attack with a melee weapon."""
    weapon = weapon_of(fight, part)
    return weapon is not None and weapon.melee


def in_melee(fight: Fight, exchange: Exchange) -> bool:
    """Return whether at least one weapon of an exchange is a melee weapon (BD-MOD-9)."""
    return any(is_melee(fight, part) for part in exchange.parts)


def outnumbered_dice(fight: Fight, combatant: str) -> int:
    """Three black dice for each opponent in melee beyond the first (BD-MOD-4)."""
    return BLACK_PER_OPPONENT * max(0, len(melee_opponents(fight, combatant)) - 1)


def melee_opponents(fight: Fight, combatant: str) -> set[str]:
    """Return all who attack a combatant, or attack it back, in melee in this round and are still able (BD-WHO-14)."""
    opponents = set()
    for exchange in fight.exchanges.values():
        if exchange.has(combatant):
            other = exchange.other(combatant)
            if is_melee(fight, other) and fight.people[other.combatant].able:
                opponents.add(other.combatant)
    return opponents


def melee_dice(fight: Fight, shooter: str, target: str) -> int:
    """Three black dice for each living person that has a melee exchange with the target in this round (BD-MOD-9)."""
    fighting = {
        exchange.other(target).combatant
        for exchange in fight.exchanges.values()
        if exchange.has(target) and in_melee(fight, exchange)
    }
    return BLACK_PER_PERSON * len([one for one in fighting - {shooter} if fight.people[one].alive])


def count_attackers(fight: Fight, dodger: str) -> int:
    """Return the number of attackers, shooters too, of a combatant that does not attack (BD-MOD-12)."""
    return sum([exchange.has(dodger) for exchange in fight.exchanges.values()])


# Splitting


def pool_divisor(fight: Fight, divisor: int) -> int:
    """Return what the pool of a split roll is divided by (BD-WHO-4)."""
    return divisor if fight.options.split == "pool" else 1


def net_divisor(fight: Fight, divisor: int) -> int:
    """Return what the net successes of a split roll are divided by, with ``split=successes`` (BD-RUL-24)."""
    return divisor if fight.options.split == "successes" else 1
