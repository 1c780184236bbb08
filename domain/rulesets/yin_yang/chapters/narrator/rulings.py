"""The narrator's hand on tracks and conditions (YY-NARR-1, YY-NARR-3, YY-NARR-4).

What else the game leaves to the narrator is a command, a prompt or an option too: nothing is decided in silence
(YY-NARR-6).
"""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up, span
from domain.fields.sets import ANY_KEY, AnyText, Labelled, Without
from domain.fields.vocabulary import View, Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet, fall, gain, lose
from domain.rulesets.yin_yang.chapters.out_of_action import require_alive
from domain.rulesets.yin_yang.chapters.vocabularies import LIVING
from domain.rulesets.yin_yang.parts import PEOPLE, Condition
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import MAD, STABILISED, WITH_RULES, Track
from domain.story.told import Told
from domain.text.phrases import as_words
from domain.text.words import Label, Variant, Words

Points = Annotated[int, Field(ge=-200, le=200)]


class Adjust(Narrating):
    """Take points of Vitality, Mental Balance or Stamina from a combatant, or give some back (YY-NARR-1)."""

    variants = {
        "loss": {"combatant": among(LIVING), "points": span(-200, -1)},
        "gain": {"combatant": among(LIVING), "points": span(1, 200)},
    }
    says = ("The narrator {points} the {track} of {combatant}.",)
    example = {"combatant": "irons", "track": "vitality", "points": -6, "reason": "the ship goes down"}
    ruling = True
    words = Words(
        "Take or give points",
        group="rulings",
        variants={
            "loss": Variant(
                "Take points away", "Take {points:point|points|point|points} of {track} from {combatant}[ (“{reason}”)]"
            ),
            "gain": Variant("Give points back", "Give {combatant} {points:point|points} of {track}[ (“{reason}”)]"),
        },
    )
    told = Told(
        brief=("{combatant} | has full {track} already",), unless=("yin_yang.points_lost", "yin_yang.points_gained")
    )
    type: Literal["yin_yang.adjust"] = "yin_yang.adjust"
    combatant: CombatantId
    track: Track
    points: Points = Field(description="number of points; a loss is below 0")
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """Take points off a track or give some back (YY-NARR-1): losses work like damage, gains stop at the maximum.

        What exhausting deeds cost in Stamina comes in this way (YY-STAM-3).
        """
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require_alive(person, "command.combatant")
        if self.points == 0:
            refuse(None, "Say how many points: below 0 a loss, above 0 a gain.", code="invalid", field="command.points")
        if self.points < 0:
            lose(decision, person.id, {self.track: -self.points}, self.reason)
        else:
            gain(decision, person.id, self.track, self.points, self.reason)


def _not_to_begin(person: Person) -> tuple[str, ...]:
    """Return the conditions with rules that somebody cannot get now."""
    return tuple([one for one in WITH_RULES if not _may_change(person, one, on=True)])


def _to_begin(view: View[Fight]) -> dict[str, Any]:
    """Return the conditions that may be set: any words, and those with rules where these allow it."""
    neither = Without(ANY_CONDITION, WITH_RULES)
    found: dict[str, Any] = {ANY_KEY: neither}
    for person in view.state.people.values():
        barred = _not_to_begin(person)
        if barred != WITH_RULES:
            found[person.id] = Without(ANY_CONDITION, barred) if barred else ANY_CONDITION
    return found


def _to_end(view: View[Fight]) -> dict[str, Any]:
    """Return the conditions that each has, and that may end."""
    found = {
        person.id: (
            *(one for one in person.conditions if one not in WITH_RULES),
            *(one for one in WITH_RULES if _may_change(person, one, on=False)),
        )
        for person in view.state.people.values()
    }
    return {
        who: tuple([Labelled(one, Label(one) if one in WITH_RULES else as_words(one)) for one in conditions])
        for who, conditions in found.items()
        if conditions
    }


ANY_CONDITION: Final = AnyText(80, 1)
TO_END: Final = Vocabulary[Fight]("conditions to end", _to_end)


class SetCondition(Narrating):
    """Begin or end a condition of a combatant (YY-NARR-3). Only madness and being stabilised have rules."""

    variants = {
        "begin": {
            "combatant": among(PEOPLE),
            "condition": looked_up(Vocabulary[Fight]("conditions to begin", _to_begin), "combatant"),
            "on": None,
        },
        "end": {
            "combatant": among(Vocabulary[Fight]("those with conditions", lambda view: tuple(view[TO_END]))),
            "condition": looked_up(TO_END, "combatant"),
            "on": among((False,), required=True),
        },
    }
    says = ()
    example = {"combatant": "wedge", "condition": "blinded", "text": "sand in the eyes"}
    ruling = True
    words = Words(
        "Set a condition",
        group="rulings",
        variants={
            "begin": Variant("Begin a condition", "Begin a condition of {combatant}: {condition}[ (“{text}”)]"),
            "end": Variant("End a condition", "End a condition of {combatant}: {condition}[ (“{text}”)]"),
        },
        fields={"on": "Begin or end", "text": "In words"},
    )
    type: Literal["yin_yang.set_condition"] = "yin_yang.set_condition"
    combatant: CombatantId
    condition: Condition = Field(
        min_length=1, description="the condition in words; only mad and stabilised have rules (YY-NARR-3)"
    )
    on: bool = True
    text: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """Set or end a condition in the narrator's words; of rules two have part (YY-NARR-3)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        if self.condition == MAD:
            _require_mad(person, on=self.on)
        elif self.condition == STABILISED:
            _require_stabilised(person, on=self.on)
        elif not self.on:
            none = f"{person.name} has no condition that could end."
            said = f"{person.name} does not have the condition “{self.condition}”"
            detail = unknown(said, self.condition, person.conditions, none)
            require(self.condition in person.conditions, "YY-NARR-3", detail, field="command.condition")
        decision.cause = decision.record(
            ConditionSet(combatant=person.id, condition=self.condition, on=self.on, text=self.text)
        )
        if self.condition == MAD and not self.on and person.mental_balance < 0:
            fall(decision, person.id, "shock")


def _may_change(person: Person, condition: str, *, on: bool) -> bool:
    """Whether a condition that has rules may be set or end: of the two ``mad`` (YY-MB-5) and ``stabilised``."""
    if condition == MAD:
        return "shock" in person.out if on else person.mad
    return "dying" in person.out and person.stabilised != on


def _require_mad(person: Person, *, on: bool) -> None:
    """Shock may turn into madness, and madness be taken back (YY-MB-5, YY-RUL-9)."""
    detail = (
        f"{person.name} is not in shock; only shock turns into madness."
        if on
        else f"{person.name} is not mad; there is nothing to end."
    )
    require(_may_change(person, MAD, on=on), "YY-MB-5", detail, field="command.condition")


def _require_stabilised(person: Person, *, on: bool) -> None:
    """Only the dying are stabilised, or lose it again (YY-VIT-6)."""
    now = (
        "not dying; only the dying are stabilised"
        if "dying" not in person.out
        else "stabilised already"
        if on
        else "not stabilised"
    )
    fits = _may_change(person, STABILISED, on=on)
    require(fits, "YY-VIT-6", f"{person.name} is {now}.", field="command.condition")


class DeclareDead(Narrating):
    """Say that a dying combatant has died (YY-NARR-4)."""

    form = {
        "combatant": among(
            Vocabulary[Fight](
                "dying", lambda view: tuple([one.id for one in view.state.people.values() if "dying" in one.out])
            )
        )
    }
    says = ()
    example = {"combatant": "wedge", "reason": "silenced for good"}
    ruling = True
    words = Words(
        "Declare a combatant dead", "Declare {combatant} dead[ (“{reason}”)]", group="rulings", prominence="seldom"
    )
    type: Literal["yin_yang.declare_dead"] = "yin_yang.declare_dead"
    combatant: CombatantId
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """Say that somebody dying has died (YY-NARR-4)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        detail = f"{person.name} is not dying; only the dying are declared dead."
        require("dying" in person.out, "YY-NARR-4", detail, field="command.combatant")
        fall(decision, person.id, "dead", self.reason)


RULINGS: Chapter[Fight] = Chapter(commands=(Adjust, SetCondition, DeclareDead))
