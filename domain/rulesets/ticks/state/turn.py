"""What somebody does in a round: the declaration, the plan, and what has come of it so far."""

import msgspec

from domain.rulesets.ticks.state.square import Square
from domain.rulesets.ticks.words import (
    Action,
    AnsweredBy,
    Kind,
    Manoeuvre,
    Met,
    Mode,
    StepWay,
    Tactic,
    TickStage,
    When,
    Who,
)


class LuckPaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """Luck that goes with a declaration (TK-DECL-14)."""

    quickness: int = 0
    requirements: int = 0
    extra: int = 0

    @property
    def total(self) -> int:
        return self.quickness + self.requirements + self.extra


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a deferred attack waits for (TK-DEFER-1 to TK-DEFER-3).

    ``listed`` are those who may meet it, where it is a fixed list (TK-DEFER-4); ``victims`` those whom the attack that
    is waited for has to be on, None where it may be on anybody.
    """

    event: Met
    who: Who
    listed: tuple[str, ...] = ()
    area: str = ""
    victims: tuple[str, ...] | None = None
    text: str = ""


class Declaration(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has declared for the round (TK-DECL-12). ``weapon`` and ``item`` are IDs.

    ``difficulty`` is what the narrator has set for a trick shot (TK-TRICK-1).
    """

    action: Action
    target: str | None = None
    weapon: str | None = None
    mode: Mode = "melee"
    manoeuvres: tuple[Manoeuvre, ...] = ()
    trick: str = ""
    difficulty: int | None = None
    condition: Condition | None = None
    kind: Kind = "nothing"
    item: str | None = None
    whom: str | None = None
    statistic: str | None = None
    skill: str | None = None
    text: str = ""
    luck: LuckPaid = LuckPaid()


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What answers for somebody on every tick (TK-PLAN-1). ``path`` are the squares that are still ahead."""

    steps: StepWay = "stay"
    path: tuple[Square, ...] = ()
    target: str | None = None
    stop: int | None = None
    when: When = "before"
    strike: Tactic = "never"
    tick: int | None = None
    luck: dict[Manoeuvre, int] = {}
    statistic: str | None = None
    item: str | None = None
    until: int = 0


class Trigger(msgspec.Struct, frozen=True):
    """Somebody has met the condition of a deferred attack: on which tick, in which of its stages (TK-DEFER-8)."""

    by: str
    tick: int
    stage: TickStage


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record of somebody's round.

    ``revealed`` says that the declaration is open to everybody (TK-DECL-6). ``hurried`` is luck spent on quickness
    afterwards. ``defence`` are defence points left, ``aim`` the tick from which waiting counts, ``held_back`` whom the
    deferred attack spares. ``shot`` says that a shot has ended the steps (TK-MOVE-6), ``fell`` that it fell in this
    round, ``hit`` and ``stopped`` that it was hit, and that its armour had something against it (TK-DMG-3, TK-OPT-5).
    ``until`` is the tick down to which it holds.
    ``answered_by`` says whose the answer is that it has on the open tick: its plan's or its own (TK-PLAN-1).
    """

    declared: Declaration | None = None
    revealed: bool = False
    hurried: int = 0
    defence: int = 0
    aim: int | None = None
    triggers: tuple[Trigger, ...] = ()
    held_back: tuple[str, ...] = ()
    attack_used: bool = False
    deed_done: bool = False
    shot: bool = False
    fell: bool = False
    hit: bool = False
    stopped: bool = False
    wounded: bool = False
    plan: Plan | None = None
    until: int | None = None
    answered_by: AnsweredBy | None = None

    @property
    def action(self) -> Action | None:
        return self.declared.action if self.declared is not None else None

    def has(self, manoeuvre: Manoeuvre) -> bool:
        return self.declared is not None and manoeuvre in self.declared.manoeuvres
