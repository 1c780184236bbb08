"""What the narrator makes of a foul failure (BD-FOUL-3)."""

from typing import Any

import pytest

from domain.core.commands import Note
from domain.model.speaker import Speaker
from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed, AimLost
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.fouls import FoulFollowed, FoulFollows, WeaponDropped
from domain.rulesets.black_dice.chapters.narrator.placing import FellProne
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, RoundEnded
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from tests.rules.black_dice.builders import (
    RESOLVE,
    agenda,
    check,
    clash,
    contender,
    contest,
    counted,
    duel,
    fell,
    hurts,
)
from tests.rules.black_dice.specification import Specification, fight, given, newcomer

PRONE = newcomer("pryce", prone=True)
MISSED = fell("vane", "11/0", "2/1")


def fouled() -> Specification:
    """Vane has thrown a foul failure at a check, outside rounds."""
    command = check("vane", "dex athletics", difficulty="difficult")
    return given(fight("vane", "quill")).when(command, throws=[fell("vane athletics", "7/0", "3/1")])


def fouled_attack(weapon: str = "cutlass") -> Specification:
    """Vane has struck at somebody on the ground, and thrown a foul failure."""
    return duel("vane", PRONE, agenda(clash(f"vane {weapon}", "pryce easy_target"))).when(RESOLVE, throws=[MISSED])


def follows(spec: Specification, effect: str, **changes: Any) -> FoulFollows:
    """What goes wrong with the last foul throw."""
    throw = spec.fight.fouled[-1].throw
    return FoulFollows.model_validate({"throw": throw, "effect": effect, **changes})


@pytest.mark.rule("BD-FOUL-3")
def test_a_foul_failure_may_throw_one_to_the_ground() -> None:
    spec = fouled()
    throw = spec.fight.fouled[-1].throw
    spec.when(follows(spec, "falls_prone")).then(
        FoulFollowed(combatant="vane", throw=throw, effect="falls_prone"), FellProne(combatant="vane")
    )
    assert spec.causes[1] == throw
    assert spec.fight.people["vane"].prone
    spec.follows(FellProne, FoulFollowed)


@pytest.mark.rule("BD-FOUL-3")
def test_a_round_is_too_late_for_what_went_foul_before_it() -> None:
    spec = fouled()
    late = follows(spec, "falls_prone")
    spec.given(BeginRound()).when(late).refused("BD-FOUL-3")


@pytest.mark.rule("BD-FOUL-3")
def test_the_weapon_of_the_throw_is_no_longer_ready() -> None:
    spec = fouled_attack()
    assert spec.fight.fouled[-1].weapon == "cutlass"
    spec.when(follows(spec, "drops_weapon")).then(WeaponDropped(combatant="vane", weapon="cutlass"))
    assert spec.fight.people["vane"].ready == ()


@pytest.mark.rule("BD-FOUL-3", "BD-DATA-2")
def test_what_is_not_in_hand_or_a_part_of_oneself_is_not_dropped() -> None:
    spec = fouled()
    spec.when(follows(spec, "drops_weapon")).refused("BD-FOUL-3")
    spec = duel("brass_tom", PRONE, agenda(clash("brass_tom iron_fists", "pryce easy_target")))
    spec.when(RESOLVE, throws=[fell("brass_tom", "7/0", "2/1")])
    spec.when(follows(spec, "drops_weapon")).refused("BD-FOUL-3")
    spec = duel("pryce", newcomer("vane", prone=True), agenda(clash("pryce fists", "vane easy_target")))
    spec.when(RESOLVE, throws=[fell("pryce", "5/0", "2/1")])
    spec.when(follows(spec, "drops_weapon")).refused("BD-FOUL-3")


@pytest.mark.rule("BD-FOUL-3", "BD-MOD-6")
def test_an_aim_may_be_lost() -> None:
    spec = fouled().given(Aimed(combatant="vane", weapon="revolver", target="quill", rounds=1))
    spec.when(follows(spec, "loses_aim")).then(FoulFollowed, AimLost(combatant="vane", reason="foul"))
    assert spec.fight.people["vane"].aim is None


@pytest.mark.rule("BD-FOUL-3", "BD-PERIL-8")
def test_a_mishap_may_hurt_like_a_peril_without_armour_or_avoidance() -> None:
    spec = fouled()
    spec.when(follows(spec, "peril", dice=5), throws=[hurts(3, 5)]).then(
        HealthLost(combatant="vane", points=3, mark="normal", normal=3, bruise=0, health=13)
    )
    assert counted(spec) == [((("peril", 3),), 3, "normal")]
    spec.follows(DiceThrown, FoulFollowed).follows(DamageCounted, DiceThrown)


@pytest.mark.rule("BD-FOUL-3")
def test_anything_else_is_said_in_words() -> None:
    spec = fouled()
    throw = spec.fight.fouled[-1].throw
    spec.when(follows(spec, "other", text="the lamp goes out"))
    spec.then(FoulFollowed(combatant="vane", throw=throw, effect="other", text="the lamp goes out"))
    assert len(spec.events) == 2


@pytest.mark.rule("BD-FOUL-3")
def test_it_happens_once_for_each_foul_throw() -> None:
    spec = fouled()
    again = follows(spec, "falls_prone")
    spec.when(again).when(again).refused("BD-FOUL-3")
    given(fight("vane")).when(FoulFollows(throw=1, effect="falls_prone")).refused("BD-FOUL-3")


@pytest.mark.rule("BD-FOUL-3")
def test_outside_rounds_it_is_too_late_after_the_next_throw_alone() -> None:
    spec = fouled()
    late = follows(spec, "falls_prone")
    spec.given(Note(text="a pause"))
    assert len(spec.fight.fouled) == 1
    spec.when(check("quill", "wits perception"), throws=[fell("quill", "7/1")])
    spec.when(late).refused("BD-FOUL-3")


@pytest.mark.rule("BD-FOUL-3")
def test_of_two_throws_of_one_contest_neither_is_too_late_for_the_other() -> None:
    hard = {"difficulty": "difficult"}
    command = contest(contender("vane dex athletics", **hard), contender("quill dex athletics", **hard))
    spec = given(fight("vane", "quill"))
    spec.when(command, throws=[fell("vane athletics", "7/0", "3/1"), fell("quill athletics", "3/0", "3/1")])
    for foul in spec.fight.fouled:
        spec.when(FoulFollows(throw=foul.throw, effect="falls_prone")).then(FellProne(combatant=foul.combatant))
    assert spec.fight.people["vane"].prone
    assert spec.fight.people["quill"].prone


@pytest.mark.rule("BD-FOUL-3")
def test_in_a_round_it_is_never_too_late_before_the_end() -> None:
    spec = fouled_attack()
    late = follows(spec, "falls_prone")
    spec.when(check("pryce", "wits perception"), throws=[fell("pryce", "3/1")])
    assert len(spec.fight.fouled) == 1
    spec.given(RoundEnded(number=1)).when(late).refused("BD-FOUL-3")


@pytest.mark.rule("BD-FOUL-3")
def test_it_is_the_narrators_word_and_nobody_waits_for_it() -> None:
    spec = fouled()
    assert spec.fight.prompts == ()
    spec.when(follows(spec, "falls_prone"), speaker=Speaker("player", ("vane",))).refused(None, "not_yours")
