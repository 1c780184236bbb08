"""The clock, who is to act with what, and who has won, as the table draws them."""

import pytest

from domain.core.commands import Answer
from domain.rulesets.s3.chapters.narrator.conditions import Heal, Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, BeginScene, EndCombat
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from tests.rules.s3.builders import FAST_SWING, LOST, attack, bridge, duel, reply, shot
from tests.rules.s3.specification import fight, given, newcomer, round_of
from tests.rules.s3.table.drawn import card, drawn

DOWN = Impose(combatant="bell", disabled="down")


@pytest.mark.rule("S3-TURN-2")
def test_before_the_first_round_the_narrator_begins_it() -> None:
    spec = given(fight("ogre", "bell"))
    assert drawn(spec, "clock") == {"label": "Before the first round", "phase": "between rounds"}
    assert drawn(spec, "to_act") == {"now": True, "who": ["narrator"], "has": "to begin a round"}


@pytest.mark.rule("S3-TURN-3", "S3-TURN-4")
def test_between_pairings_the_narrator_opens_one_of_those_that_are_left() -> None:
    spec = given(fight("ogre", "hu", "bell"), BeginRound())
    assert drawn(spec, "clock") == {
        "label": "Round 1",
        "phase": "between pairings",
        "round": 1,
        "note": "Still to have a turn: One-Eyed Ogre and Doctor Hu",
    }
    assert drawn(spec, "to_act") == {"now": True, "who": ["narrator"], "has": "to open a pairing"}


@pytest.mark.rule("S3-TURN-9", "S3-TURN-10")
def test_the_holder_of_the_turn_has_both_actions_and_the_other_of_the_pairing_follows() -> None:
    spec = duel()
    assert drawn(spec, "clock") == {"label": "Round 1", "phase": "turn", "round": 1}
    assert drawn(spec, "to_act") == {
        "now": True,
        "who": ["ogre"],
        "has": "the turn",
        "since": 10,
        "left": {"ogre": {"movement action": 1, "attack action": 1}},
        "next": [["bell"]],
    }
    spec.when(attack("ogre", "bell", "pistol"), "bell: evasion", throws=shot(1, 5))
    assert drawn(spec, "to_act")["left"] == {"ogre": {"movement action": 1}}
    spec.when(EndTurn(actor="ogre"))
    assert drawn(spec, "to_act")["who"] == ["bell"]
    assert "next" not in drawn(spec, "to_act")


@pytest.mark.rule("S3-TAL-1", "S3-TAL-7")
def test_a_talent_leaves_an_extra_attack() -> None:
    spec = duel(newcomer("ogre", talents=["gunslinger"]))
    spec.when(attack("ogre", "bell", "pistol"), "bell: evasion", throws=shot(1, 5))
    assert drawn(spec, "to_act")["left"] == {"ogre": {"movement action": 1, "extra attack": 1}}


@pytest.mark.rule("S3-STUN-6", "S3-STUN-7")
def test_a_stunned_combatant_is_asked_first_and_may_buy_a_single_action() -> None:
    spec = given(fight("ogre", "bell"), Impose(combatant="ogre", stunned=True), *round_of("ogre", "bell"))
    to_act = drawn(spec, "to_act")
    assert (to_act["now"], to_act["who"]) == (False, ["ogre"])
    assert [choice["label"] for asked in drawn(spec, "awaits").values() for choice in asked["choices"]] == [
        "Spends a Breath to act",
        "Spends no Breath to act",
    ]
    spec.when(Answer(prompt=spec.fight.prompts[0].id, answer="spend"))
    assert drawn(spec, "to_act")["left"] == {"ogre": {"single action": 1}}
    spec.when(attack("ogre", "bell", "pistol"), "bell: evasion", throws=shot(1, 5))
    assert "left" not in drawn(spec, "to_act")


@pytest.mark.rule("S3-FAST-6", "S3-FAST-7")
def test_a_fast_exchange_costs_the_second_its_attack_and_a_stun_its_turn() -> None:
    struck_back = bridge().when(FAST_SWING, reply(), throws=LOST)
    assert card(struck_back, "blackthorne")["conditions"] == {
        "attack_spent": {
            "label": "No attack left",
            "tone": "bad",
            "until": "the end of round 1",
            "rule": "S3-FAST-6",
        }
    }
    assert drawn(struck_back, "to_act")["next"] == [["blackthorne"]]


@pytest.mark.rule("S3-TURN-26")
def test_the_scene_has_the_name_that_the_narrator_gave_it() -> None:
    assert drawn(duel(), "scene") is None
    assert drawn(duel().given(BeginScene(name="The burning ship")), "scene") == {"name": "The burning ship"}


@pytest.mark.rule("S3-TURN-25", "S3-TURN-29")
def test_the_fight_is_over_when_one_side_can_no_longer_fight_until_it_can_again() -> None:
    spec = duel("hu")
    assert drawn(spec, "over") is None
    spec.given(Impose(combatant="hu", disabled="critical"), DOWN)
    assert drawn(spec, "over") == {
        "for": ["players"],
        "by": "the other side can no longer fight",
        "sentence": "The players win the fight.",
        "dying": ["hu"],
    }
    assert drawn(spec.given(Heal(combatant="bell", disabled=True)), "over") is None


@pytest.mark.rule("S3-TURN-2", "S3-TURN-25")
def test_without_an_able_player_character_no_round_can_begin_and_no_one_is_to_act() -> None:
    spec = given(fight("ogre", "bell"), Remove(combatant="ogre"))
    assert drawn(spec, "to_act") == {"now": False, "who": [], "has": "no turn"}
    assert drawn(spec, "over")["sentence"] == "The opposition wins the fight."
    assert drawn(spec.given(Remove(combatant="bell")), "over") == {
        "for": [],
        "by": "no one can fight any longer",
        "sentence": "No one is left to fight.",
    }


@pytest.mark.rule("S3-TURN-25")
def test_after_the_combat_the_narrator_may_begin_another_round() -> None:
    spec = duel().given(EndCombat())
    assert drawn(spec, "clock") == {"label": "Round 1", "phase": "between rounds", "round": 1}
    assert drawn(spec, "to_act") == {"now": True, "who": ["narrator"], "has": "to begin a round"}
