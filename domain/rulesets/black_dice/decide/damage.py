"""Damage: from a hit to its points (BD-DMG-1 to BD-DMG-5), on combatants and on objects (BD-OBJ-3 to BD-OBJ-6)."""

import msgspec

from domain.rulesets.black_dice.decide.pools import Chosen
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events.throws import Terms
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.words import Mark
from domain.table import Table


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
    exchange: str = ""


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lands on somebody or on an object, itemised, before armour or structure takes off its part (BD-DMG-5).

    ``armoured`` says whether armour counts; ``attack`` whether it comes of an attack, so that fate may lower it.
    """

    target: str
    terms: Terms
    mark: Mark = "normal"
    source: str | None = None
    armoured: bool = True
    attack: bool = False
    chosen: Chosen = Chosen()
    given: bool = False


def hit(table: Table[Fight], hit: Hit) -> None:
    """Put the damage of a hit on the agenda (BD-ATK-7)."""
    table.next(_weapon, hit)


@stages.stage("black_dice.damage.weapon", Hit)
def _weapon(table: Table[Fight], hit: Hit) -> None:
    """The weapon's dice (BD-DMG-3)."""


def land(table: Table[Fight], blow: Blow) -> None:
    """Put what a blow does on the agenda: armour or structure, the count, the marks. Perils land so too."""
    table.next(_land, blow)


@stages.stage("black_dice.damage.land", Blow)
def _land(table: Table[Fight], blow: Blow) -> None:
    """Armour or structure takes off its part."""
