"""Forged bundles in which a single value is changed and all hashes are recomputed."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

from service.encounters.visibility import view_record
from tests.docs.verifying.bundles import Made, Spoiled, packed

Path = tuple[str | int, ...]

VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2**63,
        2**70,
        1.0,
        1.5,
        "",
        "0",
        "x",
        "H",
        "HT",
        "a" * 64,
        "A" * 64,
        "\n",
        "é",
        "\x7f",
    ),
    *([], {}, [1], ["H"], ["AH"], [None], [True], [1.5], [[]], [-1], {"faces": "HT"}, {"faces": [1, 2], "sides": 6}),
    *({"faces": ["AH"]}, {"faces": True}, {"faces": "HT", "sides": 6}, {"faces": [1, 2], "sides": 1}),
    *("seeded", "supplied", "either", "seede", "narrator", "player:x", "core.imported", "core.rewound"),
    *("core.encounter_opened", "core.encounter_closed", "core.commanded", "core.branched"),
]
NAMES = (
    *("faces", "source", "sides", "pack", "chance", "epoch", "commitment", "hidden_commitment", "entropy"),
    *("seeds", "hidden_seeds", "supplied", "draw", "ruleset", "ruleset_version", "x"),
)
TELLING = (b"core.encounter_", b"core.branched", b"core.rewound", b"core.imported", b'"faces"', b'"supplied"')


def with_other_values(made: list[Made], count: int, seed: int) -> Iterator[Spoiled]:
    """Yield bundles with one value changed, added, removed or reformatted, mostly where verification depends on it."""
    chance = random.Random(seed)
    while count:
        whole = chance.choice(made)
        records = [view_record(record, whole.speaker) for record in whole.records]
        telling = [place for place, record in enumerate(records) if any(word in record for word in TELLING)]
        place = chance.choice([0, *telling]) if chance.random() < 0.9 else chance.randrange(len(records))
        records[place], way = _with_another(records[place], chance)
        with suppress(ValueError, KeyError):  # some changed values cannot be packed at all
            yield Spoiled(f"event {place + 1}: {way}", whole.name, whole.head, _packed(whole, records))
            count -= 1


def _packed(whole: Made, records: list[bytes]) -> bytes:
    return packed(whole.recording, records, str(whole.speaker))


def _with_another(record: bytes, chance: random.Random) -> tuple[bytes, str]:
    """Return a record with one change in its public or private line and a new seal, and describe the change."""
    public, newline, private = record.partition(b"\n")
    if not private or chance.random() < 0.6:
        public, way = _changed(public, chance)
        return public + newline + private, way
    private, way = _changed(private, chance)
    seal = b'"sealed":"%s"}' % sha256(private).hexdigest().encode()
    return re.sub(rb'"sealed":"[0-9a-f]{64}"\}$', seal, public) + newline + private, f"private {way}"


def _changed(line: bytes, chance: random.Random) -> tuple[bytes, str]:
    found = json.loads(line)
    path = chance.choice([path for path in _paths(found) if path])
    *above, last = path
    holder = found
    for step in above:
        holder = holder[step]
    kind = chance.random()
    if kind < 0.1:
        holder.pop(last)
        way = f"no {path}"
    elif kind < 0.25 and isinstance(holder, dict):
        name = chance.choice(NAMES)
        holder[name] = chance.choice(VALUES)
        way = f"{name} of {path[:-1]} is {holder[name]!r}"
    else:
        holder[last] = _another(holder[last], chance)
        way = f"{path} is {holder[last]!r}"
    blanks = chance.random() < 0.05
    return json.dumps(found, ensure_ascii=False, separators=(", ", ":") if blanks else (",", ":")).encode(), way


def _another(value: Any, chance: random.Random) -> Any:
    """Return a different value: sometimes a close one, otherwise an arbitrary one."""
    if chance.random() < 0.4:
        if isinstance(value, str) and value:
            return chance.choice([value.upper(), value[:-1], value + value[-1]])
        if type(value) is int:
            return value + chance.choice([-1, 1, 256])
    return chance.choice(VALUES)


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of each value within a value, including the empty path of the value itself."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, held in inner:
        yield from _paths(held, (*path, step))
