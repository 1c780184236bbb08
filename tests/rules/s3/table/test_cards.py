"""The cards of people and vehicles, with what the fight has done to them."""

import pytest

from domain.model.speaker import SPECTATOR
from domain.rulesets.s3.chapters.movement.climbing import Climbed
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from tests.rules.s3.builders import chase, duel, link, lurking, scene, unseen
from tests.rules.s3.specification import fight, given, newcomer, riding, round_of
from tests.rules.s3.table.drawn import card, drawn

OIL = {"id": "dose-3-1", "poison": "viper_oil", "coins": 4, "route": "blade", "source": "ogre"}
SLEEP = {"id": "dose-3-2", "poison": "black_lotus", "coins": 5, "route": "ingested", "waits_for_narrator": True}
MAIMED = {
    "wounds": [{"id": "old", "points": 3, "penalty": 1}],
    "limbs": {"main_arm": {"source": "ogre"}, "eyes": {"source": "a flash", "until_round": 3}},
    "doses": [OIL, SLEEP],
    "fire": {"intensity": 3, "flame": 2, "source": "ogre"},
    "hands": {},
}


@pytest.mark.rule("S3-WOUND-4", "S3-CALL-5", "S3-CALL-9", "S3-FIRE-3", "S3-FIRE-8", "S3-POIS-2", "S3-STUN-4")
def test_a_card_has_every_condition_with_what_it_costs() -> None:
    spec = given(fight("ogre", newcomer("bell", **MAIMED)), Impose(combatant="bell", wound=5))
    spec.given(Impose(combatant="bell", prone=True), Impose(combatant="bell", stunned=True))
    assert card(spec, "bell") == {
        "name": "Golden Bell member",
        "kind": "person",
        "side": "opposition",
        "state": "able",
        "place": {"at": "here"},
        "meters": {"wounds": {"now": 3, "most": 4}},
        "conditions": {
            "old": {"label": "Light wound, −1 coin", "tone": "bad", "rule": "S3-WOUND-4", "source": "before"},
            "wound-6-1": {
                "label": "Moderate wound, −2 coins",
                "tone": "bad",
                "rule": "S3-WOUND-4",
                "source": "the narrator",
            },
            "stunned": {"label": "Stunned", "tone": "bad", "until": "the next turn", "rule": "S3-STUN-4"},
            "fire": {
                "label": "On fire, 3 coins, 2 heads to beat",
                "tone": "bad",
                "rule": "S3-FIRE-3",
                "source": "One-Eyed Ogre",
            },
            "dose-3-1": {
                "label": "Poisoned with viper oil, 4 coins",
                "tone": "bad",
                "until": "the end of round 1",
                "rule": "S3-POIS-2",
                "source": "One-Eyed Ogre",
            },
            "dose-3-2": {
                "label": "Poisoned with black lotus, 5 coins",
                "tone": "bad",
                "until": "the narrator lets it strike",
                "rule": "S3-POIS-2",
            },
            "main_arm": {
                "label": "Main arm lost, −2 coins",
                "tone": "bad",
                "rule": "S3-CALL-5",
                "source": "One-Eyed Ogre",
            },
            "eyes": {
                "label": "Eyes lost, −4 coins",
                "tone": "bad",
                "until": "the end of round 3",
                "rule": "S3-CALL-9",
                "source": "a flash",
            },
            "prone": {"label": "On the ground", "tone": "bad", "rule": "S3-LEGAL-7"},
        },
    }


@pytest.mark.rule("S3-STUN-13")
def test_a_stun_for_a_round_lasts_to_its_end() -> None:
    bell = Impose(combatant="bell", stunned=True)
    spec = given(fight("ogre", "bell", "hu", stun_length="round"), bell, *round_of("ogre", "bell"))
    spec.given(EndTurn(actor="ogre"))
    assert card(spec, "bell")["conditions"] == {
        "stunned": {"label": "Stunned", "tone": "bad", "until": "the end of round 1", "rule": "S3-STUN-13"}
    }


@pytest.mark.rule("S3-HIDE-4")
def test_a_hidden_combatant_is_hidden_from_those_who_are_named() -> None:
    assert card(lurking(unseen("bell_a", "guard")), "jade")["conditions"] == {
        "hidden": {"label": "Hidden from Golden Bell member and Guard", "tone": "good", "rule": "S3-HIDE-4"}
    }


@pytest.mark.rule("S3-MOVE-8")
def test_a_climb_that_is_not_finished_says_how_far_it_has_got() -> None:
    ground = scene("here", "roof", links=(link("rope_ladder", "here", "roof", "climb", feet=25),))
    halfway = Climbed(combatant="fox", link="rope_ladder", gained=10, feet=10, arrived=False)
    assert card(given(fight("fox", "bell"), ground, halfway), "fox")["conditions"] == {
        "climbing": {"label": "Climbing: Rope ladder, 10 of 25 feet", "rule": "S3-MOVE-8"}
    }


@pytest.mark.rule("S3-EQUIP-9", "S3-ATK-9")
def test_items_are_those_in_hand_and_the_armour_worn() -> None:
    arms = [
        {"kind": "rifle", "coating": {"poison": "viper_oil", "doses": 2}},
        {"kind": "heavy_armour"},
        {"kind": "saber"},
    ]
    rifleman = newcomer("bell", items=arms, hands={"main": "rifle", "off": "rifle"}, armour="heavy_armour")
    thrower = newcomer("ogre", items=[{"kind": "throwing_knife", "quantity": 3}], hands={"off": "throwing_knife"})
    spec = given(fight(thrower, rifleman))
    assert card(spec, "bell")["items"] == {
        "rifle": {"name": "rifle", "use": "in both hands", "note": "viper oil, 2 doses"},
        "heavy_armour": {"name": "heavy armour", "use": "worn"},
    }
    assert card(spec, "ogre")["items"] == {
        "throwing_knife": {"name": "throwing knife", "use": "in the off hand", "meters": {"quantity": {"now": 3}}}
    }
    assert drawn(spec, "legend") == {
        "breath": {"label": "Breath", "tone": "resource"},
        "wounds": {"label": "Wounds", "tone": "harm", "unit": "coins"},
        "quantity": {"label": "Quantity", "tone": "resource"},
    }


@pytest.mark.rule("S3-DIS-5")
def test_wounds_have_to_exceed_fortitude_where_the_table_has_agreed_to_it() -> None:
    assert card(duel(), "ogre")["meters"]["wounds"] == {"now": 0, "most": 8}
    assert card(duel(disable_by_wounds="exceeds"), "ogre")["meters"]["wounds"] == {"now": 0, "most": 9}


@pytest.mark.rule("S3-DIS-9")
@pytest.mark.parametrize(
    ("fate", "state", "why"),
    [
        ("slain", "dead", "slain"),
        ("down", "down", "down, but alive"),
        ("unconscious", "down", "unconscious"),
        ("critical", "dying", "in critical condition"),
    ],
)
def test_the_state_of_the_disabled_is_their_fate(fate: str, state: str, why: str) -> None:
    spec = duel().given(Impose.model_validate({"combatant": "bell", "disabled": fate}))
    assert (card(spec, "bell")["state"], card(spec, "bell")["why"]) == (state, why)


@pytest.mark.rule("S3-DIS-4", "S3-DIS-9")
def test_the_disabled_have_the_reason_why() -> None:
    assert card(duel().given(Impose(combatant="bell", wound=12)), "bell")["why"] == (
        "down, but alive: the wounds were too heavy"
    )


@pytest.mark.rule("S3-NARR-6")
def test_those_who_left_the_fight_are_nowhere() -> None:
    left = card(duel().given(Remove(combatant="bell")), "bell")
    assert (left["state"], left["why"], "place" in left) == ("gone", "no longer in the fight", False)


@pytest.mark.rule("S3-MOUNT-1", "S3-MOUNT-11")
def test_vehicles_have_cards_of_their_own_and_their_people_sit_on_them() -> None:
    spec = chase(vehicles=(riding("cart", "fox", "hu", kind="ox_cart"),), others=("fox", "hu"))
    assert card(spec, "cart") == {
        "name": "ox cart",
        "kind": "vehicle",
        "role": "Cart",
        "state": "able",
        "why": "rolling",
        "place": {"at": "road"},
        "seats": {"driver": "fox", "riders": ["hu"]},
    }
    assert card(spec, "hu")["place"] == {"in": "cart", "seat": "Rider"}
    assert card(spec, "fox")["place"] == {"in": "cart", "seat": "Driver"}
    spec.given(Impose(combatant="fox", disabled="down"))
    assert card(spec, "cart")["why"] == "slowing down: no one is steering"


@pytest.mark.rule("S3-NARR-1")
def test_of_a_secret_vehicle_others_see_what_it_has_done_since() -> None:
    secret = riding("red", "star").model_copy(update={"secret": True})
    spec = given(fight("star", "ripper", secret))
    assert card(spec, "red", SPECTATOR) == {
        "name": "autocycle",
        "kind": "unknown",
        "state": "able",
        "secret": True,
    }
    spec.given(Impose(combatant="star", disabled="down"))
    assert card(spec, "red", SPECTATOR)["why"] == "stopped"
