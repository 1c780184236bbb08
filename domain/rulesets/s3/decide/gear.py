"""Items in hand and on the ground: the free actions ready, stow and drop, and pick_up (S3-TURN-13, S3-MOVE-18)."""

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import Drop, PickUp, Ready, Stow
from domain.rulesets.s3.decide.actions import require_action, take_movement
from domain.rulesets.s3.decide.consequences import drop_item
from domain.rulesets.s3.decide.dragging import let_go
from domain.rulesets.s3.decide.leaving import end_bonds_with
from domain.rulesets.s3.decide.weapons import free_hands, working_hands
from domain.rulesets.s3.events.places import ItemPickedUp, ItemReadied, ItemStowed
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Drag, Fight, Person
from domain.rulesets.s3.words import HANDS, Hand


def ready(decision: Decision[Fight], command: Ready) -> None:
    """Take a carried item in hand; for a two-handed mode in both, as far as hands are free (S3-TURN-13, S3-ATK-10)."""
    actor = decision.state.people[command.actor]
    item = _carried(actor, command.item)
    require(item.quantity > 0, "S3-ATK-11", f"No {item.name} is left.", field="command.item")
    require(actor.armour != item.id, "S3-TURN-13", f"{item.name} is worn, not held.", field="command.item")
    hands = _grip_for(actor, item, command.mode, command.hand)
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
    """How many hands an item wants: those of its mode, one where it is no weapon."""
    if not item.modes and not mode_key:
        return 1
    mode = item.mode(mode_key)
    if mode is None:
        modes = ", ".join(mode.key for mode in item.modes if mode.key) or "none by name"
        refuse("S3-ATK-2", f"{item.name} has no mode {mode_key!r}; modes: {modes}.", field="command.mode")
    require(mode.hands > 0, "S3-ATK-9", f"{item.name} needs no hand.", field="command.item")
    return mode.hands


def _grip_for(person: Person, item: Item, mode: str | None, hand: Hand | None) -> tuple[Hand, ...]:
    """The hands to hold it in: the one named first, then those that hold it, then free ones."""
    needed = hands_needed(item, mode or "")
    holding = person.hands.hands_with(item.id)
    possible = tuple(h for h in working_hands(person) if h in holding or h in free_hands(person))
    if hand is not None:
        require(hand in possible, "S3-ATK-9", f"The {hand} hand of {person.name} is not free.", field="command.hand")
    wanted = sorted(possible, key=lambda h: (h != hand, h not in holding, HANDS.index(h)))
    grip = tuple(wanted[:needed])
    require(grip, "S3-ATK-9", f"{person.name} has no hand free; drop or stow something first.", field="command.item")
    return grip


def stow(decision: Decision[Fight], command: Stow) -> None:
    """Put an item in hand away; a weapon that drags somebody is bound (S3-TURN-13, S3-MOUNT-33)."""
    actor = decision.state.people[command.actor]
    item = _held(actor, command.item)
    require(
        _drag_with(decision.state, actor, item) is None,
        "S3-MOUNT-33",
        f"{item.name} drags a foe along; drop or release lets go.",
        field="command.item",
    )
    stowed = decision.record(ItemStowed(combatant=actor.id, item=item.id))
    end_bonds_with(decision, actor, item.id, cause=stowed)


def drop(decision: Decision[Fight], command: Drop) -> None:
    """Drop an item in hand to the ground; dropping a weapon that drags somebody lets go of both (S3-MOUNT-33)."""
    actor = decision.state.people[command.actor]
    item = _held(actor, command.item)
    drag = _drag_with(decision.state, actor, item)
    if drag is not None:
        let_go(decision, drag)
    else:
        drop_item(decision, actor, item.id)
    end_bonds_with(decision, actor, item.id)


def _held(person: Person, item_id: str) -> Item:
    """The item, if it is in a hand."""
    item = _carried(person, item_id)
    held = bool(person.hands.hands_with(item_id))
    require(held, "S3-TURN-13", f"{item.name} is in no hand of {person.name}.", field="command.item")
    return item


def _drag_with(fight: Fight, person: Person, item: Item) -> Drag | None:
    return next((drag for drag in fight.drags if drag.dragger == person.id and drag.weapon == item.id), None)


def pick_up(decision: Decision[Fight], command: PickUp) -> None:
    """Take an item that lies in the zone into a free hand (S3-MOVE-18)."""
    fight = decision.state
    actor = fight.people[command.actor]
    lying = fight.ground.get(actor.zone, ())
    item = next((item for item in lying if item.id == command.item), None)
    if item is None:
        there = ", ".join(item.id for item in lying) or "nothing"
        refuse("S3-MOVE-18", f"No {command.item!r} lies here; there is {there}.", field="command.item")
    kept_as = name_when_taken(decision, actor, item)
    hands = _hands_to_take(actor, item, kept_as)
    require(hands, "S3-MOVE-18", f"{actor.name} has no free hand.", field="command.item")
    require_action(fight, "movement")
    take_movement(decision, command)
    decision.record(ItemPickedUp(combatant=actor.id, item=item, zone=actor.zone, hands=hands, kept_as=kept_as))


def _hands_to_take(person: Person, item: Item, kept_as: str) -> tuple[Hand, ...]:
    """The hands that take it: where a stack of it is held already, that one; else as many free ones as it wants."""
    needed = max((mode.hands for mode in item.modes), default=1)
    return person.hands.hands_with(kept_as) or free_hands(person)[: max(1, needed)]


def name_when_taken(decision: Decision[Fight], person: Person, item: Item) -> str:
    """The ID of an item in new hands: its own, unless something else of that ID is carried there."""
    own = person.items.get(item.id)
    if own is None or (_stacks(item) and replace(own, quantity=item.quantity) == item):
        return item.id
    return f"{item.kind}-{decision.next_lineage_version}-1"


def _stacks(item: Item) -> bool:
    """Whether items of this kind are counted: what is thrown or used up."""
    return any({"thrown", "consumed"} & set(mode.flags) for mode in item.modes)
