"""What is counted of a Yin-Yang fight: cards, tests, exchanges, damage, who falls, and what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import CountEvent, TallyAmount, TallyThrow, rulings_of
from domain.rulesets.yin_yang.chapters import CHAPTERS
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationWon
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn, HandDealt
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.narrator.attributes import AttributesGenerated

RULINGS = rulings_of(CHAPTERS)
"""Commands by which the narrator sets what no card has settled."""


def commanded(event: Commanded) -> Iterator[TallyAmount]:
    """A ruling: a correction, or cards that the narrator adds to a test."""
    if event.command["type"] in RULINGS or "bonus" in event.command or "penalty" in event.command:
        yield TallyAmount(NARRATOR_ID, "rulings")


def hand_dealt(event: HandDealt) -> Iterator[TallyThrow]:
    """Cards of an open hand are drawn when they are dealt."""
    if event.draw is not None:
        yield TallyThrow(event.combatant, "hand", event.draw)


def attempted(event: Attempted) -> Iterator[TallyAmount]:
    """Tests, and those that succeed."""
    yield TallyAmount(event.combatant, "tests")
    if event.success:
        yield TallyAmount(event.combatant, "successes")


def exchange_decided(event: ExchangeDecided) -> Iterator[TallyAmount]:
    """Who wins exchanges, and who loses them."""
    if event.winner is not None:
        yield TallyAmount(event.winner, "exchanges_won")
        for other in (event.caller, event.matcher):
            if other is not None and other != event.winner:
                yield TallyAmount(other, "exchanges_lost")


def damage_drawn(event: DamageDrawn) -> Iterator[TallyAmount]:
    """Damage points, for whoever deals them and for whoever suffers them."""
    if event.points:
        yield TallyAmount(event.combatant, "damage_dealt", event.points)
        yield TallyAmount(event.victim, "damage_suffered", event.points)


YIN_YANG_TALLY: Mapping[type[Event], CountEvent] = {
    Commanded: commanded,
    CardsDrawn: lambda event: (TallyThrow(event.combatant, event.label, event.draw),),
    HandDealt: hand_dealt,
    AttributesGenerated: lambda event: (TallyThrow(event.combatant, "attributes", event.dice),),
    Attempted: attempted,
    ExchangeDecided: exchange_decided,
    ConfrontationWon: lambda event: (TallyAmount(event.winner, "confrontations_won"),),
    FollowUpEarned: lambda event: (TallyAmount(event.combatant, "follow_ups"),),
    Misfired: lambda event: (TallyAmount(event.combatant, "misfires"),),
    DamageDrawn: damage_drawn,
    FellOut: lambda event: (TallyAmount(event.combatant, event.reason),),
}
