"""Tests that the Python client reads forms as the vectors say, which the TypeScript client is tested with, too."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.clients.vectors import FIELDS, OPTIONS, SENTENCES, grouped, question, read
from yarrow_client import MalformedOptions, sentence, text_of
from yarrow_client.options.filling import Choose, Unfilled, fill, fill_answer
from yarrow_client.options.forms import FieldShape, Menu
from yarrow_client.options.values import Values

CASES: list[dict[str, Any]] = read(FIELDS)
NAMES = {"bill": "Bill", "ann": "Ann", "constructor": "Constructor"}
RECORDED: dict[str, Any] = read(OPTIONS)
DEEP = 100_000


def menu_of(case: Mapping[str, Any]) -> Menu:
    """Return a menu with the parts of a case, and the form ``x.do`` of its fields."""
    parts = {"version": 1, "names": NAMES, "sets": {}, "lookups": {}, "forms": ["x.do"], "prompts": []}
    form = {"command": "x.do", "label": "Do", "fields": case.get("fields", []), "neutral": case.get("neutral", {})}
    declared = {"groups": case.get("groups", {}), "forms": {"x.do": {**form, **case.get("words", {})}}}
    declared |= {"enumeration": case["enumeration"]} if "enumeration" in case else {}
    return Menu({name: case.get(name, part) for name, part in parts.items()}, declared)


def field_of(fields: Sequence[FieldShape], path: str) -> FieldShape:
    first, _, rest = path.partition(".")
    field = next(one for one in fields if one["name"] == first)
    return field_of(field["fields"], rest) if rest else field


def shape(values: Values) -> dict[str, Any]:
    """Return what the vectors may say about values."""
    return {
        "listed": [[*pair] for pair in values.listed],
        "span": values.span and [*values.span],
        "text": values.text and [*values.text],
        "pattern": values.pattern,
        "schema": values.schema,
        "keys": None if values.keys is None else [[*pair] for pair in values.keys.listed],
        "empty": not values,
    }


def chosen_from(choice: Any, time: int) -> Any:
    """Return a choice; of ``each``, that for the time at which it is asked for."""
    if isinstance(choice, dict) and "each" in choice:
        return choice["each"][time - 1] if time <= len(choice["each"]) else None
    return choice


def named(case: dict[str, Any]) -> str:
    return str(case["case"])


@pytest.mark.parametrize("case", [case for case in CASES if "asked" in case], ids=named)
def test_a_field_has_the_values_of_the_vectors(case: dict[str, Any]) -> None:
    menu = menu_of(case)
    for asked in case["asked"]:
        field = field_of(menu.forms[0].fields, asked["field"])
        filled, outer = asked.get("filled", {}), asked.get("outer", {})
        values = menu.values(field, filled, outer)
        assert (values is not None) is asked.get("there", True), asked
        for name, seen in shape(values).items() if values is not None else ():
            assert name not in asked or seen == asked[name], (name, asked)
        assert [one for one in asked.get("has", ()) if values is None or one not in values] == []
        assert [one for one in asked.get("lacks", ()) if values is not None and one in values] == []
        assert menu.requires(field, filled, outer) is asked.get("required", menu.requires(field, filled, outer))
        assert menu.default(field, filled, outer) == asked.get("default", menu.default(field, filled, outer))


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_form_admits_the_commands_of_the_vectors(case: dict[str, Any]) -> None:
    if "malformed" in case:
        return
    menu, commands = menu_of(case), case.get("commands", {})
    for verdict in ("admitted", "refused"):
        given = [{"type": "x.do", **fields} for fields in case.get(verdict, ())]
        for command in (*given, *commands.get(verdict, ())):
            assert menu.admits(command) is (verdict == "admitted"), command


@pytest.mark.parametrize("case", [case for case in CASES if "filled" in case], ids=named)
def test_a_form_is_filled_as_the_vectors_say(case: dict[str, Any]) -> None:
    menu = menu_of(case)
    for filling in case["filled"]:
        asked: list[str] = []

        def choose(field: FieldShape, values: Values, asked: list[str] = asked, filling: Any = filling) -> Any:
            asked.append(field["name"])
            return chosen_from(filling["choices"].get(field["name"]), asked.count(field["name"]))

        if "command" in filling:
            command = fill(menu, menu.forms[0], choose)
            assert command == filling["command"]
            assert menu.admits(command)
        else:
            with pytest.raises(Unfilled):
                fill(menu, menu.forms[0], choose)
        assert asked == filling["asked"]


@pytest.mark.parametrize("case", read(SENTENCES), ids=named)
def test_a_form_that_is_filled_in_is_said_as_the_vectors_say(case: dict[str, Any]) -> None:
    for one in case["sentences"]:
        menu = menu_of({**case, "words": {"phrase": one.get("phrase", case.get("phrase", ""))}})
        assert sentence(menu, menu.forms[0], one["command"]) == one["sentence"], one["command"]


def test_the_words_of_a_form_that_are_left_out_have_defaults() -> None:
    [form] = menu_of({}).forms
    assert (form.phrase, form.help, form.group, form.costs, form.rules) == ("", "", "", "", [])
    assert (form.prominence, form.speaker) == ("usual", "player")


def test_forms_of_no_group_come_after_those_of_all_groups() -> None:
    attack = {"command": "x.attack", "label": "Attack", "group": "attack", "fields": []}
    leave = {"command": "x.leave", "label": "Leave", "fields": []}
    options = {"version": 1, "names": {}, "sets": {}, "lookups": {}, "forms": ["x.leave", "x.attack"], "prompts": []}
    groups = {"attack": "To attack", "move": "To move"}
    menu = Menu(options, {"groups": groups, "forms": {"x.attack": attack, "x.leave": leave}})
    assert grouped(menu) == [["To attack", ["x.attack"]], ["", ["x.leave"]]]


def test_a_number_with_a_point_is_not_whole() -> None:
    assert 2 in Values(span=(1, 3))
    assert 2.0 not in Values(span=(1, 3))


def test_a_field_is_asked_for_as_it_is_for_this_filling() -> None:
    seen: list[tuple[bool, Any]] = []
    fields = [
        {"name": "actor", "in": ["bill"], "required": True},
        {
            "name": "weapon",
            "in": ["bow"],
            "required": {"actor": ["bill"]},
            "default": {"row": {"bill": ["bow"]}, "by": ["actor"]},
        },
    ]
    menu = menu_of({"fields": fields})

    def choose(field: FieldShape, values: Values) -> Any:
        seen.append((field["required"], field["default"]))
        return values.listed[0][0]

    assert fill(menu, menu.forms[0], choose) == {"type": "x.do", "actor": "bill", "weapon": "bow"}
    assert seen == [(True, None), (True, "bow")]


def test_a_plain_answer_is_chosen_like_a_field() -> None:
    field = {"name": "answer", "in": "names", "required": True}
    menu = menu_of({"fields": []})
    assert fill_answer(menu, field, lambda field, values: values.listed[1][0]) == "ann"
    with pytest.raises(Unfilled, match="`answer` may not be 'tom'"):
        fill_answer(menu, field, lambda field, values: "tom")
    with pytest.raises(Unfilled, match="`answer` is required"):
        fill_answer(menu, field, lambda field, values: None)


def read_all(menu: Menu) -> None:
    """Read every field of every form."""
    menu.admits({"type": "x.do"})
    for form in menu.forms:
        for field in form.fields:
            values = menu.values(field, {})
            assert values is None or "x" not in values


@pytest.mark.parametrize("case", [case for case in CASES if "malformed" in case], ids=named)
def test_malformed_options_are_an_error_that_says_so(case: dict[str, Any]) -> None:
    with pytest.raises(MalformedOptions):
        read_all(menu_of(case["malformed"]))


def nested(levels: int, kind: str) -> Any:
    node: Any = "names"
    for _ in range(levels):
        node = {"set": {"of": node}, "either": {"either": [node]}, "list": [node], "object": {"x": node}}[kind]
    return node


@pytest.mark.parametrize("kind", ["set", "either"])
def test_sets_that_are_nested_too_deeply_are_malformed(kind: str) -> None:
    read_all(menu_of({"fields": [{"name": "it", "in": nested(50, kind)}]}))
    with pytest.raises(MalformedOptions, match="nested too deeply"):
        read_all(menu_of({"fields": [{"name": "it", "in": nested(DEEP, kind)}]}))


def test_fields_that_are_nested_too_deeply_are_malformed() -> None:
    fields: list[Any] = [{"name": "it", "in": "names"}]
    for _ in range(DEEP):
        fields = [{"name": "it", "fields": fields}]
    with pytest.raises(MalformedOptions, match="nested too deeply"):
        read_all(menu_of({"fields": fields}))


@pytest.mark.parametrize("kind", ["list", "object"])
def test_a_value_that_is_nested_deeply_is_not_admitted(kind: str) -> None:
    value = nested(DEEP, kind)
    fields: list[Any] = [
        {"name": "it", "in": ["a", [["a"], ""], [{"x": "a"}, ""]], "default": "a"},
        {"name": "many", "in": "names", "many": [0, None]},
        {"name": "object", "fields": [{"name": "x", "in": "names"}]},
        {"name": "keys", "in": "names", "keys": ["x"]},
        {"name": "looked up", "in": {"row": {"bill": ["a"]}, "by": ["any.x.x"]}},
        {"name": "any", "in": {"schema": "Any"}},
    ]
    menu = menu_of({"fields": fields})
    for name in ("it", "many", "object", "keys", "looked up"):
        assert not menu.admits({"type": "x.do", name: value})
    assert menu.admits({"type": "x.do", "any": value})


def test_sets_that_grow_with_each_reference_are_read_once() -> None:
    sets = {str(place): {"either": [str(place + 1)] * 50} for place in range(30)}
    menu = menu_of({"sets": {**sets, "30": ["a", "b"]}, "fields": [{"name": "it", "in": "0"}]})
    values = menu.values(menu.forms[0].fields[0], {})
    assert values is not None
    assert [value for value, _ in values.listed] == ["a", "b"]


def replayed(asked: list[dict[str, Any]]) -> Choose:
    """Return a chooser that chooses as recorded, and fails if it is asked anything else."""
    rest = iter(asked)

    def choose(field: FieldShape, values: Values) -> Any:
        expected = next(rest)
        assert {**question(field, values), "chosen": expected["chosen"]} == expected
        return expected["chosen"]

    return choose


@pytest.mark.parametrize(
    "state", RECORDED["states"], ids=lambda state: f"{state['role']}-{state['options']['version']}"
)
def test_options_of_fights_are_read_as_they_are_recorded(state: dict[str, Any]) -> None:
    menu = Menu(state["options"], RECORDED["declarations"][state["role"]])
    forms = {form.name: form for form in menu.forms}
    prompts = {prompt["id"]: prompt for prompt in menu.prompts}
    assert grouped(menu) == state["groups"]
    for filling in state["fillings"]:
        form = forms[filling["form"]]
        assert fill(menu, form, replayed(filling["asked"])) == filling["filled"]
        assert menu.admits(filling["filled"])
        assert sentence(menu, form, filling["filled"]) == filling["said"]
    for answer in state["answers"]:
        field = prompts[answer["prompt"]]["answers"][answer["shape"]]
        assert fill_answer(menu, field, replayed(answer["asked"])) == answer["filled"]
        assert menu.admits({"type": "core.answer", "prompt": answer["prompt"], "answer": answer["filled"]})
        assert text_of(menu, field, answer["filled"]) == answer["said"]
    for one in state["commands"]:
        assert menu.admits(one["command"]) is one["admitted"], one


def test_the_recorded_options_have_what_can_be_asked() -> None:
    asked = [one for state in RECORDED["states"] for filling in state["fillings"] for one in filling["asked"]]
    parts = {part for one in asked for part in one["values"]}
    assert parts >= {"listed", "also", "barred", "span", "text", "pattern", "schema", "keys"}
    assert {one["admitted"] for state in RECORDED["states"] for one in state["commands"]} == {True, False}
    assert {state["role"] for state in RECORDED["states"]} == {"narrator", "player"}
