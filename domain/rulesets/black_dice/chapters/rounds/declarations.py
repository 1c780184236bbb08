"""Declarations: the one deed of the round that each participant announces, in order (BD-INIT-7 to BD-INIT-12).

``DECLARED`` has for each deed the function that refuses what is not possible and reads the declaration.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.core.commands import CombatantId, PhaseRule, StrictModel
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import check_aim, lose_aim
from domain.rulesets.black_dice.chapters.attacks.may_attack import check_attack
from domain.rulesets.black_dice.chapters.attacks.places import go, held_by, require_zone
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import hands_of
from domain.rulesets.black_dice.chapters.objections import own_weapon, target_of
from domain.rulesets.black_dice.chapters.rounds.opponents import attacks_on
from domain.rulesets.black_dice.parts import (
    Key,
    OpenToSome,
)
from domain.rulesets.black_dice.said import (
    POSTURES,
    Who,
    announced,
    armed,
    at_zone,
)
from domain.rulesets.black_dice.state import (
    Declaration,
    Fight,
    Person,
    Strike,
)
from domain.rulesets.black_dice.tables import HANDS
from domain.rulesets.black_dice.words import (
    Act,
    Posture,
)
from domain.text.phrases import listed
from domain.text.sentences import Spoken

DEEDS: tuple[str, ...] = ("attack", "full_dodge", "disengage", "move", "aim", "ready", "act", "wait")


class StrikeSheet(StrictModel):
    """One attack: on whom, with what."""

    target: CombatantId
    weapon: Key


class Going(StrictModel):
    """Where to: a zone, or close to a combatant in one's own zone."""

    zone: Key | None = None
    close_to: CombatantId | None = None

    @model_validator(mode="after")
    def one_of_both(self) -> Self:
        if (self.zone is None) == (self.close_to is None):
            raise ValueError("Name either a zone or whom to be close to")
        return self


class Disengaging(StrictModel):
    """Where to, away from everyone; without a zone one stays in one's own."""

    zone: Key | None = None


class Aiming(StrictModel):
    """A ranged weapon and its target."""

    weapon: Key
    target: CombatantId


class Disengaged(Event, frozen=True, kw_only=True):
    """A combatant is no longer close to anyone, and no target in melee for the round (BD-WHO-10)."""

    type: ClassVar[str] = "black_dice.disengaged"
    says = "{combatant} is clear of the melee."
    example = {"combatant": "brass_tom"}
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.part_from_all(self.combatant)
        fight.disengaged = (*fight.disengaged, self.combatant)
        fight.exert(self.combatant)


class Declared(Event, frozen=True, kw_only=True):
    """A combatant has declared its deed, known to all (BD-INIT-7)."""

    type: ClassVar[str] = "black_dice.declared"
    says = "{combatant} {declaration}."
    example = {
        "combatant": "vane",
        "declaration": {
            "deed": "attack",
            "strikes": [
                {"target": "lark", "weapon": "revolver"},
                {"target": "quill", "weapon": "cutlass"},
                {"target": "tough", "weapon": "fists"},
            ],
        },
    }
    combatant: Who
    declaration: Annotated[Declaration, Spoken(announced)]

    def evolve(self, fight: Fight) -> None:
        fight.declarations = {**fight.declarations, self.combatant: self.declaration}


class PostureTaken(Event, frozen=True, kw_only=True):
    """A combatant stands up or drops prone with its declaration (BD-INIT-12)."""

    type: ClassVar[str] = "black_dice.posture_taken"
    says = "{combatant} {posture}."
    example = {"combatant": "brass_tom", "posture": "prone"}
    combatant: Who
    posture: Annotated[Posture, Spoken(POSTURES)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = self.posture == "prone"


class Declare(OpenToSome):
    """Declare the one deed of the round (BD-INIT-7): exactly one of the deeds, with or without a posture."""

    during = PhaseRule(frozenset({"declare"}), "BD-ROUND-1", "Deeds are declared once initiative has been thrown.")
    says = ()
    example = {
        "actor": "vane",
        "attack": [{"target": "pryce", "weapon": "cutlass"}, {"target": "tough", "weapon": "revolver"}],
        "posture": "stand",
    }
    type: Literal["black_dice.declare"] = "black_dice.declare"
    attack: tuple[StrikeSheet, ...] | None = Field(default=None, min_length=1, max_length=16)
    full_dodge: Literal[True] | None = None
    disengage: Disengaging | None = None
    move: Going | None = None
    aim: Aiming | None = None
    ready: tuple[Key, ...] | None = Field(default=None, max_length=8, description="the weapons then in hand")
    act: Act | None = None
    wait: Literal[True] | None = None
    posture: Posture | None = Field(default=None, description="stand up or drop prone, at once (BD-INIT-12)")

    @model_validator(mode="after")
    def one_deed(self) -> Self:
        if sum(getattr(self, deed) is not None for deed in DEEDS) != 1:
            raise ValueError(f"Declare exactly one of {', '.join(DEEDS)}")
        return self

    @classmethod
    def is_open_to(cls, fight: Fight, combatant: str) -> bool:
        """Only the one whose turn it is declares (BD-INIT-7)."""
        turn = fight.next_to_declare()
        return turn is not None and turn.id == combatant

    def decide(self, decision: Decision[Fight]) -> None:
        """A declaration is final, and known to all (BD-INIT-7)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        require_turn(fight, person)
        deed = next(deed for deed in DEEDS if getattr(self, deed) is not None)
        declaration = DECLARED[deed](fight, person, getattr(self, deed))
        if self.posture is not None:
            changes = person.prone == (self.posture == "stand")
            said = f"{person.name} {'lies' if person.prone else 'stands'} already."
            require(changes, "BD-INIT-12", said, field="command.posture")
        decision.cause = decision.record(Declared(combatant=person.id, declaration=declaration))
        if self.posture is not None:
            decision.record(PostureTaken(combatant=person.id, posture=self.posture))
        if declaration.deed == "disengage":
            disengage(decision, person, declaration.zone)


def require_turn(fight: Fight, person: Person) -> None:
    """Refuse a combatant that takes no part in the round (BD-ROUND-2) or is not next to declare (BD-INIT-7)."""
    name = person.name
    if person.id not in fight.order:
        refuse("BD-ROUND-2", f"{name} takes no part in this round.", field="command.actor")
    turn = fight.next_to_declare()
    if turn is not person:
        whose = f"it is the turn of {turn.name}" if turn is not None else "all have declared"
        refuse("BD-INIT-7", f"{name} does not declare now; {whose}.", field="command.actor")


# Deeds


def _are(names: list[str]) -> str:
    """Names with their verb: ``Pryce is``, ``Pryce and Quill are``."""
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'}"


def _attack(fight: Fight, person: Person, strikes: tuple[StrikeSheet, ...]) -> Declaration:
    """Attacks on different targets, as many as the limit allows (BD-WHO-3)."""
    limit = person.attack_limit
    different = len({strike.target for strike in strikes}) == len(strikes)
    if len(strikes) > limit or not different:
        said = f"{person.name} may attack at most {limit} in a round, each of them once."
        refuse("BD-WHO-3", said, field="command.attack")
    for number, strike in enumerate(strikes):
        check_strike(fight, person, strike, f"command.attack[{number}]")
    return Declaration("attack", tuple([Strike(strike.target, strike.weapon) for strike in strikes]))


def check_strike(fight: Fight, person: Person, strike: StrikeSheet, field: str) -> None:
    """Refuse an attack that could not be made now (BD-WHO-1, BD-WHO-10)."""
    target = target_of(fight, strike.target, f"{field}.target")
    weapon = own_weapon(person, strike.weapon, f"{field}.weapon")
    check_attack(fight, person, weapon, target, f"{field}.target")


def _disengage(fight: Fight, person: Person, going: Disengaging) -> Declaration:
    """Read a disengagement: from able opponents (BD-WHO-11), all slower and none an attacker yet (BD-WHO-10)."""
    name = person.name
    held = held_by(fight, person)
    said = f"No able opponent is close to {name}, who can simply move."
    require(held, "BD-WHO-11", said, field="command.disengage")
    faster = [other.name for other in held if not fight.earlier(person.id, other.id)]
    said = f"{_are(faster)} earlier in the order than {name}, who cannot break away."
    require(not faster, "BD-WHO-10", said, field="command.disengage")
    by = [attack.attacker.name for attack in attacks_on(fight, person.id) if attack.weapon.melee]
    said = f"{name} is attacked in melee by {listed(by)} and cannot break away any more."
    require(not by, "BD-WHO-10", said, field="command.disengage")
    if going.zone is not None:
        require_zone(fight, person, going.zone, "BD-WHO-10", "command.disengage.zone")
    return Declaration("disengage", zone=going.zone)


def disengage(decision: Decision[Fight], person: Person, zone: str | None) -> None:
    """The combatant breaks away from everyone at once, and may go to another zone (BD-WHO-10)."""
    decision.cause = decision.record(Disengaged(combatant=person.id))
    lose_aim(decision, person, "disengaged")
    if zone is not None:
        go(decision, person, zone)


def _move(fight: Fight, person: Person, going: Going) -> Declaration:
    """To a zone, or close to a combatant, for one that no able opponent is close to (BD-INIT-11)."""
    held = [other.name for other in held_by(fight, person)]
    said = f"{_are(held)} close to {person.name}, who has to break away instead."
    require(not held, "BD-INIT-11", said, field="command.move")
    if going.zone is not None:
        elsewhere = going.zone != person.zone
        require(
            elsewhere, "BD-INIT-11", f"{person.name} is {at_zone(going.zone, {})} already.", field="command.move.zone"
        )
        require_zone(fight, person, going.zone, "BD-INIT-11", "command.move.zone")
    if going.close_to is not None:
        other = find_combatant(fight, going.close_to, "command.move.close_to")
        here = other.id != person.id and other.alive and other.zone == person.zone
        said = f"{person.name} cannot close in on {other.name}, but on others who are alive in the same zone."
        require(here, "BD-INIT-11", said, field="command.move.close_to")
        near = fight.are_close(person.id, other.id)
        require(
            not near, "BD-INIT-11", f"{other.name} is close to {person.name} already.", field="command.move.close_to"
        )
    return Declaration("move", zone=going.zone, close_to=going.close_to)


def _aim(fight: Fight, person: Person, aim: Aiming) -> Declaration:
    """A ranged weapon that is ready, and its target (BD-MOD-6)."""
    check_aim(fight, person, aim.weapon, aim.target)
    return Declaration("aim", weapon=aim.weapon, target=aim.target)


def _ready(fight: Fight, person: Person, weapons: tuple[str, ...]) -> Declaration:
    """Weapons of its own that two hands hold (BD-INIT-11)."""
    require_distinct(weapons, "command.ready")
    for number, weapon in enumerate(weapons):
        if weapon not in person.weapons:
            detail = f"{person.name} carries no {weapon!r}, but {', '.join(person.weapons) or 'nothing'}."
            refuse(None, detail, code="invalid", field=f"command.ready[{number}]")
    said = f"{person.name} has {HANDS} hands, too few for {armed(weapons, {})}."
    require(hands_of(person, weapons) <= HANDS, "BD-INIT-11", said, field="command.ready")
    return Declaration("ready", weapons=weapons)


def _act(fight: Fight, person: Person, act: Act) -> Declaration:
    """The details are settled when the act comes due (BD-ROUND-5)."""
    return Declaration("act", act=act)


DECLARED: Mapping[str, Callable[[Fight, Person, Any], Declaration]] = {
    "attack": _attack,
    "full_dodge": lambda fight, person, said: Declaration("full_dodge"),
    "disengage": _disengage,
    "move": _move,
    "aim": _aim,
    "ready": _ready,
    "act": _act,
    "wait": lambda fight, person, said: Declaration("wait"),
}


DECLARATIONS: Chapter[Fight] = Chapter(commands=(Declare,), events=(Disengaged, Declared, PostureTaken))
