"""Tests of languages: how their words are read, what they take the place of, and what a check finds wrong."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.core.labels import CORE_LANGUAGES
from domain.ruleset.english import SHARED, english_texts, faults, lacking
from domain.ruleset.offering import declarations
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.ticks import TICKS
from domain.text.languages import BadLanguage, Texts, load_languages
from domain.text.words import Labels, phrase_of, slots_in
from tests.toy_rulesets.fair import FAIR


def with_words(ruleset: Ruleset[Any], **sections: Any) -> Ruleset[Any]:
    """Return a ruleset with German words."""
    return replace(ruleset, languages={"de": sections})


def wrong(ruleset: Ruleset[Any], language: str = "de") -> list[str]:
    return [f"{one.section}: {one.identifier} {one.says}" for one in faults(ruleset, language)]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of languages in a package ``spoken``."""
    folder = tmp_path / "spoken" / "languages"
    folder.mkdir(parents=True)
    (tmp_path / "spoken" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "spoken", raising=False)
    return folder


def test_a_package_has_a_file_for_each_language(package: Path) -> None:
    (package / "de.toml").write_text('[labels]\n"fair.bet" = "Wetten"\n[questions]\nguess = "welche Zahl"\n', "utf-8")
    (package / "pt-BR.toml").write_text("", "utf-8")
    (package / "notes.txt").write_text("not a language", "utf-8")
    found = load_languages("spoken")
    assert found == {
        "de": Texts(labels={"fair.bet": "Wetten"}, questions={"guess": "welche Zahl"}),
        "pt-BR": Texts(),
    }
    assert (
        declarations(replace(FAIR, languages=found), narrator=False, language="de").forms["fair.bet"].label == "Wetten"
    )


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("de", '[labls]\na = "b"', "spoken, de: there is no section 'labls'; the sections are labels, phrases"),
        ("de", 'labels = "b"', "'labels' is not a section; put each text under"),
        ("de", "[labels]\na = 1", r"'a' under \[labels\] is not a text\."),
        ("de", '[labels]\nticks.declare = "b"', "'ticks' under .* is not a text; put identifiers with dots in quotes"),
        ("de", '[labels]\na = " "', "'a' under .* is empty; leave it out"),
        ("de", '[labels]\na = "b"\na = "c"', "spoken, de: "),
        ("German", "", "'German' is not the tag of a language"),
        ("en", "", "English words are declared with what they name"),
    ],
)
def test_a_file_that_cannot_be_meant_is_an_error_that_says_where(
    package: Path, name: str, text: str, message: str
) -> None:
    (package / f"{name}.toml").write_text(text, "utf-8")
    with pytest.raises(BadLanguage, match=message):
        load_languages("spoken")


def test_a_mapping_is_read_as_strictly_as_a_file() -> None:
    with pytest.raises(BadLanguage, match="fair, de: there is no section 'words'"):
        with_words(FAIR, words={})
    with pytest.raises(BadLanguage, match="is not a text"):
        with_words(FAIR, helps={"fair.bet": None})


def test_what_a_language_lacks_is_said_in_english_phrase_by_phrase() -> None:
    german = with_words(FAIR, labels={"fair.bet": "Wetten"}, helps={"fair.feast": "Einige essen lassen."})
    told, english = (declarations(german, narrator=True, language=one).forms for one in ("de", "en"))
    assert (told["fair.bet"].label, told["fair.bet"].help) == ("Wetten", english["fair.bet"].help)
    assert (told["fair.feast"].label, told["fair.feast"].help) == (english["fair.feast"].label, "Einige essen lassen.")
    assert english == declarations(FAIR, narrator=True).forms


def test_shared_words_are_those_of_the_core_unless_the_ruleset_means_something_else_by_them() -> None:
    """Ticks calls a text something else than the core; the German word of the core does not fit there."""
    assert (SHARED.labels.of("text"), TICKS.labels.of("text")) == ("Text", "In words")
    silent = with_words(TICKS)
    german = silent.wording("de").labels
    assert (german.of("text"), german.of("actor"), german.of("core.note")) == ("In words", "Wer", "Notiz machen")
    assert with_words(TICKS, labels={"actor": "Wessen"}).wording("de").labels.of("actor") == "Wessen"


def test_a_word_for_one_context_does_not_give_way_to_a_general_one_of_another_language() -> None:
    care = with_words(TICKS, labels={"attack": "Angreifen"}).wording("de").labels
    assert (care.of("attack", "ticks.hold_back"), care.of("attack")) == ("Whom to attack", "Angreifen")


def test_a_label_with_slots_is_filled_with_texts_and_counts() -> None:
    labels = Labels({"soak.luck": "{points:Punkt|Punkte} gegen {who}", "text.enumeration": "{before} und {last}"})
    assert labels.filled("luck", "soak", points=1, who="Ann") == "1 Punkt gegen Ann"
    assert labels.filled("luck", "soak", points=2, who="{points}") == "2 Punkte gegen {points}"
    assert [labels.enumerated(one) for one in ([], ["a"], ["a", "b"], ["a", "b", "{before}"])] == [
        *("", "a", "a und b", "a, b und {before}")
    ]


def test_a_check_names_each_text_that_is_missing() -> None:
    german = TICKS.languages["de"]
    assert isinstance(german, Texts)
    for section, identifier in (
        ("labels", "ticks.act/stand"),
        ("phrases", "ticks.act/strike.strike"),
        ("helps", "ticks.declare.condition.area"),
        ("costs", "ticks.hurry"),
        ("questions", "soak"),
    ):
        less = {one: text for one, text in german.section(section).items() if one != identifier}
        ticks = replace(TICKS, languages={"de": replace(german, **{section: less})})
        english = english_texts(TICKS).section(section)[identifier]
        assert wrong(ticks) == [f"{section}: {identifier} is missing: {english!r}"]
        assert len(lacking(ticks, "de")) == 1
    assert wrong(TICKS) == []


def test_the_names_of_templates_are_not_translated() -> None:
    assert "template.iris" in TICKS.labels.table
    assert not [one for one in english_texts(TICKS).labels if one.startswith("template.")]


def test_a_check_names_each_text_that_nothing_uses() -> None:
    german = Texts(labels={"ticks.dance": "Tanzen"}, phrases={"ticks.act": "Handeln"}, questions={"dance": "ob"})
    known = TICKS.languages["de"]
    assert isinstance(known, Texts)
    assert wrong(replace(TICKS, languages={"de": german.over(known)})) == [
        "labels: ticks.dance is not among the English texts",
        "phrases: ticks.act is not among the English texts",
        "questions: dance is not among the English texts",
    ]


def test_texts_of_answers_to_prompts_are_not_superfluous() -> None:
    """Their fields depend on the state of a fight, so that no list of them is complete."""
    with_answers = with_words(SHARED, phrases={"prompt.go_on.answer": "{x}", "prompt.other.answer": "{x}"})
    assert [one for one in wrong(with_answers) if "not among" in one] == [
        "phrases: prompt.other.answer is not among the English texts"
    ]


@pytest.mark.parametrize(
    ("phrase", "says"),
    [
        ("{target} mit {waffe} angreifen", "has a slot 'waffe', which the English text does not have"),
        (
            "{target} mit {weapon}, {mode} angreifen",
            "needs brackets around the slot 'mode', as the English text has them",
        ),
        ("{target} mit {weapon angreifen", "has a brace or a bracket too many or too few"),
        ("{target} mit {weapon}[, {mode} angreifen", "has a brace or a bracket too many or too few"),
    ],
)
def test_a_check_names_slots_that_would_not_be_filled(phrase: str, says: str) -> None:
    known = TICKS.languages["de"]
    assert isinstance(known, Texts)
    german = Texts(phrases={"ticks.declare/attack": phrase}).over(known)
    found = wrong(replace(TICKS, languages={"de": german}))
    assert f"phrases: ticks.declare/attack {says}: {phrase!r}" in found


def test_slots_count_nouns_and_decide_about_their_part() -> None:
    found = slots_in("Let {days:day|days} pass[ for {who}][, hidden{hidden?}]")
    assert (sorted(found.all), sorted(found.needed), found.is_broken) == (["days", "hidden", "who"], ["days"], False)


def test_a_phrase_keeps_of_its_parts_in_brackets_those_that_a_form_has_fields_for() -> None:
    phrase = "Attack {target}[ with {weapon}][, {coins:coin|coins}][, aiming{aim?} at {limb}]"
    assert phrase_of(phrase, ["target", "weapon", "limb"]) == "Attack {target}[ with {weapon}]"
    assert phrase_of(phrase, ["target", "aim", "limb"]) == "Attack {target}[, aiming{aim?} at {limb}]"


def test_the_core_has_all_shared_words_in_each_of_its_languages() -> None:
    assert [wrong(SHARED, language) for language in CORE_LANGUAGES] == [[]]
