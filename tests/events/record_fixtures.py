"""Record how each schema of an event is stored, for ever: ``python -m tests.events.record_fixtures``.

A file of ``fixtures`` holds one line for each schema of each event of a ruleset: the record as it was written, and what
it meant, with every default of its day; a rewind has one for each schema of the state that it carries. Lines are added,
never changed: a schema that has one keeps it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from domain.core_events import Rewound
from domain.event import Event, Recorded
from domain.rulesets.s3 import S3
from events.codec import Codec
from tests.events.fights import rewound
from tests.rules.s3.samples import SAMPLES

FIXTURES = Path(__file__).parent / "fixtures"
TIME = "2026-03-01T20:15:00.250Z"
RULESETS = ((S3, (rewound().last(Rewound), *SAMPLES)),)


class Fixture(msgspec.Struct, frozen=True):
    """One schema of an event: its record, and all of its fields as they were meant; ``carries`` a state's schema."""

    type: str
    schema: int
    record: str
    means: dict[str, Any]
    carries: int | None = None

    @property
    def schemas(self) -> tuple[str, int, int | None]:
        """What there is one fixture of."""
        return self.type, self.schema, self.carries


def read(path: Path) -> list[Fixture]:
    """All fixtures of a file."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Fixture) for line in lines]


def whole(value: Any) -> Any:
    """A value with all fields of its structs, also those that are left out where they have their default."""
    if isinstance(value, msgspec.Struct):
        return {name: whole(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {key: whole(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [whole(part) for part in value]
    return value


def new_fixtures(events: Iterable[Event], known: Iterable[Fixture]) -> Iterator[Fixture]:
    """Fixtures for the schemas that have none yet."""
    recorded = {fixture.schemas for fixture in known}
    for event in events:
        carries = event.state_schema if isinstance(event, Rewound) else None
        if (event.type, event.schema, carries) not in recorded:
            codec = Codec([type(event)], salt=lambda: bytes(range(32)))
            audience = "narrator" if event.private else "all"
            [record] = codec.encode_batch("fixture", 1, TIME, "narrator", [Recorded(event, None, audience)])
            recorded.add((event.type, event.schema, carries))
            yield Fixture(event.type, event.schema, record.decode(), whole(event), carries)


def main() -> None:
    """Add what is missing to the files."""
    FIXTURES.mkdir(exist_ok=True)
    for ruleset, samples in RULESETS:
        path = FIXTURES / f"{ruleset.key}.ndjson"
        added = list(new_fixtures(samples, read(path)))
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(msgspec.to_builtins(fixture), ensure_ascii=False)}\n" for fixture in added)
        print(f"{path.name}: {len(added)} added")


if __name__ == "__main__":
    main()
