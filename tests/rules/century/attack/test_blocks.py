"""Blocks and parries (CE-BLOCK, CE-PARRY): against melee, with an arm, an item, a weapon that one can lift."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import Prompted
from domain.rulesets.century.chapters.attack.defences import DEFENCES, Defended, Outpaced
from domain.rulesets.century.chapters.attack.shots import ShotMissed
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.downed import Downed
from domain.rulesets.century.chapters.items.jams import WeaponFailed
from domain.rulesets.century.state import Condition, DefenceCalled
from tests.rules.century.builders import FATE, paid, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, stub

MISS = ["d100: 93"]
DOG = {"kind": "animal", "str": 8, "agl": 9, "con": 9, "iq": 3, "hands": 0, "mp_base": 10, "modes": ["legs4"]}


def dog(name: str) -> Join:
    """An animal that bites."""
    natural = [{"name": "bite", "damage": "1d4"}]
    return stub(name, turn_rate=1, natural=natural, **DOG)


def struck(b: Join | str = "b", *arms: str, **options: Any) -> Specification:
    """a strikes at b with its bare hands, or with what it is given; b is asked."""
    return skirmish(stub("a", *arms), b, asked=("b",), **options).when(attack("a", "b", range="melee"))


def struck_with(weapon: dict[str, Any], b: Join) -> Specification:
    """a strikes at b with a weapon of its own."""
    armed = stub("a", weapons=[weapon], held={"right": weapon["id"]})
    return skirmish(armed, b, asked=("b",)).when(attack("a", "b", range="melee"))


def block(with_item: str | None = None, **fields: Any) -> dict[str, Any]:
    """The answer that calls a block, or another defence."""
    return {"defence": "block", **({} if with_item is None else {"with": with_item}), **fields}


def options_of(spec: Specification) -> list[Any]:
    """The defences that are offered."""
    answers = [*spec.listed_answers(), *DEFENCES]
    return [one for one in answers if one == "none" or spec.may_answer({"defence": one})]


@pytest.mark.rule("CE-BLOCK-1", "CE-BLOCK-2", "CE-MOD-9", "CE-RUL-75", "CE-HIT-5")
def test_a_block_takes_thirty_off_and_costs_four() -> None:
    spec = struck(stub("b", agl=16)).answer(block("left_arm"), throws=["d100: 31"])
    spec.then(
        Defended(combatant="b", attacker="a", defence=DefenceCalled("block", 30, with_item="left_arm")), ShotMissed
    )
    assert (targets(spec), paid(spec), parts(spec)["block"]) == ([30], [("b", 4)], -30)


@pytest.mark.rule("CE-BLOCK-2", "CE-RUL-75")
@pytest.mark.parametrize("points", [0, 3, 10])
def test_by_option_a_block_costs_something_else_and_a_parry_does_not(points: int) -> None:
    spec = struck(stub("b", "sword"), block_mp=points).answer(block(), throws=MISS)
    assert paid(spec) == [("b", points)]
    parried = struck(stub("b", "sword"), block_mp=points).answer({"defence": "parry"}, throws=MISS)
    assert paid(parried) == [("b", 4)]


@pytest.mark.rule("CE-BLOCK-3")
@pytest.mark.parametrize("item", [None, "left_arm", "right_arm", "pistol_22"])
def test_a_block_is_made_with_an_arm_though_its_hand_be_full_or_with_a_held_item(item: str | None) -> None:
    armed = stub("b", weapons=[{"id": "pistol_22"}, {"id": "sword"}], held={"right": "pistol_22"})
    spec = (
        struck(armed)
        .answer(block(item), throws=MISS)
        .then(Defended(combatant="b", attacker="a", defence=DefenceCalled("block", 30, False, item)))
    )
    assert spec.fight.people["b"].held == {"right": "pistol_22"}
    for wrong in ("sword", "bite", "leg"):
        refused(struck(armed).answer(block(wrong)), "CE-BLOCK-3", "command.answer.with")


@pytest.mark.rule("CE-BLOCK-3")
def test_animals_block_with_a_natural_attack_and_whoever_has_nothing_does_not_block() -> None:
    for item in (None, "bite"):
        struck(dog("b")).answer(block(item), throws=MISS).then(Defended)
    refused(struck(dog("b")).answer(block("left_arm")), "CE-BLOCK-3", "command.answer.with")
    limp = stub("b", turn_rate=1, **DOG)
    assert options_of(struck(limp)) == ["none", "dodge"]
    refused(struck(limp).answer(block()), "CE-BLOCK-3", "command.answer.defence")


@pytest.mark.rule("CE-BLOCK-3")
def test_a_dodge_is_made_with_nothing() -> None:
    refused(struck().answer({"defence": "dodge", "with": "left_arm"}), "CE-BLOCK-3", "command.answer.with")


@pytest.mark.rule("CE-BLOCK-4", "CE-PARRY-4", "CE-RUL-75")
@pytest.mark.parametrize(("defence", "rule"), [("block", "CE-BLOCK-4"), ("parry", "CE-PARRY-4")])
def test_neither_helps_against_what_is_shot_or_thrown(defence: str, rule: str) -> None:
    dart = {"id": "dart", "kind": "knife", "mode": "thrown", "range": [3, 6, 9]}
    thrower = stub("a", weapons=[dart], held={"right": "dart"})
    for attacker in (stub("a", "avenger_9mm"), thrower, stub("a", "grenade")):
        spec = skirmish(attacker, stub("b", "sword"), asked=("b",)).when(attack("a", "b", range="short"))
        assert options_of(spec) == ["none", "dodge"]
        refused(spec.answer({"defence": defence}), rule, "command.answer.defence")


@pytest.mark.rule("CE-BLOCK-4", "CE-PARRY-4")
@pytest.mark.parametrize(("defence", "rule"), [("block", "CE-BLOCK-4"), ("parry", "CE-PARRY-4")])
def test_nor_against_a_hand_weapon_that_has_an_area(defence: str, rule: str) -> None:
    charge = {"id": "pole_charge", "kind": "spear", "area": 2}
    spec = struck_with(charge, stub("b", "sword"))
    assert options_of(spec) == ["none", "dodge"]
    refused(spec.answer({"defence": defence}), rule, "command.answer.defence")


@pytest.mark.rule("CE-BLOCK-5", "CE-PARRY-4")
@pytest.mark.parametrize("defence", ["block", "parry"])
def test_the_too_slow_buy_them_with_fate(defence: str) -> None:
    fast = {"a": 12, "b": 7}
    skirmish("a", stub("b", "sword"), asked=("b",), scores=fast).when(
        attack("a", "b", range="melee"), throws=MISS
    ).then(Outpaced).never(Prompted)
    spec = struck(stub("b", "sword", **FATE), scores=fast).asks("defence", "b")
    refused(spec.answer({"defence": defence}), "CE-DODGE-4", "command.answer.fate")
    spec.answer({"defence": defence, "fate": True}, throws=MISS).then(Defended, Outpaced)
    assert (targets(spec), spec.fight.people["b"].fp, spec.fight.people["b"].pool) == ([30], 0, 6)
    needless = struck(stub("b", "sword", **FATE))
    refused(needless.answer({"defence": defence, "fate": True}), "CE-DODGE-5", "command.answer.fate")


@pytest.mark.rule("CE-BLOCK-5", "CE-PARRY-4", "CE-DODGE-16", "CE-HIT-11")
def test_who_cannot_dodge_cannot_block_or_parry_either() -> None:
    for options in ({"pools": {"b": 3}}, {"after": (Downed(combatant="b", dies_in_round=2),)}):
        spec = skirmish("a", stub("b", "sword"), asked=("b",), **options)
        spec.when(attack("a", "b", range="melee"), throws=MISS).never(Prompted)
    spec = skirmish("a", stub("b", "sword"), asked=("b",))
    spec.when(attack("a", "b", range="melee", unaware=True), throws=MISS).never(Prompted)
    stunned = (ConditionSet(combatant="b", condition=Condition("stunned")),)
    free = skirmish("a", stub("b", "sword"), asked=("b",), after=stunned, block_mp=0)
    free.when(attack("a", "b", range="melee"), throws=MISS).never(Prompted)


@pytest.mark.rule("CE-PARRY-1", "CE-PARRY-2", "CE-RUL-75", "CE-HIT-5")
def test_a_parry_costs_four_and_takes_thirty_off() -> None:
    spec = struck(stub("b", "sword", agl=16)).answer({"defence": "parry", "with": "sword"}, throws=["d100: 31"])
    spec.then(Defended(combatant="b", attacker="a", defence=DefenceCalled("parry", 30, with_item="sword")), ShotMissed)
    assert (targets(spec), paid(spec), parts(spec)["parry"]) == ([30], [("b", 4)], -30)


@pytest.mark.rule("CE-PARRY-3", "CE-RUL-75")
@pytest.mark.parametrize(
    ("b", "able"),
    [
        (stub("b", "sword"), True),
        (stub("b"), False),
        (stub("b", "avenger_9mm"), False),
        (stub("b", weapons=[{"id": "sword"}]), False),
        (dog("b"), False),
        (stub("b", "chainsaw", str=7), True),
        (stub("b", "chainsaw", str=6), False),
        (stub("b", "chainsaw", "avenger_9mm", str=10), True),
        (stub("b", "chainsaw", "avenger_9mm", str=9), False),
        (stub("b", weapons=[{"id": "sword", "state": "broken"}], held={"right": "sword"}), False),
    ],
    ids=["sword", "fists", "gun", "carried", "animal", "lifted", "too heavy", "one hand", "heavy for one", "broken"],
)
def test_a_parry_takes_a_held_hand_weapon_that_one_can_lift(b: Join, able: bool) -> None:
    spec = struck(b)
    assert ("parry" in options_of(spec)) is able
    if able:
        spec.answer({"defence": "parry"}, throws=MISS).then(Defended)
    else:
        refused(spec.answer({"defence": "parry"}), "CE-PARRY-3", "command.answer.defence")


@pytest.mark.rule("CE-PARRY-3")
def test_what_one_parries_with_is_such_a_weapon() -> None:
    spec = struck(stub("b", "sword", "avenger_9mm"))
    refused(spec.answer({"defence": "parry", "with": "avenger_9mm"}), "CE-PARRY-3", "command.answer.with")
    broken = struck(stub("b", "sword", "knife"), after=(WeaponFailed(combatant="b", weapon="sword", state="broken"),))
    refused(broken.answer({"defence": "parry", "with": "sword"}), "CE-PARRY-3", "command.answer.with")
