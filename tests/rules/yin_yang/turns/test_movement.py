"""Places: reach, distances, moving, sub-fights (YY-MOVE)."""

import pytest

from domain.core.commands import Command
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, CardsPlayed
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import ExchangeEnded
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import (
    DistanceSet,
    FightSplit,
    Move,
    Moved,
    SetDistance,
    SplitFight,
    reaches,
)
from domain.rulesets.yin_yang.chapters.turns.turns import HeldBack, Hold
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.words import Band, Reach
from tests.rules.yin_yang.specification import Specification, attack, fight, given, in_turn, newcomer

REACHED: dict[Reach, tuple[Band, ...]] = {
    "melee": ("arm",),
    "energy": ("arm",),
    "projectile": ("arm", "room"),
    "ranged": ("arm", "room"),
    "long_ranged": ("arm", "room", "sight"),
}
BANDS: tuple[Band, ...] = ("arm", "room", "sight")
APART = SplitFight(subfights={"wedge": "yard"})


def at_distances(*names: str) -> Specification:
    """A turn in which distances count."""
    return given(fight(*names, movement="action"), in_turn())


# Reach


@pytest.mark.rule("YY-MOVE-1", "YY-RUL-54", "YY-ATK-4")
def test_by_default_everybody_reaches_everybody_in_the_sub_fight_and_beyond_it_only_what_is_long_ranged() -> None:
    spec = given(fight("bishop", "wedge"))
    for reach in REACHED:
        assert reaches(spec.fight, "bishop", "wedge", Weapon("thing", "Thing", reach))
    spec.given(APART)
    for reach in REACHED:
        assert reaches(spec.fight, "bishop", "wedge", Weapon("thing", "Thing", reach)) == (reach == "long_ranged")


@pytest.mark.rule("YY-MOVE-3", "YY-RUL-75", "YY-WPN-7", "YY-WPN-8", "YY-WPN-9", "YY-WPN-11", "YY-WPN-12")
@pytest.mark.parametrize("reach", list(REACHED))
@pytest.mark.parametrize("band", BANDS)
def test_where_distances_count_a_weapon_reaches_as_far_as_its_reach(reach: Reach, band: Band) -> None:
    spec = given(fight("bishop", "wedge", movement="action"), SetDistance(first="wedge", second="bishop", band=band))
    assert reaches(spec.fight, "bishop", "wedge", Weapon("thing", "Thing", reach)) == (band in REACHED[reach])


@pytest.mark.rule("YY-MOVE-3", "YY-MOVE-2")
def test_an_attack_needs_reach_and_one_action_gets_there() -> None:
    spec = at_distances("da_hook", "bishop").when(attack("da_hook", "bishop")).refused("YY-MOVE-3")
    spec.when(Move(actor="da_hook", toward="bishop")).then(ActionsSpent(combatant="da_hook", hand=1), Moved).never(
        CardsDrawn
    )
    assert spec.fight.people["da_hook"].hand == 1
    spec.when(attack("da_hook", "bishop"), "bishop: let_pass", throws=["narrator: 7C", "narrator: 5C"])
    assert (spec.fight.people["da_hook"].hand, spec.fight.people["bishop"].vitality) == (0, 5)


# Distances


@pytest.mark.rule("YY-MOVE-2")
def test_pairs_begin_in_one_room_and_a_move_changes_one_pair_alone() -> None:
    spec = at_distances("bishop", "wedge", "da_hook")
    assert {spec.fight.band("bishop", "wedge"), spec.fight.band("wedge", "da_hook")} == {"room"}
    spec.when(Move(actor="bishop", toward="wedge")).then(Moved(combatant="bishop", other="wedge", band="arm"))
    assert (spec.fight.band("wedge", "bishop"), spec.fight.band("bishop", "da_hook")) == ("arm", "room")
    spec.when(Move(actor="bishop", toward="da_hook"))
    spec.when(SetDistance(first="wedge", second="da_hook", band="sight"))
    assert (spec.fight.band("wedge", "bishop"), spec.fight.band("bishop", "da_hook")) == ("arm", "arm")


@pytest.mark.rule("YY-MOVE-2")
@pytest.mark.parametrize(
    ("band", "toward", "away"), [("arm", None, "room"), ("room", "arm", "sight"), ("sight", "arm", None)]
)
def test_toward_is_to_arms_length_from_anywhere_and_away_is_one_band(
    band: Band, toward: Band | None, away: Band | None
) -> None:
    for command, goal in (
        (Move(actor="bishop", toward="wedge"), toward),
        (Move(actor="bishop", away_from="wedge"), away),
    ):
        spec = at_distances("bishop", "wedge").given(SetDistance(first="bishop", second="wedge", band=band))
        spec.when(command)
        if goal is None:
            spec.refused("YY-MOVE-2")
        else:
            spec.then(Moved(combatant="bishop", other="wedge", band=goal))
            assert spec.fight.people["bishop"].hand == 2


@pytest.mark.rule("YY-MOVE-1")
@pytest.mark.parametrize(
    "command",
    [
        Move(actor="bishop", toward="wedge"),
        Move(actor="bishop", away_from="wedge"),
        SetDistance(first="bishop", second="wedge", band="arm"),
    ],
)
def test_by_default_there_are_no_distances_to_change(command: Command) -> None:
    given(fight("bishop", "wedge"), in_turn()).when(command).refused("YY-MOVE-1")


@pytest.mark.rule("YY-MOVE-2")
def test_the_narrator_mends_distances_at_any_time() -> None:
    spec = given(fight("bishop", "wedge", movement="action"))
    spec.when(SetDistance(first="bishop", second="wedge", band="sight")).then(
        DistanceSet(first="bishop", second="wedge", band="sight")
    )
    assert spec.fight.band("wedge", "bishop") == "sight"
    spec.when(SetDistance(first="bishop", second="bishop", band="arm")).refused(None, "invalid")


@pytest.mark.rule("YY-MOVE-2", "YY-ACT-4")
def test_without_an_action_nobody_moves_where_it_costs_one() -> None:
    spec = at_distances("bishop", "wedge").given(ActionsSpent(combatant="bishop", hand=3))
    spec.when(Move(actor="bishop", toward="wedge")).refused("YY-ACT-4")


@pytest.mark.rule("YY-MOVE-2", "YY-DECK-14")
def test_a_move_plays_a_card_of_an_open_hand_that_decides_nothing() -> None:
    spec = given(fight("bishop", "wedge", movement="action", hand="open"))
    spec.when(in_turn(), throws=["bishop: 9C KD 2H", "narrator: 4S JC"])
    spec.when(Move(actor="bishop", toward="wedge")).refused("YY-DECK-14")
    spec.when(Move(actor="bishop", toward="wedge", hand_card="2H")).then(
        CardsPlayed(combatant="bishop", deck="bishop", cards=("2H",)), Moved
    )
    assert spec.fight.people["bishop"].cards == ("9C", "KD")
    assert "2H" in spec.fight.decks["bishop"].out


@pytest.mark.rule("YY-COND-5")
def test_whoever_has_left_the_fight_is_nowhere_to_go_to() -> None:
    spec = at_distances("bishop", "wedge").given(FellOut(combatant="wedge", reason="fled"))
    spec.when(Move(actor="bishop", toward="wedge")).refused("YY-COND-5")


def test_a_move_is_one_of_three_and_goes_somewhere() -> None:
    spec = at_distances("bishop", "wedge")
    spec.when(Move(actor="bishop")).refused(None, "invalid")
    spec.when(Move(actor="bishop", toward="wedge", subfight="main")).refused(None, "invalid")
    spec.when(Move(actor="bishop", toward="bishop")).refused(None, "invalid")


@pytest.mark.rule("YY-ACT-6")
def test_a_move_is_a_call_and_ends_holding_back() -> None:
    spec = given(fight("bishop", "wedge", "da_hook"), APART, in_turn()).when(Hold(actor="wedge")).then(HeldBack)
    spec.when(Move(actor="bishop", subfight="yard"))
    assert not spec.fight.people["wedge"].held_back


# Sub-fights


@pytest.mark.rule("YY-MOVE-4")
def test_the_narrator_splits_the_fight_and_whoever_is_not_named_stays() -> None:
    spec = given(fight("bishop", "wedge", "da_hook")).when(APART).then(FightSplit(subfights={"wedge": "yard"}))
    assert {person.id: person.subfight for person in spec.fight.people.values()} == {
        "bishop": "main",
        "wedge": "yard",
        "da_hook": "main",
    }
    assert spec.fight.subfights == ("main", "yard")
    spec.when(SplitFight(subfights={"bishop": "roof"}))
    assert [person.subfight for person in spec.fight.people.values()] == ["roof", "yard", "main"]
    spec.when(SplitFight(subfights={"nobody": "yard"})).refused(None, "invalid")


@pytest.mark.rule("YY-MOVE-4")
def test_a_combatant_changes_sub_fight_at_no_cost() -> None:
    spec = given(fight("bishop", "wedge"), APART, in_turn())
    spec.when(Move(actor="bishop", subfight="yard")).then(Moved(combatant="bishop", subfight="yard")).never(
        ActionsSpent
    )
    assert spec.fight.together("bishop", "wedge")
    spec.when(Move(actor="bishop", subfight="yard")).refused("YY-MOVE-4")
    spec.when(Move(actor="bishop", subfight="roof")).refused(None, "invalid")
    spec.when(Move(actor="bishop", subfight="main", hand_card="2H")).refused("YY-DECK-14")


@pytest.mark.rule("YY-ATK-7", "YY-MOVE-4")
def test_a_guard_matches_where_its_ward_is_however_far_the_caller() -> None:
    watching = [Guard(actor=guard, ward="da_hook") for guard in ("thug", "wedge")]
    roof = SplitFight(subfights={"da_hook": "roof", "wedge": "roof"})
    spec = given(fight("bishop", "da_hook", "thug", "wedge"), *watching, roof, in_turn())
    spec.when(attack("bishop", "da_hook"), "da_hook: let_pass").asks("match", "wedge")
    spec.answer("let_pass", throws=["bishop: 9H"]).then(ExchangeEnded)


@pytest.mark.rule("YY-MOVE-4")
def test_where_distances_count_it_costs_an_action_and_those_elsewhere_are_in_sight() -> None:
    spec = given(fight("bishop", "wedge", movement="action"), APART, in_turn())
    assert spec.fight.band("bishop", "wedge") == "sight"
    spec.when(Move(actor="bishop", toward="wedge")).refused("YY-MOVE-4")
    spec.when(SetDistance(first="bishop", second="wedge", band="arm")).refused("YY-MOVE-4")
    spec.when(Move(actor="bishop", subfight="yard")).then(ActionsSpent(combatant="bishop", hand=1), Moved)
    assert spec.fight.band("bishop", "wedge") == "room"


@pytest.mark.rule("YY-MOVE-4", "YY-ATK-4")
def test_a_sub_fight_limits_targets() -> None:
    spec = given(fight("cryptos", "wedge", "bill"), APART, in_turn())
    spec.when(attack("cryptos", "wedge")).refused("YY-ATK-4")
    spec.when(attack("bill", "wedge"), "wedge: let_pass", throws=["bill: 10C"])


@pytest.mark.rule("YY-MOVE-4")
def test_the_turn_is_one_for_all_sub_fights() -> None:
    spec = given(fight("bishop", "wedge"), APART).when(in_turn())
    assert (spec.fight.people["bishop"].hand, spec.fight.people["wedge"].hand) == (3, 2)


@pytest.mark.rule("YY-MOVE-5", "YY-DERIV-6")
def test_how_fast_somebody_runs_is_stated() -> None:
    spec = given(fight("bill", newcomer("bishop", speed=5)))
    assert spec.fight.people["bill"].derived.run_speed == 6
    assert spec.fight.people["bishop"].derived.run_speed == 8
