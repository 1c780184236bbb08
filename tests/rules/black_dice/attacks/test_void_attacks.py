"""Who still attacks when an exchange comes up: those who are out, out of reach, close (BD-ATK-8, BD-WHO)."""

import pytest

from domain.model.event import Event
from domain.rulesets.black_dice.chapters.attacks.exchanges import AttackVoid, ExchangeDecided, ExchangeVoid
from domain.rulesets.black_dice.chapters.attacks.places import CameClose, Moved
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.placing import CameApart, Distance, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import ItemBegun, Resolve
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.injuries import Injure
from tests.rules.black_dice.builders import agenda, answering, brawl, clash, duel, fell, fighter, strikes, waits
from tests.rules.black_dice.specification import fight, given, round_of

A_AND_B = agenda(clash("a sword", "b sword"))


# BD-ATK-8, BD-ATK-9: those who are out


@pytest.mark.rule("BD-ATK-8")
@pytest.mark.parametrize("answer", ["b easy_target", "b full_dodge"])
def test_the_attack_of_somebody_out_is_void_where_the_other_does_not_attack(answer: str) -> None:
    spec = duel("a", "b", agenda(clash("a sword", answer)), FellUnconscious(combatant="a", reason="wounds"))
    spec.when(Resolve()).then(ItemBegun, ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason="not_able")).never(
        DiceThrown, CameClose
    )
    assert not spec.fight.exchanges


@pytest.mark.rule("BD-ATK-8", "BD-RNG-1")
def test_a_shot_of_somebody_out_is_void() -> None:
    spec = duel("a", "b", agenda(clash("a gun", "b dodge")), FellUnconscious(combatant="a", reason="wounds"))
    spec.when(Resolve()).then(ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason="not_able")).never(DiceThrown)


@pytest.mark.rule("BD-ATK-8", "BD-ATK-6")
@pytest.mark.parametrize("other", ["b sword", "b back sword"])
def test_the_other_s_attack_goes_on_against_an_easy_target(other: str) -> None:
    spec = duel(
        "a",
        "b",
        CameClose(combatant="a", other="b"),
        agenda(clash("a sword", other)),
        FellUnconscious(combatant="a", reason="wounds"),
    )
    spec.when(Resolve(), throws=[fell("b swordplay", "7/1", "2/0")])
    spec.then(
        AttackVoid(exchange="a-b", combatant="a", does="easy_target", reason="not_able"),
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(0, 1), margin=1, winner="b", hits=("b",), fought=("b",)
        ),
    )


@pytest.mark.rule("BD-ATK-8")
@pytest.mark.parametrize(("other", "reason"), [("b sword", None), ("b back sword", "not_able"), ("b back gun", None)])
def test_who_only_answered_does_not_move_for_it(other: str, reason: str | None) -> None:
    spec = duel("a", "b", agenda(clash("a sword", other)), FellUnconscious(combatant="a", reason="wounds"))
    if reason:
        spec.when(Resolve()).then(ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason=reason)).never(CameClose)
    else:
        skill, dice, black = ("pistol", "5/1", "3/0") if "gun" in other else ("swordplay", "7/1", "2/0")
        spec.when(Resolve(), throws=[fell(f"b {skill}", dice, black)]).then(ExchangeDecided)


@pytest.mark.rule("BD-ATK-8", "BD-ROUND-6", "BD-WHO-12")
@pytest.mark.parametrize("answer", ["b back sword", "b full_dodge", "b easy_target"])
@pytest.mark.parametrize(
    "fallen", [FellUnconscious(combatant="b", reason="wounds"), BeganDying(combatant="b", rounds=3)]
)
def test_who_is_out_is_an_easy_target(answer: str, fallen: Event) -> None:
    spec = duel("a", "b", agenda(clash("a sword", answer)), fallen)
    black = "2/0" if isinstance(fallen, FellUnconscious) else "0/0"
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1", black)])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(1, 0), margin=1, winner="a", hits=("a",), fought=("a",)
        )
    )


@pytest.mark.rule("BD-ATK-8")
def test_who_is_out_dodges_no_missile() -> None:
    spec = duel("a", "b", agenda(clash("a gun", "b dodge")), BeganDying(combatant="b", rounds=3))
    spec.when(Resolve(), throws=[fell("a pistol", "7/1")]).then(ExchangeDecided)


@pytest.mark.rule("BD-WHO-12")
@pytest.mark.parametrize("answer", ["b sword", "b easy_target"])
def test_the_dead_are_no_targets(answer: str) -> None:
    spec = duel("a", "b", agenda(clash("a sword", answer)), Died(combatant="b"))
    spec.when(Resolve()).then(ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason="target_dead")).never(
        DiceThrown
    )


@pytest.mark.rule("BD-ATK-9")
def test_an_exchange_between_two_who_are_out_is_void() -> None:
    spec = duel(
        "a",
        "b",
        A_AND_B,
        FellUnconscious(combatant="a", reason="wounds"),
        FellUnconscious(combatant="b", reason="drink"),
    )
    spec.when(Resolve()).then(ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason="not_able")).never(DiceThrown)


UNTRAINED = Injure(combatant="a", description="a broken wrist", changes={"swordplay": -4, "martial_arts": -4})


@pytest.mark.rule("BD-SKILL-6", "BD-DATA-2")
@pytest.mark.parametrize(
    ("weapon", "untrained", "void"),
    [("sword", "common_only", True), ("sword", "stat_only", False), ("martial_strike", "stat_only", True)],
)
def test_who_has_lost_the_skill_for_its_weapon_meanwhile_strikes_nobody(
    weapon: str, untrained: str, void: bool
) -> None:
    someone = fighter("a", skills={"swordplay": 4, "martial_arts": 4})
    spec = duel(someone, "b", agenda(clash(f"a {weapon}", "b easy_target")), UNTRAINED, untrained=untrained)
    if void:
        spec.when(Resolve()).then(
            ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason="cannot_use_weapon")
        ).never(DiceThrown)
    else:
        spec.when(Resolve(), throws=[fell("a swordplay", "5/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-DATA-2")
def test_a_martial_strike_whose_skill_is_lost_before_all_have_declared_holds_nobody_up() -> None:
    spec = given(fight(fighter("a", skills={"martial_arts": 4}), fighter("b")), *round_of("a", "b"))
    spec.given(strikes("a", "b martial_strike"), UNTRAINED, answering(waits("b"), "b: easy_target a"))
    spec.when(Resolve()).then(ExchangeVoid).never(DiceThrown)


@pytest.mark.rule("BD-SKILL-6")
def test_who_may_not_roll_dodge_dodges_with_dex_alone() -> None:
    someone = fighter("b", skills={}, common={"dodge": False})
    spec = duel("a", someone, agenda(clash("a gun", "b dodge")), untrained="common_only")
    spec.when(Resolve(), throws=[fell("a pistol", "7/0"), fell("b dodge", "3/1")]).then(ExchangeDecided)


# BD-WHO-1, BD-WHO-15: coming close


@pytest.mark.rule("BD-WHO-1", "BD-RUL-21")
def test_the_attacker_closes_in_and_the_two_are_close() -> None:
    spec = brawl("a", fighter("b", zone="deck"), steps=(agenda(clash("a sword", "b easy_target")),))
    spec.given(Distance(zones=("here", "deck"), feet=20))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0")]).then(
        Moved(combatant="a", zone="deck"), CameClose(combatant="a", other="b"), DiceThrown
    )
    assert spec.fight.are_close("a", "b")
    assert spec.fight.people["a"].zone == "deck"


@pytest.mark.rule("BD-WHO-1")
def test_a_shot_brings_nobody_close() -> None:
    spec = duel("a", "b", agenda(clash("a gun", "b easy_target")))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0")]).never(CameClose)


APART = (Place(combatant="b", zone="deck"), Distance(zones=("here", "deck"), feet=21))


@pytest.mark.rule("BD-WHO-15")
@pytest.mark.parametrize("answer", ["b easy_target", "b back sword", "b full_dodge", "b sword"])
def test_a_melee_attack_out_of_reach_is_void(answer: str) -> None:
    spec = duel("a", "b", agenda(clash("a sword", answer))).given(*APART)
    spec.when(Resolve()).then(ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason="out_of_reach")).never(
        DiceThrown, Moved, CameClose
    )


@pytest.mark.rule("BD-WHO-15")
@pytest.mark.parametrize(
    ("slow", "moved"), [("a", Moved(combatant="b", zone="here")), ("b", Moved(combatant="a", zone="deck"))]
)
def test_of_two_melee_attackers_either_may_close_in(slow: str, moved: Moved) -> None:
    people = [fighter(name, move=0 if name == slow else 30) for name in "ab"]
    spec = brawl(*people, steps=(A_AND_B,)).given(*APART)
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1"), fell("b swordplay", "7/0")])
    spec.then(moved, CameClose, ExchangeDecided)


@pytest.mark.rule("BD-WHO-15", "BD-WHO-1")
@pytest.mark.parametrize(
    ("at", "moved"), [("a", Moved(combatant="a", zone="deck")), ("b", Moved(combatant="b", zone="here"))]
)
def test_whose_item_it_is_goes_if_both_could(at: str, moved: Moved) -> None:
    people = [fighter(name, move=30) for name in "ab"]
    spec = brawl(*people, steps=(agenda(clash("a sword", "b sword", at=at)),)).given(*APART)
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1"), fell("b swordplay", "7/0")])
    assert [event for event in spec.events if isinstance(event, Moved)] == [moved]


def test_nobody_attacks_itself() -> None:
    spec = given(fight(fighter("a"), fighter("b")), *round_of("a", "b"))
    spec.when(strikes("a", "a gun")).refused(None, code="invalid")


@pytest.mark.rule("BD-WHO-15")
def test_those_who_are_close_still_need_no_way() -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target")), CameClose(combatant="a", other="b"))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0")]).then(ExchangeDecided).never(CameClose, CameApart)
