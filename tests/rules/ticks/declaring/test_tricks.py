"""Trick shots: at nobody, against a difficulty that the narrator sets when they are declared."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationsRevealed
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.narrator.calls import Award
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.narrator.trials import DifficultySet, SetDifficulty
from domain.rulesets.ticks.chapters.strikes.soaking import Soaked
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from domain.rulesets.ticks.state import Square
from tests.rules.ticks.builders import NOTHING, STRIKING, Declared, Play, ash, birch, carried, to_declare
from tests.rules.ticks.specification import act, declare, newcomer

FEAT = "rings the bell"


def trick(weapon: str, *others: str, mode: str | None = None, **luck: int) -> Declared:
    """A trick with this weapon, and set-ups."""
    said = {"action": "attack", "weapon": weapon, "manoeuvres": [*others, "trick_shot"], "trick": FEAT, "luck": luck}
    return said if mode is None else {**said, "mode": mode}


def difficulty(number: int | str) -> SetDifficulty:
    return SetDifficulty.model_validate({"difficulty": number})


def tricking(play: Play, said: Declared, number: int | str = 50, **others: Declared) -> Play:
    """The narrator has set the difficulty of what Ash has declared, and the count down has begun."""
    return play.round(ash=said, **others).send(difficulty(number)).declare_on()


TOTALS: list[Any] = [
    pytest.param("pistol", None, {}, {}, 135, id="pistol"),
    pytest.param("bow", None, {}, {}, 13, id="bow, without the skill"),
    pytest.param("bow", None, {}, {"fractions": "up"}, 14, id="bow, rounded up"),
    pytest.param("hatchet", "thrown", {}, {}, 108, id="thrown"),
    pytest.param("hatchet", None, {}, {}, 81, id="hatchet in the hand"),
    pytest.param("unarmed", None, {}, {}, 54, id="bare hands"),
    pytest.param("pistol", None, {"luck": {"trick_shot": 1}}, {}, 162, id="luck"),
    pytest.param("hatchet", "thrown", {"mode": "melee", "weapon": "hatchet"}, {}, 81, id="another mode"),
    pytest.param("hatchet", None, {"weapon": "unarmed"}, {}, 54, id="another weapon"),
]
"""What Ash declares, what it says with the strike, options, and the total of dexterity × skill."""


@pytest.mark.rule("TK-TRICK-1", "TK-MAN-8")
@pytest.mark.parametrize(("weapon", "mode", "strike", "options", "total"), TOTALS)
@pytest.mark.parametrize("more", [0, 1])
def test_a_trick_is_dexterity_times_the_skill_of_the_weapon(
    weapon: str, mode: str | None, strike: Any, options: dict[str, Any], total: int, more: int
) -> None:
    one = ash() if weapon == "unarmed" else ash(weapon)
    play = tricking(Play(one, birch(), **options), trick(weapon, mode=mode), total + more)
    play.send(act("ash", strike=strike or True))
    assert play.tests("ash") == [(total, total + more, more == 0)], "equality succeeds"


@pytest.mark.rule("TK-TRICK-1", "TK-RUL-54")
@pytest.mark.parametrize(("said", "number"), [("difficult", 50), ("impossible", 90), (1, 1), (1000, 1000)])
def test_the_narrator_sets_the_difficulty_when_it_is_declared(said: int | str, number: int) -> None:
    play = to_declare(ash("pistol"), birch(), newcomer("cedar", QUI=15)).send(declare("ash", **trick("pistol")))
    assert ("narrator", "set_difficulty") in [(prompt.to, prompt.kind) for prompt in play.fight.prompts]
    assert (play.asked("set_difficulty")["combatant"], play.asked("set_difficulty")["what"]) == ("ash", FEAT)
    assert f'"difficulty":{number}' not in play.public(difficulty(said)), "sealed like the declaration"
    assert f'"difficulty":{number}' in play.public(declare("cedar", **NOTHING)), "and told with it"
    (told,) = [event for _, event in play.log if isinstance(event, DeclarationsRevealed) and event.tick == 15]
    assert (told.declarations["ash"].difficulty, told.declarations["ash"].trick) == (number, FEAT)


@pytest.mark.rule("TK-TRICK-1")
@pytest.mark.parametrize("part", [{"target": "birch"}, {"trick": ""}], ids=["target", "no trick"])
def test_a_trick_says_what_it_is_and_names_no_target(part: dict[str, Any]) -> None:
    play = to_declare(ash("pistol"), birch())
    play.refused(declare("ash", **{**trick("pistol"), **part}), "TK-DECL-12", "command.trick")


@pytest.mark.rule("TK-TRICK-1")
@pytest.mark.parametrize("tick", [15, 8, 1])
def test_a_trick_is_possible_from_the_start_on_whoever_is_seen(tick: int) -> None:
    play = Play(ash("pistol"), birch(at=(99, 0))).send(SetSight(observer="ash", target="birch", visible=False))
    tricking(play, trick("pistol")).until(tick).send(act("ash", strike=True))
    assert play.strikes("ash") == [(tick, 0)]


@pytest.mark.rule("TK-TRICK-1")
@pytest.mark.parametrize(
    ("weapon", "manoeuvre", "before", "first"),
    [("sword", "quick_draw_melee", 12, 10), ("pistol", "quick_draw_ranged", 6, 5)],
)
def test_a_trick_with_a_weapon_that_is_drawn_for_it(weapon: str, manoeuvre: str, before: int, first: int) -> None:
    play = tricking(Play(ash(carried(weapon)), birch()), trick(weapon, manoeuvre, extra=1)).until(before)
    play.refused(act("ash", strike=True), "TK-ATK-2")
    play.until(first).send(act("ash", strike=True))
    assert play.strikes("ash") == [(first, 0)]


@pytest.mark.rule("TK-TRICK-1")
@pytest.mark.parametrize("loaded", [0, 1])
def test_a_trick_takes_a_loaded_weapon(loaded: int) -> None:
    play = tricking(Play(ash({"key": "pistol", "loaded": loaded}), birch()), trick("pistol"))
    play.send(act("ash", strike=True)).end()
    assert (play.strikes("ash"), play.lapses("ash")) == (([(15, 0)], []) if loaded else ([], [(15, "strike")]))


@pytest.mark.rule("TK-TRICK-1")
def test_a_trick_takes_a_weapon_in_hand() -> None:
    play = tricking(Play(ash("sword", "pistol"), birch()), trick("pistol"))
    play.send(act("ash", step=(0, 1))).until(12).send(Drop(actor="ash", item="pistol"))
    play.send(act("ash", step=(0, 2)))
    play.send(act("ash", strike={"weapon": "sword"}))
    assert [event.weapon for _, event in play.log if isinstance(event, Struck)] == ["ash.sword"]


@pytest.mark.rule("TK-TRICK-2", "TK-MAN-10")
@pytest.mark.parametrize(("weapon", "mode"), [("pistol", None), ("sword", None), ("hatchet", "thrown")])
@pytest.mark.parametrize("damage", ["none", "on_success"])
def test_a_feat_hurts_nobody(weapon: str, mode: str | None, damage: str) -> None:
    target = birch("knife", "shield", armour=[{"key": "heavy_ballistic"}])
    play = Play(ash(weapon), target, asks={"birch": ("oppose", "soak")}, control_damage=damage)
    tricking(play, trick(weapon, mode=mode), 10).send(act("ash", strike=True)).end()
    assert [one[2] for one in play.tests("ash")] == [True]
    (feat,) = [event for _, event in play.log if isinstance(event, Struck)]
    assert (feat.target, feat.gross, feat.trick) == (None, 0, FEAT)
    assert (play.wounds("birch"), play.ticks(Soaked, "birch"), play.armour("birch")) == ([], [], (4, 2))


@pytest.mark.rule("TK-MAN-12", "TK-RUL-54")
def test_another_weapon_goes_with_the_trick_and_its_set_ups() -> None:
    play = Play(ash("sword", "pistol", skills={"melee": 4}), birch())
    tricking(play, trick("pistol", "run_and_gun", extra=1))
    play.refused(act("ash", strike={"weapon": "sword"}), "TK-MAN-12", "command.strike.weapon")
    play = tricking(Play(ash("sword", "pistol"), birch()), trick("pistol")).send(act("ash", strike={"weapon": "sword"}))
    assert play.tests("ash") == [(81, 50, True)]


@pytest.mark.rule("TK-TRICK-3")
@pytest.mark.parametrize("number", [135, 136])
def test_a_trick_uses_the_attack_and_a_unit_whatever_comes_of_it(number: int) -> None:
    play = tricking(Play(ash("pistol"), birch()), trick("pistol", "run_and_gun", extra=1), number)
    play.send(act("ash", strike=True)).until(12)
    assert play.tests("ash") == [(135, number, number == 135)]
    play.refused(act("ash", strike=True), "TK-ATK-2")
    play.end()
    assert (play["ash"].things["ash.pistol"].loaded, play.strikes("ash"), play.wounds("birch")) == (7, [(15, 0)], [])


@pytest.mark.rule("TK-TRICK-3")
@pytest.mark.parametrize("number", [108, 109])
def test_a_weapon_thrown_in_a_trick_lies_where_one_stands(number: int) -> None:
    play = tricking(Play(ash("hatchet", at=(4, 2)), birch()), trick("hatchet", mode="thrown"), number)
    play.send(act("ash", step=(5, 2), strike=True))
    assert play.fight.ground["ash.hatchet"].square == Square(5, 2)
    assert play["ash"].things == {}


@pytest.mark.rule("TK-TRICK-3")
def test_luck_raises_a_trick_and_role_play_and_help_do_not() -> None:
    helper = newcomer("cedar", QUI=25, DEX=30, skills={"handgun": 5})
    play = Play(ash("pistol", skills={"handgun": 3}), birch(), helper).send(Award(combatant="ash"))
    helping = {"action": "other", "kind": "help", "whom": "ash"}
    play.round({"ash": {**STRIKING, "luck": {"trick_shot": 2}}}, ash=trick("pistol"), cedar=helping)
    play.send(difficulty(135)).declare_on().end()
    assert play.tests("ash") == [(27 * (3 + 2), 135, True)]
    assert (play["ash"].luck, play["ash"].awarded) == (18, True)


@pytest.mark.rule("TK-TRICK-3")
@pytest.mark.parametrize("luck", [1, 3])
def test_luck_on_a_trick_is_gone_though_it_fails(luck: int) -> None:
    play = tricking(Play(ash("pistol"), birch()), trick("pistol"), 1000)
    play.send(act("ash", strike={"luck": {"trick_shot": luck}}))
    assert (play.tests("ash"), play["ash"].luck) == ([(27 * (5 + luck), 1000, False)], 20 - luck)


def test_the_difficulty_of_a_trick_is_read_as_version_1_of_the_rules_recorded_it() -> None:
    play = to_declare(ash("pistol"), birch()).send(declare("ash", **trick("pistol")))
    play.spec.given(DifficultySet(combatant="ash", difficulty=70))
    declared = play["ash"].turn.declared
    assert declared is not None
    assert declared.difficulty == 70
