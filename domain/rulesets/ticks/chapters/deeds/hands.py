"""Things in hand, on the body and on the ground (TK-SHEET-6 to TK-SHEET-8, TK-OTHER-4, TK-OTHER-5)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.fields.sets import AnyText, Either, Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.vocabularies import OWN_THINGS, THING_NAME, able, by_actor, named
from domain.rulesets.ticks.items import BARE_HANDS, Thing
from domain.rulesets.ticks.said import (
    Item,
    Spot,
)
from domain.rulesets.ticks.state import Fight, Lying, Person
from domain.rulesets.ticks.tables import HANDS
from domain.rulesets.ticks.words import Kind
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

AIMS_BROKEN: Final = {True: "loses the aim for this round", False: "has to aim again"}


DROPPED: Final = {
    "dropped": "{combatant} drops {item}; it",
    "disarmed": "{combatant} has {item} struck from {combatant:their} hand; it",
    "thrown": "{combatant} has thrown {item}; it",
}


def _thing(fight: Fight, person: Person, item: str) -> Thing:
    """A thing of somebody's, which may have been struck from its hand in the same stage."""
    return person.things[item] if item in person.things else fight.ground[item].thing


def out_of_hand(person: Person, item: str) -> None:
    """Defence points and an aim go with their weapon (TK-DEF-6, TK-AIM-8, TK-RUL-20)."""
    declared = person.turn.declared
    if declared is None or declared.weapon != item:
        return
    if declared.action == "defend":
        person.turn = replace(person.turn, defence=0)
    elif declared.action == "aim":
        person.turn = replace(person.turn, aim=None, attack_used=True)


class AimBroken(Event, frozen=True, kw_only=True):
    """The count is void (TK-AIM-6), or the aim is over (TK-AIM-8)."""

    type: ClassVar[str] = "ticks.aim_broken"
    words = "Aim broken"
    told = Told(brief=AS_SAID)
    says = "{combatant} {lost}."
    example = {"combatant": "pell", "lost": True}
    combatant: str
    lost: Annotated[bool, Spoken(AIMS_BROKEN)] = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, aim=None)


class Dropped(Event, frozen=True, kw_only=True):
    """A thing lies on the ground: let fall (TK-OTHER-9), struck from the hand (TK-DISARM-5) or thrown (TK-ATK-7)."""

    type: ClassVar[str] = "ticks.dropped"
    words = "Dropped"
    example = {"combatant": "hanna", "item": "hanna.hatchet", "square": {"x": -2, "y": -1}, "why": "thrown"}
    combatant: str
    item: Item
    square: Spot
    why: str = "dropped"

    def says(self) -> str:
        return f"{DROPPED[self.why]} lies on {{square}}."

    def brief(self) -> str:
        """Tell where it lies, and how it was lost; that it was thrown is told by the strike."""
        if self.why == "thrown":
            return "{item} lies on {square}"
        who, what = DROPPED[self.why].removesuffix("; it").split(" ", 1)
        return f"{who} | {what}, and it lies on {{square}}"

    def last(self) -> bool:
        """Return whether it was thrown, maybe at a trick, which is told after the strikes of its tick."""
        return self.why == "thrown"

    told = Told(brief=brief, last=last, goes_to="{square}")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        fight.ground = {**fight.ground, self.item: Lying(_thing(fight, person, self.item), self.square)}
        person.things = {name: thing for name, thing in person.things.items() if name != self.item}
        out_of_hand(person, self.item)


IN_AND_OUT: Final[frozenset[Kind]] = frozenset({"draw", "stow"})
"""The deeds that put something into the hands or out of them."""


def fits(person: Person, thing: Thing) -> bool:
    """Whether the hands are free for it, and no second shield is in them (TK-SHEET-7, TK-SHEET-8)."""
    second_shield = not thing.is_weapon and person.shield is not None
    return person.hands_full + thing.hands <= HANDS and not second_shield


def own_thing(person: Person, name: str, field: str) -> Thing:
    """A thing of one's own by its ID or key; refuses what one does not have (TK-SHEET-6)."""
    thing = person.thing(name)
    if thing is None:
        said = unknown(f"{person.name} has nothing called “{name}”", name, person.things, f"{person.name} has nothing.")
        refuse("TK-SHEET-6", said, code="invalid", field=field)
    return thing


def in_sight(fight: Fight, person: Person) -> Iterator[Thing]:
    """What somebody can know of: what lies on the ground, its own things, and those of sheets that are no secret."""
    yield from (lying.thing for lying in fight.ground.values())
    for other in fight.people.values():
        if other is person or other.id not in fight.secret_sheets:
            yield from other.things.values()


def knows_all(fight: Fight, person: Person) -> bool:
    """Whether nobody else's sheet is secret, so that nothing can be named that somebody cannot know of."""
    return all(name == person.id for name in fight.secret_sheets)


def require_known(fight: Fight, person: Person, kind: Kind, name: str, field: str) -> None:
    """What a deed names is one's own; to be picked up it is a thing of this encounter, by its ID (TK-SHEET-6).

    Where a sheet is secret nobody is told that something is not on it: that shows when it is to be picked up.
    """
    if kind != "pick_up":
        thing = own_thing(person, name, field)
        said = "Bare hands are always ready, and are neither drawn nor stowed; name something else."
        require(thing.id != BARE_HANDS.id or kind not in IN_AND_OUT, "TK-OTHER-4", said, field=field)
        return
    somewhere = any(thing.id == name for thing in in_sight(fight, person)) or not knows_all(fight, person)
    if not somewhere:
        lying = {key: one.thing for key, one in fight.ground.items()}
        said = unknown(f"Nothing here is called “{name}”", name, lying, "Nothing lies on the ground.")
        refuse("TK-SHEET-6", said, code="invalid", field=field)


IN_SIGHT = Vocabulary[Fight]("things in sight", lambda view: _in_sight(view.state))


def _in_sight(fight: Fight) -> tuple[Labelled, ...]:
    """What lies on the ground, and the things of sheets that are no secret, by ID alone (TK-OTHER-5)."""
    lying = [one.thing for one in fight.ground.values()]
    held = [
        thing for one in fight.people.values() if one.id not in fight.secret_sheets for thing in one.things.values()
    ]
    return tuple([Labelled(thing.id, thing.name) for thing in (*lying, *held)])


def _to_pick_up(view: View[Fight]) -> Node:
    """What each can name to pick it up: where a sheet is secret, also what is not seen."""
    fight = view.state
    rows: dict[str, Node] = {}
    for person in able(view):
        if not knows_all(fight, person):
            rows[person.id] = Either((IN_SIGHT, AnyText(80, 1, THING_NAME)))
        elif person.id in fight.secret_sheets:
            own = tuple([Labelled(thing.id, thing.name) for thing in person.things.values()])
            rows[person.id] = (*view[IN_SIGHT], *own)
        else:
            rows[person.id] = IN_SIGHT
    return rows if view[IN_SIGHT] or fight.secret_sheets else {}


TO_PICK_UP = Vocabulary[Fight]("things to pick up", _to_pick_up)
TO_RELOAD = by_actor(
    "weapons to reload",
    lambda fight, person: (
        named(person, [thing for thing in person.things.values() if thing.kind == "ranged"])
        if fight.options.track_ammunition
        else None
    ),
)
ITEMS = Vocabulary[Fight](
    "things of a deed",
    lambda view: {
        "draw": view[OWN_THINGS],
        "stow": view[OWN_THINGS],
        "pick_up": view[TO_PICK_UP],
        "reload": view[TO_RELOAD],
    },
)


def thing_meant(person: Person, kind: Kind, name: str | None) -> str | None:
    """The ID of what a deed names by its key (TK-SHEET-6); what is to be picked up is named by its ID."""
    thing = person.thing(name) if kind != "pick_up" else None
    return name if thing is None else thing.id


def drop(decision: Decision[Fight], person: Person, name: str, field: str) -> None:
    """Let something fall on one's own square, but no armour that is worn (TK-OTHER-9)."""
    worn = person.armour is not None and name in (person.armour.id, person.armour.key)
    said = f"{person.name} wears that, and armour that is worn cannot be dropped; name something else."
    require(person.thing(name) is not None or not worn, "TK-OTHER-9", said, field=field)
    thing = own_thing(person, name, field)
    said = f"{person.name} cannot drop bare hands; name something else."
    require(thing.id != BARE_HANDS.id, "TK-OTHER-9", said, field=field)
    lose(decision, person, thing.id, "dropped")


def lose(decision: Decision[Fight], person: Person, item: str, why: str) -> None:
    """Something lies on its owner's square now; whoever was to take aim with it does so no more (TK-AIM-8)."""
    declared = person.turn.declared
    aiming = declared is not None and (declared.action, declared.weapon) == ("aim", item)
    over = aiming and person.turn.revealed and not person.turn.attack_used
    dropped = decision.record(Dropped(combatant=person.id, item=item, square=person.square, why=why))
    if over:
        decision.record(AimBroken(combatant=person.id, lost=True), cause=dropped)


HANDS_CHAPTER: Chapter[Fight] = Chapter(events=(AimBroken, Dropped))
