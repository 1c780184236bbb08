"""Armour that is put on or taken off, between combats (CE-ARMOR-9)."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import PhaseRule
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.items.strength import can_wear
from domain.rulesets.century.parts import Deed, Key
from domain.rulesets.century.said import item_in
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.vocabularies import labelled, people
from domain.rulesets.century.words import END_COMBAT, STORY
from domain.story.told import AS_SAID, Told
from domain.text.words import Variant, Words


class ArmourWorn(Event, frozen=True, kw_only=True):
    """A combatant wears this piece of its armour from now on, or none (CE-ARMOR-9)."""

    type: ClassVar[str] = "century.armour_worn"
    words = "Armour changed"
    told = Told(brief=AS_SAID)
    example = {"combatant": "mulan", "armour": "flak_jacket"}
    combatant: str
    armour: Annotated[str | None, item_in("armour")] = None

    def says(self) -> str:
        return "{combatant} no longer wears armour." if self.armour is None else "{combatant} now wears {armour}."

    def evolve(self, fight: Fight) -> None:
        """What was worn before is carried again, as worn as it is (CE-ARMOR-9)."""
        fight.people[self.combatant].worn = self.armour


def _to_wear(view: View[Fight]) -> dict[str, tuple[Labelled, ...]]:
    wearers = [person for person in people(view) if _may_change(person, narrated=view.speaker.is_narrator)]
    pieces = {
        person.id: labelled(
            [
                piece
                for piece in person.armour.values()
                if piece.id != person.worn and can_wear(view.state.options, replace(person, worn=piece.id))
            ]
        )
        for person in wearers
        if person.armour
    }
    return {one: found for one, found in pieces.items() if found or view.state.people[one].worn is not None}


def _may_change(person: Person, *, narrated: bool) -> bool:
    alive = narrated and person.present and not person.dead
    return person.throws and (person.up or alive)


TO_WEAR: Final[Vocabulary[Fight]] = Vocabulary("armour to put on", _to_wear)
WEARERS: Final[Vocabulary[Fight]] = Vocabulary(
    "who can put armour on", lambda view: tuple([one for one, pieces in view[TO_WEAR].items() if pieces])
)
ARMOURED: Final[Vocabulary[Fight]] = Vocabulary(
    "who can take armour off",
    lambda view: tuple([one for one in view[TO_WEAR] if view.state.people[one].worn is not None]),
)


class WearArmor(Deed):
    """Put on armour that you carry, or, without `armor`, take off what you wear (CE-ARMOR-9)."""

    variants = {
        "on": {"actor": among(WEARERS), "armor": looked_up(TO_WEAR, "actor", required=True)},
        "off": {"actor": among(ARMOURED), "armor": None},
    }
    during = PhaseRule(
        STORY, "CE-ARMOR-9", "Combat is being fought; armour is put on and taken off before it or after it.", END_COMBAT
    )
    says = ()
    example = {"actor": "sam", "armor": "flak_jacket"}
    words = Words(
        "Change armour",
        "Change armour",
        group="gear",
        variants={
            "on": Variant(
                "Put armour on", "Put {armor} on", help="Put on armour that you carry, in place of what you wear."
            ),
            "off": Variant("Take armour off", "Take the armour off", help="Take off the armour that you wear."),
        },
        fields={"armor": "Armour"},
    )
    type: Literal["century.wear_armor"] = "century.wear_armor"
    armor: Key | None = Field(default=None, description="a carried piece to put on")

    def may_be_given_when_down(self, *, narrated: bool) -> bool:
        """The narrator may change the armour of every living combatant (CE-ARMOR-9)."""
        return narrated

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.armour)

    def decide(self, decision: Decision[Fight]) -> None:
        """A combatant wears a carried piece from now on, or none; it is free and takes effect at once (CE-RUL-100).

        The piece worn before is carried again, and hit points and wear stay with each.
        """
        fight = decision.state
        wearer = find_combatant(fight, self.actor, "command.actor")
        piece = self.armor
        if piece is not None and piece not in wearer.armour:
            said = f"{wearer.name} carries no armour “{piece}”"
            said = unknown(said, piece, wearer.armour, f"{wearer.name} carries no armour.")
            refuse("CE-ARMOR-9", said, code="invalid", field="command.armor")
        what = "no armour" if piece is None else wearer.armour[piece].name
        said = f"{wearer.name} wears {what} already."
        require(piece != wearer.worn, "CE-ARMOR-9", said, field="command.armor")
        said = f"{what} is too heavy for {wearer.name}."
        require(can_wear(fight.options, replace(wearer, worn=piece)), "CE-STR-5", said, field="command.armor")
        decision.record(ArmourWorn(combatant=wearer.id, armour=piece))


WORN_ARMOUR: Chapter[Fight] = Chapter(commands=(WearArmor,), events=(ArmourWorn,))
