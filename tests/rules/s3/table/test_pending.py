"""Tests of what open prompts settle, as the table draws it."""

from typing import Any

import pytest

from domain.core.commands import Answer, Open, Rewind
from domain.model.speaker import NARRATOR, SPECTATOR
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.grapple.pins import BreakFree
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from tests.laws.tables.laws import table_of
from tests.recording import Recording
from tests.rules.s3.builders import (
    FAST_SWING,
    attack,
    bridge,
    chase,
    check,
    duel,
    flee,
    hazard,
    hold,
    player,
    reposition,
    shoot,
    shot,
    stunt,
)
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, round_of
from tests.rules.s3.table.drawn import card, drawn


def only(spec: Specification) -> Any:
    """Return the one thing that is being settled."""
    (found,) = drawn(spec, "pending").values()
    return found


@pytest.mark.rule("S3-ATK-1", "S3-CALL-1", "S3-STUNT-1", "S3-ORDER-1")
def test_an_attack_in_flight_has_its_weapon_its_aim_and_its_stunt() -> None:
    spec = duel(newcomer("bell", breath_max=2))
    spec.when(attack("ogre", "bell", "pistol", called="main_arm", stunt=stunt("bravado", "acrobatics")))
    assert only(spec) == {
        "label": "Attack, called shot: Main arm",
        "at": "bell",
        "parts": [
            {
                "who": "ogre",
                "does": "Sharpshooting",
                "with": "pistol",
                "by": "a stunt with Bravado and Acrobatics",
            },
            {"who": "bell", "does": "Has to answer"},
        ],
    }
    assert card(spec, "ogre")["doing"] == {
        "label": "Attack, called shot: Main arm",
        "at": ["bell"],
        "state": "awaited",
    }
    assert "doing" not in card(spec, "bell")
    assert drawn(spec, "pending", SPECTATOR) == drawn(spec, "pending")
    assert drawn(spec, "to_act")["now"] is False


def test_nothing_is_pending_while_no_prompt_is_open() -> None:
    assert drawn(duel(), "pending") is None
    assert "doing" not in card(duel(), "ogre")


@pytest.mark.rule("S3-ATK-3", "S3-ATK-4", "S3-OPP-2")
def test_the_defences_are_choices_with_the_weapons_to_parry_with() -> None:
    items = [{"kind": "saber"}, {"kind": "sword_pistol"}]
    bell = newcomer("bell", breath_max=2, items=items, hands={"main": "saber"})
    spec = duel(bell, "hu").given(engage("ogre", "bell")).when(attack("ogre", "bell"))
    (asked,) = drawn(spec, "awaits").values()
    assert asked["choices"] == [
        {"answer": {"skill": "evasion"}, "label": "Answers with evasion", "detail": "5 coins"},
        {"answer": {"skill": "hand_to_hand"}, "label": "Answers with hand to hand", "detail": "4 coins"},
        {"answer": {"skill": "melee", "item": "saber"}, "label": "Parries with the saber", "detail": "5 coins"},
        {
            "answer": {"skill": "melee", "item": "sword_pistol/blade"},
            "label": "Parries with the sword-pistol's blade",
            "detail": "5 coins",
        },
    ]
    assert asked["more"] is True
    assert only(spec)["parts"][0] == {"who": "ogre", "does": "Hand to hand", "with": "bare hands"}


@pytest.mark.rule("S3-MOVE-14")
def test_of_several_opponents_each_has_to_answer_or_has_answered() -> None:
    spec = duel("hu", newcomer("bell", breath_max=2), newcomer("guard", breath_max=2))
    spec.given(engage("ogre", "bell", "guard")).when(flee("ogre"))
    spec.answer({"skill": "athletics"}, to="guard")
    assert only(spec) == {
        "label": "Flee",
        "parts": [
            {"who": "ogre", "does": "Athletics"},
            {"who": "bell", "does": "Has to answer"},
            {"who": "guard", "does": "Has answered"},
        ],
    }
    assert card(spec, "ogre")["doing"]["at"] == ["bell", "guard"]


@pytest.mark.rule("S3-OPP-4", "S3-OPP-5")
def test_a_tie_has_both_results_until_the_coin_is_called() -> None:
    spec = duel().when(attack("ogre", "bell", "pistol"), "bell: evasion", throws=shot(3, 3))
    assert only(spec) == {
        "label": "Attack",
        "at": "bell",
        "parts": [
            {"who": "ogre", "does": "Sharpshooting", "with": "pistol", "number": 3},
            {"who": "bell", "does": "Evasion", "number": 3},
        ],
    }
    [prompt] = spec.fight.prompts
    asked = S3.asked(prompt, S3.names(spec.fight, NARRATOR))
    assert asked.endswith("3 to 3: the coin decides whether One-Eyed Ogre's attack hits.")


@pytest.mark.rule("S3-OPP-7", "S3-PIN-4")
def test_a_tie_with_a_hold_has_what_the_hold_has_to_be_beaten_by() -> None:
    spec = duel().given(engage("ogre", "bell"), hold("pin", "bell", "ogre"))
    spec.when(BreakFree(actor="ogre"), throws=["ogre hand_to_hand 7c→2"])
    assert only(spec) == {
        "label": "Break free",
        "parts": [
            {"who": "ogre", "does": "Hand to hand", "number": 2},
            {"who": "bell", "does": "Holds", "number": 2},
        ],
    }


@pytest.mark.rule("S3-TURN-7")
def test_a_tie_of_initiative_has_both_results() -> None:
    spec = given(fight("ogre", "bell"), BeginRound())
    spec.when(BeginTurn(pc="ogre", npc="bell"), throws=["ogre initiative 5c→2", "bell initiative 4c→2"])
    assert only(spec) == {
        "label": "Initiative",
        "parts": [
            {"who": "ogre", "does": "Initiative", "number": 2},
            {"who": "bell", "does": "Initiative", "number": 2},
        ],
    }


@pytest.mark.rule("S3-STUN-3")
def test_damage_that_equals_fortitude_waits_for_its_coin() -> None:
    damage = ("damage 5+2=7c→3", "bell fortitude 4c→3")
    spec = duel().when(attack("ogre", "bell", "pistol"), "bell: evasion", throws=shot(5, 1, *damage))
    assert only(spec) == {
        "label": "Tie of damage and Fortitude",
        "at": "bell",
        "parts": [{"who": "ogre", "does": "Damage", "number": 3}, {"who": "bell", "does": "Fortitude", "number": 3}],
    }


@pytest.mark.rule("S3-NARR-4", "S3-STUN-3")
def test_damage_that_no_combatant_does_has_no_part_of_its_own() -> None:
    spec = duel().when(hazard(4, "ogre"), throws=["damage 4=4c→3", "ogre fortitude 8c→3"])
    assert only(spec)["parts"] == [{"who": "ogre", "does": "Fortitude", "number": 3}]


@pytest.mark.rule("S3-FAST-4")
def test_a_fast_attack_waits_for_who_may_strike_back() -> None:
    spec = bridge().when(FAST_SWING)
    assert only(spec) == {
        "label": "Fast melee",
        "at": "blackthorne",
        "parts": [
            {"who": "devil", "does": "Melee", "with": "straightsword"},
            {"who": "blackthorne", "does": "May strike back"},
        ],
    }
    assert card(spec, "devil")["doing"] == {"label": "Attack", "at": ["blackthorne"], "state": "awaited"}
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == [
        "Strikes back with bare hands",
        "Strikes back with the cutlass",
        "Does not strike back",
    ]


@pytest.mark.rule("S3-MOUNT-4")
def test_a_manoeuvre_has_the_driver_who_opposes_it() -> None:
    spec = chase(star=newcomer("star", breath_max=2)).when(reposition("star", "black", "ahead"))
    assert only(spec) == {
        "label": "Reposition",
        "parts": [{"who": "star", "does": "Piloting"}, {"who": "ripper", "does": "Has to answer"}],
    }


@pytest.mark.rule("S3-MOUNT-12")
def test_a_foe_who_was_pulled_off_may_be_dragged_along() -> None:
    whip = Trip(actor="star", target="ripper", weapon="chain_whip", outcome="dismount")
    spec = chase().when(whip, "ripper: evasion", throws=["star melee 7+1=8c→6", "ripper evasion 5c→3"])
    assert only(spec) == {
        "label": "Dragging a foe",
        "at": "ripper",
        "parts": [{"who": "star", "does": "May drag along", "with": "chain whip"}],
    }


@pytest.mark.rule("S3-MOUNT-19", "S3-MOUNT-20", "S3-MOUNT-23")
def test_an_attack_on_a_vehicle_is_at_it_and_its_crash_is_the_narrators() -> None:
    spec = chase(foe=newcomer("ripper", breath_max=2)).when(shoot("star", "black"))
    assert (only(spec)["label"], only(spec)["at"]) == ("Attack a vehicle", "black")
    spec.answer({"skill": "piloting"}, throws=["star sharpshooting 6c→5", "ripper piloting 8c→1"])
    assert only(spec) == {
        "label": "Crash of a vehicle",
        "at": "black",
        "parts": [{"who": "narrator", "does": "Decides whether there is a crash"}],
    }
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == [
        "Decides that there is no crash",
        "Decides that there is a harmless crash",
    ]


@pytest.mark.rule("S3-NARR-9")
def test_a_check_that_takes_no_action_is_pending_between_rounds() -> None:
    spec = given(fight("ogre", newcomer("bell", breath_max=2)))
    spec.when(check("ogre", "stealth", against="bell awareness"))
    assert only(spec) == {
        "label": "Check",
        "parts": [{"who": "ogre", "does": "Stealth"}, {"who": "bell", "does": "Has to answer"}],
    }


@pytest.mark.rule("S3-NARR-8")
def test_a_rewind_brings_back_what_was_pending() -> None:
    opening = Open(ruleset="s3", combatants=(newcomer("ogre"), newcomer("bell", breath_max=2)))
    recording = Recording("pending", S3).play(opening)
    for command in (*round_of("ogre", "bell"), attack("ogre", "bell", "pistol")):
        recording.play(command)
    here, before = len(recording.records), table_of(S3, recording.state)["pending"]
    recording.play(Answer(prompt=recording.state.prompts[0].id, answer={"skill": "evasion"}))
    assert table_of(S3, recording.state).get("pending") != before
    recording.play(Rewind(to=here))
    assert table_of(S3, recording.state)["pending"] == before


@pytest.mark.rule("S3-ATK-4", "S3-NARR-1")
def test_the_weapon_that_a_secret_sheet_parries_with_unnamed_is_not_told() -> None:
    bell = newcomer("bell", breath_max=2, items=[{"kind": "saber"}], hands={"main": "saber"})
    spec = given(fight("ogre", bell.model_copy(update={"secret": True})), engage("ogre", "bell"))
    spec.given(*round_of("ogre", "bell")).when(attack("ogre", "bell"))
    spec.answer({"skill": "melee"}, throws=["ogre hand_to_hand 7c→2", "bell melee 5c→2"])
    parrying = {"who": "bell", "does": "Melee", "number": 2}
    assert only(spec)["parts"][1] == {**parrying, "with": "saber"}
    for reader in (SPECTATOR, player("ogre")):
        (shown,) = drawn(spec, "pending", reader).values()
        assert shown["parts"] == [
            {"who": "ogre", "does": "Hand to hand", "with": "bare hands", "number": 2},
            parrying,
        ]


def test_the_weapon_that_a_secret_sheet_attacks_with_is_a_weapon_for_others() -> None:
    bell = newcomer("bell", items=[{"kind": "saber"}], hands={"main": "saber"}).model_copy(update={"secret": True})
    spec = given(fight("ogre", bell), engage("ogre", "bell"), *round_of("ogre", "bell", "npc_first"))
    spec.when(attack("bell", "ogre", "saber"))
    assert only(spec)["parts"][0]["with"] == "saber"
    (shown,) = drawn(spec, "pending", SPECTATOR).values()
    assert shown["parts"][0]["with"] == "a weapon"
