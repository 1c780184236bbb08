"""Tests of the declarations of forms as clients read them: what fields share stands once, and nothing is lost."""

import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.options.packing import packed
from domain.options.shapes import Declarations, FieldShape, FormShape
from domain.registry import BUILT_IN
from domain.ruleset.offering import declarations
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.ticks import TICKS
from service.rulesets.reference import Reference, reference
from yarrow_client.options.declared import Parts

MOST_BYTES = {True: 100_000, False: 40_000}
"""The most bytes of the declarations of a narrator and of a player."""
every_role = pytest.mark.parametrize("narrator", [True, False], ids=["narrator", "player"])
every_ruleset = pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.key)


@every_role
@every_ruleset
def test_the_shared_parts_in_their_places_are_the_whole_declarations(ruleset: Ruleset[Any], *, narrator: bool) -> None:
    declared = declarations(ruleset, narrator=narrator)
    written = msgspec.json.decode(msgspec.json.encode(packed(declared)))
    parts = Parts(written.pop("shared"))
    forms = {name: {**form, "fields": parts.whole(form["fields"])} for name, form in written["forms"].items()}
    assert {**written, "forms": forms, "shared": []} == msgspec.json.decode(msgspec.json.encode(declared))


@every_role
@every_ruleset
def test_declarations_are_small(ruleset: Ruleset[Any], *, narrator: bool) -> None:
    assert len(reference(ruleset).declarations(narrator=narrator).body) <= MOST_BYTES[narrator]


def test_declarations_in_each_language_have_an_address_of_their_own() -> None:
    """Two languages may translate the same few words, and still differ in the language that the answer names."""
    few = {"labels": {"ticks.hold": "Hold on"}}
    known = Reference(replace(TICKS, languages={"nl": few, "nds": few}))
    found = [known.declarations(narrator=True, language=one) for one in ("en", "nl", "nds")]
    assert len({one.address for one in found}) == 3
    assert {known.forms[one.hash].languages for one in found} == {"en", "nl, en", "nds, en"}


def test_a_part_of_a_part_stands_before_it() -> None:
    inner: Any = {"either": [[["first", "The first of all"]], {"from": 1, "to": 100}]}
    field = FieldShape(
        "one", "One", fields=(FieldShape("two", "Two", in_=inner), FieldShape("three", "Three", in_=inner))
    )
    forms = {name: FormShape("x.do", "Do", (field,)) for name in ("x.do/a", "x.do/b")}
    written = packed(Declarations({}, forms))
    assert written["forms"]["x.do/a"]["fields"] == written["forms"]["x.do/b"]["fields"]
    for place, part in enumerate(written["shared"]):
        assert all(int(number) < place for number in re.findall(r'"\$":(\d+)', msgspec.json.encode(part).decode()))


def test_a_value_that_would_be_taken_for_a_place_is_refused() -> None:
    field = FieldShape("one", "One", in_=[{"$": 3}])
    with pytest.raises(ValueError, match="the key"):
        packed(Declarations({}, {"x.do": FormShape("x.do", "Do", (field,))}))
