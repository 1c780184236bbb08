"""What is counted of a Ticks fight: strikes, manoeuvres, wounds, luck, tests, who falls, what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import CountEvent, TallyAmount, rulings_of
from domain.rulesets.ticks.chapters import CHAPTERS
from domain.rulesets.ticks.chapters.counting.steps import Lapsed, Stepped
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationsRevealed
from domain.rulesets.ticks.chapters.declaring.free_actions import Hurried
from domain.rulesets.ticks.chapters.deeds.care import Stabilised
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, Died, FellUnconscious, Wounded
from domain.rulesets.ticks.chapters.narrator.trials import ContestDecided, LuckSpent, Tested
from domain.rulesets.ticks.chapters.strikes.deferring import HeldBack
from domain.rulesets.ticks.chapters.strikes.effects import Fell, Grabbed
from domain.rulesets.ticks.chapters.strikes.soaking import Soaked
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, Struck

RULINGS = rulings_of(CHAPTERS)
"""Commands by which the narrator sets what the rules have not settled."""


def commanded(event: Commanded) -> Iterator[TallyAmount]:
    """A ruling of the narrator's."""
    if event.command["type"] in RULINGS:
        yield TallyAmount(NARRATOR_ID, "rulings")


def declarations_revealed(event: DeclarationsRevealed) -> Iterator[TallyAmount]:
    """Luck that went with declarations, once everybody knows of it (TK-DECL-6, TK-DECL-14)."""
    for combatant, declaration in event.declarations.items():
        if declaration.luck.total:
            yield TallyAmount(combatant, "luck_spent", declaration.luck.total)


def manoeuvre_tested(event: ManoeuvreTested) -> Iterator[TallyAmount]:
    """Manoeuvres that were tested, and those that succeeded."""
    yield TallyAmount(event.combatant, "manoeuvres")
    if event.success:
        yield TallyAmount(event.combatant, "manoeuvres_won")


def soaked(event: Soaked) -> Iterator[TallyAmount]:
    """Attacks that hit, and the wounds of each (TK-DMG-2, TK-DMG-3)."""
    if event.hit:
        yield TallyAmount(event.attacker, "hits")
    if event.wounds:
        yield TallyAmount(event.attacker, "wounds_dealt", event.wounds)


def tested(event: Tested) -> Iterator[TallyAmount]:
    """Tests outside strikes, and those that succeed."""
    yield TallyAmount(event.combatant, "tests")
    if event.success:
        yield TallyAmount(event.combatant, "successes")


def contest_decided(event: ContestDecided) -> Iterator[TallyAmount]:
    """Who wins contests, and who loses them."""
    yield TallyAmount(event.winner, "contests_won")
    yield TallyAmount(event.loser, "contests_lost")


TICKS_TALLY: Mapping[type[Event], CountEvent] = {
    Commanded: commanded,
    DeclarationsRevealed: declarations_revealed,
    Hurried: lambda event: (TallyAmount(event.combatant, "luck_spent", event.points),),
    LuckSpent: lambda event: (TallyAmount(event.combatant, "luck_spent", event.points),),
    Lapsed: lambda event: (TallyAmount(event.combatant, "lapsed"),),
    Stepped: lambda event: (TallyAmount(event.combatant, "steps"),),
    ManoeuvreTested: manoeuvre_tested,
    Struck: lambda event: (TallyAmount(event.combatant, "strikes"),),
    Soaked: soaked,
    HeldBack: lambda event: (TallyAmount(event.combatant, "held_back"),),
    Fell: lambda event: (TallyAmount(event.by, "trips"),),
    Grabbed: lambda event: (TallyAmount(event.by, "grapples"),),
    Wounded: lambda event: (TallyAmount(event.combatant, "wounds_taken", event.wounds),),
    FellUnconscious: lambda event: (TallyAmount(event.combatant, "unconscious"),),
    BeganDying: lambda event: (TallyAmount(event.combatant, "dying"),),
    Stabilised: lambda event: (TallyAmount(event.by, "stabilised"),),
    Died: lambda event: (TallyAmount(event.combatant, "died"),),
    Tested: tested,
    ContestDecided: contest_decided,
}
