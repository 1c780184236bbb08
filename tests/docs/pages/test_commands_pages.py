"""Tests of the pages of commands: every command is there, with what refuses it."""

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.answers import shapes_of
from docs.pages.commands import commands_page
from docs.refusals import refusals, refusals_of_answers, refused_before_all
from domain.core.commands import CORE_COMMANDS, type_of
from domain.registry import BUILT_IN, rulesets
from domain.ruleset.ruleset import Ruleset
from tests.rules.refusal_cases import Forbidden
from tests.rules.rulesets import FORBIDDEN

every_ruleset = pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.key)
every_table = pytest.mark.parametrize("forbidden", FORBIDDEN, ids=lambda one: one.prefix)
OF_NUMBERS = {"CE-STR-4"}
"""Rules of numbers that are named in the code of a command, and refuse nothing."""


@every_ruleset
def test_every_command_is_on_the_page_once_with_all_its_fields(ruleset: Ruleset[Any]) -> None:
    sections = re.split(r"^##+ ", commands_page(ruleset), flags=re.MULTILINE)
    for command in ruleset.commands:
        if command not in CORE_COMMANDS:
            (section,) = (one for one in sections if f"\n`{type_of(command)}`\n" in one)
            named = set(re.findall(r"^\| `(\w+)`", section, flags=re.MULTILINE))
            fields = {info.alias or name for name, info in command.model_fields.items()}
            assert named == fields - {"type", "answers"}


@every_ruleset
def test_every_prompt_is_on_the_page_with_the_fields_and_an_example_of_every_shape_of_its_answer(
    ruleset: Ruleset[Any],
) -> None:
    _, _, prompts = commands_page(ruleset).partition("\n## Prompts\n")
    sections = re.split(r"^### ", prompts, flags=re.MULTILINE)
    for prompt in ruleset.prompts.values():
        (section,) = (one for one in sections if f"\n`{prompt.name}`\n" in one)
        lines = section.partition("```json\n")[2].partition("\n```")[0].splitlines()
        shown = [json.loads(line) for line in lines]
        shapes = shapes_of(prompt)
        for shape, answer in zip(shapes, shown, strict=True):
            Draft202012Validator(shape).validate(answer)
            prompt.parse(answer, None)
        schema = prompt.answer.json_schema()
        parts = [schema, *schema.get("$defs", {}).values()]
        fields = {field for part in parts for field in part.get("properties", ())}
        assert set(re.findall(r"^\| `(?:[\w.\[\]]+\.)?(?:\[\]\.)?(\w+)`", section, flags=re.MULTILINE)) == fields


@every_table
def test_what_refuses_a_command_is_listed_with_it(forbidden: Forbidden) -> None:
    ruleset = rulesets()[forbidden.notation.ruleset.key]
    before = set(refused_before_all(ruleset))
    of_answers = {rule for kind in ruleset.prompts.values() for rule in refusals_of_answers(ruleset, kind)}
    for row in forbidden.rows:
        answers = row.command.answers or row.command.type in ("core.answer", "core.set_policy")
        listed = before | set(refusals(ruleset, type(row.command))) | (of_answers if answers else set())
        assert row.rule in listed or row.rule not in ruleset.rules, row.command


@every_table
def test_nothing_is_listed_that_refuses_nothing(forbidden: Forbidden) -> None:
    ruleset = rulesets()[forbidden.notation.ruleset.key]
    listed = {rule for command in ruleset.commands for rule in refusals(ruleset, command)}
    assert listed - OF_NUMBERS <= {row.rule for row in forbidden.rows}


@pytest.mark.parametrize(
    ("command", "rules"),
    [
        ("ticks.hold", ("TK-RES-6", "TK-RES-10")),
        ("yin_yang.let_pass", ("YY-PROM-1",)),
        ("yin_yang.decline", ("YY-PROM-2",)),
    ],
)
def test_a_command_lists_only_what_refuses_the_answers_that_it_gives(command: str, rules: tuple[str, ...]) -> None:
    ruleset = rulesets()[command.partition(".")[0]]
    (kind,) = (one for one in ruleset.commands if type_of(one) == command)
    assert refusals(ruleset, kind) == rules
    assert kind.answers_to is not None
    assert len(refusals_of_answers(ruleset, ruleset.prompts[kind.answers_to])) > len(rules)
