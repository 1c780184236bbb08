"""Words: what a menu calls commands, fields and values, as a player reads them.

A command has ``Words``. Every other identifier that can reach a client has a label in a table, which chapters and the
ruleset declare in ``labels``: by itself, or for one context alone as ``context.identifier``. Contexts are the name of
the field or the kind of prompt that has a value (``care.none``), the type of the command that has a field
(``ticks.recover.by``), and ``event``, ``prompt``, ``option``, ``sheet``, ``template``, ``group``, ``throw`` and
``text`` (parts of texts). Labels of the fields of one command alone, and those of its variants, are part of its
``Words``; their identifiers are ``ticks.recover.by`` and ``ticks.recover/carer``.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Self, get_args

from domain.text.phrases import as_words

Group = Literal[
    "attack",
    "defend",
    "move",
    "grapple",
    "gear",
    "powers",
    "vehicles",
    "care",
    "talk",
    "tests",
    "turn",
    "scene",
    "rulings",
    "table",
]
"""The parts of a menu, the same for all rulesets, in the order in which a menu has them."""
GROUPS: Final[tuple[str, ...]] = get_args(Group)
Prominence = Literal["main", "usual", "seldom"]
"""``main`` commands take a turn, an action or a slot; a menu may hide those that are ``seldom`` given."""
_RULE: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+\b")
_RANGE: Final = re.compile(r"\b(([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)-(\d+) to) \2-(\d+)\b")
_SLOT: Final = re.compile(r"\{([a-z_]+)\??(?::([^|{}]+)\|([^|{}]+)(?:\|[^|{}]+\|[^|{}]+)?)?\}")
_OPTIONAL: Final = re.compile(r"\[[^][]*\]")
_CITED: Final = re.compile(rf"\s*\((?:{_RULE.pattern}(?:,? (?:and|to|or) |, )?)+\)")


class Variant(NamedTuple):
    """The words for one variant of a command, which has its own form; where they are empty, the command's apply."""

    label: str
    phrase: str = ""
    help: str = ""
    group: Group | Literal[""] = ""
    costs: str = ""
    prominence: Prominence | Literal[""] = ""


class Words(NamedTuple):
    """The words for a command in a menu.

    ``label`` names the command, and ``phrase`` a command that is filled in, with fields in braces; a part in brackets
    is left out if a field in it is not given: ``Attack {target}[ with {weapon}]``. After the field of a number, a colon
    precedes its noun for one and for several: ``Wait for {days:day|days}``, and perhaps those of numbers below 0, which
    then lose their sign: ``Go {x:pace on|paces on|pace back|paces back}``. A slot such as ``{prone?}`` is empty,
    and only decides whether its part is said. ``costs`` says what it takes from the actor: ``an action``. ``variants``
    are the words for its variants, by name, and ``fields`` the labels of fields that are called otherwise in other
    commands. The first paragraph of the docstring of the command is its help, unless ``help`` says something else, and
    the rules that it cites are those of the command.
    """

    label: str
    phrase: str = ""
    group: Group | Literal[""] = ""
    prominence: Prominence = "usual"
    costs: str = ""
    help: str = ""
    variants: Mapping[str, Variant] = MappingProxyType({})
    fields: Mapping[str, str] = MappingProxyType({})

    def labels(self, command: str) -> dict[str, str]:
        """Return the labels of a command of this type, of its variants and of its fields, by identifier."""
        return {
            command: self.label,
            **{f"{command}/{name}": variant.label for name, variant in self.variants.items()},
            **{f"{command}.{name}": label for name, label in self.fields.items()},
        }

    def of_variant(self, name: str) -> "Words":
        """Return the words for a variant by name; those of the command if it has no words of its own."""
        own = self.variants.get(name)
        if own is None:
            return self
        return self._replace(
            label=own.label,
            phrase=own.phrase or self.phrase,
            help=own.help or self.help,
            group=own.group or self.group,
            costs=own.costs or self.costs,
            prominence=own.prominence or self.prominence,
        )


class Slots(NamedTuple):
    """The slots of a phrase: all, and those outside brackets, which are ``needed``; a phrase may be ``is_broken``."""

    all: frozenset[str]
    needed: frozenset[str]
    is_broken: bool


def phrase_of(phrase: str, fields: Collection[str]) -> str:
    """Return a phrase for a form with these fields: without the parts in brackets that need another one."""

    def kept(part: re.Match[str]) -> str:
        return part[0] if all(slot[1] in fields for slot in _SLOT.finditer(part[0])) else ""

    return _OPTIONAL.sub(kept, phrase)


def slots_in(phrase: str) -> Slots:
    """Return the slots of a phrase."""
    found = [slot[1] for slot in _SLOT.finditer(phrase)]
    needed = [slot[1] for slot in _SLOT.finditer(_OPTIONAL.sub("", phrase))]
    bare = _SLOT.sub("", _OPTIONAL.sub(lambda part: part[0][1:-1], phrase))
    return Slots(frozenset(found), frozenset(needed), any(one in bare for one in "{}[]"))


def as_label(identifier: str) -> str:
    """Return the label that is made from an identifier: ``ticks.quick_draw`` becomes *Quick draw*."""
    words = as_words(identifier.rpartition(".")[2])
    return words[:1].upper() + words[1:]


def as_they_are(*identifiers: str) -> dict[str, str]:
    """Return labels that equal the words of their identifiers, because those read well."""
    return {one: as_label(one) for one in identifiers}


class Labels:
    """The labels of a ruleset by identifier, and by ``context.identifier`` for one context alone."""

    def __init__(self, table: Mapping[str, str] = MappingProxyType({})) -> None:
        self.table: Final = table

    def of(self, identifier: str, *contexts: str) -> str:
        """Return a label, the one for the first of some contexts if it is there.

        A label that is not declared is made from the identifier.
        """
        table = self.table
        for context in contexts:
            found = table.get(f"{context}.{identifier}")
            if found is not None:
                return found
        found = table.get(identifier)
        return as_label(identifier) if found is None else found

    def of_throw(self, what: str) -> str:
        """Return the label of what a throw is for; ``swordplay (white)`` keeps the part in parentheses."""
        head, bracket, part = what.partition(" (")
        return f"{self.of(head, 'throw')}{bracket}{part}"

    def filled(self, identifier: str, context: str, **said: str | int) -> str:
        """Return a label for a context with texts and numbers in its slots, which are those of a phrase."""
        return _SLOT.sub(lambda slot: _filled(said[slot[1]], slot[2], slot[3]), self.of(identifier, context))

    def enumerated(self, texts: Sequence[str]) -> str:
        """Return texts as a list: *Bell, Fox and Guard*."""
        if len(texts) < 2:
            return "".join(texts)
        return self.filled("enumeration", "text", before=", ".join(texts[:-1]), last=texts[-1])


def _filled(said: str | int, one: str | None, several: str | None) -> str:
    """Return a text or a number, with the noun that agrees with the number if there are nouns."""
    return str(said) if one is None else f"{said} {one if said == 1 else several}"


@dataclass(frozen=True)
class Label:
    """A label by its identifier, which becomes a text in each language.

    ``slots`` are the texts, numbers and other labels in its slots. Without another context it is a part of a text.
    """

    identifier: str
    slots: tuple[tuple[str, "str | int | Label"], ...] = ()
    context: str = "text"

    @classmethod
    def filled(cls, identifier: str, **slots: "str | int | Label") -> Self:
        """Return the label of a part of a text with these in its slots."""
        return cls(identifier, tuple(slots.items()))

    def __call__(self, labels: Labels) -> str:
        """Return the label in the language of some labels."""
        return _said(self, labels)


@lru_cache(4096)  # options contain the same labels each time
def _said(label: Label, labels: Labels) -> str:
    slots = {name: one(labels) if isinstance(one, Label) else one for name, one in label.slots}
    return labels.filled(label.identifier, label.context, **slots)


NO_LABELS: Final = Labels()


def merged(tables: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return the labels of several tables as one. Raises ValueError if they differ about an identifier."""
    whole: dict[str, str] = {}
    for table in tables:
        for identifier, label in table.items():
            if whole.setdefault(identifier, label) != label:
                raise ValueError(f"{identifier!r} has two labels: {whole[identifier]!r} and {label!r}")
    return whole


def help_of(docstring: str | None) -> str:
    """Return the first paragraph of a docstring on one line, without the rules that it cites in parentheses."""
    paragraph = (docstring or "").strip().partition("\n\n")[0]
    return " ".join(without_citations(paragraph).split())


def without_citations(text: str) -> str:
    """Return a text without the rules that it cites in parentheses."""
    return _CITED.sub("", text)


def rules_in(docstring: str | None, known: Mapping[str, object]) -> Iterator[str]:
    """Yield the IDs of known rules that a docstring cites, each once; ``TK-OTHER-4 to TK-OTHER-6`` cites three."""
    cited = docstring or ""
    for first, area, low, high in _RANGE.findall(cited):
        between = " and ".join(f"{area}-{number}" for number in range(int(low), int(high)))
        cited = cited.replace(first, between)
    yield from (rule for rule in dict.fromkeys(_RULE.findall(cited)) if rule in known)
