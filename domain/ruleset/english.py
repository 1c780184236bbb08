"""The English words of a ruleset by section and identifier, and what the words of another language lack."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from domain.core.labels import CORE_LANGUAGES
from domain.decision.prompts import GO_ON
from domain.model.encounter import Encounter
from domain.ruleset.chapter import Chapter
from domain.ruleset.offering import declared_in
from domain.ruleset.ruleset import Ruleset
from domain.text.languages import SECTIONS, Texts, Wording, texts_of
from domain.text.words import Labels, Slots, as_label, slots_in

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
    """A wrong text of a language: its section and identifier, and the fault, as the rest of a sentence."""

    section: str
    identifier: str
    says: str


class _Listening(Labels):
    """Labels that note those that are made from identifiers."""

    def __init__(self, table: Mapping[str, str]) -> None:
        super().__init__(table)
        self.made: dict[str, str] = {}

    def of(self, identifier: str, *contexts: str) -> str:
        if not any(one in self.table for one in (identifier, *[f"{context}.{identifier}" for context in contexts])):
            self.made[identifier] = as_label(identifier)
        return super().of(identifier, *contexts)


class _Heard(Wording):
    """Words that note the texts of forms and of their fields, by section, type of the command and name of the form."""

    def __init__(self, labels: _Listening) -> None:
        super().__init__(labels)
        self.made: Final = labels.made
        self.found: Final[dict[str, dict[str, dict[str, str]]]] = {one: defaultdict(dict) for one in SECTIONS}

    def phrase(self, english: str, *identifiers: str) -> str:
        return self._noted("phrases", english, *identifiers)

    def help(self, english: str, *identifiers: str) -> str:
        return self._noted("helps", english, *identifiers)

    def costs(self, english: str, *identifiers: str) -> str:
        return self._noted("costs", english, *identifiers)

    def _noted(self, section: str, english: str, form: str, command: str) -> str:
        if english:
            self.found[section][command][form] = english
        return english


def english_texts(ruleset: Ruleset[Any]) -> Texts:
    """Return the English words that another language can replace.

    Not among them are the phrases and helps of answers to prompts: their fields depend on the state of a fight.
    """
    heard = _Heard(_Listening(ruleset.labels.table))
    declared_in(ruleset, heard, narrator=True)
    kinds = [("event", one.type) for one in ruleset.events] + [("prompt", one) for one in ruleset.prompts]
    made = {**{f"{context}.{one}": as_label(one) for context, one in kinds}, **heard.made}
    return Texts(
        labels={one: label for one, label in {**made, **ruleset.labels.table}.items() if not one.startswith(TEMPLATE)},
        questions={name: kind.question for name, kind in ruleset.prompts.items()},
        **{name: dict(_by_identifier(heard.found[name])) for name in ("phrases", "helps", "costs")},
    )


def _by_identifier(found: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield texts by the type of their command, and by the names of its forms where these differ."""
    for command, texts in found.items():
        different = {*texts.values()}
        yield from texts.items() if len(different) > 1 else [(command, one) for one in different]


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
