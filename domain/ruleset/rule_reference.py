"""The rule reference of a ruleset: statements in the project's own words, to which refusals and events link."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import TypeAlias

import msgspec

Setting: TypeAlias = str | int | bool | tuple[int | str, ...]
"""The value of a ruleset option."""


class Rule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One rule of a published system, as Yarrow implements it.

    ``chapter`` is the title of its chapter; ``options`` maps the key of every ruleset option that changes the rule to
    that option's default.
    """

    id: str
    chapter: str
    title: str
    statement: str
    options: dict[str, Setting] = {}


def load_rules(package: str, filename: str) -> Mapping[str, Rule]:
    """Read the rules in a package's TOML file, by ID, in the order of the file.

    The file holds a table ``chapters`` (the second part of an ID to the title of the chapter) and one table for each
    rule. Raises ``msgspec.ValidationError`` if a rule has a missing, unknown or ill-typed field, and ``KeyError`` if
    its chapter has no title.
    """
    tables = tomllib.loads(files(package).joinpath(filename).read_text(encoding="utf-8"))
    chapters = tables.pop("chapters")
    rules = (
        {"id": rule_id, "chapter": chapters[rule_id.split("-")[1]], **fields} for rule_id, fields in tables.items()
    )
    return MappingProxyType({rule.id: rule for rule in msgspec.convert(list(rules), list[Rule])})
