"""What the narrator does at once: changes on the spot, wounds, repairs, supplies (TK-DMG-7, TK-ARM-6)."""

from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import CombatantId, Narrating, PhaseRule, Text
from domain.decision.decision import Decision
from domain.decision.stages import NoData, stage
from domain.fields.field import among, listed, looked_up
from domain.fields.sets import Node
from domain.fields.vocabulary import EVERYBODY, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.count_down import ask_anew
from domain.rulesets.ticks.chapters.deeds.hands import own_thing
from domain.rulesets.ticks.chapters.deeds.harm import check_consciousness, check_dying, wound
from domain.rulesets.ticks.chapters.narrator.changes import (
    in_words,
    may_meet,
    meet,
    put,
    require_trigger,
    scheduled,
    see,
)
from domain.rulesets.ticks.chapters.objections import the
from domain.rulesets.ticks.chapters.strikes.deferring import After, make_due
from domain.rulesets.ticks.chapters.strikes.effects import thing_changed
from domain.rulesets.ticks.chapters.vocabularies import LATER, LIVING, YES_NO, everybody, named, squares
from domain.rulesets.ticks.parts import (
    Meeting,
    Placing,
    Seeing,
    ThingName,
)
from domain.rulesets.ticks.said import Item
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.words import AT_REST, COUNT
from domain.story.told import AS_SAID, Told
from domain.text.phrases import sentence
from domain.text.words import Variant, Words


class Restocked(Event, frozen=True, kw_only=True):
    """How much spare ammunition there is for a weapon."""

    type: ClassVar[str] = "ticks.restocked"
    words = "Ammunition restocked"
    told = Told(brief=AS_SAID)
    example = {"combatant": "pell", "item": "pell.rifle", "spare": 8}
    private: ClassVar[frozenset[str]] = frozenset({"item", "spare"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Item | None = None
    spare: int | None = None

    def says(self) -> str:
        if self.item is None:
            return "{combatant} is supplied again."
        return "{combatant} has {spare:shot} to spare for {item}."

    def evolve(self, fight: Fight) -> None:
        thing_changed(fight.people[self.combatant], self.item or "", spare=self.spare)


class Repaired(Event, frozen=True, kw_only=True):
    """Armour is whole again (TK-ARM-6)."""

    type: ClassVar[str] = "ticks.repaired"
    words = "Armour repaired"
    told = Told(brief=AS_SAID)
    says = "{combatant's} armour is whole again."
    example = {"combatant": "bruno"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.armour is not None:
            person.armour = replace(person.armour, wear=0)


@stage("ticks.rulings.anew", NoData)
def look_anew(decision: Decision[Fight], nothing: NoData) -> None:
    """Find again who is asked, after a change (TK-RES-7)."""
    ask_anew(decision)


def settle_change(decision: Decision[Fight]) -> None:
    """Deferred attacks that are due by a change are made at once, before the answers of the tick (TK-TICK-11)."""
    decision.steps((make_due, After("opening")), (look_anew, NoData()))


class PlaceCombatant(Placing):
    """Put a combatant on a square, at once or on a later tick (TK-POS-6)."""

    form = {"combatant": among(EVERYBODY), "to": squares(), "at": among(LATER, seldom=True)}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "iris", "to": {"x": 6, "y": 0}, "at": 8}
    ruling = True
    words = Words("Place a combatant", "Place {combatant} on {to}[ on tick {at}]", group="scene")
    type: Literal["ticks.place"] = "ticks.place"

    def decide(self, decision: Decision[Fight]) -> None:
        """Put somebody on a square (TK-POS-6)."""
        find_combatant(decision.state, self.combatant, "command.combatant")
        if not scheduled(decision, self):
            put(decision, self)
            settle_change(decision)


class SetSight(Seeing):
    """Say who sees whom, at once or on a later tick (TK-SIGHT-2)."""

    form = {
        "observer": among(EVERYBODY),
        "target": among(EVERYBODY, bars=("observer",)),
        "both": listed(*YES_NO, seldom=True),
        "at": among(LATER, seldom=True),
    }
    variants = {"hide": {"visible": listed(False, required=True)}, "show": {"visible": listed(True, required=True)}}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"observer": "pell", "target": "iris", "visible": False, "both": True}
    ruling = True
    words = Words(
        "Set who sees whom",
        group="scene",
        variants={
            "hide": Variant(
                "Hide a combatant from another", "Hide {target} from {observer}[, both ways{both?}][, on tick {at}]"
            ),
            "show": Variant(
                "Show a combatant to another", "Show {target} to {observer}[, both ways{both?}][, on tick {at}]"
            ),
        },
        fields={"observer": "Who sees", "target": "Whom", "visible": "Sees them", "both": "Both ways"},
    )
    type: Literal["ticks.set_sight"] = "ticks.set_sight"

    def decide(self, decision: Decision[Fight]) -> None:
        """Say who sees whom (TK-SIGHT-2)."""
        observer = find_combatant(decision.state, self.observer, "command.observer")
        target = find_combatant(decision.state, self.target, "command.target")
        require(
            observer is not target,
            "TK-SIGHT-2",
            "Everybody always sees themselves; name another combatant.",
            field="command.target",
        )
        if not scheduled(decision, self):
            see(decision, self)
            settle_change(decision)


MEETING = Vocabulary[Fight]("who may meet conditions in words", lambda view: _meeting(view.state))
MEETING_NOW = Vocabulary[Fight](
    "who may meet conditions in words now", lambda view: view[MEETING] if view.state.phase == "resolution" else {}
)
RANGED = Vocabulary[Fight](
    "ranged weapons",
    lambda view: {
        one.id: weapons
        for one in view.state.people.values()
        if (weapons := named(one, [thing for thing in one.things.values() if thing.kind == "ranged"]))
    },
)


def _meeting(fight: Fight) -> Node:
    """Of each who waits for a condition in words, who may meet it (TK-DEFER-2, TK-DEFER-3)."""
    return {
        one.id: met
        for one in fight.people.values()
        if in_words(one) is not None and not one.turn.attack_used
        if (met := tuple(by.id for by in fight.people.values() if may_meet(in_words(one), one, by)))
    }


class TriggerCondition(Meeting):
    """Say that a combatant meets a condition in words, at once or on a later tick (TK-DEFER-2)."""

    form = {"deferrer": among(keys_of("who waits for words", MEETING)), "by": looked_up(MEETING, "deferrer")}
    variants = {
        "now": {"deferrer": among(keys_of("who waits for words now", MEETING_NOW)), "at": None},
        "later": {"at": among(LATER, required=True)},
    }
    interrupts: ClassVar[bool] = True
    says = ("The narrator judges whether {by} does what {deferrer} is waiting for.", "")
    example = {"deferrer": "hanna", "by": "iris"}
    ruling = True
    words = Words(
        "Meet a condition",
        "{by} meets the condition of {deferrer}",
        group="rulings",
        variants={
            "later": Variant("Meet a condition later", "{by} meets the condition of {deferrer} on tick {at}"),
            "now": Variant("Meet a condition now"),
        },
        fields={"by": "Who meets it", "deferrer": "Whose condition"},
    )
    type: Literal["ticks.trigger"] = "ticks.trigger"

    def decide(self, decision: Decision[Fight]) -> None:
        """Say that a condition in words is met (TK-DEFER-2)."""
        require_trigger(decision.state, self)
        if scheduled(decision, self):
            return
        said = "Conditions are met while the count goes down; name a tick of it."
        require(decision.state.phase == "resolution", "TK-DEFER-6", said, field="command.at")
        meet(decision, self)
        settle_change(decision)


class Wound(Narrating):
    """Wound a combatant without any reduction (TK-DMG-7)."""

    form = {"combatant": among(LIVING)}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "bruno", "wounds": 2, "reason": "a falling beam"}
    ruling = True
    words = Words("Wound a combatant", "Give {combatant} {wounds:wound|wounds}[: “{reason}”]", group="rulings")
    type: Literal["ticks.wound"] = "ticks.wound"
    combatant: CombatantId
    wounds: Annotated[int, Field(ge=1, le=999)]
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """Wounds without any reduction; outside rounds what they bring comes at once (TK-DMG-7)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require(
            not person.dead,
            "TK-DYING-7",
            f"{person.name} is dead, and takes no more wounds.",
            field="command.combatant",
        )
        wound(decision, person.id, self.wounds, self.reason)
        if not decision.state.in_round:
            check_consciousness(decision, decision.state.people[person.id])
            check_dying(decision, decision.state.people[person.id])


class Repair(Narrating):
    """Make a combatant's worn armour whole (TK-ARM-6)."""

    form = {"combatant": among(everybody("in armour", lambda fight, person: person.armour is not None))}
    during = PhaseRule(AT_REST, "TK-ARM-6", "Armour is not mended during a round; wait for its end.", COUNT)
    says = ()
    example = {"combatant": "bruno"}
    ruling = True
    words = Words("Repair armour", "Repair the armour of {combatant}", group="gear")
    type: Literal["ticks.repair"] = "ticks.repair"
    combatant: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """Worn armour is whole again (TK-ARM-6)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        if person.armour is None:
            refuse("TK-ARM-6", f"{person.name} wears no armour; name someone who does.", field="command.combatant")
        decision.record(Repaired(combatant=person.id))


class Restock(Narrating):
    """Say how much spare ammunition a weapon has (TK-OTHER-6)."""

    form = {"combatant": among(keys_of("with ranged weapons", RANGED)), "weapon": looked_up(RANGED, "combatant")}
    rewrites: ClassVar[str | None] = "combatant"
    during = PhaseRule(
        AT_REST, "TK-OTHER-6", "Supplies come between rounds or outside combat; wait for the end of the round.", COUNT
    )
    says = ()
    example = {"combatant": "sable", "weapon": "pistol", "spare": 8}
    ruling = True
    words = Words(
        "Restock ammunition",
        "Set the spare ammunition of {combatant} for {weapon} to {spare}",
        group="gear",
        fields={"spare": "Spare ammunition"},
    )
    type: Literal["ticks.restock"] = "ticks.restock"
    combatant: CombatantId
    weapon: ThingName
    spare: Annotated[int, Field(ge=0, le=9999)]

    def decide(self, decision: Decision[Fight]) -> None:
        """Spare ammunition is what the narrator says (TK-OTHER-6)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        thing = own_thing(person, self.weapon, "command.weapon")
        said = sentence(f"{the(thing)} takes no ammunition; name a ranged weapon.")
        require(thing.kind == "ranged", "TK-OTHER-6", said, field="command.weapon")
        decision.record(Restocked(combatant=person.id, item=thing.id, spare=self.spare))


RULINGS: Chapter[Fight] = Chapter(
    commands=(PlaceCombatant, SetSight, TriggerCondition, Wound, Repair, Restock),
    events=(Restocked, Repaired),
    stages=(look_anew,),
)
