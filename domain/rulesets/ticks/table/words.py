"""How a table names things, keys of sheets and manoeuvres, in the language of its reader."""

from collections.abc import Iterable

from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.words import EVADE, THROWN, UNARMED, Manoeuvre
from domain.table.look import Look
from domain.text.phrases import as_words, named, thing_key
from domain.text.words import as_label


def thing(look: Look[Fight], item: str) -> str:
    """Return a thing as players speak of it: *the sword*, or its own name; one of a secret sheet by its kind."""
    if item == UNARMED:
        return look.label("bare_hands", "text")
    name = look.names.get(thing_key("", item)) or _kind_in(item)
    return name if name[:1].isupper() else look.said("the_thing", thing=name)


def _kind_in(item: str) -> str:
    """Return the kind of a thing as the words of its ID have it: *pistol* of ``lurker.pistol.2``."""
    words = [word for word in item.split(".") if not word.isdecimal()]
    return as_words(words[-1] if words else item)


def person(look: Look[Fight], one: str | None) -> str:
    """Return the name of a combatant."""
    return named(look.names, one or "")


def any_of(look: Look[Fight], people: Iterable[str]) -> str:
    """Return names of which any will do: *Iris Vane or Bruno Hale*."""
    *others, last = [person(look, one) for one in people] or [look.label("no_one", "text")]
    return look.said("either", one=", ".join(others), other=last) if others else last


def key(look: Look[Fight], word: str) -> str:
    """Return the label of a statistic or a skill, whose keys a sheet may invent."""
    if word in (EVADE, THROWN):
        return look.label(f"skill_{word}", "text")
    return look.label(word) if word in look.wording.labels.table else as_label(word)


def manoeuvres(look: Look[Fight], keys: Iterable[Manoeuvre]) -> str:
    """Return manoeuvres in their order: *Trip and Mighty blow*."""
    return look.wording.labels.enumerated([look.label(one) for one in keys])


def task(look: Look[Fight], statistic: str, skill: str | None) -> str:
    """Return what a test is made with: *Dexterity and Melee*."""
    return look.wording.labels.enumerated([key(look, one) for one in (statistic, skill) if one])


def what(look: Look[Fight], said: str, skill: str | None) -> str:
    """Return what a test is about: its skill, or a text in quotation marks."""
    if not said:
        return look.label("test", "text")
    return key(look, said) if said == skill else look.said("quoted", text=said)
