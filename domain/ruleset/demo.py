"""Demonstrations: a fight that a ruleset includes as data, played through the API and narrated as it happens.

A demonstration consists of chapters. A chapter first plays its steps: commands, with published faces if there are any.
If it has wishes, it then plays the first of them that the rules allow, until the fight is decided.
"""

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from domain.chance.draws import SentFaces
from domain.model.event import Json


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, with its supplied faces, and the rule that refuses it if it is meant to be refused."""

    command: dict[str, Any]
    faces: tuple[SentFaces, ...] | None = None
    refused_by: str | None = None


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A preferred move: a command type, and its fields, each with the values to choose from."""

    command: str
    fields: dict[str, tuple[Json, ...]] = {}


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a demonstration.

    After the steps, the first wish that the rules allow is played, repeatedly. ``until`` maps paths of the
    state (``people.vane.condition``) to the values that end the chapter. ``answers`` lists, by kind of prompt, the
    preferred answers, of which the first legal one is given; if there is none, any that the options list.
    """

    title: str
    words: str
    steps: tuple[Step, ...] = ()
    wishes: tuple[Wish, ...] = ()
    until: dict[str, tuple[Json, ...]] = {}
    answers: dict[str, tuple[Json, ...]] = {}


class Demonstration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complete demonstration, which begins with a ``scene`` of the ruleset, named by its ID."""

    scene: str
    chapters: tuple[Chapter, ...]


def load_demonstration(package: str, filename: str = "demo.toml") -> Demonstration:
    """Read the demonstration in a package's TOML file. Raises ``msgspec.ValidationError`` if it is invalid."""
    tables = tomllib.loads(files(package).joinpath(filename).read_text(encoding="utf-8"))
    return msgspec.convert(tables, Demonstration)
