"""A small ruleset made of nothing but throws.

A gamble rolls white dice, then black dice of as many sides, then tosses coins: three draws of one event. Whoever puts
up no dice of a kind rolls none. A lot is one die more, on record in an event of its own.

Somebody may also be *dealt* cards from one pack, face up, or face down for nobody else to see; *gathered*, all hands go
back into the pack.
"""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pydantic import Field, TypeAdapter

from domain.chance.draws import NOTHING_DRAWN, Draw
from domain.core.commands import Command, StrictModel
from domain.decision.decision import Decision
from domain.model.cards import PACK, mask_of, remove_cards, return_cards
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.refusal import require
from domain.model.speaker import Speaker
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.tally import TallyThrow
from domain.text.phrases import Names, cards_shown, coins_shown, counted, dice_shown, listed, named


class Sheet(StrictModel):
    """Who gambles has a name."""

    name: str


class Gambling(Encounter):
    """The cards that can be dealt, and those that somebody holds."""

    deck: tuple[str, ...] = PACK
    hands: dict[str, tuple[str, ...]] = {}


class Gamble(Command):
    type: Literal["gamble.gamble"] = "gamble.gamble"
    white: int = 0
    black: int = 0
    coins: int = 0
    sides: int = 6
    lot: bool = Field(default=False, description="whether a lot is drawn too")


class Deal(Command):
    type: Literal["gamble.deal"] = "gamble.deal"
    to: str
    count: int = 1
    face_down: bool = False


class Gather(Command):
    type: Literal["gamble.gather"] = "gamble.gather"


class Gambled(Event, frozen=True):
    type: ClassVar[str] = "gamble.gambled"
    dice: tuple[Draw, ...]
    coins: Draw


class LotDrawn(Event, frozen=True):
    type: ClassVar[str] = "gamble.lot_drawn"
    draw: Draw


class Dealt(Event, frozen=True):
    type: ClassVar[str] = "gamble.dealt"
    private: ClassVar[frozenset[str]] = frozenset({"draw", "pack"})
    to: str
    count: int
    draw: Draw = NOTHING_DRAWN
    pack: str = ""


class Gathered(Event, frozen=True):
    type: ClassVar[str] = "gamble.gathered"


def gamble(decision: Decision[Gambling], command: Gamble) -> None:
    """Everything is thrown in a stated order; nobody gambles with nothing."""
    require(command.white or command.black or command.coins, "GAMBLE-1", "Put something up.")
    white = decision.roll("narrator", "white", command.white, command.sides)
    black = decision.roll("narrator", "black", command.black, command.sides)
    decision.record(Gambled((white, black), decision.toss("narrator", "coins", command.coins)))
    if command.lot:
        decision.record(LotDrawn(decision.roll("world", "lot", 1)))


def deal(decision: Decision[Gambling], command: Deal) -> None:
    """Cards are dealt from what is left of the pack."""
    deck = decision.state.deck
    require(command.count <= len(deck), "GAMBLE-2", "So many cards are not left.")
    draw = decision.draw(command.to, "deal", command.count, deck, hidden=command.face_down)
    audience = command.to if command.face_down else "all"
    decision.record(Dealt(command.to, command.count, draw, mask_of(deck)), audience=audience)


def gather(decision: Decision[Gambling], command: Gather) -> None:
    """Everybody hands the cards back."""
    decision.record(Gathered())


def nothing(state: Gambling, event: Event) -> None:
    """A gamble changes nothing."""


def dealt(state: Gambling, event: Dealt) -> None:
    """The cards lie in a hand, and are in the deck no more."""
    state.deck = remove_cards(state.deck, event.draw.cards)
    state.hands = {**state.hands, event.to: (*state.hands.get(event.to, ()), *event.draw.cards)}


def gathered(state: Gambling, event: Gathered) -> None:
    """The deck is whole."""
    state.deck = return_cards(state.deck, [card for hand in state.hands.values() for card in hand])
    state.hands = {}


def own_hand(state: Gambling, speaker: Speaker) -> Gambling:
    """Everybody sees the own cards, and nobody the deck, by which the others' could be told."""
    state.deck = ()
    state.hands = {of: hand for of, hand in state.hands.items() if of in speaker.combatants}
    return state


def gamble_told(event: Gambled, names: Names) -> str:
    dice = (dice_shown(draw.dice, draw.sides) for draw in event.dice)
    return f"There fall {listed([*dice, coins_shown(event.coins.coins)])}."


def deal_told(event: Dealt, names: Names) -> str:
    cards = cards_shown(event.draw.cards) or counted(event.count, "card")
    return f"{named(names, event.to)} is dealt {cards}."


def gambled_thrown(event: Gambled) -> Iterable[TallyThrow]:
    labels = ("white", "black", "coins")
    return [TallyThrow("narrator", label, draw) for label, draw in zip(labels, (*event.dice, event.coins), strict=True)]


def lot_thrown(event: LotDrawn) -> Iterable[TallyThrow]:
    return [TallyThrow("world", "lot", event.draw)]


def deal_thrown(event: Dealt) -> Iterable[TallyThrow]:
    return [TallyThrow(event.to, "deal", event.draw)]


GAMBLE: Ruleset[Gambling] = Ruleset(
    key="gamble",
    title="Gamble",
    version="1",
    state=Gambling,
    sheet_model=TypeAdapter(Sheet),
    commands=(Gamble, Deal, Gather),
    events=(Gambled, LotDrawn, Dealt, Gathered),
    decide={Gamble: gamble, Deal: deal, Gather: gather},
    evolve={Gambled: nothing, LotDrawn: nothing, Dealt: dealt, Gathered: gathered},
    view=own_hand,
    sentences={
        Gambled: gamble_told,
        LotDrawn: lambda event, names: f"The lot is {dice_shown(event.draw.dice)}.",
        Dealt: deal_told,
        Gathered: lambda event, names: "All cards are gathered.",
    },
    tally={Gambled: gambled_thrown, LotDrawn: lot_thrown, Dealt: deal_thrown},
    rules={},
)
