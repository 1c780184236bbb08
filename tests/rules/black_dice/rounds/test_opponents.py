"""Who fights whom, and what rolls are divided by (BD-WHO-4 to -6, BD-RNG-3, -4, -10 to -12, -15, -16)."""

import pytest

from domain.model.event import Event
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet, Responded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.deathbed import Stabilised
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from tests.rules.black_dice.builders import armed, fell, meetings, replies, reply, scene, strikes, waits
from tests.rules.black_dice.specification import fight, given, round_of

# Exchanges and their items


@pytest.mark.rule("BD-WHO-6", "BD-ATK-2")
def test_two_that_attack_each_other_are_one_exchange_and_nobody_is_asked() -> None:
    spec = scene(strikes("a", "b sword"), strikes("b", "a sword")).when(waits("c"))
    assert meetings(spec) == ["a sword, b sword"]
    assert not spec.fight.prompts
    exchange = next(iter(spec.fight.exchanges.values()))
    assert [part.declared for part in exchange.parts] == [True, True]
    assert exchange.id == f"exchange-{spec.fight.version}-1"


@pytest.mark.rule("BD-ROUND-4", "BD-WHO-6")
def test_an_exchange_is_one_item_at_the_earlier_of_two_that_declared_it() -> None:
    spec = scene(strikes("a", "c sword", "b sword"), strikes("b", "c sword", "a sword"))
    spec.when(strikes("c", "a sword", "b sword"))
    assert meetings(spec) == ["a sword, c sword", "a sword, b sword", "b sword, c sword"]
    assert [item.combatant for item in spec.fight.agenda] == ["a", "a", "b"]


@pytest.mark.rule("BD-ROUND-4")
def test_an_exchange_is_the_item_of_the_one_that_declared_it() -> None:
    spec = scene(waits("a"), strikes("b", "a sword"))
    spec.when(Declare(actor="c", ready=()), "a: attack_back b sword")
    assert meetings(spec) == ["a sword, b sword", "c ready"]
    assert [item.combatant for item in spec.fight.agenda] == ["b", "c"]
    exchange = next(iter(spec.fight.exchanges.values()))
    assert (exchange.at, [part.declared for part in exchange.parts]) == ("b", [False, True])


@pytest.mark.rule("BD-ATK-2")
@pytest.mark.parametrize(
    ("weapon", "answer", "throws"),
    [
        ("sword", "attack_back b sword", [fell("a swordplay", "4/0"), fell("b swordplay", "2/0")]),
        ("sword", "full_dodge b", [fell("a full_dodge", "2/0"), fell("b swordplay", "2/0")]),
        ("gun", "dodge b", [fell("a dodge", "2/0"), fell("b pistol", "2/0")]),
    ],
)
def test_who_answers_throws_first_where_it_is_the_earlier_in_order(weapon: str, answer: str, throws: list[str]) -> None:
    spec = scene(waits("a"), strikes("b", f"a {weapon}")).when(waits("c"), f"a: {answer}")
    spec.when(Resolve(), throws=throws)
    decided = next(event for event in spec.events if isinstance(event, ExchangeDecided))
    assert decided.combatants == ("a", "b")


OUT = [
    (FellUnconscious(combatant="b", reason="wounds"),),
    (BeganDying(combatant="b", rounds=3),),
    (BeganDying(combatant="b", rounds=3), Stabilised(combatant="b", by="a")),
]


@pytest.mark.rule("BD-ROUND-2", "BD-WHO-12")
@pytest.mark.parametrize("fallen", OUT, ids=lambda fallen: fallen[-1].type)
def test_who_takes_no_part_is_an_easy_target_without_a_response(fallen: tuple[Event, ...]) -> None:
    spec = given(fight(armed("a"), armed("b")), *round_of("a", "b"), armed("late"), armed("down"))
    spec.given(FellUnconscious(combatant="down", reason="wounds"), *fallen)
    spec.when(strikes("a", "late sword", "down sword", "b gun")).then(AgendaSet)
    assert meetings(spec) == ["a sword, late easy_target", "a sword, down easy_target", "a gun, b easy_target"]


@pytest.mark.rule("BD-RNG-16", "BD-RNG-7", "BD-RUL-34")
@pytest.mark.parametrize(
    ("surprise", "weapon", "asked"),
    [("ranged", "gun", False), ("ranged", "sword", True), ("any", "gun", False), ("any", "sword", False)],
)
def test_who_is_unaware_of_an_attack_meets_it_with_no_defence(surprise: str, weapon: str, asked: bool) -> None:
    unaware = Awareness(combatant="b", unaware_of=("a",))
    spec = scene(unaware, strikes("a", f"b {weapon}"), waits("b"), surprise=surprise).when(waits("c"))
    assert bool(spec.fight.prompts) == asked
    if not asked:
        assert meetings(spec) == [f"a {weapon}, b easy_target"]


@pytest.mark.rule("BD-RNG-16")
def test_even_a_full_dodge_is_no_defence_against_what_nobody_sees() -> None:
    unaware = Awareness(combatant="b", unaware_of=("a",))
    spec = scene(unaware, strikes("a", "b gun"), Declare(actor="b", full_dodge=True)).when(strikes("c", "b gun"))
    assert meetings(spec) == ["a gun, b easy_target", "b full_dodge, c gun"]


@pytest.mark.rule("BD-WHO-6", "BD-RNG-16")
def test_who_attacks_somebody_is_aware_of_its_attack() -> None:
    unaware = Awareness(combatant="b", unaware_of=("a",))
    spec = scene(unaware, strikes("a", "b gun"), strikes("b", "a gun")).when(waits("c"))
    assert meetings(spec) == ["a gun, b dodge", "a dodge, b gun"]
    spec.when(Resolve(), throws=[fell("a pistol", "4/0"), fell("b dodge", "2/0")])


# Missiles


@pytest.mark.rule("BD-RNG-3", "BD-WHO-6")
def test_two_that_shoot_at_each_other_from_afar_each_dodge_the_other_unasked() -> None:
    spec = scene(strikes("a", "b gun"), strikes("b", "a gun")).when(waits("c"))
    assert not spec.fight.prompts
    assert meetings(spec) == ["a gun, b dodge", "a dodge, b gun"]
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({}, {})


@pytest.mark.rule("BD-RNG-10", "BD-WHO-6")
@pytest.mark.parametrize(("first", "second"), [("gun", "gun"), ("sword", "gun"), ("gun", "sword")])
def test_close_by_two_that_attack_each_other_are_one_exchange_whatever_they_use(first: str, second: str) -> None:
    spec = scene(strikes("a", f"b {first}"), strikes("b", f"a {second}"), close=True).when(waits("c"))
    assert not spec.fight.prompts
    assert meetings(spec) == [f"a {first}, b {second}"]


@pytest.mark.rule("BD-RNG-3", "BD-RNG-4")
def test_who_also_fights_in_melee_is_asked_whether_to_dodge_the_other_s_shot() -> None:
    spec = scene(strikes("a", "b gun"), strikes("b", "a gun", "c sword")).when(waits("c"), "c: easy_target b")
    assert [(prompt.to, prompt.about["attackers"]) for prompt in spec.fight.prompts] == [("b", ["a"])]
    spec.answer(replies(reply("a", "hit_back", "gun"))).refused("BD-RNG-9")
    spec.answer(replies(reply("a", "easy_target"))).then(AgendaSet)
    assert meetings(spec) == ["a gun, b easy_target", "a dodge, b gun", "b sword, c easy_target"]
    assert spec.fight.divisors == {"b": 2}


@pytest.mark.rule("BD-RNG-3")
def test_who_may_still_strike_back_in_melee_is_asked_too() -> None:
    spec = scene(strikes("a", "b gun"), strikes("b", "a gun"), dex=1).when(strikes("c", "b sword"))
    assert [prompt.about["attackers"] for prompt in spec.fight.prompts] == [["a", "c"]]
    tired = scene(strikes("a", "b gun"), strikes("b", "a gun"), dex=0).when(strikes("c", "b sword"))
    assert not tired.fight.prompts
    assert meetings(tired) == ["a gun, b dodge", "a dodge, b gun", "b easy_target, c sword"]


@pytest.mark.rule("BD-RNG-3", "BD-RNG-4", "BD-RNG-11")
def test_who_shoots_at_one_that_strikes_hand_to_hand_is_asked_too() -> None:
    near = Place(combatant="b", close_to=("c",))
    spec = scene(near, strikes("a", "b gun"), strikes("b", "a gun", "c gun"), dex=1).when(strikes("c", "b sword"))
    assert [prompt.about["attackers"] for prompt in spec.fight.prompts] == [["a"]]
    spec.answer(replies(reply("a", "dodge")))
    assert meetings(spec) == ["a gun, b dodge", "a dodge, b gun", "b gun, c sword"]
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({"b": 3}, {"b": 3})
    charged = scene(strikes("a", "b gun"), strikes("b", "a gun", "c gun"), dex=1).when(strikes("c", "b sword"))
    assert [prompt.to for prompt in charged.fight.prompts] == ["c"]  # b cannot strike back at a later charge any more
    shots = scene(near, strikes("a", "b gun"), strikes("b", "a gun", "c gun"), dex=1).when(strikes("c", "b gun"))
    assert not shots.fight.prompts
    assert (shots.fight.divisors, shots.fight.dodge_divisors) == ({"b": 2}, {})


@pytest.mark.rule("BD-RNG-3", "BD-RNG-9")
def test_who_may_still_hit_back_hand_to_hand_is_asked_too() -> None:
    near = Place(combatant="b", close_to=("c",))
    spec = scene(near, strikes("a", "b gun"), strikes("b", "a gun")).when(strikes("c", "b gun"))
    assert [prompt.about["attackers"] for prompt in spec.fight.prompts] == [["a", "c"]]
    spec.answer(replies(reply("a", "dodge"), reply("c", "hit_back", "sword")))
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({"b": 3}, {"b": 3})


@pytest.mark.rule("BD-RNG-3", "BD-RNG-4", "BD-RNG-9")
@pytest.mark.parametrize(("dex", "asked"), [(2, ["a"]), (0, [])])
def test_who_shoots_at_one_that_may_still_hit_back_hand_to_hand_is_asked_too(dex: int, asked: list[str]) -> None:
    near = Place(combatant="b", close_to=("c",))
    people = [armed("a"), armed("b"), armed("c", dex), armed("d")]
    spec = given(fight(*people), near, *round_of("a", "b", "c", "d"), strikes("a", "b gun"))
    spec.given(strikes("b", "a gun", "c gun"), strikes("c", "d gun")).when(waits("d"), "d: easy_target c")
    assert [who for prompt in spec.fight.prompts if prompt.to == "b" for who in prompt.about["attackers"]] == asked


@pytest.mark.rule("BD-RNG-15", "BD-RUL-64")
def test_a_shooter_that_is_earlier_shoots_first_and_meets_the_charge_then() -> None:
    spec = scene(strikes("a", "b gun"), strikes("b", "a sword")).when(waits("c"))
    assert [(prompt.to, prompt.about["attackers"]) for prompt in spec.fight.prompts] == [("a", ["b"]), ("b", ["a"])]
    spec.answer(replies(reply("b", "full_dodge")), to="a").refused("BD-WHO-7")
    spec.answer(replies(reply("a", "attack_back", "sword")), to="b").refused("BD-RNG-1")
    spec.answer(replies(reply("b", "attack_back", "sword")), to="a").then(Responded)
    spec.answer(replies(reply("a", "dodge")), to="b").then(AgendaSet)
    assert meetings(spec) == ["a gun, b dodge", "a sword, b sword"]
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({"a": 2, "b": 2}, {"b": 2})
    open_to = scene(strikes("a", "b gun"), strikes("b", "a sword"))
    open_to.when(waits("c"), "a: easy_target b", "b: easy_target a").then(AgendaSet)
    assert meetings(open_to) == ["a gun, b easy_target", "a easy_target, b sword"]
    weak = scene(strikes("a", "b gun"), strikes("b", "a sword"), dex=0).when(waits("c"), "b: easy_target a")
    assert meetings(weak) == ["a gun, b easy_target", "a easy_target, b sword"]


@pytest.mark.rule("BD-RNG-15", "BD-RNG-10", "BD-RUL-64")
def test_a_charger_that_is_earlier_makes_it_one_exchange() -> None:
    spec = scene(strikes("a", "b sword"), strikes("b", "a gun")).when(waits("c"))
    assert not spec.fight.prompts
    assert meetings(spec) == ["a sword, b gun"]


@pytest.mark.rule("BD-RNG-11")
def test_the_bearer_of_a_ranged_weapon_may_attack_back_with_it() -> None:
    spec = scene(strikes("a", "b sword"), waits("b"), close=True).when(waits("c"), "b: attack_back a gun")
    assert meetings(spec) == ["a sword, b gun"]


@pytest.mark.rule("BD-RNG-12")
def test_who_is_attacked_in_melee_may_shoot_elsewhere() -> None:
    spec = scene(strikes("a", "b sword"), strikes("b", "c gun")).when(waits("c"), "c: dodge b")
    spec.answer(replies(reply("a", "attack_back", "sword")))
    assert meetings(spec) == ["a sword, b sword", "b gun, c dodge"]
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({"b": 2}, {})


# What rolls are divided by


@pytest.mark.rule("BD-WHO-4", "BD-WHO-5")
def test_as_many_attacks_as_one_makes_divide_each_of_them() -> None:
    spec = scene(strikes("a", "b sword", "c sword"), waits("b"))
    spec.when(waits("c"), "b: easy_target a", "c: attack_back a sword")
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({"a": 2}, {})


@pytest.mark.rule("BD-WHO-4", "BD-OBJ-2", "BD-ROUND-4", "BD-RNG-4")
def test_attacks_on_objects_are_attacks_like_others_but_no_fight() -> None:
    spec = given(
        fight(armed("a"), armed("b"), "wooden_door"), *round_of("a", "b"), strikes("a", "b gun", "wooden_door sword")
    )
    spec.when(strikes("b", "a gun"))
    assert meetings(spec) == ["a gun, b dodge", "a attack wooden_door sword", "a dodge, b gun"]
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({"a": 2}, {})


@pytest.mark.rule("BD-RNG-4", "BD-RUL-26")
@pytest.mark.parametrize(
    ("answer", "divisors", "dodges"),
    [
        (("easy_target", "easy_target"), {"c": 2}, {}),
        (("dodge", "easy_target"), {"c": 3}, {"c": 3}),
        (("dodge", "dodge"), {"c": 3}, {"c": 3}),  # several missiles dodged count once
    ],
)
def test_who_fights_in_melee_and_dodges_missiles_splits_its_attention(
    answer: tuple[str, str], divisors: dict[str, int], dodges: dict[str, int]
) -> None:
    people = [armed(name) for name in ("a", "b", "c", "d")]
    shots = (strikes("a", "c gun"), strikes("b", "c gun"))
    spec = given(fight(*people), *round_of("a", "b", "c", "d"), *shots, strikes("c", "d sword", "b gun"))
    spec.when(waits("d"), "d: easy_target c", f"c: {answer[0]} a, {answer[1]} b")
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == (divisors, dodges)


@pytest.mark.rule("BD-RNG-4", "BD-RNG-6")
def test_a_missile_dodged_without_a_fight_in_melee_divides_nothing() -> None:
    spec = scene(strikes("a", "b gun"), strikes("b", "c gun")).when(waits("c"), "b: dodge a", "c: dodge b")
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({}, {})


@pytest.mark.rule("BD-RNG-4")
def test_a_shot_at_one_that_strikes_hand_to_hand_is_a_fight_in_melee() -> None:
    spec = scene(strikes("a", "c gun"), strikes("b", "c sword"), close=True)
    spec.when(waits("c"), "c: dodge a, attack_back b gun")
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({"c": 2}, {"c": 2})


@pytest.mark.rule("BD-RNG-4")
def test_an_easy_target_in_melee_fights_nobody_and_dodges_undivided() -> None:
    spec = scene(strikes("a", "c gun"), strikes("b", "c sword")).when(waits("c"), "c: dodge a, easy_target b")
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({}, {})


@pytest.mark.rule("BD-RNG-5")
def test_a_full_dodge_is_never_divided() -> None:
    spec = scene(strikes("a", "c gun"), strikes("b", "c sword")).when(waits("c"), "c: full_dodge a")
    assert (spec.fight.divisors, spec.fight.dodge_divisors) == ({}, {})


@pytest.mark.rule("BD-WHO-5")
def test_the_divisor_does_not_shrink_when_a_target_falls() -> None:
    spec = scene(strikes("a", "b sword", "c sword"), waits("b"))
    spec.when(waits("c"), "b: easy_target a", "c: easy_target a")
    spec.given(FellUnconscious(combatant="b", reason="wounds"))
    spec.when(Resolve(), throws=["a swordplay W2[3,3]=0 B2[3,3]=0"])
    assert [event.divisor for event in spec.events if isinstance(event, DiceThrown)] == [2]
