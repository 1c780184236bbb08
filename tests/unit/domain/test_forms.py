"""Tests of forms: a domain admits a value only if its wire type is the same, and fields have their wire names."""

from typing import Literal

import pytest
from pydantic import Field

from domain.core.commands import Acting, CombatantId
from domain.forms.derived import derived_forms, ids_in
from domain.forms.model import Choice, Range
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR


@pytest.mark.parametrize(("known", "given"), [(1, True), (0, False), (True, 1), (False, 0)])
def test_numbers_are_not_yes_or_no(known: int, given: int) -> None:
    assert not Choice((known,)).admits(given)
    assert Choice((known,)).admits(known)


class Load(Acting):
    """A command whose wire field is a Python keyword."""

    type: Literal["toy.load"] = "toy.load"
    with_: int = Field(alias="with", ge=1, le=3)
    from_: CombatantId = Field(alias="from")


def test_plain_forms_name_fields_as_the_wire_does() -> None:
    state = Encounter(joined=("sam",))
    offered = [one for one in derived_forms([Load], {}, state, NARRATOR, lambda *_: None) if one.command == "toy.load"]
    assert [(one.settled, [(field.name, field.domain) for field in one.open]) for one in offered] == [
        ({"actor": "sam", "from": "sam"}, [("with", Range(1, 3))])
    ]
    command = Load.model_validate({"actor": "sam", "from": "eva", "with": 2})
    assert list(ids_in(command)) == [("actor", "sam"), ("from", "eva")]
