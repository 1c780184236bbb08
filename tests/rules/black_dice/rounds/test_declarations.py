"""Declarations: whose turn it is, what may be declared, what takes effect at once (BD-INIT-7 to -12, BD-WHO)."""

from typing import Any

import pytest

from domain.rulesets.black_dice.chapters.attacks.aiming import AimLost
from domain.rulesets.black_dice.chapters.attacks.places import Moved
from domain.rulesets.black_dice.chapters.narrator.placing import CoverSheet, Distance, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import (
    Aiming,
    Declare,
    Declared,
    Disengaged,
    Disengaging,
    Going,
    PostureTaken,
)
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet, DeclarationsClosed
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound, RoundEnded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import Destroyed, StructureLost
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.state import Declaration, Strike
from tests.rules.black_dice.builders import fell, fighter, meetings, strikes, waits
from tests.rules.black_dice.specification import Step, fight, given, newcomer, plain, round_of

DECK: tuple[Step, ...] = (Distance(zones=("here", "deck"), feet=15), Distance(zones=("here", "roof"), feet=60))
SPEAR = {"id": "spear"}


def close(one: str, *others: str) -> Place:
    """Somebody close to others."""
    return Place(combatant=one, close_to=others)


# Whose turn it is


@pytest.mark.rule("BD-INIT-7", "BD-RUL-19")
def test_deeds_are_declared_in_order_of_the_round_and_are_final() -> None:
    spec = given(fight("vane", "pryce", "quill"), *round_of("pryce", "vane", "quill"))
    spec.when(waits("vane")).refused("BD-INIT-7")
    assert spec.refusal is not None
    assert spec.refusal.detail == "Vane does not declare now; it is the turn of Sergeant Pryce."
    spec.when(waits("quill")).refused("BD-INIT-7")
    spec.when(waits("pryce")).then(Declared(combatant="pryce", declaration=Declaration("wait")))
    spec.when(waits("pryce")).refused("BD-INIT-7")
    spec.when(waits("vane")).never(DeclarationsClosed)
    spec.when(waits("quill")).then(Declared, DeclarationsClosed, AgendaSet)
    assert spec.fight.phase == "resolve"


@pytest.mark.rule("BD-INIT-7", "BD-RUL-19")
def test_the_last_may_declare_first_while_the_order_of_resolving_stays() -> None:
    order = ("kestrel", "vane", "quill", "pryce")
    spec = given(fight(*order, declare_order="lowest_first"), *round_of(*order))
    spec.when(waits("kestrel")).refused("BD-INIT-7")
    for name in reversed(order):
        spec.when(Declare(actor=name, ready=())).then(Declared)
    assert meetings(spec) == [f"{name} ready" for name in order]


@pytest.mark.rule("BD-INIT-7")
def test_who_is_not_able_any_more_is_passed_over() -> None:
    spec = given(
        fight("vane", "pryce", "quill"),
        *round_of("vane", "pryce", "quill"),
        FellUnconscious(combatant="pryce", reason="wounds"),
    )
    spec.when(waits("vane")).then(Declared)
    spec.when(waits("quill")).then(Declared, DeclarationsClosed, AgendaSet)


@pytest.mark.rule("BD-ROUND-2")
def test_who_takes_no_part_declares_nothing() -> None:
    spec = given(fight("vane", "pryce", "lark"), *round_of("vane", "pryce"))
    spec.when(waits("lark")).refused("BD-ROUND-2")


# Attacks


@pytest.mark.rule("BD-WHO-3")
@pytest.mark.parametrize(("name", "limit"), [("vane", 5), ("tough", 2), ("brass_tom", 1), ("lark", 2)])
def test_the_limit_of_attacks_is_one_and_the_dex_bonus(name: str, limit: int) -> None:
    foes = [f"t{number}" for number in range(1, limit + 2)]
    spec = given(fight(name, *foes), *round_of(name))
    spec.when(strikes(name, *[f"{foe} fists" for foe in foes])).refused("BD-WHO-3")
    spec.when(strikes(name, *[f"{foe} fists" for foe in foes[:limit]])).then(Declared)


@pytest.mark.rule("BD-WHO-3")
def test_a_negative_dex_bonus_takes_no_attack_away() -> None:
    slow = plain("slow", stats={"dex": -3})
    spec = given(fight(slow, "t1", "t2"), *round_of("slow"))
    spec.when(strikes("slow", "t1 fists", "t2 fists")).refused("BD-WHO-3")
    spec.when(strikes("slow", "t1 fists")).then(Declared)


@pytest.mark.rule("BD-WHO-3")
def test_each_opponent_is_attacked_once_each_with_its_weapon() -> None:
    spec = given(fight("vane", "t1", "t2"), *round_of("vane"))
    spec.when(strikes("vane", "t1 cutlass", "t1 revolver")).refused("BD-WHO-3")
    blows = (Strike("t1", "cutlass"), Strike("t2", "revolver"))
    spec.when(strikes("vane", "t1 cutlass", "t2 revolver")).then(
        Declared(combatant="vane", declaration=Declaration("attack", blows))
    )


@pytest.mark.rule("BD-WHO-1", "BD-RUL-21")
def test_a_melee_attack_needs_a_target_near_enough() -> None:
    def there(zone: str) -> Any:
        return given(fight("vane", "t1"), *DECK, Place(combatant="t1", zone=zone), *round_of("vane"))

    there("here").when(strikes("vane", "t1 cutlass")).then(Declared)
    there("deck").when(strikes("vane", "t1 cutlass")).then(Declared)
    there("roof").when(strikes("vane", "t1 cutlass")).refused("BD-WHO-1")
    far = given(fight("vane", "t1"), *DECK, Place(combatant="t1", zone="cellar"), *round_of("vane"))
    far.when(strikes("vane", "t1 cutlass")).refused("BD-WHO-1")


@pytest.mark.rule("BD-WHO-1")
@pytest.mark.parametrize(
    ("move", "rule"), [(14, "BD-WHO-1"), (15, None)]
)  # fmt: skip
def test_closing_in_goes_as_far_as_one_moves(move: int, rule: str | None) -> None:
    spec = given(fight(newcomer("vane", move=move), "t1"), *DECK, Place(combatant="t1", zone="deck"), *round_of("vane"))
    spec.when(strikes("vane", "t1 cutlass"))
    assert (spec.refusal.rule if spec.refusal else None) == rule


@pytest.mark.rule("BD-WHO-1")
def test_who_is_close_to_an_able_opponent_does_not_leave_its_zone_to_attack() -> None:
    joins = ("vane", "lark", "t1", "t2")
    setting = (*DECK, Place(combatant="t1", zone="deck"))
    held = given(fight(*joins), *setting, close("vane", "t2"), *round_of("vane"))
    held.when(strikes("vane", "t1 cutlass")).refused("BD-WHO-1")
    held.when(strikes("vane", "t1 revolver")).then(Declared)
    free = given(
        fight(*joins),
        *setting,
        close("vane", "t2"),
        *round_of("vane"),
        FellUnconscious(combatant="t2", reason="wounds"),
    )
    free.when(strikes("vane", "t1 cutlass")).then(Declared)
    friend = given(fight(*joins), *setting, close("vane", "lark"), *round_of("vane"))
    friend.when(strikes("vane", "t1 cutlass")).then(Declared)


@pytest.mark.rule("BD-WHO-2")
def test_missiles_fly_any_distance() -> None:
    spec = given(fight("quill", "t1"), Place(combatant="t1", zone="nowhere"), *round_of("quill"))
    assert spec.fight.feet("here", "nowhere") == 60
    spec.when(strikes("quill", "t1 rifle")).then(Declared)
    spec.given(Distance(zones=("here", "nowhere"), feet=900))
    assert spec.fight.feet("nowhere", "here") == 900


@pytest.mark.rule("BD-WHO-12", "BD-OBJ-5")
def test_the_dead_and_the_destroyed_are_no_targets_but_the_helpless_are() -> None:
    setting = fight("vane", "t1", "t2", "glass_1")
    spec = given(
        setting,
        Died(combatant="t1"),
        StructureLost(combatant="glass_1", points=2, pips=0, dice=0),
        Destroyed(combatant="glass_1"),
        *round_of("vane"),
    )
    spec.when(strikes("vane", "t1 cutlass")).refused("BD-WHO-12")
    spec.when(strikes("vane", "glass_1 cutlass")).refused("BD-OBJ-5")
    for fact in (FellUnconscious(combatant="t2", reason="wounds"), BeganDying(combatant="t2", rounds=1)):
        spec = given(setting, fact, *round_of("vane")).when(strikes("vane", "t2 cutlass"))
        assert [part.does for part in next(iter(spec.fight.exchanges.values())).parts] == ["attack", "easy_target"]


@pytest.mark.rule("BD-WHO-13")
def test_ones_own_side_may_be_attacked() -> None:
    given(fight("vane", "lark"), *round_of("vane")).when(strikes("vane", "lark cutlass")).then(Declared)
    given(fight("vane", "lark"), *round_of("vane")).when(strikes("vane", "vane cutlass")).refused(None, "invalid")


@pytest.mark.rule("BD-WHO-13")
@pytest.mark.parametrize("side", ["crew", "watch"])
def test_among_friends_an_attack_is_met_and_thrown_as_among_enemies(side: str) -> None:
    people = [fighter("a", side="crew"), fighter("b", side=side), fighter("c", side=side)]
    attacks = (strikes("a", "b sword"), strikes("b", "a sword"), strikes("c", "a sword", "b gun"))
    spec = given(fight(*people), *round_of("a", "b", "c"), *attacks[:2])
    spec.when(attacks[2], "a: attack_back c sword", "b: dodge c")
    assert meetings(spec) == ["a sword, b sword", "a sword, c sword", "b dodge, c gun"]
    # a: 7 dice, 2 for initiative, halved, outnumbered; c: divided by 2, b is in melee with a
    spec.when(Resolve(), throws=[fell("a swordplay", "4/1", "3/0"), fell("b swordplay", "3/0")])
    spec.when(Resolve(), throws=[fell("a swordplay", "4/0", "3/0"), fell("c swordplay", "3/1")])
    spec.when(Resolve(), throws=[fell("b dodge", "4/0"), fell("c pistol", "2/1", "3/0")])


@pytest.mark.rule("BD-COVER-7")
def test_total_cover_is_no_target_for_those_whom_it_is_against() -> None:
    cover = CoverSheet(kind="total", against=("vane",))
    spec = given(fight("vane", "quill", "t1"), Place(combatant="t1", cover=cover), *round_of("vane", "quill"))
    spec.when(strikes("vane", "t1 revolver")).refused("BD-COVER-7")
    spec.when(waits("vane")).when(strikes("quill", "t1 rifle")).then(Declared)


@pytest.mark.parametrize(
    ("blow", "field"),
    [
        ("t1 rifle", "command.attack[0].weapon"),
        ("t1 martial_strike", "command.attack[0].weapon"),
        ("t9 cutlass", "command.attack[0].target"),
        ("t3 cutlass", "command.attack[0].target"),
        ("t2 cutlass", "command.attack[0].target"),
    ],
)
def test_weapons_and_people_have_to_be_there(blow: str, field: str) -> None:
    spec = given(fight("vane", "t1", "t2", "t3"), Disengaged(combatant="t2"), Died(combatant="t3"), *round_of("vane"))
    spec.when(strikes("vane", blow))
    assert spec.refusal is not None
    assert spec.refusal.field == field


# Disengaging


@pytest.mark.rule("BD-WHO-10", "BD-RUL-23")
def test_who_is_faster_than_all_that_hold_it_walks_away_at_once() -> None:
    setting = (fight("vane", "t1", "t2"), *DECK, close("vane", "t1"))
    spec = given(*setting, *round_of("vane", "t1", "t2"))
    spec.when(Declare(actor="vane", disengage=Disengaging(zone="deck")))
    spec.then(
        Declared(combatant="vane", declaration=Declaration("disengage", zone="deck")),
        Disengaged(combatant="vane"),
        Moved(combatant="vane", zone="deck"),
    )
    spec.follows(Disengaged, Declared).follows(Moved, Disengaged)
    assert not spec.fight.close
    assert spec.fight.people["vane"].zone == "deck"
    spec.when(strikes("t1", "vane knife")).refused("BD-WHO-10")
    spec.when(waits("t1")).when(strikes("t2", "vane knife")).refused("BD-WHO-10")


@pytest.mark.rule("BD-WHO-10")
def test_missiles_may_still_be_aimed_at_one_that_has_disengaged() -> None:
    spec = given(fight("vane", "t1", "quill"), *DECK, close("vane", "t1"), *round_of("vane", "quill", "t1"))
    spec.given(Declare(actor="vane", disengage=Disengaging()))
    spec.when(strikes("quill", "vane rifle")).then(Declared)


@pytest.mark.rule("BD-WHO-10", "BD-INIT-8")
def test_who_is_slower_than_one_that_holds_it_does_not_disengage() -> None:
    leave = Declare(actor="vane", disengage=Disengaging())
    setting: tuple[Step, ...] = (fight("vane", "t1"), close("vane", "t1"), *round_of("t1", "vane"))
    given(*setting, waits("t1")).when(leave).refused("BD-WHO-10")
    later = given(fight("vane", "t1"), *round_of("vane"), close("vane", "t1"))
    later.when(leave).then(Disengaged)


@pytest.mark.rule("BD-WHO-10", "BD-RUL-23")
@pytest.mark.parametrize("order", [("t1", "vane", "t2"), ("t2", "vane", "t1"), ("t1", "t2", "vane")])
def test_one_that_is_slower_than_any_of_those_who_hold_it_does_not_disengage(order: tuple[str, ...]) -> None:
    spec = given(fight("vane", "t1", "t2"), close("vane", "t1"), close("vane", "t2"), *round_of(*order))
    spec.given(*[waits(faster) for faster in order[: order.index("vane")]])
    spec.when(Declare(actor="vane", disengage=Disengaging())).refused("BD-WHO-10")


@pytest.mark.rule("BD-WHO-10", "BD-RUL-23")
def test_who_has_been_attacked_in_melee_does_not_disengage_any_more() -> None:
    setting: tuple[Step, ...] = (fight("vane", "t1", "t2"), close("vane", "t2"), *round_of("t1", "vane", "t2"))
    leave = Declare(actor="vane", disengage=Disengaging())
    given(*setting, strikes("t1", "vane knife")).when(leave).refused("BD-WHO-10")
    given(*setting, strikes("t1", "t2 knife")).when(leave).then(Disengaged)
    shooter = newcomer("t1", weapons=[{"id": "derringer"}], ready=[])
    shot = given(fight("vane", shooter, "t2"), close("vane", "t2"), *round_of("t1", "vane", "t2"))
    shot.given(strikes("t1", "vane derringer")).when(leave).then(Disengaged)


@pytest.mark.rule("BD-WHO-10")
def test_disengaging_goes_as_far_as_one_moves() -> None:
    spec = given(fight("vane", "t1"), *DECK, close("vane", "t1"), *round_of("vane", "t1"))
    spec.when(Declare(actor="vane", disengage=Disengaging(zone="roof"))).refused("BD-WHO-10")
    spec.when(Declare(actor="vane", disengage=Disengaging(zone="moon"))).refused(None, "invalid")
    spec.when(Declare(actor="vane", disengage=Disengaging())).then(Disengaged).never(Moved)


@pytest.mark.rule("BD-WHO-11")
def test_with_nobody_close_there_is_nothing_to_disengage_from() -> None:
    spec = given(fight("vane", "t1"), *DECK, *round_of("vane", "t1"))
    spec.when(Declare(actor="vane", disengage=Disengaging(zone="deck"))).refused("BD-WHO-11")


@pytest.mark.rule("BD-WHO-11", "BD-RUL-23")
def test_with_no_able_opponent_close_one_moves_instead_of_disengaging() -> None:
    leave = Declare(actor="vane", disengage=Disengaging(zone="deck"))
    move = Declare(actor="vane", move=Going(zone="deck"))
    friend = (fight("vane", "lark"), *DECK, close("vane", "lark"), *round_of("lark", "vane"), waits("lark"))
    fallen = (fight("vane", "t1"), *DECK, close("vane", "t1"), *round_of("vane", "t1"))
    for setting in (
        friend,
        (*fallen, FellUnconscious(combatant="t1", reason="wounds")),
        (*fallen, Died(combatant="t1")),
    ):
        given(*setting).when(leave).refused("BD-WHO-11")
        given(*setting).when(move).then(Declared)


@pytest.mark.rule("BD-WHO-10", "BD-WHO-11")
def test_a_friend_and_one_fallen_beside_an_able_opponent_hold_nobody() -> None:
    people = (fight("vane", "lark", "t1", "t2"), *(close("vane", other) for other in ("lark", "t1", "t2")))
    spec = given(
        *people, *round_of("lark", "t2", "vane", "t1"), waits("lark"), FellUnconscious(combatant="t2", reason="wounds")
    )
    spec.when(Declare(actor="vane", disengage=Disengaging())).then(Disengaged)


# Moving, readying, posture


@pytest.mark.rule("BD-INIT-11")
def test_a_move_goes_to_a_zone_as_far_as_one_moves() -> None:
    spec = given(fight("vane"), *DECK, *round_of("vane"))
    spec.when(Declare(actor="vane", move=Going(zone="roof"))).refused("BD-INIT-11")
    spec.when(Declare(actor="vane", move=Going(zone="here"))).refused("BD-INIT-11")
    spec.when(Declare(actor="vane", move=Going(zone="moon"))).refused(None, "invalid")
    spec.when(Declare(actor="vane", move=Going(zone="deck"))).then(Declared).never(Moved)
    spec.when(Resolve()).then(Moved(combatant="vane", zone="deck"))


@pytest.mark.rule("BD-INIT-11")
@pytest.mark.parametrize("other", ["vane", "t2", "t3", "t4"])
def test_one_comes_close_to_the_living_of_ones_own_zone(other: str) -> None:
    setting = (
        *DECK,
        Place(combatant="t2", zone="deck"),
        close("vane", "t4"),
        FellUnconscious(combatant="t4", reason="wounds"),
        Died(combatant="t3"),
    )
    spec = given(fight("vane", "t1", "t2", "t3", "t4"), *setting, *round_of("vane"))
    spec.when(Declare(actor="vane", move=Going(close_to=other))).refused("BD-INIT-11")
    spec.when(Declare(actor="vane", move=Going(close_to="t1"))).then(Declared)


@pytest.mark.rule("BD-INIT-11")
@pytest.mark.parametrize("going", [Going(zone="deck"), Going(close_to="t2")])
def test_who_is_close_to_an_able_opponent_has_to_disengage(going: Going) -> None:
    walk = Declare(actor="vane", move=going)
    setting = (fight("vane", "t1", "t2", "lark"), *DECK)
    given(*setting, close("vane", "t1"), *round_of("vane")).when(walk).refused("BD-INIT-11")
    given(*setting, close("vane", "lark"), *round_of("vane")).when(walk).then(Declared)
    given(*setting, close("vane", "t1"), FellUnconscious(combatant="t1", reason="wounds"), *round_of("vane")).when(
        walk
    ).then(Declared)


@pytest.mark.rule("BD-INIT-11")
def test_weapons_are_ones_own_and_two_hands_hold_them() -> None:
    armed = newcomer("vane", weapons=[{"id": "cutlass"}, {"id": "revolver"}, SPEAR, {"id": "knife"}])
    spec = given(fight(armed), *round_of("vane"))
    spec.when(Declare(actor="vane", ready=("cutlass", "revolver", "knife"))).refused("BD-INIT-11")
    spec.when(Declare(actor="vane", ready=("cutlass", "spear"))).refused("BD-INIT-11")
    spec.when(Declare(actor="vane", ready=("fists",))).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.detail == "Vane carries no “fists”; there are cutlass, revolver, spear, knife."
    spec.when(Declare(actor="vane", ready=("knife", "knife"))).refused(None, "invalid")
    spec.when(Declare(actor="vane", ready=("knife", "revolver"))).then(Declared)


@pytest.mark.rule("BD-INIT-12", "BD-COVER-6")
def test_dropping_prone_and_standing_up_go_with_the_declaration() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"))
    spec.when(Declare(actor="vane", wait=True, posture="stand")).refused("BD-INIT-12")
    assert spec.refusal is not None
    assert spec.refusal.detail == "Vane stands already."
    spec.when(Declare(actor="vane", wait=True, posture="prone")).then(
        Declared, PostureTaken(combatant="vane", posture="prone")
    )
    assert spec.fight.people["vane"].prone
    spec.given(RoundEnded(number=1), *round_of("vane", "pryce", number=2))
    spec.when(Declare(actor="vane", wait=True, posture="prone")).refused("BD-INIT-12")
    assert spec.refusal is not None
    assert spec.refusal.detail == "Vane lies already."
    spec.when(Declare(actor="vane", full_dodge=True, posture="stand")).then(
        PostureTaken(combatant="vane", posture="stand")
    )
    assert not spec.fight.people["vane"].prone


@pytest.mark.rule("BD-INIT-10")
def test_who_waits_does_nothing_and_may_still_respond() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"), waits("vane"))
    spec.when(strikes("pryce", "vane truncheon")).asks("response", "vane")
    spec.answer({"replies": [{"attacker": "pryce", "does": "attack_back", "weapon": "cutlass"}]})
    assert meetings(spec) == ["vane cutlass, pryce truncheon"]
    alone = given(fight("vane"), *round_of("vane")).when(waits("vane"))
    assert meetings(alone) == []
    alone.when(EndRound()).then(RoundEnded)


@pytest.mark.rule("BD-MOD-6")
@pytest.mark.parametrize(
    ("aim", "rule", "code"),
    [
        (Aiming(weapon="knife", target="t1"), "BD-MOD-6", "refused"),
        (Aiming(weapon="derringer", target="t1"), "BD-MOD-6", "refused"),
        (Aiming(weapon="rifle", target="quill"), "BD-MOD-6", "refused"),
        (Aiming(weapon="bow", target="t1"), None, "invalid"),
        (Aiming(weapon="rifle", target="t2"), "BD-WHO-12", "refused"),
    ],
)
def test_one_aims_with_a_ranged_weapon_in_hand_at_a_target(aim: Aiming, rule: str | None, code: str) -> None:
    armed = newcomer("quill", weapons=[{"id": "rifle"}, {"id": "derringer"}, {"id": "knife"}])
    spec = given(fight(armed, "t1", "t2"), Died(combatant="t2"), *round_of("quill"))
    spec.when(Declare(actor="quill", aim=aim)).refused(rule, code)


@pytest.mark.rule("BD-MOD-6")
def test_a_blade_in_hand_is_not_aimed() -> None:
    spec = given(fight("vane", "t1"), *round_of("vane"))
    spec.when(Declare(actor="vane", aim=Aiming(weapon="cutlass", target="t1"))).refused("BD-MOD-6")


@pytest.mark.rule("BD-WHO-10", "BD-MOD-6")
def test_disengaging_loses_an_aim() -> None:
    aim = Declare(actor="quill", aim=Aiming(weapon="rifle", target="t1"))
    spec = given(fight("quill", "t1"), close("quill", "t1"), *round_of("quill"), aim, Resolve(), EndRound())
    assert spec.fight.people["quill"].aim is not None
    spec.given(*round_of("quill", number=2)).when(Declare(actor="quill", disengage=Disengaging()))
    spec.then(Disengaged, AimLost(combatant="quill", reason="disengaged"))
