"""Options: their keys, defaults and values, and what one of them demands of another (CE-SHEET-30, -50, -51)."""

from typing import Any

import pytest

from domain.core.events import EncounterOpened
from tests.rules.century.specification import fight, given

BASICS: dict[str, tuple[Any, ...]] = {
    "criticals": ("automatic", "narrator", "off"),
    "critical_effects": ("narrator", "standard", "none"),
    "degrees": (True, False),
    "health_categories": (True, False),
    "npc_reactions": (True, False),
    "npc_reaction_result": ("sum", "margin"),
    "shared_adjustment": ("sum", "best", "mean"),
    "cover_penalty": ("other_rolls", "never"),
    "light_order": ("printed", "swapped"),
    "fate_after_critical_failure": (False, True),
    "roll_under": ("equal_or_under", "under_for_checks"),
    "two_hands_with_off_hand": ("replace", "add"),
}
COMBAT: dict[str, tuple[Any, ...]] = {
    "tie_break": ("simultaneous", "agl", "agl_all"),
    "hold_slot": (False, True),
    "slot_mp_limit": (5, 1, 20),
    "exchange_weapon_mp": (4, 3),
    "pick_up_mp": (2, 0, 10),
    "turn_class_scope": ("round", "single_turn"),
    "must_face": (False, True),
    "attack_terms": ("inline", "ask"),
    "revolver_criticals": (True, False),
    "called_shots": (True, False),
    "strength_penalty": (True,),
    "one_handed_use": (True, False),
    "ambidextrous_pair": ("printed", "both_dominant"),
    "too_slow_scope": ("defender", "pair"),
    "block_mp": (4, 0, 10),
    "auto_min_multiplier": (0, 1),
    "narrator_approves_spray": (False, True),
    "cover_mode": ("location", "penalty", "both"),
    "area_damage": ("one_roll", "each"),
    "area_half_check": (True, False),
    "bleed_out": ("end_of_next_round", "start_of_next_round"),
    "rest_hp": (1, 0, 20),
}
"""The values of each option, its default first; `strength_penalty` may be off only with `one_handed_use`."""
VALUES = {**BASICS, **COMBAT}
WRONG = {
    "slot_mp_limit": (0, 21),
    "exchange_weapon_mp": (2, 5),
    "pick_up_mp": (-1, 11),
    "block_mp": (-1, 11),
    "rest_hp": (-1, 21),
    "auto_min_multiplier": (2,),
}
OPTIONAL = (
    "degrees",
    "health_categories",
    "npc_reactions",
    "revolver_criticals",
    "called_shots",
    "strength_penalty",
    "one_handed_use",
    "area_half_check",
)
"""What the text calls optional; criticals, an optional rule too, have three values."""


@pytest.mark.rule("CE-SHEET-30", "CE-SHEET-50")
def test_an_encounter_keeps_every_option_from_its_opening_on() -> None:
    spec = given().when(fight()).then(EncounterOpened)
    opened = next(event for event in spec.events if isinstance(event, EncounterOpened))
    assert opened.options == {key: values[0] for key, values in VALUES.items()}


@pytest.mark.rule("CE-SHEET-30", "CE-SHEET-50")
@pytest.mark.parametrize("key", VALUES)
def test_an_option_takes_its_values_and_no_others(key: str) -> None:
    for value in VALUES[key]:
        assert getattr(given(fight(**{key: value})).fight.options, key) == value
    for value in (*WRONG.get(key, ()), "sideways"):
        spec = given().when(fight(**{key: value})).refused(None, "invalid")
        assert spec.refusal is not None
        assert spec.refusal.field == f"command.options.{key}"


@pytest.mark.rule("CE-SHEET-50")
def test_an_unknown_option_refuses_the_opening() -> None:
    spec = given().when(fight(luck=True)).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.options.luck"


@pytest.mark.rule("CE-SHEET-51")
@pytest.mark.parametrize("key", OPTIONAL)
def test_optional_rules_are_on_by_default(key: str) -> None:
    assert getattr(given(fight()).fight.options, key) is True


@pytest.mark.rule("CE-SHEET-51")
def test_criticals_are_on_and_the_alternate_rule_of_ties_is_off_by_default() -> None:
    options = given(fight()).fight.options
    assert (options.criticals, options.tie_break) == ("automatic", "simultaneous")


@pytest.mark.rule("CE-TWOH-1")
def test_one_handed_use_needs_the_strength_penalty() -> None:
    off = {"strength_penalty": False}
    for chosen, field in ((off, "options"), ({**off, "one_handed_use": True}, "options.one_handed_use")):
        spec = given().when(fight(**chosen)).refused(None, "invalid")
        assert spec.refusal is not None
        assert spec.refusal.field == f"command.{field}"
        assert "give one_handed_use as false too" in spec.refusal.detail
    options = given(fight(**off, one_handed_use=False)).fight.options
    assert (options.strength_penalty, options.one_handed_use) == (False, False)
