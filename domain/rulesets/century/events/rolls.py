"""Facts about rolls under a target number: calls, fate, throws, what they come to, and first attitudes."""

from typing import Annotated, ClassVar, Final

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.century.said import (
    ABILITIES,
    FELT,
    HAZARDS,
    LIGHTS,
    all_quoted,
    condition_over,
    condition_until,
    consequences_said,
    critical_said,
    die_shown,
    fate_gained,
    item_in,
    parts_said,
    purpose_said,
    side_said,
    terms_added,
    two_digits,
)
from domain.rulesets.century.state import (
    Candidate,
    Condition,
    Consequence,
    CriticalChoice,
    Fight,
    Modifier,
    Part,
    Roll,
    Scene,
    Towards,
)
from domain.rulesets.century.state.changes import (
    CLEARING,
    LAMING,
    change_roll,
    change_turn,
    drop_conditions,
    leave_order,
)
from domain.rulesets.century.words import Ability, Attitude, Critical, FateUse, Hazard, Light, RollKind
from domain.text.phrases import counted, listed
from domain.text.sentences import AS_WRITTEN, QUOTED, Spoken, SpokenOf

KINDS: Final = {"skill": "a Skill Roll", "reaction": "a Reaction Check"}
USES: Final = {
    "before": "before the throw",
    "after": "after the throw",
    "initiative_before": "before the initiative throw",
    "dodge": "to dodge in time",
    "block": "to block in time",
    "parry": "to parry in time",
    "forced_miss": "to escape the hit",
}
"""What Fate Points are spent on."""
CLOSED: Final = {
    "withdrawn": "The narrator takes {combatant's} roll back.",
    "void": "{combatant} does not roll after all.",
    "settled": "",
}
"""How rolls end."""
TOLD_BY_FACTS: Final = frozenset({"jam", "break_weapon", "explode_weapon", "drop_weapon", "confession"})
"""Effects of critical throws that the next fact tells."""
SUCCESS: Final = {True: "succeeds", False: "fails"}


class AttemptMade(Event, frozen=True, kw_only=True):
    """Somebody tries something uncertain outside combat (CE-ROLL-9); the narrator says how."""

    type: ClassVar[str] = "century.attempt_made"
    combatant: str
    what: Annotated[str, QUOTED]
    kind: RollKind = "skill"
    skill: Annotated[str | None, AS_WRITTEN] = None
    target: str | None = None

    def says(self) -> str:
        on = "{combatant:themselves}" if self.target == self.combatant else "{target}"
        return f"{{combatant}} tries something[ with {{skill}}][ on {on}]: {{what}}."


class AttemptJudged(Event, frozen=True, kw_only=True):
    """The narrator lets an attempt succeed or fail without a throw (CE-ROLL-9)."""

    type: ClassVar[str] = "century.attempt_judged"
    says = "{combatant} {succeeds} without a roll."
    combatant: str
    succeeds: Annotated[bool, Spoken(SUCCESS)]


class RollCalled(Event, frozen=True, kw_only=True):
    """Somebody is to roll (stage 1 of CE-ROLL-12). Of a hidden roll bases and modifiers are the narrator's secret."""

    type: ClassVar[str] = "century.roll_called"
    private: ClassVar[frozenset[str]] = frozenset({"candidates", "modifiers", "on_failure"})
    roll: str
    combatant: str
    kind: Annotated[RollKind, Spoken(KINDS)]
    what: Annotated[str, SpokenOf(lambda event, names: purpose_said(event.kind, event.what))] = ""
    candidates: tuple[Candidate, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    without: tuple[str, ...] = ()
    with_scene: tuple[str, ...] = ()
    extra: tuple[Part, ...] = ()
    hazard: Annotated[Hazard | None, Spoken(HAZARDS)] = None
    on_failure: tuple[Consequence, ...] = ()
    hidden: Annotated[bool, Spoken({True: "which only the narrator sees"})] = False
    target_of: str | None = None
    weapon: Annotated[str | None, item_in("weapon")] = None
    own_action: bool = False
    band: int = 96

    def says(self) -> str:
        if self.kind == "to_hit":
            arms = "a {what}" if self.weapon is None else "{weapon}"
            return f"{{combatant}} rolls to hit[ {{target_of}}] with {arms}."
        on = "{combatant:themselves}" if self.target_of == self.combatant else "{target_of}"
        return f"{{combatant}} makes {{kind}}[ on {on}][ {{what}}][ against {{hazard}}][, {{hidden}}]."

    def evolve(self, fight: Fight) -> None:
        roll = Roll(
            self.roll,
            self.combatant,
            self.kind,
            what=self.what,
            candidates=self.candidates,
            chosen=self.candidates[0].key if len(self.candidates) == 1 else None,
            modifiers=self.modifiers,
            without=self.without,
            with_scene=self.with_scene,
            extra=self.extra,
            hazard=self.hazard,
            on_failure=self.on_failure,
            hidden=self.hidden,
            target_of=self.target_of,
            weapon=self.weapon,
            own_action=self.own_action,
            band=self.band,
        )
        fight.rolls = {**fight.rolls, self.roll: roll}


class LadderWritten(Event, frozen=True, kw_only=True):
    """What the narrator has prepared to be learnt from a roll, degree by degree (CE-DEG-6); its own until learnt."""

    type: ClassVar[str] = "century.ladder_written"
    private: ClassVar[frozenset[str]] = frozenset({"texts"})
    roll: str
    texts: Annotated[tuple[str, ...], Spoken(lambda texts, names: counted(len(texts), "thing"))] = ()

    def says(self) -> str:
        return "The roll can reveal up to {texts}." if self.texts else "The roll can reveal something."

    def evolve(self, fight: Fight) -> None:
        change_roll(fight, self.roll, ladder=self.texts)


class ApproachChosen(Event, frozen=True, kw_only=True):
    """Which of several candidates the roller uses (stage 2 of CE-ROLL-12)."""

    type: ClassVar[str] = "century.approach_chosen"
    says = ""
    roll: str
    combatant: str
    candidate: str

    def evolve(self, fight: Fight) -> None:
        change_roll(fight, self.roll, chosen=self.candidate, stage="approached")


class FateSpent(Event, frozen=True, kw_only=True):
    """Fate Points are spent: on what, and on which roll if on one."""

    type: ClassVar[str] = "century.fate_spent"
    combatant: str
    points: int
    use: Annotated[FateUse, Spoken(USES)]
    roll: str | None = None

    def says(self) -> str:
        """Points after an initiative throw are spent when all have answered, and told with the answer."""
        return "" if self.use == "initiative_after" else "{combatant} spends {points:Fate Point} {use}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.fp -= self.points
        if self.roll is not None and self.use == "before":
            change_roll(fight, self.roll, fate_before=self.points)
        elif self.roll is not None and self.use == "after":
            change_roll(fight, self.roll, fate_after=self.points)


class FateReturned(Event, frozen=True, kw_only=True):
    """Fate Points come back, because the roll never takes place (CE-FATE-5)."""

    type: ClassVar[str] = "century.fate_returned"
    says = "{combatant} gets {points:Fate Point} back."
    combatant: str
    points: int
    roll: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fp += self.points


class FateGranted(Event, frozen=True, kw_only=True):
    """The narrator gives Fate Points, or takes some (CE-FATE-13)."""

    type: ClassVar[str] = "century.fate_granted"
    says = "{combatant} {points}[: {reason}]."
    combatant: str
    points: Annotated[int, Spoken(fate_gained)]
    reason: Annotated[str, AS_WRITTEN] = ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fp += self.points


class TargetFixed(Event, frozen=True, kw_only=True):
    """The target number of a roll with all its parts (stage 4 of CE-ROLL-12); private in a hidden roll.

    ``chance`` is that of success in percent, before fate spent afterwards (CE-ROLL-15); None where the narrator says
    what is critical.
    """

    type: ClassVar[str] = "century.target_fixed"
    private: ClassVar[frozenset[str]] = frozenset({"parts", "target", "chance"})
    roll: str
    combatant: str
    parts: Annotated[tuple[Part, ...], Spoken(parts_said)] = ()
    target: int | None = None
    chance: int | None = None

    def says(self) -> str:
        if self.target is None:
            return "Only the narrator knows what {combatant} needs."
        return "{combatant's} target number is {target}[, a chance of {chance} percent]: {parts}."

    def evolve(self, fight: Fight) -> None:
        change_roll(fight, self.roll, parts=self.parts, target=self.target, stage="fixed")


class PercentThrown(Event, frozen=True, kw_only=True):
    """The d100 of a roll (stages 5 and 6 of CE-ROLL-12): the number, and whether it is critical and how much.

    Supplied as 0 it is 100 (CE-ROLL-2). In a hidden roll all of it is private.
    """

    type: ClassVar[str] = "century.percent_thrown"
    private: ClassVar[frozenset[str]] = frozenset({"die", "number", "critical", "severity"})
    roll: str
    combatant: str
    die: Draw | None = None
    number: Annotated[int | None, Spoken(two_digits)] = None
    critical: Annotated[Critical | None, AS_WRITTEN] = None
    severity: int = 0

    def says(self) -> str:
        """A plain number is told by the question that follows, or with what the roll comes to."""
        if self.number is None:
            return "{combatant} throws, and only the narrator sees the number."
        return "{combatant} throws {number}, a critical {critical} of severity {severity}." if self.critical else ""

    def evolve(self, fight: Fight) -> None:
        """A roll of one's own in one's own slot makes it a slot with a roll (CE-DODGE-13)."""
        change_roll(
            fight, self.roll, number=self.number, critical=self.critical, severity=self.severity, stage="thrown"
        )
        if fight.rolls[self.roll].own_action:
            change_turn(fight, self.combatant, rolled=True)


class CriticalAwarded(Event, frozen=True, kw_only=True):
    """Whether the narrator lets a number of a band count as critical (CE-CRIT-1); private in a hidden roll."""

    type: ClassVar[str] = "century.critical_awarded"
    private: ClassVar[frozenset[str]] = frozenset({"awarded"})
    roll: str
    combatant: str
    awarded: Annotated[bool | None, Spoken({True: "is critical", False: "is not critical"})] = None

    def says(self) -> str:
        if self.awarded is None:
            return "Only the narrator knows whether {combatant's} throw is critical."
        return "{combatant's} throw {awarded}."

    def evolve(self, fight: Fight) -> None:
        if self.awarded is False:
            change_roll(fight, self.roll, critical=None, severity=0)


class RollJudged(Event, frozen=True, kw_only=True):
    """What a roll comes to (stages 8 and 9 of CE-ROLL-12); private in a hidden roll (CE-ROLL-16)."""

    type: ClassVar[str] = "century.roll_judged"
    private: ClassVar[frozenset[str]] = frozenset({"success", "target", "number", "degree"})
    roll: str
    combatant: str
    success: Annotated[bool | None, Spoken(SUCCESS)] = None
    target: int | None = None
    number: Annotated[int | None, Spoken(two_digits)] = None
    degree: int = 0

    def says(self) -> str:
        if self.success is None or self.target is None or self.number is None:
            return "Only the narrator knows whether {combatant} succeeds."
        return "{combatant} {success} with {number} against {target}, degree {degree}."

    def evolve(self, fight: Fight) -> None:
        """Fate spent afterwards has moved the target number (CE-FATE-2)."""
        change_roll(fight, self.roll, success=self.success, target=self.target, degree=self.degree, stage="judged")


class LadderLearnt(Event, frozen=True, kw_only=True):
    """What a roller learns from the ladder of its roll (CE-DEG-6): its own and the narrator's alone."""

    type: ClassVar[str] = "century.ladder_learnt"
    private: ClassVar[frozenset[str]] = frozenset({"texts"})
    roll: str
    combatant: str
    texts: Annotated[tuple[str, ...], Spoken(all_quoted)] = ()

    def says(self) -> str:
        return "{combatant} learns: {texts}." if self.texts else "{combatant} learns what the throw reveals."


class CriticalChosen(Event, frozen=True, kw_only=True):
    """What a critical throw does (stage 10 of CE-ROLL-12); ``degree`` where the effect changes it (CE-CRIT-22).

    Of a hidden roll it is private.
    """

    type: ClassVar[str] = "century.critical_chosen"
    private: ClassVar[frozenset[str]] = frozenset({"choice", "degree"})
    roll: str
    combatant: str
    choice: Annotated[
        CriticalChoice | None, SpokenOf(lambda event, names: critical_said(event.choice, event.combatant, names))
    ] = None
    degree: int | None = None

    def says(self) -> str:
        if self.choice is None:
            return "{combatant's} critical throw does something."
        facts_tell = self.choice.effect in TOLD_BY_FACTS and not self.choice.conditions
        return "" if facts_tell else "{combatant's} critical throw {choice}."

    def evolve(self, fight: Fight) -> None:
        degree = fight.rolls[self.roll].degree if self.degree is None else self.degree
        change_roll(fight, self.roll, effect=self.choice, degree=degree)


class RollClosed(Event, frozen=True, kw_only=True):
    """A roll is over: ``settled``, ``withdrawn`` by the narrator, or ``void`` as its roller cannot throw any more."""

    type: ClassVar[str] = "century.roll_closed"
    roll: str
    combatant: str
    how: str

    def says(self) -> str:
        return CLOSED[self.how]

    def evolve(self, fight: Fight) -> None:
        fight.rolls = {key: roll for key, roll in fight.rolls.items() if key != self.roll}


class ConsequenceChosen(Event, frozen=True, kw_only=True):
    """What a failed roll brings (CE-REACT-9); the facts follow."""

    type: ClassVar[str] = "century.consequence_chosen"
    roll: str
    combatant: str
    effects: tuple[Consequence, ...]

    def says(self) -> str:
        return "After this failure, {combatant} {without_facts}." if self.without_facts else ""

    @property
    def without_facts(self) -> Annotated[tuple[Consequence, ...], Spoken(consequences_said)]:
        """The consequences that no fact tells."""
        return tuple([one for one in self.effects if one.effect in ("none", "other")])


class Confessed(Event, frozen=True, kw_only=True):
    """Somebody gives something away (CE-CRIT-14)."""

    type: ClassVar[str] = "century.confessed"
    says = "{combatant} confesses to {to}: {text}."
    combatant: str
    to: str
    text: Annotated[str, QUOTED]


class ConditionSet(Event, frozen=True, kw_only=True):
    """Somebody has a condition from now on; it replaces an older one of its key (CE-SHEET-18)."""

    type: ClassVar[str] = "century.condition_set"
    combatant: str
    condition: Annotated[Condition, Spoken(condition_until)]

    def says(self) -> str:
        """The command and its cost tell that a jam is being cleared."""
        return "" if self.condition.name == CLEARING else "{combatant} {condition}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.conditions = {**person.conditions, self.condition.key: self.condition}
        if self.condition.name in LAMING:
            person.pool = 0
            drop_conditions(person, CLEARING)
            leave_order(fight, self.combatant)


class ConditionEnded(Event, frozen=True, kw_only=True):
    """A condition is over; ``condition`` is its key, ``reason`` what ended it."""

    type: ClassVar[str] = "century.condition_ended"
    combatant: str
    condition: Annotated[str, Spoken(condition_over)]
    reason: str = ""

    def says(self) -> str:
        """``JamCleared`` tells how the weapon is after a round of clearing."""
        told = self.condition == CLEARING and self.reason == "end of the round"
        return "" if told else "{combatant} {condition}."

    def evolve(self, fight: Fight) -> None:
        """A combatant that comes to in mid-round has no score in it (CE-INIT-14)."""
        person = fight.people[self.combatant]
        drop_conditions(person, self.condition)
        if self.condition in LAMING:
            person.initiative = None


class ScoreSet(Event, frozen=True, kw_only=True):
    """An ability score has changed (CE-ABIL-7)."""

    type: ClassVar[str] = "century.score_set"
    private: ClassVar[frozenset[str]] = frozenset({"ability", "score", "reason"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    ability: Annotated[Ability | None, Spoken(ABILITIES)] = None
    score: int | None = None
    reason: Annotated[str, AS_WRITTEN] = ""

    def says(self) -> str:
        if self.ability is None or self.score is None:
            return "One of {combatant's} abilities changes."
        return "{combatant's} {ability} is now {score}[: {reason}]."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.ability is not None and self.score is not None:
            person.scores = {**person.scores, self.ability: self.score}


class SceneSet(Event, frozen=True, kw_only=True):
    """Light and weather as they are now (CE-SHEET-32)."""

    type: ClassVar[str] = "century.scene_set"
    light: Annotated[Light, Spoken(LIGHTS)]
    rain: bool
    wind: bool
    notes: Annotated[str, QUOTED] = ""

    def says(self) -> str:
        weather = [word for word, on in (("rain", self.rain), ("wind", self.wind)) if on]
        return f"There is now {listed(['{light}', *weather])}[: {{notes}}]."

    def evolve(self, fight: Fight) -> None:
        fight.scene = Scene(self.light, self.rain, self.wind, self.notes)


class AttitudeThrown(Event, frozen=True, kw_only=True):
    """An NPC's first attitude towards somebody (CE-NPC-2): the throw, its adjustments, what they come to.

    ``terms`` itemise the adjustments. Of a hidden throw everything but whom it concerns is private.
    """

    type: ClassVar[str] = "century.attitude_thrown"
    private: ClassVar[frozenset[str]] = frozenset({"die", "terms", "total", "attitude"})
    npc: str
    toward: tuple[str, ...]
    die: Annotated[Draw | None, Spoken(die_shown)] = None
    terms: Annotated[tuple[Part, ...], Spoken(terms_added)] = ()
    total: int | None = None
    attitude: Annotated[Attitude | None, Spoken(FELT)] = None
    hidden: bool = False

    def says(self) -> str:
        if self.attitude is None or self.die is None:
            return "Only the narrator knows what {npc} feels towards {toward}."
        return "{npc} feels {attitude} at the sight of {toward}: {die} thrown[, {terms}][, which makes {total}]."

    def evolve(self, fight: Fight) -> None:
        """One throw covers everybody it is towards (CE-NPC-4)."""
        if self.attitude is not None and self.die is not None:
            felt = Towards(self.attitude, self.die.dice[0], hidden=self.hidden)
            fight.attitudes = {**fight.attitudes, **{f"{self.npc}/{whom}": felt for whom in self.toward}}


class AttitudeSet(Event, frozen=True, kw_only=True):
    """An NPC feels so about somebody from now on (CE-NPC-7)."""

    type: ClassVar[str] = "century.attitude_set"
    npc: str
    toward: str
    attitude: Annotated[Attitude, Spoken(FELT)]
    reason: Annotated[str, AS_WRITTEN] = ""

    def says(self) -> str:
        why = ", because of a critical throw" if self.reason == "critical" else "[: {reason}]"
        return f"{{npc}} now feels {{attitude}} towards {{toward}}{why}."

    def evolve(self, fight: Fight) -> None:
        """The number thrown stays on record (CE-NPC-7)."""
        before = fight.towards(self.npc, self.toward)
        number, hidden = (before.number, before.hidden) if before is not None else (None, False)
        felt = Towards(self.attitude, number, initial=False, reason=self.reason, hidden=hidden)
        fight.attitudes = {**fight.attitudes, f"{self.npc}/{self.toward}": felt}


class SideTaken(Event, frozen=True, kw_only=True):
    """Somebody changes sides (CE-CRIT-13, CE-CRIT-20)."""

    type: ClassVar[str] = "century.side_taken"
    says = "{combatant} joins {side}."
    combatant: str
    side: Annotated[str, Spoken(side_said)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].side = self.side


ROLL_EVENTS: tuple[type[Event], ...] = (
    AttemptMade,
    AttemptJudged,
    RollCalled,
    LadderWritten,
    ApproachChosen,
    FateSpent,
    FateReturned,
    FateGranted,
    TargetFixed,
    PercentThrown,
    CriticalAwarded,
    RollJudged,
    LadderLearnt,
    CriticalChosen,
    RollClosed,
    ConsequenceChosen,
    Confessed,
    ConditionSet,
    ConditionEnded,
    ScoreSet,
    SceneSet,
    AttitudeThrown,
    AttitudeSet,
    SideTaken,
)
