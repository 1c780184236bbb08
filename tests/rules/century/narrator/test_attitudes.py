"""First reactions of NPCs, and what becomes of them (CE-NPC, Table 5-5)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import Commanded
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.narrator.attitudes import AttitudeSet, AttitudeThrown, NpcReaction, SetAttitude
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.rolls.fate_points import GrantFate
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.parts import ModifierSheet
from domain.rulesets.century.state import Part, Towards
from domain.rulesets.century.words import ATTITUDES, Attitude
from tests.rules.century.builders import audiences, refused
from tests.rules.century.specification import Specification, fight, given, roll, stub

HERO = stub("hero", role="character", app=15, prs=16)


def meet(*toward: str, **said: Any) -> NpcReaction:
    """The narrator throws for ``npc``."""
    return NpcReaction(npc="npc", toward=toward or ("hero",), **said)


def modifier(key: str, amount: int | None = None, label: str | None = None) -> ModifierSheet:
    return ModifierSheet(key=key, amount=amount, label=label)


def bar(**options: Any) -> Specification:
    """An NPC, a hero of some charm, and others."""
    return given(fight("npc", HERO, "plain", stub("charmer", app=10, prs=10), **options))


def thrown(spec: Specification) -> AttitudeThrown:
    return [one for one in spec.events if isinstance(one, AttitudeThrown)][-1]


# Table 5-5


@pytest.mark.rule("CE-NPC-2", "CE-RUL-21")
@pytest.mark.parametrize(
    ("number", "adjustment", "attitude"),
    [
        pytest.param(89, -90, "deathwish", marks=pytest.mark.rule("CE-NPC-10", "CE-NPC-11")),
        pytest.param(90, -90, "hatred", marks=pytest.mark.rule("CE-NPC-10", "CE-NPC-11")),
        pytest.param(40, -20, "hatred", marks=pytest.mark.rule("CE-NPC-11", "CE-NPC-12")),
        pytest.param(41, -20, "enmity", marks=pytest.mark.rule("CE-NPC-11", "CE-NPC-12")),
        pytest.param(60, -20, "enmity", marks=pytest.mark.rule("CE-NPC-12", "CE-NPC-13")),
        pytest.param(61, -20, "caution", marks=pytest.mark.rule("CE-NPC-12", "CE-NPC-13")),
        pytest.param(80, -20, "caution", marks=pytest.mark.rule("CE-NPC-13", "CE-NPC-14")),
        pytest.param(81, -20, "geniality", marks=pytest.mark.rule("CE-NPC-13", "CE-NPC-14")),
        pytest.param(100, -20, "geniality", marks=pytest.mark.rule("CE-NPC-14", "CE-NPC-15")),
        pytest.param(61, 20, "affection", marks=pytest.mark.rule("CE-NPC-14", "CE-NPC-15")),
        pytest.param(10, 90, "affection", marks=pytest.mark.rule("CE-NPC-15", "CE-NPC-16")),
        pytest.param(11, 90, "goodwill", marks=pytest.mark.rule("CE-NPC-15", "CE-NPC-16")),
        pytest.param(30, 90, "goodwill", marks=pytest.mark.rule("CE-NPC-16", "CE-NPC-17")),
        pytest.param(31, 90, "admiration", marks=pytest.mark.rule("CE-NPC-16", "CE-NPC-17")),
        pytest.param(50, 90, "admiration", marks=pytest.mark.rule("CE-NPC-17", "CE-NPC-18")),
        pytest.param(51, 90, "adoration", marks=pytest.mark.rule("CE-NPC-17", "CE-NPC-18")),
    ],
)
def test_a_high_result_is_a_friendly_attitude(number: int, adjustment: int, attitude: Attitude) -> None:
    key = "resembles_friend" if adjustment > 0 else "resembles_enemy"
    spec = bar().when(
        meet(without_abilities=True, modifiers=(modifier(key, abs(adjustment)),)), throws=[f"npc d100: {number}"]
    )
    assert (thrown(spec).total, thrown(spec).attitude) == (number + adjustment, attitude)
    assert spec.fight.attitudes == {"npc/hero": Towards(attitude, number)}


@pytest.mark.rule("CE-RUL-21")
def test_affection_is_less_than_goodwill() -> None:
    assert ATTITUDES.index("affection") < ATTITUDES.index("goodwill")


@pytest.mark.rule("CE-NPC-2", "CE-RUL-16")
@pytest.mark.parametrize(("number", "total", "attitude"), [(50, 89, "affection"), (10, 129, "admiration")])
def test_by_option_a_low_number_is_the_friendly_one(number: int, total: int, attitude: Attitude) -> None:
    spec = bar(npc_reaction_result="margin").when(meet(), throws=[f"npc d100: {number}"])
    assert (thrown(spec).total, thrown(spec).attitude) == (total, attitude)


@pytest.mark.rule("CE-NPC-2", "CE-RUL-16")
def test_00_is_100_and_the_number_itself_counts_by_default() -> None:
    spec = bar().when(meet("plain"), throws=["npc d100: 100"])
    assert thrown(spec).total == 100
    assert thrown(bar().when(meet(), throws=["npc d100: 10"])).total == 49


# Adjustments


@pytest.mark.rule("CE-NPC-3", "CE-RUL-17", "CE-RUL-6")
@pytest.mark.parametrize(("option", "amount"), [("sum", 39), ("best", 21), ("mean", 19)])
def test_appearance_and_personality_of_whoever_is_met_count(option: str, amount: int) -> None:
    spec = bar(shared_adjustment=option).when(meet(), throws=["npc d100: 50"])
    assert thrown(spec).terms == (Part("ability", amount, "CE-NPC-3", "app/prs"),)
    assert thrown(spec).total == 50 + amount
    assert thrown(bar().when(meet(without_abilities=True), throws=["npc d100: 50"])).terms == ()


@pytest.mark.rule("CE-NPC-3", "CE-RUL-17")
def test_the_reaction_adjustments_count_where_a_sheet_has_numbers_of_its_own() -> None:
    own = {"app": {"skill_bonus": 50, "reaction_adjustment": -4}, "prs": {"skill_bonus": 50}}
    spec = given(fight("npc", stub("hero", prs=10, overrides=own))).when(meet(), throws=["npc d100: 50"])
    assert thrown(spec).total == 50 - 4 + 3


@pytest.mark.rule("CE-NPC-3")
def test_only_some_modifiers_count_in_a_first_reaction() -> None:
    named = (
        modifier("gullible"),
        modifier("lucky_day", 5),
        modifier("custom", -7, "scar"),
        modifier("resembles_enemy", 20),
    )
    spec = bar().when(meet("plain", modifiers=named), throws=["npc d100: 50"])
    assert thrown(spec).total == 50 + 70 + 5 - 7 - 20
    for key in ("drunk", "elevated", "cheating", "rain", "cover"):
        refused(bar().when(meet(modifiers=(modifier(key, 20),))), "CE-NPC-3", "command.modifiers[0]")
    refused(bar().when(meet(modifiers=(modifier("resembles_friend", 10),))), "CE-SKILL-10",
            "command.modifiers[0].amount")  # fmt: skip


@pytest.mark.rule("CE-NPC-4")
def test_one_throw_covers_all_who_are_met_and_one_speaks_for_them() -> None:
    everybody = ("hero", "plain", "charmer")
    spec = bar().when(meet(*everybody, spokesman="charmer"), throws=["npc d100: 50"])
    assert thrown(spec).total == 56
    assert {key: one.attitude for key, one in spec.fight.attitudes.items()} == {
        "npc/hero": "caution", "npc/plain": "caution", "npc/charmer": "caution",
    }  # fmt: skip
    refused(bar().when(meet(*everybody)), "CE-NPC-4", "command.spokesman")
    refused(bar().when(meet("hero", spokesman="plain")), "CE-NPC-4", "command.spokesman")
    bar().when(meet("hero", "hero", spokesman="hero")).refused(None, "invalid")


@pytest.mark.rule("CE-NPC-5", "CE-HC-6")
def test_no_standing_modifier_no_critical_and_no_fate_counts() -> None:
    burdened = [
        SetCondition(combatant="hero", condition="drunk", amount=30),
        SetCondition(combatant="hero", condition="unlucky", amount=30),
        InflictDamage(combatant="hero", amount=8),
        GrantFate(combatant="hero", amount=3),
        SetScene(light="dark", rain=True),
    ]
    spec = bar().given(*burdened).when(meet(modifiers=(modifier("unlucky_day", 9),)), throws=["npc d100: 3"])
    assert thrown(spec).total == 3 + 39 - 9
    spec.never(TargetFixed)
    assert not spec.fight.prompts


@pytest.mark.rule("CE-NPC-5")
def test_it_is_thrown_for_the_npc() -> None:
    spec = bar().when(meet())
    assert spec.refusal is not None
    assert spec.refusal.code == "faces_missing"
    assert spec.refusal.needed is not None
    assert (spec.refusal.needed.combatant, spec.refusal.needed.of) == ("npc", "d100")


@pytest.mark.rule("CE-NPC-5")
def test_it_is_hidden_on_request() -> None:
    assert audiences(bar(), meet(hidden=True), AttitudeThrown, 50) == ["narrator"]
    friendly = (modifier("gullible"),)
    said = bar().when(meet(modifiers=friendly, without_abilities=True, hidden=True), throws=["d100: 50"]).events[0]
    assert isinstance(said, Commanded)
    assert set(said.secret) == {"modifiers", "without_abilities"}
    openly = bar().when(meet(modifiers=friendly), throws=["d100: 50"]).events[0]
    assert isinstance(openly, Commanded)
    assert not openly.secret
    assert audiences(bar(), meet(), AttitudeThrown, 50) == ["all"]


# When, and what then


@pytest.mark.rule("CE-NPC-1")
def test_by_option_nobody_throws_and_attitudes_are_set() -> None:
    spec = bar(npc_reactions=False)
    spec.when(meet()).refused("CE-NPC-1")
    spec.when(SetAttitude(npc="npc", toward="hero", attitude="caution")).then(AttitudeSet)
    bar().when(meet(), throws=["npc d100: 50"]).then(AttitudeThrown)


@pytest.mark.rule("CE-NPC-6", "CE-SHEET-39")
def test_only_the_first_meeting_is_thrown_for() -> None:
    spec = bar().when(meet(), throws=["npc d100: 50"])
    refused(spec.when(meet()), "CE-NPC-6", "command.toward[0]")
    refused(spec.when(meet("plain", "hero", spokesman="plain")), "CE-NPC-6", "command.toward[1]")
    spec.when(meet("plain"), throws=["npc d100: 50"]).then(AttitudeThrown)
    set_first = bar().given(SetAttitude(npc="npc", toward="hero", attitude="caution"))
    refused(set_first.when(meet()), "CE-NPC-6", "command.toward[0]")


@pytest.mark.rule("CE-NPC-7", "CE-SHEET-39")
def test_an_attitude_that_is_set_is_no_first_one_any_more() -> None:
    spec = bar().given(meet())
    number = spec.fight.attitudes["npc/hero"].number
    assert spec.fight.attitudes["npc/hero"].initial
    spec.when(SetAttitude(npc="npc", toward="hero", attitude="deathwish", reason="drink in the face"))
    spec.then(AttitudeSet(npc="npc", toward="hero", attitude="deathwish", reason="drink in the face"))
    felt = Towards("deathwish", number, initial=False, reason="drink in the face")
    assert spec.fight.attitudes == {"npc/hero": felt}


@pytest.mark.rule("CE-NPC-8")
def test_an_attitude_forces_nothing() -> None:
    spec = bar()
    people = spec.fight.people
    spec.when(SetAttitude(npc="npc", toward="hero", attitude="deathwish"))
    assert spec.fight.people == people
    assert [type(event) for event in spec.events[1:]] == [AttitudeSet]
    assert spec.fight.step == "story"
    spec.when(roll("hero", 50), throws=["hero d100: 40"])
    assert [one.target for one in spec.events if isinstance(one, TargetFixed)] == [50]


@pytest.mark.rule("CE-NPC-9")
def test_minor_and_major_npcs_and_animals_have_attitudes() -> None:
    for npc in (stub("npc"), stub("npc", role="major"), Join(template="guard_dog", id="npc")):
        given(fight(npc, HERO)).when(meet(), throws=["npc d100: 50"]).then(AttitudeThrown)


@pytest.mark.rule("CE-NPC-9", "CE-SHEET-39")
def test_characters_vehicles_and_objects_have_no_attitude_imposed() -> None:
    spec = given(fight("npc", HERO, stub("car", kind="vehicle", mp_base=15, turn_rate=1, modes=("wheels",))))
    for npc in ("hero", "car"):
        refused(spec.when(NpcReaction(npc=npc, toward=("npc",))), "CE-NPC-9", "command.npc")
        refused(spec.when(SetAttitude(npc=npc, toward="npc", attitude="caution")), "CE-NPC-9", "command.npc")
    refused(spec.when(meet("npc")), "CE-SHEET-39", "command.toward[0]")
    itself = SetAttitude(npc="npc", toward="npc", attitude="caution")
    refused(spec.when(itself), "CE-SHEET-39", "command.toward")


@pytest.mark.rule("CE-NPC-1", "CE-NPC-9")
def test_the_living_who_are_there_are_met_by_those_who_are_up_and_by_no_others() -> None:
    car = stub("car", kind="vehicle", mp_base=15, turn_rate=1, modes=("wheels",))
    spec = given(
        fight("npc", HERO, car, "corpse", "out"),
        SetCondition(combatant="corpse", condition="dead"),
        SetCondition(combatant="out", condition="unconscious"),
    )
    assert [spec.offers(meet(one)) for one in ("hero", "out", "car", "corpse")] == [True, True, False, False]
    for one in ("car", "corpse"):
        spec.when(meet(one)).refused("CE-NPC-1")
    spec.when(NpcReaction(npc="out", toward=("hero",))).refused("CE-NPC-1")
