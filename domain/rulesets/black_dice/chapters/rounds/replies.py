"""What a target may reply to its attackers, and replies that treat them all alike (BD-WHO-6 to BD-WHO-8, BD-RNG)."""

from collections.abc import Iterator

from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.rulesets.black_dice.chapters.attacks.cover import is_shielded
from domain.rulesets.black_dice.chapters.dice.pools import is_trained
from domain.rulesets.black_dice.chapters.rounds.opponents import (
    STRIKES_BACK,
    Attack,
    answered_by_attack,
    attacks_of,
    attacks_on,
    share_exchange,
    stands_open,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.words import FISTS, MARTIAL_STRIKE, ReplyKind

OpenAttack = tuple[Attack, tuple[ReplyKind, ...]]
"""An attack that has to be replied to, with the ways to meet it."""


def attackers_of(fight: Fight, person: Person) -> list[str]:
    """Return the attackers that a combatant has to reply to, in order of the round."""
    return [attack.attacker.id for attack in attacks_on(fight, person.id) if ways(fight, attack)]


def ways(fight: Fight, attack: Attack) -> tuple[ReplyKind, ...]:
    """Return how a declared attack may be met; nothing if the declarations have settled it.

    ``room`` tells whether the target has an attack left to strike back with; a full dodge meets all at once.
    """
    target = attack.target
    if stands_open(fight, attack) or fight.declarations[target.id].deed == "full_dodge":
        return ()
    back = answered_by_attack(fight, attack)
    if back is not None:
        if share_exchange(fight, attack, back):
            return ()
        if attack.weapon.melee:
            return ("attack_back", "easy_target")  # the charger comes after the shot (BD-RNG-15)
        return ("dodge", "easy_target") if may_fight(fight, target) else ()
    if attack.weapon.melee:
        return ("attack_back", "easy_target")
    close = fight.are_close(attack.attacker.id, target.id)
    return ("dodge", "hit_back", "easy_target") if close else ("dodge", "easy_target")


def may_fight(fight: Fight, person: Person) -> bool:
    """Return whether a combatant attacks in melee in this round, or still may: its attention is split (BD-RNG-4)."""
    for own in attacks_of(fight, person.id):
        back = answered_by_attack(fight, own)
        charged = back is not None and back.weapon.melee and share_exchange(fight, own, back)
        if own.weapon.melee or charged or may_hit_back(fight, own):
            return True
    near = [a for a in attacks_on(fight, person.id) if a.weapon.melee or fight.are_close(a.attacker.id, person.id)]
    return room(fight, person) > 0 and any(STRIKES_BACK & set(ways(fight, attack)) for attack in near)


def may_hit_back(fight: Fight, shot: Attack) -> bool:
    """Return whether the target of a shot may still strike back at it hand to hand (BD-RNG-9)."""
    close = fight.are_close(shot.attacker.id, shot.target.id)
    return close and "hit_back" in ways(fight, shot) and room(fight, shot.target) > 0


def room(fight: Fight, person: Person) -> int:
    """Return the attacks of the round that a combatant has left to strike back with (BD-WHO-3, BD-WHO-5)."""
    declared = fight.declarations[person.id]
    if declared.deed == "disengage":
        return 0  # those who have disengaged make no attack (BD-WHO-10)
    return person.attack_limit - len(declared.strikes)


def may_dodge_fully(fight: Fight, person: Person) -> bool:
    """Those who declared an attack or disengaged cannot dodge fully (BD-WHO-7, BD-WHO-8)."""
    return fight.declarations[person.id].deed not in ("attack", "disengage")


def plain_responses(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """The answers that treat all attackers alike, as far as each can be treated so; others mix them."""
    person = fight.people[prompt.to]
    attacks = open_attacks(fight, person)
    seen: list[Json] = []
    likes = [("easy_target", None), ("dodge", None), *(("attack_back", one) for one in usable_weapons(fight, person))]
    for policy, weapon in likes:
        replies = replies_with(fight, attacks, policy, weapon)
        if replies not in seen:
            seen.append(replies)
            yield replies
    if may_dodge_fully(fight, person):
        yield {"replies": [{"attacker": attacker, "does": "full_dodge"} for attacker in prompt.about["attackers"]]}


def open_attacks(fight: Fight, person: Person) -> tuple[OpenAttack, ...]:
    """Return the attacks that a combatant has to reply to, in order of the round, with the ways to meet each."""
    return tuple([(attack, found) for attack in attacks_on(fight, person.id) if (found := ways(fight, attack))])


def replies_with(fight: Fight, attacks: tuple[OpenAttack, ...], policy: str, weapon: str | None) -> Json:
    """Replies to all attackers by one policy, the earlier in order first, as far as the limit of attacks goes.

    Where it is not possible it is an easy target; striking back at a close missile is hitting back (BD-SKILL-14).
    """
    left = room(fight, attacks[0][0].target) if attacks else 0
    replies: list[Json] = []
    for attack, open_ways in attacks:
        attacker, person = attack.attacker, attack.target
        back = next((way for way in open_ways if way in STRIKES_BACK), None)
        if policy == "dodge" and "dodge" in open_ways:
            replies.append({"attacker": attacker.id, "does": "dodge"})
        elif policy == "attack_back" and back and weapon and left > 0 and not is_shielded(attacker, person.id):
            left -= 1
            replies.append({"attacker": attacker.id, "does": back, "weapon": weapon})
        else:
            replies.append({"attacker": attacker.id, "does": "easy_target"})
    return {"replies": replies}


def usable_weapons(fight: Fight, person: Person) -> list[str]:
    """Return usable weapons: those that are ready, natural ones, bare hands, then the rest (BD-SKILL-14).

    Ranged ones as well, at a melee attacker too (BD-RNG-11).
    """
    natural = [weapon for weapon in person.weapons if person.weapons[weapon].natural]
    known = dict.fromkeys([*person.ready, *natural, MARTIAL_STRIKE, FISTS, *person.weapons])
    found = [person.weapon(key) for key in known]
    return [weapon.id for weapon in found if weapon is not None and is_trained(fight, person, weapon.skill)]
