"""The cards of combatants: how they fare, what they hold and wear, what they have declared."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime
from domain.rulesets.ticks.chapters.narrator.calls import Award
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from tests.rules.ticks.specification import Specification, act, combat, declare, fight, given, hold, newcomer, standing
from tests.rules.ticks.table.tables import drawn, player


def card(spec: Specification, who: str, *parts: str) -> Any:
    """Return the card of a combatant, or some parts of it."""
    whole = drawn(spec)["combatants"][who]
    return {part: whole[part] for part in parts if part in whole} if parts else whole


def test_a_card_has_what_a_combatant_holds_and_wears_and_how_it_fares() -> None:
    spec = given(fight(newcomer("pell", at=(3, -1), side="law"), "iris"), Wound(combatant="pell", wounds=2))
    assert card(spec, "pell") == {
        "name": "Pell Orrin",
        "kind": "person",
        "state": "able",
        "side": "law",
        "place": {"x": 3, "y": -1},
        "meters": {"wounds": {"now": 2, "most": 10}, "luck": {"now": 1, "most": 20}},
        "items": {
            "pell.rifle": {
                "name": "rifle",
                "use": "in hand",
                "meters": {"rounds": {"now": 5, "most": 5}, "spare": {"now": 5}},
            },
            "pell.heavy_ballistic": {
                "name": "heavy ballistic armour",
                "use": "worn",
                "meters": {"wear": {"now": 0}},
                "note": "stops 2 in melee, 4 at range",
            },
        },
    }
    assert drawn(spec)["legend"] == {
        "wounds": {"label": "Wounds", "tone": "harm", "unit": "wounds"},
        "luck": {"label": "Luck", "tone": "resource", "unit": "points"},
        "rounds": {"label": "Loaded", "tone": "resource", "unit": "shots", "low": 1},
        "spare": {"label": "Spare ammunition", "tone": "resource", "unit": "shots"},
        "wear": {"label": "Wear", "tone": "harm", "unit": "points"},
    }
    spec.given(Drop(actor="pell", item="rifle"))
    assert card(spec, "pell")["items"].keys() == {"pell.heavy_ballistic"}


def test_ammunition_that_is_not_tracked_is_no_meter() -> None:
    spec = given(fight("pell", "iris", track_ammunition=False))
    assert card(spec, "pell")["items"]["pell.rifle"] == {"name": "rifle", "use": "in hand"}


@pytest.mark.rule("TK-DYING-3")
def test_the_dying_have_so_many_seconds_left_and_may_be_awake() -> None:
    spec = given(fight("lena", "bruno"), Wound(combatant="lena", wounds=10), Wound(combatant="bruno", wounds=15))
    spec.given(PassTime(seconds=60))
    dying = {"label": "Dying", "tone": "bad", "until": "death in 240 seconds", "rule": "TK-DYING-1"}
    unconscious = {"label": "Unconscious", "tone": "bad", "rule": "TK-KO-2"}
    assert card(spec, "lena", "state", "why", "conditions") == {"state": "dying", "conditions": {"dying": dying}}
    assert card(spec, "bruno", "state", "why", "conditions") == {
        "state": "dying",
        "why": "unconscious from wounds",
        "conditions": {"unconscious": unconscious, "dying": dying},
    }
    spec.given(FirstAid(actor="lena", patient="bruno", luck=1))
    assert card(spec, "bruno", "state", "conditions") == {
        "state": "down",
        "conditions": {
            "unconscious": unconscious,
            "stabilised": {"label": "Stabilised", "tone": "good", "rule": "TK-DYING-5"},
        },
    }
    spec.given(PassTime(seconds=241))
    assert card(spec, "lena", "state", "why", "conditions") == {"state": "dead"}


def test_who_has_fainted_is_down_by_choice() -> None:
    spec = given(fight("iris", "bruno"), Faint(actor="iris"))
    assert card(spec, "iris", "state", "why") == {"state": "down", "why": "unconscious by choice"}


@pytest.mark.rule("TK-COMBAT-3", "TK-COMBAT-4", "TK-ROLE-5")
def test_who_is_outside_late_or_rewarded_has_it_as_a_condition() -> None:
    spec = given(fight("iris", "bruno", "lena"), *combat("iris", "bruno"), Award(combatant="iris"))
    spec.given(newcomer("tor", QUI=6))
    assert card(spec, "iris", "conditions") == {
        "conditions": {
            "awarded": {
                "label": "Rewarded for role-play",
                "tone": "good",
                "until": "the next test",
                "rule": "TK-ROLE-5",
            }
        }
    }
    outside = {"label": "Takes no part in the combat", "rule": "TK-COMBAT-3"}
    assert card(spec, "lena", "conditions") == {"conditions": {"outside": outside}}
    late = {"label": "Declares from the next round on", "until": "the end of the round", "rule": "TK-COMBAT-4"}
    assert card(spec, "tor", "conditions", "doing") == {"conditions": {"late": late}}


@pytest.mark.rule("TK-RES-10")
@pytest.mark.parametrize(("until", "said"), [(4, "tick 4"), (0, "the end of the round")])
def test_who_waits_has_it_as_a_condition(until: int, said: str) -> None:
    spec = given(fight("iris", newcomer("bruno", at=(5, 0))), *combat("iris", "bruno"))
    spec.given(declare("bruno", "evade"), declare("iris", "evade"), hold("iris", until))
    waits = {"label": "Holds", "until": said, "rule": "TK-RES-10"}
    assert card(spec, "iris", "conditions") == {"conditions": {"holding": waits}}


@pytest.mark.rule("TK-TRIP-6")
@pytest.mark.parametrize(
    ("stand_up", "until"), [("free", "the end of the round"), ("step", "getting up in place of a step")]
)
def test_who_is_prone_gets_up_as_the_option_says(stand_up: str, until: str) -> None:
    spec = given(fight(newcomer("iris", prone=True), "bruno", stand_up=stand_up))
    assert card(spec, "iris")["conditions"]["prone"] == {
        "label": "Prone",
        "tone": "bad",
        "until": until,
        "rule": "TK-TRIP-3",
    }


@pytest.mark.rule("TK-DEF-1")
def test_defence_points_are_a_meter_while_there_are_any() -> None:
    spec = given(fight("iris", "hanna"), *combat("iris", "hanna"), declare("hanna", "defend", weapon="hatchet"))
    assert card(spec, "hanna")["meters"]["defence"] == {"now": 6}
    assert "defence" not in card(spec, "iris")["meters"]


DECLARATIONS: list[tuple[dict[str, Any], str]] = [
    ({"action": "attack", "target": "bruno", "weapon": "sword"}, "Attacks Bruno Hale with the sword"),
    (
        {"action": "attack", "target": "bruno", "weapon": "sword", "manoeuvres": ["trip"]},
        "Attacks Bruno Hale with the sword: Trip",
    ),
    ({"action": "attack", "target": "bruno", "weapon": "unarmed"}, "Attacks Bruno Hale with bare hands"),
    ({"action": "defend", "weapon": "sword"}, "Defends with the sword"),
    ({"action": "evade"}, "Evades"),
    ({"action": "other", "kind": "move"}, "Moves"),
    ({"action": "other", "kind": "draw", "item": "knife"}, "Draws the knife"),
    ({"action": "other", "kind": "stow", "item": "sword"}, "Stows the sword"),
    ({"action": "other", "kind": "help", "whom": "bruno"}, "Helps Bruno Hale"),
    ({"action": "other", "kind": "narrated", "text": "shouts"}, "Does this: “shouts”"),
    (
        {"action": "other", "kind": "skill", "statistic": "dexterity", "skill": "climbing"},
        "Makes a test of Dexterity and Climbing",
    ),
    (
        {"action": "other", "kind": "skill", "statistic": "dexterity", "skill": "climbing", "text": "up the wall"},
        "Makes a test of Dexterity and Climbing: “up the wall”",
    ),
    *[
        (
            {"action": "defer", "weapon": "sword", "condition": {"event": event, "who": who, **more}},
            f"Waits to attack with the sword until {said}",
        )
        for event, who, more, said in (
            ("steps", "listed", {"listed": ["bruno", "iris"]}, "Bruno Hale or Iris Vane takes a step"),
            ("enters_reach", "anyone", {}, "any combatant comes within reach"),
            ("enters_sight", "present_enemies", {}, "any enemy present comes into sight"),
            ("fires", "present_others", {}, "anyone present fires a shot"),
            ("draws", "newcomers", {}, "any newcomer draws a weapon"),
            ("attacks", "anyone", {}, "any combatant makes an attack"),
            ("attacks", "anyone", {"victims": ["iris"]}, "any combatant makes an attack on Iris Vane"),
        )
    ],
]


@pytest.mark.rule("TK-DECL-5", "TK-DECL-6")
@pytest.mark.parametrize(("declaration", "said"), DECLARATIONS, ids=[said for _, said in DECLARATIONS])
def test_a_declaration_is_told_to_others_when_it_is_revealed(declaration: dict[str, Any], said: str) -> None:
    joins = (newcomer("iris", QUI=10), newcomer("bruno", QUI=10), newcomer("lena", QUI=12))
    spec = given(fight(*joins), *combat("iris", "bruno", "lena"))
    spec.given(declare("iris", **declaration))
    for reader, told in ((player("iris"), said), (player("bruno"), "Has declared")):
        doing = drawn(spec, reader)["combatants"]["iris"]["doing"]
        assert (doing["label"], doing["state"]) == (told, "sealed")
    assert drawn(spec)["combatants"]["bruno"]["doing"] == {
        "label": "Declares on tick 10",
        "state": "awaited",
        "when": 10,
    }
    assert drawn(spec)["combatants"]["lena"]["doing"]["state"] == "later"
    spec.given(Count())
    doing = drawn(spec, player("bruno"))["combatants"]["iris"]["doing"]
    assert (doing["label"], doing["state"]) == (said, "revealed")
    assert doing.get("at", []) == [one for key in ("target", "whom") if (one := declaration.get(key))]


@pytest.mark.rule("TK-DECL-14")
def test_luck_that_goes_with_a_sealed_declaration_is_not_missed_by_others() -> None:
    spec = given(fight(newcomer("iris", QUI=10), newcomer("bruno", QUI=10)), *combat("iris", "bruno"))
    spec.given(declare("iris", "evade", luck={"quickness": 2}))
    luck = [drawn(spec, player(who))["combatants"]["iris"]["meters"]["luck"]["now"] for who in ("iris", "bruno")]
    assert luck == [0, 2]


@pytest.mark.rule("TK-ATK-2", "TK-QD-2")
def test_a_declared_strike_is_due_when_it_may_be_made_and_is_gone_when_it_is() -> None:
    spec = given(
        fight("iris", newcomer("bruno", at=(1, 0))), *standing("iris", "bruno"), *combat("iris", "bruno")
    ).given(declare("bruno", "other", kind="nothing"))
    assert "doing" not in card(spec, "bruno")
    quick = declare("iris", "attack", target="bruno", weapon="knife", manoeuvres=["quick_draw_melee"])
    spec.given(quick)
    assert card(spec, "iris")["doing"] == {
        "label": "Attacks Bruno Hale with the knife: Quick draw (melee)",
        "state": "revealed",
        "at": ["bruno"],
        "when": 9,
    }
    spec.given(hold("iris", 9), act("iris", strike=True))
    assert "doing" not in card(spec, "iris")
