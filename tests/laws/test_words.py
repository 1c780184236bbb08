"""Laws of words: every identifier that can reach a client has a declared label, and every declared label is used.

A label that equals the words of its identifier is declared, too: somebody has read it and found that it will do.
"""

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from domain.core.commands import CORE_COMMANDS, type_of
from domain.core.labels import CORE_LABELS
from domain.decision.core_handlers import options_adapter
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.offering import NEVER_LISTED, declarations, options
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table import table
from domain.table.drawing import Drawing
from domain.text.words import Labels, as_label, help_of, rules_in, without_citations
from tests.laws.fights import Fights, RandomFight
from tests.laws.menus import as_json
from tests.rules.rulesets import FIGHTS

MOST_COMMANDS: Final = 60
worded = pytest.mark.parametrize("fights", FIGHTS, ids=lambda one: one.ruleset.key)
MACHINE: Final = re.compile(r"`|_|\w\.[^\W\d]|\*\*")
"""What no label, phrase or help has: code, identifiers, markup."""
PARTS: Final = ("text.", "unit.")
"""What labels of parts of texts begin with; their first letter may be small."""
DRAWN: Final = ("meter.", "unit.", "side.", "text.", "condition.")
"""What labels that only tables have begin with."""
NAMED: Final = ("name", "rule", "skill")
"""Fields of free text that are names, which phrases have without quotation marks."""
NOTES: Final = ("Note", "Secret note")
"""What the phrases of notes begin with, which tell one of the two texts of a note."""
_SLOT: Final = re.compile(r"\{([a-z_]+)\??(?::[A-Za-z ]+\|[A-Za-z ]+(?:\|[A-Za-z ]+\|[A-Za-z ]+)?)?\}")
_OPTIONAL: Final = re.compile(r"\[[^\]]*\]")


class ListeningLabels(Labels):
    """Labels that note which of them are used, and which are missing."""

    def __init__(self, table: Mapping[str, str]) -> None:
        super().__init__(table)
        self.used: set[str] = set()
        self.missing: set[str] = set()

    def of(self, identifier: str, *contexts: str) -> str:
        known = (key for key in (*(f"{one}.{identifier}" for one in contexts), identifier) if key in self.table)
        found = next(known, None)
        if found is None:
            self.missing.add(".".join([*contexts[:1], identifier]))
        else:
            self.used.add(found)
        return super().of(identifier, *contexts)


def listening(ruleset: Ruleset[Any]) -> tuple[Ruleset[Any], ListeningLabels]:
    """Return a copy of a ruleset whose labels note which of them are used."""
    heard, labels = copy.copy(ruleset), ListeningLabels(ruleset.labels.table)
    object.__setattr__(heard, "labels", labels)
    return heard, labels


@worded
def test_every_identifier_has_a_label_and_every_label_is_used(fights: Fights[Any]) -> None:
    ruleset, labels = listening(fights.ruleset)
    plain = set()
    for answer in _answers(ruleset, fights):
        plain |= {value for value, label in _labelled(answer) if label == as_label(value) != value}
    for name, kind in (("option", ruleset.option_model), ("sheet", None)):
        schema = TypeAdapter(kind).json_schema() if kind else ruleset.sheet_model.json_schema()
        for word, *contexts in _schema_words(schema, name):
            labels.of(word, *contexts)
    for identifier in _kinds(ruleset):
        labels.of(*identifier)
    assert sorted(labels.missing) == []
    for identifier in _seldom_met(ruleset):
        labels.of(*identifier)
    assert sorted(ruleset.labels.table.keys() - labels.used - CORE_LABELS.keys()) == []
    assert sorted(word for word in plain if word not in {key.rpartition(".")[2] for key in labels.table}) == []


def _answers(ruleset: Ruleset[Any], fights: Fights[Any]) -> Iterator[Any]:
    """Yield the declarations of both roles, and the options of the narrator and of a player in fights of bots.

    The tables of these fights are drawn, too, if the ruleset declares a drawing.
    """
    yield from (as_json(declarations(ruleset, narrator=narrator)) for narrator in (True, False))
    for name in fights.situations:
        played = RandomFight(fights, name, 1)
        for _ in played.play(MOST_COMMANDS):
            somebody = next(iter(fights.persons(played.fight)))
            for speaker in (NARRATOR, Speaker("player", (somebody,))):
                yield as_json(options(ruleset, played.fight, speaker))
                if ruleset.drawing != Drawing():
                    table(ruleset, played.fight, speaker, settled=True)


def _labelled(node: Any) -> Iterator[tuple[str, str]]:
    """Yield each word that has a label in the JSON of sets."""
    match node:
        case [str(value), str(label)] | [str(value), str(label), [*_]]:
            yield value, label
        case list():
            for one in node:
                yield from _labelled(one)
        case dict():
            for one in node.values():
                yield from _labelled(one)


def _schema_words(schema: Any, context: str) -> Iterator[tuple[str, ...]]:
    """Yield the names of properties in a JSON schema, and the words that they may have, each with its contexts."""
    if isinstance(schema, list):
        for one in schema:
            yield from _schema_words(one, context)
    elif isinstance(schema, dict):
        for name, one in schema.get("properties", {}).items():
            yield name, context
            yield from _schema_words(one, name)
        for one in schema.get("$defs", {}).values():
            yield from _schema_words(one, context)
        words = [*schema.get("enum", ()), *([schema["const"]] if "const" in schema else [])]
        yield from ((word, context) for word in words if isinstance(word, str))
        for key in ("items", "anyOf", "oneOf", "allOf", "prefixItems", "additionalProperties", "propertyNames"):
            yield from _schema_words(schema.get(key), context)


def _kinds(ruleset: Ruleset[Any]) -> Iterator[tuple[str, ...]]:
    yield from ((type_of(command),) for command in ruleset.commands)
    yield from ((event.type, "event") for event in ruleset.events)
    yield from ((kind, "prompt") for kind in ruleset.prompts)
    yield from ((template, "template") for template in ruleset.templates)
    throws = (label.removeprefix("throw.") for label in ruleset.labels.table if label.startswith("throw."))
    yield from ((throw, "throw") for throw in throws)
    drawn = [label.partition(".") for label in ruleset.labels.table if label.startswith(DRAWN)]
    yield from ((identifier, context) for context, _, identifier in drawn)


def _seldom_met(ruleset: Ruleset[Any]) -> Iterator[tuple[str, ...]]:
    """Yield words that no fight of bots need meet: those of commands and answers, parts of texts, keys of charts."""
    for command in ruleset.commands:
        yield from _schema_words(command.model_json_schema(), type_of(command))
    for prompt in ruleset.prompts.values():
        yield "answer", f"prompt.{prompt.name}"
        yield from _schema_words(prompt.answer.json_schema(), "answer")
    made = [  # with its tests of chapters
        one.split(".") for one, label in ruleset.labels.table.items() if "{" in label or one.startswith(PARTS)
    ]
    yield from ((identifier, context) for context, identifier in made)
    for chart in ruleset.tables.values():
        yield from ((key,) for key in (chart if isinstance(chart, Mapping) else ()))


@worded
def test_a_menu_reads_as_a_player_speaks(fights: Fights[Any]) -> None:
    """Labels begin with a capital letter; no text has code in it; phrases have slots that their form can fill."""
    ruleset = fights.ruleset
    labels = {label for one, label in ruleset.labels.table.items() if not one.startswith(PARTS)}
    assert {label for label in labels if MACHINE.search(label) or label[:1].islower()} == set()
    forms = as_json(declarations(ruleset, narrator=True))["forms"]
    assert {name: faults for name, form in forms.items() if (faults := [*_faults(name, form)])} == {}


@worded
def test_the_help_of_an_option_reads_as_a_player_speaks(fights: Fights[Any]) -> None:
    options = options_adapter(fights.ruleset.option_model).json_schema()["properties"]
    helps = {name: without_citations(option.get("description", "")) for name, option in options.items()}
    assert {name: said for name, said in helps.items() if not said or MACHINE.search(said)} == {}


def _faults(name: str, form: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the words of a form."""
    yield from (f"no {word}" for word in ("help", "group") if not form.get(word))
    phrase = form.get("phrase", "")
    if not phrase and {field["name"] for field in form["fields"]} <= {"actor"}:
        yield "no phrase, though nothing is filled in but who acts"
    texts = [form["label"], form.get("help", ""), form.get("costs", ""), _SLOT.sub("", phrase), *_helps(form["fields"])]
    yield from (text for text in texts if MACHINE.search(text))
    yield from _faults_of_phrase(phrase, form["fields"], whole=form["command"] == name)
    yield from _faults_of_objects(form["fields"])


def _faults_of_objects(fields: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with the phrases of objects."""
    for field in fields:
        parts = field.get("fields", [])
        yield from _faults_of_phrase(field.get("phrase", ""), parts, whole=True)
        yield from _faults_of_objects(parts)


def _faults_of_phrase(phrase: str, fields: list[dict[str, Any]], *, whole: bool) -> Iterator[str]:
    """Yield the slots of a phrase that no field fills; variants may leave out fields of the ``whole`` in brackets."""
    known = {one["name"] for one in fields}
    yield from (f"no field {slot}" for slot in _SLOT.findall(phrase) if slot not in known and whole)
    always = {one["name"] for one in fields if one.get("required") is True or one.get("default") is not None}
    yield from (f"{slot} can be left out" for slot in _SLOT.findall(_OPTIONAL.sub("", phrase)) if slot not in always)


@worded
def test_words_that_a_player_writes_stand_in_quotation_marks(fights: Fights[Any]) -> None:
    """What is free text in a form is told in its phrase, in quotation marks; names and rules are told as they are."""
    forms = as_json(declarations(fights.ruleset, narrator=True))["forms"]
    assert {name: found for name, form in forms.items() if (found := [*_unquoted(form)])} == {}


def _unquoted(shape: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the fields of free text that a phrase does not quote, each with the phrase."""
    phrase, parts = shape.get("phrase", ""), shape.get("fields", [])
    for part in parts:
        yield from _unquoted(part)
        name = part["name"]
        of_another_form = phrase.startswith(NOTES) and f"{{{name}}}" not in phrase
        written = phrase and "fields" not in part and name not in NAMED and _is_free_text(part.get("in"))
        if written and not of_another_form and f"“{{{name}}}”" not in phrase:
            yield name, phrase


def _is_free_text(domain: Any) -> bool:
    """Return whether a domain has texts that a player writes, and that need not look like a key."""
    if isinstance(domain, list):
        return any(map(_is_free_text, domain))
    if not isinstance(domain, dict):
        return False
    if isinstance(domain.get("text"), int):
        return "pattern" not in domain
    return any(map(_is_free_text, domain.values()))


@pytest.mark.parametrize("phrase", ["Wait[: {reason}]", "Wait ({reason})", "Wait"])
def test_the_law_of_quotation_marks_finds_what_breaks_it(phrase: str) -> None:
    reason = {"name": "reason", "in": {"either": [["fog", "Fog"], {"text": 500}]}}
    assert [*_unquoted({"phrase": phrase, "fields": [reason]})] == [("reason", phrase)]


def _helps(fields: list[dict[str, Any]]) -> Iterator[str]:
    for field in fields:
        yield field.get("help", "")
        yield from _helps(field.get("fields", []))


@worded
def test_every_command_cites_its_rules(fights: Fights[Any]) -> None:
    ruleset = fights.ruleset
    own = [command for command in ruleset.commands if command not in CORE_COMMANDS and command not in NEVER_LISTED]
    assert [type_of(one) for one in own if not [*rules_in(one.__doc__, ruleset.rules)]] == []
    assert [type_of(one) for one in own if not help_of(one.__doc__)] == []
