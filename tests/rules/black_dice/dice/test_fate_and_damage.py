"""Fate against damage: a pip a point, never all of it (BD-FATE-5)."""

from typing import Any

import pytest

from domain.core.events import PromptLapsed
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.harm import DamageReduced, HealthLost, ReduceDamage
from tests.rules.black_dice.builders import RESOLVE, dying, fell, hurts, struck, sure_peril
from tests.rules.black_dice.specification import Specification, fight, given, newcomer


def hit_of(points: int, **vane: Any) -> Specification:
    """A blow of the truncheon that comes to so many points after vane's armour of 1."""
    throws = [fell("pryce", f"8/{points}"), fell("pryce weapon", "4/1"), fell("pryce strength", "3/0")]
    return struck("pryce", newcomer("vane", **vane), weapon="truncheon").when(RESOLVE, throws=throws)


@pytest.mark.rule("BD-FATE-5")
def test_a_pip_takes_a_point_off_the_damage_of_an_attack() -> None:
    spec = hit_of(6).asks("reduce_damage", "vane").never(HealthLost)
    spec.when(ReduceDamage(actor="vane", pips=3))
    spec.then(
        FateSpent(combatant="vane", pips=3, use="damage"),
        DamageReduced(combatant="vane", by=3, points=3),
        HealthLost(combatant="vane", points=3, mark="bruise", normal=0, bruise=3, health=13),
    )
    spec.follows(HealthLost, DamageReduced)
    assert spec.fight.people["vane"].fate == 9


@pytest.mark.rule("BD-FATE-5", "BD-FATE-13")
def test_who_is_no_players_takes_a_point_off_for_a_pip_too() -> None:
    spec = struck("vane", newcomer("pryce", fate=2, policy={"ask_reduce": True}))
    spec.when(RESOLVE, throws=[fell("vane", "11/3"), fell("vane weapon", "5/2"), fell("vane strength", "2/0")])
    spec.asks("reduce_damage", "pryce").answer(2, to="pryce")
    spec.then(
        FateSpent(combatant="pryce", pips=2, use="damage"),
        DamageReduced(combatant="pryce", by=2, points=1),
        HealthLost(combatant="pryce", points=1, mark="normal", normal=1, bruise=0, health=13),
    )
    assert spec.fight.people["pryce"].fate == 0


@pytest.mark.rule("BD-FATE-5", "BD-RUL-65")
def test_at_least_one_point_after_armour_remains() -> None:
    spec = hit_of(6)
    spec.when(ReduceDamage(actor="vane", pips=6)).refused("BD-FATE-5")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.pips"
    spec.when(ReduceDamage(actor="vane", pips=5)).then(
        HealthLost(combatant="vane", points=1, mark="bruise", normal=0, bruise=1, health=15)
    )
    hit_of(1).then(
        HealthLost(combatant="vane", points=1, mark="bruise", normal=0, bruise=1, health=15)
    )  # one point is not asked about


@pytest.mark.rule("BD-FATE-5", "BD-FATE-1")
def test_pips_that_are_not_there_lower_nothing() -> None:
    hit_of(6, fate=2).answer(3).refused("BD-FATE-1")
    hit_of(3, fate=0).then(HealthLost)
    spec = hit_of(3, fate=1)
    assert [prompt.about["most"] for prompt in spec.fight.prompts] == [1]
    assert [pips for pips in range(5) if spec.may_answer(pips)] == [0, 1]


@pytest.mark.rule("BD-SKILL-14")
def test_ask_is_a_policy_and_no_answer() -> None:
    hit_of(6).answer("ask").refused(None, "invalid")


@pytest.mark.rule("BD-FATE-5", "BD-FATE-1")
def test_a_purse_that_shrinks_meanwhile_is_asked_about_anew() -> None:
    spec = hit_of(6, fate=7)
    spec.when(ChangeStory(actor="vane", description="a lull"), "narrator: approve yes").then(PromptLapsed)
    assert [(prompt.kind, prompt.about["most"]) for prompt in spec.fight.prompts] == [("reduce_damage", 1)]
    spec.answer(1, throws=[fell("vane injury", "11/1", "2/0")]).then(
        HealthLost(combatant="vane", points=5, mark="bruise", normal=0, bruise=5, health=11)
    )


@pytest.mark.rule("BD-FATE-5", "BD-SKILL-14", "BD-DYING-6")
def test_nobody_is_asked_about_bruises_that_do_nothing() -> None:
    spec = struck("pryce", "vane", *dying("vane", 3, track=24), weapon="truncheon")
    throws = [fell("pryce", "8/6", "2/0"), fell("pryce weapon", "4/1"), fell("pryce strength", "3/0")]
    spec.when(RESOLVE, throws=throws).never(HealthLost)
    assert not spec.fight.prompts


@pytest.mark.rule("BD-FATE-5")
def test_nothing_spent_is_nothing_recorded() -> None:
    hit_of(3).answer(0).then(
        HealthLost(combatant="vane", points=3, mark="bruise", normal=0, bruise=3, health=13)
    ).never(FateSpent, DamageReduced)


@pytest.mark.rule("BD-FATE-5", "BD-SKILL-14")
def test_who_does_not_want_to_be_asked_takes_it_all() -> None:
    hit_of(3, policy={"ask_reduce": False}).then(
        HealthLost(combatant="vane", points=3, mark="bruise", normal=0, bruise=3, health=13)
    )
    hit_of(3, player=False).then(HealthLost(combatant="vane", points=3, mark="bruise", normal=0, bruise=3, health=13))


@pytest.mark.rule("BD-FATE-12", "BD-FATE-5")
def test_the_unconscious_spend_pips_too() -> None:
    spec = struck("pryce", "vane", FellUnconscious(combatant="vane", reason="wounds"), weapon="truncheon")
    throws = [fell("pryce", "8/3", "2/0"), fell("pryce weapon", "4/1"), fell("pryce strength", "3/0")]
    spec.when(RESOLVE, "vane: reduce_damage 2", throws=throws).then(DamageReduced(combatant="vane", by=2, points=1))


@pytest.mark.rule("BD-FATE-5", "BD-RUL-15", "BD-PERIL-11")
@pytest.mark.parametrize("option", [True, False])
def test_perils_are_lowered_only_where_the_option_says_so(option: bool) -> None:
    spec = given(fight("vane", fate_vs_perils=option)).when(sure_peril("vane", 3), throws=[hurts(3)])
    if option:
        spec.asks("reduce_damage", "vane").answer(2).then(
            HealthLost(combatant="vane", points=1, mark="normal", normal=1, bruise=0, health=15)
        )
    else:
        spec.then(HealthLost(combatant="vane", points=3, mark="normal", normal=3, bruise=0, health=13))
        spec.when(ReduceDamage(actor="vane", pips=1)).refused("BD-FATE-5")
