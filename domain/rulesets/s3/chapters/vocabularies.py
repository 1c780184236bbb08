"""Vocabularies that several chapters share: whom the actor of the turn sees and reaches, and who there is.

A close action has two forms: on those in reach or a step away (``IN_REACH``), and on those to whom only a stunt leads
(``LEAPS``, S3-STUNT-25).
"""

from collections.abc import Callable, Mapping
from typing import Final

from domain.fields.field import Field, Fields, among, listed, looked_up
from domain.fields.sets import ANY_KEY, Labelled, Node, Set, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.s3.chapters.attack.reach import CloseQuarters, close_quarters
from domain.rulesets.s3.chapters.attack.targets import in_sight
from domain.rulesets.s3.chapters.legality import acting, chokers_of
from domain.rulesets.s3.chapters.turns.actions import has_step
from domain.rulesets.s3.parts import may_pay
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import LIMBS
from domain.text.words import Label

NO_ONE: Final = CloseQuarters((), ())
INTENT: Final[Field] = listed(Labelled("subdue", Label("to_subdue")), Labelled("kill", Label("to_kill")))


def filled(rows: Mapping[str, Node]) -> dict[str, Node]:
    """Return a lookup without the keys for which there is nothing."""
    return {key: row for key, row in rows.items() if row}


def of_acting(name: str, values: Callable[[View[Fight], Person], Node]) -> Vocabulary[Fight]:
    """Return a vocabulary of the actor of the turn; without one it is empty."""

    def found(view: View[Fight]) -> Node:
        actor = acting(view)
        return {} if actor is None else values(view, actor)

    return Vocabulary(name, found)


def _targets(view: View[Fight], actor: Person) -> tuple[str, ...]:
    fight = view.state
    chokers = chokers_of(fight, actor)
    return tuple([person.id for person in in_sight(fight, actor) if not chokers or person.id in chokers])


TARGETS: Final = of_acting("targets", _targets)
"""Those whom the actor may aim an attack action at (S3-ATK-14, S3-LEGAL-5)."""


def _close(view: View[Fight]) -> CloseQuarters:
    actor = acting(view)
    if actor is None:
        return NO_ONE
    return close_quarters(view.state, actor, [view.state.people[one] for one in view[TARGETS]])


CLOSE: Final = Vocabulary("close quarters", _close)


def _at_hand(view: View[Fight], actor: Person) -> Node:
    close: CloseQuarters = view[CLOSE]
    stepping = (*close.engaged, *close.a_step_away) if has_step(view.state) else close.engaged
    return filled({"true": stepping, "false": close.engaged})


def _leaps(view: View[Fight], actor: Person) -> Set:
    close: CloseQuarters = view[CLOSE]
    return close.a_step_away if may_pay(actor) else ()


AT_HAND: Final = of_acting("within reach", _at_hand)
"""Those within reach of a close action, with and without a step (S3-RANGE-4)."""
LEAPS: Final = of_acting("within a leap", _leaps)
"""Those to whom a stunt with a movement skill leads (S3-STUNT-25)."""


def approaches(name: str, table: Vocabulary[Fight]) -> Vocabulary[Fight]:
    """Return the vocabulary of whether to step to the target, as far as there is anything for it in a lookup."""
    return Vocabulary(name, lambda view: tuple([one for one in (True, False) if key_of(one) in view[table]]))


APPROACHES: Final = approaches("approaches", AT_HAND)
IN_REACH: Final[Fields] = {"approach": among(APPROACHES, seldom=True), "target": looked_up(AT_HAND, "approach")}


def _people(view: View[Fight]) -> tuple[str, ...]:
    return tuple(view.state.people)


def _able(view: View[Fight]) -> tuple[str, ...]:
    return tuple([person.id for person in view.state.people.values() if person.able])


def _in_the_fight(view: View[Fight]) -> tuple[str, ...]:
    return tuple([person.id for person in view.state.people.values() if person.out is None])


def limbs_left(view: View[Fight], people: Mapping[str, Person]) -> dict[str, Node]:
    """Return the limbs that combatants have not lost, as far as the speaker may know (S3-CALL-13)."""
    lost = {person.id: person.limbs for person in people.values() if person.limbs and view.shows(person.id)}
    left = {one: tuple([limb for limb in LIMBS if limb not in limbs]) for one, limbs in lost.items()}
    return {ANY_KEY: LIMBS, **left}


PEOPLE: Final = Vocabulary("people", _people)
ABLE: Final = Vocabulary("able", _able)
IN_THE_FIGHT: Final = Vocabulary("in the fight", _in_the_fight)
LIMBS_LEFT: Final = Vocabulary[Fight]("limbs left", lambda view: limbs_left(view, view.state.people))


def _beside(view: View[Fight], actor: Person) -> Node:
    zones: dict[str, list[str]] = {}
    for person in in_sight(view.state, actor):
        if person.vehicle is None:
            zones.setdefault(person.zone, []).append(person.id)
    return {zone: tuple(people) for zone, people in zones.items()}


BESIDE: Final = of_acting("on foot in a zone", _beside)
"""Those to stop beside, by their zone (S3-MOVE-4)."""
