"""Schemas of responses: states, events in their envelopes, pages and problems."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_origin

import msgspec
from msgspec.inspect import DataclassType, Field, StructType, Type, multi_type_info

from domain.chance.draws import Draw
from domain.core.events import CORE_EVENTS
from domain.decision.core_handlers import options_adapter
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.options.packing import PLACE
from domain.options.shapes import Declarations
from domain.ruleset.rule_reference import Rule
from domain.ruleset.ruleset import Ruleset
from domain.table.shapes import Table
from events.audit.auditor import Audit
from events.format.bundle import Header, Proof
from events.format.envelope import Envelope, PrivatePart
from events.format.signing import SigningKey
from events.projections.tally import Tally
from service.encounters.branches.comparison import Comparison
from service.encounters.bundles.importing import ImportAnswer
from service.encounters.command_handler import CheckAnswer, CommandAnswer
from service.encounters.queries import EventPage, OptionsAnswer
from service.encounters.reading.projection_queries import Causes
from service.encounters.reading.story_queries import StoryPage
from service.http.responses.event_stream import Dropped
from service.http.routes.access.grants import Granted
from service.http.routes.access.invitations import InvitationPage
from service.http.routes.access.tickets import TicketAnswer
from service.http.routes.access.tokens import Revoked, TokenPage
from service.live.batches import LiveBatch
from service.live.seats import SeatsAnswer
from service.openapi.schemas import ROOT, Rulesets, Schema, as_markdown, cleaned, discriminated, pascal, ref, unique
from service.problems.problem import CODES, TYPE_PREFIX, Details
from service.read_models.listing import Listing
from service.read_models.progress import Progress, ProjectionList
from service.read_models.tenant_tallies import TallyPage
from service.rulesets.scenes import SceneAnswer, SceneList

RESPONSE_SCHEMAS: Final[Mapping[str, Any]] = {
    **{answer.__name__: answer for answer in (CommandAnswer, CheckAnswer, EventPage, OptionsAnswer, Listing)},
    **{answer.__name__: answer for answer in (Tally, Audit, Rule, Header, Proof, PrivatePart, Revoked, SigningKey)},
    **{answer.__name__: answer for answer in (LiveBatch, Dropped, ImportAnswer, Comparison, StoryPage, Causes)},
    **{answer.__name__: answer for answer in (TallyPage, ProjectionList, Progress, Table, SceneList, SceneAnswer)},
    **{answer.__name__: answer for answer in (TicketAnswer, Granted, TokenPage, InvitationPage, SeatsAnswer)},
    "Problem": Details,
    "Declarations": Declarations,
    "Envelope": Envelope[msgspec.Raw],
}
"""Types of the responses, by the name of their schema."""
SHARED: Final = (*RESPONSE_SCHEMAS.values(), Draw, Encounter)
"""The types whose parts rulesets share."""
PACKED_FIELD: Final[Schema] = {
    "type": "object",
    "description": f'A FieldShape; in it, or in its place, `{{"{PLACE}": n}}` is the n-th part of `shared`.',
}
PROBLEM: Final = {
    "type": TYPE_PREFIX + "refused",
    "title": CODES["refused"].title,
    "status": CODES["refused"].status,
    "detail": "Iron Claw is pinned and may only try to break free. Legal now: Break free, End the turn.",
    "code": "refused",
    "rule": "S3-PIN-3",
    "rule_url": "/v1/rulesets/s3/rules/S3-PIN-3",
    "legal": ["s3.break_free", "s3.end_turn"],
    "legal_labels": ["Break free", "End the turn"],
}


def responses(rulesets: Rulesets) -> dict[str, Schema]:
    """Return the schemas of responses by name."""
    shared = _Parts([*SHARED, *CORE_EVENTS])
    tops = dict(zip((schema["$ref"].removeprefix(ROOT) for schema in shared.tops), RESPONSE_SCHEMAS, strict=False))
    names = {part: tops.get(part, part) for part in shared.generated}
    schemas = shared.named(names)
    data = {event: schemas.pop(names[event.__name__]) for event in CORE_EVENTS}
    del schemas[names[Encounter.__name__]]
    states: dict[str, str] = {}
    for ruleset in rulesets.values():
        own = [event for event in ruleset.events if event not in CORE_EVENTS]
        parts = _Parts([ruleset.state, *own])
        named = dict(names)
        used = set(schemas)
        for part in parts.generated:
            if part not in names or shared.generated[part] != parts.generated[part]:
                named[part] = unique(pascal(ruleset.key, part), used)
                used.add(named[part])
        found = parts.named(named)
        state, *facts = [named[schema["$ref"].removeprefix(ROOT)] for schema in parts.tops]
        data |= {event: found.pop(name) for event, name in zip(own, facts, strict=True)}
        _describe_options(ruleset, found)
        states[ruleset.key] = state
        found[state]["properties"]["ruleset"] = {"const": ruleset.key}
        schemas |= {name: schema for name, schema in found.items() if name not in schemas}
    for page in ("CommandAnswer", "EventPage", "LiveBatch"):
        schemas[page]["properties"]["events"]["items"] = ref("Event")
        schemas[page]["properties"]["private"]["additionalProperties"] = ref("PrivatePart")
    schemas["SceneAnswer"]["properties"]["combatants"]["items"] = ref("Newcomer")
    schemas["SceneAnswer"]["properties"]["commands"]["items"] = ref("Command")
    schemas["FormShape"]["properties"]["fields"]["items"] = PACKED_FIELD
    schemas["Problem"]["properties"]["code"]["enum"] = list(CODES)
    schemas["Problem"]["examples"] = [PROBLEM]
    about = "The state of an encounter; its fields depend on the ruleset."
    schemas["State"] = {"description": about, **discriminated(states, "ruleset")}
    _leave_to_events(schemas["Envelope"])
    events: dict[str, str] = {}
    for event, fact in data.items():
        events[event.type] = unique(pascal(event.type, "event"), schemas)
        schemas[events[event.type]] = _event(event, fact)
    about = "A stored event: its data, encounter, version, time, speaker and cause."
    schemas["Event"] = {"description": about, **discriminated(events, "type")}
    return schemas


def _event(event: type[Event], data: Schema) -> Schema:
    """Return the schema of an event in its envelope. Events of older schemas may lack fields of its data."""
    fields = {key: part for key, part in data.items() if key != "description"}
    own = {"type": {"const": event.type}, "data": fields}
    return {
        "description": as_markdown(event.__doc__ or ""),
        "allOf": [ref("Envelope"), {"type": "object", "properties": own, "required": list(own)}],
    }


def _leave_to_events(envelope: Schema) -> None:
    """Remove from the schema of the envelope what each event defines: its type, and its data."""
    for name in ("type", "data"):
        del envelope["properties"][name]
        envelope["required"].remove(name)


def _describe_options(ruleset: Ruleset[Any], schemas: Mapping[str, Schema]) -> None:
    """Describe the options in the state as they are described where an encounter is opened."""
    known = options_adapter(ruleset.option_model).json_schema()["properties"]
    options = schemas.get(pascal(ruleset.key, ruleset.option_model.__name__), {"properties": {}})
    for name, schema in options["properties"].items():
        if "description" in known.get(name, {}):
            schema["description"] = known[name]["description"]


class _Parts:
    """The schemas of types: the parts that they refer to, as msgspec generates them, and a reference for each type.

    Fields that are always encoded are required, also those that have defaults.
    """

    def __init__(self, types: Iterable[Any]) -> None:
        kinds = list(types)
        tops, parts = msgspec.json.schema_components(kinds, ref_template=ROOT + "{name}")
        self.tops: Final = tops
        self.generated: Final[dict[str, Schema]] = dict(parts)
        for cls, fields in _classes(multi_type_info(kinds)).items():
            schema = self.generated.get(cls.__name__, {})
            if list(fields) == list(schema.get("properties", ())) and not _omits_defaults(cls):
                self.generated[cls.__name__] = _complete(schema, [name for name, always in fields.items() if always])

    def named(self, names: Mapping[str, str]) -> dict[str, Schema]:
        """Return the parts by their new names, with references by these."""
        renamed = {ROOT + old: ROOT + new for old, new in names.items()}
        return {names[part]: cleaned(schema, renamed) for part, schema in self.generated.items()}


def _omits_defaults(cls: type) -> bool:
    return issubclass(cls, msgspec.Struct) and cls.__struct_config__.omit_defaults


def _complete(schema: Schema, always: list[str]) -> Schema:
    """Return the schema of an object that always has some of its properties, and of which none has a default."""
    properties = {
        name: {key: part for key, part in one.items() if key != "default"} for name, one in schema["properties"].items()
    }
    return {**schema, "properties": properties, "required": always} if properties else schema


def _classes(kinds: Iterable[Type | Field]) -> dict[type, dict[str, bool]]:
    """Return the structs and dataclasses that types contain.

    Each has the names of its fields as they are encoded, and whether they always are: one that is unset is left out.
    """
    found: dict[type, dict[str, bool]] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, StructType | DataclassType):
            cls = get_origin(kind.cls) or kind.cls
            if cls in found:
                continue
            found[cls] = {field.encode_name: _has_value(field) for field in kind.fields}
        waiting += _inner(kind)
    return found


def _has_value(field: Field) -> bool:
    """Return whether a field has a value without being set; msgspec gives one that may be unset no default."""
    return field.required or (field.default, field.default_factory) != (msgspec.NODEFAULT, msgspec.NODEFAULT)


def _inner(kind: Type | Field) -> Iterator[Type | Field]:
    for name in kind.__struct_fields__:
        part = getattr(kind, name)
        for one in part if isinstance(part, tuple | list) else (part,):
            if isinstance(one, Type | Field):
                yield one
