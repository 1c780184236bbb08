"""The plane with its areas and what lies there, and what binds two combatants."""

import pytest

from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.specification import act, combat, declare, fight, given, newcomer, standing
from tests.rules.ticks.table.tables import drawn, player


def test_the_board_has_areas_and_what_lies_on_the_ground() -> None:
    spec = given(fight(newcomer("iris", at=(4, 2)), "bruno"))
    spec.given(DefineArea(name="back_door", squares=(SquareSheet(x=1), SquareSheet(x=2, y=-1))))
    spec.given(Drop(actor="iris", item="sword"))
    assert drawn(spec)["board"] == {
        "kind": "squares",
        "unit": "steps",
        "metric": "diagonal_1",
        "features": {"back_door": {"kind": "area", "name": "Back door", "squares": [[1, 0], [2, -1]]}},
        "lying": {"iris.sword": {"name": "sword", "place": {"x": 4, "y": 2}}},
    }


@pytest.mark.rule("TK-GRAP-3")
def test_a_hold_is_a_bond_and_no_condition() -> None:
    joins = ("iris", newcomer("lena", at=(1, 0)))
    spec = given(fight(*joins), *standing("iris", "lena"), *combat("iris", "lena"))
    spec.given(
        declare("lena", "other", kind="nothing"),
        declare("iris", "attack", target="lena", weapon="unarmed", manoeuvres=["grapple"]),
        act("iris", strike=True),
    )
    assert spec.fight.people["lena"].held_by
    assert drawn(spec, player("lena"))["bonds"] == {
        "hold-iris-lena": {
            "kind": "holds",
            "label": "holds",
            "back": "held by",
            "from": "iris",
            "to": "lena",
            "tone": "good",
            "back_tone": "bad",
        }
    }
    assert "conditions" not in drawn(spec)["combatants"]["lena"]


@pytest.mark.rule("TK-AIM-2", "TK-AIM-6")
def test_an_aim_is_a_bond_from_its_first_tick_on_while_the_target_is_seen() -> None:
    spec = given(fight("sable", newcomer("bruno", at=(6, 0))), *combat("sable", "bruno"))
    spec.given(declare("bruno", "evade"), declare("sable", "aim", target="bruno", weapon="pistol"))
    aim = {
        "kind": "aims",
        "label": "aims at",
        "back": "aimed at by",
        "from": "sable",
        "to": "bruno",
        "tone": "good",
        "back_tone": "warn",
        "note": "since tick 17",
    }
    assert drawn(spec)["bonds"] == {"aim-sable": aim}
    spec.given(SetSight(observer="sable", target="bruno", visible=False, both=False))
    assert drawn(spec)["bonds"] == {
        "blind-sable-bruno": {
            "kind": "blind",
            "label": "does not see",
            "back": "not seen by",
            "from": "sable",
            "to": "bruno",
            "tone": "bad",
            "back_tone": "good",
        }
    }
