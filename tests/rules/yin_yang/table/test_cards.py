"""The cards of combatants, with their meters, conditions, items and hands."""

import pytest

from domain.core.commands import Join
from domain.model.speaker import SPECTATOR, Speaker
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards
from domain.rulesets.yin_yang.chapters.decks.hands import ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, Hold, StartTurn
from tests.rules.yin_yang.builders import adjust, bout, condition, drawn, open_bout, owed
from tests.rules.yin_yang.specification import Specification, fight, given, newcomer


def conditions(spec: Specification, combatant: str) -> dict[str, dict[str, str]]:
    """The conditions of somebody."""
    found: dict[str, dict[str, str]] = drawn(spec)["combatants"][combatant].get("conditions", {})
    return found


def labels(spec: Specification, combatant: str) -> list[str]:
    """The labels of somebody's conditions."""
    return [one["label"] for one in conditions(spec, combatant).values()]


def stands(spec: Specification, combatant: str) -> tuple[str, str]:
    """The state of somebody, and why."""
    card = drawn(spec)["combatants"][combatant]
    return card["state"], card.get("why", "")


def test_a_card_has_all_that_a_player_reads_of_a_combatant() -> None:
    spec = bout("bishop", "wedge").given(adjust("bishop", "vitality", -2))
    shown = drawn(spec)
    assert shown["combatants"]["bishop"] == {
        "name": "Bishop",
        "kind": "person",
        "role": "Hero",
        "side": "red",
        "state": "able",
        "place": {"at": "main"},
        "meters": {
            "vitality": {"now": 4, "most": 6},
            "mental_balance": {"now": 3, "most": 3},
            "stamina": {"now": 3, "most": 3},
            "actions": {"now": 3},
        },
        "items": {
            "large_magnum": {"name": "Large Magnum", "use": "in hand"},
            "flak_jacket": {"name": "Flak Jacket", "use": "worn"},
        },
    }
    assert shown["legend"] == {
        "vitality": {"label": "Vitality", "tone": "health", "unit": "points", "low": 0},
        "mental_balance": {"label": "Mental Balance", "tone": "mind", "unit": "points", "low": 0},
        "stamina": {"label": "Stamina", "tone": "stamina", "unit": "points", "low": 0},
        "actions": {"label": "Actions", "tone": "actions"},
    }


def test_roles_are_heroes_bystanders_and_others_and_mooks_are_told_from_them() -> None:
    spec = given(fight("bishop", "schoolgirl", "da_hook", newcomer("wedge", mook=True)))
    roles = {one: card["role"] for one, card in drawn(spec)["combatants"].items()}
    assert roles == {"bishop": "Hero", "schoolgirl": "Bystander", "da_hook": "NPC", "wedge": "Mook"}


@pytest.mark.rule("YY-ACT-4")
def test_extra_actions_are_told_from_those_in_hand() -> None:
    spec = bout("bishop", "wedge").given(ExtraActionsGained(combatant="bishop", actions=2, reason="white_joker"))
    meters = drawn(spec)["combatants"]["bishop"]["meters"]
    assert meters["actions"] == {"now": 5, "parts": {"in hand": 3, "extra": 2}}


@pytest.mark.rule("YY-WPN-10", "YY-ARM-11")
def test_items_are_what_is_held_and_worn_and_say_how() -> None:
    sword = {"weapons": [{"id": "two_handed_sword"}], "wielded": [{"weapon": "two_handed_sword", "hands": 2}]}
    plate = {"armour": [{"id": "glass_plate", "destroyed": True}, {"id": "flak_jacket"}], "worn": ["glass_plate"]}
    spec = given(fight(newcomer("vinnie", **sword, **plate, default_attack=None)))
    assert drawn(spec)["combatants"]["vinnie"]["items"] == {
        "two_handed_sword": {"name": "Two-handed sword", "use": "in both hands"},
        "glass_plate": {"name": "Glass Plate", "use": "worn", "note": "destroyed"},
    }


def test_a_piece_of_armour_with_the_id_of_a_weapon_is_another_item() -> None:
    gear = {"weapons": [{"id": "spikes", "kind": "mace"}], "wielded": [{"weapon": "spikes"}]}
    worn = {"armour": [{"id": "spikes", "kind": "flak_jacket"}], "worn": ["spikes"], "default_attack": None}
    spec = given(fight(newcomer("vinnie", **gear, **worn)))
    names = {one: item["name"] for one, item in drawn(spec)["combatants"]["vinnie"]["items"].items()}
    assert names == {"spikes": "Mace", "armour:spikes": "Flak Jacket"}


@pytest.mark.rule("YY-COND-1", "YY-VIT-6", "YY-COND-5")
def test_the_weightiest_reason_to_be_out_of_action_is_the_state() -> None:
    spec = given(fight("bishop", "wedge"))
    assert stands(spec, "wedge") == ("able", "")
    spec.given(FellOut(combatant="wedge", reason="shock"), FellOut(combatant="wedge", reason="exhausted"))
    assert stands(spec, "wedge") == ("down", "")
    spec.given(FellOut(combatant="bishop", reason="dying"))
    assert stands(spec, "bishop") == ("dying", "")
    spec.given(condition("bishop", "stabilised"))
    assert stands(spec, "bishop") == ("down", "stabilised, but unconscious")
    spec.given(FellOut(combatant="bishop", reason="dead"), FellOut(combatant="wedge", reason="fled"))
    assert (stands(spec, "bishop"), stands(spec, "wedge")) == (("dead", ""), ("gone", "got away"))
    assert "place" not in drawn(spec)["combatants"]["wedge"]


@pytest.mark.rule("YY-COND-1", "YY-VIT-4", "YY-VIT-8", "YY-STAM-5", "YY-MB-4")
def test_reasons_to_be_out_of_action_last_until_their_tracks_are_back() -> None:
    spec = given(fight("bishop", "wedge", care_within_turns=3))
    spec.given(adjust("wedge", "vitality", -3), adjust("wedge", "stamina", -3), adjust("wedge", "mental_balance", -2))
    until = {one: (found["label"], found["until"], found["rule"]) for one, found in conditions(spec, "wedge").items()}
    assert until == {
        "dying": ("Dying, 3 turns left without care", "Vitality is at 0 or more", "YY-VIT-4"),
        "exhausted": ("Exhausted", "Stamina is at 0 or more", "YY-STAM-5"),
        "shock": ("In shock", "Mental Balance is at 0 or more", "YY-MB-4"),
    }
    spec.given(StartTurn(), EndTurn(), StartTurn(), EndTurn())
    assert labels(spec, "wedge")[0] == "Dying, 1 turn left without care"
    spec.given(condition("wedge", "stabilised"))
    assert labels(spec, "wedge") == ["Dying", "Exhausted", "In shock", "Stabilised"]
    spec.given(FellOut(combatant="wedge", reason="dead"))
    assert labels(spec, "wedge") == []


@pytest.mark.rule("YY-VIT-3", "YY-MB-3", "YY-STAM-4", "YY-MB-5")
def test_tracks_at_0_are_penalties_and_for_the_mad_below_it_too() -> None:
    spec = given(fight("bishop", "wedge"), adjust("bishop", "vitality", -6), adjust("bishop", "stamina", -3))
    assert labels(spec, "bishop") == ["Vitality at 0, −1 card", "Stamina at 0, −1 card"]
    spec.given(adjust("wedge", "mental_balance", -1))
    assert labels(spec, "wedge") == ["Mental Balance at 0, −1 card"]
    spec.given(adjust("wedge", "mental_balance", -1), condition("wedge", "mad"))
    assert conditions(spec, "wedge") == {
        "mad": {
            "label": "Mad, played by the narrator",
            "tone": "bad",
            "until": "Mental Balance is above 0",
            "rule": "YY-MB-5",
        },
        "zero:mental_balance": {"label": "Mental Balance below 0, −1 card", "tone": "bad", "rule": "YY-MB-3"},
    }


@pytest.mark.rule("YY-BONUS-6")
def test_granted_cards_say_how_many_for_what_until_when_and_why() -> None:
    spec = bout("bishop", "wedge").given(
        GiveCards(combatant="bishop", bonus=2, reason="a feat"),
        GiveCards(combatant="bishop", bonus=1, reason="a cheer"),
        GiveCards(combatant="bishop", penalty=1, on="damage"),
        GiveCards(combatant="bishop", penalty=2, lasting="this_turn"),
        GiveCards(combatant="bishop", bonus=1, on="damage", lasting="encounter"),
    )
    granted = {"rule": "YY-BONUS-6"}
    assert conditions(spec, "bishop") == {
        "bonus_on_tests:next_test": {
            **granted,
            "label": "Bonus on tests, +3 cards",
            "tone": "good",
            "until": "the next test",
            "source": "“a feat” and “a cheer”",
        },
        "penalty_on_damage:next_test": {
            **granted,
            "label": "Penalty on Damage Draws, −1 card",
            "tone": "bad",
            "until": "the next Damage Draw",
        },
        "penalty_on_tests:this_turn": {
            **granted,
            "label": "Penalty on tests, −2 cards",
            "tone": "bad",
            "until": "the end of the turn",
        },
        "bonus_on_damage:encounter": {
            **granted,
            "label": "Bonus on Damage Draws, +1 card",
            "tone": "good",
            "until": "the end of the fight",
        },
    }


@pytest.mark.rule("YY-BONUS-6", "YY-JOKER-6", "YY-JOKER-11", "YY-CONF-16")
@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("white_joker", "a White Joker"),
        ("coloured_joker", "a Coloured Joker"),
        ("confrontation", "a Confrontation won"),
        ("a_b", "“a_b”"),
    ],
)
def test_cards_for_the_next_turn_do_not_count_yet(reason: str, said: str) -> None:
    spec = bout("bishop", "wedge").given(GiveCards(combatant="bishop", bonus=1, lasting="next_turn", reason=reason))
    (found,) = conditions(spec, "bishop").values()
    assert (found["label"], found["source"]) == ("Bonus on tests, +1 card, in the next turn", said)
    assert found["until"] == "the end of the next turn"
    (found,) = conditions(spec.given(EndTurn(), StartTurn()), "bishop").values()
    assert (found["label"], found["until"]) == ("Bonus on tests, +1 card", "the end of the turn")


@pytest.mark.rule("YY-NARR-3")
def test_the_narrators_conditions_are_in_the_narrators_words() -> None:
    spec = bout("bishop", "wedge").given(condition("bishop", "bad_leg", text="from the fall"))
    spec.given(condition("bishop", "dying"))
    assert conditions(spec, "bishop") == {
        "told:bad_leg": {"label": "Bad leg", "source": "“from the fall”", "rule": "YY-NARR-3"},
        "told:dying": {"label": "Dying", "rule": "YY-NARR-3"},
    }


@pytest.mark.rule("YY-JOKER-8", "YY-ACT-6")
def test_a_turn_that_a_joker_has_ended_and_holding_back_are_conditions() -> None:
    spec = bout("bishop", "wedge").given(TurnCancelled(combatant="bishop"), Hold(actor="wedge"))
    assert conditions(spec, "bishop")["cancelled"] == {
        "label": "Turn ended by a Coloured Joker",
        "tone": "bad",
        "until": "the end of the turn",
        "rule": "YY-JOKER-8",
    }
    assert conditions(spec, "wedge") == {
        "held_back": {"label": "Holds back", "until": "the next call", "rule": "YY-ACT-6"}
    }


@pytest.mark.rule("YY-CHAL-8")
def test_a_retaliation_that_is_due_is_a_warning() -> None:
    due = {"label": "1 retaliation due from the narrator", "tone": "warn", "rule": "YY-CHAL-8"}
    assert conditions(owed("wedge"), "architect") == {"retaliation": due}


@pytest.mark.rule("YY-DECK-14")
def test_an_open_hand_is_shown_to_its_owner_and_counted_by_others() -> None:
    spec = open_bout("bishop", "wedge", dealt=["bishop: 9C KD 2H", "narrator: 4S JC"])
    hands = {
        speaker: [drawn(spec, speaker)["combatants"][one]["hand"] for one in ("bishop", "wedge")]
        for speaker in (Speaker("player", ("bishop",)), SPECTATOR)
    }
    cards = [
        {"face": "9C", "label": "9 of clubs"},
        {"face": "KD", "label": "King of diamonds"},
        {"face": "2H", "label": "2 of hearts"},
    ]
    assert [*hands.values()] == [[{"count": 3, "cards": cards}, {"count": 2}], [{"count": 3}, {"count": 2}]]
    assert "hand" not in drawn(bout("bishop", "wedge"))["combatants"]["bishop"]


def test_the_card_of_a_secret_sheet_has_what_play_has_shown() -> None:
    lurker = Join(template="wedge", id="lurker", sheet={"name": "Lurker", "stamina": 0}, secret=True)
    spec = given(fight("bishop", lurker), StartTurn())
    card = {"name": "Lurker", "kind": "unknown", "side": "opposition", "state": "able", "secret": True}
    assert drawn(spec, SPECTATOR)["combatants"]["lurker"] == card
    spec.given(condition("lurker", "blinded"), adjust("lurker", "vitality", -2))
    shown = drawn(spec, SPECTATOR)["combatants"]["lurker"]
    assert [one["label"] for one in shown["conditions"].values()] == ["Vitality at 0, −1 card", "Blinded"]
    assert labels(spec, "lurker") == ["Vitality at 0, −1 card", "Stamina at 0, −1 card", "Blinded"]


@pytest.mark.rule("YY-COND-1")
def test_a_reason_that_a_secret_sheet_brought_is_not_told_with_another() -> None:
    lurker = Join(template="wedge", id="lurker", sheet={"stamina": -1}, secret=True)
    spec = given(fight("bishop", lurker), adjust("lurker", "mental_balance", -2))
    shown = drawn(spec, SPECTATOR)["combatants"]["lurker"]
    assert ([*shown["conditions"]], shown.get("why")) == (["shock"], None)
    assert [*conditions(spec, "lurker")] == ["exhausted", "shock"]
