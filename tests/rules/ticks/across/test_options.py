"""Options: their keys, their defaults, the values that they take and those that they do not."""

from typing import Any

import pytest

from domain.core.events import EncounterOpened
from tests.rules.ticks.specification import fight, given

MOVING = ["attack", "evade", "other"]
ROWS: dict[str, tuple[str, tuple[Any, ...], tuple[Any, ...]]] = {
    "fractions": ("TK-OPT-1", ("down", "up"), ("nearest", None)),
    "evade_statistic": ("TK-OPT-2", ("listed", "quickness"), ("dexterity",)),
    "moving_actions": (
        "TK-OPT-3",
        (
            MOVING,
            ["attack", "evade"],
            ["other", "evade", "attack"],
            ["attack", "evade", "other", "defend", "defer", "aim"],
            *(["attack", "evade", one] for one in ("defend", "defer", "aim")),
        ),
        ([], ["attack"], ["evade"], ["attack", "other"], ["evade", "other"], [*MOVING, "run"], [*MOVING, "attack"]),
    ),
    "control_damage": ("TK-OPT-4", ("none", "on_success"), ("always",)),
    "armour_wear": ("TK-OPT-5", ("any_hit", "stopped"), ("none",)),
    "stand_up": ("TK-OPT-6", ("free", "step"), ("none",)),
    "track_ammunition": ("TK-OPT-7", (True, False), ("always", 2, None)),
    "round_seconds": ("TK-OPT-8", (10, 1, 600), (0, -1, 601, 10.5)),
    "first_aid_statistic": ("TK-OPT-9", ("dexterity", "intellect", "willpower"), ("", "Dexterity", 3)),
    "slow_days_per_wound": ("TK-OPT-10", (4, 3, 400), (2, 0, -4, 3.5)),
    "opening_attack": ("TK-OPT-11", ("none", "free"), ("first",)),
    "clock": ("TK-OPT-12", ("auto", "called"), ("narrator",)),
}
"""The rule of each option, its values with the default first, and some that it does not take."""
EVERY = [pytest.param(key, marks=pytest.mark.rule(row[0])) for key, row in ROWS.items()]


def opened(**options: Any) -> dict[str, Any]:
    """The options on record of an encounter that is opened with these."""
    spec = given().when(fight(**options)).then(EncounterOpened)
    return next(event.options for event in spec.events if isinstance(event, EncounterOpened))


@pytest.mark.rule(*(row[0] for row in ROWS.values()))
def test_an_encounter_keeps_every_option_from_its_opening_on() -> None:
    assert opened() == {key: right[0] for key, (_, right, _) in ROWS.items()}


@pytest.mark.parametrize("key", EVERY)
def test_an_option_takes_its_values(key: str) -> None:
    for value in ROWS[key][1]:
        assert opened(**{key: value})[key] == value


@pytest.mark.parametrize("key", EVERY)
def test_an_option_takes_no_other_values(key: str) -> None:
    for value in ROWS[key][2]:
        spec = given().when(fight(**{key: value})).refused(None, "invalid")
        assert spec.refusal is not None
        assert (spec.refusal.field or "").startswith(f"command.options.{key}")
