"""Responses: how those who are attacked meet it, and who fights whom then (BD-WHO-4 to -9, BD-RNG-3, -4, -9, -15)."""

from typing import Any

import pytest

from domain.core_commands import Join, SetPolicy
from domain.event import Json
from domain.rulesets.black_dice.commands import (
    Aiming,
    Awareness,
    CoverSheet,
    Declare,
    Disengaging,
    Distance,
    Going,
    Place,
    ReplyTo,
    Resolve,
    Respond,
)
from domain.rulesets.black_dice.events.harm import FellUnconscious, HealthLost
from domain.rulesets.black_dice.events.rounds import AgendaSet, Declared, ExchangeDecided, Responded
from domain.rulesets.black_dice.events.throws import DiceThrown
from domain.rulesets.black_dice.state import Declaration, Reply
from domain.speaker import Speaker
from tests.rules.black_dice.declaring import meetings, strikes, waits
from tests.rules.black_dice.specification import Specification, Step, fight, given, plain, round_of

SWORD = {"id": "sword", "skill": "swordplay", "mode": "melee", "damage": 1, "reach": 2}
GUN = {"id": "gun", "skill": "pistol", "mode": "ranged", "damage": 1}


def armed(name: str, dex: int = 2, **sheet: Any) -> Join:
    """Somebody with a sword and a gun in hand, who may attack one more than its DEX."""
    own = {"stats": {"dex": dex}, "weapons": [SWORD, GUN], "ready": ["sword", "gun"], **sheet}
    return plain(name, **own)


def scene(*declared: Step, close: bool = False, dex: int = 2, **options: Any) -> Specification:
    """a, b, c in this order of the round, close to one another or not, after these declarations."""
    people = [armed(name, dex) for name in "abc"]
    places = [Place(combatant="a", close_to=("b", "c")), Place(combatant="b", close_to=("c",))] if close else []
    return given(fight(*people, **options), *places, *round_of("a", "b", "c"), *declared)


def reply(attacker: str, does: Any, weapon: str | None = None) -> dict[str, Json]:
    return {"attacker": attacker, "does": does, **({"weapon": weapon} if weapon else {})}


def replies(*given_replies: dict[str, Json]) -> Json:
    return {"replies": list(given_replies)}


# Who has to reply


@pytest.mark.rule("BD-WHO-7", "BD-ROUND-1", "BD-ROUND-4")
def test_who_is_attacked_is_asked_once_about_all_its_attackers() -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    assert [(prompt.kind, prompt.to, prompt.about) for prompt in spec.fight.prompts] == [
        ("response", "c", {"attackers": ["a", "b"]})
    ]
    spec.when(Resolve()).refused(None)
    spec.answer(replies(reply("a", "attack_back", "sword"), reply("b", "dodge")))
    answered = {"a": Reply("attack_back", "sword"), "b": Reply("dodge")}
    spec.then(Responded("c", answered), AgendaSet).follows(Responded, type(spec.events[1]))
    assert meetings(spec) == ["a sword, c sword", "b gun, c dodge"]


@pytest.mark.rule("BD-WHO-7")
def test_prompts_open_together_and_are_answered_in_any_order() -> None:
    spec = scene(strikes("a", "b sword", "c sword"), waits("b")).when(waits("c"))
    assert [prompt.to for prompt in spec.fight.prompts] == ["b", "c"]
    mine = Speaker("player", ("c",))
    spec.when(Respond(actor="c", replies=(ReplyTo(attacker="a", does="easy_target"),)), speaker=mine)
    spec.then(Responded).never(AgendaSet)
    spec.when(Respond(actor="b", replies=(ReplyTo(attacker="a", does="full_dodge"),))).then(Responded, AgendaSet)
    assert meetings(spec) == ["a sword, b full_dodge", "a sword, c easy_target"]


@pytest.mark.rule("BD-WHO-6", "BD-ATK-2")
def test_two_that_attack_each_other_are_one_exchange_and_nobody_is_asked() -> None:
    spec = scene(strikes("a", "b sword"), strikes("b", "a sword")).when(waits("c"))
    assert meetings(spec) == ["a sword, b sword"]
    assert not spec.fight.prompts
    exchange = next(iter(spec.fight.exchanges.values()))
    assert [part.declared for part in exchange.parts] == [True, True]


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


@pytest.mark.rule("BD-WHO-7", "BD-MOD-11")
def test_who_dodges_fully_by_declaration_is_not_asked() -> None:
    spec = scene(strikes("a", "b sword"), Declare(actor="b", full_dodge=True)).when(strikes("c", "b gun"))
    assert meetings(spec) == ["a sword, b full_dodge", "b full_dodge, c gun"]


@pytest.mark.rule("BD-WHO-7", "BD-WHO-3")
def test_where_one_answer_is_left_it_is_given_at_once() -> None:
    spec = scene(strikes("a", "b sword"), strikes("b", "c sword"), dex=0)
    spec.when(waits("c"), "c: easy_target b").then(Responded("b", {"a": Reply("easy_target")}), AgendaSet)
    assert not spec.fight.prompts


@pytest.mark.rule("BD-ROUND-2", "BD-WHO-12")
def test_who_takes_no_part_is_an_easy_target_without_a_response() -> None:
    spec = given(fight(armed("a"), armed("b")), *round_of("a", "b"), armed("late"), armed("down"))
    spec.given(FellUnconscious("down", "wounds"), FellUnconscious("b", "wounds"))
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


# Ways to meet an attack


@pytest.mark.rule("BD-WHO-7")
@pytest.mark.parametrize(
    ("does", "weapon", "rule"),
    [
        ("attack_back", "sword", None),
        ("attack_back", "gun", None),
        ("attack_back", "fists", None),
        ("easy_target", None, None),
        ("full_dodge", None, None),
        ("dodge", None, "BD-WHO-7"),
        ("hit_back", "sword", "BD-RNG-9"),
        ("easy_target", "sword", "BD-WHO-7"),
    ],
)
def test_a_melee_attack_is_answered_by_an_attack_by_standing_open_or_by_dodging_fully(
    does: Any, weapon: str | None, rule: str | None
) -> None:
    spec = scene(strikes("a", "b sword"), waits("b")).when(waits("c"))
    spec.answer(replies(reply("a", does, weapon)))
    assert (spec.refusal.rule if spec.refusal else None) == rule


@pytest.mark.rule("BD-RNG-1", "BD-RNG-9")
@pytest.mark.parametrize(
    ("does", "weapon", "afar", "near"),
    [
        ("dodge", None, None, None),
        ("easy_target", None, None, None),
        ("full_dodge", None, None, None),
        ("hit_back", "sword", "BD-RNG-9", None),
        ("hit_back", "gun", "BD-RNG-9", None),
        ("attack_back", "sword", "BD-RNG-1", "BD-RNG-1"),
    ],
)
def test_a_missile_is_dodged_and_hit_back_at_from_close_by(
    does: Any, weapon: str | None, afar: str | None, near: str | None
) -> None:
    for close, rule in ((False, afar), (True, near)):
        spec = scene(strikes("a", "b gun"), waits("b"), close=close).when(waits("c"))
        spec.answer(replies(reply("a", does, weapon)))
        assert (spec.refusal.rule if spec.refusal else None) == rule


@pytest.mark.rule("BD-WHO-7")
@pytest.mark.parametrize(
    "answer",
    [
        replies(reply("a", "easy_target")),
        replies(reply("a", "easy_target"), reply("a", "easy_target")),
        replies(reply("a", "easy_target"), reply("b", "dodge"), reply("z", "dodge")),
        replies(reply("a", "easy_target"), reply("b", "full_dodge")),
        replies(reply("a", "full_dodge"), reply("z", "full_dodge")),
    ],
)
def test_each_attacker_is_met_once_and_a_full_dodge_meets_them_all(answer: Json) -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    spec.answer(answer).refused("BD-WHO-7")


@pytest.mark.rule("BD-WHO-7", "BD-WHO-8")
@pytest.mark.parametrize("named", [("a",), ("b", "a")])
def test_one_full_dodge_is_for_all_attackers(named: tuple[str, ...]) -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    spec.answer(replies(*[reply(name, "full_dodge") for name in named]))
    spec.then(Responded("c", {"a": Reply("full_dodge"), "b": Reply("full_dodge")}))
    assert meetings(spec) == ["a sword, c full_dodge", "b gun, c full_dodge"]


@pytest.mark.rule("BD-WHO-7")
def test_who_has_declared_an_attack_does_not_dodge_fully() -> None:
    spec = scene(strikes("a", "c sword"), waits("b")).when(strikes("c", "b sword"))
    spec.answer(replies(reply("a", "full_dodge")), to="c").refused("BD-WHO-7")


@pytest.mark.rule("BD-WHO-5", "BD-WHO-3", "BD-RUL-25")
def test_striking_back_counts_towards_the_limit() -> None:
    both = replies(reply("a", "attack_back", "sword"), reply("b", "attack_back", "sword"))
    spec = scene(strikes("a", "c sword"), strikes("b", "c sword"), dex=0).when(waits("c"))
    spec.answer(both).refused("BD-WHO-5")
    spec.answer(replies(reply("a", "attack_back", "sword"), reply("b", "easy_target"))).then(AgendaSet)
    assert spec.fight.divisors == {}
    spec = scene(strikes("a", "c sword"), strikes("b", "c sword"), dex=1).when(waits("c"))
    spec.answer(both).then(AgendaSet)
    assert spec.fight.divisors == {"c": 2}
    near = scene(strikes("a", "c gun"), strikes("b", "c sword"), dex=0, close=True).when(waits("c"))
    near.answer(replies(reply("a", "hit_back", "sword"), reply("b", "attack_back", "sword"))).refused("BD-WHO-5")


@pytest.mark.rule("BD-COVER-7")
def test_one_does_not_strike_back_at_total_cover() -> None:
    hidden = Place(combatant="a", cover=CoverSheet(kind="total", against=("b",)))
    spec = scene(hidden, strikes("a", "b sword"), waits("b")).when(waits("c"))
    spec.answer(replies(reply("a", "attack_back", "sword"))).refused("BD-COVER-7")
    near = scene(hidden, strikes("a", "b gun"), waits("b"), close=True).when(waits("c"))
    near.answer(replies(reply("a", "hit_back", "gun"))).refused("BD-COVER-7")
    near.answer(replies(reply("a", "dodge"))).then(AgendaSet)


def test_who_strikes_back_names_a_weapon_that_it_has() -> None:
    spec = scene(strikes("a", "b sword"), waits("b")).when(waits("c"))
    spec.answer(replies(reply("a", "attack_back"))).refused(None, "invalid")
    spec.answer(replies(reply("a", "attack_back", "rifle"))).refused(None, "invalid")


@pytest.mark.rule("BD-SKILL-6", "BD-WHO-7")
def test_who_may_not_try_a_skill_does_not_strike_back_with_it() -> None:
    spec = scene(strikes("a", "b fists"), waits("b"), untrained="common_only").when(waits("c"))
    spec.answer(replies(reply("a", "attack_back", "sword"))).refused("BD-SKILL-6")
    spec.answer(replies(reply("a", "attack_back", "fists"))).then(AgendaSet)


# What an answer gives up


@pytest.mark.rule("BD-WHO-8")
@pytest.mark.parametrize(
    "deed",
    [
        Declare(actor="b", move=Going(close_to="c")),
        Declare(actor="b", aim=Aiming(weapon="gun", target="c")),
        Declare(actor="b", ready=("sword",)),
        Declare(actor="b", act="other"),
    ],
)
@pytest.mark.parametrize(
    ("blow", "answer", "gives_up"),
    [
        ("sword", reply("a", "attack_back", "sword"), True),
        ("sword", reply("a", "full_dodge"), True),
        ("sword", reply("a", "easy_target"), False),
        ("gun", reply("a", "dodge"), False),
    ],
)
def test_fighting_back_and_dodging_fully_give_up_a_deed_that_is_no_attack(
    deed: Declare, blow: str, answer: dict[str, Json], gives_up: bool
) -> None:
    spec = scene(strikes("a", f"b {blow}"), deed).when(waits("c"))
    declared = spec.fight.declarations["b"].deed
    spec.answer(replies(answer))
    responded = next(event for event in spec.events if isinstance(event, Responded))
    assert responded.gives_up == (declared if gives_up else None)
    assert [item.deed for item in spec.fight.agenda] == ["attack", *([] if gives_up else [declared])]


@pytest.mark.rule("BD-WHO-8")
def test_hitting_back_gives_a_deed_up_and_waiting_is_nothing_to_give_up() -> None:
    spec = scene(strikes("a", "b gun"), Declare(actor="b", ready=("sword",)), close=True).when(waits("c"))
    spec.answer(replies(reply("a", "hit_back", "gun"))).then(Responded("b", {"a": Reply("hit_back", "gun")}, "ready"))
    spec = scene(strikes("a", "b gun"), waits("b"), close=True).when(waits("c"))
    spec.answer(replies(reply("a", "hit_back", "gun"))).then(Responded("b", {"a": Reply("hit_back", "gun")}))


@pytest.mark.rule("BD-WHO-8", "BD-WHO-10")
def test_who_has_disengaged_dodges_missiles_but_not_fully_and_attacks_nobody() -> None:
    deck = Distance(zones=("here", "deck"), feet=15)
    leave = Declare(actor="vane", disengage=Disengaging(zone="deck"))
    setting: tuple[Step, ...] = (fight("vane", "t1", "quill"), deck, Place(combatant="vane", close_to=("t1",)))
    spec = given(*setting, *round_of("vane", "quill", "t1"), leave, strikes("quill", "vane rifle"))
    spec.when(waits("t1")).asks("response", "vane")
    spec.answer(replies(reply("quill", "full_dodge"))).refused("BD-WHO-8")
    spec.answer(replies(reply("quill", "dodge"))).then(AgendaSet)
    throws = ["vane dodge W7[1,6,2,3,4,5,2]=2", "quill rifle W9[1,2,3,4,5,2,3,4,5]=1"]
    spec.when(Resolve(), throws=throws).then(ExchangeDecided).never(HealthLost)
    caught = given(*setting, *round_of("vane", "quill", "t1"), leave, strikes("quill", "vane rifle"))
    caught.given(Place(combatant="quill", zone="deck", close_to=("vane",))).when(waits("t1"))
    caught.answer(replies(reply("quill", "hit_back", "cutlass"))).refused("BD-WHO-5")


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
    spec = scene(strikes("a", "b gun"), strikes("b", "a gun")).when(strikes("c", "b sword"))
    assert [prompt.about["attackers"] for prompt in spec.fight.prompts] == [["a", "c"]]
    tired = scene(strikes("a", "b gun"), strikes("b", "a gun"), dex=0).when(strikes("c", "b sword"))
    assert not tired.fight.prompts
    assert meetings(tired) == ["a gun, b dodge", "a dodge, b gun", "b easy_target, c sword"]


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


@pytest.mark.rule("BD-WHO-4", "BD-OBJ-2", "BD-ROUND-4")
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
    spec.given(FellUnconscious("b", "wounds"))
    spec.when(Resolve(), throws=["a swordplay W2[3,3]=0 B2[3,3]=0"])
    assert [event.divisor for event in spec.events if isinstance(event, DiceThrown)] == [2]


# Policies


def with_policy(policy: Json, *declared: Step, **more: Any) -> Specification:
    return scene(SetPolicy(of="c", kind="response", answer=policy), *declared, **more).when(waits("c"))


@pytest.mark.rule("BD-SKILL-14")
@pytest.mark.parametrize(
    ("policy", "blows", "expected"),
    [
        ("attack_back", ("sword", "sword"), ["a sword, c sword", "b sword, c sword"]),
        ("attack_back", ("gun", "sword"), ["a gun, c easy_target", "b sword, c sword"]),
        ("dodge", ("gun", "sword"), ["a gun, c dodge", "b sword, c easy_target"]),
        ("easy_target", ("gun", "sword"), ["a gun, c easy_target", "b sword, c easy_target"]),
    ],
)
def test_a_policy_answers_as_far_as_it_can_and_stands_open_where_it_cannot(
    policy: str, blows: tuple[str, str], expected: list[str]
) -> None:
    spec = with_policy(policy, strikes("a", f"c {blows[0]}"), strikes("b", f"c {blows[1]}"))
    assert not spec.fight.prompts
    assert meetings(spec) == expected


@pytest.mark.rule("BD-SKILL-14")
def test_attacking_back_by_policy_becomes_hitting_back_at_a_close_missile() -> None:
    spec = with_policy("attack_back", strikes("a", "c gun"), waits("b"), close=True)
    spec.then(Responded("c", {"a": Reply("hit_back", "sword")}))


@pytest.mark.rule("BD-SKILL-14")
def test_by_policy_the_earlier_attackers_are_answered_first_as_far_as_the_limit_goes() -> None:
    spec = with_policy("attack_back", strikes("a", "c sword"), strikes("b", "c sword"), dex=0)
    assert meetings(spec) == ["a sword, c sword", "b sword, c easy_target"]


@pytest.mark.rule("BD-SKILL-14")
@pytest.mark.parametrize(
    ("sheet", "weapon"),
    [
        ({"ready": ["gun", "sword"]}, "gun"),
        ({"ready": []}, "fists"),
        ({"ready": [], "skills": {"martial_arts": 1}}, "martial_strike"),
        ({"ready": [], "skills": {"martial_arts": 1}, "weapons": [SWORD, {"id": "iron_fists"}]}, "iron_fists"),
        ({"ready": ["sword"], "weapons": [{"id": "iron_fists"}, SWORD]}, "sword"),
    ],
)
def test_a_policy_takes_what_is_ready_then_what_is_natural_then_bare_hands(sheet: dict[str, Any], weapon: str) -> None:
    target = armed("c", policy={"response": "attack_back"}, **sheet)
    spec = given(fight(armed("a"), target), *round_of("a", "c"), strikes("a", "c sword")).when(waits("c"))
    spec.then(Responded("c", {"a": Reply("attack_back", weapon)}))


@pytest.mark.rule("BD-SKILL-14", "BD-COVER-7")
def test_a_policy_does_not_strike_back_at_total_cover() -> None:
    hidden = Place(combatant="a", cover=CoverSheet(kind="total"))
    spec = with_policy("attack_back", hidden, strikes("a", "c sword"), waits("b"))
    spec.then(Responded("c", {"a": Reply("easy_target")}))


@pytest.mark.rule("BD-SKILL-14", "BD-SKILL-6")
def test_a_policy_takes_no_weapon_that_may_not_be_tried() -> None:
    spec = with_policy("attack_back", strikes("a", "c fists"), waits("b"), untrained="common_only")
    spec.then(Responded("c", {"a": Reply("attack_back", "fists")}))


@pytest.mark.rule("BD-SKILL-14")
def test_who_wants_to_be_asked_is_asked_and_says_no_word_of_a_policy() -> None:
    spec = with_policy("ask", strikes("a", "c sword"), waits("b"))
    spec.asks("response", "c").answer("easy_target").refused("BD-SKILL-14")
    fixed = with_policy(replies(reply("a", "full_dodge")), strikes("a", "c sword"), waits("b"))
    assert meetings(fixed) == ["a sword, c full_dodge"]


@pytest.mark.rule("BD-SKILL-14")
def test_the_answers_that_are_offered_are_legal_and_treat_attackers_alike() -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    forms = spec.fight.prompts[0].forms
    assert forms == (
        replies(reply("a", "easy_target"), reply("b", "easy_target")),
        replies(reply("a", "easy_target"), reply("b", "dodge")),
        replies(reply("a", "attack_back", "sword"), reply("b", "easy_target")),
        replies(reply("a", "attack_back", "gun"), reply("b", "easy_target")),
        replies(reply("a", "attack_back", "fists"), reply("b", "easy_target")),
        replies(reply("a", "full_dodge"), reply("b", "full_dodge")),
    )
    for form in forms:
        scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c")).answer(form).then(AgendaSet)


def test_an_answer_sent_along_comes_first() -> None:
    spec = scene(SetPolicy(of="c", kind="response", answer="dodge"), strikes("a", "c gun"), waits("b"))
    spec.when(waits("c"), "c: easy_target a").then(Declared("c", Declaration("wait")), Responded)
    assert meetings(spec) == ["a gun, c easy_target"]
