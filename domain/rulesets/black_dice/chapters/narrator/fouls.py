"""Consequences of a foul failure, chosen by the narrator (BD-FOUL-3)."""

from typing import Annotated, ClassVar, Final, Literal, Self, get_args

from pydantic import Field, model_validator

from domain.core.commands import Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up, span
from domain.fields.sets import ANY_KEY, AnyText, Labelled, Node
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Event
from domain.model.integers import MAX_INTEGER
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import lose_aim
from domain.rulesets.black_dice.chapters.narrator.placing import FellProne
from domain.rulesets.black_dice.chapters.perils.avoiding import Falling, fall_on
from domain.rulesets.black_dice.said import (
    FOUL_EFFECTS,
    Armed,
    Quoted,
    Who,
)
from domain.rulesets.black_dice.state import Fight, Foul, Person
from domain.rulesets.black_dice.words import (
    FoulEffect,
)
from domain.story.told import AS_SAID, Told
from domain.text.phrases import named, names_in
from domain.text.sentences import Spoken
from domain.text.words import Words


class WeaponDropped(Event, frozen=True, kw_only=True):
    """A combatant no longer has a weapon in hand."""

    type: ClassVar[str] = "black_dice.weapon_dropped"
    words = "Weapon dropped"
    told = Told(brief=AS_SAID)
    says = "{combatant} drops {weapon}."
    example = {"combatant": "tinker", "weapon": "sledgehammer"}
    combatant: Who
    weapon: Armed

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.ready = tuple([weapon for weapon in person.ready if weapon != self.weapon])


class FoulFollowed(Event, frozen=True, kw_only=True):
    """Consequences of a foul failure, chosen by the narrator (BD-FOUL-3)."""

    type: ClassVar[str] = "black_dice.foul_followed"
    words = "Consequence of a foul failure"
    example = {"combatant": "kestrel", "throw": 188, "effect": "falls_prone", "text": "a rope out of nowhere"}
    combatant: Who
    throw: int
    effect: Annotated[str, Spoken(FOUL_EFFECTS)]
    text: Quoted = ""

    def says(self) -> str:
        """Omit a dropped weapon and a fall, which have events of their own."""
        if self.effect in FOUL_EFFECTS:
            return "It goes badly wrong, and {combatant} {effect}[: {text}]."
        return "It goes badly wrong for {combatant}[: {text}]."

    def brief(self) -> str:
        return f"{{combatant}} | fouls up{' and {effect}' if self.effect in FOUL_EFFECTS else ''}[ ({{text}})]"

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != self.throw])


def _fouls(fight: Fight) -> Node:
    """The foul failures of which something may still come, by the version of the throw."""
    names = names_in(fight) if fight.fouled else {}
    return tuple([Labelled(foul.throw, named(names, foul.combatant)) for foul in fight.fouled])


def _effects(fight: Fight) -> Node:
    """What may come of each foul failure; a weapon falls only from the hand."""
    found: dict[str, Node] = {}
    for foul in fight.fouled:
        falls = in_hand(fight.people[foul.combatant], foul.weapon or "")
        found[str(foul.throw)] = tuple([one for one in get_args(FoulEffect) if falls or one != "drops_weapon"])
    return found


ANY_WORDS: Final = AnyText(500)
WORDS: Final[Node] = {"other": AnyText(500, 1), ANY_KEY: ANY_WORDS}


class FoulFollows(Narrating):
    """Say what goes wrong beyond a foul failure (BD-FOUL-3)."""

    form = {
        "throw": among(Vocabulary("foul failures", lambda view: _fouls(view.state))),
        "effect": looked_up(Vocabulary("effects of foul failures", lambda view: _effects(view.state)), "throw"),
        "dice": span(1, 40, when={"effect": ("peril",)}, required=True),
        "text": looked_up(WORDS, "effect", required={"effect": ("other",)}),
    }
    says = ()
    example = {"throw": 41, "effect": "drops_weapon"}
    ruling = True
    words = Words(
        "Follow up a foul failure",
        "Foul failure of {throw}: {effect}[, {dice:damage die|damage dice}][: “{text}”]",
        group="rulings",
        fields={"text": "What goes wrong", "throw": "Whose roll"},
    )
    type: Literal["black_dice.foul_effect"] = "black_dice.foul_effect"
    throw: int = Field(ge=1, le=MAX_INTEGER, description="the foul failure from which it follows")
    effect: FoulEffect
    dice: int | None = Field(default=None, ge=1, le=40, description="damage dice of the peril")
    text: Text = ""

    @model_validator(mode="after")
    def whole(self) -> Self:
        if (self.dice is None) == (self.effect == "peril"):
            raise ValueError("A peril has dice, and nothing else has")
        if self.effect == "other" and not self.text:
            raise ValueError("Say in text what goes wrong")
        return self

    def decide(self, decision: Decision[Fight]) -> None:
        """Something goes wrong beyond a foul failure, once for each throw, while it is fresh (BD-FOUL-3).

        A peril does its damage as others do, without avoidance or armour (BD-PERIL-8).
        """
        fight = decision.state
        foul = next((foul for foul in fight.fouled if foul.throw == self.throw), None)
        if foul is None:
            fresh = ", ".join([str(foul.throw) for foul in fight.fouled])
            rest = f"only of {fresh}" if fresh else "and of no other now"
            said = f"Nothing more comes of roll {self.throw}, {rest}."
            refuse("BD-FOUL-3", said, field="command.throw")
        person = fight.people[foul.combatant]
        weapon = _weapon_dropped(person, foul) if self.effect == "drops_weapon" else ""
        decision.cause = decision.record(
            FoulFollowed(combatant=person.id, throw=foul.throw, effect=self.effect, text=self.text), cause=foul.throw
        )
        match self.effect:
            case "drops_weapon":
                decision.record(WeaponDropped(combatant=person.id, weapon=weapon))
            case "falls_prone":
                decision.record(FellProne(combatant=person.id))
            case "loses_aim":
                lose_aim(decision, person, "foul")
            case "peril":
                decision.next(fall_on, Falling(person.id, self.dice or 0))


def _weapon_dropped(person: Person, foul: Foul) -> str:
    """The weapon of the throw; refuses where it is not in hand, and natural ones cannot be dropped."""
    weapon = foul.weapon or ""
    what = weapon or "weapon of that throw"
    require(
        in_hand(person, weapon), "BD-FOUL-3", f"{person.name} has no {what} in hand to drop.", field="command.effect"
    )
    return weapon


def in_hand(person: Person, weapon: str) -> bool:
    """Return whether a combatant has a weapon in hand that it could drop."""
    return weapon in person.ready and not person.weapons[weapon].natural


FOULS: Chapter[Fight] = Chapter(
    commands=(FoulFollows,),
    events=(WeaponDropped, FoulFollowed),
    labels={
        "effect": "Effect",
        "drops_weapon": "Drops the weapon",
        "falls_prone": "Falls to the ground",
        "loses_aim": "Loses the aim",
        "peril": "Gets into danger",
        "other": "Something else",
    },
)
