"""Ready-made combatants: every row with its numbers, as it is after joining (TK-TPL-1 to TK-TPL-7)."""

from typing import NamedTuple

import pytest

from domain.core.commands import Join
from domain.rulesets.ticks.state import Square
from domain.rulesets.ticks.tables import TEMPLATES
from domain.rulesets.ticks.words import STATISTICS
from tests.rules.ticks.builders import gathered, joined


class Row(NamedTuple):
    """A combatant as it is published: statistics in their order, what is ready, carried and worn.

    A firearm has what is loaded and what is spare: ``pistol 8+8``.
    """

    rule: str
    key: str
    name: str
    statistics: str
    luck: int
    skills: str
    ready: str
    carried: str = ""
    worn: str | None = None


ROWS = (
    Row("TK-TPL-1", "iris", "Iris Vane", "12 14 14 13 11", 2, "melee 4, unarmed 2, thrown 2, evade 2",
        "sword", "knife"),
    Row("TK-TPL-2", "bruno", "Bruno Hale", "14 10 10 14 12", 1, "melee 3, unarmed 2, handgun 3",
        "nightstick", "pistol 8+8", "light_ballistic"),
    Row("TK-TPL-3", "sable", "Sable Quinn", "9 16 17 11 9", 3, "handgun 4, unarmed 1, evade 3", "pistol 8+8", "knife"),
    Row("TK-TPL-4", "tor", "Tor Maddox", "18 9 8 16 14", 1, "melee 2, unarmed 4, evade 1", "baseball_bat"),
    Row("TK-TPL-5", "lena", "Lena Ash", "8 12 11 12 9", 2, "medicine 4, evade 2, melee 1", "", "knife"),
    Row("TK-TPL-6", "pell", "Pell Orrin", "10 15 13 12 10", 1, "longarm 5, archery 3, evade 1, melee 1, unarmed 1",
        "rifle 5+5", worn="heavy_ballistic"),
    Row("TK-TPL-7", "hanna", "Hanna Brandt", "13 11 12 15 13", 1, "melee 3, unarmed 2, evade 1", "hatchet, shield"),
)  # fmt: skip


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(row.rule), id=row.key) for row in ROWS])
def test_a_combatant_is_the_published_one(row: Row) -> None:
    who = joined(Join(template=row.key))
    assert (who.id, who.name, who.luck, who.wounds) == (row.key, row.name, row.luck, 0)
    assert list(who.statistics) == list(STATISTICS)
    assert " ".join(map(str, who.statistics.values())) == row.statistics
    assert ", ".join(f"{skill} {level}" for skill, level in who.skills.items()) == row.skills
    for place, things in (("ready", row.ready), ("carried", row.carried)):
        there = [thing for thing in who.things.values() if thing.place == place]
        assert things == ", ".join(
            f"{thing.key} {thing.loaded}+{thing.spare}" if thing.kind == "ranged" else thing.key for thing in there
        )
    assert (who.armour.key if who.armour is not None else None) == row.worn
    assert (who.square, who.conscious, who.dying, who.prone) == (Square(0, 0), True, None, False)


def test_there_are_no_other_templates() -> None:
    assert list(TEMPLATES) == [row.key for row in ROWS]


@pytest.mark.rule("TK-SHEET-6")
def test_things_of_a_template_are_called_by_owner_and_key() -> None:
    there = gathered(Join(template="iris"), Join(template="iris", id="ivo"), Join(template="bruno"))
    assert list(there.people["iris"].things) == ["iris.sword", "iris.knife"]
    assert list(there.people["ivo"].things) == ["ivo.sword", "ivo.knife"]
    armour = there.people["bruno"].armour
    assert armour is not None
    assert armour.id == "bruno.light_ballistic"


@pytest.mark.rule("TK-SHEET-12")
def test_sides_and_squares_are_chosen_when_joining() -> None:
    who = joined(Join(template="hanna", sheet={"side": "guards", "position": {"x": -3, "y": 4}}))
    assert (who.side, who.square) == ("guards", Square(-3, 4))


@pytest.mark.rule("TK-SHEET-1", "TK-SHEET-3")
def test_over_a_template_a_sheet_says_what_differs() -> None:
    who = joined(Join(template="bruno", sheet={"statistics": {"dexterity": 18}, "skills": {"evade": 3, "melee": 0}}))
    assert who.statistics == {"strength": 14, "dexterity": 18, "quickness": 10, "willpower": 14, "resilience": 12}
    assert who.skills == {"melee": 0, "unarmed": 2, "handgun": 3, "evade": 3}
    assert list(who.things) == ["bruno.nightstick", "bruno.pistol"]
    assert joined(Join(template="bruno", sheet={"things": []})).things == {}
