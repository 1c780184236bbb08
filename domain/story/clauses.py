"""Clauses of the story: what an event adds to its line.

An event declares its clause as the ``brief`` of ``told``: a template as that of a sentence (``domain.text.sentences``),
or a function of the event that returns one. Bars divide it into subject, predicate and, where predicates are often
equal, object: ``{combatant} | takes | {wounds:wound}``. A line joins the predicates of one subject, and the objects of
one predicate. A template without a bar is a clause by itself, and an empty one adds nothing. ``AS_SAID`` takes the
event's sentence as its clause; if it begins with the name of a combatant, that is the subject.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import Struct

from domain.story.told import AS_SAID, value_of
from domain.text.phrases import Names, RenderEvent
from domain.text.sentences import Part, phrases_of

BAR: Final = " | "
_PRONOUN: Final = re.compile(
    r"\b(?:her|hers|herself|him|himself|his|it|its|itself|she|he|their|them|themselves|they)\b"
)


class Clause(NamedTuple):
    """A clause: its subject, which is empty if the predicate stands by itself, its predicate, and an object.

    An object that ``adds`` up is a number of things, which is added to that of the same things.
    """

    subject: str
    predicate: str
    object: str = ""
    adds: bool = False

    @property
    def can_share(self) -> bool:
        """True if the predicate can have several subjects, because it has no pronoun that means its own."""
        return bool(self.subject) and _PRONOUN.search(f"{self.predicate} {self.object}") is None

    def continued(self, more: "Clause") -> "Clause":
        """Return the clause with the predicate and the object of another one after its own."""
        return Clause(
            self.subject, _continued(self.predicate, more.predicate), _continued(self.object, more.object).strip()
        )


def _continued(text: str, more: str) -> str:
    """Return a text with another one after it; two parentheses in succession become one."""
    if text.endswith(")") and more.startswith("("):
        return f"{text[:-1]}, {more[1:]}"
    return f"{text}{' ' if more and not more.startswith(',') else ''}{more}"


RenderClause = Callable[[Any, Names], Clause | None]
"""A function that renders the clause of one event, or returns None if it has none."""


def clause_of(event_type: type[Any], brief: str | Callable[[Any], str], says: RenderEvent) -> RenderClause:
    """Return the function that renders the clause of events of a type; ``says`` renders their sentences.

    Raises ValueError for a template that names a field which the event does not have.
    """
    phrase = phrases_of(event_type)

    def parts_of(template: str) -> list[Part]:
        return [phrase(part) for part in template.split(BAR)]

    if isinstance(brief, str) and brief not in ("", AS_SAID):
        parts_of(brief)

    def render(event: Any, names: Names) -> Clause | None:
        template = value_of(brief, event)
        if template == AS_SAID:
            return as_clause(names_in(event, names), says(event, names))
        return joined([part(event, names) for part in parts_of(template)]) if template else None

    return render


def lent_clause_of(event_type: type[Any], lends: str | Callable[[Any], str], says: RenderEvent) -> RenderClause:
    """Return the function that renders what events of a type lend; a template without a bar is a subject alone."""
    clause = clause_of(event_type, lends, says)

    def render(event: Any, names: Names) -> Clause | None:
        lent = clause(event, names)
        return lent if lent is None or lent.subject else Clause(lent.predicate, "")

    return render


def joined(parts: list[str]) -> Clause | None:
    """Return the clause of its parts; None if they are empty."""
    if len(parts) == 1:
        return Clause("", parts[0]) if parts[0] else None
    subject, predicate, *objects = parts
    return Clause(subject, predicate, "".join(objects)) if predicate or objects else None


def as_clause(mentioned_names: Iterable[str], sentence: str) -> Clause | None:
    """Return a sentence as a clause, without its full stop; None if it is empty.

    If it begins with one of the names mentioned, that is its subject, unless it has several: *Bell and Ogre wait*.
    """
    if not sentence:
        return None
    text = sentence.removesuffix(".")
    for name in sorted(mentioned_names, key=len, reverse=True):
        if name and text[1 : len(name)] == name[1:] and text[:1].lower() == name[:1].lower():
            rest = text[len(name) :]
            is_alone = rest[:1] == " " and not rest.startswith(" and ")
            return Clause(name, rest[1:]) if is_alone else Clause("", f"{name}{rest}")
    return Clause("", text[:1].lower() + text[1:])


def names_in(event: Any, names: Names) -> set[str]:
    """Return the names of the combatants that an event mentions."""
    return {names[one] for one in mentioned(event) if one in names}


def mentioned(value: Any) -> Iterator[str]:
    """Yield every text in an event or in the fields of a command, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from mentioned(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from mentioned(part)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from mentioned(getattr(value, name))


def first_filled(templates: Iterable[str], fill: Callable[[str], str | None]) -> Clause | None:
    """Return the clause of the first template of which every part can be filled in."""
    for template in templates:
        parts = [fill(part) for part in template.split(BAR)]
        filled = [part for part in parts if part is not None]
        if len(filled) == len(parts):
            return joined(filled)
    return None
