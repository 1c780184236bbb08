"""Ruleset references for clients: the schemas of a ruleset's commands and events, its tables and its rules."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from domain.core.commands import Command, type_of
from domain.decision.core_handlers import options_adapter
from domain.model.event import Event
from domain.options.packing import packed
from domain.registry import rulesets
from domain.ruleset.english import lacking
from domain.ruleset.offering import declarations
from domain.ruleset.ruleset import Ruleset
from domain.text.languages import ENGLISH
from events.format.steps import Steps

Schema = dict[str, Any]
ROLES: Final = (True, False)
"""The roles that have declarations: true for the narrator, false for a player."""


def _plain(value: Any) -> Any:
    if isinstance(value, MappingProxyType):
        return dict(value)
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    raise TypeError(f"A reference cannot hold {type(value).__name__}.")


_encode = msgspec.json.Encoder(enc_hook=_plain).encode


class EncodedDeclarations(NamedTuple):
    """The encoded declarations of forms, and the address at which they can be read, which contains their hash.

    ``languages`` is the header Content-Language.
    """

    body: bytes
    address: str
    languages: str

    @property
    def hash(self) -> str:
        return self.address.rpartition("/")[2]


class Reference:
    """The reference of one ruleset, each part encoded once as the API returns it."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.languages = (ENGLISH, *ruleset.texts)
        self.about = {
            "key": ruleset.key,
            "title": ruleset.title,
            "version": ruleset.version,
            "languages": sorted(self.languages),
        }
        self.rules = _encode({"rules": list(ruleset.rules.values())})
        self.rule = {rule_id: _encode(rule) for rule_id, rule in ruleset.rules.items()}
        self.templates = _encode({"templates": ruleset.templates})
        self._ruleset = ruleset
        self._declarations: dict[tuple[bool, str], EncodedDeclarations] = {}

    @cached_property
    def whole(self) -> Mapping[str, bytes]:
        """The schemas, tables and labels, encoded in each language at first use."""
        ruleset = self._ruleset
        commands, command_parts = command_schemas(ruleset.commands)
        events, event_parts = event_schemas(ruleset.events)
        whole = {
            **self.about,
            "options": options_adapter(ruleset.option_model).json_schema(),
            "sheet": ruleset.sheet_model.json_schema(),
            "commands": commands,
            "prompts": {kind: prompt.answer.json_schema() for kind, prompt in ruleset.prompts.items()},
            "events": events,
            "$defs": {**command_parts, **event_parts},
            "tables": ruleset.tables,
        }
        return {one: _encode({**whole, "words": ruleset.wording(one).labels.table}) for one in self.languages}

    @property
    def is_declared(self) -> bool:
        """True if all declarations have been encoded, so that nothing has to wait for it."""
        return len(self._declarations) == len(ROLES) * len(self.languages)

    @property
    def forms(self) -> Mapping[str, EncodedDeclarations]:
        """The encoded declarations by their hashes."""
        declared = (self.declarations(narrator=narrator, language=language) for narrator, language in self.variants)
        return {one.hash: one for one in declared}

    @property
    def variants(self) -> Sequence[tuple[bool, str]]:
        """The roles and languages that have declarations."""
        return [(narrator, language) for language in self.languages for narrator in ROLES]

    def declarations(self, *, narrator: bool, language: str = ENGLISH) -> EncodedDeclarations:
        """Return the declarations of every form of the narrator or of a player, encoded at first use."""
        key = narrator, language
        if key not in self._declarations:
            body = _encode(packed(declarations(self._ruleset, narrator=narrator, language=language)))
            address = f"/v1/rulesets/{self._ruleset.key}/forms/{sha256(body).hexdigest()[:16]}"
            said = with_english(language) if language in self._incomplete else language
            self._declarations[key] = EncodedDeclarations(body, address, said)
        return self._declarations[key]

    @cached_property
    def _incomplete(self) -> frozenset[str]:
        """The languages that lack words, which are in English."""
        return frozenset([one for one in self._ruleset.texts if lacking(self._ruleset, one)])


def with_english(language: str) -> str:
    """Return the header Content-Language of an answer in a language that also has English texts."""
    return language if language == ENGLISH else f"{language}, {ENGLISH}"


def encode_declarations() -> Steps[None]:
    """Encode the declarations and the schemas of all rulesets, so that few requests have to wait for it."""
    for one in references().values():
        assert one.whole
        yield
        for narrator, language in one.variants:
            one.declarations(narrator=narrator, language=language)
            yield


@cache
def references() -> Mapping[str, Reference]:
    """Return the references of all rulesets by key."""
    return {key: Reference(ruleset) for key, ruleset in rulesets().items()}


def reference(ruleset: Ruleset[Any]) -> Reference:
    """Return the reference of an installed ruleset."""
    return references()[ruleset.key]


@cache
def ruleset_list() -> bytes:
    """Return the encoded list of rulesets."""
    return _encode({"rulesets": [reference.about for reference in references().values()]})


def command_schemas(commands: Sequence[type[Command]]) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return the schema of each command by its type, and the definitions that the schemas refer to.

    Definitions are named ``sent.Part``, because a command and a part of an event may have the same name.
    """
    found, definitions = models_json_schema(
        [(command, "validation") for command in commands], ref_template="#/$defs/sent.{model}"
    )
    parts = {f"sent.{part}": schema for part, schema in definitions.get("$defs", {}).items()}
    return {type_of(command): found[command, "validation"] for command in commands}, parts


def event_schemas(events: Sequence[type[Event]]) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return the schema of each event's data by its type, and by name the definitions that the schemas refer to."""
    found, parts = msgspec.json.schema_components(events, ref_template="#/$defs/{name}")
    return {event.type: schema for event, schema in zip(events, found, strict=True)}, dict(parts)
