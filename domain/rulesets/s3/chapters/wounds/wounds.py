"""Wounds, stuns and being disabled: the effects of damage (S3-WOUND, S3-STUN, S3-DIS)."""

from typing import Annotated, ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.wounds.consequences import after_disabled, after_stun
from domain.rulesets.s3.state import Disabled, Fight, Person, Wound
from domain.rulesets.s3.tables import wound_row
from domain.rulesets.s3.words import Fate, Intent, Reason
from domain.story.told import AS_SAID, Moment, Told
from domain.text.sentences import Spoken


class Wounded(Event, frozen=True, kw_only=True):
    """A wound was taken (S3-WOUND-1); ``total`` is the new sum of penalties."""

    type: ClassVar[str] = "s3.wounded"
    words = "Wound"
    example = {
        "combatant": "bell_1",
        "wound": {"id": "wound-31-1", "points": 4, "penalty": 2, "source": "one_eyed_ogre"},
        "total": 3,
    }
    private: ClassVar[frozenset[str]] = frozenset({"total"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wound: Annotated[Wound, Spoken(said.wound)]
    total: int | None = None

    def says(self) -> str:
        total = "" if self.total == self.wound.penalty else "[, {total} fewer in all]"
        wound = "{kind}" if self.wound.source == self.combatant else "{wound}"
        return f"{{combatant}} takes a {wound}: {{wound.penalty:coin}} fewer{total}."

    @property
    def kind(self) -> Annotated[Wound, Spoken(said.kind_of_wound)]:
        """The wound as its kind, without its cause."""
        return self.wound

    def brief(self) -> str:
        return "{combatant} | takes | a {kind} ({wound.penalty:coin} fewer)"

    told = Told(brief=brief, moment="wound")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.wounds = (*person.wounds, self.wound)


class Stunned(Event, frozen=True, kw_only=True):
    """A combatant will lose its next turn (S3-STUN-4), or with ``stun_length=round`` the turns of a round."""

    type: ClassVar[str] = "s3.stunned"
    words = "Stunned"
    told = Told(brief=AS_SAID)
    says = "{combatant} is stunned."
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].stunned = True


class CombatantDisabled(Event, frozen=True, kw_only=True):
    """A combatant is out of action (S3-DIS-1) and lies on the ground, unless it sits on a vehicle (S3-LEGAL-11)."""

    type: ClassVar[str] = "s3.disabled"
    words = "Disabled"
    says = "{combatant} is {disabled}."
    example = {"combatant": "iron_claw", "disabled": {"reasons": ["fortitude", "wounds"], "fate": "down"}}
    combatant: str
    disabled: Annotated[Disabled, Spoken(said.disabled)]
    prone: bool = True

    @property
    def fate(self) -> Annotated[Fate, Spoken(said.FATES)]:
        """What being disabled means."""
        return self.disabled.fate

    def moment(self) -> Moment:
        return "death" if self.disabled.fate == "slain" else "fall"

    told = Told(brief="{combatant} | is {fate}", moment=moment)

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.disabled = self.disabled
        person.stunned = False
        person.stun_round = None
        person.prone = self.prone


def take_wound(
    decision: Decision[Fight], person: Person, points: int, source: str, *, cause: int | None = None
) -> int | None:
    """Record a wound of these points (S3-WOUND-1 to S3-WOUND-4); return its version, or None if there is no wound.

    A burn, a dose, a drag and a fall leave one each (S3-WOUND-8).
    """
    penalty = cost_of_wound(decision.state, points)
    if not penalty:
        return None
    wound = Wound(f"wound-{decision.next_lineage_version}-1", points, penalty, source)
    return decision.record(Wounded(combatant=person.id, wound=wound, total=person.wound_penalty + penalty), cause=cause)


def cost_of_wound(fight: Fight, points: int) -> int:
    """Return the coins that a wound of these points costs, 0 for no wound (S3-WOUND-2, S3-WOUND-3)."""
    if fight.options.wound_scale == "per_three":
        return points // 3
    row = wound_row(points)
    return row.penalty if row is not None else 0


def disabled_by_wounds(fight: Fight, person: Person) -> bool:
    """Return whether the total wound penalty disables, by total Fortitude (S3-DIS-4, S3-DIS-5)."""
    if not person.wounds:
        return False
    if fight.options.disable_by_wounds == "exceeds":
        return person.wound_penalty > person.total_fortitude
    return person.wound_penalty >= person.total_fortitude


def stun(decision: Decision[Fight], person: Person) -> None:
    """Stun a combatant; a second stun adds nothing (S3-STUN-9)."""
    if not person.stunned:
        stunned = decision.record(Stunned(combatant=person.id))
        after_stun(decision, person, cause=stunned)


def disable(decision: Decision[Fight], person: Person, reasons: tuple[Reason, ...], fate: Fate) -> None:
    """Put a combatant out of action (S3-DIS-1, S3-DIS-7); being disabled replaces a stun (S3-STUN-14)."""
    disabled = decision.record(
        CombatantDisabled(combatant=person.id, disabled=Disabled(reasons, fate), prone=person.vehicle is None)
    )
    after_disabled(decision, person, cause=disabled)


def fate_of(fight: Fight, person: Person, intent: Intent | None, *, strangled: bool = False) -> Fate:
    """Return what being disabled means, by intent (S3-DIS-9); PCs are slain only by option (S3-DIS-10)."""
    if intent == "kill" and (not person.pc or fight.options.pc_death):
        return "slain"
    if strangled:
        return "unconscious"
    return "critical" if person.pc and not fight.options.pc_death else "down"


WOUNDS: Chapter[Fight] = Chapter(events=(Wounded, Stunned, CombatantDisabled))
