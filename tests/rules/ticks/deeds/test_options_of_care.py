"""Options that change care: what first aid is tested with, and how slowly wounds go."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, Recover
from domain.rulesets.ticks.chapters.narrator.trials import Tested, Totalled
from tests.rules.ticks.builders import Play, calm_encounter
from tests.rules.ticks.specification import Specification, declare, newcomer

MEDIC = newcomer("medic", STR=7, DEX=12, QUI=6, WIL=11, RES=9, statistics={"intellect": 13}, skills={"medicine": 2})
DYING = newcomer("ash", wounds=12)
AID = FirstAid(actor="medic", patient="ash")


@pytest.mark.rule("TK-OPT-9", "TK-RUL-46")
@pytest.mark.parametrize(
    ("options", "statistic", "total"),
    [
        ({}, "dexterity", 24),
        ({"first_aid_statistic": "dexterity"}, "dexterity", 24),
        ({"first_aid_statistic": "intellect"}, "intellect", 26),
        ({"first_aid_statistic": "strength"}, "strength", 14),
    ],
)
def test_first_aid_is_medicine_with_the_statistic_of_the_option(
    options: dict[str, Any], statistic: str, total: int
) -> None:
    spec = (
        calm_encounter(MEDIC, DYING, **options)
        .when(AID)
        .then(Totalled(combatant="medic", statistic=statistic, skill="medicine", level=2, total=total))
    )
    spec.then(Tested(combatant="medic", what="first aid", total=total, success=total >= 20, difficulty=20))


@pytest.mark.rule("TK-OPT-9")
def test_whoever_lacks_the_statistic_gives_no_first_aid() -> None:
    aid = declare("hanna", "other", kind="first_aid", whom="ash")
    play = Play(MEDIC, DYING, "hanna", first_aid_statistic="intellect")
    play.refused(FirstAid(actor="hanna", patient="ash"), "TK-OPT-9")
    assert field_of(play.spec) == "command.actor"
    play.send(StartRound()).declare_on(12).refused(aid, "TK-OPT-9")
    assert field_of(play.spec) == "command.kind"
    Play(MEDIC, DYING, "hanna").send(StartRound()).declare_on(12).send(aid)
    calm_encounter(MEDIC, DYING, "hanna").when(FirstAid(actor="hanna", patient="ash")).then(Tested)


def field_of(spec: Specification) -> str | None:
    assert spec.refusal is not None
    return spec.refusal.field


@pytest.mark.rule("TK-RUL-46")
def test_first_aid_may_be_repeated_and_is_given_to_others() -> None:
    spec = calm_encounter(newcomer("medic", DEX=11, skills={"medicine": 1}, luck=1, wounds=11), DYING)
    for luck, success in ((0, False), (0, False), (1, True)):
        spec.when(AID.model_copy(update={"luck": luck})).then(
            Tested(combatant="medic", what="first aid", total=11 * (1 + luck), success=success, difficulty=20)
        )
    spec.when(FirstAid(actor="medic", patient="medic")).refused("TK-AID-2")


def left(days: int, care: str, *, said: int | None = None, **options: Any) -> int:
    """The wounds of somebody with 9 after so many days."""
    spec = calm_encounter(newcomer("ash", wounds=9), **options)
    terms = {"combatant": "ash", "days": days, "care": care, "days_per_wound": said}
    spec.when(Recover.model_validate(terms)).then()
    return spec.fight.people["ash"].wounds


@pytest.mark.rule("TK-OPT-10", "TK-RUL-49")
@pytest.mark.parametrize(
    ("options", "slow"),
    [({}, 4), ({"slow_days_per_wound": 4}, 4), ({"slow_days_per_wound": 3}, 3), ({"slow_days_per_wound": 400}, 400)],
)
def test_without_the_right_care_a_wound_takes_the_days_of_the_option(options: dict[str, Any], slow: int) -> None:
    assert [left(days, "none", **options) for days in (slow - 1, slow, 2 * slow - 1, 2 * slow)] == [9, 8, 8, 7]
    assert [left(days, "basic", **options) for days in (1, 2, 3, 4)] == [9, 8, 8, 7], "the right care is not slow"


@pytest.mark.rule("TK-OPT-10", "TK-RUL-49")
@pytest.mark.parametrize("options", [{}, {"slow_days_per_wound": 9}])
def test_unless_the_narrator_says_otherwise(options: dict[str, Any]) -> None:
    assert [left(days, "none", said=6, **options) for days in (5, 6, 11, 12)] == [9, 8, 8, 7]
