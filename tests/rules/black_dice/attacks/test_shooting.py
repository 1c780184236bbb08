"""Ranged attacks: dodging, and point blank (BD-RNG)."""

from typing import Any

import pytest

from domain.rulesets.black_dice.chapters.attacks.exchanges import AttackVoid, ExchangeDecided
from domain.rulesets.black_dice.chapters.attacks.places import CameClose, Moved
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.placing import Distance, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.parts import Choices
from tests.rules.black_dice.builders import agenda, brawl, clash, duel, fell, fighter, strikes, waits
from tests.rules.black_dice.specification import Step, fight, given, newcomer, round_of

CLOSE = CameClose(combatant="a", other="b")


# BD-RNG-1, BD-RNG-2


@pytest.mark.rule("BD-RNG-1", "BD-RUL-32")
@pytest.mark.parametrize(
    ("shot", "dodge", "winner", "margin", "hits"),
    [(4, 1, "a", 3, ("a",)), (1, 4, "b", 3, ()), (2, 2, "a", 0, ("a",))],
)
def test_a_shot_meets_a_dodge_that_cannot_hurt_the_shooter(
    shot: int, dodge: int, winner: str, margin: int, hits: tuple[str, ...]
) -> None:
    spec = duel("a", "b", agenda(clash("a gun", "b dodge")))
    spec.when(Resolve(), throws=[fell("a pistol", f"7/{shot}"), fell("b dodge", f"8/{dodge}")])
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(shot, dodge),
            margin=margin,
            winner=winner,
            hits=hits,
            tie=shot == dodge,
            fought=("a", "b"),
        )
    )
    assert [event.combatant for event in spec.events if isinstance(event, DamageCounted)] == ["b"] * len(hits)


@pytest.mark.rule("BD-RNG-2", "BD-RNG-14")
@pytest.mark.parametrize(("weapon", "throw"), [("revolver", "vane pistol"), ("throwing_knife", "vane throw")])
def test_a_missile_does_margin_and_weapon_damage_without_strength(weapon: str, throw: str) -> None:
    vane = newcomer("vane", weapons=[{"id": weapon}], ready=[weapon])
    spec = duel(vane, "pryce", agenda(clash(f"vane {weapon}", "pryce dodge")))
    dice, damage = ("9/3", "6/1") if weapon == "revolver" else ("6/3", "3/1")
    spec.when(Resolve(), throws=[fell(throw, dice), fell("pryce dodge", "4/1"), fell("vane weapon", damage)])
    spec.then(
        DamageCounted(
            combatant="pryce",
            terms=(("degrees", 2), ("weapon", 1), ("armour", -2)),
            points=1,
            mark="normal",
            source="vane",
        )
    )


@pytest.mark.rule("BD-RNG-2", "BD-RUL-31")
def test_negative_strength_takes_nothing_off_a_missile() -> None:
    weak = newcomer("vane", stats={"strength": -3, "dex": 4}, ready=["revolver"])
    shot = agenda(clash("vane revolver", "pryce dodge"))
    spec = duel(weak, "pryce", shot, negative_strength="subtracts")
    spec.when(Resolve(), throws=[fell("vane pistol", "9/3"), fell("pryce dodge", "4/1"), fell("vane weapon", "6/1")])
    spec.then(
        DamageCounted(
            combatant="pryce",
            terms=(("degrees", 2), ("weapon", 1), ("armour", -2)),
            points=1,
            mark="normal",
            source="vane",
        )
    )


@pytest.mark.rule("BD-RNG-2", "BD-ATK-4")
def test_a_tie_of_shot_and_dodge_is_weapon_damage_alone_for_the_winner_of_initiative() -> None:
    spec = duel("quill", "pryce", agenda(clash("quill rifle", "pryce dodge")))
    spec.when(Resolve(), throws=[fell("quill rifle", "11/2"), fell("pryce dodge", "4/2"), fell("quill weapon", "8/3")])
    spec.then(
        DamageCounted(combatant="pryce", terms=(("weapon", 3), ("armour", -2)), points=1, mark="normal", source="quill")
    )
    spec = duel("pryce", "quill", agenda(clash("pryce dodge", "quill rifle")))
    spec.when(Resolve(), throws=[fell("pryce dodge", "4/2"), fell("quill rifle", "9/2")]).never(DamageCounted)


# BD-RNG-3, BD-RNG-4, BD-RNG-5, BD-RNG-12, BD-RUL-26: through a whole round


@pytest.mark.rule("BD-RNG-3", "BD-RUL-26", "BD-RNG-6")
def test_two_that_shoot_at_each_other_from_afar_dodge_each_other_s_shot() -> None:
    spec = given(fight(fighter("a"), fighter("b"), fighter("c")), *round_of("a", "b", "c"))
    spec.given(strikes("a", "b gun"), strikes("b", "a gun", "c gun"), waits("c"))
    spec.answer({"replies": [{"attacker": "b", "does": "easy_target"}]}, to="c").then(AgendaSet)
    spec.when(Resolve(), throws=[fell("a pistol", "7/0"), fell("b dodge", "8/1")])
    spec.when(Resolve(), throws=[fell("a dodge", "8/1"), fell("b pistol", "2/0")])
    spec.when(Resolve(), throws=[fell("b pistol", "3/0")])


@pytest.mark.rule("BD-RNG-4", "BD-RUL-26", "BD-WHO-5")
@pytest.mark.parametrize(
    ("answer", "dodge", "blow"),
    [("dodge", [fell("b dodge", "4/1")], "4/1"), ("easy_target", [], "9/1")],
)
def test_who_fights_in_melee_and_dodges_a_missile_splits_its_attention(
    answer: str, dodge: list[str], blow: str
) -> None:
    spec = given(fight(fighter("a"), fighter("b"), fighter("c")), *round_of("a", "b", "c"))
    spec.given(strikes("a", "b gun"), strikes("b", "c sword"), waits("c"))
    spec.answer({"replies": [{"attacker": "b", "does": "easy_target"}]}, to="c")
    spec.answer({"replies": [{"attacker": "a", "does": answer}]}, to="b").then(AgendaSet)
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", "3/0"), *dodge])
    spec.when(Resolve(), throws=[fell("b swordplay", blow)])


@pytest.mark.rule("BD-RNG-4")
def test_several_missiles_dodged_count_once_and_a_shooter_s_attention_is_not_split() -> None:
    exchanges = agenda(clash("a gun", "c dodge"), clash("b gun", "c dodge"), dodges={"c": 2}, divided={"c": 2})
    spec = brawl("a", "b", "c", steps=(exchanges,))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0"), fell("c dodge", "4/1")])
    spec.when(Resolve(), throws=[fell("b pistol", "7/0"), fell("c dodge", "4/1")])


@pytest.mark.rule("BD-RNG-4", "BD-RUL-24")
def test_a_split_dodge_divides_its_successes_where_the_table_wants_it() -> None:
    spec = duel("a", "b", agenda(clash("a gun", "b dodge"), dodges={"b": 2}), split="successes")
    spec.when(Resolve(), throws=[fell("a pistol", "7/0"), fell("b dodge", "8/5")])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(0, 2), margin=2, winner="b", hits=(), fought=("a", "b")
        )
    )


@pytest.mark.rule("BD-RNG-5")
def test_a_full_dodger_s_throws_are_not_divided() -> None:
    spec = duel("a", "b", agenda(clash("a gun", "b full_dodge"), dodges={"b": 4}, divided={"b": 4}))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0"), fell("b full_dodge", "8/0")])


@pytest.mark.rule("BD-RNG-5", "BD-MOD-11")
def test_a_full_dodge_of_two_shots_is_two_throws_and_neither_is_divided() -> None:
    spec = brawl("a", "b", "c", steps=(agenda(clash("a gun", "b full_dodge"), clash("b full_dodge", "c gun")),))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0"), fell("b full_dodge", "8/0")]).then(ExchangeDecided)
    spec.when(Resolve(), throws=[fell("b full_dodge", "8/0"), fell("c pistol", "5/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-RNG-12")
@pytest.mark.parametrize("places", [(), (CLOSE,)])
def test_one_attacked_in_melee_may_shoot_elsewhere(places: tuple[Step, ...]) -> None:
    spec = given(fight(fighter("a", side="crew"), fighter("b"), fighter("c")), *places, *round_of("a", "b", "c"))
    spec.given(strikes("a", "b sword"), strikes("b", "c gun"), waits("c"))
    spec.answer({"replies": [{"attacker": "b", "does": "easy_target"}]}, to="c")
    spec.answer({"replies": [{"attacker": "a", "does": "attack_back", "weapon": "sword"}]}, to="b").then(AgendaSet)
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1"), fell("b swordplay", "3/0")])
    spec.when(Resolve(), throws=[fell("b pistol", "3/0")])


# BD-RNG-8 to BD-RNG-11: point blank


@pytest.mark.rule("BD-RNG-8", "BD-RUL-35")
@pytest.mark.parametrize(
    ("close", "answer", "throw"),
    [
        (True, "b dodge", fell("b dodge", "3/1")),
        (False, "b dodge", fell("b dodge", "8/1")),
        (True, "b full_dodge", fell("b full_dodge", "3/0")),
        (False, "b full_dodge", fell("b full_dodge", "8/0")),
    ],
)
def test_a_missile_from_less_than_five_feet_is_dodged_with_dex_alone(close: bool, answer: str, throw: str) -> None:
    spec = duel("a", "b", *([CLOSE] if close else []), agenda(clash("a gun", answer)))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0"), throw])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(0, 1), margin=1, winner="b", hits=(), fought=("a", "b")
        )
    )


@pytest.mark.rule("BD-RNG-8")
def test_a_blow_is_dodged_with_the_skill_at_any_distance() -> None:
    spec = duel("a", "b", CLOSE, agenda(clash("a sword", "b full_dodge")))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0"), fell("b full_dodge", "8/0")])


@pytest.mark.rule("BD-RNG-8", "BD-COMM-1")
def test_a_dodge_with_dex_alone_takes_no_common_dice() -> None:
    spec = duel("a", "b", CLOSE, agenda(clash("a gun", "b dodge")))
    spec.when(Resolve(choices={"b": Choices(common=1)})).refused("BD-COMM-1")


@pytest.mark.rule("BD-RNG-9", "BD-RNG-10", "BD-ATK-5", "BD-RUL-35")
@pytest.mark.parametrize(
    ("shot", "blow", "hits"), [(2, 1, ("a", "b")), (1, 3, ("a", "b")), (2, 0, ("a",)), (0, 1, ("b",)), (0, 0, ())]
)
def test_who_hits_back_at_a_close_shot_has_no_defence_and_both_may_be_hurt(
    shot: int, blow: int, hits: tuple[str, ...]
) -> None:
    spec = duel("a", "b", CLOSE, agenda(clash("a gun", "b back sword")))
    spec.when(Resolve(), throws=[fell("a pistol", f"7/{shot}"), fell("b swordplay", f"7/{blow}")])
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(shot, blow),
            margin=0,
            winner=None,
            hits=hits,
            fought=("a", "b"),
        )
    )
    degrees = {event.source: event.terms[0] for event in spec.events if isinstance(event, DamageCounted)}
    nets = {"a": shot, "b": blow}
    assert degrees == {hitter: ("degrees", nets[hitter]) for hitter in hits}


@pytest.mark.rule("BD-RNG-10")
@pytest.mark.parametrize(
    "exchange",
    [
        clash("a gun", "b gun"),
        clash("a gun", "b sword"),
        clash("a sword", "b back gun"),
        clash("a back sword", "b gun"),
    ],
)
def test_any_close_pair_of_attacks_with_a_missile_among_them_is_point_blank(exchange: Any) -> None:
    spec = duel("a", "b", CLOSE, agenda(exchange))
    first = "a swordplay" if exchange.parts[0].weapon == "sword" else "a pistol"
    second = "b swordplay" if exchange.parts[1].weapon == "sword" else "b pistol"
    throws = [fell(first, "9/1" if "sword" in first else "7/1"), fell(second, "7/1" if "sword" in second else "5/1")]
    spec.when(Resolve(), throws=throws)
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(1, 1),
            margin=0,
            winner=None,
            hits=("a", "b"),
            fought=("a", "b"),
        )
    )


@pytest.mark.rule("BD-RNG-10", "BD-GREY-4", "BD-RUL-33")
def test_both_throws_fall_before_any_damage_and_the_later_still_does_its_own() -> None:
    quill = newcomer("quill", player=False, fate=0, normal=18)
    vane = newcomer("vane", player=False, fate=0, ready=["revolver"])
    spec = duel(
        vane, quill, CameClose(combatant="vane", other="quill"), agenda(clash("vane revolver", "quill back rifle"))
    )
    throws = [
        fell("vane pistol", "9/3"),
        fell("quill rifle", "1/1"),
        fell("vane weapon", "6/2"),
        fell("quill injury", "8/8", "4/0"),
        fell("quill weapon", "8/0"),
    ]
    spec.given(HealthLost(combatant="quill", points=0, mark="normal", normal=18, bruise=0, health=-6))
    spec.when(Resolve(), throws=throws)
    spec.then(
        ExchangeDecided(
            exchange="vane-quill",
            combatants=("vane", "quill"),
            nets=(3, 1),
            margin=0,
            winner=None,
            hits=("vane", "quill"),
            fought=("vane", "quill"),
        ),
        DamageCounted(combatant="quill", terms=(("degrees", 3), ("weapon", 2)), points=5, mark="normal", source="vane"),
        HealthLost,
        DamageCounted(
            combatant="vane", terms=(("degrees", 1), ("armour", -1)), points=0, mark="normal", source="quill"
        ),
    )
    assert not spec.fight.people["quill"].able


@pytest.mark.rule("BD-RNG-10", "BD-MOD-4", "BD-MOD-9", "BD-COVER-5")
def test_at_point_blank_each_weapon_has_the_modifiers_of_its_kind() -> None:
    exchanges = agenda(clash("a gun", "b sword"), clash("b easy_target", "c sword"), clash("b easy_target", "d sword"))
    spec = brawl("a", "b", "c", "d", steps=(CLOSE, *(Place(combatant=who, prone=True) for who in "ab"), exchanges))
    spec.when(Resolve(), throws=[fell("a pistol", "7/1", "9/0"), fell("b swordplay", "7/1", "5/0")])
    blacks = [event.black_terms for event in spec.events if isinstance(event, DiceThrown) and event.kind == "action"]
    assert blacks == [(("melee", 6), ("cover", 3)), (("outnumbered", 3), ("cover", 2))]


@pytest.mark.rule("BD-RNG-11")
def test_a_close_blow_may_be_answered_with_a_missile() -> None:
    spec = given(fight(fighter("a"), fighter("b")), *round_of("a", "b"), CLOSE, strikes("a", "b sword"), waits("b"))
    spec.answer({"replies": [{"attacker": "a", "does": "attack_back", "weapon": "gun"}]}, to="b")
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1"), fell("b pistol", "5/1")])
    hits = next(event.hits for event in spec.events if isinstance(event, ExchangeDecided))
    assert hits == ("a", "b")


APART = (Place(combatant="b", zone="deck"), Distance(zones=("here", "deck"), feet=40))


@pytest.mark.rule("BD-RNG-9")
def test_a_blow_back_out_of_reach_strikes_nobody_and_the_missile_meets_a_dodge() -> None:
    spec = duel("a", "b", CLOSE, agenda(clash("a gun", "b back sword"))).given(*APART)
    spec.when(Resolve(), throws=[fell("a pistol", "7/1"), fell("b dodge", "8/0")])
    spec.then(
        AttackVoid(exchange="a-b", combatant="b", does="dodge", reason="out_of_reach"),
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(1, 0), margin=1, winner="a", hits=("a",), fought=("a", "b")
        ),
    )
    assert [part.does for part in spec.fight.exchanges["a-b"].parts] == ["attack", "dodge"]


@pytest.mark.rule("BD-RNG-9", "BD-WHO-14")
def test_an_attack_that_strikes_nobody_outnumbers_nobody() -> None:
    exchanges = agenda(clash("a gun", "b back sword"), clash("a sword", "c sword"))
    spec = brawl("a", "b", "c", steps=(CLOSE, exchanges)).given(*APART)
    spec.when(Resolve(), throws=[fell("a pistol", "7/1"), fell("b dodge", "8/0")])
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1"), fell("c swordplay", "7/0")])


@pytest.mark.rule("BD-RNG-15", "BD-RUL-64")
@pytest.mark.parametrize(
    ("order", "throws"),
    [
        ("a b", [[fell("a pistol", "7/0")], [fell("b swordplay", "7/0")]]),
        ("b a", [[fell("b swordplay", "9/1"), fell("a pistol", "5/1")]]),
    ],
)
def test_the_faster_of_shooter_and_charger_decides(order: str, throws: list[list[str]]) -> None:
    spec = given(fight(fighter("a"), fighter("b", zone="deck")), Distance(zones=("here", "deck"), feet=15))
    spec.given(*round_of(*order.split()))
    declared = {"a": strikes("a", "b gun"), "b": strikes("b", "a sword")}
    spec.given(*(declared[name] for name in order.split()))
    while spec.fight.prompts:
        asked = spec.fight.prompts[0]
        spec.answer({"replies": [{"attacker": asked.about["attackers"][0], "does": "easy_target"}]})
    for fallen in throws:
        spec.when(Resolve(), throws=fallen)
    spec.then(Moved(combatant="b", zone="here"), CameClose(combatant="b", other="a"), ExchangeDecided)


# BD-RNG-13


@pytest.mark.rule("BD-RNG-13")
def test_a_missed_shot_into_a_melee_strikes_nobody_else() -> None:
    exchanges = agenda(clash("a gun", "b easy_target"), clash("b sword", "c sword"))
    spec = brawl("a", "b", "c", steps=(exchanges,))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", "3/2")]).never(DamageCounted)
    assert [foul.combatant for foul in spec.fight.fouled] == ["a"]
