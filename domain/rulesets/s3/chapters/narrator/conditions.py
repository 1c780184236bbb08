"""Conditions that the narrator sets or takes away (S3-NARR-5 to S3-NARR-7, S3-CALL-11, S3-DIS-9)."""

from typing import Annotated, ClassVar, Final, Literal, TypeVar

from msgspec.structs import replace
from pydantic import Field

from domain.core import commands as core
from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.fields.field import Fields, Lookup, among, listed, looked_up, several, span
from domain.fields.sets import ANY_KEY, Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.targets import find_able
from domain.rulesets.s3.chapters.movement.leaving import FellProne, fall_unless_standing
from domain.rulesets.s3.chapters.turns.turns import StunOver
from domain.rulesets.s3.chapters.vocabularies import ABLE, LIMBS_LEFT, PEOPLE
from domain.rulesets.s3.chapters.wounds.consequences import after_limb
from domain.rulesets.s3.chapters.wounds.damage import LimbLost, LimbRestored
from domain.rulesets.s3.chapters.wounds.fire import FireOut
from domain.rulesets.s3.chapters.wounds.wounds import disable, disabled_by_wounds, fate_of, stun, take_wound
from domain.rulesets.s3.state import Fight, LimbRuling, Loss, Person
from domain.rulesets.s3.words import Fate, Limb, Skill
from domain.story.told import AS_SAID, Moment, Told
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words

COINS_LOST: Final = {True: "coins", False: "no coins"}
K = TypeVar("K", bound=str)
RULING = "ruling"


class BreathRestored(Event, frozen=True, kw_only=True):
    """The narrator restored Breath (S3-NARR-7)."""

    type: ClassVar[str] = "s3.breath_restored"
    words = "Breath restored"
    told = Told(brief=AS_SAID)
    says = "{combatant} gets {points} Breath back."
    example = {"combatant": "one_eyed_ogre", "points": 2}
    combatant: str
    points: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath += self.points


class LimbPenaltySet(Event, frozen=True, kw_only=True):
    """The narrator waived a limb's penalty for a skill, or laid it on one (S3-CALL-11)."""

    type: ClassVar[str] = "s3.limb_penalty_set"
    words = "Ruling on a lost limb"
    told = Told(brief=AS_SAID)
    says = "Without the {limb}, {combatant} loses {applies} at {skill}."
    example = {"combatant": "bell_1", "limb": "main_arm", "skill": "hand_to_hand", "applies": False}
    combatant: str
    limb: Annotated[Limb, said.AS_WORDS]
    skill: Annotated[Skill, said.AS_WORDS]
    applies: Annotated[bool, Spoken(COINS_LOST)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        others = tuple(r for r in person.limb_rulings if (r.limb, r.skill) != (self.limb, self.skill))
        person.limb_rulings = (*others, LimbRuling(self.limb, self.skill, self.applies))


class FateSet(Event, frozen=True, kw_only=True):
    """The narrator said what being disabled meant (S3-DIS-9)."""

    type: ClassVar[str] = "s3.fate_set"
    words = "Fate decided"
    says = "{combatant} is {fate}."
    example = {"combatant": "iron_claw", "fate": "unconscious"}
    combatant: str
    fate: Annotated[Fate, Spoken(said.FATES)]

    def moment(self) -> Moment | None:
        return "death" if self.fate == "slain" else None

    told = Told(brief=AS_SAID, moment=moment)

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.disabled is not None:
            person.disabled = replace(person.disabled, fate=self.fate)


class Recovered(Event, frozen=True, kw_only=True):
    """A disabled combatant is able again (S3-NARR-6)."""

    type: ClassVar[str] = "s3.recovered"
    words = "Able again"
    told = Told(brief=AS_SAID, unless=("s3.disabled",))
    says = "{combatant} is able to fight again."
    example = {"combatant": "iron_claw"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.disabled = None
        person.prone = False


class WoundsHealed(Event, frozen=True, kw_only=True):
    """Wounds were treated (S3-WOUND-7)."""

    type: ClassVar[str] = "s3.wounds_healed"
    words = "Wounds healed"
    told = Told(brief=AS_SAID)
    says = "{combatant} is healed of {wounds:wound}."
    example = {"combatant": "bell_1", "wounds": ["wound-31-1", "wound-44-1"]}
    combatant: str
    wounds: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.wounds = tuple(wound for wound in person.wounds if wound.id not in self.wounds)


class DosesCured(Event, frozen=True, kw_only=True):
    """Doses were taken away before they struck (S3-NARR-6)."""

    type: ClassVar[str] = "s3.doses_cured"
    words = "Poison cured"
    told = Told(brief=AS_SAID)
    says = "{combatant} is cured of {doses:dose} of poison."
    example = {"combatant": "bell_1", "doses": ["dose-40-1"]}
    combatant: str
    doses: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = tuple(dose for dose in person.doses if dose.id not in self.doses)


def may_be_slain(fight: Fight, person: Person) -> bool:
    """Return whether a combatant may be slain: a PC only if the table has agreed to it (S3-DIS-10)."""
    return not person.pc or fight.options.pc_death


def _fates(view: View[Fight]) -> Node:
    """Return the fates by combatant."""
    spared = [person.id for person in view.state.people.values() if not may_be_slain(view.state, person)]
    return {ANY_KEY: FATES, **dict.fromkeys(spared, FATES_OF_THE_SPARED)}


def _on_foot(view: View[Fight]) -> tuple[str, ...]:
    return tuple([person.id for person in view.state.able() if person.vehicle is None])


FATES: Final = ("slain", "down", "unconscious", "critical")
FATES_OF_THE_SPARED: Final = FATES[1:]
FATES_BY_COMBATANT: Final = Vocabulary("fates", _fates)
NOT_IMPOSED: Final[Fields] = {"wound": None, "limb": None, "stunned": None, "prone": None, "disabled": None}


class Impose(core.Narrating):
    """Set one condition without a throw: a wound, a lost limb, or being stunned, prone or disabled (S3-NARR-5)."""

    form = {"combatant": among(ABLE), **NOT_IMPOSED}
    variants = {
        "wound": {"wound": span(0, 60, required=True)},
        "limb": {"limb": looked_up(LIMBS_LEFT, "combatant", required=True)},
        "stunned": {"stunned": listed(True, required=True)},
        "prone": {"combatant": among(Vocabulary("able on foot", _on_foot)), "prone": listed(True, required=True)},
        "disabled": {"disabled": looked_up(FATES_BY_COMBATANT, "combatant", required=True)},
    }
    interrupts: ClassVar[bool] = True
    says = (
        "The narrator gives {combatant} a wound of {wound}.",
        "The narrator makes {combatant} lose the use of the {limb}.",
        "The narrator leaves {combatant} {stunned}.",
        "The narrator knocks {combatant} {prone}.",
        "The narrator declares {combatant} {disabled}.",
    )
    example = {"combatant": "bell", "stunned": True}
    ruling = True
    words = Words(
        "Impose a condition",
        group="rulings",
        variants={
            "wound": Variant("Wound", "Give {combatant} a wound of {wound:point|points}"),
            "limb": Variant("Take the use of a limb", "{combatant} loses the use of: {limb}"),
            "stunned": Variant("Stun", "Stun {combatant}"),
            "prone": Variant("Knock to the ground", "Knock {combatant} to the ground"),
            "disabled": Variant("Disable", "Disable {combatant}: {disabled}"),
        },
        fields={"disabled": "Disabled", "limb": "Lost limb", "wound": "Wound points"},
    )
    told = Told(
        brief=(
            "{combatant} | takes no wound from {wound}",
            "the narrator makes {combatant} lose the use of the {limb}",
            "the narrator leaves {combatant} {stunned}",
            "the narrator knocks {combatant} {prone}",
            "the narrator declares {combatant} {disabled}",
        ),
        unless=("s3.wounded", "s3.limb_lost", "s3.stunned", "s3.fell_prone", "s3.disabled"),
    )
    type: Literal["s3.impose"] = "s3.impose"
    combatant: CombatantId
    wound: int | None = Field(default=None, ge=0, le=60)
    limb: Limb | None = None
    stunned: bool = False
    prone: bool = False
    disabled: Fate | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_able(decision.state, self.combatant, "command.combatant")
        given = (
            self.wound is not None,
            self.limb is not None,
            self.stunned,
            self.prone,
            bool(self.disabled),
        )
        require(sum(given) == 1, "S3-NARR-5", "Impose one of wound, limb, stunned, prone, disabled.", field="command")
        if self.wound is not None:
            _impose_wound(decision, person, self.wound)
        elif self.limb is not None:
            _impose_limb(decision, person, self.limb)
        elif self.stunned:
            stun(decision, person)
        elif self.prone:
            require(person.vehicle is None, "S3-LEGAL-11", f"{person.name} sits on a vehicle and cannot lie prone.")
            if not person.prone:
                decision.record(FellProne(combatant=person.id))
        elif self.disabled is not None:
            _check_fate(decision.state, person, self.disabled)
            disable(decision, person, ("ruling",), self.disabled)


def _impose_wound(decision: Decision[Fight], person: Person, points: int) -> None:
    """Record a wound by its points (S3-WOUND-2), which may disable (S3-DIS-4)."""
    wound = take_wound(decision, person, points, RULING)
    if wound is None:
        return
    decision.cause = wound
    if disabled_by_wounds(decision.state, person):
        disable(decision, person, ("wounds",), fate_of(decision.state, person, None))


def _impose_limb(decision: Decision[Fight], person: Person, limb: Limb) -> None:
    require(limb not in person.limbs, "S3-CALL-13", f"{person.name} has lost that limb already.", field="command.limb")
    lost = decision.record(LimbLost(combatant=person.id, limb=limb, loss=Loss(RULING)))
    after_limb(decision, person, limb, cause=lost)


def _check_fate(fight: Fight, person: Person, fate: Fate) -> None:
    """Refuse to slay a PC unless the table has agreed to it (S3-DIS-10)."""
    spared = fate == "slain" and not may_be_slain(fight, person)
    require(not spared, "S3-DIS-10", f"{person.name} is a PC and is not slain at this table.", field="command")


def _wounds(view: View[Fight]) -> Node:
    """Return the wounds by combatant."""
    return {
        person.id: tuple([Labelled(wound.id, Label.filled("points", points=wound.points)) for wound in person.wounds])
        for person in view.state.people.values()
        if person.wounds
    }


def _lost(view: View[Fight]) -> Node:
    """Return the lost limbs by combatant."""
    return {person.id: tuple(person.limbs) for person in view.state.people.values() if person.limbs}


REST: Final = (
    "[, no longer stunned{stunned?}][, fire put out{fire?}][, poison cured{doses?}][, no longer disabled{disabled?}]"
)
"""What else a combatant is freed of, as phrases name it."""
HEALED: Final = (
    *("s3.wounds_healed", "s3.limb_restored", "s3.stun_over", "s3.fire_out", "s3.doses_cured", "s3.recovered"),
    "s3.disabled",
)
"""What healing comes to; without any of them it changes nothing."""
ALL: Final = listed("all", required=False)
WOUNDS: Final = several(Lookup(Vocabulary("wounds", _wounds), ("combatant",)), 0, 200)
LOST: Final = several(Lookup(Vocabulary("lost limbs", _lost), ("combatant",)), 0, 5)


class Heal(core.Narrating):
    """Free a combatant of wounds, lost limbs, a stun, fire or poison, or make it able again (S3-NARR-6)."""

    form = {"combatant": among(PEOPLE)}
    variants = {
        "all": {"wounds": ALL, "limbs": ALL},
        "wounds": {"wounds": WOUNDS, "limbs": ALL},
        "limbs": {"wounds": ALL, "limbs": LOST},
        "some": {"wounds": WOUNDS, "limbs": LOST},
    }
    interrupts: ClassVar[bool] = True
    says = ("The narrator heals {combatant}.",)
    example = {"combatant": "bell", "wounds": "all"}
    ruling = True
    words = Words(
        "Heal",
        group="care",
        variants={
            "all": Variant("Heal", f"Heal {{combatant}}[, all wounds{{wounds?}}][, all lost limbs{{limbs?}}]{REST}"),
            "wounds": Variant(
                "Heal chosen wounds", f"Heal {{combatant}}[, wounds of {{wounds}}][, all lost limbs{{limbs?}}]{REST}"
            ),
            "limbs": Variant(
                "Heal chosen limbs", f"Heal {{combatant}}[, all wounds{{wounds?}}][, lost limbs: {{limbs}}]{REST}"
            ),
            "some": Variant(
                "Heal chosen wounds and limbs",
                f"Heal {{combatant}}[, wounds of {{wounds}}][, lost limbs: {{limbs}}]{REST}",
            ),
        },
        fields={
            "disabled": "No longer disabled",
            "doses": "Cure poison",
            "fire": "Put out the fire",
            "limbs": "Limbs to restore",
            "stunned": "No longer stunned",
            "wounds": "Wounds to heal",
        },
    )
    told = Told(brief=("{combatant} | gains nothing from healing",), unless=HEALED)
    type: Literal["s3.heal"] = "s3.heal"
    combatant: CombatantId
    wounds: tuple[str, ...] | Literal["all"] = Field(default=(), max_length=200)
    limbs: tuple[Limb, ...] | Literal["all"] = Field(default=(), max_length=5)
    stunned: bool = False
    fire: bool = False
    doses: bool = False
    disabled: bool = False

    def decide(self, decision: Decision[Fight]) -> None:
        """Remove wounds, lost limbs, stun, fire, doses, and last being disabled (S3-NARR-6, S3-WOUND-7)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        wounds = _chosen(self.wounds, [wound.id for wound in person.wounds], f"wound of {person.name}", "wounds")
        limbs: tuple[Limb, ...] = _chosen(self.limbs, list(person.limbs), f"lost limb of {person.name}", "limbs")
        if wounds:
            decision.record(WoundsHealed(combatant=person.id, wounds=wounds))
        for limb in limbs:
            decision.record(LimbRestored(combatant=person.id, limb=limb))
        if self.stunned and decision.state.loses_turn(person):
            decision.record(StunOver(combatant=person.id))
        if self.fire and person.fire is not None:
            decision.record(FireOut(combatant=person.id))
        if self.doses and person.doses:
            decision.record(DosesCured(combatant=person.id, doses=tuple(dose.id for dose in person.doses)))
        if self.disabled and person.disabled is not None:
            _recover(decision, person)


def _chosen(wanted: tuple[K, ...] | Literal["all"], there: list[K], what: str, field: str) -> tuple[K, ...]:
    """Return all of them, or those named; refuses an unknown one."""
    if wanted == "all":
        return tuple(there)
    for name in wanted:
        said = unknown(f"“{name}” is no {what}", name, there, f"There is no {what}.")
        require(name in there, "S3-NARR-6", said, field=f"command.{field}")
    return tuple(dict.fromkeys(wanted))


def _recover(decision: Decision[Fight], person: Person) -> None:
    """Make a combatant able, or disable it again at once if its wounds still suffice (S3-NARR-6, S3-DIS-12)."""
    decision.cause = decision.record(Recovered(combatant=person.id))
    if disabled_by_wounds(decision.state, person):
        disable(decision, person, ("wounds",), fate_of(decision.state, person, None))
    else:
        fall_unless_standing(decision, person)


class RestoreBreath(core.Narrating):
    """Give a combatant Breath back, up to the maximum (S3-NARR-7)."""

    form = {"combatant": among(PEOPLE)}
    variants = {"full": {"points": listed("full")}, "points": {"points": span(1, 30, required=True)}}
    interrupts: ClassVar[bool] = True
    says = ("The narrator lets {combatant} catch {combatant:their} breath.",)
    example = {"combatant": "ogre", "points": "full"}
    ruling = True
    words = Words(
        "Restore Breath",
        "Restore {points} Breath to {combatant}",
        group="care",
        variants={
            "full": Variant("Restore all Breath", "Restore all Breath to {combatant}"),
            "points": Variant("Restore some Breath"),
        },
        fields={"points": "How much"},
    )
    told = Told(brief=("{combatant} | has full Breath already",), unless=("s3.breath_restored",))
    type: Literal["s3.restore_breath"] = "s3.restore_breath"
    combatant: CombatantId
    points: Annotated[int, Field(ge=1, le=30)] | Literal["full"] = "full"

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        missing = person.breath_max - person.breath
        points = missing if self.points == "full" else min(missing, self.points)
        if points:
            decision.record(BreathRestored(combatant=person.id, points=points))


class SetLimbPenalty(core.Narrating):
    """Waive the penalty of a lost limb for a skill, or lay it on another skill (S3-CALL-11)."""

    form = {"combatant": among(PEOPLE)}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "bell", "limb": "main_arm", "skill": "awareness", "applies": True}
    ruling = True
    words = Words(
        "Rule on a lost limb",
        "Rule on a lost limb of {combatant}: {limb}, {skill}: {applies}",
        group="rulings",
        prominence="seldom",
    )
    type: Literal["s3.set_limb_penalty"] = "s3.set_limb_penalty"
    combatant: CombatantId
    limb: Limb
    skill: Skill
    applies: bool

    def decide(self, decision: Decision[Fight]) -> None:
        """The ruling holds until it is changed (S3-CALL-11)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        decision.record(LimbPenaltySet(combatant=person.id, limb=self.limb, skill=self.skill, applies=self.applies))


def _disabled(view: View[Fight]) -> tuple[str, ...]:
    return tuple([person.id for person in view.state.people.values() if person.disabled is not None])


class SetFate(core.Narrating):
    """Say what being disabled meant for a combatant (S3-DIS-9)."""

    form = {
        "combatant": among(Vocabulary("disabled", _disabled)),
        "fate": looked_up(FATES_BY_COMBATANT, "combatant"),
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "bell", "fate": "unconscious"}
    ruling = True
    words = Words("Decide a fate", "Decide the fate of {combatant}: {fate}", group="rulings")
    type: Literal["s3.set_fate"] = "s3.set_fate"
    combatant: CombatantId
    fate: Fate

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require(person.disabled, "S3-DIS-9", f"{person.name} is not disabled.", field="command.combatant")
        _check_fate(decision.state, person, self.fate)
        decision.record(FateSet(combatant=person.id, fate=self.fate))


CONDITIONS: Chapter[Fight] = Chapter(
    commands=(Impose, Heal, RestoreBreath, SetLimbPenalty, SetFate),
    events=(BreathRestored, LimbPenaltySet, FateSet, Recovered, WoundsHealed, DosesCured),
    labels={
        "text.points": "{points:point|points}",
    },
)
