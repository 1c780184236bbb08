"""The lines of the story: what happens on one tick is told so that nothing seems to come from something else."""

import pytest

from domain.rulesets.ticks.chapters.narrator.trials import SetDifficulty
from tests.rules.ticks.builders import NOTHING, Play, attack, calm_encounter, contest, party
from tests.rules.ticks.specification import act, newcomer

KNIFE, PISTOL = {"key": "knife"}, {"key": "pistol", "loaded": 8}


@pytest.mark.rule("TK-TRICK-2", "TK-TRICK-3")
@pytest.mark.parametrize("first", ["una", "zed"])
@pytest.mark.parametrize(
    ("weapon", "left"), [(KNIFE, ""), (PISTOL, ", and has 7 shots left in the pistol")], ids=["knife", "pistol"]
)
def test_wounds_are_told_before_a_trick_of_the_same_tick(first: str, weapon: dict[str, object], left: str) -> None:
    key = str(weapon["key"])
    una, zed = newcomer("una", at=(1, 0), things=[weapon]), newcomer("zed", things=[KNIFE])
    play = Play(*([una, zed] if first == "una" else [zed, una]))
    trick = {"action": "attack", "trick": "cut the rope", "weapon": key, "manoeuvres": ["trick_shot"]}
    play.round(una=trick, zed=attack("una", "knife"))
    play.send(SetDifficulty(difficulty=90)).declare_on()
    play.send(act("zed", strike=True), act("una", strike=True))
    tried = f"tries “cut the rope” with the {key} and fails, 5 against 90"
    joined = "," if left else ", and"
    assert play.spec.lines() == [f"Zed attacks Una with the knife; Una takes 2 wounds{joined} {tried}{left}."]


@pytest.mark.rule("TK-TRICK-2", "TK-ATK-7")
def test_a_trick_is_told_before_what_becomes_of_the_weapon_that_was_thrown_at_it() -> None:
    play = Play(newcomer("una", at=(1, 0), things=[{"key": "hatchet"}]), "zed")
    trick = {"trick": "cut the rope", "weapon": "hatchet", "mode": "thrown", "manoeuvres": ["trick_shot"]}
    play.round(una={"action": "attack", **trick}, zed=NOTHING)
    play.send(SetDifficulty(difficulty=90)).declare_on().send(act("una", strike=True))
    assert play.spec.lines() == [
        "Una tries “cut the rope” with the hatchet and fails, 5 against 90; the hatchet lies on (1, 0)."
    ]


@pytest.mark.rule("TK-OPP-1", "TK-OPP-3")
@pytest.mark.parametrize(("text", "over"), [("", ""), ("the door", " over “the door”")])
@pytest.mark.parametrize(
    ("answers", "outcome"),
    [((), "; a tie goes to Birch"), (("ash: commit 0", "birch: commit 0"), " and wins against Birch: 36 to 14")],
)
def test_a_contest_is_told_with_what_both_are_tested_by(
    text: str, over: str, answers: tuple[str, ...], outcome: str
) -> None:
    ash, birch = newcomer("ash", STR=12, skills={"athletics": 3}, luck=2), newcomer("birch", WIL=14, luck=2)
    called = contest(party("ash", "strength", "athletics"), party("birch", "willpower"))
    spec = calm_encounter(ash, birch).when(called.model_copy(update={"text": text}), *answers)
    assert spec.lines() == [f"Ash (strength and athletics) competes with Birch (willpower){over}{outcome}."]


@pytest.mark.rule("TK-DMG-4")
def test_who_may_reduce_the_damage_of_a_strike_is_told_how_much_it_is() -> None:
    play = Play(newcomer("zed", things=[KNIFE]), newcomer("una", at=(1, 0), luck=1), asks={"una": ("soak",)})
    play.round(zed=attack("una", "knife"), una=NOTHING).send(act("zed", strike=True))
    asked = "Zed attacks Una with the knife; Una may reduce the damage: 2 points from Zed."
    assert play.spec.lines() == [asked]
    play.answer("una", "soak", [{}])
    assert play.spec.lines() == ["Una takes 2 wounds."]


@pytest.mark.rule("TK-MAN-9", "TK-OPP-4")
def test_who_has_to_oppose_a_manoeuvre_is_told_of_it() -> None:
    play = Play(newcomer("zed", things=[KNIFE]), newcomer("una", at=(1, 0)), asks={"una": ("oppose",)})
    play.round(zed=attack("una", "knife", "trip"), una=NOTHING).send(act("zed", strike=True))
    assert play.spec.lines() == ["Una has to oppose Zed's trip, which comes to 5."]
