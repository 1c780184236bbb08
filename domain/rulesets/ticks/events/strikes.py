"""Facts about strikes: manoeuvres and their tests, aims, deferred attacks, what falls and is held."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.ticks.said import (
    MANOEUVRES,
    MODES,
    VERDICTS,
    Item,
    Luck,
    Quote,
    a_manoeuvre,
    aiming_said,
    damage_said,
    left_said,
    product_of_opponent,
    product_of_total,
    reductions_said,
)
from domain.rulesets.ticks.state import Fight, Trigger
from domain.rulesets.ticks.words import LuckUse, Manoeuvre, Mode, TickStage
from domain.text.sentences import Spoken, SpokenOf

USES: Final[Mapping[LuckUse, str]] = {
    "quickness": "on quickness",
    "requirements": "to meet the requirements of a manoeuvre",
    "extra": "on further manoeuvres",
    "test": "on a test",
    "strike": "on the strike",
    "oppose": "to oppose a manoeuvre",
    "wound": "against the damage",
}
AIMS_BROKEN: Final = {True: "loses the aim for this round", False: "has to aim again"}
HOLDS_ENDED: Final = {
    "released": "lets go of",
    "dropped_out": "no longer holds",
    "out_of_reach": "is too far away to hold",
}


class LuckSpent(Event, frozen=True, kw_only=True):
    """Luck is spent and gone (TK-LUCK-5): on what, and of which manoeuvre if of one."""

    type: ClassVar[str] = "ticks.luck_spent"
    combatant: str
    points: Luck
    use: Annotated[LuckUse, Spoken(USES)]
    manoeuvre: Annotated[Manoeuvre | None, Spoken(MANOEUVRES)] = None

    def says(self) -> str:
        """What is spent against wounds is told by what it stops."""
        if self.use == "wound":
            return ""
        if self.manoeuvre is None:
            return "{combatant} spends {points} {use}."
        return f"{{combatant}} spends {{points}} {'against' if self.use == 'oppose' else 'on'} the {{manoeuvre}}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].luck -= self.points


class ManoeuvreTried(Event, frozen=True, kw_only=True):
    """The attacker's total in a manoeuvre, which everybody knows before it is opposed (TK-TICK-8, TK-OPP-4)."""

    type: ClassVar[str] = "ticks.manoeuvre_tried"
    says = "{combatant} tries {manoeuvre}[ on {target}]: {skill} makes {total}."
    combatant: str
    target: str | None
    manoeuvre: Annotated[Manoeuvre, Spoken(a_manoeuvre)]
    statistic: str
    skill: Annotated[str, SpokenOf(product_of_total)]
    level: int
    total: int


class ManoeuvreTested(Event, frozen=True, kw_only=True):
    """What a manoeuvre comes to: the totals of both, and with what the target opposed it (TK-MAN-9).

    ``against`` is a difficulty where there is no opponent (TK-TRICK-1), and None where nothing opposes (TK-MAN-13).
    """

    type: ClassVar[str] = "ticks.manoeuvre_tested"
    combatant: str
    target: str | None
    manoeuvre: Annotated[Manoeuvre, Spoken(MANOEUVRES)]
    success: Annotated[bool, Spoken(VERDICTS)]
    total: int | None = None
    against: int | None = None
    statistic: str | None = None
    skill: Annotated[str | None, SpokenOf(product_of_opponent)] = None
    level: int = 0

    def says(self) -> str:
        if self.target is None:
            return "{combatant's} {manoeuvre} {success}: {total} against a difficulty of {against}."
        if self.against is None:
            return "{combatant's} {manoeuvre} {success}: {target} does not oppose it."
        return "{combatant's} {manoeuvre} {success}: {total} against {target's} {against}, {skill}."


class Struck(Event, frozen=True, kw_only=True):
    """A strike is made (TK-ATK-2), and what it would do before anything is taken off (TK-DMG-1).

    ``waited`` are the ticks of an aim (TK-AIM-4), ``deferred`` says that it waited for a condition. ``parts`` are what
    ``gross`` is the sum of: base damage, skill and what manoeuvres add, or the aim (TK-ATK-4, TK-MAN-10, TK-AIM-5).
    """

    type: ClassVar[str] = "ticks.struck"
    combatant: str
    target: str | None
    weapon: Item
    mode: Annotated[Mode, Spoken(MODES)]
    gross: Annotated[int, SpokenOf(damage_said)]
    waited: Annotated[int | None, Spoken(aiming_said)] = None
    deferred: bool = False
    trick: Quote = ""
    parts: tuple[tuple[str, int], ...] = ()

    def says(self) -> str:
        late = ", as {combatant:they has been waiting} to do" if self.deferred else ""
        if self.target is None:
            return f"{{combatant}} tries {{trick}} with {{weapon}}[, {{waited}}]{late}."
        strikes = "throws {weapon} at {target}" if self.mode == "thrown" else "{mode} {target} with {weapon}"
        return f"{{combatant}} {strikes}[, {{waited}}]{late}: {{gross}}."

    def evolve(self, fight: Fight) -> None:
        """The attack of the round is used (TK-ATK-2); a shot ends the steps (TK-MOVE-6).

        Outside rounds it is the violent act that begins combat, and takes nothing from round 1 (TK-COMBAT-5).
        """
        if fight.phase != "resolution":
            fight.opening = True
            return
        person = fight.people[self.combatant]
        shot = person.turn.shot or (self.mode != "melee" and not person.turn.has("run_and_gun"))
        person.turn = replace(person.turn, attack_used=True, shot=shot)


class Soaked(Event, frozen=True, kw_only=True):
    """What is taken off one attack, in order (TK-DMG-2), and what is left as wounds; ``hit`` by TK-DMG-3.

    ``stopped`` says that the armour had a rating against it (TK-OPT-5).
    """

    type: ClassVar[str] = "ticks.soaked"
    combatant: str
    attacker: str
    gross: int
    shield: int
    defended: int
    armour: int
    luck: int
    wounds: int
    hit: bool
    stopped: Annotated[bool, SpokenOf(reductions_said)]

    def says(self) -> str:
        """What nothing is taken off is told by the wounds."""
        if self.wounds == self.gross:
            return ""
        left = f"; {left_said(self.wounds)} through" if self.hit else ", so it is not a hit"
        return f"{{stopped}} of {{attacker's}} {{gross:point}} against {{combatant}}{left}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        turn = person.turn
        left, stopped = turn.defence - self.defended, self.hit and self.stopped
        person.turn = replace(person.turn, defence=left, hit=turn.hit or self.hit, stopped=turn.stopped or stopped)


class AimBegan(Event, frozen=True, kw_only=True):
    """The count of waited ticks begins (TK-AIM-2)."""

    type: ClassVar[str] = "ticks.aim_began"
    says = "{combatant} starts to aim."
    combatant: str
    tick: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, aim=self.tick)


class AimBroken(Event, frozen=True, kw_only=True):
    """The count is void (TK-AIM-6), or the aim is over (TK-AIM-8)."""

    type: ClassVar[str] = "ticks.aim_broken"
    says = "{combatant} {lost}."
    combatant: str
    lost: Annotated[bool, Spoken(AIMS_BROKEN)] = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, aim=None)


class ConditionMet(Event, frozen=True, kw_only=True):
    """Somebody has met the condition of a deferred attack (TK-DEFER-6)."""

    type: ClassVar[str] = "ticks.condition_met"
    says = "{by} does what {combatant} has been waiting for."
    combatant: str
    by: str
    tick: int
    stage: TickStage

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        trigger = Trigger(self.by, self.tick, self.stage)
        person.turn = replace(person.turn, triggers=(*person.turn.triggers, trigger))


class HeldBack(Event, frozen=True, kw_only=True):
    """A deferred attack spares those who brought it about, for this round (TK-DEFER-11)."""

    type: ClassVar[str] = "ticks.held_back"
    says = "{combatant} holds back and spares {spared}."
    combatant: str
    spared: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, held_back=(*person.turn.held_back, *self.spared))


class Fell(Event, frozen=True, kw_only=True):
    """Somebody is prone (TK-TRIP-2)."""

    type: ClassVar[str] = "ticks.fell"
    says = "{combatant} is tripped by {by} and falls prone."
    combatant: str
    by: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.prone = True
        person.turn = replace(person.turn, fell=True)


class StoodUp(Event, frozen=True, kw_only=True):
    """Somebody stands again (TK-TRIP-6)."""

    type: ClassVar[str] = "ticks.stood_up"
    says = "{combatant} stands up."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = False


class Grabbed(Event, frozen=True, kw_only=True):
    """Somebody is held (TK-GRAP-2); the hold reaches as far as the weapon."""

    type: ClassVar[str] = "ticks.grabbed"
    says = "{by} grabs {combatant} and can hold {combatant:them} up to {reach:step} away."
    combatant: str
    by: str
    reach: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.held_by = {**person.held_by, self.by: self.reach}


class HoldEnded(Event, frozen=True, kw_only=True):
    """A hold is over (TK-GRAP-5)."""

    type: ClassVar[str] = "ticks.hold_ended"
    says = "{by} {why} {combatant}."
    combatant: str
    by: str
    why: Annotated[str, Spoken(HOLDS_ENDED)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.held_by = {name: reach for name, reach in person.held_by.items() if name != self.by}


STRIKE_EVENTS: tuple[type[Event], ...] = (
    LuckSpent,
    ManoeuvreTried,
    ManoeuvreTested,
    Struck,
    Soaked,
    AimBegan,
    AimBroken,
    ConditionMet,
    HeldBack,
    Fell,
    StoodUp,
    Grabbed,
    HoldEnded,
)
