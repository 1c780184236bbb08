"""Items in hand and on the ground: the free actions ready, stow and drop, and pick_up (S3-TURN-13, S3-MOVE-18)."""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.fields.field import Fields, among, looked_up
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.leaving import end_bonds_with
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, free_hands, working_hands
from domain.rulesets.s3.chapters.turns.actions import require_action, take_movement
from domain.rulesets.s3.chapters.vehicles.dragging import let_go
from domain.rulesets.s3.chapters.vocabularies import of_acting
from domain.rulesets.s3.chapters.wounds.consequences import drop_item
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.parts import HELD, Acting, Key
from domain.rulesets.s3.state import Drag, Fight, Person
from domain.rulesets.s3.words import HANDS, Hand
from domain.story.told import AS_SAID, Told
from domain.text.phrases import as_words
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Variant, Words


class ItemStowed(Event, frozen=True, kw_only=True):
    """An item left the hands; its carrier keeps it."""

    type: ClassVar[str] = "s3.item_stowed"
    words = "Item put away"
    told = Told(brief=AS_SAID)
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
    words = "Item picked up"
    told = Told(brief=AS_SAID)
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


def _grips(view: View[Fight], actor: Person) -> Node:
    """Return the ways to take an item in hand: by item, mode and hand; an empty key leaves these out."""
    found: dict[str, Node] = {}
    free = free_hands(actor)
    for item in actor.items.values():
        if item.quantity > 0 and actor.armour != item.id:
            held = frozenset(actor.hands.hands_with(item.id))
            possible = hands_that_take(actor, item) if held else free
            modes = {key: _ways(hands, possible, held) for key, hands in _hands_by_mode(item).items()}
            if any(modes.values()):
                found[item.id] = {key: ways for key, ways in modes.items() if ways}
    return found


def _hands_by_mode(item: Item) -> dict[str, int]:
    """Return how many hands each mode needs; the empty key leaves the mode out."""
    named = {key: item.mode(key) for key in ("", *(mode.key for mode in item.modes))}
    return {key: 1 if mode is None else mode.hands for key, mode in named.items()}


@cache  # of two hands there are few combinations
def _ways(needed: int, possible: tuple[Hand, ...], held: frozenset[Hand]) -> tuple[str, ...]:
    if not needed or not possible:
        return ()
    ways = [None, *[hand for hand in HANDS if hand in possible]]
    return tuple([hand or "" for hand in ways if {*_chosen(possible, held, needed, hand)} != held])


def _readied(*, mode: bool, hand: bool) -> Callable[[View[Fight], Person], Node]:
    """Return the items that may be readied by naming or leaving out the mode and the hand."""

    def found(view: View[Fight], actor: Person) -> Node:
        able = [item for item, modes in view[_GRIPS].items() if _named(modes, mode=mode, hand=hand)]
        return tuple([Labelled(item, actor.items[item].name) for item in able])

    return found


def _named(modes: Mapping[str, tuple[str, ...]], *, mode: bool, hand: bool) -> list[str]:
    """Return the modes, or the empty key if none is named, that go with naming or leaving out the hand."""
    return [key for key, hands in modes.items() if bool(key) == mode and any(bool(one) == hand for one in hands)]


def _modes(*, hand: bool) -> Callable[[View[Fight], Person], Node]:
    """Return the modes by item."""

    def found(view: View[Fight], actor: Person) -> Node:
        rows = {item: _named(modes, mode=True, hand=hand) for item, modes in view[_GRIPS].items()}
        return {item: tuple([Labelled(key, as_words(key)) for key in keys]) for item, keys in rows.items() if keys}

    return found


def _hands(view: View[Fight], actor: Person) -> Node:
    """Return the hands by item and mode."""
    return {
        item: {key: named for key, hands in modes.items() if (named := tuple(filter(None, hands)))}
        for item, modes in view[_GRIPS].items()
    }


_GRIPS: Final = of_acting("grips", _grips)
HANDS_FREE: Final = of_acting("hands for an item", _hands)


def _ready_form(name: str, *, mode: bool, hand: bool) -> Fields:
    items = among(of_acting(f"items to ready{name}", _readied(mode=mode, hand=hand)))
    modes = looked_up(of_acting(f"modes to ready{name}", _modes(hand=hand)), "item", required=True) if mode else None
    return {
        "item": items,
        "mode": modes,
        "hand": looked_up(HANDS_FREE, "item", "mode", required=True) if hand else None,
    }


class Ready(Acting):
    """Take a carried item in hand, without an action (S3-TURN-13)."""

    form = {"actor": among(actors("readying", lambda: Ready))}
    variants = {
        "item": _ready_form("", mode=False, hand=False),
        "hand": _ready_form(" in a hand", mode=False, hand=True),
        "mode": _ready_form(" in a mode", mode=True, hand=False),
        "mode_and_hand": _ready_form(" in a mode and a hand", mode=True, hand=True),
    }
    barred_while = frozenset({"pinned", "dragged", "armless"})
    says = ()
    example = {"actor": "ogre", "item": "pistol", "hand": "off"}
    words = Words(
        "Ready an item",
        "Ready {item}[ ({mode})][: {hand}]",
        group="gear",
        variants={
            "hand": Variant("Ready an item in a hand"),
            "item": Variant("Ready an item"),
            "mode": Variant("Ready an item in a mode"),
            "mode_and_hand": Variant("Ready in a mode and a hand"),
        },
    )
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
        said = unknown(
            f"{person.name} carries no “{item_id}”", item_id, person.items, f"{person.name} carries nothing."
        )
        refuse("S3-ATK-9", said, field="command.item")
    return item


def hands_needed(item: Item, mode_key: str = "") -> int:
    """Return the number of hands that an item needs: that of its mode, or one if it is no weapon."""
    if not item.modes and not mode_key:
        return 1
    mode = item.mode(mode_key)
    if mode is None:
        modes = [mode.key for mode in item.modes if mode.key]
        none = f"{item.name} has no modes by name; leave the mode out."
        said = unknown(f"{item.name} has no mode “{mode_key}”", mode_key, modes, none)
        refuse("S3-ATK-2", said, field="command.mode")
    require(mode.hands > 0, "S3-ATK-9", f"{item.name} needs no hand.", field="command.item")
    return mode.hands


def _grip_for(person: Person, item: Item, mode: str | None, hand: Hand | None) -> tuple[Hand, ...]:
    """Return the hands to hold it in: the one named first, then those that hold it, then free ones."""
    needed = hands_needed(item, mode or "")
    if hand is not None:
        possible = hands_that_take(person, item)
        require(hand in possible, "S3-ATK-9", f"The {hand} hand of {person.name} is not free.", field="command.hand")
    grip = chosen_hands(person, item, needed, hand)
    require(grip, "S3-ATK-9", f"{person.name} has no hand free; drop or stow something first.", field="command.item")
    return grip


def hands_that_take(person: Person, item: Item) -> tuple[Hand, ...]:
    """Return the working hands that hold an item or are free for it."""
    holding, free = person.hands.hands_with(item.id), free_hands(person)
    return tuple(hand for hand in working_hands(person) if hand in holding or hand in free)


def chosen_hands(person: Person, item: Item, needed: int, hand: Hand | None) -> tuple[Hand, ...]:
    """Return as many hands as needed for an item: the one named first, then those that hold it, then free ones."""
    return _chosen(hands_that_take(person, item), person.hands.hands_with(item.id), needed, hand)


def _chosen(possible: tuple[Hand, ...], held: Collection[Hand], needed: int, hand: Hand | None) -> tuple[Hand, ...]:
    wanted = sorted(possible, key=lambda h: (h != hand, h not in held, HANDS.index(h)))
    return tuple(wanted[:needed])


def _in_hand(view: View[Fight], actor: Person) -> Node:
    held = dict.fromkeys(item for item in (actor.hands.main, actor.hands.off) if item is not None)
    return tuple([Labelled(item, actor.items[item].name) for item in held])


def _stowable(view: View[Fight], actor: Person) -> Node:
    items = actor.items
    return tuple([one for one in view[IN_HAND] if _drag_with(view.state, actor, items[one.value]) is None])


IN_HAND: Final = of_acting("items in own hands", _in_hand)


class Stow(Acting):
    """Put an item in hand away, without an action (S3-TURN-13)."""

    form = {"actor": among(actors("stowing", lambda: Stow)), "item": among(of_acting("items to stow", _stowable))}
    barred_while = frozenset({"pinned", "dragged"})
    says = ()
    example = {"actor": "ogre", "item": "pistol"}
    words = Words("Put an item away", "Put {item} away", group="gear")
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
    """Drop an item in hand to the ground, without an action (S3-TURN-13)."""

    form = {"actor": among(actors("dropping", lambda: Drop)), "item": among(IN_HAND)}
    barred_while = frozenset()
    says = ()
    example = {"actor": "ogre", "item": "pistol"}
    words = Words("Drop an item", "Drop {item}", group="gear", prominence="seldom")
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


def _lying(view: View[Fight], actor: Person) -> Node:
    first = {item.id: item for item in reversed(view.state.ground.get(actor.zone, ()))}
    takable = [item for item in reversed(first.values()) if _can_take(actor, item)]
    return tuple([Labelled(item.id, item.name) for item in takable])


def _can_take(person: Person, item: Item) -> bool:
    return bool(free_hands(person)) or (keeps_its_name(person, item) and bool(person.hands.hands_with(item.id)))


class PickUp(Acting):
    """Take an item from the ground into a free hand (S3-MOVE-18)."""

    form = {"actor": among(actors("picking up", lambda: PickUp)), "item": among(of_acting("items lying here", _lying))}
    takes = "movement"
    barred_while = HELD | {"armless", "mounted"}
    says = ()
    example = {"actor": "ogre", "item": "saber"}
    words = Words("Pick up an item", "Pick up {item}", group="gear", costs="the movement action")
    type: Literal["s3.pick_up"] = "s3.pick_up"
    item: Key

    def decide(self, decision: Decision[Fight]) -> None:
        """Take an item that lies in the zone into a free hand (S3-MOVE-18)."""
        fight = decision.state
        actor = fight.people[self.actor]
        lying = fight.ground.get(actor.zone, ())
        item = next((item for item in lying if item.id == self.item), None)
        if item is None:
            there = {one.id: one.name for one in lying}
            said = unknown(f"No “{self.item}” lies here", self.item, there, "Nothing lies here.")
            refuse("S3-MOVE-18", said, field="command.item")
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
    return item.id if keeps_its_name(person, item) else f"{item.kind}-{decision.next_lineage_version}-1"


def keeps_its_name(person: Person, item: Item) -> bool:
    """Return whether a new carrier has no other item of that ID, but none or an equal stack."""
    own = person.items.get(item.id)
    return own is None or (_stacks(item) and replace(own, quantity=item.quantity) == item)


def _stacks(item: Item) -> bool:
    """Return whether items of this kind are counted: those that are thrown or used up."""
    return any({"thrown", "consumed"} & set(mode.flags) for mode in item.modes)


GEAR: Chapter[Fight] = Chapter(commands=(Ready, Stow, Drop, PickUp), events=(ItemStowed, ItemPickedUp))
