"""Weapons of a throw: which item and mode, whether a hand is free for it, what is used up (S3-ATK).

One throw uses one mode (S3-EQUIP-7). A pair of weapons is one two-handed item (S3-EQUIP-12), and it makes no difference
where a weapon is hidden (S3-EQUIP-13).
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.fields.sets import Labelled
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import instead, unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.items import Item, Mode
from domain.rulesets.s3.parts import label_of_mode
from domain.rulesets.s3.state import Fight, Grip, Person
from domain.rulesets.s3.tables import BASE_RATING, EQUIPMENT, IRON_PALM_DAMAGE
from domain.rulesets.s3.words import ARM_OF_HAND, HANDS, UNARMED, Hand
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Label

LEFT: Final = {0: "none"}
USES: Final = (
    *("s3.attack", "s3.attack_hit", "s3.attack_missed", "s3.damage_vehicle", "s3.disarm", "s3.trip", "s3.strangle"),
    *("s3.contest_settled", "s3.item_used", "s3.item_thrown", "s3.fell"),
)
"""What tells a weapon as it is used, so that it need not be told which hand takes it."""
UNARMED_ITEM = msgspec.convert({"id": UNARMED, **EQUIPMENT[UNARMED]}, Item)
UNARMED_MODE = UNARMED_ITEM.modes[0]
SMOKE_BOMB = "smoke_bomb"  # the kind that serves smoke and hide only (S3-EQUIP-16)


class ItemReadied(Event, frozen=True, kw_only=True):
    """An item was taken into these hands (S3-TURN-13, S3-ATK-9)."""

    type: ClassVar[str] = "s3.item_readied"
    words = "Item readied"

    def drawn(self) -> str:
        """Tell how a weapon comes to hand for what is done with it."""
        return (
            f"{{combatant}} | {'readies {drawn_weapon}' if len(self.hands) == 1 else 'takes {drawn_weapon} in {hands}'}"
        )

    told = Told(brief=AS_SAID, unless=USES, short=drawn)
    says = "{combatant} takes {item} in {hands}."
    example = {"combatant": "one_eyed_ogre", "item": "throwing_knife", "hands": ["main"]}
    combatant: str
    item: Annotated[str, SpokenOf(said.own_item)]
    hands: Annotated[tuple[Hand, ...], Spoken(said.hands)]

    @property
    def drawn_weapon(self) -> Annotated[str, SpokenOf(said.own_weapon)]:
        """The item as the weapon that it is used as."""
        return self.item

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hands = person.hands.without(self.item).holding(self.item, self.hands)


class ItemUsed(Event, frozen=True, kw_only=True):
    """One of a quantity was used up (S3-ATK-11); at 0 the item is gone."""

    type: ClassVar[str] = "s3.item_used"
    words = "Item used up"
    told = Told(
        brief="{combatant} | uses up one {item}[ ({left} left)]",
        unless=("s3.smoke",),
        short="{combatant} | [has {left} left]",
    )
    says = "{combatant} uses up one {item}[; {left} left]."
    example = {"combatant": "doctor_hu", "item": "smoke_bomb", "left": 0}
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Annotated[str, SpokenOf(said.item_name)]
    left: Annotated[int | None, Spoken(LEFT)] = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.left == 0:
            person.lose(self.item)
        else:
            person.items = {**person.items, self.item: replace(person.items[self.item], quantity=self.left or 0)}


class ItemThrown(Event, frozen=True, kw_only=True):
    """One of a thrown item landed in a zone (S3-ATK-11)."""

    type: ClassVar[str] = "s3.item_thrown"
    words = "Item thrown"
    told = Told(brief="{item} lands {zone}[ ({left} left)]")
    says = "{combatant} throws {item}; it lands {zone}[, {left} left]."
    example = {
        "combatant": "one_eyed_ogre",
        "item": {
            "id": "throwing_knife",
            "kind": "knife",
            "name": "Throwing knife",
            "modes": [{"skill": "sharpshooting", "flags": ["thrown"]}],
            "quantity": 3,
        },
        "left": 2,
        "zone": "engine_room",
    }
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Annotated[Item, Spoken(said.item)]
    left: Annotated[int | None, Spoken(LEFT)] = None
    zone: Annotated[str, Spoken(said.at_zone)] = ""

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.left == 0:
            person.lose(self.item.id)
        else:
            person.items = {**person.items, self.item.id: replace(person.items[self.item.id], quantity=self.left or 0)}
        fight.lay_down(self.zone, self.item)


class Wielded(msgspec.Struct, frozen=True, gc=False):
    """An item in one of its modes; ``item`` is None for bare hands."""

    item: Item | None
    mode: Mode

    @property
    def ref(self) -> str:
        """Return the wire name: ``unarmed``, ``saber`` or ``sword_pistol/blade``."""
        if self.item is None:
            return UNARMED
        return f"{self.item.id}/{self.mode.key}" if self.mode.key else self.item.id

    @property
    def kind(self) -> str:
        return UNARMED if self.item is None else self.item.kind


BARE_HANDS = Wielded(None, UNARMED_MODE)


def find_weapon(person: Person, ref: str, rule: str = "S3-ATK-9", field: str = "command.weapon") -> Wielded:
    """Return the weapon of that wire name that the combatant carries; refuses an unknown item or mode of a field."""
    if ref == UNARMED:
        return BARE_HANDS
    item_id, _, mode_key = ref.partition("/")
    item = person.items.get(item_id)
    if item is None:
        there = instead(item_id, {UNARMED: UNARMED, **person.items})
        refuse(rule, f"{person.name} carries no “{item_id}”; {there}", field=field)
    mode = item.mode(mode_key)
    if mode is None:
        modes = [f"{item_id}/{one.key}" if one.key else item_id for one in item.modes]
        said = unknown(f"{item.name} is not used that way", ref, modes, f"{item.name} is no weapon.")
        refuse("S3-ATK-2", said, field=field)
    return Wielded(item, mode)


def wielded(person: Person, ref: str) -> Wielded:
    """Return the weapon of a name that was checked before; bare hands if it is gone meanwhile."""
    if ref == UNARMED:
        return BARE_HANDS
    item = person.items.get(ref)
    if item is not None and item.modes:  # most names are of an item alone, and mean its first mode
        return Wielded(item, item.modes[0])
    item_id, _, mode_key = ref.partition("/")
    item = person.items.get(item_id)
    mode = item.mode(mode_key) if item is not None else None
    return Wielded(item, mode) if mode is not None else BARE_HANDS


def weapons_of(person: Person) -> Iterator[Wielded]:
    """Yield bare hands, then every mode of the items carried, as far as a name means it."""
    yield BARE_HANDS
    for item in person.items.values():
        for mode in item.modes:
            if item.mode(mode.key) is mode:
                yield Wielded(item, mode)


def as_option(weapon: Wielded) -> Labelled:
    """Return a weapon as options list it."""
    return Labelled(UNARMED, Label(UNARMED)) if weapon.item is None else label_of_mode(weapon.item, weapon.mode)


def is_usable(fight: Fight, person: Person, weapon: Wielded) -> bool:
    """Return whether a combatant can use a weapon: ``check_weapon`` and ``require_hand`` refuse all others."""
    item = weapon.item
    if item is None:
        return True
    spare = item.quantity > 0 and item.kind != SMOKE_BOMB
    return spare and not is_bound(fight, person, weapon) and has_hand(person, weapon)


def working_hands(person: Person) -> tuple[Hand, ...]:
    """Return the hands whose arm is not lost (S3-LEGAL-8)."""
    return tuple([hand for hand in HANDS if ARM_OF_HAND[hand] not in person.limbs]) if person.limbs else HANDS


def free_hands(person: Person, grip: Grip | None = None) -> tuple[Hand, ...]:
    """Return the working hands that hold nothing, of those of a combatant or of another grip."""
    held = person.hands if grip is None else grip
    return tuple([hand for hand in working_hands(person) if getattr(held, hand) is None])


def can_hold(person: Person, means: str) -> bool:
    """Return whether a combatant can still hold another with this; a ruling may have changed that."""
    hands = free_hands(person) if means == UNARMED else person.hands.hands_with(means)
    return bool(hands) and not person.stunned


def hands_for(person: Person, weapon: Wielded) -> tuple[Hand, ...]:
    """Return the hands for the weapon: those that hold it, and free ones up to what its mode needs.

    Empty if there is no hand (S3-ATK-9); fewer than the mode needs means one-handed use (S3-ATK-10).
    """
    if weapon.item is None:
        return ()
    holding = person.hands.hands_with(weapon.item.id)
    if len(holding) >= weapon.mode.hands:
        return holding
    return (*holding, *free_hands(person))[: weapon.mode.hands]


def check_weapon(fight: Fight, actor: Person, weapon: Wielded, *, smoke: bool = False) -> None:
    """Refuse an empty stock, a weapon that drags a combatant (S3-MOUNT-33), and a smoke bomb.

    With ``smoke`` a smoke bomb is allowed, as in a stunt to hide (S3-STUNT-24).
    """
    if weapon.item is None:
        return
    require(smoke or weapon.item.kind != SMOKE_BOMB, "S3-EQUIP-16", "A smoke bomb serves smoke and hide only.")
    if weapon.item.quantity < 1:
        refuse("S3-ATK-11", f"No {weapon.item.name} is left.")
    if is_bound(fight, actor, weapon):
        refuse("S3-MOUNT-33", f"{weapon.item.name} drags a foe along and cannot be used.")


def is_bound(fight: Fight, person: Person, weapon: Wielded) -> bool:
    """Return whether the weapon drags a combatant, and serves nothing else (S3-MOUNT-33)."""
    item = weapon.item
    if item is None or not fight.drags:
        return False
    return (person.id, item.id) in [(drag.dragger, drag.weapon) for drag in fight.drags]


def has_hand(person: Person, weapon: Wielded) -> bool:
    """Return whether the weapon has a hand, if it needs one; without arms only kicks do (S3-LEGAL-9)."""
    if weapon.item is None:
        return True
    if weapon.mode.hands == 0:
        return bool(working_hands(person))
    return bool(hands_for(person, weapon))


def require_hand(person: Person, weapon: Wielded) -> None:
    """Refuse a weapon for which no hand is free (S3-ATK-9)."""
    if not has_hand(person, weapon):
        name = weapon.kind if weapon.item is None else weapon.item.name
        refuse(
            "S3-ATK-9",
            f"{person.name} has no hand free for {name}; drop or stow something first.",
            field="command.weapon",
        )


def ready(decision: Decision[Fight], person: Person, weapon: Wielded) -> None:
    """Take the weapon in hand for a throw, without an action (S3-ATK-9)."""
    item = weapon.item
    if item is not None and len(person.hands.hands_with(item.id)) < weapon.mode.hands:
        take(decision, person, item.id, hands_for(person, weapon))


def take(decision: Decision[Fight], person: Person, item: str, hands: tuple[Hand, ...]) -> None:
    """Take an item in more hands than those that hold it, if these are more."""
    holding = person.hands.hands_with(item)
    more = tuple([hand for hand in hands if hand not in holding])
    if more:
        decision.record(ItemReadied(combatant=person.id, item=item, hands=(*holding, *more)))


def grip_with(person: Person, weapon: Wielded) -> Grip:
    """Return the hands of a combatant with the weapon in use."""
    if weapon.item is None or weapon.mode.hands == 0:
        return person.hands
    return msgspec.structs.replace(person.hands, **dict.fromkeys(hands_for(person, weapon), weapon.item.id))


def grip_with_all(person: Person, primary: Wielded, others: Iterable[Wielded]) -> Grip:
    """Return the hands of a combatant with the weapons of a stunt in use, in whatever order they are named.

    Each of the others has a hand before one of them has two; one without a hand is not in the grip (S3-STUNT-28).
    """
    grip = grip_with(person, primary)
    handled = [(weapon.item.id, weapon.mode.hands) for weapon in others if weapon.item is not None]
    for wanted in (1, 2):
        for item, hands in handled:
            free = free_hands(person, grip)
            if free and len(grip.hands_with(item)) < min(wanted, hands):
                grip = grip.holding(item, free[:1])
    return grip


def one_handed(person: Person, weapon: Wielded) -> bool:
    """Return whether a two-handed mode is used with one hand (S3-ATK-10, S3-CALL-6)."""
    return weapon.item is not None and weapon.mode.hands == 2 and len(hands_for(person, weapon)) < 2


def damage_bonus(person: Person, weapon: Wielded) -> int:
    """Return the damage coins of the weapon (S3-EQUIP-3); Iron Palm adds to bare hands (S3-TAL-6)."""
    if weapon.item is None and "iron_palm" in person.talents:
        return IRON_PALM_DAMAGE
    return weapon.mode.damage


def damage_rating(person: Person, weapon: Wielded) -> int:
    """Return the damage coins with ``damage_base=weapon``: the rating, by default from the damage bonus."""
    rating = weapon.mode.rating
    return BASE_RATING + damage_bonus(person, weapon) if rating is None else rating


def use_up(decision: Decision[Fight], person: Person, weapon: Wielded, zone: str) -> None:
    """Use up one of a consumed item, hit or miss, or leave a thrown one in the target's zone (S3-ATK-11).

    Shots are not counted (S3-ATK-12).
    """
    item = weapon.item
    if item is None:
        return
    if "thrown" in weapon.mode.flags:
        coating = item.coating if item.quantity == 1 else None  # what poison a stack still holds stays with it
        lying = msgspec.structs.replace(item, quantity=1, coating=coating)
        decision.record(ItemThrown(combatant=person.id, item=lying, left=item.quantity - 1, zone=zone))
    elif "consumed" in weapon.mode.flags:
        decision.record(ItemUsed(combatant=person.id, item=item.id, left=item.quantity - 1))


WEAPONS: Chapter[Fight] = Chapter(events=(ItemReadied, ItemUsed, ItemThrown))
