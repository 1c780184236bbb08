"""Record how each schema of an event is stored: ``python -m tests.unit.events.record_fixtures``.

A file of ``fixtures`` has one line for each schema of each event of a ruleset: the record as it was written, and its
meaning, with every default of that time. A rewind or a branch has one line for each schema of the state that it
carries. Lines are added and never changed: a schema that has a line keeps it. Missing schemas are taken from fights of
bots, which use every event.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from domain.core.events import Described, Imported
from domain.model.event import Event, Recorded
from domain.ruleset.ruleset import Ruleset
from events.format.carried_state import CARRYING
from events.format.codec import Codec
from tests.laws.fights import Fights, RandomFight
from tests.rules.rulesets import FIGHTS

FIXTURES = Path(__file__).parent / "fixtures"
TIME = "2026-03-01T20:15:00.250Z"
MOST_COMMANDS = 90
NO_BOTS: tuple[Event, ...] = (
    Imported(
        of="duel",
        encounter="rematch",
        events=45,
        chain="ab" * 32,
        epoch=3,
        commitment="cd" * 32,
        sha256="ef" * 32,
        hidden_commitment="12" * 32,
    ),
    Described(of="fox", metadata={"colour": "red", "ready": True, "seat": None, "token": 7}),
)
"""Events that never occur in fights of bots."""

Schema: TypeAlias = tuple[str, int, int | None]
"""The key of a fixture: the event type, its schema, and for a rewind or a branch the schema of the carried state."""


class Fixture(msgspec.Struct, frozen=True):
    """One schema of an event: its record, and the meaning of all its fields; ``carries`` is the schema of a state."""

    type: str
    schema: int
    record: str
    means: dict[str, Any]
    carries: int | None = None

    @property
    def schemas(self) -> Schema:
        """The key of this fixture."""
        return self.type, self.schema, self.carries


def read(ruleset: Ruleset[Any]) -> list[Fixture]:
    """Return all fixtures of a ruleset."""
    path = file_of(ruleset)
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Fixture) for line in lines]


def file_of(ruleset: Ruleset[Any]) -> Path:
    """Return the path of a ruleset's fixtures."""
    return FIXTURES / f"{ruleset.key}.ndjson"


def whole(value: Any) -> Any:
    """Return a value with all fields of its structs, including those omitted when they have their default."""
    if isinstance(value, msgspec.Struct):
        return {name: whole(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {key: whole(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [whole(part) for part in value]
    return value


def schemas_of(ruleset: Ruleset[Any]) -> set[Schema]:
    """Return every schema that a ruleset writes today."""
    return {(kind.type, kind.schema, ruleset.state.schema if kind in CARRYING else None) for kind in ruleset.events}


def schema_of(event: Event) -> Schema:
    """Return the schema that an event is written in."""
    return event.type, event.schema, event.state_schema if isinstance(event, CARRYING) else None


def events_of(fights: Fights[Any], missing: set[Schema]) -> Iterable[Event]:
    """Return an event for each missing schema from fights of bots, which are played until all are found.

    If several events have a schema, the one with the most private fields is chosen, then the one with the most fields,
    then the shortest.
    """
    found = {schema_of(event): event for event in NO_BOTS if schema_of(event) in missing}
    for seed, name in product(range(fights.seeds), fights.situations):
        if found.keys() == missing:
            break
        played = RandomFight(fights, name, seed)
        for _ in played.play(MOST_COMMANDS):
            pass
        branch = played.branch(max(played.recording.states), seed)
        records = (*played.recording.records, *branch.recording.records)
        for event in played.recording.codec.decode_events(records):
            schema = schema_of(event)
            if schema in missing and (schema not in found or fullness(event) > fullness(found[schema])):
                found[schema] = event
    assert found.keys() == missing, f"no bot has come upon {missing - found.keys()}"
    return found.values()


def fullness(event: Event) -> tuple[int, int, int]:
    """Return a sort key: the number of private fields, the number of fields, and the negated length.

    It makes the fixtures cover private fields wherever an event type has them.
    """
    filled = msgspec.to_builtins(event)
    return len(filled.keys() & event.private), len(filled), -len(msgspec.json.encode(event))


def new_fixtures(ruleset: Ruleset[Any], events: Iterable[Event], known: Iterable[Fixture]) -> Iterator[Fixture]:
    """Fixtures for the schemas that have none yet."""
    codec = Codec.of(ruleset, salt=lambda: bytes(range(32)))
    recorded = {fixture.schemas for fixture in known}
    for event in events:
        schema = schema_of(event)
        if schema not in recorded:
            audience = "narrator" if event.private else "all"
            [record] = codec.encode_batch("fixture", 1, TIME, "narrator", [Recorded(event, None, audience)])
            recorded.add(schema)
            yield Fixture(event.type, event.schema, record.decode(), whole(event), schema[2])


def main() -> None:
    """Add the missing fixtures to the files."""
    FIXTURES.mkdir(exist_ok=True)
    for fights in FIGHTS:
        known = read(fights.ruleset)
        missing = schemas_of(fights.ruleset) - {fixture.schemas for fixture in known}
        new = new_fixtures(fights.ruleset, events_of(fights, missing), known)
        added = sorted(new, key=lambda fixture: fixture.type)
        path = file_of(fights.ruleset)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(msgspec.to_builtins(fixture), ensure_ascii=False)}\n" for fixture in added)
        print(f"{path.name}: {len(added)} added")


if __name__ == "__main__":
    main()
