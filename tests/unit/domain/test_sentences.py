"""Tests of the templates of events: what their slots say, which parts are optional, and which templates are refused."""

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from domain.model.event import Event
from domain.text import sentences
from domain.text.phrases import Names, pronoun_key, quoted
from domain.text.sentences import Spoken, SpokenOf, sentence_of

NAMES = {"hu": "Doctor Hu", "fox": "Flying Fox", "iris": "Iris", pronoun_key("fox"): "she"}


def halved(value: int, names: Names) -> str:
    return f"half of {value}"


def of_all(event: "Happened", names: Names) -> str:
    return f"{event.part} of {event.points} for {names[event.combatant]}"


class Grasp(msgspec.Struct, frozen=True):
    held: str = "iris"
    heads: int = 2
    by: str | None = None


class Happened(Event, frozen=True, kw_only=True):
    """An event with a field of each kind."""

    type: ClassVar[str] = "test.happened"
    combatant: str = "hu"
    others: tuple[str, ...] = ()
    points: int = 0
    total: int | None = None
    quick: bool = False
    note: Annotated[str, Spoken(quoted)] = ""
    power: Annotated[int, Spoken(halved)] = 0
    part: Annotated[int | None, SpokenOf(of_all)] = None
    cause: Annotated[str, Spoken({"fire": "by fire"})] = "fire"
    care: Annotated[str | None, Spoken({None: "without care", "good": "in good care"})] = None
    aim: Annotated[str, Spoken(quoted)] | None = None
    thing: Annotated[str, Spoken({"door": "the wooden door"})] = "door"
    grasp: Grasp = Grasp()

    @property
    def most(self) -> Annotated[int | None, Spoken({2: "a pair"})]:
        """The number of the others, if there are any."""
        return len(self.others) or None


def said(template: Any, **fields: Any) -> str:
    """Return what is said of an event by a template, or by a method that chooses one."""
    event_type = type("Chosen", (Happened,), {"says": template}, frozen=True, kw_only=True)
    return sentence_of(event_type)(event_type(**fields), NAMES)


@pytest.mark.parametrize(
    ("template", "fields", "words"),
    [
        ("{combatant} waits.", {}, "Doctor Hu waits."),
        ("{combatant} waits.", {"combatant": "narrator"}, "The narrator waits."),
        ("{combatant} waits.", {"combatant": "old_guard"}, "Old guard waits."),
        ("Seen: {others}.", {"others": ("hu", "fox", "iris")}, "Seen: Doctor Hu, Flying Fox and Iris."),
        ("Seen: {others}.", {}, "Seen: nobody."),
        ("It is {points}.", {"points": 12}, "It is 12."),
        ("It is {points}.", {"points": -2}, "It is −2."),
        ("Nothing is filled in.", {}, "Nothing is filled in."),
    ],
)
def test_a_slot_says_names_in_lists_and_numbers_in_digits(template: str, fields: dict[str, Any], words: str) -> None:
    assert said(template, **fields) == words


def test_a_sentence_begins_with_a_capital_letter() -> None:
    assert said("they wait.") == "They wait."
    assert said("{care} for {combatant}.") == "Without care for Doctor Hu."


def test_possessives_end_as_names_do() -> None:
    assert said("{combatant's} turn.", combatant="hu") == "Doctor Hu's turn."
    assert said("{combatant's} turn.", combatant="iris") == "Iris' turn."


@pytest.mark.parametrize(
    ("combatant", "words"),
    [
        ("fox", "When she fell, it hurt her, her arm and herself."),
        ("hu", "When they fell, it hurt them, their arm and themselves."),
    ],
)
def test_pronouns_are_those_of_the_combatant(combatant: str, words: str) -> None:
    forms = "When {combatant:they} fell, it hurt {combatant:them}, {combatant:their} arm and {combatant:themselves}."
    assert said(forms, combatant=combatant) == words


@pytest.mark.parametrize(
    ("combatant", "words"),
    [
        ("fox", "Strikes, as she has been waiting to do; she tries again."),
        ("hu", "Strikes, as they have been waiting to do; they try again."),
    ],
)
def test_a_verb_agrees_with_its_pronoun(combatant: str, words: str) -> None:
    template = "Strikes, as {combatant:they has been waiting} to do; {combatant:they tries again}."
    assert said(template, combatant=combatant) == words


@pytest.mark.parametrize(
    ("template", "count", "words"),
    [
        ("Takes {points:wound}.", 0, "Takes no wounds."),
        ("Takes {points:wound}.", 1, "Takes 1 wound."),
        ("Takes {points:wound}.", 2, "Takes 2 wounds."),
        ("Falls {points:foot|feet}.", 0, "Falls no feet."),
        ("Falls {points:foot|feet}.", 1, "Falls 1 foot."),
        ("Falls {points:foot|feet}.", 30, "Falls 30 feet."),
        ("Has {points:point of luck|points of luck}.", 3, "Has 3 points of luck."),
    ],
)
def test_things_are_counted_with_their_plural(template: str, count: int, words: str) -> None:
    assert said(template, points=count) == words


@pytest.mark.parametrize("fields", [{"total": None}, {"note": ""}, {"others": ()}, {"quick": False}])
def test_an_optional_part_without_a_value_is_omitted(fields: dict[str, Any]) -> None:
    [field] = fields
    assert said(f"Done[ by {{{field}}}].", **fields) == "Done."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"total": 0}, "Done by 0."),
        ({"total": 3}, "Done by 3."),
        ({"note": "luck"}, "Done by “luck”."),
        ({"others": ("fox",)}, "Done by Flying Fox."),
    ],
)
def test_an_optional_part_with_a_value_is_told_also_if_it_is_zero(fields: dict[str, Any], words: str) -> None:
    [field] = fields
    assert said(f"Done[ by {{{field}}}].", **fields) == words


def test_an_optional_part_needs_all_its_fields() -> None:
    template = "Done[: {total:point}, {note}]."
    assert said(template, total=1, note="luck") == "Done: 1 point, “luck”."
    assert said(template, total=1) == said(template, note="luck") == "Done."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"total": 1, "note": "luck"}, "Done: 1 point, “luck”; over."),
        ({"total": 1}, "Done: 1 point; over."),
        ({"note": "luck"}, "Done."),
    ],
)
def test_a_nested_part_is_told_only_within_its_enclosing_part(fields: dict[str, Any], words: str) -> None:
    assert said("Done[: {total:point}[, {note}]; over].", **fields) == words


def test_optional_parts_next_to_each_other_are_independent() -> None:
    template = "Done[: {total}][ ({note})]."
    assert said(template, total=1) == "Done: 1."
    assert said(template, note="luck") == "Done (“luck”)."


def test_a_template_that_names_a_missing_field_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Chosen has no field 'actor', which its sentence names: \{actor\} waits\."):
        said("{actor} waits.")


def test_an_event_with_an_empty_template_is_not_told() -> None:
    assert said("") == said(lambda self: "") == ""


def test_a_method_chooses_the_template() -> None:
    def says(self: Happened) -> str:
        return "{combatant} draws quickly." if self.quick else "{combatant} draws."

    assert said(says, quick=True) == "Doctor Hu draws quickly."
    assert said(says) == "Doctor Hu draws."


def test_each_chosen_template_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_template = sentences.phrase_of

    def compile_and_note(event_type: type[Any], template: str) -> sentences.Part:
        compiled.append(template)
        return compile_template(event_type, template)

    monkeypatch.setattr(sentences, "phrase_of", compile_and_note)
    says = {"says": lambda self: "{combatant} draws quickly." if self.quick else "{combatant} draws."}
    event_type = type("Chosen", (Happened,), says, frozen=True, kw_only=True)
    tell = sentence_of(event_type)
    for quick in (True, False, True, False):
        tell(event_type(quick=quick), NAMES)
    assert compiled == ["{combatant} draws quickly.", "{combatant} draws."]


def test_a_chosen_template_that_names_a_missing_field_is_refused() -> None:
    with pytest.raises(ValueError, match="has no field 'actor'"):
        said(lambda self: "{actor} waits.")


def test_spoken_with_a_function_says_what_it_returns() -> None:
    assert said("It takes {power}.", power=7) == "It takes half of 7."


def test_spoken_of_says_a_field_by_its_whole_event() -> None:
    assert said("It takes {part}.", part=7, points=9) == "It takes 7 of 9 for Doctor Hu."
    assert said("It takes[ {part} and] more.", points=9) == "It takes more."


@pytest.mark.parametrize(("cause", "words"), [("fire", "Harmed by fire."), ("long_fall", "Harmed long fall.")])
def test_spoken_with_a_table_says_its_words_and_others_as_words(cause: str, words: str) -> None:
    assert said("Harmed {cause}.", cause=cause) == words


def test_a_table_can_have_words_for_none() -> None:
    assert said("Rests {care}.") == "Rests without care."
    assert said("Rests {care}.", care="good") == "Rests in good care."


def test_an_annotation_inside_a_union_counts() -> None:
    assert said("Aims[ at {aim}].", aim="the lamp") == "Aims at “the lamp”."
    assert said("Aims[ at {aim}].") == "Aims."


def test_the_possessive_form_is_that_of_the_words_which_an_annotation_says() -> None:
    assert said("{thing's} hinges give way.") == "The wooden door's hinges give way."


def test_a_property_is_said_like_a_field() -> None:
    assert said("It takes[ {most}].", others=("fox", "iris")) == "It takes a pair."
    assert said("It takes[ {most}] nothing.") == "It takes nothing."


@pytest.mark.parametrize(
    ("others", "words"), [((), "no people"), (("fox",), "1 person"), (("fox", "iris"), "2 people")]
)
def test_a_collection_is_counted_by_its_members(others: tuple[str, ...], words: str) -> None:
    assert said("It takes {others:person|people}.", others=others) == f"It takes {words}."


def test_a_field_of_a_field_is_said_in_each_form() -> None:
    template = "{grasp.held's} arm is held[ by {grasp.by}]: {grasp.heads:head}."
    assert said(template) == "Iris' arm is held: 2 heads."
    assert said(template, grasp=Grasp(by="hu")) == "Iris' arm is held by Doctor Hu: 2 heads."


def test_a_field_that_a_field_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match=r"has no field 'grasp\.colour'"):
        said("{grasp.colour}.")


@pytest.mark.parametrize(
    ("template", "why"), [("{combatant} [waits.", "leaves a bracket"), ("{combatant}] waits.", "closes")]
)
def test_a_template_with_an_unpaired_bracket_is_refused(template: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        said(template)
