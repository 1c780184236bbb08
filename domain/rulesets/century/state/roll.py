"""An open roll under a target number, as far as it has come (CE-ROLL-12, CE-SHEET-37)."""

import msgspec

from domain.rulesets.century.words import (
    Ability,
    Attitude,
    ConsequenceKind,
    Critical,
    CriticalKind,
    Hazard,
    RollKind,
    RollStage,
)


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A way to make a roll: the base, the Skill and the abilities that count (CE-SKILL-3)."""

    key: str
    base: int
    skill: str | None = None
    abilities: tuple[Ability, ...] = ()


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A signed number of percentage points, by the key of a table, or `custom` with a label.

    ``ruled`` says that the narrator has given another number than the table (CE-SKILL-9).
    """

    key: str
    amount: int
    label: str = ""
    ruled: bool = False


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One part of a target number, with the rule that it comes from (CE-ROLL-4, CE-MOD-20)."""

    key: str
    amount: int
    rule: str
    label: str = ""


class Consequence(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a failure brings (CE-REACT-30 to CE-REACT-39).

    ``end`` is `narrator`, the number of a round (`lasts` says so), or rounds from now; see CE-REACT-11.
    """

    effect: ConsequenceKind
    amount: int = 0
    dice: str = ""
    armour: bool = False
    hp: int = 0
    label: str = ""
    text: str = ""
    initiative: int = 0
    skill: int = 0
    reaction: int = 0
    end_of_round: int | None = None
    rounds: int | None = None


class CriticalChoice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a critical throw does, with what the effect needs to be told (CE-CRIT-10 to CE-CRIT-21)."""

    effect: CriticalKind
    weapon: str | None = None
    rounds: int = 1
    damage: str = ""
    radius: int | None = None
    npc: str | None = None
    attitude: Attitude | None = None
    join: bool = False
    text: str = ""
    conditions: tuple[tuple[str, Consequence], ...] = ()


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An open roll. ``parts`` and ``target`` are there once its target number is fixed, ``number`` once it is thrown.

    ``own_action`` says that it is the bearer's own doing, so that a penalty on the next action counts and is used up
    (CE-SKILL-17). ``extra`` are parts that the attack brings. ``band`` is where critical failures begin (CE-CRIT-4).
    ``weapon`` is that of a To-Hit Roll.
    """

    id: str
    combatant: str
    kind: RollKind
    stage: RollStage = "called"
    what: str = ""
    candidates: tuple[Candidate, ...] = ()
    chosen: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    without: tuple[str, ...] = ()
    with_scene: tuple[str, ...] = ()
    extra: tuple[Part, ...] = ()
    ladder: tuple[str, ...] = ()
    hazard: Hazard | None = None
    on_failure: tuple[Consequence, ...] = ()
    hidden: bool = False
    target_of: str | None = None
    weapon: str | None = None
    own_action: bool = False
    band: int = 96
    fate_before: int = 0
    fate_after: int = 0
    parts: tuple[Part, ...] = ()
    target: int | None = None
    number: int | None = None
    critical: Critical | None = None
    severity: int = 0
    success: bool | None = None
    degree: int = 0
    effect: CriticalChoice | None = None


class RollOutcome(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a roll came to, as its caller's reply receives it; ``void`` where it was never thrown or withdrawn."""

    roll: str
    success: bool = False
    void: bool = False
    effect: CriticalChoice | None = None
