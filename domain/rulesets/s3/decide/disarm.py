"""Disarming: an item out of somebody's hand (S3-DISARM)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.refusal import require
from domain.rulesets.s3.commands import Disarm
from domain.rulesets.s3.decide.close import attack_effort, attempt
from domain.rulesets.s3.decide.consequences import drop_item
from domain.rulesets.s3.decide.contest import Outcome
from domain.rulesets.s3.decide.defences import DEFENCES
from domain.rulesets.s3.decide.gear import name_when_taken
from domain.rulesets.s3.decide.leaving import end_bonds_with
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.targets import target_person
from domain.rulesets.s3.decide.weapons import check_weapon, find_weapon, free_hands, require_hand
from domain.rulesets.s3.events.places import ItemTaken
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import Hand


class Wrench(msgspec.Struct, frozen=True, gc=False):
    """Who wants which item of whom, and whether to keep it."""

    actor: str
    target: str
    item: str
    take: bool


def disarm(decision: Decision[Fight], command: Disarm) -> None:
    """Hand to Hand, or Melee with the weapon used, against a dodge or a parry (S3-DISARM-1, S3-DISARM-2)."""
    fight = decision.state
    actor = fight.people[command.actor]
    target = target_person(fight, actor, command.target)
    require_in_hand(target, command.item, shown=fight.shows_sheet(target.id, decision.speaker))
    weapon = find_weapon(actor, command.weapon)
    fits = weapon.mode.reach == "close" and weapon.mode.skill in ("hand_to_hand", "melee")
    require(fits, "S3-DISARM-1", f"{weapon.ref} is no close weapon.", field="command.weapon")
    check_weapon(fight, actor, weapon)
    require_hand(actor, weapon)
    then = disarmed.continuation(Wrench(actor.id, target.id, command.item, command.take))
    attempt(decision, command, target, attack_effort(command, weapon), DEFENCES, then)


def require_in_hand(target: Person, item: str, *, shown: bool) -> None:
    """Refuse what is not in a hand (S3-DISARM-4); what is there is said to those who see the sheet."""
    held = dict.fromkeys(held for held in (target.hands.main, target.hands.off) if held is not None)
    there = f"; there is {', '.join(held) or 'nothing'}" if shown else ""
    require(item in held, "S3-DISARM-4", f"{target.name} has no {item!r} in hand{there}.", field="command.item")


@stages.reply("s3.disarm.settled", Wrench)
def disarmed(decision: Decision[Fight], wrench: Wrench, outcome: Outcome) -> None:
    """Won: the item is the actor's, or lies in the zone (S3-DISARM-3); what it held has ended (S3-DISARM-5).

    An item that a ruling has struck from the hand meanwhile is not there to be taken.
    """
    fight = decision.state
    actor, target = fight.people[wrench.actor], fight.people[wrench.target]
    if not outcome.won or not target.hands.hands_with(wrench.item):
        return
    item = target.items[wrench.item]
    decision.cause = outcome.verdict.version
    hands = hands_to_keep(actor, item) if wrench.take else ()
    if hands:
        kept_as = name_when_taken(decision, actor, item)
        decision.cause = decision.record(
            ItemTaken(combatant=actor.id, victim=target.id, item=item, hands=hands, kept_as=kept_as)
        )
    else:
        drop_item(decision, target, item.id)
    end_bonds_with(decision, target, item.id)


def hands_to_keep(person: Person, item: Item) -> tuple[Hand, ...]:
    """The free hands that take the item, as many as it wants; empty where they are too few."""
    wanted = max(1, max((mode.hands for mode in item.modes), default=1))
    free = free_hands(person)
    return free[:wanted] if len(free) >= wanted else ()
