"""Disarming: taking an item out of a combatant's hand (S3-DISARM)."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field

from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, looked_up
from domain.fields.sets import AnyText, Labelled, Node, Set
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.close_actions import attack_effort, attempt
from domain.rulesets.s3.chapters.attack.targets import target_person
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.leaving import end_bonds_with
from domain.rulesets.s3.chapters.throws.contests import Outcome
from domain.rulesets.s3.chapters.throws.defences import DEFENCES
from domain.rulesets.s3.chapters.throws.stunt_fields import USABLE, armed_stunt, by_leap
from domain.rulesets.s3.chapters.throws.weapons import (
    Wielded,
    as_option,
    check_weapon,
    find_weapon,
    free_hands,
    require_hand,
)
from domain.rulesets.s3.chapters.turns.gear import name_when_taken
from domain.rulesets.s3.chapters.vocabularies import AT_HAND, LEAPS, TARGETS, approaches, filled, of_acting
from domain.rulesets.s3.chapters.wounds.consequences import drop_item
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.parts import Close, Key, Weapon
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import Hand
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words


class ItemTaken(Event, frozen=True, kw_only=True):
    """A disarm gave an item another carrier (S3-DISARM-3); ``kept_as`` is its ID from now on."""

    type: ClassVar[str] = "s3.item_taken"
    words = "Item taken"
    told = Told(brief="{combatant} | wrests away {item} with {hands}")
    says = "{combatant} wrests {item} from {victim} with {hands}."
    example = {
        "combatant": "iron_claw",
        "victim": "one_eyed_ogre",
        "item": {
            "id": "pistol",
            "kind": "pistol",
            "name": "Pistol",
            "modes": [{"skill": "sharpshooting", "reach": "medium", "damage": 2, "flags": ["firearm"]}],
        },
        "hands": ["main", "off"],
    }
    combatant: str
    victim: str
    item: Annotated[Item, Spoken(said.item)]
    hands: Annotated[tuple[Hand, ...], Spoken(said.hands)]
    kept_as: str = ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.victim].lose(self.item.id)
        fight.people[self.combatant].receive(self.item, self.kept_as, self.hands)


class Wrench(msgspec.Struct, frozen=True, gc=False):
    """A disarm in progress: actor, target, item, and whether the actor keeps it."""

    actor: str
    target: str
    item: str
    take: bool


def _close_weapons(view: View[Fight], actor: Person) -> Node:
    """Return the weapons that disarm (S3-DISARM-1)."""
    return tuple([as_option(weapon) for weapon in view[USABLE] if disarms(weapon)])


def disarms(weapon: Wielded) -> bool:
    """Return whether a weapon is a close one for Hand to Hand or Melee (S3-DISARM-1)."""
    return weapon.mode.reach == "close" and weapon.mode.skill in ("hand_to_hand", "melee")


def _held(view: View[Fight], actor: Person) -> Node:
    """Return the items in the hands of targets; of a secret sheet, any word is a guess (S3-DISARM-4)."""
    people = view.state.people
    return filled({one: _items_in_hand(people[one]) if view.shows(one) else ANY_ITEM for one in view[TARGETS]})


def _items_in_hand(person: Person) -> Set:
    return tuple([Labelled(item, person.items[item].name) for item in in_hand(person)])


def _disarmed(view: View[Fight], actor: Person) -> Node:
    held = view[HELD]
    return filled({key: tuple([one for one in row if one in held]) for key, row in view[AT_HAND].items()})


def _disarmed_by_leap(view: View[Fight], actor: Person) -> Node:
    return tuple([one for one in view[LEAPS] if one in view[HELD]])


ANY_ITEM: Final = AnyText(40, 1)
HELD: Final = of_acting("items in hand", _held)
DISARMED: Final = of_acting("armed within reach", _disarmed)
STUNT: Final = armed_stunt("disarm")
ITEM: Final = looked_up(HELD, "target", mark="guess")


class Disarm(Close):
    """Take an item out of a combatant's hand (S3-DISARM-1), to keep if a hand is free (S3-DISARM-3)."""

    form = {
        "actor": among(actors("disarming", lambda: Disarm)),
        "weapon": among(of_acting("weapons that disarm", _close_weapons)),
    }
    variants = {
        "reach": {
            "approach": among(approaches("approaches of disarming", DISARMED), seldom=True),
            "target": looked_up(DISARMED, "approach"),
            "item": ITEM,
            "stunt": STUNT,
        },
        "leap": {
            "target": among(of_acting("armed within a leap", _disarmed_by_leap)),
            "item": ITEM,
            "stunt": by_leap(STUNT),
        },
    }
    barred_while = frozenset({"pinned", "dragged", "armless"})
    says = ("{actor} tries to disarm {target} of {item}.",)
    example = {"actor": "ogre", "target": "bell", "item": "pistol"}
    words = Words(
        "Disarm",
        "Disarm {target} ({item}) with {weapon}: {take}[, stunt: {stunt}][, {modifier}]",
        group="attack",
        prominence="main",
        costs="the attack action",
        variants={"leap": Variant("Disarm beyond reach (stunt)"), "reach": Variant("Disarm")},
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.disarm"] = "s3.disarm"
    item: Key
    weapon: Weapon = "unarmed"
    take: bool = Field(default=True, description="Otherwise it falls to the ground.")

    def decide(self, decision: Decision[Fight]) -> None:
        """Hand to Hand, or Melee with the weapon used, against a dodge or a parry (S3-DISARM-1, S3-DISARM-2)."""
        fight = decision.state
        actor = fight.people[self.actor]
        target = target_person(fight, actor, self.target)
        require_in_hand(target, self.item, shown=fight.shows_sheet(target.id, decision.speaker))
        weapon = find_weapon(actor, self.weapon)
        require(disarms(weapon), "S3-DISARM-1", f"{weapon.ref} is no close weapon.", field="command.weapon")
        check_weapon(fight, actor, weapon)
        require_hand(actor, weapon)
        then = disarmed.continuation(Wrench(actor.id, target.id, self.item, self.take))
        attempt(decision, self, target, attack_effort(self, weapon), DEFENCES, then)


def in_hand(person: Person) -> list[str]:
    """Return the items in the hands of a combatant, by ID."""
    return list(dict.fromkeys(held for held in (person.hands.main, person.hands.off) if held is not None))


def require_in_hand(target: Person, item: str, *, shown: bool) -> None:
    """Refuse an item that is not in a hand (S3-DISARM-4); speakers who see the sheet learn what is."""
    held = in_hand(target)
    said = f"{target.name} has no “{item}” in hand"
    shown_said = unknown(said, item, held, f"{target.name} has nothing in hand.") if shown else f"{said}."
    require(item in held, "S3-DISARM-4", shown_said, field="command.item")


@reply("s3.disarm.settled", Wrench)
def disarmed(decision: Decision[Fight], wrench: Wrench, outcome: Outcome) -> None:
    """Give the item to the actor, or drop it in the zone (S3-DISARM-3), and end what it held (S3-DISARM-5).

    An item that a ruling has taken from the hand meanwhile is not taken.
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
        drop_item(decision, target, item.id, without_hand=actor.id if wrench.take else None)
    end_bonds_with(decision, target, item.id)


def hands_to_keep(person: Person, item: Item) -> tuple[Hand, ...]:
    """Return the free hands that take the item, as many as it needs; empty if there are too few."""
    wanted = max(1, max((mode.hands for mode in item.modes), default=1))
    free = free_hands(person)
    return free[:wanted] if len(free) >= wanted else ()


DISARMING: Chapter[Fight] = Chapter(commands=(Disarm,), events=(ItemTaken,), stages=(disarmed,))
