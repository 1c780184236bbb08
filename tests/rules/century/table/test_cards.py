"""The cards of people, animals, vehicles and objects, with what the fight has done to them."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import SPECTATOR
from domain.rulesets.century.chapters.conditions.conditions import SetCondition, Surprise
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.items.jams import WeaponFailed
from domain.rulesets.century.chapters.movement.vehicles import ControlLost
from domain.rulesets.century.chapters.round.ending import LeaveField
from tests.rules.century.builders import FLAK, RAPIER, at, at_the_wheel, behind, does, hurt, in_slot
from tests.rules.century.specification import fight, given, newcomer, stub
from tests.rules.century.table.drawn import card, drawn

BAD: dict[str, Any] = {"tone": "bad"}


@pytest.mark.rule("CE-SHEET-18", "CE-COVER-1", "CE-REACT-40", "CE-SKILL-30")
def test_a_card_has_every_condition_with_its_amount_and_its_end() -> None:
    spec = in_slot("a", "b", newcomer("desk"), newcomer("computer")).given(
        SetCondition(combatant="b", condition="drunk", amount=30),
        SetCondition(combatant="b", condition="lucky", amount=10, end_of_round=2),
        SetCondition(combatant="b", condition="hindered", label="sprained ankle", amount=20),
        SetCondition(combatant="b", condition="stealthy"),
        SetCondition(combatant="b", condition="block_penalty"),
        Surprise(combatant="b"),
        behind("b", ("desk", 50), ("computer", 5)),
    )
    assert card(spec, "b")["conditions"] == {
        "drunk": {"label": "Drunk, −30", **BAD, "rule": "CE-REACT-32"},
        "lucky": {"label": "Lucky, +10", "tone": "good", "until": "the end of round 2", "rule": "CE-SKILL-30"},
        "hindered:sprained ankle": {"label": "Sprained ankle, −20", **BAD, "rule": "CE-REACT-38"},
        "stealthy": {"label": "Stealthy", "tone": "good", "rule": "CE-SHEET-18"},
        "block_penalty": {
            "label": "Off balance from blocking or parrying, −30",
            **BAD,
            "until": "its next action",
            "rule": "CE-BLOCK-6",
        },
        "surprised": {
            "label": "Surprised: −2 on initiative, −20 on Skill Rolls and −20 on Reaction Checks",
            **BAD,
            "until": "the end of round 2",
            "rule": "CE-REACT-40",
        },
        "cover": {"label": "Behind Desk (50 percent) and Computer (5 percent)", "tone": "good", "rule": "CE-COVER-1"},
    }


@pytest.mark.rule("CE-COVER-1", "CE-REACT-40")
def test_cover_may_be_from_some_alone_and_surprise_may_cost_nothing() -> None:
    spec = in_slot("a", "b", newcomer("desk")).given(
        behind("b", ("desk", 50), against=("a",)), Surprise(combatant="a", initiative=0, skill=0, reaction=0)
    )
    assert card(spec, "b")["conditions"]["cover"]["label"] == "Behind Desk (50 percent), from attacks by A"
    assert card(spec, "a")["conditions"]["surprised"]["label"] == "Surprised"


@pytest.mark.rule("CE-DODGE-20")
def test_a_penalty_that_comes_late_is_for_the_action_after_this_one() -> None:
    spec = in_slot("a", "b").given(does("a"), SetCondition(combatant="a", condition="dodge_penalty"))
    assert card(spec, "a")["conditions"]["dodge_penalty"]["until"] == "the action after this one"


@pytest.mark.rule("CE-STAG-2", "CE-DOWN-1", "CE-DOWN-7", "CE-END-8")
@pytest.mark.parametrize(
    ("command", "state", "why"),
    [
        (SetDowned(combatant="b", status="dying", hp=-2), "dying", "dying"),
        (SetDowned(combatant="b", status="stabilized", hp=-2), "down", "stabilized, but unconscious"),
        (SetDowned(combatant="b", status="dead", hp=-5), "dead", "dead"),
        (SetCondition(combatant="b", condition="unconscious"), "down", "unconscious"),
        (SetCondition(combatant="b", condition="stunned"), "down", "stunned"),
        (LeaveField(combatant="b"), "gone", "has left the field"),
    ],
)
def test_whoever_is_out_has_the_reason_why(command: Any, state: str, why: str) -> None:
    spec = in_slot("a", stub("b", position=at(2, 3))).given(command)
    drawn_card = card(spec, "b")
    assert (drawn_card["state"], drawn_card["why"]) == (state, why)
    assert ("place" in drawn_card) == (state != "gone")


@pytest.mark.rule("CE-DOWN-4")
@pytest.mark.parametrize(
    ("bleed_out", "until"),
    [("end_of_next_round", "the end of round 2"), ("start_of_next_round", "the start of round 2")],
)
def test_the_dying_have_the_round_of_their_death(bleed_out: str, until: str) -> None:
    spec = in_slot("a", "b", bleed_out=bleed_out).given(SetDowned(combatant="b", status="dying", hp=0))
    assert card(spec, "b")["conditions"]["dying"] == {"label": "Dying", **BAD, "until": until, "rule": "CE-DOWN-1"}


@pytest.mark.rule("CE-SHEET-11", "CE-SHEET-12", "CE-SHEET-14", "CE-SHEET-22", "CE-CRIT-17")
def test_items_are_those_in_hand_and_the_armour_worn() -> None:
    loose = stub("c", weapons=[{"id": "magnum_357", "loose_rounds": 3}], held={"right": "magnum_357"})
    armed = stub("a", "avenger_9mm", "sword", **FLAK, dominant="left", str=14)
    spec = in_slot(armed, stub("b", "sawed_off_shotgun"), loose).given(
        WeaponFailed(combatant="a", weapon="avenger_9mm", state="jammed", rounds=2)
    )
    assert card(spec, "a")["items"] == {
        "sword": {"name": "Sword", "use": "in the left hand"},
        "avenger_9mm": {
            "name": "Avenger 9mm",
            "use": "in the right hand",
            "meters": {"rounds": {"now": 15, "most": 15}, "reloads": {"now": 0}},
            "note": "jammed: 2 rounds to clear",
        },
        "flak_jacket": {
            "name": "Flak Jacket",
            "use": "worn",
            "meters": {"armour_hp": {"now": 15, "most": 15}},
            "note": "Damage Resistance 5",
        },
    }
    assert card(spec, "b")["items"] == {
        "sawed_off_shotgun": {
            "name": "Sawed-off Pump Shotgun",
            "use": "in both hands",
            "meters": {"rounds": {"now": 4, "most": 4}, "reloads": {"now": 0}},
        }
    }
    assert card(spec, "c")["items"]["magnum_357"]["meters"]["loose_rounds"] == {"now": 3}


@pytest.mark.rule("CE-CRIT-18")
def test_a_broken_weapon_is_noted() -> None:
    spec = in_slot(stub("a", "sword"), "b").given(WeaponFailed(combatant="a", weapon="sword", state="broken"))
    assert card(spec, "a")["items"]["sword"]["note"] == "broken"


@pytest.mark.rule("CE-SHEET-6", "CE-SHEET-7", "CE-SHEET-8", "CE-SHEET-16", "CE-SHEET-85")
def test_meters_are_those_that_a_combatant_has() -> None:
    spec = in_slot(stub("a", role="character", fp=0, stimpaks=2, hp=7), newcomer("scorpion"), newcomer("desk"))
    assert card(spec, "a")["meters"] == {
        "hp": {"now": 7, "most": 10},
        "mp": {"now": 10, "most": 10},
        "fp": {"now": 0},
        "stimpaks": {"now": 2},
    }
    assert card(spec, "scorpion")["meters"]["dr"] == {"now": 2}
    desk = card(spec, "desk")
    assert (desk["kind"], [*desk["meters"]], "role" in desk) == ("object", ["hp"], False)
    assert "mp" not in card(given(fight("a")), "a")["meters"]


@pytest.mark.rule("CE-SHEET-15", "CE-SHEET-42", "CE-CLASS-8")
def test_vehicles_have_seats_and_may_be_in_trouble() -> None:
    spec = at_the_wheel("rider", sheet={"passengers": ["rider"], "position": at(3, 4)})
    spec.given(ControlLost(vehicle=RAPIER, combatant="dan", outcome="stall"))
    vehicle = card(spec, RAPIER)
    assert (vehicle["kind"], vehicle["seats"]["driver"], vehicle["seats"]["riders"]) == ("vehicle", "dan", ["rider"])
    assert vehicle["place"] == {"x": 3, "y": 4}
    assert vehicle["conditions"] == {
        "out_of_control": {"label": "Out of control", **BAD, "until": "the end of round 1", "rule": "CE-CLASS-8"},
        "half_pool": {
            "label": "Half the Move Points in the next round",
            **BAD,
            "until": "the end of the next round",
            "rule": "CE-CLASS-8",
        },
    }
    assert card(spec, "dan")["place"] == {"in": RAPIER, "seat": "at the wheel"}
    assert card(spec, "rider")["place"] == {"in": RAPIER, "seat": "on a seat"}


@pytest.mark.rule("CE-DOWN-11")
def test_an_object_without_hit_points_is_destroyed() -> None:
    spec = in_slot("a", newcomer("desk")).given(hurt("desk", 99))
    assert (card(spec, "desk")["state"], card(spec, "desk")["why"]) == ("down", "destroyed")


@pytest.mark.rule("CE-SHEET-1")
def test_of_a_secret_sheet_others_see_what_play_has_shown() -> None:
    lurker = Join(id="lurker", secret=True, sheet={"name": "Lurker", "hp_max": 10, "hp": 3, "stimpaks": 2})
    spec = given(fight("a", lurker))
    hidden = {"name": "Lurker", "kind": "unknown", "side": "opposition", "state": "able", "secret": True}
    assert card(spec, "lurker", SPECTATOR) == hidden
    spec.given(
        SetCondition(combatant="lurker", condition="drunk", amount=30), SetDowned(combatant="lurker", status="dead")
    )
    seen = card(spec, "lurker", SPECTATOR)
    assert (seen["state"], [*seen["conditions"]]) == ("dead", ["drunk", "dead"])
    assert "stimpaks" not in drawn(spec, "legend", SPECTATOR)
