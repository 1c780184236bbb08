"""A small ruleset that consists of throws.

A gamble rolls white dice, then black dice with the same number of sides, then tosses coins: three draws of one event. A
kind of dice with a count of 0 is not rolled. A lot is one more die, recorded in its own event.

A player may also be *dealt* cards from one pack, face up or, visible only to that player, face down; when cards are
*gathered*, all hands return to the pack.
"""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter

from domain.chance.draws import NOTHING_DRAWN, Draw
from domain.core.commands import Command, StrictModel
from domain.decision.decision import Decision
from domain.model.cards import PACK, mask_of, remove_cards, return_cards
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.refusal import require
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.tally import TallyThrow
from domain.text.phrases import Names, cards_shown, coins_shown, counted, dice_shown, listed
from domain.text.sentences import Spoken, SpokenOf


class Sheet(StrictModel):
    """A sheet, which has only a name."""

    name: str


class Gambling(Encounter):
    """The deck, and the cards in each hand."""

    deck: tuple[str, ...] = PACK
    hands: dict[str, tuple[str, ...]] = {}


class Gamble(Command):
    type: Literal["gamble.gamble"] = "gamble.gamble"
    white: int = 0
    black: int = 0
    coins: int = 0
    sides: int = 6
    lot: bool = Field(default=False, description="whether a lot is drawn too")

    def decide(self, decision: Decision[Gambling]) -> None:
        """Roll white dice, roll black dice and toss coins, in this order; at least one of them is required."""
        require(self.white or self.black or self.coins, "GAMBLE-1", "Put something up.")
        white = decision.roll("narrator", "white", self.white, self.sides)
        black = decision.roll("narrator", "black", self.black, self.sides)
        decision.record(Gambled(dice=(white, black), coins=decision.toss("narrator", "coins", self.coins)))
        if self.lot:
            decision.record(LotDrawn(draw=decision.roll("world", "lot", 1)))


class Deal(Command):
    type: Literal["gamble.deal"] = "gamble.deal"
    to: str
    count: int = 1
    face_down: bool = False

    def decide(self, decision: Decision[Gambling]) -> None:
        """Deal cards from the remaining deck."""
        deck = decision.state.deck
        require(self.count <= len(deck), "GAMBLE-2", "So many cards are not left.")
        draw = decision.draw(self.to, "deal", self.count, deck, hidden=self.face_down)
        audience = self.to if self.face_down else "all"
        decision.record(Dealt(to=self.to, count=self.count, draw=draw, pack=mask_of(deck)), audience=audience)


class Gather(Command):
    type: Literal["gamble.gather"] = "gamble.gather"

    def decide(self, decision: Decision[Gambling]) -> None:
        """Return all hands to the deck."""
        decision.record(Gathered())


def all_fallen(event: "Gambled", names: Names) -> str:
    dice = (dice_shown(draw.dice, draw.sides) for draw in event.dice)
    return listed([*dice, coins_shown(event.coins.coins)])


def lot_said(draw: Draw, names: Names) -> str:
    return dice_shown(draw.dice)


def cards_said(event: "Dealt", names: Names) -> str:
    return cards_shown(event.draw.cards) or counted(event.count, "card")


class Gambled(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "gamble.gambled"
    says = "There fall {dice}."
    dice: Annotated[tuple[Draw, ...], SpokenOf(all_fallen)]
    coins: Draw


class LotDrawn(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "gamble.lot_drawn"
    says = "The lot is {draw}."
    draw: Annotated[Draw, Spoken(lot_said)]


class Dealt(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "gamble.dealt"
    says = "{to} is dealt {count}."
    private: ClassVar[frozenset[str]] = frozenset({"draw", "pack"})
    to: str
    count: Annotated[int, SpokenOf(cards_said)]
    draw: Draw = NOTHING_DRAWN
    pack: str = ""

    def evolve(self, state: Gambling) -> None:
        """Move the cards from the deck to a hand."""
        state.deck = remove_cards(state.deck, self.draw.cards)
        state.hands = {**state.hands, self.to: (*state.hands.get(self.to, ()), *self.draw.cards)}


class Gathered(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "gamble.gathered"
    says = "All cards are gathered."

    def evolve(self, state: Gambling) -> None:
        """Restore the whole deck."""
        state.deck = return_cards(state.deck, [card for hand in state.hands.values() for card in hand])
        state.hands = {}


def own_hand(state: Gambling, speaker: Speaker) -> Gambling:
    """Show the speaker's own cards only; the deck is hidden too, because it reveals the other hands."""
    state.deck = ()
    state.hands = {of: hand for of, hand in state.hands.items() if of in speaker.combatants}
    return state


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
    chapters=(Chapter(commands=(Gamble, Deal, Gather), events=(Gambled, LotDrawn, Dealt, Gathered)),),
    sheet_model=TypeAdapter(Sheet),
    view=own_hand,
    tally={Gambled: gambled_thrown, LotDrawn: lot_thrown, Dealt: deal_thrown},
    rules={},
)
