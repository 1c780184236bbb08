"""Gear: what hands hold, what is worn, what lies about (YY-WPN-10, YY-WPN-31, YY-ARM-12)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal, TypeVar

from pydantic import Field

from domain.core.commands import Acting, Narrating, PhaseRule, StrictModel
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.ruleset.chapter import Chapter
from domain.ruleset.joining import SheetError
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.out_of_action import require_alive
from domain.rulesets.yin_yang.gear_sheets import (
    armour_misfits,
    armour_of,
    grip_misfits,
    weapon_misfits,
    weapon_of,
    worn_misfits,
)
from domain.rulesets.yin_yang.items import Armour, Grip, Weapon
from domain.rulesets.yin_yang.parts import ArmourSheet, Key, OpenToUnable, WeaponSheet
from domain.rulesets.yin_yang.scores import derive
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import BETWEEN
from domain.text.sentences import Spoken, SpokenOf


class GripSheet(StrictModel):
    """A weapon, and the hands that hold it."""

    weapon: Key
    hands: int = Field(default=1, ge=0, le=2)


class ItemPlaced(Event, frozen=True, kw_only=True):
    """A weapon or a piece of armour lies about."""

    type: ClassVar[str] = "yin_yang.item_placed"
    says = "The narrator places [{weapon}][{armour}] within everyone's reach."
    example = {"armour": {"id": "coat_5", "name": "Fringer's leather jacket"}}
    weapon: Annotated[Weapon | None, Spoken(said.lying)] = None
    armour: Annotated[Armour | None, Spoken(said.lying)] = None

    def evolve(self, fight: Fight) -> None:
        if self.weapon is not None:
            fight.scene_weapons = {**fight.scene_weapons, self.weapon.id: self.weapon}
        if self.armour is not None:
            fight.scene_armour = {**fight.scene_armour, self.armour.id: self.armour}


class ItemTaken(Event, frozen=True, kw_only=True):
    """Something that lay about is somebody's gear now (YY-WPN-31, YY-ARM-12)."""

    type: ClassVar[str] = "yin_yang.item_taken"
    says = "{combatant} picks up {item}."
    example = {"combatant": "thug", "item": "old_gun"}
    combatant: str
    item: Annotated[str, Spoken(said.picked_up)]

    def evolve(self, fight: Fight) -> None:
        """What lay about is gear from now on (YY-WPN-31)."""
        person = fight.people[self.combatant]
        if self.item in fight.scene_weapons:
            person.weapons = {**person.weapons, self.item: fight.scene_weapons[self.item]}
            fight.scene_weapons = {key: weapon for key, weapon in fight.scene_weapons.items() if key != self.item}
        else:
            person.armour = {**person.armour, self.item: fight.scene_armour[self.item]}
            fight.scene_armour = {key: piece for key, piece in fight.scene_armour.items() if key != self.item}


class Wielded(Event, frozen=True, kw_only=True):
    """What somebody's hands hold from now on (YY-WPN-10)."""

    type: ClassVar[str] = "yin_yang.wielded"
    example = {"combatant": "hei", "grips": []}
    combatant: str
    grips: Annotated[tuple[Grip, ...], SpokenOf(said.held)]

    def says(self) -> str:
        return "{combatant} now holds {grips}." if self.grips else "{combatant} now has empty hands."

    def evolve(self, fight: Fight) -> None:
        """Scores are computed when a weapon is taken up or its grip changes (YY-WPN-5)."""
        person = fight.people[self.combatant]
        person.wielded = self.grips
        derive(person)


class Worn(Event, frozen=True, kw_only=True):
    """What armour somebody wears from now on (YY-ARM-12)."""

    type: ClassVar[str] = "yin_yang.worn"
    says = "{combatant} now wears {armour}."
    example = {"combatant": "hei", "armour": []}
    combatant: str
    armour: Annotated[tuple[str, ...], SpokenOf(said.armour_worn)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.worn = self.armour
        derive(person)


T = TypeVar("T")


class Wield(Acting):
    """Say what the hands hold from now on, of one's gear or of what lies about (YY-WPN-10, YY-WPN-31)."""

    says = ()
    example = {"actor": "gabrielle", "items": [{"weapon": "two_handed_sword", "hands": 2}]}
    type: Literal["yin_yang.wield"] = "yin_yang.wield"
    items: tuple[GripSheet, ...] = Field(default=(), max_length=8)

    def decide(self, decision: Decision[Fight]) -> None:
        """Say what the hands hold from now on, of one's gear or of what lies about; it is free (YY-WPN-10, YY-WPN-31).

        The reading is that of YY-RUL-47.
        """
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        grips = tuple([Grip(item.weapon, item.hands) for item in self.items])
        weapons = {**fight.scene_weapons, **person.weapons}
        _refuse_first(grip_misfits(weapons, person.armour, person.worn, grips, "command.items"))
        _take(decision, person.id, (grip.weapon for grip in grips), person.weapons)
        decision.record(Wielded(combatant=person.id, grips=grips))


class Wear(OpenToUnable):
    """Say what armour is worn from now on; between turns (YY-ARM-12)."""

    during = PhaseRule(BETWEEN, "YY-ACT-5", "Armour is changed between turns; end this one first.")
    says = ()
    example = {"actor": "cryptos", "armour": ["chainmail", "shield"]}
    type: Literal["yin_yang.wear"] = "yin_yang.wear"
    armour: tuple[Key, ...] = Field(default=(), max_length=16)

    def decide(self, decision: Decision[Fight]) -> None:
        """Say what is worn from now on, of one's gear or of what lies about (YY-ARM-2, YY-ARM-12)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        require_alive(person, "command.actor")
        armour = {**fight.scene_armour, **person.armour}
        _refuse_first(worn_misfits(armour, self.armour, "command.armour"))
        _refuse_first(grip_misfits(person.weapons, armour, self.armour, person.wielded, "command.armour"))
        _take(decision, person.id, self.armour, person.armour)
        decision.record(Worn(combatant=person.id, armour=self.armour))


class PlaceItem(Narrating):
    """Let a weapon or a piece of armour lie about; exactly one of both."""

    says = ()
    example = {"weapon": {"id": "old_sword", "kind": "two_handed_sword"}}
    type: Literal["yin_yang.place_item"] = "yin_yang.place_item"
    weapon: WeaponSheet | None = None
    armour: ArmourSheet | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Let a weapon or a piece of armour lie about, under an id that nothing there has yet."""
        fight = decision.state
        if self.weapon is not None and self.armour is None:
            _refuse_first(weapon_misfits(self.weapon, "command.weapon"))
            weapon = weapon_of(self.weapon)
            _require_new(fight, weapon.id, "command.weapon.id")
            decision.record(ItemPlaced(weapon=weapon))
        elif self.armour is not None and self.weapon is None:
            _refuse_first(armour_misfits(self.armour, "command.armour"))
            piece = armour_of(self.armour)
            _require_new(fight, piece.id, "command.armour.id")
            decision.record(ItemPlaced(armour=piece))
        else:
            refuse(None, "Place a weapon or a piece of armour: one of both.", code="invalid", field="command.weapon")


def _require_new(fight: Fight, item: str, field: str) -> None:
    """What lies about is told apart by its id."""
    there = fight.scene_weapons.get(item) or fight.scene_armour.get(item)
    if there is not None:
        detail = f"{there.name} lies about already with this id; give what you place another id, and name its kind."
        refuse(None, detail, code="invalid", field=field)


def _take(decision: Decision[Fight], combatant: str, items: Iterable[str], own: Mapping[str, T]) -> None:
    """What lay about becomes gear (YY-WPN-31)."""
    for item in items:
        if item not in own:
            decision.record(ItemTaken(combatant=combatant, item=item))


def _refuse_first(misfits: Iterable[SheetError]) -> None:
    """Refuse by the first thing that does not fit."""
    for misfit in misfits:
        refuse(misfit.rule, misfit.message, code="refused" if misfit.rule else "invalid", field=misfit.field)


GEAR: Chapter[Fight] = Chapter(commands=(Wield, Wear, PlaceItem), events=(ItemPlaced, ItemTaken, Wielded, Worn))
