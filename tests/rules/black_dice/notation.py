"""The throws of Black Dice as the notation of dice writes them: ``vane cutlass W5[1,6,3,4,5]=2``."""

from collections.abc import Iterable, Iterator

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.rounds.initiative import LotsCast
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from tests.rules.black_dice.throws import DiceDraw, assert_draws

USUAL_SUCCESSES = (1, 6)
"""What counts a wave of open sixes and a die that is read as a number; whole throws count as they are recorded."""


def thrown(events: Iterable[Event]) -> Iterator[DiceDraw]:
    """The draws among the events, in the order in which they fell."""
    for event in events:
        if isinstance(event, DiceThrown):
            yield from _draws_of(event)
        elif isinstance(event, LotsCast):
            for combatant, draw in zip(event.combatants, event.draws, strict=True):
                yield _draw(combatant, "lots", "W", draw)
        elif isinstance(event, Injured) and event.face is not None:
            yield _draw(event.combatant, "injury_table", "W", event.face)


def assert_throws(events: Iterable[Event], expected: Iterable[str]) -> None:
    """The events hold exactly these draws, in this order, each with the successes that the record counts."""
    assert_draws(thrown(events), expected)


def _draws_of(event: DiceThrown) -> Iterator[DiceDraw]:
    bought = event.traded + event.fate + sum(pledge.successes for pledge in event.pledged) + event.added
    waves = [_draw(event.combatant, event.label, "W", wave) for wave in event.more]
    shown = event.successes - bought - sum(wave.successes for wave in waves)
    if event.white is not None:
        yield DiceDraw(event.combatant, event.label, "W", event.white.dice, shown)
    if event.black is not None:
        yield DiceDraw(event.combatant, event.label, "B", event.black.dice, event.black_successes)
    yield from waves


def _draw(who: str, label: str, colour: str, draw: Draw) -> DiceDraw:
    return DiceDraw(who, label, colour, draw.dice, sum(die in USUAL_SUCCESSES for die in draw.dice))
