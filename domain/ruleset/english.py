"""The English words of a ruleset by section and identifier, and what the words of another language lack."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from domain.core.commands import type_of
from domain.core.labels import CORE_LANGUAGES
from domain.decision.prompts import GO_ON
from domain.fields.field import Field
from domain.model.encounter import Encounter
from domain.options.declared import DeclaredForm
from domain.ruleset.chapter import Chapter
from domain.ruleset.offering import forms_for, help_of_form, words_of_form
from domain.ruleset.ruleset import Ruleset
from domain.text.languages import SECTIONS, Texts, texts_of
from domain.text.words import Slots, slots_in

SHARED: Final[Ruleset[Any]] = Ruleset(
    key="core",
    title="What all rulesets share",
    version="1",
    state=Encounter,
    rules={},
    sheet_model=TypeAdapter(dict[str, Any]),
    chapters=(Chapter(prompts=(GO_ON,)),),
    languages=CORE_LANGUAGES,
)
"""A ruleset that has only what all rulesets share."""
TEMPLATE: Final = "template."
"""The labels of templates are names, which stay the same in every language."""


class Fault(NamedTuple):
    """What is wrong with a text of a language: where it belongs, and in words."""

    section: str
    identifier: str
    says: str


def english_texts(ruleset: Ruleset[Any]) -> Texts:
    """Return the English words that another language can replace.

    Not among them are the phrases and helps of answers to prompts: their fields depend on the state of a fight.
    """
    found: dict[str, dict[tuple[str, str], dict[str, str]]] = {one: defaultdict(dict) for one in SECTIONS}
    for form in forms_for(ruleset, narrator=True):
        command = type_of(form.command)
        for section, path, text in _texts_of_form(form):
            found[section][command, path][form.name] = text
    return Texts(
        labels={one: label for one, label in ruleset.labels.table.items() if not one.startswith(TEMPLATE)},
        questions={name: kind.question for name, kind in ruleset.prompts.items()},
        **{name: dict(_by_identifier(found[name])) for name in ("phrases", "helps", "costs")},
    )


def _texts_of_form(form: DeclaredForm) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of a form and of its fields, each with its section and the path of the field."""
    words = words_of_form(form)
    own = (("phrases", words.phrase), ("helps", help_of_form(form)), ("costs", words.costs))
    yield from ((section, "", text) for section, text in own if text)
    for name, field in form.fields.items():
        yield from _texts_of_field(f".{name}", field)


def _texts_of_field(path: str, field: Field) -> Iterator[tuple[str, str, str]]:
    yield from ((section, path, text) for section, text in (("phrases", field.phrase), ("helps", field.help)) if text)
    for name, part in (field.parts or {}).items():
        yield from _texts_of_field(f"{path}.{name}", part)


def _by_identifier(found: Mapping[tuple[str, str], Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield texts by the type of their command, and by the names of its forms where these differ."""
    for (command, path), texts in found.items():
        if len({*texts.values()}) == 1:
            yield command + path, next(iter(texts.values()))
        else:
            yield from ((form + path, text) for form, text in texts.items())


def lacking(ruleset: Ruleset[Any], language: str) -> list[Fault]:
    """Return the English texts that a language of a ruleset lacks."""
    english, texts = english_texts(ruleset), ruleset.texts[language]
    return [
        Fault(section, identifier, f"is missing: {text!r}")
        for section in SECTIONS
        for identifier, text in english.section(section).items()
        if identifier not in texts.section(section)
    ]


def faults(ruleset: Ruleset[Any], language: str) -> list[Fault]:
    """Return what a language of a ruleset lacks, what it has too much, and slots that would not be filled."""
    english, whole = english_texts(ruleset), ruleset.texts[language]
    own = texts_of(ruleset.languages[language], ruleset.key)
    return [*lacking(ruleset, language), *_superfluous(ruleset, english, own), *_wrong_slots(english, whole)]


def _superfluous(ruleset: Ruleset[Any], english: Texts, own: Texts) -> Iterator[Fault]:
    answers = tuple([f"prompt.{kind}.answer" for kind in ruleset.prompts])
    for section in SECTIONS:
        for identifier in own.section(section):
            of_answer = section in ("phrases", "helps") and identifier.startswith(answers)
            if identifier not in english.section(section) and not of_answer:
                yield Fault(section, identifier, "is not among the English texts")


def _wrong_slots(english: Texts, whole: Texts) -> Iterator[Fault]:
    """Yield slots that the English text does not have, or has in brackets because the field may have no text."""
    for section in ("labels", "phrases"):
        known = english.section(section)
        for identifier, text in whole.section(section).items():
            wrong = _faults_of_slots(slots_in(text), slots_in(known.get(identifier, text)))
            yield from (Fault(section, identifier, f"{why}: {text!r}") for why in wrong)


def _faults_of_slots(slots: Slots, known: Slots) -> Iterator[str]:
    if slots.is_broken:
        yield "has a brace or a bracket too many or too few"
    yield from (f"has a slot {one!r}, which the English text does not have" for one in sorted(slots.all - known.all))
    yield from (
        f"needs brackets around the slot {one!r}, as the English text has them"
        for one in sorted((slots.needed - known.needed) & known.all)
    )
