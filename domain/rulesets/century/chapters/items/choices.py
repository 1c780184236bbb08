"""What combatants may draw, drop, exchange and pick up now (CE-ACT-44 to CE-ACT-47)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from domain.fields.field import Field as FormField
from domain.fields.field import Lookup, among, looked_up
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.century.chapters.items.grasping import (
    WANTED,
    Wanted,
    carried,
    held_weapons,
    why_not_for,
    why_not_in_hand,
    within_reach,
)
from domain.rulesets.century.chapters.round.move_points import those_acting
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.vocabularies import YES, ids, labelled, sharing_rows


class ItemsForHands(NamedTuple):
    """Items that come into hands: who takes which, into which hand, and where that has to be said."""

    takers: Vocabulary[Fight]
    items: Vocabulary[Fight]
    hands: Vocabulary[Fight]
    unsaid: Vocabulary[Fight]


def into_hand(taken: ItemsForHands) -> dict[str, FormField | None]:
    """Return the form of a step that takes an item into a hand."""
    return {
        "actor": among(taken.takers),
        "item": looked_up(taken.items, "actor"),
        "hand": looked_up(taken.hands, "actor", "item", required=Lookup(taken.unsaid, ("actor", "item")), seldom=True),
    }


def _for_hands(name: str, found: Callable[[View[Fight]], Iterable[tuple[Person, str, Weapon]]]) -> ItemsForHands:
    """Return the vocabularies of items that may come into hands, of those found with whoever reaches them."""

    def grips(view: View[Fight]) -> dict[str, dict[str, tuple[Labelled, tuple[Wanted, ...]]]]:
        table: dict[str, dict[str, tuple[Labelled, tuple[Wanted, ...]]]] = {}
        for actor, item, weapon in found(view):
            wanted = tuple([one for one in WANTED if why_not_in_hand(view.state.options, actor, weapon, one) is None])
            if wanted:
                table.setdefault(actor.id, {})[item] = Labelled(item, weapon.name), wanted
        return table

    whole = Vocabulary(f"{name}, with hands", grips)
    return ItemsForHands(
        Vocabulary(f"who has {name}", lambda view: tuple(view[whole])),
        Vocabulary(
            name, lambda view: {one: tuple([item for item, _ in of.values()]) for one, of in view[whole].items()}
        ),
        Vocabulary(
            f"hands for {name}",
            lambda view: {
                one: {item: tuple([hand for hand in wanted if hand is not None]) for item, (_, wanted) in of.items()}
                for one, of in view[whole].items()
            },
        ),
        Vocabulary(
            f"{name} for a hand that is named",
            lambda view: {
                one: {item: YES for item, (_, wanted) in of.items() if None not in wanted}
                for one, of in view[whole].items()
            },
        ),
    )


def _lying_near(view: View[Fight]) -> Iterator[tuple[Person, str, Weapon]]:
    for actor in those_acting(view, view.state.options.pick_up_mp):
        for item, lying in view.state.ground.items():
            if within_reach(actor.place, lying.place):
                yield actor, item, lying.weapon


def _exchanges(view: View[Fight]) -> dict[str, dict[str, tuple[Labelled, ...]]]:
    options = view.state.options
    table = {
        actor.id: {
            item.id: taken
            for item in held_weapons(actor)
            if (
                taken := labelled(
                    [weapon for weapon in carried(actor) if why_not_for(options, actor, item.id, weapon) is None]
                )
            )
        }
        for actor in those_acting(view, options.exchange_weapon_mp)
    }
    return sharing_rows({one: items for one, items in table.items() if items})


def _put_away(view: View[Fight]) -> dict[str, tuple[Labelled, ...]]:
    people = view.state.people
    return {one: labelled([people[one].weapons[item] for item in items]) for one, items in view[EXCHANGED].items()}


DRAWN: Final = _for_hands(
    "weapons to draw",
    lambda view: (
        (actor, weapon.id, weapon) for actor in those_acting(view, COSTS["draw_weapon"]) for weapon in carried(actor)
    ),
)
TAKEN: Final = _for_hands("things within reach on the ground", _lying_near)
IN_HAND: Final[Vocabulary[Fight]] = Vocabulary(
    "weapons in hand",
    lambda view: {one: labelled(held_weapons(view.state.people[one])) for one in view[DROPPERS]},
)
DROPPERS: Final[Vocabulary[Fight]] = Vocabulary(
    "who can drop something",
    lambda view: ids(actor for actor in those_acting(view, COSTS["discard_weapon"]) if actor.held),
)
EXCHANGED: Final[Vocabulary[Fight]] = Vocabulary("weapons to take for another", _exchanges)
EXCHANGERS: Final[Vocabulary[Fight]] = Vocabulary("who can change weapons", lambda view: tuple(view[EXCHANGED]))
PUT_AWAY: Final[Vocabulary[Fight]] = Vocabulary("weapons to put away", _put_away)
