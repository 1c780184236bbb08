"""Tests that the rule reference of every ruleset has each rule once, in order, with the options that change it."""

import re
from collections import defaultdict

import pytest

from tests.rules.reference import Reference
from tests.rules.rulesets import REFERENCES

pytestmark = pytest.mark.parametrize("reference", REFERENCES, ids=lambda reference: reference.prefix)


def test_every_id_names_ruleset_chapter_and_number(reference: Reference) -> None:
    for rule_id, rule in reference.rules.items():
        assert re.fullmatch(rf"{reference.prefix}-[A-Z]+-[1-9]\d*", rule_id)
        assert rule.id == rule_id


def test_every_chapter_counts_from_one_in_order_and_leaves_out_only_what_it_says(reference: Reference) -> None:
    numbers = defaultdict(list)
    for rule_id in reference.rules:
        _, chapter, number = rule_id.split("-")
        numbers[chapter].append(int(number))
    assert list(numbers) == list(reference.chapters)
    unused = {chapter: reference.unused.get(chapter, frozenset()) for chapter in reference.chapters}
    assert numbers == {
        chapter: [number for number in range(1, last + 1) if number not in unused[chapter]]
        for chapter, last in reference.chapters.items()
    }


def test_every_rule_has_a_short_title_of_its_own_and_a_whole_sentence(reference: Reference) -> None:
    assert len({rule.title for rule in reference.rules.values()}) == len(reference.rules)
    for rule in reference.rules.values():
        assert 2 <= len(rule.title.split()) <= 6, rule.id
        assert rule.title == rule.title.strip()
        assert re.fullmatch(r"\S.{15,}[.]", rule.statement), rule.id


def test_every_rule_that_a_statement_points_to_exists(reference: Reference) -> None:
    for rule in reference.rules.values():
        named = set(re.findall(rf"{reference.prefix}-[A-Z]+-\d+", rule.statement))
        assert named <= set(reference.rules) - {rule.id}, rule.id


def test_a_rule_lists_exactly_the_options_that_its_statement_names_with_their_defaults(reference: Reference) -> None:
    with_value = "|".join(reference.options)
    alone = "|".join(reference.options.keys() - reference.ambiguous)
    for rule in reference.rules.values():
        keys = {*re.findall(rf"`({with_value})=", rule.statement), *re.findall(rf"`({alone})`", rule.statement)}
        assert rule.options == {key: reference.options[key] for key in keys}, rule.id


def test_every_option_changes_a_rule(reference: Reference) -> None:
    assert {key for rule in reference.rules.values() for key in rule.options} == set(reference.options)


def test_a_rule_carries_the_title_of_its_chapter(reference: Reference) -> None:
    for rule_id, rule in reference.rules.items():
        chapter = rule_id.split("-")[1]
        assert rule.chapter == reference.titles.get(chapter, rule.chapter), rule_id
    assert set(reference.titles) <= set(reference.chapters)


def test_the_reference_cannot_be_changed(reference: Reference) -> None:
    first, second, *_ = reference.rules
    with pytest.raises(TypeError):
        reference.rules[first] = reference.rules[second]  # type: ignore[index]
