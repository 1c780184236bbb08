"""How bots fight in Black Dice."""

from collections.abc import Collection, Mapping
from typing import Any

from domain.core.events import Answered
from domain.model.event import Event
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed
from domain.rulesets.black_dice.chapters.attacks.exchanges import AttackVoid, ExchangeDecided, ExchangeVoid
from domain.rulesets.black_dice.chapters.attacks.places import CameClose, Moved
from domain.rulesets.black_dice.chapters.attacks.void_attacks import ItemLost
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.dice.fate import FateGranted, FatePledged, FateSpent
from domain.rulesets.black_dice.chapters.dice.scripting import ScriptingDenied, ScriptingSpent, StoryChanged
from domain.rulesets.black_dice.chapters.healing.resting import Healed
from domain.rulesets.black_dice.chapters.narrator.contests import ContestDecided
from domain.rulesets.black_dice.chapters.narrator.fouls import FoulFollowed, WeaponDropped
from domain.rulesets.black_dice.chapters.narrator.placing import CoverTaken, FellProne, StoodUp
from domain.rulesets.black_dice.chapters.perils.breath import BreathHeld, BreathReleased, BreathSpent
from domain.rulesets.black_dice.chapters.perils.drinking import DrinkTaken, StepChanged
from domain.rulesets.black_dice.chapters.perils.feats import FeatDone
from domain.rulesets.black_dice.chapters.perils.perils import PerilMet
from domain.rulesets.black_dice.chapters.rounds.declarations import Declared, Disengaged, PostureTaken
from domain.rulesets.black_dice.chapters.rounds.initiative import OrderSet
from domain.rulesets.black_dice.chapters.rounds.responses import Responded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious, StayedUnconscious, Woke
from domain.rulesets.black_dice.chapters.wounds.damage import Destroyed, StructureLost
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, LifeExtended, Stabilised
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying, DyingCounted
from domain.rulesets.black_dice.chapters.wounds.harm import EnteredGrey, HealthLost, MarksOwed
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from domain.rulesets.black_dice.state import Fight
from tests.laws.fights import Fights
from tests.rules.black_dice.field_values import idea
from tests.rules.black_dice.scenarios import OPTIONS, SITUATIONS

TYPED = (
    "respond",
    "choose",
    "reroll",
    "keep",
    "reduce_damage",
    "avoid_injury",
    "ensure_success",
    "approve",
)
"""Commands that are typed forms of answers."""
ALOUD: tuple[type[Event], ...] = (
    *(Declared, Responded, PostureTaken, ItemLost, ExchangeVoid, AttackVoid, ExchangeDecided, ContestDecided, FeatDone),
    *(Moved, CameClose, Disengaged, CoverTaken, FellProne, StoodUp, Readied, WeaponDropped, Aimed),
    *(HealthLost, MarksOwed, EnteredGrey, Injured, StructureLost, Destroyed, PerilMet, FoulFollowed),
    *(FellUnconscious, StayedUnconscious, Woke, BeganDying, DyingCounted, LifeExtended, Stabilised, Died, Healed),
    *(FateSpent, FateGranted, FatePledged, ScriptingSpent, ScriptingDenied, StoryChanged),
    *(BreathHeld, BreathSpent, BreathReleased, DrinkTaken, StepChanged),
)
"""Events that lines of the story tell."""
LONG = 12
"""After so many rounds a fight that nobody can win says so."""


def persons(fight: Fight) -> Collection[str]:
    return fight.people


def acting(fight: Fight) -> str | None:
    """Whoever declares next; nobody where it is the narrator's or anybody's turn."""
    if fight.phase != "declare":
        return None
    order = fight.order if fight.options.declare_order == "highest_first" else fight.order[::-1]
    return next((one for one in order if one not in fight.declarations and fight.people[one].able), None)


def decided(fight: Fight) -> bool:
    """At most one side can still fight, and nobody's life hangs by a thread."""
    dying = any(person.condition == "dying" for person in fight.people.values())
    return len({person.side for person in fight.able()}) < 2 and not dying


def stalled(fight: Fight) -> str | None:
    """Why a fight goes on: neither side has come through the other's armour and luck."""
    return f"{LONG} rounds have decided nothing" if fight.round_number >= LONG else None


def taste(form: str, given: Mapping[str, Any]) -> int:
    """How gladly a form is taken: attacks before all else that may be declared."""
    return 8 if form == "black_dice.declare/attack" else 1


BLACK_DICE_FIGHTS = Fights(
    ruleset=BLACK_DICE,
    situations=SITUATIONS,
    idea=idea,
    options=OPTIONS,
    persons=persons,
    acting=acting,
    decided=decided,
    stalled=stalled,
    spends=frozenset({"black_dice.declare", "black_dice.resolve"}),
    aloud=ALOUD,
    taste=taste,
    not_told={
        Answered: frozenset({"answer"}),
        OrderSet: frozenset({"successes", "standing"}),
        MarksOwed: frozenset({"harm"}),
    },
    onward=("black_dice.end_round", "black_dice.begin_round"),
    answers=frozenset({"core.answer", *(f"black_dice.{name}" for name in TYPED)}),
    seldom=frozenset({"event black_dice.stayed_unconscious", "event black_dice.weapon_dropped"}),
    free=frozenset({"black_dice.pledge", "black_dice.change_story"}),
)
