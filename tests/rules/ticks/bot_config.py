"""How bots fight in Ticks."""

from collections.abc import Collection

from domain.core.events import Answered
from domain.model.event import Event
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.ending import ArmourWornDown
from domain.rulesets.ticks.chapters.counting.steps import Stepped, StoodUp
from domain.rulesets.ticks.chapters.declaring.free_actions import Hurried
from domain.rulesets.ticks.chapters.deeds.care import Recovered, Stabilised
from domain.rulesets.ticks.chapters.deeds.deeds import Drew, PickedUp, Reloaded, Stowed
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded
from domain.rulesets.ticks.chapters.deeds.hands import Dropped
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, Died, FellUnconscious, Woke, Wounded
from domain.rulesets.ticks.chapters.narrator.changes import ChangeScheduled, Placed
from domain.rulesets.ticks.chapters.narrator.trials import LuckSpent
from domain.rulesets.ticks.chapters.strikes.effects import AmmunitionUsed, Fell, Grabbed
from domain.rulesets.ticks.state import Fight
from tests.laws.fights import Fights
from tests.rules.ticks.field_values import idea
from tests.rules.ticks.scenarios import OPTIONS, SITUATIONS, taste

TYPED = ("declare", "act", "oppose", "soak", "hold_back", "commit", "set_difficulty", "judge_condition")
"""Commands that are typed forms of answers."""
ALOUD: tuple[type[Event], ...] = (
    *(Stepped, StoodUp, Placed, Fell, Grabbed, HoldEnded),
    *(Wounded, FellUnconscious, BeganDying, Died, Woke, Stabilised, Recovered),
    *(LuckSpent, Hurried, AmmunitionUsed, Reloaded, ArmourWornDown, Dropped, PickedUp, Drew, Stowed),
)
"""Events that lines of the story tell."""
LONG = 1_000
"""After so many facts a fight that nobody can win says so."""


def persons(fight: Fight) -> Collection[str]:
    return fight.people


def acting(fight: Fight) -> str | None:
    """Whoever is asked first."""
    asked = [prompt.to for prompt in fight.prompts if prompt.to in fight.people]
    return asked[0] if asked else None


def decided(fight: Fight) -> bool:
    """At most one side is still conscious."""
    return len({person.side for person in fight.people.values() if person.conscious}) < 2


def stalled(fight: Fight) -> str | None:
    """Why a fight goes on: neither side gets at the other."""
    return f"{LONG} facts have decided nothing" if fight.version >= LONG else None


TICKS_FIGHTS = Fights(
    ruleset=TICKS,
    situations=SITUATIONS,
    idea=idea,
    options=OPTIONS,
    persons=persons,
    acting=acting,
    decided=decided,
    stalled=stalled,
    spends=frozenset({"ticks.declare", "ticks.act"}),
    not_told={Answered: frozenset({"answer", "secret"}), ChangeScheduled: frozenset({"change"})},
    onward=("ticks.start_round", "ticks.count", "ticks.call_combat"),
    answers=frozenset({"core.answer", *(f"ticks.{name}" for name in TYPED)}),
    seeds=60,
    taste=taste,
    aloud=ALOUD,
    pressing=("ticks.release", "ticks.trigger", "ticks.count"),
    free=frozenset({f"ticks.{name}" for name in ("plan", "drop", "release", "award", "grant_luck", "define_area")}),
)
