"""A small ruleset made of nothing but throws.

A gamble rolls white dice, then black dice of as many sides, then tosses coins: three draws of one event. Whoever puts
up no dice of a kind rolls none. A lot is one die more, on record in an event of its own.
"""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pydantic import Field, TypeAdapter

from domain.chance import Draw
from domain.core_commands import Command, Model
from domain.encounter import Encounter
from domain.event import Event
from domain.refusal import require
from domain.ruleset import Ruleset
from domain.table import Table
from domain.tallying import Thrown


class Sheet(Model):
    """Who gambles has a name."""

    name: str


class Gamble(Command):
    type: Literal["gamble.gamble"] = "gamble.gamble"
    white: int = 0
    black: int = 0
    coins: int = 0
    sides: int = 6
    lot: bool = Field(default=False, description="whether a lot is drawn too")


class Gambled(Event, frozen=True):
    type: ClassVar[str] = "gamble.gambled"
    dice: tuple[Draw, ...]
    coins: Draw


class LotDrawn(Event, frozen=True):
    type: ClassVar[str] = "gamble.lot_drawn"
    draw: Draw


def gamble(table: Table[Encounter], command: Gamble) -> None:
    """Everything is thrown in a stated order; nobody gambles with nothing."""
    require(command.white or command.black or command.coins, "GAMBLE-1", "Put something up.")
    white = table.roll("narrator", "white", command.white, command.sides)
    black = table.roll("narrator", "black", command.black, command.sides)
    table.record(Gambled((white, black), table.toss("narrator", "coins", command.coins)))
    if command.lot:
        table.record(LotDrawn(table.roll("world", "lot", 1)))


def nothing(state: Encounter, event: Event) -> None:
    """A gamble changes nothing."""


def gambled_thrown(event: Gambled) -> Iterable[Thrown]:
    labels = ("white", "black", "coins")
    return [Thrown("narrator", label, draw) for label, draw in zip(labels, (*event.dice, event.coins), strict=True)]


def lot_thrown(event: LotDrawn) -> Iterable[Thrown]:
    return [Thrown("world", "lot", event.draw)]


GAMBLE: Ruleset[Encounter] = Ruleset(
    key="gamble",
    title="Gamble",
    version="1",
    state=Encounter,
    sheet_model=TypeAdapter(Sheet),
    commands=(Gamble,),
    events=(Gambled, LotDrawn),
    decide={Gamble: gamble},
    evolve={Gambled: nothing, LotDrawn: nothing},
    tell={},
    tally={Gambled: gambled_thrown, LotDrawn: lot_thrown},
    rules={},
)
