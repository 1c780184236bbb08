"""Recovery: how fast wounds go, with which care (TK-REC-1 to TK-REC-6)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.core.commands import Command
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import PassTime, Recover, Recovered
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from tests.rules.ticks.builders import Play
from tests.rules.ticks.specification import Specification, fight, given, newcomer, person

CARERS = [newcomer(f"medic{level}", skills={"medicine": level}) for level in (2, 3)]


def patient(wounds: int, **changes: Any) -> Specification:
    """Bell, whose resilience is 10 and whose willpower is 20, and some who may care for it."""
    options = changes.pop("options", {})
    stabilised = wounds > 10
    bell = newcomer("bell", WIL=20, wounds=wounds, **{"stabilised": stabilised, **changes})
    return given(fight(bell, *CARERS, newcomer("ghost", skills={"medicine": 5}, dead=True), **options))


def recover(days: int, **care: Any) -> Recover:
    return Recover.model_validate({"combatant": "bell", "days": days, **care})


def after(spec: Specification, *steps: Command) -> tuple[int, int]:
    """Wounds, and days of care begun, after these."""
    for step in steps:
        spec.when(step).then()
    bell = person(spec, "bell")
    return bell.wounds, bell.care_days


def refused(spec: Specification, command: Command, rule: str, field: str) -> None:
    spec.when(command).refused(rule)
    assert spec.refusal is not None
    assert spec.refusal.field == field


# TK-REC-1 and -2: appropriate care


@pytest.mark.rule("TK-REC-1", "TK-RUL-49")
@pytest.mark.parametrize(("days", "expected"), [(1, (15, 1)), (2, (14, 0)), (3, (14, 1)), (4, (13, 0)), (9, (11, 1))])
def test_with_skilled_care_a_wound_goes_every_second_day(days: int, expected: tuple[int, int]) -> None:
    assert after(patient(15), recover(days, care="skilled")) == expected
    assert after(patient(15), *[recover(1, care="skilled")] * days) == expected


@pytest.mark.rule("TK-REC-1")
def test_what_recovery_has_come_to_is_a_fact() -> None:
    patient(15).when(recover(3, care="skilled")).then(
        Recovered(combatant="bell", days=3, wounds=14, care="skilled", care_days=1)
    )


@pytest.mark.rule("TK-REC-1")
def test_recovery_is_for_calm() -> None:
    play = Play("kit", newcomer("bell", wounds=5)).refused(recover(2, care="basic"), "TK-REC-1")
    play.send(StartRound()).refused(recover(2, care="basic"), "TK-REC-1").declare_on().end()
    play.send(EndCombat(), recover(2, care="basic"))
    assert play["bell"].wounds == 4


@pytest.mark.rule("TK-REC-2", "TK-REC-3")
@pytest.mark.parametrize(
    ("wounds", "care", "expected"),
    [
        (11, "skilled", (10, 0)),
        (11, "basic", (11, 2)),
        (11, "none", (11, 2)),
        (10, "skilled", (9, 0)),
        (10, "basic", (9, 0)),
        (10, "none", (10, 2)),
    ],
)
def test_beyond_resilience_only_skilled_care_is_appropriate(wounds: int, care: str, expected: tuple[int, int]) -> None:
    assert after(patient(wounds), recover(2, care=care)) == expected


@pytest.mark.rule("TK-REC-2")
@pytest.mark.parametrize(("carer", "expected"), [("medic3", (13, 0)), ("medic2", (14, 2))])
def test_a_carer_is_skilled_with_medicine_3(carer: str, expected: tuple[int, int]) -> None:
    assert after(patient(14), recover(2, carer=carer)) == expected
    assert after(patient(10), recover(2, carer=carer)) == (9, 0)


@pytest.mark.rule("TK-REC-2")
def test_a_carer_is_alive_and_somebody_else() -> None:
    spec = patient(14, skills={"medicine": 5})
    for carer in ("ghost", "bell"):
        refused(spec, recover(2, carer=carer), "TK-REC-2", "command.carer")
    asleep = Faint(actor="medic3")
    assert after(spec, asleep, recover(2, carer="medic3")) == (13, 0)


@pytest.mark.rule("TK-REC-2")
def test_the_care_is_said_or_a_carer_named_and_not_both() -> None:
    for care in ({}, {"care": "basic", "carer": "medic3"}):
        refused(patient(14), recover(2, **care), "TK-REC-2", "command.care")


# TK-REC-3: slower


@pytest.mark.rule("TK-REC-3", "TK-RUL-49")
@pytest.mark.parametrize(("wounds", "care"), [(14, "none"), (14, "basic"), (8, "none")])
@pytest.mark.parametrize(
    ("options", "said", "days"),
    [({}, {}, 4), ({"slow_days_per_wound": 3}, {}, 3), ({"slow_days_per_wound": 7}, {}, 7),
     ({}, {"days_per_wound": 3}, 3), ({"slow_days_per_wound": 7}, {"days_per_wound": 5}, 5)],
)  # fmt: skip
def test_without_the_right_care_a_wound_takes_longer(
    wounds: int, care: str, options: dict[str, int], said: dict[str, int], days: int
) -> None:
    assert after(patient(wounds, options=options), recover(days - 1, care=care, **said)) == (wounds, days - 1)
    assert after(patient(wounds, options=options), recover(days, care=care, **said)) == (wounds - 1, 0)


@pytest.mark.rule("TK-REC-3")
def test_the_slow_rate_is_slower_than_two_days() -> None:
    with pytest.raises(ValidationError):
        recover(2, care="none", days_per_wound=2)
    assert after(patient(14), recover(2, care="skilled", days_per_wound=9)) == (13, 0)
    assert after(patient(9), recover(2, care="basic", days_per_wound=9)) == (8, 0)


# TK-REC-4 and -5: rates and days from wound to wound


@pytest.mark.rule("TK-REC-4")
@pytest.mark.parametrize(
    ("days", "expected"), [(7, (11, 3)), (8, (10, 0)), (9, (10, 1)), (10, (9, 0)), (11, (9, 1)), (12, (8, 0))]
)
def test_with_basic_care_the_slow_rate_ends_at_resilience(days: int, expected: tuple[int, int]) -> None:
    assert after(patient(12), recover(days, care="basic")) == expected


@pytest.mark.rule("TK-REC-5")
def test_days_begun_are_kept_for_the_same_care() -> None:
    assert after(patient(14), recover(3, care="none"), recover(1, care="none")) == (13, 0)
    assert after(patient(14), recover(1, care="skilled"), recover(1, carer="medic3")) == (13, 0)


@pytest.mark.rule("TK-REC-5")
@pytest.mark.parametrize(("first", "second"), [("none", "basic"), ("basic", "none"), ("skilled", "basic")])
def test_a_change_of_care_begins_the_days_anew(first: str, second: str) -> None:
    begun = recover(1, care=first)
    assert after(patient(14), begun) == (14, 1)
    assert after(patient(14), begun, recover(3, care=second)) == (14, 3)
    assert after(patient(14), begun, recover(3, care=second), recover(1, care=first)) == (14, 1)


@pytest.mark.rule("TK-REC-5")
def test_a_new_wound_begins_the_days_anew() -> None:
    wound = Wound(combatant="bell", wounds=1)
    assert after(patient(8), recover(1, care="basic"), wound) == (9, 0)
    assert after(patient(8), recover(1, care="basic"), wound, recover(1, care="basic")) == (9, 1)


@pytest.mark.rule("TK-REC-5")
def test_a_sheet_brings_days_begun() -> None:
    begun = {"care_days": 1, "care": "skilled"}
    assert after(patient(14, **begun), recover(1, care="skilled")) == (13, 0)
    assert after(patient(14, **begun), recover(1, care="none")) == (14, 1)


@pytest.mark.rule("TK-REC-5")
def test_days_beyond_the_last_wound_are_idle() -> None:
    assert after(patient(1), recover(7, care="basic")) == (0, 0)
    assert after(patient(0), recover(7, care="basic")) == (0, 0)
    wound = Wound(combatant="bell", wounds=1)
    assert after(patient(1), recover(7, care="basic"), wound, recover(1, care="basic")) == (1, 1)


# TK-REC-6: who cannot recover


@pytest.mark.rule("TK-REC-6")
@pytest.mark.parametrize("said", [{"stabilised": False}, {"stabilised": False, "dying": -9}, {"dead": True}])
def test_the_dying_and_the_dead_do_not_recover(said: dict[str, Any]) -> None:
    spec = patient(14, **{"stabilised": False, **said})
    for care in ({"care": "skilled"}, {"carer": "medic3"}):
        refused(spec, recover(2, **care), "TK-REC-6", "command.combatant")


@pytest.mark.rule("TK-REC-6")
def test_recovery_does_not_move_the_clock() -> None:
    spec = patient(14)
    spec.given(newcomer("other", wounds=11), PassTime(seconds=9))
    assert after(spec, recover(30, care="skilled")) == (0, 0)
    assert spec.fight.clock == 9
    assert not person(spec, "other").dead
