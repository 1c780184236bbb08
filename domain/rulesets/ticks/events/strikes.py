"""Facts about strikes: manoeuvres and their tests, aims, deferred attacks, what falls and is held."""

from typing import ClassVar

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.ticks.state import Fight, Trigger
from domain.rulesets.ticks.words import LuckUse, Manoeuvre, Mode, TickStage


class LuckSpent(Event, frozen=True, kw_only=True):
    """Luck is spent and gone (TK-LUCK-5): on what, and of which manoeuvre if of one."""

    type: ClassVar[str] = "ticks.luck_spent"
    combatant: str
    points: int
    use: LuckUse
    manoeuvre: Manoeuvre | None = None

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].luck -= self.points


class ManoeuvreTried(Event, frozen=True, kw_only=True):
    """The attacker's total in a manoeuvre, which everybody knows before it is opposed (TK-TICK-8, TK-OPP-4)."""

    type: ClassVar[str] = "ticks.manoeuvre_tried"
    combatant: str
    target: str | None
    manoeuvre: Manoeuvre
    statistic: str
    skill: str
    level: int
    total: int


class ManoeuvreTested(Event, frozen=True, kw_only=True):
    """What a manoeuvre comes to: the totals of both, and with what the target opposed it (TK-MAN-9).

    ``against`` is a difficulty where there is no opponent (TK-TRICK-1), and None where nothing opposes (TK-MAN-13).
    """

    type: ClassVar[str] = "ticks.manoeuvre_tested"
    combatant: str
    target: str | None
    manoeuvre: Manoeuvre
    success: bool
    total: int | None = None
    against: int | None = None
    statistic: str | None = None
    skill: str | None = None
    level: int = 0


class Struck(Event, frozen=True, kw_only=True):
    """A strike is made (TK-ATK-2), and what it would do before anything is taken off (TK-DMG-1).

    ``waited`` are the ticks of an aim (TK-AIM-4), ``deferred`` says that it waited for a condition. ``parts`` are what
    ``gross`` is the sum of: base damage, skill and what manoeuvres add, or the aim (TK-ATK-4, TK-MAN-10, TK-AIM-5).
    """

    type: ClassVar[str] = "ticks.struck"
    combatant: str
    target: str | None
    weapon: str
    mode: Mode
    gross: int
    waited: int | None = None
    deferred: bool = False
    trick: str = ""
    parts: tuple[tuple[str, int], ...] = ()

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
    stopped: bool

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        turn = person.turn
        left, stopped = turn.defence - self.defended, self.hit and self.stopped
        person.turn = replace(person.turn, defence=left, hit=turn.hit or self.hit, stopped=turn.stopped or stopped)


class AimBegan(Event, frozen=True, kw_only=True):
    """The count of waited ticks begins (TK-AIM-2)."""

    type: ClassVar[str] = "ticks.aim_began"
    combatant: str
    tick: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, aim=self.tick)


class AimBroken(Event, frozen=True, kw_only=True):
    """The count is void (TK-AIM-6), or the aim is over (TK-AIM-8)."""

    type: ClassVar[str] = "ticks.aim_broken"
    combatant: str
    lost: bool = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, aim=None)


class ConditionMet(Event, frozen=True, kw_only=True):
    """Somebody has met the condition of a deferred attack (TK-DEFER-6)."""

    type: ClassVar[str] = "ticks.condition_met"
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
    combatant: str
    spared: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, held_back=(*person.turn.held_back, *self.spared))


class Fell(Event, frozen=True, kw_only=True):
    """Somebody is prone (TK-TRIP-2)."""

    type: ClassVar[str] = "ticks.fell"
    combatant: str
    by: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.prone = True
        person.turn = replace(person.turn, fell=True)


class StoodUp(Event, frozen=True, kw_only=True):
    """Somebody stands again (TK-TRIP-6)."""

    type: ClassVar[str] = "ticks.stood_up"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = False


class Grabbed(Event, frozen=True, kw_only=True):
    """Somebody is held (TK-GRAP-2); the hold reaches as far as the weapon."""

    type: ClassVar[str] = "ticks.grabbed"
    combatant: str
    by: str
    reach: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.held_by = {**person.held_by, self.by: self.reach}


class HoldEnded(Event, frozen=True, kw_only=True):
    """A hold is over (TK-GRAP-5)."""

    type: ClassVar[str] = "ticks.hold_ended"
    combatant: str
    by: str
    why: str

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
