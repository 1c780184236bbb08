"""Dying: the count of rounds that are left (BD-DYING). What happens when it reaches 0 is in ``deathbed``."""

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.pools import toll_roll
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.rounds.ending import Ending
from domain.rulesets.black_dice.chapters.wounds.deathbed import Deathbed, deathbed
from domain.rulesets.black_dice.said import Who
from domain.rulesets.black_dice.state import Fight
from domain.story.told import Told

LEAST_ROUNDS = 1


class BeganDying(Event, frozen=True, kw_only=True):
    """Every pip is marked by normal damage (BD-DYING-1): ``rounds`` are left."""

    type: ClassVar[str] = "black_dice.began_dying"
    words = "Dying"
    told = Told(
        brief="{combatant} | is dying with {rounds:round} left to live", moment="fall", source=None, target="combatant"
    )
    says = "{combatant} is dying and has {rounds:round} left to live."
    example = {"combatant": "brass_tom", "rounds": 6}
    combatant: Who
    rounds: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "dying"
        person.rounds_left = self.rounds
        person.dying_since = fight.round_number if fight.phase != "idle" else None


class DyingCounted(Event, frozen=True, kw_only=True):
    """A dying combatant has ``rounds`` left (BD-DYING-3, BD-DYING-6)."""

    type: ClassVar[str] = "black_dice.dying_counted"
    words = "Rounds left to live"
    example = {"combatant": "kestrel", "rounds": 0}
    combatant: Who
    rounds: int

    def says(self) -> str:
        return "{combatant} has {rounds:round} left to live." if self.rounds else "{combatant's} time is up."

    def brief(self) -> str:
        return "{combatant} | has {rounds:round} left to live" if self.rounds else "{combatant's} time is up"

    told = Told(brief=brief, source=None, target="combatant")

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].rounds_left = self.rounds


class Dying(msgspec.Struct, frozen=True):
    """A combatant whose every pip is marked by normal damage."""

    combatant: str


class Loss(msgspec.Struct, frozen=True):
    """Rounds that a dying combatant loses: one for each point of damage (BD-DYING-6)."""

    combatant: str
    rounds: int


@stage("black_dice.dying.begin", Dying, draws=True)
def begin(decision: Decision[Fight], dying: Dying) -> None:
    """Resolve + Fortitude rounds are left, at least 1, or as many as such a roll shows (BD-DYING-1).

    Only once all marks are normal: bruises do not kill (BD-BRUISE-3).
    """
    person = decision.state.people[dying.combatant]
    terms = (("resolve", person.stats["resolve"]), ("fortitude", person.stats["fortitude"]))
    if decision.state.options.dying_rounds == "roll":
        plan = replace(toll_roll(decision.state, person, "dying", terms), own=False)  # nothing is chosen for it
        throw(decision, (plan,), rolled.continuation(dying))
    else:
        decision.record(BeganDying(combatant=person.id, rounds=max(LEAST_ROUNDS, sum([dice for _, dice in terms]))))


@reply("black_dice.dying.rolled", Dying)
def rolled(decision: Decision[Fight], dying: Dying, casts: tuple[Cast, ...]) -> None:
    """The net successes are the rounds (BD-RUL-44)."""
    decision.record(BeganDying(combatant=dying.combatant, rounds=max(LEAST_ROUNDS, casts[0].net)))


@stage("black_dice.dying.count_down", Ending)
def count_down(decision: Decision[Fight], ending: Ending) -> None:
    """Step 4 of the end of a round: those dying since an earlier round (BD-ROUND-9) have one less (BD-DYING-3)."""
    fight = decision.state
    counted = [p for p in fight.in_order() if p.condition == "dying" and p.dying_since != fight.round_number]
    decision.steps(*[(lose_rounds, Loss(person.id, 1)) for person in counted])


@stage("black_dice.dying.lose_rounds", Loss)
def lose_rounds(decision: Decision[Fight], loss: Loss) -> None:
    """The count falls, never below 0, and at 0 death is near (BD-DYING-3, BD-DYING-6)."""
    person = decision.state.people[loss.combatant]
    if person.condition == "dying":
        decision.cause = decision.record(
            DyingCounted(combatant=person.id, rounds=max(0, person.rounds_left - loss.rounds))
        )
        decision.next(deathbed, Deathbed(person.id))


DYING: Chapter[Fight] = Chapter(events=(BeganDying, DyingCounted), stages=(begin, rolled, count_down, lose_rounds))
