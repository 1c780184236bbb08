"""Tests of the laws of options: every filling of a form is accepted, and every accepted command is one of a form.

The answer and the work for it grow with the number of combatants, not with its square.
"""

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest

from bench.fights.crowds import CROWDS
from domain.core.commands import Note, SetPolicy, type_of
from domain.model.encounter import Encounter
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.decider import possible, with_alternatives
from domain.ruleset.offering import declarations, options
from domain.ruleset.ruleset import Ruleset
from tests.laws.fights import Fights, RandomFight
from tests.laws.invariants import assert_an_option_or_refused, assert_fillings_are_accepted, assert_legal_instead
from tests.laws.menus import as_json, menu_of, offers
from tests.rules.rulesets import FIGHTS, some_situations
from tests.tiers import long, soak
from yarrow_client.options.sets import is_lookup

MOST_COMMANDS = 15
ARBITRARY = 20


@pytest.mark.parametrize("seed", [1000, long(1001), *map(soak, range(1002, 1030))])
@some_situations
def test_a_command_is_accepted_if_and_only_if_it_is_an_option(fights: Fights[Any], name: str, seed: int) -> None:
    """Each form is filled in, and these commands, others near them and arbitrary ones are judged."""
    played, chance = RandomFight(fights, name, seed), random.Random(seed)
    arbitrary = fights.arbitrary(seed)
    for _ in played.play(MOST_COMMANDS):
        fight = played.fight
        acting = fights.acting(fight) or next(iter(fights.persons(fight)))
        for speaker in (NARRATOR, Speaker("player", (acting,)), SPECTATOR):
            menu = menu_of(fights.ruleset, fight, speaker)
            filled = assert_fillings_are_accepted(played, speaker, menu, chance, offers(menu))
            near = [arbitrary.mutated(fight, command) for command in filled]
            for command in (*filled, *near, *(arbitrary.command(fight) for _ in range(ARBITRARY))):
                assert_an_option_or_refused(played, speaker, menu, command)


@pytest.mark.parametrize("fights", FIGHTS, ids=lambda fights: fights.ruleset.key)
def test_a_null_is_the_same_as_a_field_left_out_where_the_default_is_null_or_a_lookup(fights: Fights[Any]) -> None:
    declared = as_json(declarations(fights.ruleset, narrator=True))["forms"]
    schemas = {type_of(kind): kind.model_json_schema() for kind in fights.ruleset.commands}
    wrong = {}
    for name, form in declared.items():
        schema = schemas[form["command"]]
        wrong[name] = [*nulls(form["fields"], schema["properties"], schema.get("$defs", {}))]
    assert {name: fields for name, fields in wrong.items() if fields} == {}


def nulls(fields: list[Any], schemas: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields, and parts of objects, of which a null is one thing to clients and another to the service."""
    for one in fields:
        schema = schemas.get(one["name"], {})
        default = one.get("default")
        may_be_null = one.get("required") is not True and (default is None or is_lookup(default))
        if may_be_null and not takes_null(schema):
            yield one["name"]
        if one.get("fields"):
            for part in nulls(one["fields"], properties_in(schema, definitions), definitions):
                yield f"{one['name']}.{part}"


def properties_in(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of an object, of one of the alternatives, or of the entries of a list, in a JSON schema."""
    if "$ref" in schema:
        return properties_in(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "properties" in schema:
        found: Mapping[str, Any] = schema["properties"]
        return found
    below = [
        *schema.get("anyOf", ()),
        *schema.get("patternProperties", {}).values(),
        *[schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)],
    ]
    return next((found for one in below if (found := properties_in(one, definitions))), {})


def takes_null(schema: Mapping[str, Any]) -> bool:
    """Return whether a field of a command may be null, by its JSON schema."""
    alternatives = schema.get("anyOf", [schema])
    return any(one.get("type") == "null" or not {"type", "$ref", "const", "enum"} & one.keys() for one in alternatives)


@some_situations
def test_a_spectator_has_no_options(fights: Fights[Any], name: str) -> None:
    played = RandomFight(fights, name, 0)
    played.open()
    assert list(offers(menu_of(fights.ruleset, played.fight, SPECTATOR))) == []


SIZES = (14, 80, 200)
SLACK = 1.4
"""How much faster than the crowd an answer may grow: pairs that have a distance of their own are among what grows."""


@pytest.mark.parametrize("key", CROWDS)
def test_options_grow_with_the_crowd_and_not_with_its_square(key: str) -> None:
    """What grows is counted in values of the answer, and in lines of Python that it takes."""
    crowds = [CROWDS[key](size) for size in SIZES]
    states = [crowd.fight() for crowd in crowds]
    for speaker in (NARRATOR, Speaker("player", ("c0",))):
        measured = [measured_options(crowds[0].ruleset, state, speaker) for state in states]
        for (less, few), (more, many) in pairwise(zip(SIZES, measured, strict=True)):
            for before, after in zip(few, many, strict=True):
                assert after <= SLACK * before * more / less, (speaker, measured)


@pytest.mark.parametrize("key", CROWDS)
def test_a_refusal_finds_what_is_legal_with_less_work_than_all_options_take(key: str) -> None:
    refused, own = Refusal("refused", "Not now."), SetPolicy(of="c0", kind="oppose")
    ruleset, state = CROWDS[key](SIZES[-1]).ruleset, CROWDS[key](SIZES[-1]).fight()
    for speaker in (NARRATOR, Speaker("player", ("c0",))):
        whole = lines_of(partial(options, ruleset, state, speaker))
        for command in (own, Note(text="Hm.")):
            advice = lines_of(partial(with_alternatives, ruleset, state, command, speaker, refused))
            assert advice < whole, (speaker, command.type, advice, whole)


@pytest.mark.parametrize("key", CROWDS)
def test_what_is_possible_in_a_crowd_is_an_option_and_takes_less_work_than_all_options(key: str) -> None:
    crowd = CROWDS[key](SIZES[0])
    ruleset, state, large = crowd.ruleset, crowd.fight(), CROWDS[key](SIZES[-1]).fight()
    for speaker in (NARRATOR, Speaker("player", ("c0",)), Speaker("player", ("c1", "c2"))):
        assert_legal_instead(
            menu_of(ruleset, state, speaker), Refusal("invalid", "No.", legal=possible(ruleset, state, speaker))
        )
        work = lines_of(partial(possible, ruleset, large, speaker))
        assert work < lines_of(partial(options, ruleset, large, speaker)), speaker


def measured_options(ruleset: Ruleset[Any], state: Encounter, speaker: Speaker) -> tuple[int, int]:
    """Return how many values and keys an answer has, and how many lines of Python were run for it."""
    return entries(as_json(options(ruleset, state, speaker))), lines_of(partial(options, ruleset, state, speaker))


def lines_of(work: Callable[[], object]) -> int:
    """Return how many lines of Python work takes the second time, when what is kept from the first is not done again.

    The rounds of a comprehension count as lines.
    """
    lines = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    work()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


def entries(value: Any) -> int:
    """Return how many values and keys an answer has."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (len(value) if isinstance(value, dict) else 1) + sum(entries(part) for part in parts)
