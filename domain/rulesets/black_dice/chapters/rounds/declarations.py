"""Declarations: the one deed of the round that each participant announces, in order (BD-INIT-7 to BD-INIT-12).

``DECLARED`` has for each deed the function that refuses what is not possible and reads the declaration.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_args

from pydantic import Field, model_validator

from domain.core.commands import Chosen, CombatantId, PhaseRule, StrictModel
from domain.decision.decision import Decision
from domain.fields.field import Few, Lookup, Many, among, listed, looked_up, record, several
from domain.fields.field import Field as FormField
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import check_aim, lose_aim
from domain.rulesets.black_dice.chapters.attacks.may_attack import check_attack
from domain.rulesets.black_dice.chapters.attacks.places import go, held_by, require_zone
from domain.rulesets.black_dice.chapters.attacks.targets import TARGETS, Armed, at_each, everything, strikable
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import hands_of
from domain.rulesets.black_dice.chapters.objections import own_weapon, target_of
from domain.rulesets.black_dice.chapters.rounds.opponents import attacks_on
from domain.rulesets.black_dice.chapters.vocabularies import ALIVE_IN, CLOSE_TO, listed_weapons, own, zones
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
from domain.rulesets.black_dice.words import TO_AGENDA, Act, Posture
from domain.story.told import AS_SAID, Told
from domain.text.phrases import counted
from domain.text.phrases import listed as listed_names
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

MOST_STRIKES, MOST_READY = 16, 8
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
    words = "Disengaged"
    told = Told(brief=AS_SAID, last=True)
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
    words = "Declaration"
    told = Told(brief=AS_SAID, last=True)
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
    words = "Posture taken"
    told = Told(brief=AS_SAID)
    says = "{combatant} {posture}."
    example = {"combatant": "brass_tom", "posture": "prone"}
    combatant: Who
    posture: Annotated[Posture, Spoken(POSTURES)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = self.posture == "prone"


def _declaring(view: View[Fight]) -> list[Person]:
    """Whose turn it is to declare, if the speaker speaks for it (BD-INIT-7)."""
    turn = view.state.next_to_declare() if view.state.phase == "declare" else None
    return [person for person in own(view) if person is turn]


def of_the_turn(name: str, values: Callable[[View[Fight], Person], Node | None]) -> Vocabulary[Fight]:
    """Return the lookup of what the one has whose turn it is; None leaves it out."""

    def of(view: View[Fight]) -> Node:
        found = ((one.id, values(view, one)) for one in _declaring(view))
        return {who: node for who, node in found if node is not None}

    return Vocabulary(name, of)


def _strikes(view: View[Fight], person: Person) -> Node | None:
    return {**strikable(Armed(view, person), everything(view.state))} or None


def _weapons(view: View[Fight], person: Person) -> Node | None:
    return at_each(view[STRIKES][person.id]) if person.id in view[STRIKES] else None


def _number_of_strikes(view: View[Fight], person: Person) -> Node | None:
    """How many attacks there may be, on as many targets (BD-WHO-3)."""
    most = min(MOST_STRIKES, person.attack_limit, len(view[STRIKES].get(person.id, ())))
    return Span(1, most) if most else None


def _zones_to_go_to(fight: Fight, person: Person) -> tuple[str, ...]:
    return tuple([zone for zone in fight.zones if fight.feet(person.zone, zone) <= person.move])


def _breaks_away(view: View[Fight], person: Person) -> Node | None:
    """Where those may go who may break away, their own zone among them (BD-WHO-10, BD-WHO-11)."""
    may = why_not_disengaged(view.state, person) is None
    return zones(_zones_to_go_to(view.state, person)) if may else None


def _moves(view: View[Fight], person: Person) -> Node | None:
    """Where those may go whom nobody holds (BD-INIT-11)."""
    if held_by(view.state, person):
        return None
    return zones([zone for zone in _zones_to_go_to(view.state, person) if zone != person.zone]) or None


def _closes_in(view: View[Fight], person: Person) -> Node | None:
    """To whom those may go whom nobody holds: others alive in their zone, but not close (BD-INIT-11)."""
    if held_by(view.state, person):
        return None
    far = {person.id, *view[CLOSE_TO].get(person.id, ())}
    return tuple([other for other in view[ALIVE_IN].get(person.zone, ()) if other not in far]) or None


def _aims(view: View[Fight], person: Person) -> Node | None:
    """The ranged weapons in hand, if there is anything else to aim at (BD-MOD-6)."""
    ready = [weapon for weapon in person.ready if not person.weapons[weapon].melee]
    return (listed_weapons(ready) or None) if len(view[TARGETS]) > 1 else None


def _weapons_for(person: Person, hands: int) -> list[str]:
    """The weapons that need so many hands each; natural ones need none (BD-INIT-11)."""
    return [weapon for weapon in person.weapons if hands_of(person, (weapon,)) == hands]


def _readying(hands: int, held: Vocabulary[Fight]) -> Mapping[str, FormField]:
    """Return the fields to take weapons in hand: natural ones, and those that each need this number of hands."""
    weapons = of_the_turn(
        f"natural ones and {held.name}",
        lambda view, person: listed_weapons([*_weapons_for(person, 0), *_weapons_for(person, hands)]) or None,
    )
    most = Few("ready", Lookup(held, ("actor",)), HANDS // hands)
    ready = looked_up(weapons, "actor", many=Many(1, MOST_READY), bars=("ready",), few=(most,), required=True)
    return {"actor": among(keys_of(f"who has {weapons.name}", weapons)), "ready": ready}


ONE_HANDED: Final = of_the_turn(
    "weapons for one hand", lambda view, person: listed_weapons(_weapons_for(person, 1)) or None
)
TWO_HANDED: Final = of_the_turn(
    "weapons for both hands", lambda view, person: listed_weapons(_weapons_for(person, 2)) or None
)
TURN: Final = Vocabulary[Fight]("whose turn it is", lambda view: tuple(one.id for one in _declaring(view)))
STRIKES: Final = of_the_turn("weapons against each target", _strikes)
WEAPONS: Final = of_the_turn("weapons to attack with", _weapons)
NUMBER_OF_STRIKES: Final = of_the_turn("number of attacks", _number_of_strikes)
STRUCK: Final = of_the_turn("targets to attack", lambda view, person: tuple(view[STRIKES].get(person.id, ())) or None)
WAYS_OUT: Final = of_the_turn("zones to break away to", _breaks_away)
MOVES: Final = of_the_turn("zones to go to", _moves)
CLOSING_IN: Final = of_the_turn("whom to go to", _closes_in)
AIMS: Final = of_the_turn("weapons to aim with", _aims)
POSTURE: Final = of_the_turn("posture to take", lambda view, person: ("stand",) if person.prone else ("prone",))


class Declare(OpenToSome):
    """Declare your one deed of the round (BD-INIT-7). You may stand up or drop prone with it (BD-INIT-12).

    It is exactly one of the deeds, with or without a posture.
    """

    form = {"actor": among(TURN), **dict.fromkeys(DEEDS), "posture": looked_up(POSTURE, "actor", seldom=True)}
    variants = {
        "attack": {
            "actor": among(keys_of("who may attack", STRIKES)),
            "attack": record(
                {
                    "target": looked_up(STRUCK, "actor", bars=("attack.target",)),
                    "weapon": looked_up(WEAPONS, "actor", "target"),
                },
                phrase="{target} with {weapon}",
                many=Lookup(NUMBER_OF_STRIKES, ("actor",)),
                required=True,
            ),
        },
        "full_dodge": {"full_dodge": listed(True, required=True)},
        "disengage": {
            "actor": among(keys_of("who may break away", WAYS_OUT)),
            "disengage": record({"zone": looked_up(WAYS_OUT, "actor")}, phrase="[to {zone}]", required=True),
        },
        "move": {
            "actor": among(keys_of("who may go somewhere", MOVES)),
            "move": record({"zone": looked_up(MOVES, "actor", required=True)}, phrase="{zone}", required=True),
        },
        "close_in": {
            "actor": among(keys_of("who may close in", CLOSING_IN)),
            "move": record(
                {"close_to": looked_up(CLOSING_IN, "actor", required=True)}, phrase="{close_to}", required=True
            ),
        },
        "aim": {
            "actor": among(keys_of("who may aim", AIMS)),
            "aim": record(
                {"weapon": looked_up(AIMS, "actor"), "target": among(TARGETS, bars=("actor",))},
                phrase="at {target} with {weapon}",
                required=True,
            ),
        },
        "ready": _readying(1, ONE_HANDED),
        "ready_two_handed": {
            **_readying(2, TWO_HANDED),
            "actor": among(keys_of("who has weapons for both hands", TWO_HANDED)),
        },
        "put_away": {"ready": several((), 0, 0, required=True)},
        "act": {"act": listed(*get_args(Act), required=True)},
        "wait": {"wait": listed(True, required=True)},
    }
    during = PhaseRule(
        frozenset({"declare"}), "BD-ROUND-1", "Deeds are declared once initiative has been rolled.", TO_AGENDA
    )
    says = ()
    example = {
        "actor": "vane",
        "attack": [{"target": "pryce", "weapon": "cutlass"}, {"target": "tough", "weapon": "revolver"}],
        "posture": "stand",
    }
    words = Words(
        "Declare",
        group="turn",
        prominence="main",
        costs="the action of the round",
        variants={
            "attack": Variant(
                "Attack",
                "[{posture}. ]Attack {attack}",
                help="Attack one or several targets as your deed of the round.",
                group="attack",
            ),
            "full_dodge": Variant(
                "Dodge fully", "[{posture}. ]Dodge fully", help="Do nothing but dodge in this round.", group="defend"
            ),
            "disengage": Variant(
                "Disengage",
                "[{posture}. ]Disengage[ {disengage}]",
                help="Break away at once from all who are close to you, and go to another zone if you like.",
                group="move",
            ),
            "move": Variant(
                "Move to another zone",
                "[{posture}. ]Move to {move}",
                help="Go to another zone when your turn comes.",
                group="move",
            ),
            "close_in": Variant(
                "Close in on somebody",
                "[{posture}. ]Close in on {move}",
                help="Go close to somebody in your zone when your turn comes.",
                group="move",
            ),
            "aim": Variant(
                "Aim",
                "[{posture}. ]Aim {aim}",
                help="Aim at a target. Each round of aiming gives your shot at it one more die, up to three.",
                group="attack",
            ),
            "ready": Variant(
                "Take weapons in hand",
                "[{posture}. ]Take {ready} in hand",
                help="Take weapons in hand when your turn comes, and put all others away.",
                group="gear",
            ),
            "ready_two_handed": Variant(
                "Take a two-handed weapon in hand",
                "[{posture}. ]Take {ready} in hand",
                help="Take a weapon for both hands when your turn comes, and put all others away.",
                group="gear",
            ),
            "put_away": Variant(
                "Put all weapons away",
                "[{posture}. ]Put all weapons away",
                help="Put all weapons away when your turn comes.",
                group="gear",
            ),
            "act": Variant(
                "Do something else", "[{posture}. ]{act}", help="Do something other than fighting when your turn comes."
            ),
            "wait": Variant("Wait", "[{posture}. ]Wait", help="Do nothing but respond to those who attack you."),
        },
        fields={"full_dodge": "Dodge fully", "move": "Where to"},
    )
    type: Literal["black_dice.declare"] = "black_dice.declare"
    attack: tuple[StrikeSheet, ...] | None = Field(default=None, min_length=1, max_length=MOST_STRIKES)
    full_dodge: Chosen | None = None
    disengage: Disengaging | None = None
    move: Going | None = None
    aim: Aiming | None = None
    ready: tuple[Key, ...] | None = Field(
        default=None, max_length=MOST_READY, description="the weapons that are then in hand; others are put away"
    )
    act: Act | None = None
    wait: Chosen | None = None
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
    return f"{listed_names(names)} {'is' if len(names) == 1 else 'are'}"


def _attack(fight: Fight, person: Person, strikes: tuple[StrikeSheet, ...]) -> Declaration:
    """Attacks on different targets, as many as the limit allows (BD-WHO-3)."""
    limit = person.attack_limit
    different = len({strike.target for strike in strikes}) == len(strikes)
    if len(strikes) > limit or not different:
        said = f"{person.name} may attack at most {counted(limit, 'opponent')} in a round, each of them once."
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
    """Read a disengagement."""
    why = why_not_disengaged(fight, person)
    if why is not None:
        rule, said = why
        refuse(rule, said, field="command.disengage")
    if going.zone is not None:
        require_zone(fight, person, going.zone, "BD-WHO-10", "command.disengage.zone")
    return Declaration("disengage", zone=going.zone)


def why_not_disengaged(fight: Fight, person: Person) -> tuple[str, str] | None:
    """Return the rule by which a combatant cannot break away, and why, or None.

    It does so from able opponents (BD-WHO-11), all slower and none an attacker yet (BD-WHO-10).
    """
    name = person.name
    held = held_by(fight, person)
    if not held:
        return "BD-WHO-11", f"No able opponent is close to {name}, who can simply move."
    faster = [other.name for other in held if not fight.earlier(person.id, other.id)]
    if faster:
        return "BD-WHO-10", f"{_are(faster)} earlier in the order than {name}, who cannot break away."
    by = [attack.attacker.name for attack in attacks_on(fight, person.id) if attack.weapon.melee]
    if by:
        return "BD-WHO-10", f"{name} is attacked in melee by {listed_names(by)} and cannot break away any more."
    return None


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


def _readies(fight: Fight, person: Person, weapons: tuple[str, ...]) -> Declaration:
    """Weapons of its own that two hands hold (BD-INIT-11)."""
    require_distinct(weapons, "command.ready")
    for number, weapon in enumerate(weapons):
        if weapon not in person.weapons:
            said = f"{person.name} carries no “{weapon}”"
            detail = unknown(said, weapon, person.weapons, f"{person.name} carries no weapons.")
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
    "ready": _readies,
    "act": _act,
    "wait": lambda fight, person, said: Declaration("wait"),
}


DECLARATIONS: Chapter[Fight] = Chapter(
    commands=(Declare,),
    events=(Disengaged, Declared, PostureTaken),
    labels={
        "act": "What to do",
        "attack": "Attacks",
        "disengage": "Where to",
        "aim": "Aim",
        "posture": "Posture",
        "wait": "Wait",
        "stand": "Stand up",
        "prone": "Drop to the ground",
        "act.assist": "Help someone",
        "act.check": "Wait for the narrator's call",
        "act.drink": "Have a drink",
        "act.feat": "Try a feat of strength",
        "act.other": "Do something other than fight",
        "act.stabilise": "Tend the dying",
    },
)
