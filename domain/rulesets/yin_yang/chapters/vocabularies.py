"""Vocabularies that several chapters share: who may act, with what, and where everybody is."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NamedTuple

from domain.fields.field import looked_up
from domain.fields.sets import ANY_KEY, Labelled, Without
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.yin_yang.chapters.decks.hands import costs_card
from domain.rulesets.yin_yang.chapters.out_of_action import has_voice
from domain.rulesets.yin_yang.chapters.turns.edge import could_call
from domain.rulesets.yin_yang.items import Armour, Weapon
from domain.rulesets.yin_yang.scores import NATURAL, at_hand, weapon_at_hand
from domain.rulesets.yin_yang.state import DefaultAttack, Fight, Person
from domain.rulesets.yin_yang.tables import REACHES
from domain.rulesets.yin_yang.words import BARE_HANDS, Reach
from domain.text.phrases import JOKER_NAMES, RANK_NAMES
from domain.text.words import Label

Names = tuple[str, ...]


def people(view: View[Fight], names: Iterable[str]) -> list[Person]:
    """Return combatants by their IDs."""
    return [view.state.people[who] for who in names]


# Who acts


def _voiced(view: View[Fight]) -> Names:
    fight = view.state
    return tuple([who for who in view.whose if who in fight.people and has_voice(fight, view.speaker, who)])


VOICED: Final = Vocabulary[Fight]("yours to speak for", _voiced)
"""Those for whom the speaker speaks: for the mad the narrator alone (YY-MB-5)."""


def asked_to(view: View[Fight], kind: str) -> Names:
    """Return those of them who are asked a question of this kind."""
    asked = {prompt.to for prompt in view.state.prompts if prompt.kind == kind}
    return tuple([who for who in view[VOICED] if who in asked]) if asked else ()


ALIVE: Final = Vocabulary[Fight](
    "alive", lambda view: tuple([person.id for person in people(view, view[VOICED]) if person.alive])
)
"""Those of them who are not dead."""
ABLE: Final = Vocabulary[Fight](
    "able", lambda view: tuple([person.id for person in people(view, view[VOICED]) if person.able])
)
"""Those of them who act at all (YY-COND-1)."""


def _callers(view: View[Fight]) -> Names:
    fight = view.state
    if fight.phase != "turn":
        return ()
    return tuple([person.id for person in people(view, view[ABLE]) if could_call(fight, person)])


CALLERS: Final = Vocabulary[Fight]("who may call", _callers)
"""Those of them who may call something that costs an action (YY-ACT-2)."""
TESTERS: Final = Vocabulary[Fight](
    "who may test", lambda view: view[CALLERS] if view.state.phase == "turn" else view[ABLE]
)
"""Those of them who may make a test that costs an action in a turn (YY-TEST-10)."""
LIVING: Final = Vocabulary[Fight](
    "living", lambda view: tuple([person.id for person in view.state.people.values() if person.alive])
)
"""All who are not dead, for the narrator's commands (YY-COND-10)."""


def _known(view: View[Fight]) -> Names:
    """Return those whose sheets count: of whom the speaker speaks for, and of their side as far as it sees them."""
    sides = {person.side for person in people(view, view[VOICED])}
    return tuple([one.id for one in view.state.people.values() if one.side in sides and view.shows(one.id)])


KNOWN: Final = Vocabulary[Fight]("known sheets", _known)


# Cards, abilities, weapons


def cards_to_play(fight: Fight, person: Person, *, count: int = 1) -> tuple[Labelled, ...]:
    """Return the cards of which one is played for a deed of this number of actions; () if none is (YY-DECK-14)."""
    if not costs_card(fight, person, count=count):
        return ()
    return tuple([Labelled(card, _name_of_card(card)) for card in dict.fromkeys(person.cards)])


@cache
def _name_of_card(card: str) -> Label:
    """Return what a card is called: a Joker, or a rank of a suit."""
    if card in JOKER_NAMES:
        return Label(f"joker_{card.lower()}")
    rank, suit = card[:-1], Label(f"suit_{card[-1:]}")
    return Label.filled("card", rank=Label(f"rank_{rank}") if rank in RANK_NAMES else rank, suit=suit)


def _cards(view: View[Fight]) -> dict[str, Any]:
    found = {person.id: cards_to_play(view.state, person) for person in people(view, view[VOICED])}
    return {who: cards for who, cards in found.items() if cards}


CARDS: Final = Vocabulary[Fight]("cards in hand", _cards)
"""The cards of open hands that a deed of one action plays."""
CARD_PLAYED: Final = looked_up(CARDS, "actor", required=True)


def as_written(names: Iterable[str]) -> tuple[Labelled, ...]:
    """Return names that people have written as values that are shown as they are."""
    return tuple([Labelled(name, name) for name in names])


def _abilities(view: View[Fight]) -> dict[str, Any]:
    return {person.id: as_written(person.abilities) for person in people(view, view[KNOWN]) if person.abilities}


ABILITIES: Final = Vocabulary[Fight]("abilities", _abilities)


def gifted(name: str, actors: Vocabulary[Fight]) -> Vocabulary[Fight]:
    """Return the vocabulary of those of some actors who have abilities."""
    return Vocabulary(name, lambda view: tuple([who for who in view[actors] if who in view[ABILITIES]]))


def default_of(person: Person) -> DefaultAttack:
    """Return what somebody attacks with who names nothing (YY-ATK-3)."""
    return person.default_attack or DefaultAttack(BARE_HANDS)


def _abilities_in_combat(view: View[Fight]) -> dict[str, Any]:
    """Return the abilities to attack with (YY-SKILL-6); None among them where the sheet attacks without."""
    found: dict[str, Any] = {}
    for person in people(view, view[KNOWN]):
        fitting = [one.name for one in person.abilities.values() if one.combat or view.speaker.is_narrator]
        found[person.id] = (*as_written(fitting), *((None,) if default_of(person).ability is None else ()))
    return {who: abilities for who, abilities in found.items() if abilities and abilities != (None,)}


ABILITIES_IN_COMBAT: Final = Vocabulary[Fight]("abilities in combat", _abilities_in_combat)
USUAL_ABILITY: Final = Vocabulary[Fight](
    "usual ability",
    lambda view: {
        person.id: as_written((usual,))
        for person in people(view, view[KNOWN])
        if (usual := default_of(person).ability) is not None
    },
)


def attacks_at_all(view: View[Fight], person: Person) -> bool:
    """Return whether somebody has an ability to attack with, or may attack without (YY-SKILL-6)."""
    return default_of(person).ability is None or person.id in view[ABILITIES_IN_COMBAT]


def _armed(view: View[Fight]) -> dict[str, dict[str, Weapon]]:
    """Return all that each could strike with now, by ID (YY-ATK-3)."""
    return {one.id: {weapon.id: weapon for weapon, _ in at_hand(one)} for one in people(view, view[KNOWN])}


ARMED: Final = Vocabulary[Fight]("armed", _armed)


WITH_BARE_HANDS: Final = Label(f"with_{BARE_HANDS}")


def labelled(things: Iterable[Weapon | Armour]) -> tuple[Labelled, ...]:
    """Return weapons or armour as values with their names."""
    return tuple([Labelled(thing.id, _name_of_thing(thing)) for thing in things])


def _name_of_thing(thing: Weapon | Armour) -> str | Label:
    return Label(f"with_{thing.id}") if thing.id in NATURAL else thing.name


def set_aside(person: Person, weapons: Iterable[str]) -> tuple[Labelled, ...]:
    """Return bare hands as the one value for all weapons of who pulls the punches, which sets each of them aside."""
    usual, keys = usual_weapon(person, pulled=True), tuple(weapons)
    if not keys:
        return ()
    one = usual if usual in keys else keys[0]
    return (Labelled(one, WITH_BARE_HANDS, tuple([key for key in keys if key != one])),)


WEAPONS_AT_HAND: Final = Vocabulary[Fight](
    "weapons at hand",
    lambda view: {who: labelled(weapons.values()) for who, weapons in view[ARMED].items()},
)


WEAPONS_TO_STRIKE_BACK: Final = Vocabulary[Fight](
    "weapons to strike back with",
    lambda view: {
        one.id: {"true": set_aside(one, view[ARMED][one.id]), ANY_KEY: labelled(view[ARMED][one.id].values())}
        for one in people(view, view[KNOWN])
        if view[ARMED][one.id]
    },
)
"""By combatant, and by whether punches are pulled."""


def usual_weapon(person: Person, *, pulled: bool) -> str | None:
    """Return the weapon of who names none (YY-ATK-3), None if the hands are full of others.

    With punches pulled it is bare hands even so.
    """
    usual = default_of(person).weapon
    if weapon_at_hand(person, usual) is not None:
        return usual
    return BARE_HANDS if pulled or not person.wielded else None


def _named(person: Person, key: str | None) -> tuple[Labelled | None, ...]:
    weapon = None if key is None else weapon_at_hand(person, key)
    return (None,) if weapon is None else labelled((weapon,))


def _usual_weapons(view: View[Fight]) -> dict[str, Any]:
    usual = [(person, usual_weapon(person, pulled=False)) for person in people(view, view[KNOWN])]
    return {person.id: _named(person, key) for person, key in usual if key is not None}


def _usual_strikes(view: View[Fight]) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = {}
    for person in people(view, view[KNOWN]):
        pulled = usual_weapon(person, pulled=True)
        at_hand = pulled is not None and weapon_at_hand(person, pulled) is not None
        found[person.id] = {"true": (Labelled(pulled, WITH_BARE_HANDS) if at_hand else None,)}
        if person.id in view[USUAL_WEAPON]:
            found[person.id][ANY_KEY] = view[USUAL_WEAPON][person.id]
    return found


USUAL_WEAPON: Final = Vocabulary[Fight]("usual weapon", _usual_weapons)
USUAL_STRIKE: Final = Vocabulary[Fight]("usual weapon to strike with", _usual_strikes)
"""By combatant, and by whether punches are pulled."""


# Places


class Places(NamedTuple):
    """Where everybody is: who is open to all in each sub-fight, and whose distance is not that of a room.

    ``to`` has those who are open to one combatant alone, since they are locked in a Confrontation (YY-CONF-15).
    """

    open: dict[str, Names]
    everywhere: Names
    to: dict[str, list[str]]
    near: dict[str, list[str]]
    far: dict[str, list[str]]


def _places(view: View[Fight]) -> Places:
    fight = view.state
    within: dict[str, list[str]] = {}
    to: dict[str, list[str]] = {}
    everywhere: list[str] = []
    for person in fight.people.values():
        if person.gone:
            continue
        if person.locked_with is not None:
            to.setdefault(person.locked_with, []).append(person.id)
        else:
            within.setdefault(person.subfight, []).append(person.id)
            everywhere.append(person.id)
    near: dict[str, list[str]] = {}
    far: dict[str, list[str]] = {}
    for pair, band in fight.distances.items() if fight.options.movement == "action" else ():
        one, _, other = pair.partition("/")
        if band != "room" and fight.together(one, other):
            found = near if band == "arm" else far
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return Places({key: tuple(names) for key, names in within.items()}, tuple(everywhere), to, near, far)


PLACES: Final = Vocabulary[Fight]("places", _places)


def whole_of(names: Any) -> Any:
    """Return a set, or the set of which it is the rest."""
    return names.of if isinstance(names, Without) else names


def less(names: Any, minus: Iterable[str]) -> Any:
    """Return a set without some of its values."""
    whole, barred = whole_of(names), {*minus, *(names.minus if isinstance(names, Without) else ())}
    gone = tuple([one for one in whole if one in barred]) if barred else ()
    if len(gone) == len(whole):
        return ()
    return Without(whole, gone) if gone else whole


def has_another(names: Any, who: str) -> bool:
    """Return whether there is anybody else in a set."""
    whole, minus = whole_of(names), names.minus if isinstance(names, Without) else ()
    if len(whole) - len(minus) != 1:
        return len(whole) > len(minus)
    return any(one != who and one not in minus for one in whole)


def reached_by(
    view: View[Fight], person: Person, reach: Reach | None, *, charging: bool = False, all_open: bool
) -> Any:
    """Return whom a call may go at (YY-ATK-4): with a weapon of this reach (YY-MOVE-3), or as an act with none.

    Whoever is locked with the caller is among them if ``all_open``: to several together nobody locked is open.
    """
    places, free = view[PLACES], view.state.options.movement == "free"
    here = places.open.get(person.subfight, ())
    anywhere = reach is not None and "sight" in REACHES[reach] and (free or not charging)
    if anywhere:
        found: Any = places.everywhere
    elif free or reach is None:
        found = here
    elif charging:
        found = less(here, places.near.get(person.id, ()))
    elif "room" in REACHES[reach]:
        found = less(here, places.far.get(person.id, ()))
    else:
        beside = set(places.near.get(person.id, ()))
        found = tuple([one for one in here if one in beside]) if beside else ()
    if not all_open or person.id not in places.to:
        return found
    bands = None if free or reach is None else ("room", "sight") if charging else REACHES[reach]
    locked = [
        other
        for other in places.to[person.id]
        if anywhere
        or (view.state.together(person.id, other) and (bands is None or view.state.band(person.id, other) in bands))
    ]
    if isinstance(found, Without):
        found = tuple([one for one in whole_of(found) if one not in found.minus])
    return (*found, *locked)
