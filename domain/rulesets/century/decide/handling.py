"""What hands do with items (CE-ACT-44 to CE-ACT-47): draw, discard, exchange, pick up."""

from collections.abc import Container
from typing import Final, Literal

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.pools import require_step, spend
from domain.rulesets.century.decide.positions import distance_of
from domain.rulesets.century.decide.strength import can_lift
from domain.rulesets.century.events.places import ItemDrawn, ItemDropped, ItemPickedUp, ItemStowed
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.words import Hand

NEAR: Final = 1
"""Metres within which somebody reaches what lies there, or whom it helps (CE-ACT-47, CE-DOWN-6, CE-DMG-7)."""
LONGEST_NAME: Final = 36
"""Letters of an item's ID that are kept where a number has to be put behind them."""


def draw_weapon(decision: Decision[Fight], command: ask.DrawWeapon) -> None:
    """A carried item comes into an empty hand, or into both (CE-ACT-44)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    weapon = _carried(actor, command.item, "CE-ACT-44", "command.item")
    hands = hands_for(fight.options, actor, weapon, command.hand, "CE-ACT-44")
    require_step(fight, actor, COSTS["draw_weapon"])
    spend(decision, actor.id, COSTS["draw_weapon"], "draw_weapon")
    decision.record(ItemDrawn(combatant=actor.id, item=weapon.id, hands=hands))


def discard_weapon(decision: Decision[Fight], command: ask.DiscardWeapon) -> None:
    """A held item lies on the ground (CE-ACT-45)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    _require_held(actor, command.item, "CE-ACT-45")
    require_step(fight, actor, COSTS["discard_weapon"])
    spend(decision, actor.id, COSTS["discard_weapon"], "discard_weapon")
    drop_item(decision, actor.id, command.item, "discarded")


def exchange_weapon(decision: Decision[Fight], command: ask.ExchangeWeapon) -> None:
    """A held item is put away, and another is taken into the same hands, in one step (CE-ACT-46, CE-RUL-55)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    _require_held(actor, command.item, "CE-ACT-46")
    weapon = _carried(actor, command.for_item, "CE-ACT-46", "command.for_item")
    hands = _hands_after(fight.options, actor, command.item, weapon)
    cost = fight.options.exchange_weapon_mp  # CE-ACT-31
    require_step(fight, actor, cost)
    spend(decision, actor.id, cost, "exchange_weapon")
    decision.cause = decision.record(ItemStowed(combatant=actor.id, item=command.item))
    decision.record(ItemDrawn(combatant=actor.id, item=weapon.id, hands=hands))


def pick_up(decision: Decision[Fight], command: ask.PickUp) -> None:
    """Something on the ground comes into hand, as if drawn (CE-ACT-47)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    lying = fight.ground.get(command.item)
    if lying is None:
        there = ", ".join(fight.ground) or "nothing"
        refuse("CE-ACT-47", f"On the ground there is {there}.", code="invalid", field="command.item")
    if actor.place is not None and lying.place is not None:
        metres = distance_of(actor.place, lying.place)
        said = f"{lying.weapon.name} lies {metres} metres away; {NEAR} is within reach."
        require(metres <= NEAR, "CE-ACT-47", said, field="command.item")
    hands = hands_for(fight.options, actor, lying.weapon, command.hand, "CE-ACT-47")
    cost = fight.options.pick_up_mp  # CE-RUL-96
    require_step(fight, actor, cost)
    spend(decision, actor.id, cost, "pick_up")
    name = unused_name(lying.weapon.id, actor.weapons, decision.next_lineage_version)
    decision.record(
        ItemPickedUp(
            combatant=actor.id, item=command.item, as_item=name, weapon=replace(lying.weapon, id=name), hands=hands
        )
    )


# Which hands


def free_hands(person: Person) -> tuple[Hand, ...]:
    """The empty hands, the dominant one first."""
    other: Hand = "left" if person.dominant == "right" else "right"
    empty = [hand for hand in (person.dominant, other) if hand not in person.held]
    return tuple(empty[: max(0, person.hands - len(person.held))])


def hands_for(
    options: Options, person: Person, weapon: Weapon, wanted: Hand | Literal["both"] | None, rule: str
) -> tuple[Hand, ...]:
    """The hands that an item comes into; refuses full ones, and what cannot be lifted (CE-ACT-44, CE-STR-3).

    What takes two hands may be taken into one that is named, where the option lets it be used so (CE-TWOH-1).
    """
    free, field = free_hands(person), "command.hand"
    if weapon.hands == 1:
        require(wanted != "both", rule, f"{weapon.name} is for one hand.", field=field)
    elif wanted not in ("both", None):
        require(options.one_handed_use, "CE-TWOH-2", f"{weapon.name} needs both hands.", field=field)
    if wanted == "both" or (wanted is None and weapon.hands == 2):
        hands: tuple[Hand, ...] = free if len(free) == 2 else ()
        said = f"{weapon.name} needs both hands of {person.name} empty."
    else:
        hands = free[:1] if wanted is None else tuple([hand for hand in free if hand == wanted])
        said = f"{person.name} has no empty {wanted or ''} hand.".replace("  ", " ")
    require(hands, rule, said, field=field)
    _require_lifted(options, person, weapon, hands)
    return hands


def _hands_after(options: Options, person: Person, given: str, weapon: Weapon) -> tuple[Hand, ...]:
    """The hands that hold an item taken for another (CE-ACT-46): the same; one of both is the dominant one."""
    same = person.holding(given)
    if weapon.hands == 2:
        hands = (*same, *free_hands(person))
        said = f"{weapon.name} needs the other hand of {person.name} empty."
        require(len(hands) == 2, "CE-ACT-46", said, field="command.for_item")
    else:
        hands = same[:1]
    _require_lifted(options, person, weapon, hands)
    return hands


def _require_lifted(options: Options, person: Person, weapon: Weapon, hands: tuple[Hand, ...]) -> None:
    lifted = can_lift(options, person, weapon, one_handed=len(hands) == 1)
    require(lifted, "CE-STR-3", f"{weapon.name} is too heavy for {person.name}.")


def _carried(person: Person, item: str, rule: str, field: str) -> Weapon:
    """An item that somebody carries and does not hold."""
    carried = [key for key in person.weapons if not person.holding(key)]
    if item not in carried:
        said = f"{person.name} carries {', '.join(carried) or 'nothing'} beside what is in hand."
        refuse(rule, said, field=field)
    return person.weapons[item]


def _require_held(person: Person, item: str, rule: str) -> None:
    held = ", ".join(dict.fromkeys(person.held.values())) or "nothing"
    require(person.holding(item), rule, f"{person.name} holds {held}.", field="command.item")


# What falls


def drop_item(decision: Decision[Fight], combatant: str, item: str, reason: str) -> None:
    """An item falls from a hand (CE-SHEET-40); a combatant that has left drops nothing (CE-END-8)."""
    person = decision.state.people[combatant]
    if person.gone:
        return
    lying = unused_name(item, decision.state.ground, decision.next_lineage_version)
    decision.record(ItemDropped(combatant=combatant, item=item, lying=lying, reason=reason, place=person.place))


def drop_all(decision: Decision[Fight], combatant: str) -> None:
    """Whoever falls lets go of what it holds (CE-DOWN-3)."""
    for item in dict.fromkeys(decision.state.people[combatant].held.values()):
        drop_item(decision, combatant, item, "fell")


def unused_name(item: str, taken: Container[str], version: int) -> str:
    """The ID of an item where another may have the same: its own, or with the version of the fact behind it."""
    return item if item not in taken else f"{item[:LONGEST_NAME]}.{version}"
