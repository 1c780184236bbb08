"""Damage: from a hit to its points (BD-DMG-1 to BD-DMG-5), on combatants and on objects (BD-OBJ-3 to BD-OBJ-6).

A ``Hit`` is an attack that strikes; its weapon and Strength make it a ``Blow``. A blow is whatever lands on a target,
from an attack or from elsewhere: armour or structure takes off its part, and what is left is counted.
"""

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.choices import cut_down
from domain.rulesets.black_dice.chapters.dice.plans import Chosen, Plan, Terms, some
from domain.rulesets.black_dice.chapters.dice.pools import effect_throw
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.wounds.harm import Harm, inflict, waits
from domain.rulesets.black_dice.said import Who, itemised
from domain.rulesets.black_dice.state import Fight, Weapon
from domain.rulesets.black_dice.tables import rank_of
from domain.rulesets.black_dice.words import Mark
from domain.story.told import Told
from domain.text.sentences import Spoken

ASPHYXIA: Final = "asphyxia"


class DamageCounted(Event, frozen=True, kw_only=True):
    """What an attack, a peril or missing air comes to (BD-DMG-1): degrees, weapon, Strength, less armour; at least 0.

    ``terms`` itemise it; ``marked_later`` says that it is marked after the last item of the agenda (BD-ROUND-7).
    """

    type: ClassVar[str] = "black_dice.damage_counted"
    words = "Damage counted"
    example = {
        "combatant": "pryce",
        "terms": [["degrees", 2], ["weapon", 1], ["strength", 2], ["armour", -2]],
        "points": 3,
        "mark": "bruise",
        "source": "brass_tom",
        "marked_later": True,
    }
    combatant: Who
    terms: Annotated[tuple[tuple[str, int], ...], Spoken(itemised)]
    points: int
    mark: Mark
    source: Who | None = None
    marked_later: bool = False

    def says(self) -> str:
        points = "{points:point} of damage" if self.points else "no damage"
        dealt = f"{{source}} does {points} to {{combatant}}" if self.source else f"{{combatant}} takes {points}"
        return f"{dealt}[ ({{terms}})]."

    def brief(self) -> str:
        """Tell it of whom it threatens: the marks come later, or not at all. Those of lacking air always come."""
        if not self.points:
            return "{combatant} | takes no damage"
        return "" if any(term == ASPHYXIA for term, _ in self.terms) else "{combatant} | faces {points:point} of damage"

    def explains(self) -> bool:
        """Return whether there are terms that say how it came about."""
        return bool(self.terms)

    def short(self) -> str:
        """Damage is told by the marks that it leaves; that there is none is told."""
        return "" if self.points else self.brief()

    told = Told(
        brief=brief,
        short=short,
        explains=explains,
        unless=("black_dice.health_lost", "black_dice.marks_owed", "black_dice.structure_lost"),
        lends="{combatant}",
        source="source",
        target="combatant",
    )


class StructureLost(Event, frozen=True, kw_only=True):
    """An object has lost pips of its structure (BD-OBJ-4)."""

    type: ClassVar[str] = "black_dice.structure_lost"
    words = "Object damaged"
    told = Told(
        brief="{combatant} | loses {points:pip} of structure[ ({pips} left)]",
        moment="wound",
        source=None,
        target="combatant",
    )
    says = "{combatant} loses {points:pip} of structure[; {pips:pip is|pips are} left]."
    example = {"combatant": "crate", "points": 2, "pips": 2, "dice": 1}
    private: ClassVar[frozenset[str]] = frozenset({"pips", "dice"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: Who
    points: int
    pips: int | None = None
    dice: int | None = None

    def evolve(self, fight: Fight) -> None:
        fight.things[self.combatant].pips = self.pips or 0


class Destroyed(Event, frozen=True, kw_only=True):
    """An object is destroyed (BD-OBJ-5)."""

    type: ClassVar[str] = "black_dice.destroyed"
    words = "Object destroyed"
    told = Told(brief="{combatant} | is destroyed", source=None, target="combatant")
    says = "{combatant} is destroyed."
    example = {"combatant": "rat_3"}
    combatant: Who


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack that strikes: whose, whom, with what; the margin, and the winner's net successes (BD-DMG-2).

    ``tie`` does weapon damage only (BD-ATK-4). ``chosen`` is what the attacker puts into its throws, ``target_chosen``
    what the target puts into its own; ``given`` and ``target_given`` say that these came with the command.
    """

    attacker: str
    target: str
    weapon: str
    margin: int
    winner_net: int
    tie: bool = False
    chosen: Chosen = Chosen()
    given: bool = False
    target_chosen: Chosen = Chosen()
    target_given: bool = False


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lands on a combatant or on an object, itemised, before armour or structure takes off its part (BD-DMG-5).

    ``armoured`` says whether armour counts; ``attack`` that it comes of an attack, so that fate may lower it.
    ``chosen`` is what the target puts into the throws that may follow, ``given`` that it came with the command.
    """

    target: str
    terms: Terms
    mark: Mark = "normal"
    source: str | None = None
    armoured: bool = True
    attack: bool = False
    chosen: Chosen = Chosen()
    given: bool = False


class Swing(msgspec.Struct, frozen=True):
    """A hit of which the weapon's successes are known."""

    hit: Hit
    weapon_net: int


def hit(decision: Decision[Fight], struck: Hit) -> None:
    """Do the damage of a hit, as the last act of a stage: weapon, Strength, armour, count, fate, marks (BD-ATK-7)."""
    weapon_throw.run(decision, struck)


@stage("black_dice.damage.weapon", Hit, draws=True)
def weapon_throw(decision: Decision[Fight], struck: Hit) -> None:
    """The weapon's dice, an effect throw of the attacker's own (BD-DMG-3)."""
    plan = _own_effect(decision.state, struck, "weapon", _weapon(decision.state, struck).damage)
    chosen = struck.chosen
    plan = cut_down(decision.state, plan, chosen.fate_weapon, chosen.trade_weapon, given=struck.given)
    throw(decision, (plan,), weapon_thrown.continuation(struck))


@reply("black_dice.damage.weapon_thrown", Hit, draws=True)
def weapon_thrown(decision: Decision[Fight], struck: Hit, casts: tuple[Cast, ...]) -> None:
    """Then the dice of Strength: in melee alone (BD-RNG-2, -14), not in a tie, and none at 0 or less (BD-DMG-4)."""
    swing = Swing(struck, casts[0].net)
    strength = decision.state.people[struck.attacker].stats["strength"]
    if not _weapon(decision.state, struck).melee or struck.tie:
        _strike(decision, swing, 0)
    elif strength <= 0:
        _strike(decision, swing, strength if decision.state.options.negative_strength == "subtracts" else 0)
    else:
        plan = _own_effect(decision.state, struck, "strength", strength)
        chosen = struck.chosen
        plan = cut_down(decision.state, plan, chosen.fate_strength, chosen.trade_strength, given=struck.given)
        throw(decision, (plan,), strength_thrown.continuation(swing))


@reply("black_dice.damage.strength_thrown", Swing)
def strength_thrown(decision: Decision[Fight], swing: Swing, casts: tuple[Cast, ...]) -> None:
    """Everything that the attacker brings is known."""
    _strike(decision, swing, casts[0].net)


def _weapon(fight: Fight, struck: Hit) -> Weapon:
    """The weapon of a hit, which those who made the hit have looked up before."""
    weapon = fight.people[struck.attacker].weapon(struck.weapon)
    assert weapon is not None
    return weapon


def _own_effect(fight: Fight, struck: Hit, label: str, dice: int) -> Plan:
    """A damage throw of the attacker's own, lucky too (BD-DMG-10); trades only where all rolls do (BD-GUAR-4)."""
    plan = effect_throw(label, dice, whose=struck.attacker, own=True, against=struck.target)
    return replace(plan, trades=fight.options.guaranteed_scope == "all_rolls", weapon=struck.weapon)


def _strike(decision: Decision[Fight], swing: Swing, strength: int) -> None:
    """Degrees, weapon and Strength make the blow (BD-DMG-1)."""
    struck = swing.hit
    degrees = 0 if struck.tie else degrees_of(decision.state, struck)
    land(
        decision,
        Blow(
            struck.target,
            (("degrees", degrees), ("weapon", swing.weapon_net), ("strength", strength)),
            "bruise" if _weapon(decision.state, struck).bruise else "normal",
            struck.attacker,
            attack=True,
            chosen=struck.target_chosen,
            given=struck.target_given,
        ),
    )


def degrees_of(fight: Fight, struck: Hit) -> int:
    """The degrees of combat success: the margin, the winner's net, or the rank of the margin's degree (BD-DMG-2)."""
    match fight.options.damage_degree:
        case "winner":
            return struck.winner_net
        case "table":
            return rank_of(struck.margin)
        case _:
            return struck.margin


def land(decision: Decision[Fight], blow: Blow) -> None:
    """Put what a blow does on the agenda: armour or structure, the count, the harm. What is no attack lands so too."""
    decision.next(taken_off, blow)


@stage("black_dice.damage.taken_off", Blow, draws=True)
def taken_off(decision: Decision[Fight], blow: Blow) -> None:
    """Armour takes off its points, or what its dice throw (BD-DMG-5); an object throws its structure (BD-OBJ-3)."""
    fight = decision.state
    if blow.target in fight.things:
        thing = fight.things[blow.target]
        hard = replace(blow, terms=(*blow.terms, ("armour", -thing.armour)))
        throw(decision, (effect_throw("structure", thing.dice_left, against=thing.id),), resisted.continuation(hard))
        return
    armour = fight.people[blow.target].armour if blow.armoured else 0
    if armour and fight.options.armour == "dice":
        throw(decision, (effect_throw("armour", armour, against=blow.target),), armour_thrown.continuation(blow))
    else:
        count(decision, blow, ("armour", -armour))


@reply("black_dice.damage.armour_thrown", Blow)
def armour_thrown(decision: Decision[Fight], blow: Blow, casts: tuple[Cast, ...]) -> None:
    """The successes of the armour are taken off."""
    count(decision, blow, ("armour", -casts[0].net))


def count(decision: Decision[Fight], blow: Blow, *less: tuple[str, int]) -> None:
    """The sum, never below 0 (BD-DMG-1), and the harm that it does (BD-DMG-9)."""
    counted = _counted(blow, less, later=blow.attack and waits(decision.state))
    decision.cause = decision.record(counted)
    inflict(
        decision,
        Harm(blow.target, counted.points, blow.mark, blow.source, blow.attack, blow.chosen, blow.given),
    )


def _counted(blow: Blow, less: Terms, *, later: bool = False) -> DamageCounted:
    terms = some((*blow.terms, *less))
    points = max(0, sum([points for _, points in terms]))
    return DamageCounted(
        combatant=blow.target, terms=terms, points=points, mark=blow.mark, source=blow.source, marked_later=later
    )


@reply("black_dice.damage.resisted", Blow)
def resisted(decision: Decision[Fight], blow: Blow, casts: tuple[Cast, ...]) -> None:
    """What neither armour nor structure has stopped takes pips (BD-OBJ-4); without pips it is destroyed (BD-OBJ-5)."""
    counted = _counted(blow, (("structure", -casts[0].net),))
    decision.cause = decision.record(counted)
    thing = decision.state.things[blow.target]
    lost = min(thing.pips, counted.points)
    if not lost:
        return
    left = replace(thing, pips=thing.pips - lost)
    decision.cause = decision.record(
        StructureLost(combatant=thing.id, points=lost, pips=left.pips, dice=left.dice_left)
    )
    if not left.whole:
        decision.record(Destroyed(combatant=thing.id))


DAMAGE: Chapter[Fight] = Chapter(
    events=(DamageCounted, StructureLost, Destroyed),
    stages=(weapon_throw, weapon_thrown, strength_thrown, taken_off, armour_thrown, resisted),
)
