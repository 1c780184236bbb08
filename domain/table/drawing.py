"""The drawing of a ruleset: how its state becomes a table. Each part is a function of a look at the state alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import UNSET, UnsetType

from domain.model.encounter import Encounter, Prompt
from domain.model.event import Json
from domain.table.defaults import anybody, plain_card, plain_legend
from domain.table.look import Look
from domain.table.shapes import (
    Board,
    Bond,
    Choice,
    Clock,
    Combatant,
    Deck,
    Legend,
    MeterTone,
    Over,
    Pending,
    TableScene,
    ToAct,
)

S = TypeVar("S", bound=Encounter)
Cards = Mapping[str, Combatant]


def nothing(look: Look[Any]) -> None:
    """Return None: the ruleset has no such part."""


def none(look: Look[Any]) -> Mapping[str, Any]:
    """Return nothing: the ruleset has no such parts."""
    return {}


def never_said(look: Look[Any], cards: Cards) -> UnsetType:
    """Return UNSET: the ruleset does not say who has won."""
    return UNSET


@dataclass(frozen=True)
class MeterKind:
    """A kind of meter: its tone, its unit as an identifier (context ``unit``), and from where down it is low.

    Its label is that of its key, in the context ``meter``.
    """

    tone: MeterTone
    unit: str = ""
    low: int | None = None


@dataclass(frozen=True, kw_only=True)
class Drawing(Generic[S]):
    """The parts of a table, each by a function; those that are omitted have a plain form, or stay out.

    ``card`` draws one combatant by its ID. The table has the state, place and conditions alone of a secret sheet, and
    only those that have changed since it joined. ``others`` draws vehicles and things that are no combatants. ``over``
    receives all cards, in which a combatant with a secret sheet is able until play has shown otherwise. ``meters`` has
    the kinds of all meters, by key. ``details`` say what an answer costs or comes to, and ``lacking`` returns choices
    that take a card or a place, by the kind of the prompt; they are for those who may answer it.
    """

    clock: Callable[[Look[S]], Clock | None] = nothing
    scene: Callable[[Look[S]], TableScene | None] = nothing
    to_act: Callable[[Look[S]], ToAct] = anybody
    over: Callable[[Look[S], Cards], Over | UnsetType | None] = never_said
    card: Callable[[Look[S], str], Combatant] = plain_card
    others: Callable[[Look[S]], Cards] = none
    pending: Callable[[Look[S]], Mapping[str, Pending]] = none
    board: Callable[[Look[S]], Board | None] = nothing
    bonds: Callable[[Look[S]], Mapping[str, Bond]] = none
    decks: Callable[[Look[S]], Mapping[str, Deck]] = none
    meters: Mapping[str, MeterKind] = field(default_factory=dict)
    details: Mapping[str, Callable[[Look[S], Prompt, Json], str]] = field(default_factory=dict)
    lacking: Mapping[str, Callable[[Look[S], Prompt], Iterable[Choice]]] = field(default_factory=dict)

    def legend(self, look: Look[S], key: str) -> Legend:
        """Return what a meter is called."""
        kind = self.meters.get(key)
        if kind is None:
            return plain_legend(look, key)
        unit = look.label(kind.unit, "unit") if kind.unit else ""
        return Legend(look.label(key, "meter"), kind.tone, unit, kind.low)
