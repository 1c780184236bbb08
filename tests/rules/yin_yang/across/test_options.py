"""What options offer, nothing that is always refused and no choice of nothing; and which numbers a table may set."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.core.commands import Answer
from domain.model.speaker import NARRATOR, Speaker, parse_speaker
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust
from domain.rulesets.yin_yang.chapters.turns.movement import SetDistance, SplitFight
from tests.laws.menus import choices, commands_in
from tests.rules.yin_yang.specification import (
    YIN_YANG_NOTATION,
    Specification,
    attack,
    fight,
    given,
    in_turn,
    newcomer,
)
from yarrow_client.options.forms import Form

BILL, CRYPTOS = parse_speaker("player:bill"), parse_speaker("player:cryptos")
POLEARM = {
    "weapons": [{"id": "polearm"}],
    "wielded": [{"weapon": "polearm"}],
    "default_attack": {"weapon": "polearm", "ability": "Man-at-arms"},
}


def names(form: Form) -> set[str]:
    return {field["name"] for field in form.fields}


def turn(**options: str) -> Specification:
    """Bill with a blaster, Cryptos with a polearm, in a turn."""
    return given(fight(newcomer("bill"), newcomer("cryptos", **POLEARM), **options), in_turn())


def test_only_the_narrator_is_offered_cards_to_add_to_a_match() -> None:
    asked = turn().given(attack("cryptos", "bill"))
    (prompt,) = asked.fight.prompts
    for speaker, cards in ((NARRATOR, {"bonus", "penalty"}), (BILL, set())):
        matches = [form for form in asked.menu(speaker).forms if form.command == "yin_yang.match"]
        matches = [form for form in matches if form.name != "yin_yang.match/let_pass"]
        assert [{"bonus", "penalty"} & names(form) for form in matches] == [cards, cards]
        for card in ("bonus", "penalty"):
            answer = Answer(prompt=prompt.id, answer={"mode": "attack", card: 1})
            assert asked.offers(answer, speaker) == (card in cards)


def test_a_card_of_the_hand_is_a_field_where_hands_are_open() -> None:
    for hand, has in (("blind", False), ("open", True)):
        menu = turn(hand=hand).menu(CRYPTOS)
        assert "yin_yang.attack" in commands_in(menu)
        assert (choices(menu, "yin_yang.attack", "hand_card", actor="cryptos") is not None) == has


def test_a_charge_is_offered_where_something_at_hand_is_used_to_it() -> None:
    for speaker, who, has in ((CRYPTOS, "cryptos", True), (BILL, "bill", False)):
        menu = turn().menu(speaker)
        weapons = choices(menu, "yin_yang.attack", "weapon", actor=who)
        assert weapons
        charging = [choices(menu, "yin_yang.attack", "charge", actor=who, weapon=weapon) for weapon in weapons]
        assert any(one is not None for one in charging) == has


@pytest.mark.rule("YY-ATK-6")
def test_only_those_of_the_same_sub_fight_are_offered_as_opponents() -> None:
    split = SplitFight(subfights={"knight": "roof"})
    menu = given(fight("bill", "cryptos", "thug", "knight"), split, in_turn()).menu(BILL)
    pair = [{"combatant": "bill"}, {"combatant": "cryptos"}]
    assert choices(menu, "yin_yang.act", "against", actor="bill") == ["cryptos", "thug"]
    assert choices(menu, "yin_yang.combine", "against", actor="bill", participants=pair) == ["thug"]


Sheet = Mapping[str, Any]
APART = (
    SetDistance(first="bill", second="thug", band="arm"),
    SetDistance(first="cryptos", second="thug", band="sight"),
)


def together(speaker: Speaker, *participants: Sheet, bill: Sheet, secret: bool = False) -> bool:
    """Whether Bill, who is at arm's length of the thug, may attack it with his fists together with Cryptos."""
    partner = newcomer("cryptos", side="heroes", strength=3, intellect=3).model_copy(update={"secret": secret})
    spec = given(fight(newcomer("bill", **bill), partner, "thug", movement="action"), *APART, in_turn())
    command = {"type": "yin_yang.combine", "actor": "bill", "kind": "attack", "target": "thug"}
    return spec.menu(speaker).admits({**command, "participants": participants})


@pytest.mark.rule("YY-COMB-3")
def test_an_attack_together_is_offered_where_the_best_of_them_reaches_the_target() -> None:
    fists = {"combatant": "bill", "weapon": "bare_hands"}, {"combatant": "cryptos", "weapon": "bare_hands"}
    for strength, may in ((9, True), (1, False)):
        bill = {"strength": strength, "intellect": 1, "default_attack": None}
        for speaker in (NARRATOR, BILL):
            assert together(speaker, *fists, bill=bill) == may
    assert together(
        NARRATOR,
        {**fists[0], "attributes": ["endurance"]},
        fists[1],
        bill={"strength": 1, "intellect": 1, "endurance": 9},
    )


def test_who_attacks_together_is_two_different_ones_and_among_them_who_calls_it() -> None:
    bill, cryptos = {"combatant": "bill", "weapon": "bare_hands"}, {"combatant": "cryptos", "weapon": "bare_hands"}
    strong = {"strength": 9, "default_attack": None}
    assert together(NARRATOR, bill, cryptos, bill=strong)
    for others in ((bill,), (bill, bill), (cryptos, cryptos), (bill, {"combatant": "thug"})):
        assert not together(NARRATOR, *others, bill=strong)


def test_what_a_partner_of_secret_sheet_puts_into_an_attack_is_a_guess() -> None:
    weak = {"strength": 1, "intellect": 1, "default_attack": None}
    unknown = {"combatant": "bill"}, {"combatant": "cryptos", "weapon": "polearm"}
    assert together(BILL, *unknown, bill=weak, secret=True)
    assert not together(NARRATOR, *unknown, bill=weak, secret=True)


@pytest.mark.rule("YY-SKILL-6")
def test_players_attack_with_another_ability_where_that_of_the_sheet_is_not_for_combat() -> None:
    sings = {"name": "Singing", "rating": 2, "scope": "talent"}
    boxes = {"name": "Boxing", "rating": 2, "scope": "talent", "combat": True}
    sheet = {"abilities": [sings, boxes], "default_attack": {"weapon": "bare_hands", "ability": "Singing"}}
    spec = given(fight(newcomer("bill", **sheet), "thug"), in_turn())
    punch = {"type": "yin_yang.attack", "actor": "bill", "target": "thug"}
    for ability, players in (({}, False), ({"ability": "Singing"}, False), ({"ability": "Boxing"}, True)):
        assert spec.menu(BILL).admits({**punch, **ability}) == players
        assert spec.menu(NARRATOR).admits({**punch, **ability})


@pytest.mark.rule("YY-COND-10")
def test_the_dead_are_not_offered_where_numbers_change() -> None:
    spec = given(fight("bill", "thug"), *[Adjust(combatant="bill", track="vitality", points=-20)] * 2)
    assert spec.fight.people["bill"].out == ("dead",)
    loss = {"type": "yin_yang.adjust", "track": "vitality", "points": -1}
    menu = spec.menu()
    assert menu.admits({**loss, "combatant": "thug"})
    assert not menu.admits(loss)
    for command, fields in {
        "adjust": ("combatant",),
        "set_attribute": ("combatant",),
        "pass_time": ("only", "resting", "mentally_resting", "cared_for"),
        "wear": ("actor",),
    }.items():
        for field in fields:
            assert choices(menu, f"yin_yang.{command}", field) == ["thug"]


def number(option: str, lowest: int, highest: int, *rules: str) -> Any:
    """An option that is a number from the lowest to the highest, by these rules."""
    return pytest.param(option, lowest, highest, id=option, marks=pytest.mark.rule(*rules))


@pytest.mark.parametrize(
    ("option", "lowest", "highest"),
    [
        number("narrator_decks", 1, 2, "YY-DECK-4"),
        number("edge_tests", 1, 9, "YY-EDGE-5"),
        number("white_joker_cards", 0, 3, "YY-JOKER-6"),
        number("coloured_joker_cards", 0, 3, "YY-JOKER-11"),
        number("confrontation_limit", 1, 50, "YY-CONF-12"),
        number("combined_dedication", 0, 3, "YY-COMB-6"),
        number("care_within_turns", 1, 20, "YY-VIT-8"),
        number("vitality_days", 1, 7, "YY-VIT-10"),
    ],
)
def test_a_table_sets_numbers_within_bounds(option: str, lowest: int, highest: int) -> None:
    for value in (lowest, highest):
        opened = Specification(YIN_YANG_NOTATION).when(fight("bill", **{option: value})).then()
        assert getattr(opened.fight.options, option) == value
    for value in (lowest - 1, highest + 1):
        Specification(YIN_YANG_NOTATION).when(fight("bill", **{option: value})).refused(None, "invalid")
