"""Items in hand and on the ground: the free actions ready, stow and drop, and pick_up (S3-TURN-13, S3-MOVE-18)."""

from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.movement.leaving import end_bonds_with
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, free_hands, working_hands
from domain.rulesets.s3.chapters.turns.actions import require_action, take_movement
from domain.rulesets.s3.chapters.vehicles.dragging import let_go
from domain.rulesets.s3.chapters.wounds.consequences import drop_item
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.parts import HELD, Acting, Key
from domain.rulesets.s3.state import Drag, Fight, Person
from domain.rulesets.s3.words import HANDS, Hand
from domain.text.sentences import Spoken, SpokenOf


class ItemStowed(Event, frozen=True, kw_only=True):
    """An item left the hands; its carrier keeps it."""

    type: ClassVar[str] = "s3.item_stowed"
    says = "{combatant} puts {item} away."
    example = {"combatant": "one_eyed_ogre", "item": "throwing_knife"}
    combatant: str
    item: Annotated[str, SpokenOf(said.own_item)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hands = person.hands.without(self.item)


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """An item of the zone was taken into a hand (S3-MOVE-18).

    ``kept_as`` is its ID from now on: that of an equal stack, which it joins, or a new one if its own is taken.
    """

    type: ClassVar[str] = "s3.item_picked_up"
    says = "{combatant} picks up {item} with {hands}."
    example = {
        "combatant": "bell_1",
        "item": {
            "id": "pistol",
            "kind": "pistol",
            "name": "Pistol",
            "modes": [{"skill": "sharpshooting", "reach": "medium", "damage": 2, "flags": ["firearm"]}],
        },
        "zone": "here",
        "hands": ["main"],
    }
    combatant: str
    item: Annotated[Item, Spoken(said.item)]
    zone: str
    hands: Annotated[tuple[Hand, ...], Spoken(said.hands)]
    kept_as: str = ""

    def evolve(self, fight: Fight) -> None:
        lying = list(fight.ground.get(self.zone, ()))
        lying.remove(self.item)
        fight.ground = {**fight.ground, self.zone: tuple(lying)}
        fight.people[self.combatant].receive(self.item, self.kept_as, self.hands)


class Ready(Acting):
    """Take a carried item in hand (S3-TURN-13)."""

    barred_while = frozenset({"pinned", "dragged", "armless"})
    says = ()
    example = {"actor": "ogre", "item": "pistol", "hand": "off"}
    type: Literal["s3.ready"] = "s3.ready"
    item: Key
    mode: Key | None = None
    hand: Hand | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Hold it in both hands for a two-handed mode, as far as they are free (S3-TURN-13, S3-ATK-10)."""
        actor = decision.state.people[self.actor]
        item = _carried(actor, self.item)
        require(item.quantity > 0, "S3-ATK-11", f"No {item.name} is left.", field="command.item")
        require(actor.armour != item.id, "S3-TURN-13", f"{item.name} is worn, not held.", field="command.item")
        hands = _grip_for(actor, item, self.mode, self.hand)
        if set(hands) == set(actor.hands.hands_with(item.id)):
            refuse("S3-TURN-13", f"{actor.name} holds {item.name} so already.", field="command.item")
        decision.record(ItemReadied(combatant=actor.id, item=item.id, hands=hands))


def _carried(person: Person, item_id: str) -> Item:
    item = person.items.get(item_id)
    if item is None:
        carried = ", ".join(person.items) or "nothing"
        refuse("S3-ATK-9", f"{person.name} carries no {item_id!r}; there is {carried}.", field="command.item")
    return item


def hands_needed(item: Item, mode_key: str = "") -> int:
    """Return the number of hands that an item needs: that of its mode, or one if it is no weapon."""
    if not item.modes and not mode_key:
        return 1
    mode = item.mode(mode_key)
    if mode is None:
        modes = ", ".join(mode.key for mode in item.modes if mode.key) or "none by name"
        refuse("S3-ATK-2", f"{item.name} has no mode {mode_key!r}; modes: {modes}.", field="command.mode")
    require(mode.hands > 0, "S3-ATK-9", f"{item.name} needs no hand.", field="command.item")
    return mode.hands


def _grip_for(person: Person, item: Item, mode: str | None, hand: Hand | None) -> tuple[Hand, ...]:
    """Return the hands to hold it in: the one named first, then those that hold it, then free ones."""
    needed = hands_needed(item, mode or "")
    holding = person.hands.hands_with(item.id)
    possible = tuple(h for h in working_hands(person) if h in holding or h in free_hands(person))
    if hand is not None:
        require(hand in possible, "S3-ATK-9", f"The {hand} hand of {person.name} is not free.", field="command.hand")
    wanted = sorted(possible, key=lambda h: (h != hand, h not in holding, HANDS.index(h)))
    grip = tuple(wanted[:needed])
    require(grip, "S3-ATK-9", f"{person.name} has no hand free; drop or stow something first.", field="command.item")
    return grip


class Stow(Acting):
    """Put an item in hand away."""

    barred_while = frozenset({"pinned", "dragged"})
    says = ()
    example = {"actor": "ogre", "item": "pistol"}
    type: Literal["s3.stow"] = "s3.stow"
    item: Key

    def decide(self, decision: Decision[Fight]) -> None:
        """A weapon that drags a combatant is bound (S3-TURN-13, S3-MOUNT-33)."""
        actor = decision.state.people[self.actor]
        item = _held(actor, self.item)
        require(
            _drag_with(decision.state, actor, item) is None,
            "S3-MOUNT-33",
            f"{item.name} drags a foe along; drop or release lets go.",
            field="command.item",
        )
        stowed = decision.record(ItemStowed(combatant=actor.id, item=item.id))
        end_bonds_with(decision, actor, item.id, cause=stowed)


class Drop(Acting):
    """Drop an item in hand to the ground."""

    barred_while = frozenset()
    says = ()
    example = {"actor": "ogre", "item": "pistol"}
    type: Literal["s3.drop"] = "s3.drop"
    item: Key

    def decide(self, decision: Decision[Fight]) -> None:
        """Dropping a weapon that drags a combatant lets go of both (S3-MOUNT-33)."""
        actor = decision.state.people[self.actor]
        item = _held(actor, self.item)
        drag = _drag_with(decision.state, actor, item)
        if drag is not None:
            let_go(decision, drag)
        else:
            drop_item(decision, actor, item.id)
        end_bonds_with(decision, actor, item.id)


def _held(person: Person, item_id: str) -> Item:
    """Return the item; refuses one that is in no hand."""
    item = _carried(person, item_id)
    held = bool(person.hands.hands_with(item_id))
    require(held, "S3-TURN-13", f"{item.name} is in no hand of {person.name}.", field="command.item")
    return item


def _drag_with(fight: Fight, person: Person, item: Item) -> Drag | None:
    return next((drag for drag in fight.drags if drag.dragger == person.id and drag.weapon == item.id), None)


class PickUp(Acting):
    """Take an item from the ground into a free hand (S3-MOVE-18)."""

    takes = "movement"
    barred_while = HELD | {"armless", "mounted"}
    says = ()
    example = {"actor": "ogre", "item": "saber"}
    type: Literal["s3.pick_up"] = "s3.pick_up"
    item: Key

    def decide(self, decision: Decision[Fight]) -> None:
        """Take an item that lies in the zone into a free hand (S3-MOVE-18)."""
        fight = decision.state
        actor = fight.people[self.actor]
        lying = fight.ground.get(actor.zone, ())
        item = next((item for item in lying if item.id == self.item), None)
        if item is None:
            there = ", ".join(item.id for item in lying) or "nothing"
            refuse("S3-MOVE-18", f"No {self.item!r} lies here; there is {there}.", field="command.item")
        kept_as = name_when_taken(decision, actor, item)
        hands = _hands_to_take(actor, item, kept_as)
        require(hands, "S3-MOVE-18", f"{actor.name} has no free hand.", field="command.item")
        require_action(fight, "movement")
        take_movement(decision, self)
        decision.record(ItemPickedUp(combatant=actor.id, item=item, zone=actor.zone, hands=hands, kept_as=kept_as))


def _hands_to_take(person: Person, item: Item, kept_as: str) -> tuple[Hand, ...]:
    """Return the hands that take it: those that hold its stack already, else as many free ones as it needs."""
    needed = max((mode.hands for mode in item.modes), default=1)
    return person.hands.hands_with(kept_as) or free_hands(person)[: max(1, needed)]


def name_when_taken(decision: Decision[Fight], person: Person, item: Item) -> str:
    """Return the ID of an item for a new carrier: its own, unless the carrier has another item of that ID."""
    own = person.items.get(item.id)
    if own is None or (_stacks(item) and replace(own, quantity=item.quantity) == item):
        return item.id
    return f"{item.kind}-{decision.next_lineage_version}-1"


def _stacks(item: Item) -> bool:
    """Return whether items of this kind are counted: those that are thrown or used up."""
    return any({"thrown", "consumed"} & set(mode.flags) for mode in item.modes)


GEAR: Chapter[Fight] = Chapter(commands=(Ready, Stow, Drop, PickUp), events=(ItemStowed, ItemPickedUp))
