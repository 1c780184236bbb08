"""What hands do with items (CE-ACT-44 to CE-ACT-47): draw, discard, exchange, pick up."""

from collections.abc import Container
from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.items.choices import (
    DRAWN,
    DROPPERS,
    EXCHANGED,
    EXCHANGERS,
    IN_HAND,
    PUT_AWAY,
    TAKEN,
    into_hand,
)
from domain.rulesets.century.chapters.items.grasping import (
    NEAR,
    Wanted,
    carried,
    empty_hands,
    hands_of_other,
    why_not_for,
    why_not_in_hand,
    within_reach,
)
from domain.rulesets.century.chapters.movement.distances import distance_of
from domain.rulesets.century.chapters.objections import refuse_for
from domain.rulesets.century.chapters.round.move_points import require_step, spend
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.parts import Key, Step
from domain.rulesets.century.said import in_hands, item_in, spot, thing_in
from domain.rulesets.century.state import Dropped, Fight, Person, Place
from domain.rulesets.century.state.changes import let_go
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.words import Hand
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

DROPPED: Final = {
    "discarded": "drops {item}",
    "fell": "lets go of {item}",
    "disarmed": "has {item} knocked out of {combatant:their} hand",
    "shot": "has {item} knocked out of {combatant:their} hand",
    "thrown": "has thrown {item}",
    "lost": "loses hold of {item}",
}
"""How items leave the hand of a combatant, as it is said."""
ITEM: Final = "{item}"
LONGEST_NAME: Final = 36
"""Letters of an item's ID that are kept if a number has to follow them."""


class ItemDrawn(Event, frozen=True, kw_only=True):
    """A carried item is in hand now (CE-ACT-44)."""

    type: ClassVar[str] = "century.item_drawn"
    words = "Item drawn"
    told = Told(brief=AS_SAID)
    says = "{combatant} draws {item} with {hands}."
    example = {"combatant": "eva", "item": "sword", "hands": ["left"]}
    combatant: str
    item: Annotated[str, item_in("item")]
    hands: Annotated[tuple[Hand, ...], Spoken(in_hands)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.held = {**person.held, **dict.fromkeys(self.hands, self.item)}


class ItemStowed(Event, frozen=True, kw_only=True):
    """A held item is put away (CE-ACT-46)."""

    type: ClassVar[str] = "century.item_stowed"
    words = "Item put away"
    told = Told(brief=AS_SAID)
    says = "{combatant} puts {item} away."
    example = {"combatant": "rat_1", "item": "pistol_22"}
    combatant: str
    item: Annotated[str, item_in("item")]

    def evolve(self, fight: Fight) -> None:
        let_go(fight.people[self.combatant], self.item)


class ItemDropped(Event, frozen=True, kw_only=True):
    """An item has left a combatant's hand and lies on the ground (CE-ACT-45, CE-SHEET-40).

    ``lying`` is what it is called there. ``reason``: ``discarded``, ``fell``, ``disarmed``, ``shot``, ``thrown``,
    ``lost``.
    """

    type: ClassVar[str] = "century.item_dropped"
    words = "Item dropped"
    example = {"combatant": "eva", "item": "axe", "lying": "axe", "reason": "discarded", "place": {"x": 0, "y": 0}}
    combatant: str
    item: Annotated[str, item_in("item")]
    lying: str
    reason: str
    place: Annotated[Place | None, Spoken(spot)] = None

    def says(self) -> str:
        return f"{{combatant}} {DROPPED[self.reason]}; it lies on the ground[ at {{place}}]."

    def brief(self) -> str:
        what = DROPPED[self.reason]
        verb = what.removesuffix(f" {ITEM}")
        return f"{{combatant}} | {what}" if verb == what else f"{{combatant}} | {verb} | {ITEM}"

    told = Told(brief=brief, goes_to="[{place}]")

    def evolve(self, fight: Fight) -> None:
        """It keeps its ammunition and its state (CE-SHEET-40)."""
        person = fight.people[self.combatant]
        let_go(person, self.item)
        fight.ground = {**fight.ground, self.lying: Dropped(person.weapons[self.item], person.id, self.place)}
        person.weapons = {key: weapon for key, weapon in person.weapons.items() if key != self.item}


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """Something on the ground is in hand now (CE-ACT-47); ``item`` is what it is called there, ``as_item`` here."""

    type: ClassVar[str] = "century.item_picked_up"
    words = "Item picked up"
    told = Told(brief=AS_SAID)
    says = "{combatant} picks up {as_item} with {hands}."
    example = {
        "combatant": "eva",
        "item": "sword",
        "as_item": "sword",
        "weapon": {
            "id": "sword",
            "name": "Sword",
            "skill": "Hand to Hand: Melee Weapon",
            "mode": "melee",
            "mp": 3,
            "damage": "1d8",
            "str_req": 7,
        },
        "hands": ["left"],
    }
    combatant: str
    item: str
    as_item: Annotated[str, item_in("as_item")]
    weapon: Weapon
    hands: Annotated[tuple[Hand, ...], Spoken(in_hands)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.weapons = {**person.weapons, self.as_item: self.weapon}
        person.held = {**person.held, **dict.fromkeys(self.hands, self.as_item)}
        fight.ground = {key: lying for key, lying in fight.ground.items() if key != self.item}


class ItemUsedUp(Event, frozen=True, kw_only=True):
    """A thrown explosive is used up, or a weapon has gone to pieces (CE-LOAD-5)."""

    type: ClassVar[str] = "century.item_used_up"
    words = "Item used up"
    told = Told(brief=AS_SAID)
    says = "{combatant's} {item} is used up."
    example = {"combatant": "eva", "item": "grenade"}
    combatant: str
    item: Annotated[str, thing_in("item")]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        let_go(person, self.item)
        person.weapons = {key: weapon for key, weapon in person.weapons.items() if key != self.item}


class DrawWeapon(Step):
    """Take a carried item into the hand (CE-ACT-44)."""

    form = into_hand(DRAWN)
    says = ()
    example = {"actor": "sam", "item": "magnum_357"}
    words = Words("Draw a weapon", "Draw {item}", group="gear", prominence="main", costs="2 Move Points")
    type: Literal["century.draw_weapon"] = "century.draw_weapon"
    item: Key
    hand: Hand | Literal["both"] | None = None

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.weapons.keys() - set(person.held.values()))

    def decide(self, decision: Decision[Fight]) -> None:
        """A carried item comes into an empty hand, or into both (CE-ACT-44)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        weapon = _carried(actor, self.item, "CE-ACT-44", "command.item")
        hands = hands_for(fight.options, actor, weapon, self.hand, "CE-ACT-44")
        require_step(fight, actor, COSTS["draw_weapon"])
        spend(decision, actor.id, COSTS["draw_weapon"], "draw_weapon")
        decision.record(ItemDrawn(combatant=actor.id, item=weapon.id, hands=hands))


class DiscardWeapon(Step):
    """Let a held item fall to the ground (CE-ACT-45)."""

    form = {"actor": among(DROPPERS), "item": looked_up(IN_HAND, "actor")}
    says = ()
    example = {"actor": "sam", "item": "sawed_off_shotgun"}
    words = Words("Drop a weapon", "Drop {item}", group="gear", prominence="main", costs="1 Move Point")
    type: Literal["century.discard_weapon"] = "century.discard_weapon"
    item: Key

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.held)

    def decide(self, decision: Decision[Fight]) -> None:
        """A held item lies on the ground (CE-ACT-45)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        _require_held(actor, self.item, "CE-ACT-45")
        require_step(fight, actor, COSTS["discard_weapon"])
        spend(decision, actor.id, COSTS["discard_weapon"], "discard_weapon")
        drop_item(decision, actor.id, self.item, "discarded")


class ExchangeWeapon(Step):
    """Put a held item away and take another one into the hand (CE-ACT-46)."""

    form = {
        "actor": among(EXCHANGERS),
        "item": looked_up(PUT_AWAY, "actor"),
        "for_item": looked_up(EXCHANGED, "actor", "item"),
    }
    says = ()
    example = {"actor": "guido", "item": "pistol_22", "for_item": "baseball_bat"}
    words = Words(
        "Change weapons",
        "Put {item} away and take {for_item}",
        group="gear",
        prominence="main",
        costs="Move Points",
        fields={"for_item": "Item to take", "item": "Item to put away"},
    )
    type: Literal["century.exchange_weapon"] = "century.exchange_weapon"
    item: Key = Field(description="what is put away")
    for_item: Key = Field(description="what is taken into the hand instead")

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.held) and DrawWeapon.has_use(fight, person)

    def decide(self, decision: Decision[Fight]) -> None:
        """A held item is put away, and another is taken into the same hands, in one step (CE-ACT-46, CE-RUL-55)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        _require_held(actor, self.item, "CE-ACT-46")
        weapon = _carried(actor, self.for_item, "CE-ACT-46", "command.for_item")
        hands = _hands_after(fight.options, actor, self.item, weapon)
        cost = fight.options.exchange_weapon_mp  # CE-ACT-31
        require_step(fight, actor, cost)
        spend(decision, actor.id, cost, "exchange_weapon")
        decision.cause = decision.record(ItemStowed(combatant=actor.id, item=self.item))
        decision.record(ItemDrawn(combatant=actor.id, item=weapon.id, hands=hands))


class PickUp(Step):
    """Pick up something that lies within reach (CE-ACT-47)."""

    form = into_hand(TAKEN)
    says = ()
    example = {"actor": "jonny", "item": "magnum_357"}
    words = Words("Pick something up", "Pick up {item}", group="gear", prominence="main", costs="Move Points")
    type: Literal["century.pick_up"] = "century.pick_up"
    item: Key
    hand: Hand | Literal["both"] | None = None

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(fight.ground)

    def decide(self, decision: Decision[Fight]) -> None:
        """Something on the ground comes into hand, as if drawn (CE-ACT-47)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        lying = fight.ground.get(self.item)
        if lying is None:
            there = {one: found.weapon.name for one, found in fight.ground.items()}
            said = unknown(f"No “{self.item}” is on the ground", self.item, there, "Nothing is on the ground.")
            refuse("CE-ACT-47", said, code="invalid", field="command.item")
        if not within_reach(actor.place, lying.place):
            metres = "" if actor.place is None or lying.place is None else distance_of(actor.place, lying.place)
            said = f"{lying.weapon.name} lies {metres} metres away; {NEAR} is within reach."
            refuse("CE-ACT-47", said, field="command.item")
        hands = hands_for(fight.options, actor, lying.weapon, self.hand, "CE-ACT-47")
        cost = fight.options.pick_up_mp  # CE-RUL-96
        require_step(fight, actor, cost)
        spend(decision, actor.id, cost, "pick_up")
        name = unused_name(lying.weapon.id, actor.weapons, decision.next_lineage_version)
        decision.record(
            ItemPickedUp(
                combatant=actor.id, item=self.item, as_item=name, weapon=replace(lying.weapon, id=name), hands=hands
            )
        )


# Which hands


def hands_for(options: Options, person: Person, weapon: Weapon, wanted: Wanted, rule: str) -> tuple[Hand, ...]:
    """Return the hands that an item comes into; refuses full ones, and what cannot be lifted (CE-ACT-44, CE-STR-3).

    What takes two hands may be taken into one that is named, where the option lets it be used so (CE-TWOH-1).
    """
    refuse_for(why_not_in_hand(options, person, weapon, wanted, rule))
    return empty_hands(person, weapon, wanted)


def _hands_after(options: Options, person: Person, given: str, weapon: Weapon) -> tuple[Hand, ...]:
    """Return the hands that hold an item taken for another (CE-ACT-46): the same; one of both is the dominant one."""
    refuse_for(why_not_for(options, person, given, weapon))
    return hands_of_other(person, given, weapon)


def _carried(person: Person, item: str, rule: str, field: str) -> Weapon:
    """An item that a combatant carries and does not hold."""
    beside = {weapon.id: weapon for weapon in carried(person)}
    if item not in beside:
        none = f"{person.name} carries nothing beside what is in hand."
        refuse(
            rule, unknown(f"{person.name} carries no “{item}” beside what is in hand", item, beside, none), field=field
        )
    return person.weapons[item]


def _require_held(person: Person, item: str, rule: str) -> None:
    held = {one: person.weapons.get(one) for one in person.held.values()}
    said = unknown(f"{person.name} does not hold “{item}”", item, held, f"{person.name} holds nothing.")
    require(person.holding(item), rule, said, field="command.item")


# What falls


def drop_item(decision: Decision[Fight], combatant: str, item: str, reason: str) -> None:
    """An item falls from a hand (CE-SHEET-40); a combatant that has left drops nothing (CE-END-8)."""
    person = decision.state.people[combatant]
    if person.gone:
        return
    lying = unused_name(item, decision.state.ground, decision.next_lineage_version)
    decision.record(ItemDropped(combatant=combatant, item=item, lying=lying, reason=reason, place=person.place))


def drop_all(decision: Decision[Fight], combatant: str) -> None:
    """A combatant that falls drops what it holds (CE-DOWN-3)."""
    for item in dict.fromkeys(decision.state.people[combatant].held.values()):
        drop_item(decision, combatant, item, "fell")


def unused_name(item: str, taken: Container[str], version: int) -> str:
    """Return the ID of an item where another may have the same: its own, or that and the version of the fact."""
    return item if item not in taken else f"{item[:LONGEST_NAME]}.{version}"


HANDS: Chapter[Fight] = Chapter(
    commands=(DrawWeapon, DiscardWeapon, ExchangeWeapon, PickUp),
    events=(ItemDrawn, ItemStowed, ItemDropped, ItemPickedUp, ItemUsedUp),
    labels={"hand": "Hand"},
)
