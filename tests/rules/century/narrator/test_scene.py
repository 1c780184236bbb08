"""The scene, standing modifiers of attacks, and scores that change (CE-SHEET-32, CE-SHEET-44, CE-MOD-25, CE-ABIL-7)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.narrator.scene import (
    CircumstanceEnded,
    CircumstanceSet,
    SceneSet,
    ScoreSet,
    SetCircumstance,
    SetScene,
    SetScore,
)
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.parts import CandidateSheet
from domain.rulesets.century.state import Circumstance, Scene
from tests.rules.century.builders import last_parts, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, check, fight, given, roll, stub


def circumstance(amount: int, label: str = "smoke", **said: Any) -> SetCircumstance:
    return SetCircumstance(label=label, amount=amount, **said)


def amounts(spec: Specification, target: str = "b") -> list[tuple[str, int]]:
    """The circumstances that count when ``a`` attacks."""
    spec.when(attack("a", target, range="melee"), throws=["a d100: 90"])
    return [(part.label, part.amount) for part in last_parts(spec) if part.key == "circumstance"]


@pytest.mark.rule("CE-SHEET-32")
def test_a_scene_begins_by_day_dry_and_calm_and_what_is_not_set_stays() -> None:
    spec = given(fight("a"))
    assert spec.fight.scene == Scene("day", rain=False, wind=False)
    spec.when(SetScene(light="low", wind=True)).then(SceneSet(light="low", rain=False, wind=True))
    spec.when(SetScene(rain=True, notes="neon")).then(SceneSet(light="low", rain=True, wind=True, notes="neon"))
    spec.when(SetScene(wind=False))
    assert spec.fight.scene == Scene("low", rain=True, wind=False, notes="neon")
    spec.when(SetScene()).refused(None, "invalid")


@pytest.mark.rule("CE-SHEET-32")
@pytest.mark.parametrize(
    ("light", "target"), [("day", 99), ("low", 69), ("moonlight", 49), ("twilight", 29), ("dark", 9)]
)
def test_light_takes_off_skill_rolls(light: Any, target: int) -> None:
    spec = given(fight("a"), SetScene(light=light)).when(roll("a", 99), throws=["a d100: 6"])
    assert targets(spec) == [target]


@pytest.mark.rule("CE-MOD-25", "CE-SHEET-44")
def test_a_circumstance_is_on_all_attacks_on_those_by_or_on_those_on_somebody() -> None:
    spec = skirmish("a", "b", "c", after=(circumstance(-5), circumstance(7, "high", on="attacks_by", combatant="a")))
    spec.given(circumstance(-9, "far", on="attacks_on", combatant="b"))
    spec.given(circumstance(3, "other", on="attacks_by", combatant="b"))
    spec.given(circumstance(4, "third", on="attacks_on", combatant="c"))
    assert amounts(spec) == [("smoke", -5), ("high", 7), ("far", -9)]
    assert targets(spec) == [53]


@pytest.mark.rule("CE-MOD-25", "CE-SHEET-44")
def test_a_circumstance_counts_in_attacks_alone() -> None:
    spec = given(fight("a"), circumstance(-5)).when(roll("a", 50), throws=["a d100: 40"])
    assert targets(spec) == [50]
    passed = given(fight("a"), circumstance(-5)).when(check("a", "gas", 50), throws=["a d100: 40"])
    assert "circumstance" not in parts(passed)


@pytest.mark.rule("CE-MOD-25", "CE-SHEET-44")
def test_a_newer_circumstance_of_its_label_and_scope_replaces_it() -> None:
    spec = skirmish(
        "a", "b", after=(circumstance(-5), circumstance(-20), circumstance(5, on="attacks_by", combatant="a"))
    )
    assert amounts(spec) == [("smoke", -20), ("smoke", 5)]


@pytest.mark.rule("CE-MOD-25", "CE-SHEET-44")
def test_an_amount_of_0_ends_it_and_a_round_can() -> None:
    spec = skirmish(
        "a", "b", after=(circumstance(-5), circumstance(-6, "fog", until=1), circumstance(-7, "dust", until=2))
    )
    spec.when(circumstance(0)).then(CircumstanceEnded(circumstance=Circumstance("smoke", -5, "all")))
    refused(spec.when(circumstance(0)), "CE-MOD-25", "command.amount")
    spec.when(FinishRound(actor="a")).when(FinishRound(actor="b")).then(CircumstanceEnded)
    assert [one.label for one in spec.fight.circumstances.values()] == ["dust"]
    refused(spec.when(circumstance(-5, until=1)), "CE-MOD-25", "command.until")
    spec.when(circumstance(-5, until=2)).then(CircumstanceSet)


@pytest.mark.rule("CE-MOD-25")
def test_a_circumstance_may_be_called_a_star() -> None:
    spec = given(fight("a"), circumstance(-5, "*"))
    refused(spec.when(circumstance(0)), "CE-MOD-25", "command.amount")
    spec.when(circumstance(0, "*")).then(CircumstanceEnded(circumstance=Circumstance("*", -5, "all")))


@pytest.mark.rule("CE-MOD-25")
def test_a_circumstance_names_whose_attacks_it_is_on_or_nobody() -> None:
    spec = given(fight("a"))
    refused(spec.when(circumstance(-5, on="attacks_by")), "CE-MOD-25", "command.combatant")
    refused(spec.when(circumstance(-5, combatant="a")), "CE-MOD-25", "command.combatant")


@pytest.mark.rule("CE-ABIL-7")
def test_a_score_that_changes_counts_at_once_but_not_where_the_target_is_fixed() -> None:
    there = [stub("a", role="character", fp=1), stub("desk", kind="object", damage_capacity=5)]
    way = (CandidateSheet(abilities=("agl",), base=50),)
    spec = given(fight(*there)).when(roll("a", candidates=way), "a: fate_before 0", throws=["a d100: 55"])
    spec.asks("fate_after", "a").when(SetScore(combatant="a", ability="agl", score=12)).then(ScoreSet)
    assert spec.fight.rolls[next(iter(spec.fight.rolls))].target == 50
    spec.answer(0).when(roll("a", candidates=way), "a: fate_before 0", throws=["a d100: 55"])
    assert targets(spec) == [59]
    refused(spec.when(SetScore(combatant="desk", ability="str", score=12)), "CE-SHEET-3", "command.combatant")
