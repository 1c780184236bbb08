"""Vitality, Mental Balance, Stamina: their thresholds, death, shock, madness (YY-VIT, YY-MB, YY-STAM, YY-ORD-4)."""

import pytest

from domain.core.commands import SentAnswer
from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, HandDiscarded
from domain.rulesets.yin_yang.chapters.harm.harm import (
    CameRound,
    ConditionSet,
    FellOut,
    GuardsEnded,
    PointsGained,
    PointsLost,
    SideDefeated,
    ZeroReached,
)
from domain.rulesets.yin_yang.chapters.harm.resting import DyingCounted, Stabilised
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.narrator.rulings import DeclareDead
from domain.rulesets.yin_yang.chapters.turns.movement import FightSplit
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from domain.rulesets.yin_yang.words import Track
from tests.rules.yin_yang.builders import adjust, attempted, bearer, condition, hours, struck, tracks
from tests.rules.yin_yang.specification import attack, attempt, fight, given, in_turn, newcomer, person

TRACKS: tuple[Track, ...] = ("vitality", "mental_balance", "stamina")
IRONS = {"vitality": 6, "mental_balance": 4, "stamina": 3}


def tend(actor: str, patient: str, **fields: object) -> Tend:
    """Somebody tends another on Intellect."""
    return Tend.model_validate({"actor": actor, "patient": patient, "attributes": ("intellect",), **fields})


# Where they start


@pytest.mark.rule("YY-VIT-1", "YY-MB-1", "YY-STAM-1")
def test_tracks_start_at_their_maxima_or_where_the_sheet_says_and_have_no_lower_bound() -> None:
    fallen = newcomer("bill", vitality=-3, mental_balance=-2, stamina=-1)
    spec = given(fight("irons", newcomer("bishop", vitality=2, mental_balance=1, stamina=0), fallen))
    assert tracks(spec, "irons") == (6, 4, 3)
    assert tracks(spec, "bishop") == (2, 1, 0)
    assert (tracks(spec, "bill"), person(spec, "bill").out) == ((-3, -2, -1), ("dying", "shock", "exhausted"))
    spec.when(adjust("bishop", "vitality", -50)).then(
        PointsLost(combatant="bishop", track="vitality", points=50, left=-48)
    )
    spec.when(adjust("bishop", "mental_balance", -50)).then(
        PointsLost(combatant="bishop", track="mental_balance", points=50, left=-49)
    )
    spec.when(adjust("bishop", "stamina", -50)).then(
        PointsLost(combatant="bishop", track="stamina", points=50, left=-50)
    )
    assert tracks(spec, "bishop") == (-48, -49, -50)


@pytest.mark.rule("YY-VIT-1", "YY-MB-1", "YY-STAM-1")
@pytest.mark.parametrize(
    ("track", "too_many", "rule"),
    [("vitality", 7, "YY-VIT-1"), ("mental_balance", 4, "YY-MB-1"), ("stamina", 4, "YY-STAM-1")],
)
def test_no_track_starts_above_its_maximum(track: str, too_many: int, rule: str) -> None:
    given().when(fight(newcomer("bishop", **{track: too_many}))).refused(rule, "invalid")
    given().when(fight(newcomer("bishop", **{track: too_many - 1}))).then(CombatantJoined)


@pytest.mark.rule("YY-BYST-1", "YY-RUL-2")
def test_the_vitality_of_a_bystander_is_not_doubled() -> None:
    alike = {"endurance": 3, "will": 2}
    spec = given(fight(newcomer("thug", **alike), newcomer("schoolgirl", **alike)))
    assert (tracks(spec, "thug")[0], tracks(spec, "schoolgirl")[0]) == (4, 2)
    hardy = given(fight(newcomer("schoolgirl", endurance=4, will=5)))
    assert tracks(hardy, "schoolgirl")[0] == 4


@pytest.mark.rule("YY-BYST-2")
def test_in_all_else_a_bystander_is_like_others() -> None:
    spec = given(fight("schoolgirl", "thug"), in_turn())
    assert person(spec, "schoolgirl").hand == 2
    spec.when(attack("thug", "schoolgirl"), "schoolgirl: match", throws=["narrator: 9H", "narrator: 3C"])
    assert person(spec, "schoolgirl").hand == 1
    spec.when(adjust("schoolgirl", "vitality", -1)).then(ZeroReached(combatant="schoolgirl", track="vitality"))
    spec.when(attempt("schoolgirl", "will"), throws=["narrator: 2H 3H"])
    assert attempted(spec).penalty == (("vitality", 1),)
    spec.when(adjust("schoolgirl", "vitality", -1)).then(FellOut(combatant="schoolgirl", reason="dying"))


@pytest.mark.rule("YY-BYST-3")
def test_a_mook_is_no_bystander() -> None:
    assert given(fight("thug")).fight.people["thug"].vitality_max == 4


# 0 and below


@pytest.mark.rule("YY-VIT-3", "YY-MB-3", "YY-STAM-4", "YY-VIT-4", "YY-MB-4", "YY-STAM-5", "YY-COND-2", "YY-EX-48")
@pytest.mark.parametrize("at_zero", [TRACKS[:1], TRACKS[1:2], TRACKS[2:], TRACKS[:2], TRACKS])
def test_each_track_at_exactly_0_is_a_penalty_card_on_every_test(at_zero: tuple[Track, ...]) -> None:
    spec = given(fight("irons"))
    for track in at_zero:
        spec.when(adjust("irons", track, -IRONS[track])).then(ZeroReached(combatant="irons", track=track)).never(
            FellOut
        )
    fallen = " ".join(["5H", "3C", "2C", "AC"][: 1 + len(at_zero)])
    spec.when(attempt("irons", "speed", ability="Captain"), throws=[f"irons: {fallen}"])
    assert attempted(spec).penalty == tuple((track, 1) for track in at_zero)
    assert attempted(spec).kept == fallen.split()[-1]


@pytest.mark.rule("YY-VIT-3", "YY-MB-3", "YY-STAM-4", "YY-COND-1")
@pytest.mark.parametrize("track", TRACKS)
def test_below_0_a_track_is_no_penalty_card_on_what_is_left_to_do(track: Track) -> None:
    spec = given(fight("irons", "bill"), adjust("irons", track, -IRONS[track] - 1))
    spec.when(attempt("irons", "will", free=True), throws=["irons: 3C"])
    assert (attempted(spec).penalty, attempted(spec).net) == ((), 0)


@pytest.mark.rule("YY-VIT-4", "YY-MB-4", "YY-STAM-5", "YY-STAM-3", "YY-VIT-2", "YY-MB-2", "YY-NARR-1")
@pytest.mark.parametrize(
    ("track", "reason"), [("vitality", "dying"), ("mental_balance", "shock"), ("stamina", "exhausted")]
)
def test_below_0_one_is_out_of_action(track: Track, reason: str) -> None:
    spec = given(fight("irons", "bill"))
    spec.when(adjust("irons", track, -IRONS[track] + 1)).never(FellOut, ZeroReached)
    assert person(spec, "irons").able
    lost = PointsLost(combatant="irons", track=track, points=2, left=-1, reason="iceberg")
    spec.when(adjust("irons", track, -2, "iceberg")).then(lost, FellOut).follows(FellOut, PointsLost).never(ZeroReached)
    assert person(spec, "irons").out == (reason,)
    spec.when(adjust("irons", track, -1))
    assert person(spec, "irons").out == (("dead",) if track == "vitality" else (reason,))


@pytest.mark.rule("YY-MB-4", "YY-STAM-5")
@pytest.mark.parametrize("track", ["mental_balance", "stamina"])
def test_shock_and_exhaustion_are_no_dying(track: Track) -> None:
    spec = given(fight("irons", "bill", care_within_turns=1), in_turn(), adjust("irons", track, -IRONS[track] - 2))
    spec.when(tend("bill", "irons")).refused("YY-VIT-6")
    spec.when(DeclareDead(combatant="irons")).refused("YY-NARR-4")
    spec.when(EndTurn()).never(DyingCounted, FellOut)
    spec.when(hours(1)).never(Stabilised, FellOut)


# Death


@pytest.mark.rule("YY-VIT-5", "YY-EX-48")
def test_a_further_loss_of_vitality_below_0_kills_and_no_other_does() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -7))
    spec.when(adjust("irons", "stamina", -4)).then(FellOut(combatant="irons", reason="exhausted"))
    spec.when(adjust("irons", "mental_balance", -5)).then(FellOut(combatant="irons", reason="shock"))
    for track in ("stamina", "mental_balance"):
        spec.when(adjust("irons", track, -1)).then(PointsLost).never(FellOut)
    assert set(person(spec, "irons").out) == {"dying", "exhausted", "shock"}
    spec.when(adjust("irons", "vitality", -1)).then(FellOut(combatant="irons", reason="dead")).follows(
        FellOut, PointsLost
    )
    assert not person(spec, "irons").alive
    spec.when(adjust("irons", "vitality", -1)).refused("YY-COND-10")


@pytest.mark.rule("YY-VIT-5", "YY-RUL-52", "YY-RUL-6")
def test_a_damage_draw_kills_whoever_was_below_0_before_it() -> None:
    spec = given(fight("thug", "irons"), adjust("irons", "vitality", -7))
    struck(spec, "thug", "irons", "narrator: JC").never(FellOut)
    struck(spec, "thug", "irons", "narrator: 10C").then(FellOut(combatant="irons", reason="dead"))


@pytest.mark.rule("YY-VIT-5")
def test_0_is_not_below_0() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -6))
    spec.when(adjust("irons", "vitality", -1)).then(FellOut(combatant="irons", reason="dying"))


@pytest.mark.rule("YY-ORD-4", "YY-COND-1", "YY-COND-9")
def test_losses_are_applied_in_their_order() -> None:
    spec = given(fight("bishop", bearer(vitality=2, stamina=0)), in_turn())
    struck(spec, "bishop", "victim", "bishop: QH")
    kinds: tuple[type[Event], ...] = (PointsLost, FellOut, HandDiscarded, SideDefeated, GuardsEnded)
    assert [event for event in spec.events if isinstance(event, kinds)] == [
        PointsLost(combatant="victim", track="vitality", points=3, left=-1, reason="large_magnum", inflictor="bishop"),
        FellOut(combatant="victim", reason="dying"),
        PointsLost(combatant="victim", track="stamina", points=1, left=-1, reason="large_magnum", inflictor="bishop"),
        FellOut(combatant="victim", reason="exhausted"),
        HandDiscarded(combatant="victim", hand=3, extra=0, reason="out_of_action"),
        SideDefeated(side="opposition"),
    ]
    spec = given(fight("bishop", "mentalist", bearer(mental_balance=0, stamina=1)))
    struck(spec, "mentalist", "victim", "mentalist: QH")
    kinds = (PointsLost, FellOut, ZeroReached)
    assert [event for event in spec.events if isinstance(event, kinds)] == [
        PointsLost(
            combatant="victim", track="mental_balance", points=1, left=-1, reason="mind_lash", inflictor="mentalist"
        ),
        FellOut(combatant="victim", reason="shock"),
        PointsLost(combatant="victim", track="stamina", points=1, left=0, reason="mind_lash", inflictor="mentalist"),
        ZeroReached(combatant="victim", track="stamina"),
    ]


@pytest.mark.rule("YY-ORD-4", "YY-VIT-5")
def test_death_comes_before_the_loss_of_stamina_and_leaves_nothing_to_collapse() -> None:
    spec = given(fight("bishop", bearer(vitality=-1, stamina=0)))
    struck(spec, "bishop", "victim", "bishop: QH").then(FellOut(combatant="victim", reason="dead"), PointsLost)
    assert [event.reason for event in spec.events if isinstance(event, FellOut)] == ["dead"]
    assert person(spec, "victim").out == ("dead",)


# Tending


@pytest.mark.rule("YY-VIT-5", "YY-VIT-6", "YY-VIT-7", "YY-RUL-6", "YY-RUL-8", "YY-EX-48")
def test_tending_stabilises_and_gives_no_points_back() -> None:
    spec = given(fight("irons", "bill"), in_turn(), adjust("irons", "vitality", -7))
    spec.when(tend("bill", "irons"), throws=["bill: 3C"]).then(ActionsSpent, Stabilised(combatant="irons", by="bill"))
    assert (person(spec, "bill").hand, person(spec, "irons").stabilised) == (2, True)
    assert (tracks(spec, "irons")[0], person(spec, "irons").out) == (-1, ("dying",))
    spec.when(attempt("irons", "will")).refused("YY-COND-1")
    spec.when(adjust("irons", "vitality", -1)).then(FellOut(combatant="irons", reason="dead"))
    assert not person(spec, "irons").stabilised


@pytest.mark.rule("YY-VIT-7", "YY-VIT-11")
def test_whoever_is_stabilised_comes_round_at_0_and_not_before() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -8), condition("irons", "stabilised"))
    spec.when(adjust("irons", "vitality", 1)).then(PointsGained).never(CameRound)
    assert (person(spec, "irons").out, person(spec, "irons").stabilised) == (("dying",), True)
    spec.when(adjust("irons", "vitality", 1)).then(
        CameRound(combatant="irons", reason="dying"), ZeroReached(combatant="irons", track="vitality")
    )
    assert (person(spec, "irons").out, person(spec, "irons").stabilised) == ((), False)


@pytest.mark.rule("YY-VIT-6", "YY-RUL-8", "YY-TEST-11")
def test_tending_fails_with_its_card_and_may_be_tried_again() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -7))
    spec.when(tend("bill", "irons", bonus=1), throws=["bill: 9C JC"]).never(Stabilised, ActionsSpent)
    assert attempted(spec).label == "tend"
    spec.when(tend("bill", "irons", penalty=1), throws=["bill: 9C 2C"]).never(Stabilised)
    spec.when(tend("bill", "irons"), throws=["bill: 4C"]).then(Stabilised)


@pytest.mark.rule("YY-VIT-6")
def test_only_the_dying_whom_nobody_has_stabilised_are_tended_and_only_close_by() -> None:
    spec = given(fight("irons", "bill", "bishop"), adjust("irons", "stamina", -4))
    for patient in ("irons", "bishop", "bill"):
        spec.when(tend("bill", patient)).refused("YY-VIT-6")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.patient"
    spec.given(adjust("irons", "vitality", -7)).when(tend("bill", "irons"), throws=["bill: 4C"])
    spec.when(tend("bishop", "irons")).refused("YY-VIT-6")
    spec.given(adjust("bishop", "vitality", -7), split(bishop="deck"))
    spec.when(tend("bill", "bishop")).refused("YY-VIT-6")
    spec.given(split(bill="deck")).when(tend("bill", "bishop"), throws=["bill: 4C"]).then(Stabilised)


def split(**where: str) -> Event:
    """Who is in which sub-fight."""
    return FightSplit(subfights=where)


@pytest.mark.rule("YY-VIT-6", "YY-ATK-15")
def test_the_dead_are_not_tended() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -7), adjust("irons", "vitality", -1))
    spec.when(tend("bill", "irons")).refused("YY-VIT-6")


# Care within turns


@pytest.mark.rule("YY-VIT-8", "YY-RUL-6", "YY-RUL-7", "YY-ORD-3")
def test_without_care_the_dying_die_after_so_many_turns_the_one_of_their_fall_included() -> None:
    spec = given(fight("irons", "bill", care_within_turns=2), in_turn(), adjust("irons", "vitality", -7))
    spec.when(EndTurn()).then(DyingCounted(combatant="irons", turns=1)).never(FellOut)
    spec.given(StartTurn()).when(EndTurn()).then(
        DyingCounted(combatant="irons", turns=2), FellOut(combatant="irons", reason="dead", text="no care")
    )
    spec.follows(FellOut, DyingCounted)
    spec.given(StartTurn()).when(EndTurn()).never(DyingCounted)


@pytest.mark.rule("YY-VIT-8", "YY-VIT-6")
def test_tending_ends_the_count_and_resets_it() -> None:
    spec = given(fight("irons", "bill", care_within_turns=2), in_turn(), adjust("irons", "vitality", -7), EndTurn())
    assert person(spec, "irons").turns_dying == 1
    spec.given(StartTurn()).when(tend("bill", "irons"), throws=["bill: 3C"]).then(Stabilised)
    assert person(spec, "irons").turns_dying == 0
    spec.when(EndTurn()).never(DyingCounted, FellOut)
    spec.given(condition("irons", "stabilised", on=False), StartTurn()).when(EndTurn()).then(
        DyingCounted(combatant="irons", turns=1)
    )


@pytest.mark.rule("YY-VIT-8", "YY-NARR-3")
def test_the_narrators_word_that_somebody_is_stable_resets_the_count_too() -> None:
    spec = given(fight("irons", "bill", care_within_turns=3), in_turn(), adjust("irons", "vitality", -7), EndTurn())
    spec.given(condition("irons", "stabilised"), condition("irons", "stabilised", on=False), StartTurn())
    spec.when(EndTurn()).then(DyingCounted(combatant="irons", turns=1))


@pytest.mark.rule("YY-VIT-8", "YY-RUL-7")
def test_within_turns_nobody_dies_of_lack_of_care_by_default() -> None:
    spec = given(fight("irons", "bill"), in_turn(), adjust("irons", "vitality", -7))
    for _ in range(20):
        spec.when(EndTurn()).never(DyingCounted, FellOut)
        spec.given(StartTurn())


# Shock and madness


@pytest.mark.rule("YY-MB-5", "YY-RUL-9", "YY-EX-59", "YY-NARR-3")
def test_the_narrator_may_turn_shock_into_madness() -> None:
    spec = given(fight("wedge", "bill"), adjust("wedge", "mental_balance", -1))
    spec.when(condition("wedge", "mad")).refused("YY-MB-5")
    spec.when(adjust("wedge", "mental_balance", -1)).then(
        FellOut(combatant="wedge", reason="shock"), SideDefeated(side="opposition")
    )
    spec.when(condition("wedge", "mad")).then(ConditionSet(combatant="wedge", condition="mad", on=True))
    assert (person(spec, "wedge").able, person(spec, "wedge").mad, spec.fight.defeated) == (True, True, ())
    spec.when(attempt("wedge", "will"), throws=["narrator: AH JC"])
    assert attempted(spec).penalty == (("mental_balance", 1),)
    spec.when(condition("wedge", "mad")).refused("YY-MB-5")


@pytest.mark.rule("YY-MB-5")
def test_for_the_mad_speaks_the_narrator_alone() -> None:
    player = Speaker("player", ("bishop",))
    spec = given(fight("bishop", "bill"), adjust("bishop", "mental_balance", -4))
    spec.given(condition("bishop", "mad")).when(attempt("bishop", "will"), speaker=player).refused("YY-MB-5")
    spec.when(attempt("bishop", "will"), throws=["bishop: 2H 3H"])


@pytest.mark.rule("YY-MB-5")
def test_nor_does_a_player_answer_for_them_without_naming_them() -> None:
    player = Speaker("player", ("bishop", "bill"))
    spec = given(fight("bishop", "bill"), adjust("bishop", "mental_balance", -4), condition("bishop", "mad"), in_turn())
    strike = attack("bill", "bishop")
    passes = strike.model_copy(update={"answers": (SentAnswer(kind="match", answer="let_pass"),)})
    spec.when(passes, speaker=player).refused("YY-MB-5")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answers[0].to"
    spec.when(strike, "bill: let_pass", speaker=player).asks("match", "bishop")


@pytest.mark.rule("YY-MB-5")
def test_the_mad_suffer_no_new_shock_and_are_in_shock_again_when_taken_back() -> None:
    spec = given(fight("bishop", "bill"), adjust("bishop", "mental_balance", -4), condition("bishop", "mad"))
    spec.when(adjust("bishop", "mental_balance", -3)).never(FellOut)
    spec.when(adjust("bishop", "mental_balance", 4)).then(
        ZeroReached(combatant="bishop", track="mental_balance")
    ).never(ConditionSet)
    spec.when(adjust("bishop", "mental_balance", -1)).never(FellOut)
    taken_back = condition("bishop", "mad", on=False)
    spec.when(taken_back).then(
        ConditionSet(combatant="bishop", condition="mad", on=False), FellOut(combatant="bishop", reason="shock")
    )
    spec.follows(FellOut, ConditionSet)
    assert (person(spec, "bishop").out, person(spec, "bishop").mad) == (("shock",), False)
    spec.when(taken_back).refused("YY-MB-5")


@pytest.mark.rule("YY-MB-5")
def test_madness_taken_back_at_0_is_no_shock_and_above_0_it_ends() -> None:
    spec = given(fight("bishop", "bill"), adjust("bishop", "mental_balance", -4), condition("bishop", "mad"))
    spec.given(adjust("bishop", "mental_balance", 1)).when(condition("bishop", "mad", on=False)).never(FellOut)
    spec = given(fight("bishop", "bill"), adjust("bishop", "mental_balance", -4), condition("bishop", "mad"))
    spec.when(adjust("bishop", "mental_balance", 2)).then(ConditionSet(combatant="bishop", condition="mad", on=False))
    assert not person(spec, "bishop").mad


# Rising


@pytest.mark.rule("YY-VIT-11", "YY-VIT-3")
def test_at_0_or_more_the_dying_come_round_and_need_no_care_any_more() -> None:
    spec = given(fight("irons", "bill"), adjust("irons", "vitality", -8), condition("irons", "stabilised"))
    spec.when(adjust("irons", "vitality", 1)).never(CameRound, ZeroReached)
    spec.when(adjust("irons", "vitality", 1)).then(
        PointsGained(combatant="irons", track="vitality", points=1, left=0),
        CameRound(combatant="irons", reason="dying"),
        ZeroReached(combatant="irons", track="vitality"),
    )
    assert (person(spec, "irons").able, person(spec, "irons").stabilised) == (True, False)
    spec.when(adjust("irons", "vitality", -1)).then(FellOut(combatant="irons", reason="dying"))
    assert not person(spec, "irons").stabilised


@pytest.mark.rule("YY-MB-6", "YY-STAM-6")
@pytest.mark.parametrize(("track", "reason"), [("mental_balance", "shock"), ("stamina", "exhausted")])
def test_at_0_or_more_shock_and_exhaustion_end(track: Track, reason: str) -> None:
    spec = given(fight("irons", "bill"), adjust("irons", track, -IRONS[track] - 1))
    spec.when(adjust("irons", track, 1)).then(CameRound, ZeroReached(combatant="irons", track=track))
    assert person(spec, "irons").able
    spec.given(adjust("irons", track, -1)).when(adjust("irons", track, 3)).then(CameRound).never(ZeroReached)
    assert reason not in person(spec, "irons").out


@pytest.mark.rule("YY-NARR-1")
def test_gains_stop_at_the_maximum() -> None:
    spec = given(fight("irons"), adjust("irons", "vitality", -2))
    spec.when(adjust("irons", "vitality", 5, "nap")).then(
        PointsGained(combatant="irons", track="vitality", points=2, left=6, reason="nap")
    )
    spec.when(adjust("irons", "vitality", 5)).never(PointsGained)
    spec.when(adjust("irons", "vitality", 0)).refused(None, "invalid")


@pytest.mark.rule("YY-NARR-1")
def test_only_the_narrator_adjusts_and_not_while_an_exchange_is_open() -> None:
    spec = given(fight("bishop", "wedge"), in_turn())
    spec.when(adjust("wedge", "vitality", -1), speaker=Speaker("player", ("bishop",))).refused(None, "not_yours")
    spec.given(attack("bishop", "wedge")).when(adjust("wedge", "vitality", -1)).refused("YY-PROM-14")
    assert not any(isinstance(event, CardsDrawn) for event in spec.events)
