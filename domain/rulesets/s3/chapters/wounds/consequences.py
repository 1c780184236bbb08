"""What follows at once from a stun, a lost limb or being disabled (S3-DMG-10)."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.grapple.bonds import drags_by, end_hold, holds_by
from domain.rulesets.s3.chapters.movement.leaving import end_bonds, end_drag, fall_unless_standing
from domain.rulesets.s3.chapters.vehicles.halting import check_vehicle, stop_driving
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import ARM_OF_HAND, ARMS, HANDS, LEGS, UNARMED, Hand, Limb
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken, SpokenOf


class ItemGripLoosened(Event, frozen=True, kw_only=True):
    """One hand let go of a two-handed item; the other still holds it (S3-CALL-7)."""

    type: ClassVar[str] = "s3.item_grip_loosened"
    words = "One hand let go"
    told = Told(brief=AS_SAID)
    says = "{combatant's} {hand} hand lets go of {item}."
    example = {"combatant": "iron_claw", "item": "great_axe", "hand": "off"}
    combatant: str
    item: Annotated[str, SpokenOf(said.own_item)]
    hand: Annotated[Hand, said.AS_WORDS]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hands = replace(person.hands, **{self.hand: None})


class ItemDropped(Event, frozen=True, kw_only=True):
    """An item left its carrier and lies in a zone.

    ``without_hand`` is the combatant who disarmed the carrier and would have kept it (S3-DISARM-3).
    """

    type: ClassVar[str] = "s3.item_dropped"
    words = "Item dropped"
    told = Told(brief="{combatant} | drops | {item}[, which {without_hand} has too few hands free to keep]")
    says = "{combatant} drops {item}[, which {without_hand} has too few hands free to keep]."
    example = {
        "combatant": "one_eyed_ogre",
        "item": {
            "id": "pistol",
            "kind": "pistol",
            "name": "Pistol",
            "modes": [{"skill": "sharpshooting", "reach": "medium", "damage": 2, "flags": ["firearm"]}],
        },
        "zone": "upper_deck",
    }
    combatant: str
    item: Annotated[Item, Spoken(said.item)]
    zone: str
    without_hand: str | None = None

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].lose(self.item.id)
        fight.lay_down(self.zone, self.item)


def after_stun(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """End the pins, chokes and drags by the stunned, not those on them (S3-STUN-10)."""
    for hold in holds_by(decision.state, person.id):
        end_hold(decision, hold, "stunned", cause=cause)
    for drag in drags_by(decision.state, person.id):
        end_drag(decision, drag, "stunned", cause=cause)


def after_limb(decision: Decision[Fight], person: Person, limb: Limb, *, cause: int | None = None) -> None:
    """Drop what a lost arm held and end its holds (S3-CALL-7, S3-CALL-15); lost legs mean a fall (S3-LEGAL-10)."""
    if limb in ARMS:
        _after_arm(decision, person, limb, cause)
    elif limb in LEGS:
        fall_unless_standing(decision, person, cause=cause)


def _after_arm(decision: Decision[Fight], person: Person, limb: Limb, cause: int | None) -> None:
    fight = decision.state
    hand = next(hand for hand in HANDS if ARM_OF_HAND[hand] == limb)
    item = getattr(person.hands, hand)
    for hold in holds_by(fight, person.id):
        if hold.kind == "pin" or hold.means in (UNARMED, item):
            end_hold(decision, hold, "arm_lost", cause=cause)
    if item is not None:
        for drag in drags_by(fight, person.id):
            if drag.weapon == item:
                end_drag(decision, drag, "arm_lost", cause=cause)
        if person.hands.hands_with(item) == (hand,):
            drop_item(decision, person, item, cause=cause)
        else:
            decision.record(ItemGripLoosened(combatant=person.id, item=item, hand=hand), cause=cause)
    drives_machine = person.seat == "driver" and fight.vehicles[person.vehicle or ""].kind == "machine"
    if drives_machine and person.limbs.keys() >= ARMS:
        stop_driving(decision, person, cause=cause)


def after_disabled(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """End all bonds of the disabled, drop what they hold, and stop their driving (S3-DIS-7)."""
    end_bonds(decision, person, "disabled", cause)
    for item in dict.fromkeys(i for i in (person.hands.main, person.hands.off) if i is not None):
        drop_item(decision, person, item, cause=cause)
    if person.seat == "driver":
        stop_driving(decision, person, cause=cause)
    elif person.vehicle is not None:
        check_vehicle(decision, person.vehicle, cause=cause)


def drop_item(
    decision: Decision[Fight],
    person: Person,
    item: str,
    *,
    cause: int | None = None,
    without_hand: str | None = None,
) -> None:
    """Drop an item in the zone, with all of its quantity."""
    dropped = ItemDropped(combatant=person.id, item=person.items[item], zone=person.zone, without_hand=without_hand)
    decision.record(dropped, cause=cause)


CONSEQUENCES: Chapter[Fight] = Chapter(events=(ItemGripLoosened, ItemDropped))
