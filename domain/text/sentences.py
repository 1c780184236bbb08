"""Sentences of events: templates over their fields, each compiled once.

An event declares its sentence as ``says``: a template, or a method without arguments that returns the one to use.
``{combatant}`` is replaced by the value of that field as it is said: a combatant by name, a number in digits, several
combatants as a list; a field that is said otherwise is annotated with ``Spoken`` or ``SpokenOf``. ``{hold.held}`` is
a field of a field. ``{combatant's}`` is the possessive form, ``{combatant:their}`` a pronoun, ``{combatant:they
falls}`` a pronoun with a verb that agrees, and ``{wounds:wound}`` a number of things (``{feet:foot|feet}`` with an
irregular plural), which counts the members of a collection. A part in square brackets appears if each field in it has
a value; zero is a value. Brackets can be nested. A property of an event is said like a field, by the annotation of
what it returns. An event whose template is empty has no sentence.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sized
from functools import cache, partial
from inspect import getmembers
from operator import attrgetter
from typing import Any, Final, get_args, get_origin, get_type_hints

from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    as_words,
    as_written,
    counted,
    named,
    number,
    owning,
    pronoun,
    quoted,
    sentence,
    they_do,
)

Part = Callable[[Any, Names], str]
"""A function of the event and the names that returns a part of its sentence."""

TOKENS: Final = re.compile(r"\{(?P<name>\w+(?:\.\w+)*)(?P<own>'s)?(?::(?P<form>[^}]+))?\}|(?P<bracket>[\[\]])")
PRONOUN_FORMS: Final = frozenset({"they", "them", "their", "themselves"})
WITH_VERB: Final = "they "


class Spoken:
    """An annotation of an event's field: how its value is said.

    It is a function of the value and the names, or a table of words; a value that the table lacks is said as words.
    """

    __slots__ = ("say",)

    def __init__(self, how: Callable[[Any, Names], str] | Mapping[Any, str]) -> None:
        self.say: Callable[[Any, Names], str] = how if callable(how) else _by_table(how)


class SpokenOf:
    """An annotation of an event's field whose words depend on other fields: a function of the event and the names."""

    __slots__ = ("say",)

    def __init__(self, how: Part) -> None:
        self.say = how


def _by_table(words: Mapping[Any, str]) -> Callable[[Any, Names], str]:
    return lambda value, names: words[value] if value in words else as_words(str(value))


IN_WORDS: Final = Spoken({})
"""Annotation of a key that is said as words, and not as the name of a combatant who happens to have that ID."""
AS_WRITTEN: Final = Spoken(as_written)
"""Annotation of free text that is part of the sentence."""
QUOTED: Final = Spoken(quoted)
"""Annotation of free text in quotation marks."""


def sentence_of(event_type: type[Any]) -> RenderEvent:
    """Return the function that tells events of a type by their ``says``: a template, or a method that chooses one.

    Raises ValueError for a template with an unpaired bracket, or one that names a field which the event does not have.
    """
    says, phrase = event_type.says, phrases_of(event_type)
    if isinstance(says, str):
        whole = phrase(says)
        return lambda event, names: sentence(whole(event, names))
    return lambda event, names: sentence(phrase(says(event))(event, names))


def phrases_of(event_type: type[Any]) -> Callable[[str], Part]:
    """Return the function that compiles templates of an event's type, each once."""
    return cache(partial(phrase_of, event_type))


def phrase_of(event_type: type[Any], template: str) -> Part:
    """Return the function that fills in a template, or a part of one.

    Raises ValueError for an unpaired bracket, or a field that the event does not have.
    """
    enclosing: list[list[str | Part]] = [[]]
    needed: list[set[str]] = [set()]
    end = 0
    for token in TOKENS.finditer(template):
        if token.start() > end:
            enclosing[-1].append(template[end : token.start()])
        end = token.end()
        if token["bracket"] == "[":
            enclosing.append([])
            needed.append(set())
        elif token["bracket"] == "]":
            if len(enclosing) == 1:
                raise ValueError(f"{event_type.__name__} closes a bracket that is not open: {template}")
            optional = _optional(tuple(needed.pop()), _joined(enclosing.pop()))
            enclosing[-1].append(optional)
        else:
            name = token["name"]
            hint = _hint(event_type, name, template)
            needed[-1].add(name)
            enclosing[-1].append(_slot(name, hint, own=bool(token["own"]), form=token["form"]))
    if len(enclosing) > 1:
        raise ValueError(f"{event_type.__name__} leaves a bracket open: {template}")
    return _joined([*enclosing[0], template[end:]])


def _hint(event_type: type[Any], path: str, template: str) -> Any:
    """Return the annotated type of a field, or of a field of a field."""
    hint: Any = event_type
    for name in path.split("."):
        hints = _hints(getattr(hint, "__origin__", hint))
        if name not in hints:
            raise ValueError(f"{event_type.__name__} has no field {path!r}, which its sentence names: {template}")
        hint = hints[name]
    return hint


def _hints(event_type: type[Any]) -> Mapping[str, Any]:
    """Return the types of the fields and properties of an event, with their annotations."""
    properties = getmembers(event_type, lambda member: isinstance(member, property))
    returned = {name: get_type_hints(of.fget, include_extras=True)["return"] for name, of in properties}
    return {**get_type_hints(event_type, include_extras=True), **returned}


def _joined(parts: Collection[str | Part]) -> Part:
    """Return the function that tells parts one after another."""
    told = tuple([part if callable(part) else _literal(part) for part in parts if part])
    return lambda event, names: "".join([part(event, names) for part in told])


def _literal(text: str) -> Part:
    return lambda event, names: text


def _optional(fields: tuple[str, ...], part: Part) -> Part:
    """Return the function that tells a part only if each of its fields has a value."""
    read = [attrgetter(name) for name in fields]

    def tell(event: Any, names: Names) -> str:
        values = [value(event) for value in read]
        return part(event, names) if all(value or type(value) is int for value in values) else ""

    return tell


def _slot(name: str, hint: Any, *, own: bool, form: str | None) -> Part:
    """Return the function that says the value of a field."""
    read = attrgetter(name)
    if form in PRONOUN_FORMS:
        return lambda event, names: str(getattr(pronoun(names, read(event)), form))
    if form is not None and form.startswith(WITH_VERB):
        verb = form.removeprefix(WITH_VERB)
        return lambda event, names: they_do(names, read(event), verb)
    if form is not None:
        one, _, many = form.partition("|")
        return lambda event, names: counted(_count(read(event)), one, many or None)
    say = _spoken(name, hint)
    return (lambda event, names: owning(say(event, names))) if own else say


def _count(value: int | Sized) -> int:
    return len(value) if isinstance(value, Sized) else value


def _spoken(name: str, hint: Any) -> Part:
    """Return the function that says a field of an annotated type."""
    told = next((mark for mark in _annotations(hint) if isinstance(mark, Spoken | SpokenOf)), None)
    if isinstance(told, SpokenOf):
        return told.say
    say = told.say if told is not None else _say
    read = attrgetter(name)
    return lambda event, names: say(read(event), names)


def _annotations(hint: Any) -> Collection[Any]:
    """Return what a type is annotated with, also inside a union."""
    if get_origin(hint) is not None and hasattr(hint, "__metadata__"):
        return tuple(hint.__metadata__)
    return tuple([mark for part in get_args(hint) for mark in _annotations(part)])


def _say(value: Any, names: Names) -> str:
    """Return a value in words: a combatant's name, a number, or several names."""
    if isinstance(value, str):
        return named(names, value)
    return number(value) if isinstance(value, int) else all_named(names, value)
