"""Time that passes: deaths, rest, recovery, hours that are kept (YY-NARR-5, -8, YY-VIT-9, -10, YY-MB-6, YY-STAM-6)."""

import pytest

from domain.core.commands import Join
from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.harm.harm import (
    CameRound,
    ConditionSet,
    FellOut,
    PointsGained,
    SideDefeated,
    ZeroReached,
)
from domain.rulesets.yin_yang.chapters.harm.resting import HoursKept, PassTime, Stabilised, TimePassed
from domain.rulesets.yin_yang.chapters.narrator.attributes import SetAttribute
from domain.rulesets.yin_yang.tables import LEVELS
from events.store.protocol import MAX_BATCH
from tests.rules.yin_yang.builders import adjust, condition, hours, tracks
from tests.rules.yin_yang.specification import fight, given, in_turn, newcomer, person, plain

WEEK = 168


def badly_wounded(name: str) -> Join:
    """Somebody below 0 on every track, out of action for three reasons; it guards nobody and nobody guards it."""
    return plain(name, vitality=-1, mental_balance=-1, stamina=-1)


@pytest.mark.rule("YY-NARR-5")
def test_time_may_pass_for_some_alone() -> None:
    spec = given(fight("irons", "bill", "bishop"))
    for name in ("irons", "bill"):
        spec.given(adjust(name, "vitality", -7), adjust(name, "stamina", -1))
    at_rest = ("bishop", "irons", "irons")
    spec.when(PassTime(hours=5, only=at_rest, resting=("irons",), cared_for=("irons",)))
    spec.then(
        TimePassed(hours=5, only=("irons", "bishop")),
        Stabilised(combatant="irons"),
        PointsGained(combatant="irons", track="stamina", points=1, left=3, reason="rest"),
    )
    assert (tracks(spec, "bill")[2], person(spec, "bill").out) == (1, ("dying",))
    for field in ("resting", "mentally_resting", "cared_for"):
        command = PassTime.model_validate({"hours": 5, "only": ["irons"], field: ["bill"]})
        spec.when(command).refused("YY-NARR-5")
        assert spec.refusal is not None
        assert spec.refusal.field == f"command.{field}"
    spec.when(PassTime(hours=5, only=("irons", "nobody"))).refused(None, "invalid")


@pytest.mark.rule("YY-NARR-5")
def test_a_crowd_recovers_in_parts_where_all_at_once_is_too_much_for_one_command() -> None:
    crowd = tuple(f"victim_{place}" for place in range(150))
    spec = given(fight(*map(badly_wounded, crowd)))
    spec.when(PassTime(hours=WEEK, mentally_resting=crowd, cared_for=crowd)).then(TimePassed)
    assert len(spec.events) > MAX_BATCH
    spec = given(fight(*map(badly_wounded, crowd)))
    for part in (crowd[:50], crowd[50:100], crowd[100:]):
        spec.when(PassTime(hours=WEEK, only=part, mentally_resting=part, cared_for=part)).then(TimePassed)
        assert len(spec.events) < MAX_BATCH
    assert {tracks(spec, name) for name in crowd} == {(0, 0, 3)}


@pytest.mark.rule("YY-NARR-5", "YY-ACT-5")
def test_time_passes_between_turns_at_the_narrators_word() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -1))
    spec.when(hours(5)).then(TimePassed(hours=5), HoursKept(combatant="irons", track="vitality", hours=5)).follows(
        HoursKept, TimePassed
    )
    spec.when(hours(5), speaker=Speaker("player", ("bill",))).refused(None, "not_yours")
    spec.given(in_turn()).when(hours(5)).refused("YY-ACT-5")


# The dying


@pytest.mark.rule("YY-VIT-9", "YY-RUL-6", "YY-RUL-8", "YY-EX-48")
def test_any_time_kills_the_dying_for_whom_nobody_cares() -> None:
    spec = given(fight("irons", "bill", "bishop", "wedge"))
    for name in ("irons", "bill", "bishop"):
        spec.given(adjust(name, "vitality", -7))
    spec.given(condition("bishop", "stabilised"))
    spec.when(hours(1, cared_for=("bill", "wedge"))).then(
        FellOut(combatant="irons", reason="dead", text="no care"), Stabilised(combatant="bill")
    )
    assert [one for one, who in spec.fight.people.items() if not who.alive] == ["irons"]
    assert (person(spec, "bill").out, person(spec, "bill").stabilised) == (("dying",), True)
    assert (person(spec, "bishop").out, person(spec, "wedge").stabilised) == (("dying",), False)
    spec.when(hours(1)).never(FellOut)


@pytest.mark.rule("YY-VIT-9", "YY-VIT-10")
def test_the_dead_get_nothing_back() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -7), adjust("irons", "stamina", -1))
    spec.when(hours(1000, resting=("irons",), at_peace=("irons",))).then(FellOut).never(PointsGained, HoursKept)


# Vitality


@pytest.mark.rule("YY-VIT-10", "YY-VIT-11", "YY-EX-48", "YY-RUL-5")
def test_a_week_gives_back_a_point_of_vitality_without_rest_and_the_hours_left_over_are_kept() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -7), condition("irons", "stabilised"))
    spec.when(hours(100)).then(HoursKept(combatant="irons", track="vitality", hours=100)).never(PointsGained)
    spec.when(hours(68)).then(
        PointsGained(combatant="irons", track="vitality", points=1, left=0, reason="rest"),
        CameRound(combatant="irons", reason="dying"),
        ZeroReached(combatant="irons", track="vitality"),
    )
    assert (person(spec, "irons").healing_hours, person(spec, "irons").able) == (0, True)
    spec.when(hours(3 * WEEK + 10)).then(
        PointsGained(combatant="irons", track="vitality", points=3, left=3, reason="rest")
    )
    assert person(spec, "irons").healing_hours == 10
    spec.when(hours(WEEK)).never(HoursKept)
    assert (tracks(spec, "irons")[0], person(spec, "irons").healing_hours) == (4, 10)


@pytest.mark.rule("YY-VIT-10", "YY-RUL-5")
@pytest.mark.parametrize("level", list(LEVELS))
def test_a_point_of_vitality_takes_a_week_at_every_level(level: str) -> None:
    spec = given(fight("irons", campaign_level=level), adjust("irons", "vitality", -2))
    spec.when(hours(WEEK - 1)).never(PointsGained)
    spec.when(hours(1)).then(PointsGained(combatant="irons", track="vitality", points=1, left=5, reason="rest"))


@pytest.mark.rule("YY-VIT-10", "YY-RUL-5")
@pytest.mark.parametrize("days", [1, 3])
def test_the_days_of_a_point_of_vitality_are_an_option(days: int) -> None:
    spec = given(fight("irons", vitality_days=days), adjust("irons", "vitality", -2))
    spec.when(hours(24 * days - 1)).never(PointsGained)
    spec.when(hours(1)).then(PointsGained(combatant="irons", track="vitality", points=1, left=5, reason="rest"))


@pytest.mark.rule("YY-NARR-8", "YY-EX-74")
def test_full_tracks_keep_no_hours() -> None:
    spec = given(fight("irons")).when(hours(WEEK - 1)).never(HoursKept, PointsGained)
    spec.given(adjust("irons", "vitality", -1)).when(hours(1)).then(
        HoursKept(combatant="irons", track="vitality", hours=1)
    )
    spec.when(hours(WEEK - 1)).then(PointsGained(combatant="irons", track="vitality", points=1, left=6, reason="rest"))
    assert person(spec, "irons").healing_hours == 0
    spec.given(adjust("irons", "vitality", -1)).when(hours(2 * WEEK + 5)).never(HoursKept)
    assert (tracks(spec, "irons")[0], person(spec, "irons").healing_hours) == (6, 0)


@pytest.mark.rule("YY-NARR-8")
def test_hours_are_gone_when_a_track_comes_to_its_maximum_in_another_way() -> None:
    spec = given(fight("irons"), adjust("irons", "vitality", -2), adjust("irons", "mental_balance", -1))
    spec.given(hours(100, at_peace=("irons",)))
    assert (person(spec, "irons").healing_hours, person(spec, "irons").mental_rested_hours) == (100, 100)
    spec.given(adjust("irons", "mental_balance", 1))
    spec.given(SetAttribute(combatant="irons", attribute="endurance", score=2))
    assert (person(spec, "irons").healing_hours, person(spec, "irons").mental_rested_hours) == (0, 0)


# Mental Balance


@pytest.mark.rule("YY-MB-6", "YY-EX-59", "YY-MB-5")
def test_a_week_of_mental_rest_gives_back_a_point_of_mental_balance() -> None:
    spec = given(fight("wedge", "bill"), adjust("wedge", "mental_balance", -2), condition("wedge", "mad"))
    spec.when(hours(WEEK)).never(PointsGained)
    spec.when(hours(WEEK, resting=("wedge",))).never(PointsGained)
    spec.when(hours(100, at_peace=("wedge",))).then(HoursKept(combatant="wedge", track="mental_balance", hours=100))
    spec.when(hours(68, at_peace=("wedge",))).then(ZeroReached(combatant="wedge", track="mental_balance")).never(
        ConditionSet
    )
    spec.when(hours(2 * WEEK, at_peace=("wedge",))).then(ConditionSet(combatant="wedge", condition="mad", on=False))
    assert tracks(spec, "wedge")[1] == 1


@pytest.mark.rule("YY-MB-6")
def test_rest_ends_shock_at_0() -> None:
    spec = given(fight("bishop"), adjust("bishop", "mental_balance", -4))
    spec.when(hours(WEEK, at_peace=("bishop",))).then(CameRound(combatant="bishop", reason="shock"))


# Stamina


@pytest.mark.rule("YY-STAM-6", "YY-EX-48")
def test_an_hour_of_rest_gives_back_a_point_of_stamina() -> None:
    spec = given(fight("vassili", "bill"), adjust("vassili", "stamina", -1), adjust("bill", "stamina", -1))
    spec.when(hours(1)).never(PointsGained)
    spec.when(hours(1, resting=("vassili",))).then(
        PointsGained(combatant="vassili", track="stamina", points=1, left=2, reason="rest")
    )
    assert (tracks(spec, "vassili")[2], tracks(spec, "bill")[2]) == (2, 1)


@pytest.mark.rule("YY-STAM-6", "YY-EX-48")
def test_those_out_of_action_rest_by_themselves() -> None:
    spec = given(fight("vassili", "bill"), adjust("vassili", "stamina", -3))
    spec.when(hours(1)).then(
        CameRound(combatant="vassili", reason="exhausted"), ZeroReached(combatant="vassili", track="stamina")
    )
    spec.when(hours(3)).never(PointsGained)
    spec.when(hours(3, resting=("vassili",))).then(
        PointsGained(combatant="vassili", track="stamina", points=2, left=2, reason="rest")
    )


# The order


@pytest.mark.rule("YY-NARR-5")
def test_first_come_deaths_then_stamina_vitality_and_mental_balance_and_the_thresholds_last() -> None:
    wounded = newcomer("irons", vitality=-1, mental_balance=-1, stamina=-1)
    spec = given(fight(newcomer("bill", vitality=-1), wounded, "thug"), condition("irons", "stabilised"))
    spec.when(hours(WEEK, at_peace=("irons",)))
    kinds: tuple[type[Event], ...] = (FellOut, PointsGained, CameRound, ZeroReached, SideDefeated)
    assert [event for event in spec.events if isinstance(event, kinds)] == [
        FellOut(combatant="bill", reason="dead", text="no care"),
        SideDefeated(side="heroes"),
        PointsGained(combatant="irons", track="stamina", points=4, left=3, reason="rest"),
        PointsGained(combatant="irons", track="vitality", points=1, left=0, reason="rest"),
        PointsGained(combatant="irons", track="mental_balance", points=1, left=0, reason="rest"),
        CameRound(combatant="irons", reason="exhausted"),
        CameRound(combatant="irons", reason="dying"),
        ZeroReached(combatant="irons", track="vitality"),
        CameRound(combatant="irons", reason="shock"),
        ZeroReached(combatant="irons", track="mental_balance"),
    ]


@pytest.mark.rule("YY-NARR-5")
@pytest.mark.parametrize(
    "command",
    [
        PassTime(hours=1, resting=("bill", "nobody")),
        PassTime(hours=1, mentally_resting=("nobody",)),
        PassTime(hours=1, cared_for=("nobody", "bill")),
    ],
)
def test_nobody_rests_or_is_cared_for_who_is_not_here(command: PassTime) -> None:
    given(fight("bill")).when(command).refused(None, "invalid")
