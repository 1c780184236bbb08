"""A demonstration: a fight that a ruleset brings along as data, to be played through the API and told as it happens.

It is made of chapters. A chapter gives its steps, commands with the faces that fell where they were published; then,
where it has wishes, it plays on by what is legal until the fight is decided.
"""

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from domain.chance.draws import Sent
from domain.model.event import Json


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, the faces that fell for it at the table, and the rule by which it is refused, if it is."""

    command: dict[str, Any]
    faces: tuple[Sent, ...] | None = None
    refused_by: str | None = None


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to do who knows no rules: a type of command, and for some of its fields the values wanted."""

    command: str
    fields: dict[str, tuple[Json, ...]] = {}


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a demonstration.

    After the steps the first wish that something legal fulfils is followed, again and again, ``until`` one of the
    places of the state that it names (``people.vane.condition``) has one of the values that stand beside it. Prompts
    are answered by what ``answers`` prefers for their kind, as far as it is legal: an object stands for all answers
    with its fields.
    """

    title: str
    words: str
    steps: tuple[Step, ...] = ()
    wishes: tuple[Wish, ...] = ()
    until: dict[str, tuple[Json, ...]] = {}
    answers: dict[str, tuple[Json, ...]] = {}


class Demonstration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole one.

    ``opening`` is the body of the request that opens the encounter, but for its ruleset and its name.
    """

    name: str
    opening: dict[str, Any]
    chapters: tuple[Chapter, ...]


def load_demonstration(package: str, filename: str = "demo.toml") -> Demonstration:
    """Read the demonstration in a package's TOML file. Raises ``msgspec.ValidationError`` where it is none."""
    tables = tomllib.loads(files(package).joinpath(filename).read_text(encoding="utf-8"))
    return msgspec.convert(tables, Demonstration)
