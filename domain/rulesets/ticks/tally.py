"""What is counted of a Ticks fight: strikes, manoeuvres, wounds, luck, tests, who falls, what the narrator rules."""

from collections.abc import Iterator, Mapping

from domain.core.events import Commanded
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import Count, Counted
from domain.rulesets.ticks.events.harm import BeganDying, Died, FellUnconscious, Stabilised, Wounded
from domain.rulesets.ticks.events.places import Stepped
from domain.rulesets.ticks.events.rounds import DeclarationsRevealed, Hurried, Lapsed
from domain.rulesets.ticks.events.strikes import Fell, Grabbed, HeldBack, LuckSpent, ManoeuvreTested, Soaked, Struck
from domain.rulesets.ticks.events.trials import ContestDecided, Tested

RULINGS = frozenset(
    f"ticks.{name}"
    for name in ("award", "recover", "repair", "restock", "grant_luck", "wound", "place", "set_sight", "trigger")
)
"""Commands by which the narrator sets what the rules have not settled."""


def commanded(event: Commanded) -> Iterator[Counted]:
    """A ruling of the narrator's."""
    if event.command["type"] in RULINGS:
        yield Counted(NARRATOR_ID, "rulings")


def declarations_revealed(event: DeclarationsRevealed) -> Iterator[Counted]:
    """Luck that went with declarations, once everybody knows of it (TK-DECL-6, TK-DECL-14)."""
    for combatant, declaration in event.declarations.items():
        if declaration.luck.total:
            yield Counted(combatant, "luck_spent", declaration.luck.total)


def manoeuvre_tested(event: ManoeuvreTested) -> Iterator[Counted]:
    """Manoeuvres that were tested, and those that succeeded."""
    yield Counted(event.combatant, "manoeuvres")
    if event.success:
        yield Counted(event.combatant, "manoeuvres_won")


def soaked(event: Soaked) -> Iterator[Counted]:
    """Attacks that hit, and the wounds of each (TK-DMG-2, TK-DMG-3)."""
    if event.hit:
        yield Counted(event.attacker, "hits")
    if event.wounds:
        yield Counted(event.attacker, "wounds_dealt", event.wounds)


def tested(event: Tested) -> Iterator[Counted]:
    """Tests outside strikes, and those that succeed."""
    yield Counted(event.combatant, "tests")
    if event.success:
        yield Counted(event.combatant, "successes")


def contest_decided(event: ContestDecided) -> Iterator[Counted]:
    """Who wins contests, and who loses them."""
    yield Counted(event.winner, "contests_won")
    yield Counted(event.loser, "contests_lost")


TICKS_TALLY: Mapping[type[Event], Count] = {
    Commanded: commanded,
    DeclarationsRevealed: declarations_revealed,
    Hurried: lambda event: (Counted(event.combatant, "luck_spent", event.points),),
    LuckSpent: lambda event: (Counted(event.combatant, "luck_spent", event.points),),
    Lapsed: lambda event: (Counted(event.combatant, "lapsed"),),
    Stepped: lambda event: (Counted(event.combatant, "steps"),),
    ManoeuvreTested: manoeuvre_tested,
    Struck: lambda event: (Counted(event.combatant, "strikes"),),
    Soaked: soaked,
    HeldBack: lambda event: (Counted(event.combatant, "held_back"),),
    Fell: lambda event: (Counted(event.by, "trips"),),
    Grabbed: lambda event: (Counted(event.by, "grapples"),),
    Wounded: lambda event: (Counted(event.combatant, "wounds_taken", event.wounds),),
    FellUnconscious: lambda event: (Counted(event.combatant, "unconscious"),),
    BeganDying: lambda event: (Counted(event.combatant, "dying"),),
    Stabilised: lambda event: (Counted(event.by, "stabilised"),),
    Died: lambda event: (Counted(event.combatant, "died"),),
    Tested: tested,
    ContestDecided: contest_decided,
}
