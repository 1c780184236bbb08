"""Languages: the words of rulesets in languages other than English, by the identifiers of the English words.

English words are declared with commands, prompts and chapters. Those of another language are a file for each ruleset,
such as ``languages/de.toml`` in its package, with a section for each kind of words:

- ``labels`` by the identifiers of ``domain.text.words``;
- ``phrases``, ``helps`` and ``costs`` by the type of a command, and those of a field by ``type.field`` or
  ``type.field.part``; where the forms of a command differ, by the name of the form: ``ticks.declare/aim``;
- ``questions`` by the kind of the prompt, whose answers have theirs as ``prompt.kind.answer`` in the other sections.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from typing import Any, Final

from domain.text.words import NO_LABELS, Labels

ENGLISH: Final = "en"
_TAG: Final = re.compile(r"[a-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


class BadLanguage(ValueError):
    """The words of a language are malformed. The message says where, and what to do."""


@dataclass(frozen=True, kw_only=True)
class Texts:
    """Words in one language, by section and identifier."""

    labels: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    helps: Mapping[str, str] = field(default_factory=dict)
    costs: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)

    def section(self, name: str) -> Mapping[str, str]:
        """Return one of ``SECTIONS``."""
        found: Mapping[str, str] = getattr(self, name)
        return found

    def over(self, others: "Texts") -> "Texts":
        """Return these words, and others for the identifiers that these lack."""
        return Texts(**{name: {**others.section(name), **self.section(name)} for name in SECTIONS})


SECTIONS: Final = tuple(one.name for one in fields(Texts))
Language = Texts | Mapping[str, Mapping[str, str]]
"""The words of a language, as they are read or as a mapping of sections."""


def texts_of(language: Language, where: str) -> Texts:
    """Return the words of a language. Raises BadLanguage, with ``where`` they are from."""
    if isinstance(language, Texts):
        return language
    for section, table in language.items():
        if section not in SECTIONS:
            raise BadLanguage(f"{where}: there is no section {section!r}; the sections are {', '.join(SECTIONS)}.")
        if not isinstance(table, Mapping):
            raise BadLanguage(f"{where}: {section!r} is not a section; put each text under [{section}].")
        for identifier, text in table.items():
            _require_text(text, f"{where}: {identifier!r} under [{section}]")
    return Texts(**language)


def _require_text(text: Any, what: str) -> None:
    if isinstance(text, Mapping):
        raise BadLanguage(f"{what} is not a text; put identifiers with dots in quotes.")
    if not isinstance(text, str):
        raise BadLanguage(f"{what} is not a text.")
    if not text.strip():
        raise BadLanguage(f"{what} is empty; leave it out to have the English text.")


def languages_of(given: Mapping[str, Language], where: str) -> dict[str, Texts]:
    """Return the words of several languages by tag. Raises BadLanguage."""
    found: dict[str, Texts] = {}
    for tag, language in given.items():
        if not _TAG.fullmatch(tag):
            raise BadLanguage(f"{where}: {tag!r} is not the tag of a language, such as 'de' or 'pt-BR'.")
        if tag == ENGLISH:
            raise BadLanguage(f"{where}: English words are declared with what they name; put them there.")
        found[tag] = texts_of(language, f"{where}, {tag}")
    return found


def load_languages(package: str, folder: str = "languages") -> dict[str, Texts]:
    """Read the words of other languages from the TOML files in a folder of a package. Raises BadLanguage."""
    found: dict[str, Language] = {}
    for file in sorted(files(package).joinpath(folder).iterdir(), key=lambda one: one.name):
        tag, _, ending = file.name.rpartition(".")
        if ending == "toml":
            try:
                found[tag] = tomllib.loads(file.read_text("utf-8"))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise BadLanguage(f"{package}, {tag}: {error}.") from error
    return languages_of(found, package)


class Wording:
    """The words of a ruleset in one ``language``, with those in English that the language lacks."""

    def __init__(self, labels: Labels = NO_LABELS, texts: Texts | None = None, language: str = ENGLISH) -> None:
        self.labels: Final = labels
        self.language: Final = language
        self._texts: Final = texts or Texts()

    def phrase(self, english: str, *identifiers: str) -> str:
        """Return a phrase by the first of its identifiers that the language has."""
        return _first(self._texts.phrases, identifiers, english)

    def help(self, english: str, *identifiers: str) -> str:
        """Return a help by the first of its identifiers that the language has."""
        return _first(self._texts.helps, identifiers, english)

    def costs(self, english: str, *identifiers: str) -> str:
        """Return what a command takes by the first of its identifiers that the language has."""
        return _first(self._texts.costs, identifiers, english)

    def question(self, english: str, kind: str) -> str:
        """Return the question of a kind of prompt."""
        return self._texts.questions.get(kind, english)


def _first(table: Mapping[str, str], identifiers: tuple[str, ...], english: str) -> str:
    """Return the text of the first identifier that a table has; what is not said in English is not said at all."""
    if table and english:
        for one in identifiers:
            if one in table:
                return table[one]
    return english


IN_ENGLISH: Final = Wording()
