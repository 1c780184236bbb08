"""Laws of languages: each is complete, and changes nothing but the texts of options and declarations."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import msgspec
import pytest

from domain.model.speaker import NARRATOR, Speaker
from domain.registry import BUILT_IN
from domain.ruleset.english import TEMPLATE, english_texts, faults
from domain.ruleset.offering import declarations, options
from domain.ruleset.ruleset import Ruleset
from domain.text.languages import ENGLISH, Texts
from domain.text.phrases import as_words
from tests.laws.fights import Fights, RandomFight
from tests.laws.menus import as_json, offers
from tests.laws.test_words import MACHINE, PARTS
from tests.rules.rulesets import FIGHTS
from yarrow_client.options.forms import Menu
from yarrow_client.options.phrases import sentence

MOST_COMMANDS: Final = 40
EVERY: Final = 4
"""The number of states of a fight among which the options of one are read for their identifiers."""
JOINED: Final = re.compile(r": | \(|\)$")
"""What joins two names or texts in a label: ``Vane: a rope``, ``sword-pistol (blade)``."""
TEXTS: Final = frozenset({"label", "help", "phrase", "costs", "question", "enumeration"})
"""The keys whose texts a language changes."""
LANGUAGES: Final = [(fights, language) for fights in FIGHTS for language in fights.ruleset.texts]
every_language = pytest.mark.parametrize(
    ("fights", "language"), LANGUAGES, ids=[f"{fights.ruleset.key}-{language}" for fights, language in LANGUAGES]
)


def test_every_language_has_all_words_and_none_too_much() -> None:
    assert [one for ruleset in BUILT_IN for language in ruleset.texts for one in faults(ruleset, language)] == []


@every_language
def test_a_language_has_no_code_in_its_words(fights: Fights[Any], language: str) -> None:
    texts = fights.ruleset.texts[language]
    plain = [*texts.labels.values(), *texts.helps.values(), *texts.costs.values(), *texts.questions.values()]
    assert [text for text in plain if MACHINE.search(text)] == []
    assert [text for one, text in texts.labels.items() if text[:1].islower() and not one.startswith(PARTS)] == []


@every_language
def test_declarations_in_another_language_differ_in_texts_alone(fights: Fights[Any], language: str) -> None:
    for narrator in (True, False):
        english, other = (
            as_json(declarations(fights.ruleset, narrator=narrator, language=one)) for one in (ENGLISH, language)
        )
        groups = english.pop("groups"), other.pop("groups")
        assert [*groups[0]] == [*groups[1]]
        assert other.pop("language") == language
        same = set(_same_texts({**english, "enumeration": ""}, other))
        assert same - known_texts(fights.ruleset, language) == set()


@every_language
def test_options_in_another_language_differ_in_texts_alone(fights: Fights[Any], language: str) -> None:
    """A text that is the same is one of the language, or a name."""
    ruleset = fights.ruleset
    known = known_texts(ruleset, language)
    roles = (True, False)
    declared = {one: as_json(declarations(ruleset, narrator=one, language=language)) for one in roles}
    for name in fights.situations:
        played = RandomFight(fights, name, 1)
        for _ in played.play(MOST_COMMANDS):
            somebody = next(iter(fights.persons(played.fight)))
            for speaker in (NARRATOR, Speaker("player", (somebody,))):
                english, other = (
                    as_json(options(ruleset, played.fight, speaker, language=one)) for one in (ENGLISH, language)
                )
                names = {*ruleset.names(played.fight, speaker).values(), *_areas(played.fight)}
                assert set(_same_texts(english, other)) - known - names == set()
                menu = Menu(other, declared[speaker.is_narrator])
                assert all(sentence(menu, one.form, {}) for one in offers(menu) if one.form is not None)


@pytest.mark.parametrize("fights", FIGHTS, ids=lambda one: one.ruleset.key)
def test_every_label_in_options_has_an_identifier_unless_it_is_a_name_or_somebody_wrote_it(fights: Fights[Any]) -> None:
    labels = {one: _marked(label) for one, label in english_texts(fights.ruleset).labels.items()}
    ruleset = replace(fights.ruleset, languages={"qaa": Texts(labels=labels)})
    templates = {label for one, label in ruleset.labels.table.items() if one.startswith(TEMPLATE)}
    for name in fights.situations:
        played = RandomFight(fights, name, 2)
        for number, _ in enumerate(played.play(MOST_COMMANDS)):
            if number % EVERY:
                continue
            fight = played.fight
            english, other = (as_json(options(ruleset, fight, NARRATOR, language=one)) for one in (ENGLISH, "qaa"))
            same = {one for one in _same_texts(english, other) if "{" not in one} - templates
            if same:
                written = {*_texts_in(json.loads(msgspec.json.encode(fight)))}
                known = {*written, *map(as_words, written), *ruleset.names(fight, NARRATOR).values()}
                questions = {entry["question"] for entry in english["prompts"]}
                assert [one for one in same - questions if not {*JOINED.split(one)} - {""} <= known] == []


def _marked(label: str) -> str:
    """Return a label with a mark, if it is recognised as one."""
    return f"{label}¤" if label[:1].isupper() or "{" in label or " " in label else label


def _texts_in(node: Any) -> Iterator[str]:
    """Yield the texts in a state, and its keys."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for key, one in node.items():
            yield key
            yield from _texts_in(one)
    elif isinstance(node, list):
        for one in node:
            yield from _texts_in(one)


def known_texts(ruleset: Ruleset[Any], language: str) -> set[str]:
    """Return the texts of a language, with the names of templates."""
    texts = ruleset.texts[language]
    templates = {label for one, label in ruleset.labels.table.items() if one.startswith(TEMPLATE)}
    return {*texts.labels.values(), *texts.phrases.values(), *texts.helps.values(), *texts.costs.values(), *templates}


def _areas(fight: Any) -> set[str]:
    """Return the names that the narrator has given to places, as a menu shows them."""
    return {name.replace("_", " ") for name in getattr(fight, "areas", ())}


def _same_texts(english: Any, other: Any, key: str = "") -> Iterator[str]:
    """Yield the texts that are the same in both; what is not a text has to be the same."""
    if key in TEXTS and isinstance(english, str):
        assert isinstance(other, str)
        if english == other:
            yield other
    elif isinstance(english, dict):
        assert [*english] == [*other]
        assert english.get("rules") == other.get("rules")
        for name in english.keys() - {"rules"}:
            yield from _same_texts(english[name], other[name], name)
    elif isinstance(english, list):
        assert len(english) == len(other)
        if _is_labelled(english):
            assert english[0] == other[0]
            yield from _same_texts(english[1], other[1], "label")
            yield from _same_texts(english[2:], other[2:])
        else:
            for one, two in zip(english, other, strict=True):
                yield from _same_texts(one, two)
    else:
        assert english == other


def _is_labelled(entry: list[Any]) -> bool:
    """Return whether a list is a value with its label, and others that mean the same."""
    match entry:
        case [_, str(label)] | [_, str(label), [*_]]:
            return label[:1].isupper() or " " in label
    return False
