"""Tests that a command of a ruleset that declares no fields is tried only where its values are few."""

from typing import Literal

from pydantic import Field

from domain.core.commands import Acting
from domain.options.tried import MOST_TRIALS, tried_forms


class Heave(Acting):
    """Heave with a force that is one of many."""

    type: Literal["tug.heave"] = "tug.heave"
    force: int = Field(ge=1, le=2**53)


class Tug(Acting):
    """Tug with a force that is one of a few."""

    type: Literal["tug.tug"] = "tug.tug"
    force: int = Field(ge=1, le=MOST_TRIALS)


def test_a_number_of_a_wide_range_is_not_tried() -> None:
    [heave], [tug] = tried_forms(Heave), tried_forms(Tug)
    assert {name: field.mark for name, field in heave.fields.items()} == {"actor": "check", "force": "check"}
    assert {name: field.mark for name, field in tug.fields.items()} == {"actor": None, "force": None}
