"""What the stages of a roll share: their data, whether the roll still stands, and who can throw at all."""

from typing import Annotated, ClassVar, Final

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import Continuation
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.throws import roll_purpose
from domain.rulesets.century.said import HAZARDS, item_in, purpose_said
from domain.rulesets.century.state import Candidate, Consequence, Fight, Modifier, Part, Person, Roll, RollOutcome
from domain.rulesets.century.words import Hazard, RollKind
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken, SpokenOf

KINDS: Final = {"skill": "a Skill Roll", "reaction": "a Reaction Check"}


def hidden_kind(kind: RollKind) -> str:
    """Return what a roll is whose numbers only the narrator sees: ``a hidden Skill Roll``."""
    return KINDS[kind].replace("a ", "a hidden ", 1)


class RollCalled(Event, frozen=True, kw_only=True):
    """A combatant is to roll (stage 1 of CE-ROLL-12). Bases and modifiers of a hidden roll are private."""

    type: ClassVar[str] = "century.roll_called"
    words = "Roll called"
    example = {
        "roll": "attack-510.1.2",
        "combatant": "eva",
        "kind": "to_hit",
        "what": "Avenger 9mm",
        "candidates": [{"key": "given", "base": 20, "skill": "Ranged Combat: Small", "abilities": ["agl"]}],
        "without": ["light"],
        "extra": [{"key": "second_shot", "amount": -10, "rule": "CE-MOD-7"}],
        "target_of": "sam",
        "weapon": "avenger_9mm",
        "own_action": True,
        "band": 94,
    }
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
    hidden: bool = False
    target_of: str | None = None
    weapon: Annotated[str | None, item_in("weapon")] = None
    own_action: bool = False
    band: int = 96

    def says(self) -> str:
        if self.kind == "to_hit":
            arms = "a {what}" if self.weapon is None else "{weapon}"
            return f"{{combatant}} rolls to hit[ {{target_of}}] with {arms}."
        on = "{combatant:themselves}" if self.target_of == self.combatant else "{target_of}"
        kind = hidden_kind(self.kind) if self.hidden else "{kind}"
        return f"{{combatant}} makes {kind}[ on {on}][ {{what}}][ against {{hazard}}]."

    def brief(self) -> str:
        """An attack tells what its To-Hit Roll is."""
        return "" if self.kind == "to_hit" else AS_SAID

    def line(self) -> str:
        return f"at {self.target_of}" if self.kind == "to_hit" else ""

    def lends(self) -> str:
        """What is rolled is told with what it comes to."""
        return "" if self.kind == "to_hit" else "{combatant}"

    def throws(self) -> tuple[Throw, ...]:
        purpose = roll_purpose(self.kind, self.what, self.hazard)
        return (Throw(kind="percentile", who=self.combatant, purpose=purpose, id=self.roll),)

    told = Told(
        brief=brief,
        line=line,
        unless=("century.roll_judged",),
        lends=lends,
        target="target_of",
        throws=throws,
    )

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


class Rolling(msgspec.Struct, frozen=True, gc=False):
    """A roll by its ID, and the reply that its outcome goes to."""

    roll: str
    then: Continuation | None = None


def roll_of(decision: Decision[Fight], rolling: Rolling) -> Roll | None:
    """Return the roll as it stands; where it is over before its end, its opener gets a void outcome instead."""
    roll = decision.state.rolls.get(rolling.roll)
    if roll is None and rolling.then is not None:
        decision.enter(rolling.then, RollOutcome(rolling.roll, void=True))
    return roll


def is_unable(person: Person, kind: RollKind, candidate: Candidate) -> bool:
    """Return whether a combatant cannot make this roll as it is (CE-ROLL-14, CE-ROLL-17)."""
    return why_unable(person, kind, candidate) is not None


def why_unable(person: Person, kind: RollKind, candidate: Candidate) -> str | None:
    """Return why a combatant makes no such roll, or None (CE-ROLL-17, CE-REACT-8).

    The dead make none, nor do those who have left (CE-END-8); the unconscious only checks on Constitution alone; the
    stunned all checks, and no Skill Rolls.
    """
    state = person.conditions
    if person.gone:
        return "has left the field and can no longer roll"
    if "dead" in state:
        return "is dead and can no longer roll"
    if "unconscious" in state or "dying" in state:
        alone = kind == "reaction" and candidate.abilities == ("con",) and candidate.skill is None
        return None if alone else "is unconscious and only makes Reaction Checks on Constitution alone"
    if "stunned" in state and kind != "reaction":
        return "is stunned and only makes Reaction Checks"
    return None


def require_free_to_roll(fight: Fight, person: Person, field: str) -> None:
    """Refuse a roll of what throws no dice or has left, and a second one while one is open (CE-SHEET-37)."""
    driven = "; its driver does" if person.craft is not None else ""
    said = f"{person.name} is no person or animal and throws no dice{driven}."
    require(person.throws, "CE-SHEET-1", said, field=field)
    require(person.present, "CE-END-8", f"{person.name} has left the field and can no longer roll.", field=field)
    still = fight.roll_of(person.id)
    open_one = "" if still is None else still.id
    require(still is None, "CE-SHEET-37", f"{person.name} has an open roll, {open_one}; that comes first.", field=field)


OPEN_ROLLS: Chapter[Fight] = Chapter(events=(RollCalled,))
