"""Tests of options: fields that follow from a schema or are tried, and how sets are shared and grow."""

from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field as SchemaField

from domain.chance.draws import Supplied
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Acting, Answering, CombatantId, Join, Name, Open, StrictModel, Text
from domain.decision.decision import Decision
from domain.fields.field import UNSET, Field, Lookup, Many, among, looked_up, record, text
from domain.fields.sets import ANY_KEY, AnyJson, AnyText, Labelled, Span, Without
from domain.fields.vocabulary import EVERYBODY, YOURS, View, Vocabulary, keys_of
from domain.model.refusal import Refusal, require
from domain.model.speaker import NARRATOR, Speaker
from domain.options.declared import forms_of
from domain.options.derived import schema_fields
from domain.options.encoding import Encoder
from domain.options.tried import tried_forms
from domain.ruleset.chapter import Chapter
from domain.ruleset.decider import Decided, decide
from domain.ruleset.offering import options
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.simple_state import SimpleCombatant, SimpleState
from tests.laws.menus import as_json, menu_of
from tests.toy_rulesets.fair import FAIR
from yarrow_client.options.forms import Values

ANN = Speaker("player", ("ann",))


class Place(StrictModel):
    x: int = SchemaField(ge=0, le=9)
    y: int = SchemaField(default=4, ge=0, le=9)


class Everything(StrictModel):
    """A model with a field of every kind."""

    of: CombatantId
    name: Name
    text: Text = ""
    key: str = SchemaField(pattern="^[a-z]+$", max_length=9)
    kind: Literal["one", "two"] = "two"
    always: Literal["so"]
    on: bool = False
    number: int | None = SchemaField(default=None, ge=1, le=3)
    any_number: int = 0
    guests: tuple[CombatantId, ...] = SchemaField(default=(), min_length=1, max_length=3)
    place: Place | None = None
    path: tuple[Place, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()


def test_fields_follow_from_the_schema_of_a_command() -> None:
    place = {
        "x": Field(source=Span(0, 9), required=True, default=UNSET),
        "y": Field(source=Span(0, 9), required=False, default=4),
    }
    anything = Field(source=AnyJson("Everything"), mark="check", required=False)
    assert schema_fields(Everything) == {
        "of": among(EVERYBODY, required=True),
        "name": text(80, 1, required=True),
        "text": text(500, required=False, default=""),
        "key": text(9, 1, "^[a-z]+$", required=True),
        "kind": Field(source=("one", "two"), required=False, default="two"),
        "always": Field(source=("so",), required=True),
        "on": Field(source=(True, False), required=False, default=False),
        "number": Field(source=Span(1, 3), required=False, default=None),
        "any_number": anything.but(default=0),
        "guests": Field(source=EVERYBODY, many=Many(1, 3), required=False, default=[]),
        "place": record(place, required=False, default=None),
        "path": record(place, many=Many(), required=False, default=[]),
        "lists": anything.but(default=[]),
    }


class Load(Acting):
    """A command whose wire field is a Python keyword."""

    type: Literal["yard.load"] = "yard.load"
    with_: int = SchemaField(alias="with", ge=1, le=3)
    from_: CombatantId = SchemaField(alias="from")

    def decide(self, decision: Decision[Any]) -> None:
        require(self.with_ < 3, "YARD-1", "That is too much.")


class Count(Acting):
    """A command with more numbers than can be tried."""

    type: Literal["yard.count"] = "yard.count"
    to: int = SchemaField(ge=1, le=2**53)

    def decide(self, decision: Decision[Any]) -> None:
        raise AssertionError("nobody tries this")


class Reply(Answering):
    """A command that says where its values come from."""

    answers_to: ClassVar[str | None] = "question"
    form = {"word": among(Vocabulary("words", lambda view: ("yes", "no")))}
    type: Literal["yard.reply"] = "yard.reply"
    word: str


class Hand(SimpleCombatant):
    """Somebody who works in the yard."""


class Yard(SimpleState[Hand]):
    """The yard with its hands."""


YARD: Ruleset[Yard] = Ruleset(
    key="yard", title="Yard", version="1", state=Yard, chapters=(Chapter(commands=(Load, Count, Reply)),), rules={}
)


def yard(*hands: str) -> Yard:
    opening = Open(ruleset="yard", combatants=tuple(Join(id=hand, sheet={"name": hand}) for hand in hands))
    opened = decide(YARD, Yard(id="yard"), opening, NARRATOR, Supplied([]), secrets=SeedMaterial("0" * 64))
    assert isinstance(opened, Decided)
    return opened.state


def test_forms_name_fields_as_the_wire_does() -> None:
    menu = menu_of(YARD, yard("ann", "bob"), ANN)
    [form] = [form for form in menu.forms if form.command == "yard.load"]
    assert [field["name"] for field in form.fields] == ["actor", "with", "from"]
    assert menu.admits({"type": "yard.load", "actor": "ann", "from": "bob", "with": 2})
    load = Load.model_validate({"actor": "ann", "from": "eva", "with": 2})
    refused = decide(YARD, yard("ann"), load, NARRATOR, Supplied([]))
    assert isinstance(refused, Refusal)
    assert refused.field == "command.from"


def test_only_what_the_rules_accept_is_listed_of_a_command_that_declares_nothing() -> None:
    menu = menu_of(YARD, yard("ann", "bob"), ANN)
    [form] = [form for form in menu.forms if form.command == "yard.load"]
    actor, with_, from_ = form.fields
    assert listed(menu.values(actor, {})) == ["ann"]
    assert listed(menu.values(with_, {"actor": "ann"})) == [1, 2]
    assert listed(menu.values(from_, {"actor": "ann", "with": 1})) == ["ann", "bob"]


def listed(values: Values | None) -> list[Any]:
    return [value for value, _ in (values or Values()).listed]


def test_what_has_too_many_values_is_not_tried_but_checked() -> None:
    tried, checked = tried_forms(Count)
    assert not any(field.mark for field in tried.fields.values())
    assert all(field.mark == "check" for field in checked.fields.values())
    forms = [form.name for form in menu_of(YARD, yard("ann", "bob"), ANN).forms]
    assert "yard.count" not in forms
    assert "yard.count/checked" in forms


def test_a_command_that_declares_where_its_values_come_from_is_not_tried() -> None:
    [form] = forms_of(Reply, narrator=False)
    assert form.vocabularies == (form.fields["actor"].source, Reply.form["word"].source)  # type: ignore[union-attr]
    assert "yard.reply" not in [form.name for form in menu_of(YARD, yard("ann"), ANN).forms], "nobody asks"


@pytest.mark.parametrize(("known", "given"), [(1, True), (0, False), (True, 1), (False, 0)])
def test_numbers_are_not_yes_or_no(known: int, given: int) -> None:
    assert known in Values([(known, "")])
    assert given not in Values([(known, "")])


def test_yes_is_no_number_of_a_range() -> None:
    assert 1 in Values(span=(0, 1))
    assert True not in Values(span=(0, 1))


# Sharing


def encoded(*vocabularies: Vocabulary[Any], people: int = 3) -> Encoder:
    state = yard(*(f"hand_{place}" for place in range(people)))
    encoder = Encoder(View(state, NARRATOR))
    encoder.want(vocabularies)
    encoder.write()
    return encoder


def test_equal_sets_and_rows_stand_once_and_short_sets_where_they_are_used() -> None:
    row = {"near": ("a", "b"), ANY_KEY: ()}
    weapons = Vocabulary[Any]("weapons", lambda view: {"hand_0": ("a", "b"), "hand_1": ("a", "b"), "hand_2": ("a",)})
    reach = Vocabulary[Any]("reach", lambda view: {"hand_0": row, "hand_1": row, "hand_2": ("a", "b")})
    encoder = encoded(weapons, reach)
    assert encoder.sets == {"1": [["a", "A"], ["b", "B"]], "2": {"row": {"near": "1", "*": []}}}
    assert encoder.lookups == {
        "weapons": {"hand_0": "1", "hand_1": "1", "hand_2": [["a", "A"]]},
        "reach": {"hand_0": "2", "hand_1": "2", "hand_2": "1"},
    }


def test_what_a_set_refers_to_stands_by_its_name_and_everybody_under_names() -> None:
    able = Vocabulary[Any]("able", lambda view: Without(EVERYBODY, ("hand_1",)))
    others = Vocabulary[Any]("others", lambda view: {one: Without(able, (one,)) for one in view.everybody[:1]})
    encoder = encoded(others)
    assert encoder.sets == {"able": {"of": "names", "minus": ["hand_1"]}}
    assert encoder.lookups == {"others": {"hand_0": {"of": "able", "minus": ["hand_0"]}}}


def test_values_have_labels_and_other_spellings_and_lists_are_told_from_them() -> None:
    words = Vocabulary[Any]("words", lambda view: (Labelled("yes", "Yes", ("y",)), Labelled(1, "One"), (1, 2), None))
    said = Vocabulary[Any]("said", lambda view: AnyText(9, 1, "^[a-z]+$", ("so",)))
    far = Vocabulary[Any]("far", lambda view: Span(1, 9))
    assert encoded(words, said, far).sets == {
        "words": [["yes", "Yes", ["y"]], [1, "One"], [(1, 2), "1, 2"], None],
        "said": {"text": 9, "least": 1, "pattern": "^[a-z]+$", "suggested": [["so", "So"]]},
        "far": {"from": 1, "to": 9},
    }


def test_a_vocabulary_is_computed_once_for_an_answer() -> None:
    asked: list[Speaker] = []

    def carried(view: View[Any]) -> Any:
        asked.append(view.speaker)
        return {"ann": ("a", "b")}

    counted = Vocabulary[Any]("counted", carried)
    view = View(yard("ann"), ANN)
    encoder = Encoder(view)
    for field in (looked_up(counted, "actor"), among(keys_of("keys", counted))):
        source = field.source.table if isinstance(field.source, Lookup) else field.source
        assert isinstance(source, Vocabulary)
        encoder.want((source,))
    encoder.write()
    assert (encoder.sets, encoder.lookups) == ({"keys": ["ann"]}, {"counted": {"ann": [["a", "A"], ["b", "B"]]}})
    assert asked == [ANN]


def test_those_of_the_speaker_are_those_who_are_there_and_asked_for() -> None:
    state = yard("ann", "bob", "cid")
    assert View(state, NARRATOR)[YOURS] == ("ann", "bob", "cid")
    assert View(state, NARRATOR, ("bob", "eva"))[YOURS] == ("bob",)
    assert View(state, Speaker("player", ("cid", "ann")))[YOURS] == ("ann", "cid")
    state.people = {one: person for one, person in state.people.items() if one != "ann"}
    assert View(state, NARRATOR)[EVERYBODY] == ("bob", "cid"), "a rewind takes combatants away, whose IDs stay known"


# Growth

MOST_ENTRIES = 6
"""For each combatant."""


def entries(value: Any) -> int:
    """Return how many values and keys an answer has."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (len(value) if isinstance(value, dict) else 1) + sum(entries(part) for part in parts)


@pytest.mark.parametrize("ruleset", [FAIR, YARD], ids=lambda ruleset: ruleset.key)
@pytest.mark.parametrize("speaker", [NARRATOR, Speaker("player", ("guest_0",))], ids=lambda speaker: speaker.role)
def test_what_is_tried_grows_with_the_crowd_and_not_with_its_square(ruleset: Ruleset[Any], speaker: Speaker) -> None:
    sizes = {}
    for count in (14, 80, 200):
        joins = tuple([Join(id=f"guest_{place}", sheet={"name": "Guest"}) for place in range(count)])
        opening = Open(ruleset=ruleset.key, combatants=joins)
        opened = decide(ruleset, ruleset.state(id="x"), opening, NARRATOR, Supplied([]), secrets=SeedMaterial("0" * 64))
        assert isinstance(opened, Decided)
        sizes[count] = entries(as_json(options(ruleset, opened.state, speaker)))
    assert sizes[80] - sizes[14] <= MOST_ENTRIES * (80 - 14)
    assert sizes[200] - sizes[80] <= MOST_ENTRIES * (200 - 80)
