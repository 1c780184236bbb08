"""Conditions (CE-SHEET-18): how they come and go."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up, text
from domain.fields.sets import ANY_KEY, AnyText, Labelled, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.condition_terms import (
    CONDITIONS,
    MOST_OF_SURPRISE,
    condition_of,
    require_fitting,
    require_round,
    until_of,
)
from domain.rulesets.century.chapters.conditions.downed import set_status
from domain.rulesets.century.chapters.items.hands import drop_all
from domain.rulesets.century.parts import ConditionSheet, Label, Round
from domain.rulesets.century.said import condition_over, condition_until
from domain.rulesets.century.state import Condition, Fight, Person, Slot
from domain.rulesets.century.state.changes import CLEARING, LAMING, drop_conditions, leave_order
from domain.rulesets.century.vocabularies import LATEST_ROUND, ROUNDS_TO_COME, THROWING, rounds_to_come
from domain.rulesets.century.words import ConditionName, DownedStatus
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

PenaltyName = Literal["dodge_penalty", "block_penalty"]
NARRATORS_WORD: Final = "the narrator's word"
"""The reason with which the narrator ends a condition."""
NEXT_ACTION: tuple[PenaltyName, ...] = ("dodge_penalty", "block_penalty")
"""Conditions on the next action of their bearer."""
PENALTIES: Final[Mapping[PenaltyName, int]] = {"dodge_penalty": 25, "block_penalty": 30}
"""What they take off it (CE-DODGE-13, CE-BLOCK-1)."""
OPPOSITES: Final[Mapping[str, str]] = {"lucky": "unlucky", "unlucky": "lucky"}
"""Conditions that end each other (CE-SHEET-18)."""
NEXT_ACTIONS: Final[Mapping[ConditionName, PenaltyName]] = {name: name for name in NEXT_ACTION}
OF_THE_DOWNED: Final[Mapping[ConditionName, DownedStatus]] = {
    "dying": "dying",
    "stabilized": "stabilized",
    "dead": "dead",
}
"""Conditions of combatants felled by wounds, and their status."""


class ConditionSet(Event, frozen=True, kw_only=True):
    """A combatant has a condition from now on; it replaces an older one of its key (CE-SHEET-18)."""

    type: ClassVar[str] = "century.condition_set"
    words = "Condition"
    told = Told(brief=AS_SAID)
    example = {"combatant": "mulan", "condition": {"name": "stunned"}}
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
    words = "Condition ended"
    example = {"combatant": "eva", "condition": "hidden", "reason": "moved"}
    combatant: str
    condition: Annotated[str, Spoken(condition_over)]
    reason: str = ""

    def says(self) -> str:
        """``JamCleared`` tells how the weapon is after a round of clearing."""
        told = self.condition == CLEARING and self.reason == "end of the round"
        return "" if told else "{combatant} {condition}."

    def brief(self) -> str:
        """The end of a penalty is told by the throw that used it up, unless the narrator ends it."""
        return "" if self.condition in NEXT_ACTION and self.reason != NARRATORS_WORD else AS_SAID

    def line(self) -> str:
        return "end" if self.reason == "end of the round" else ""

    told = Told(brief=brief, line=line)

    def evolve(self, fight: Fight) -> None:
        """A combatant that comes to in mid-round has no score in it (CE-INIT-14)."""
        person = fight.people[self.combatant]
        drop_conditions(person, self.condition)
        if self.condition in LAMING:
            person.initiative = None


# How they come and go


def impose(decision: Decision[Fight], combatant: str, condition: Condition) -> None:
    """A combatant has a condition from now on; it replaces an older one of its key (CE-SHEET-18).

    Luck and bad luck end each other; a combatant that falls unconscious drops what it holds (CE-RUL-93), and is not
    dying by that (CE-DOWN-13, CE-RUL-23). Whom wounds have felled nothing else knocks out or stuns.
    """
    person = decision.state.people[combatant]
    if condition.name in KNOCKED_OUT and is_down(person):
        return
    opposite = OPPOSITES.get(condition.name)
    if opposite is not None:
        lift(decision, combatant, opposite, condition.name)
    decision.cause = decision.record(ConditionSet(combatant=combatant, condition=condition))
    if condition.name == "unconscious":
        drop_all(decision, combatant)


def is_down(person: Person) -> bool:
    """Return whether wounds have felled a combatant, to be settled by its HP and `set_downed` (CE-DOWN-10)."""
    return bool(person.conditions.keys() & OF_THE_DOWNED.keys())


def lift(decision: Decision[Fight], combatant: str, key: str, reason: str) -> None:
    """End a condition, if it is there."""
    if key in decision.state.people[combatant].conditions:
        decision.record(ConditionEnded(combatant=combatant, condition=key, reason=reason))


def penalise(decision: Decision[Fight], combatant: str, name: PenaltyName) -> None:
    """The next action of a combatant suffers, once however often it comes (CE-DODGE-13, CE-DODGE-14, CE-RUL-72).

    After the first step of its own slot it is the action after this one that suffers (CE-DODGE-20).
    """
    fight = decision.state
    part = fight.part_of(combatant)
    begun = part is not None and part.touched
    before = fight.people[combatant].conditions.get(name)
    counts = before is not None and not before.fresh
    penalty = Condition(
        name, PENALTIES[name], lasts="next_action", fresh=begun and not counts, renewed=begun and counts
    )
    impose(decision, combatant, penalty)


def use_up_penalties(decision: Decision[Fight], combatant: str) -> None:
    """End the penalties on the next action, which has used them up (CE-SKILL-17, CE-BLOCK-6)."""
    for key in NEXT_ACTION:
        lift(decision, combatant, key, "used up")


def lapse_slot(decision: Decision[Fight], slot: Slot) -> None:
    """Penalties on the next action go with a slot in which their bearer has rolled (CE-DODGE-13, CE-DODGE-20)."""
    for name in [name for name, turn in slot.members.items() if turn.rolled]:
        for key in NEXT_ACTION:
            penalty = decision.state.people[name].conditions.get(key)
            if penalty is not None and not (penalty.fresh or penalty.renewed):
                lift(decision, name, key, "used up")


def lapse_round(decision: Decision[Fight]) -> None:
    """End the conditions that last until the end of this round (CE-END-2)."""
    fight = decision.state
    for person in list(fight.people.values()):
        for key, condition in list(person.conditions.items()):
            if condition.lasts == "round" and condition.until is not None and condition.until <= fight.round:
                lift(decision, person.id, key, "end of the round")


# The narrator's word


def _to_set(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    every = tuple(CONDITIONS)
    able = tuple([name for name in every if name not in KNOCKED_OUT])
    alive = tuple([name for name in able if name != "dead"])
    down = [person for person in view.state.people.values() if is_down(person)]
    return {**{person.id: able if not person.dead else alive for person in down}, ANY_KEY: every}


def _borne(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    bearers = [person for person in view.state.people.values() if person.throws and person.conditions]
    borne = {
        person.id: tuple(
            dict.fromkeys([one.name for one in person.conditions.values() if not is_for_downed(person, one.name)])
        )
        for person in bearers
    }
    return {one: names for one, names in borne.items() if names}


def _labels(view: View[Fight]) -> dict[str, Any]:
    people = view.state.people
    return {
        one: {
            "hindered": tuple([Labelled(bad.label, bad.label) for bad in people[one].conditions.values() if bad.label]),
            ANY_KEY: AnyText(80, 1),
        }
        if "hindered" in names
        else AnyText(80, 1)
        for one, names in view[BORNE].items()
    }


WITH_ENDS: Final = tuple([name for name, row in CONDITIONS.items() if row.ends])
KNOCKED_OUT: Final = ("unconscious", "stunned")
"""What wounds that have felled somebody make impossible."""
TO_SET: Final[Vocabulary[Fight]] = Vocabulary("conditions to set", _to_set)
BORNE: Final[Vocabulary[Fight]] = Vocabulary("conditions to end", _borne)
BEARERS: Final[Vocabulary[Fight]] = Vocabulary("who has conditions", lambda view: tuple(view[BORNE]))
LABELS: Final[Vocabulary[Fight]] = Vocabulary("labels of conditions", _labels)
ENDS_OF_CONDITIONS: Final[Vocabulary[Fight]] = Vocabulary(
    "rounds at whose end conditions end", lambda view: dict.fromkeys(WITH_ENDS, rounds_to_come(view.state))
)


def is_for_downed(person: Person, name: ConditionName) -> bool:
    """Return whether a condition belongs to how the downed fare, which `set_downed` changes (CE-DOWN-10)."""
    return is_down(person) and name in ("unconscious", *OF_THE_DOWNED)


class SetCondition(Narrating, ConditionSheet):
    """Give a combatant a condition, such as being drunk or hidden (CE-SHEET-18)."""

    form = {
        "combatant": among(THROWING),
        "condition": looked_up(TO_SET, "combatant"),
        "amount": looked_up(
            {name: Span(*row.span) for name, row in CONDITIONS.items() if row.span}, "condition", required=True
        ),
        "label": text(80, 1, when={"condition": ("hindered",)}, required=True),
        **{
            name: looked_up({"surprised": Span(0, most), ANY_KEY: (0,)}, "condition", seldom=True)
            for name, most in MOST_OF_SURPRISE.items()
        },
        "end_of_round": looked_up(ENDS_OF_CONDITIONS, "condition", seldom=True),
        "rounds": looked_up(
            dict.fromkeys(WITH_ENDS, Span(1, LATEST_ROUND)), "condition", when={"end_of_round": (None,)}, seldom=True
        ),
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "steinbrenner", "condition": "drunk", "amount": 30}
    ruling = True
    words = Words(
        "Set a condition",
        "Set a condition of {combatant}: {condition}[ by “{label}”][: {amount}][, until the end of round"
        " {end_of_round}][, for {rounds:round|rounds}]",
        group="rulings",
        fields={"label": "What hinders", "skill": "Skill Roll penalty", "reaction": "Reaction Check penalty"},
    )
    type: Literal["century.set_condition"] = "century.set_condition"
    combatant: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator sets a condition (CE-SHEET-18); being dying or dead is set as by `set_downed`."""
        fight, name = decision.state, self.condition
        person = _bearer(fight, self.combatant)
        row = CONDITIONS.get(name)
        if row is None:
            refuse(
                "CE-CRIT-17",
                "The holder of a weapon clears its jam with “Clear a jam”.",
                field="command.condition",
                first=("century.clear_jam",),
            )
        require_fitting(fight, self, name, row, "command")
        _require_able_to_suffer(person, name)
        status, penalty = OF_THE_DOWNED.get(name), NEXT_ACTIONS.get(name)
        if status is not None:
            set_status(decision, person.id, status, "the narrator's word")
        elif penalty is not None:
            penalise(decision, person.id, penalty)
        else:
            impose(decision, person.id, condition_of(fight, name, self))


class ClearCondition(Narrating):
    """End a condition of a combatant (CE-SHEET-18)."""

    form = {
        "combatant": among(BEARERS),
        "condition": looked_up(BORNE, "combatant"),
        "label": looked_up(LABELS, "combatant", "condition", required={"condition": ("hindered",)}),
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "steinbrenner", "condition": "drunk"}
    ruling = True
    words = Words(
        "End a condition",
        "End a condition of {combatant}: {condition}[ by “{label}”]",
        group="rulings",
        fields={"label": "What hinders"},
    )
    type: Literal["century.clear_condition"] = "century.clear_condition"
    combatant: CombatantId
    condition: ConditionName
    label: Label | None = Field(default=None, description="the hindrance that ends, if there are several")

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator ends a condition (CE-SHEET-18); how the downed fare is for `set_downed` to say."""
        person = _bearer(decision.state, self.combatant)
        key = f"hindered:{self.label or ''}" if self.condition == "hindered" else self.condition
        none = f"{person.name} has no conditions."
        said = unknown(f"{person.name} has no condition “{key}”", key, person.conditions, none)
        require(key in person.conditions, "CE-SHEET-18", said, field="command.condition")
        downed = is_for_downed(person, self.condition)
        said = f"{person.name} is down; “Set how a combatant fares” changes that."
        require(not downed, "CE-DOWN-10", said, field="command.condition", first=("century.set_downed",))
        lift(decision, person.id, key, NARRATORS_WORD)


class Surprise(Narrating):
    """Say that a combatant is surprised, and set the penalties (CE-REACT-40)."""

    form = {"combatant": among(THROWING), "end_of_round": among(ROUNDS_TO_COME, seldom=True)}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "sam", "initiative": 2, "skill": 20, "reaction": 20}
    ruling = True
    words = Words(
        "Surprise a combatant",
        "Surprise {combatant}[, {initiative} off initiative{initiative?}][, {skill} off Skill Rolls{skill?}]"
        "[, {reaction} off Reaction Checks{reaction?}][, until the end of round {end_of_round}]",
        group="rulings",
        fields={"skill": "Skill Roll penalty", "reaction": "Reaction Check penalty"},
    )
    type: Literal["century.surprise"] = "century.surprise"
    combatant: CombatantId
    initiative: int = Field(default=2, ge=0, le=12)
    skill: int = Field(default=20, ge=0, le=100)
    reaction: int = Field(default=20, ge=0, le=100)
    end_of_round: Round | None = Field(
        default=None, description="it lasts until the end of this round; by default the first that follows"
    )

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator says that a combatant is surprised, and how much (CE-REACT-40, CE-RUL-22).

        It ends with the first round that follows, unless another is named (CE-REACT-41).
        """
        fight = decision.state
        person = _bearer(fight, self.combatant)
        require_round(fight, self.end_of_round, "CE-REACT-41", "command.end_of_round")
        until = until_of(fight, self.end_of_round, 1)
        surprised = Condition(
            "surprised",
            initiative=self.initiative,
            skill=self.skill,
            reaction=self.reaction,
            lasts="round",
            until=until,
        )
        impose(decision, person.id, surprised)


def _bearer(fight: Fight, combatant: str) -> Person:
    """Return the combatant; refuses all but persons and animals, which alone have conditions (CE-SHEET-18)."""
    person = find_combatant(fight, combatant, "command.combatant")
    said = f"{person.name} is no person or animal and has no conditions."
    require(person.throws, "CE-SHEET-18", said, field="command.combatant")
    return person


def _require_able_to_suffer(person: Person, name: str) -> None:
    require(
        not (name == "dead" and person.dead), "CE-DOWN-2", f"{person.name} is dead already.", field="command.condition"
    )
    past = name in KNOCKED_OUT and is_down(person)
    said = f"{person.name} is down from wounds already; “Set how a combatant fares” changes that."
    require(not past, "CE-DOWN-10", said, field="command.condition", first=("century.set_downed",))


CONDITIONS_CHAPTER: Chapter[Fight] = Chapter(
    commands=(SetCondition, ClearCondition, Surprise), events=(ConditionSet, ConditionEnded)
)
