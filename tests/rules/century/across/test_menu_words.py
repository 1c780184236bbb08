"""What menus of Century say of choices, word for word."""

from typing import Any

import pytest

from domain.model.speaker import NARRATOR
from domain.rulesets.century.chapters.narrator.attitudes import NpcReaction
from domain.rulesets.century.chapters.round.initiative import BeginRound
from tests.rules.century.builders import modifier, skirmish
from tests.rules.century.specification import Specification, attack, fight, given, newcomer, roll, stub
from yarrow_client.options.phrases import sentence, text_of


def said(spec: Specification, name: str, **fields: Any) -> str:
    """Return what the narrator's menu says of a form that is filled in."""
    menu = spec.menu(NARRATOR)
    [form] = [one for one in menu.forms if one.name == name]
    return sentence(menu, form, fields)


def answer_said(spec: Specification, value: Any, shape: int = 0) -> str:
    """Return what the narrator's menu says of an answer to the first prompt, of one of its shapes."""
    menu = spec.menu(NARRATOR)
    return text_of(menu, menu.prompts[0]["answers"][shape], value)


@pytest.mark.rule("CE-INIT-7", "CE-INIT-8")
@pytest.mark.parametrize("kind", ["initiative_before", "initiative_after"])
def test_fate_for_initiative_is_offered_in_points(kind: str) -> None:
    spec = given(fight(stub("sam", role="character", fp=3), "vera")).when(BeginRound())
    if kind == "initiative_after":
        spec.answer(0, throws=["sam 2d6: 3 4", "vera 2d6: 1 1"])
    assert [one.kind for one in spec.fight.prompts] == [kind]
    assert [answer_said(spec, points) for points in (0, 1, 2)] == ["no Fate", "1 Fate Point", "2 Fate Points"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "2 off initiative, 20 off Skill Rolls, 20 off Reaction Checks"),
        ({"initiative": 0, "skill": 0}, "20 off Reaction Checks"),
        ({"skill": 0, "reaction": 0, "end_of_round": 3}, "2 off initiative, until the end of round 3"),
    ],
)
def test_surprise_is_told_by_what_it_takes_off(fields: dict[str, int], words: str) -> None:
    spec = given(fight("sam"))
    assert said(spec, "century.surprise", combatant="sam", **fields) == f"Surprise Sam, {words}"


def test_a_backstab_says_of_the_target_that_it_is_unaware() -> None:
    spec = skirmish(stub("sam", "knife"), "vera")
    how = {"maneuver": "backstab", "from_behind": True, "unaware": True, "range": "melee", "called": "the leg"}
    assert said(spec, "century.attack/backstab", actor="sam", target="vera", weapon="knife", **how) == (
        "Backstab Vera (unaware) with Knife, aiming at “the leg”"
    )


def test_a_critical_effect_says_what_becomes_of_an_npc() -> None:
    spec = skirmish(stub("sam", "sword"), "vera", critical_effects="narrator")
    spec.when(attack("sam", "vera", range="melee"), throws=["d100: 02"])
    turned = {"effect": "instant_ally", "npc": "vera", "attitude": "adoration", "join": True}
    assert answer_said(spec, turned, 1) == "An NPC becomes an ally, Vera, with Adoration, changing sides"


def test_what_the_narrator_writes_is_quoted_in_menus() -> None:
    weather = said(given(fight("sam")), "century.set_scene", light="dark", notes="a storm")
    assert weather == "Set light and weather. Total darkness. Notes: “a storm”"


def test_a_combatant_with_a_sheet_is_told_as_one() -> None:
    spec = given(fight("sam"))
    sheet = {"name": "Rex"}
    assert said(spec, "core.join/sheet", sheet=sheet) == "Add a combatant with a sheet of its own"
    assert said(spec, "core.join/sheet", sheet=sheet, template="bear", id="rex") == (
        "Add a combatant with a sheet of its own, from the template Bear, as rex"
    )


@pytest.mark.rule("CE-SHEET-1")
@pytest.mark.parametrize(("thing", "more"), [("libretta_rapier", "; its driver does"), ("desk", "")])
def test_only_of_a_vehicle_a_driver_throws(thing: str, more: str) -> None:
    joins = newcomer(thing)
    spec = given(fight("sam", joins)).when(roll(str(joins.id)))
    assert spec.refusal is not None
    assert spec.refusal.detail.endswith(f"is no person or animal and throws no dice{more}.")


@pytest.mark.rule("CE-SKILL-11")
def test_modifiers_have_their_amounts_in_parentheses_and_their_names_in_refusals() -> None:
    spec = given(fight("sam", "vera"))
    fields = {
        "roller": "sam",
        "candidates": [{"key": "main", "base": 40}],
        "modifiers": [{"key": "drunk", "amount": 20}],
    }
    assert (
        said(spec, "century.call_roll/skill", **fields) == "Call Sam for a Skill Roll: base 40, modifiers: Drunk (20)"
    )
    spec.when(roll("sam", modifiers=(modifier("lucky_day"),)))
    assert spec.refusal is not None
    assert spec.refusal.detail == "“Lucky day” needs an amount."


@pytest.mark.rule("CE-NPC-3")
def test_a_modifier_that_counts_for_nothing_is_refused_by_its_name() -> None:
    spec = given(fight("sam", "vera")).when(
        NpcReaction(npc="vera", toward=("sam",), modifiers=(modifier("drunk", 20),))
    )
    assert spec.refusal is not None
    assert spec.refusal.detail.startswith("“Drunk” counts for nothing here; “Lucky day”, “Looks like a friend”,")


@pytest.mark.rule("CE-DEG-8", "CE-SKILL-11")
def test_several_who_roll_have_no_modifier_without_its_amount() -> None:
    menu = given(fight("sam", "vera")).menu(NARRATOR)
    forms = [form for form in menu.forms if form.command == "century.call_rolls"]
    assert len(forms) == 3
    for form in forms:
        [modifiers] = [field for field in form.fields if field["name"] == "modifiers"]
        [amount] = [field for field in modifiers["fields"] if field["name"] == "amount"]
        assert menu.requires(amount, {"key": "lucky_day"}, {"rollers": ["sam", "vera"]})
        assert not menu.requires(amount, {"key": "light_twilight"}, {"rollers": ["sam", "vera"]})


def test_a_standing_answer_is_offered_with_its_owner_and_question() -> None:
    spec = given(fight("sam"))
    fields = {"of": "narrator", "kind": "consequence", "answer": "standard"}
    assert said(spec, "core.set_policy/set", **fields) == (
        "The narrator: set a standing answer, Consequences of a failure: The standard one"
    )


@pytest.mark.rule("CE-REACT-36", "CE-REACT-37")
@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ({"effect": "lose_hp"}, "Lost hit points are an amount or dice; give one of the two."),
        ({"effect": "hp_to"}, "Say to how many hit points they fall."),
    ],
)
def test_a_consequence_that_lacks_a_number_is_refused_in_words(sheet: dict[str, Any], words: str) -> None:
    spec = given(fight("sam")).when(roll("sam", on_failure=[sheet]))
    assert spec.refusal is not None
    assert spec.refusal.detail == words
