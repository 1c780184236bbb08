"""What the forms of several chapters refer to: who is able to act, who acts now, what combatants carry."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from domain.fields.field import Field, several
from domain.fields.sets import AnyText, Labelled, Span
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.rulesets.century.items import Armour, Gear, Weapon
from domain.rulesets.century.state import Fight, Person, Place
from domain.text.phrases import as_words, named, names_in
from domain.text.words import Label

KEY_PATTERN: Final = r"^[a-z0-9][a-z0-9_.-]{0,47}$"
DICE_PATTERN: Final = r"^((\d|1\d|20)d(2|3|4|6|8|10|12|20|100)([+-](\d|1\d|20))?|-?(\d|1\d|20))$"
YES_NO: Final = (True, False)
YES: Final = (True,)
"""What a lookup has where a field is required."""
DICE: Final = AnyText(9, 1, DICE_PATTERN, ("1d6", "2d6", "3d6", "1d6+1"))
KEY: Final = AnyText(48, 1, KEY_PATTERN)
LATEST_ROUND: Final = 100_000
FARTHEST: Final = 100_000
"""The largest coordinate, in metres (CE-SHEET-17)."""
FAR: Final = (-FARTHEST, FARTHEST)
AXES: Final = ("x", "y", "elevation")
"""The coordinates of a place."""
POINT: Final = "{x:east|east|west|west}, {y:north|north|south|south}[, {elevation:up|up|down|down}{elevation?}]"
"""The phrase of a place."""
SOME: Final[Field] = several(EVERYBODY)
"""Any combatants."""


def within(start: Place | None, axis: str, metres: int) -> Span:
    """Return the coordinates on an axis that are so near to a place; all if it is not known."""
    if start is None:
        return Span(*FAR)
    here: int = getattr(start, axis)
    return Span(max(here - metres, -FARTHEST), min(here + metres, FARTHEST))


def people(view: View[Fight]) -> Iterable[Person]:
    """Return those whom the speaker speaks for."""
    everybody = view.state.people
    return [everybody[one] for one in view.whose]


def ids(found: Iterable[Person]) -> tuple[str, ...]:
    """Return the IDs of combatants."""
    return tuple([person.id for person in found])


def labelled(items: Iterable[Weapon | Armour | Gear]) -> tuple[Labelled, ...]:
    """Return items by their IDs, with their names."""
    return tuple([Labelled(item.id, item.name) for item in items])


def natural_attacks(names: Iterable[str]) -> tuple[Labelled, ...]:
    """Return natural attacks by their names, as sheets have them."""
    return tuple([Labelled(name, as_words(name)) for name in names])


def labelled_rolls(fight: Fight, rolls: Collection[str]) -> tuple[Labelled, ...]:
    """Return open rolls, each with its label: whose it is, and of which kind."""
    names = names_in(fight) if rolls else {}

    def label(roll: str) -> Label:
        found = fight.rolls.get(roll)
        if found is None:
            return Label("roll_over")
        return Label.filled("roll_of", kind=Label(found.kind, context="kind"), who=named(names, found.combatant))

    return tuple([Labelled(roll, label(roll)) for roll in rolls])


def rolls_asked_about(kind: str) -> Vocabulary[Fight]:
    """Return the vocabulary of the rolls about which the narrator is asked a kind of question."""

    def found(view: View[Fight]) -> tuple[Labelled, ...]:
        asked = [str(prompt.about["roll"]) for prompt in view.state.prompts if prompt.kind == kind]
        return labelled_rolls(view.state, asked)

    return Vocabulary(f"rolls with {kind}", found)


def sharing_rows(table: dict[str, Any]) -> dict[str, Any]:
    """Return a lookup whose equal rows are one object, so that they are written once."""
    rows: dict[Any, Any] = {}
    return {one: rows.setdefault(_frozen(node), node) for one, node in table.items()}


def _frozen(node: Any) -> Any:
    """Return a key that equal rows have in common: those with the same kinds of sets."""
    if isinstance(node, dict):
        return tuple([(key, _frozen(below)) for key, below in node.items()])
    return type(node), node


def _throwing(view: View[Fight]) -> tuple[str, ...]:
    return ids(person for person in view.state.people.values() if person.throws)


def _to_come(view: View[Fight]) -> Any:
    return rounds_to_come(view.state)


def rounds_to_come(fight: Fight) -> Span:
    """Return the rounds that are not over yet."""
    return Span(fight.first_to_end, LATEST_ROUND)


ABLE: Final[Vocabulary[Fight]] = Vocabulary(
    "able to act", lambda view: ids(person for person in people(view) if person.throws and person.up)
)
"""Persons and animals that are up (CE-SHEET-1, CE-STAG-2)."""
ACTING: Final[Vocabulary[Fight]] = Vocabulary(
    "acting now", lambda view: tuple([one for one in view[ABLE] if view.state.turn_of(one) is not None])
)
"""Whoever has an open part of the present slot (CE-STAG-1)."""
THROWING: Final[Vocabulary[Fight]] = Vocabulary("persons and animals", _throwing)
ROUNDS_TO_COME: Final[Vocabulary[Fight]] = Vocabulary("rounds to come", _to_come)
