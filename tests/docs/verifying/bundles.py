"""Valid bundles of many kinds of fights, and functions that damage bundles in many ways."""

import io
import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import cycle
from typing import Any, NamedTuple

from domain.core.commands import Close, Command, Note, Open, Rewind, type_of
from domain.core.events import Commanded
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker, parse_speaker
from events.audit.verify_draws import draws_of
from events.format import bundle, chain
from events.format.bundle import FORMAT, Header
from service.encounters.visibility import view_record
from tests.laws.fights import Fights, RandomFight
from tests.recording import Recording
from tests.rules.rulesets import FIGHTS

COMMANDS = 14  # per half of a fight
FIGHTS_OF_EACH = 5
BRANCHED, IMPORTED = 0, 2
"""Which fight of each ruleset is a what-if branch, and which was imported under another ID and continued there."""


class Move(NamedTuple):
    """A recorded command, its speaker, and the faces of the throws that it caused."""

    command: Command
    speaker: Speaker
    fell: list[Any]


class Made(NamedTuple):
    """A bundle, the recording it was made from, and the speaker whose view it holds."""

    name: str
    recording: Recording
    records: list[bytes]
    speaker: Speaker

    @property
    def head(self) -> bytes:
        """The final hash of the chain."""
        return chain.extend(chain.genesis(self.recording.origin), self.records)

    @property
    def file(self) -> bytes:
        return packed(self.recording, [view_record(record, self.speaker) for record in self.records], str(self.speaker))


def packed(recording: Recording, records: list[bytes], seen_by: str) -> bytes:
    """Return a bundle file in which all hashes are correct."""
    head = chain.extend(chain.genesis(recording.origin), records).hex()
    ruleset, name = recording.ruleset, json.loads(records[-1].partition(b"\n")[0])["encounter"]
    header = Header(FORMAT, name, ruleset.key, ruleset.version, len(records), head, seen_by)
    file = io.BytesIO()
    bundle.write(file, header, records)
    return file.getvalue()


def good_bundles() -> Iterator[Made]:
    """Yield bundles of bot fights for each ruleset: open, closed, rewound, played at the table, in several views."""
    for fights in FIGHTS:
        names = list(fights.situations)
        for number in range(FIGHTS_OF_EACH):
            recording, open_at = fought(fights, names[number % len(names)], number)
            records, name = recording.records, f"{fights.ruleset.key}-{number}"
            somebody = Speaker("player", recording.state.joined[:1])
            yield Made(f"{name}-closed", recording, records, NARRATOR)
            yield Made(f"{name}-open", recording, records[:open_at], NARRATOR)
            yield Made(f"{name}-seen", recording, records, SPECTATOR if number % 2 else somebody)
            yield Made(f"{name}-begun", recording, records[: batch_end(records, open_at // 2)], NARRATOR)


def fought(fights: Fights[Any], name: str, number: int) -> tuple[Recording, int]:
    """Return a closed fight and its version before the close: rewound, branched, imported, or played at the table."""
    played = RandomFight(fights, name, 500 + number)
    for _ in played.play(COMMANDS):
        pass
    *moves, _ = moves_of(played.recording)
    at_the_table = number == FIGHTS_OF_EACH - 1
    recording = Recording(f"{name}-{number}", fights.ruleset)
    for move in moves:
        play(recording, move, at_the_table=at_the_table)
    back = len(moves) * 2 // 3
    if number == BRANCHED:
        recording = Recording("what-if", fights.ruleset).branch(recording, at=sorted(recording.states)[back])
        go_on(recording, moves[back:])
    if number % 2:
        recording.play(Rewind(to=sorted(recording.states)[back]))
        go_on(recording, moves[back:])
    if number == IMPORTED:
        recording.play(*[Note(text="It goes on elsewhere.")] * 2).go_on_as("brought-in")
        recording.play(Rewind(to=sorted(recording.states)[back]))
        go_on(recording, moves[back:])
    before = len(recording.records)
    return recording.play(Close()), before


def go_on(recording: Recording, moves: list[Move]) -> None:
    """Replay earlier commands; stop at the first refusal, such as an answer to a prompt whose name has changed."""
    with suppress(AssertionError):
        for move in moves:
            play(recording, move, at_the_table=False)


def moves_of(recording: Recording) -> list[Move]:
    """Return the commands of a fight with their speakers and the faces thrown."""
    kinds = {type_of(kind): kind for kind in recording.ruleset.commands}
    moves: list[Move] = []
    for record in recording.records:
        envelope, event = recording.codec.decode(record)
        if isinstance(event, Commanded):
            body = {**event.command, **event.secret}
            command = kinds[body["type"]].model_validate(body)
            moves.append(Move(command, parse_speaker(envelope.speaker), []))
        moves[-1].fell.extend(draw.faces for draw in draws_of(event) if draw.faces)
    return moves


def play(recording: Recording, move: Move, *, at_the_table: bool) -> None:
    """Repeat a command; at the table, supply the recorded faces."""
    command = move.command
    if at_the_table and isinstance(command, Open):
        command = command.model_copy(update={"chance": "supplied"})
    recording.play(command, faces=move.fell if at_the_table else None, speaker=move.speaker)


def batch_end(records: list[bytes], near: int) -> int:
    """Return the last version of the batch that contains version ``near``."""
    batches = [json.loads(record.partition(b"\n")[0])["batch"] for record in records]
    return max(version for version, batch in enumerate(batches, 1) if batch == batches[near - 1])


# Damage


class Spoiled(NamedTuple):
    """A damaged bundle: the kind of damage, the name of the bundle, its original chain hash, and the damaged file."""

    way: str
    name: str
    head: bytes
    file: bytes


def spoiled(made: list[Made], count: int) -> Iterator[Spoiled]:
    """Yield ``count`` damaged bundles, cycling through the kinds of damage, each applied where it is possible."""
    chance = random.Random(20)
    for _, way in zip(range(count), cycle(WAYS), strict=False):
        for whole in chance.sample(made, len(made)):
            file = WAYS[way](whole, chance)
            if file is not None and file != whole.file:
                yield Spoiled(way, whole.name, whole.head, file)
                break


Way = Callable[[Made, random.Random], bytes | None]


def _in_the_file(change: Callable[[bytes, random.Random], bytes | None]) -> Way:
    """Make a kind of damage that changes the bytes of the file and leaves its hashes as they are."""
    return lambda made, chance: change(made.file, chance)


def _of_lines(change: Callable[[list[bytes], random.Random], list[bytes] | None]) -> Way:
    """Make a kind of damage that changes the lines between header and proof; the file hash is kept or recomputed."""

    def spoil(made: Made, chance: random.Random) -> bytes | None:
        head, *lines, proof, _ = made.file.split(b"\n")
        lines = change(lines, chance) or []
        if not lines:
            return None
        whole = b"".join(line + b"\n" for line in (head, *lines))
        if chance.random() < 0.5:
            proof = b'{"sha256":"%s"}' % sha256(whole).hexdigest().encode()
        return whole + proof + b"\n"

    return spoil


def _forged(change: Callable[[list[bytes], random.Random], list[bytes] | None]) -> Way:
    """Make a forgery that changes records and recomputes chain, header and proof."""

    def spoil(made: Made, chance: random.Random) -> bytes | None:
        seen = [view_record(record, made.speaker) for record in made.records]
        records = change(seen, chance)
        return None if records is None else packed(made.recording, records, str(made.speaker))

    return spoil


def _flip(file: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(file))
    return file[:place] + bytes([file[place] ^ 1 << chance.randrange(8)]) + file[place + 1 :]


def _header(name: str) -> Callable[[bytes, random.Random], bytes]:
    """Make a kind of damage that changes one header field and recomputes the file hash."""

    def change(file: bytes, chance: random.Random) -> bytes:
        head, *lines, _, _ = file.split(b"\n")
        fields = json.loads(head)
        fields[name] = fields[name] + 1 if name == "events" else "0" * 64 if name == "chain" else f"{fields[name]}x"
        whole = b"".join(line + b"\n" for line in (json.dumps(fields, separators=(",", ":")).encode(), *lines))
        return whole + b'{"sha256":"%s"}\n' % sha256(whole).hexdigest().encode()

    return change


def _swapped(lines: list[bytes], chance: random.Random) -> list[bytes]:
    place = chance.randrange(len(lines) - 1)
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


def _dropped(lines: list[bytes], chance: random.Random) -> list[bytes]:
    place = chance.randrange(len(lines))
    return [*lines[:place], *lines[place + 1 :]]


def _doubled(lines: list[bytes], chance: random.Random) -> list[bytes]:
    place = chance.randrange(len(lines))
    return [*lines[: place + 1], *lines[place:]]


def _replaced(pattern: bytes, new: Callable[[re.Match[bytes]], bytes]) -> Callable[..., list[bytes] | None]:
    """Make a change that replaces one match of a pattern in the records or lines."""

    def change(lines: list[bytes], chance: random.Random) -> list[bytes] | None:
        places = [(number, found) for number, line in enumerate(lines) for found in re.finditer(pattern, line)]
        if not places:
            return None
        number, found = chance.choice(places)
        line = lines[number]
        return [*lines[:number], line[: found.start()] + new(found) + line[found.end() :], *lines[number + 1 :]]

    return change


def _turned(found: re.Match[bytes]) -> bytes:
    """Return the match with a different face: the other side of a coin, another number, or another card."""
    face = found[2]
    other = {b"H": b"T", b"T": b"H", b"1": b"2", b'"AS"': b'"KD"'}.get(face) or (b'"AS"' if face[:1] == b'"' else b"1")
    return found[1] + other


def _other_hash(found: re.Match[bytes]) -> bytes:
    return found[1] + sha256(found[2]).hexdigest().encode()


FACE = rb'("faces":"(?=[HT])|"faces":\[(?=["0-9]))([HT]|\d+|"[A-Z0-9]+")'
WAYS: dict[str, Way] = {
    "a flipped bit": _in_the_file(_flip),
    "another flipped bit": _in_the_file(_flip),
    "the end cut off": _in_the_file(lambda file, chance: file[: chance.randrange(1, len(file))]),
    "lines cut off": _in_the_file(
        lambda file, chance: b"".join(file.splitlines(keepends=True)[: -chance.randint(1, 9)])
    ),
    "an end that was added": _in_the_file(lambda file, chance: file + file.splitlines(keepends=True)[-1]),
    "another proof": _in_the_file(lambda file, chance: file[:-10] + b"0000000" + file[-3:]),
    **{f"another {name} in the header": _in_the_file(_header(name)) for name in Header.__struct_fields__},
    "a dropped line": _of_lines(_dropped),
    "a doubled line": _of_lines(_doubled),
    "a swapped pair of lines": _of_lines(_swapped),
    "a face in the file": _of_lines(_replaced(FACE, _turned)),
    "another salt in the file": _of_lines(_replaced(rb'^(\{"salt":")([0-9a-f]{64})', _other_hash)),
    "another digest in the file": _of_lines(_replaced(rb'("sealed":")([0-9a-f]{64})', _other_hash)),
    "another private part in the file": _of_lines(
        _replaced(rb'^(\{"salt":"[0-9a-f]{64}","data":\{)', lambda f: f[1] + b'"x":1,')
    ),
    "a forged face": _forged(_replaced(FACE, _turned)),
    "another forged face": _forged(_replaced(FACE, _turned)),
    "an event that was taken out": _forged(_dropped),
    "an event that was doubled": _forged(_doubled),
    "events that were swapped": _forged(_swapped),
    "a forged salt": _forged(_replaced(rb'(\n\{"salt":")([0-9a-f]{64})', _other_hash)),
    "a forged seed": _forged(_replaced(rb'("seed":")([0-9a-f]{64})', _other_hash)),
    "a forged commitment": _forged(_replaced(rb'("(?:hidden_)?commitment":")([0-9a-f]{64})', _other_hash)),
    "no commitment": _forged(_replaced(rb'"hidden_commitment":"[0-9a-f]{64}",?', lambda found: b"")),
    "a forged entropy": _forged(_replaced(rb'("entropy":")three', lambda found: found[1] + b"four")),
    "a forged source": _forged(_replaced(rb',"source":"supplied"', lambda found: b"")),
    "a forged chance": _forged(_replaced(rb'("chance":")(seeded|supplied)', lambda found: found[1] + b"either")),
    "a forged word on faces": _forged(_replaced(rb',"supplied":true', lambda found: b"")),
    "a forged pack": _forged(_replaced(rb'("pack":")([0-9a-f])', lambda found: found[1] + b"1")),
    "a forged epoch": _forged(_replaced(rb'("epoch":)(\d)', lambda found: found[1] + b"7")),
    "a forged version": _forged(_replaced(rb'("version":)(\d+)', lambda found: found[1] + b"9" + found[2])),
    "a forged import": _forged(_replaced(rb'("type":"core.imported",.*?"of":")(\w)', lambda found: found[1] + b"7")),
    "a forged name": _forged(_replaced(rb'^(\{"encounter":")', lambda found: found[1] + b"x")),
    "a throw of another kind": _forged(_replaced(rb'("sides":)(\d+)', lambda found: found[1] + b"12")),
    "seeds that are gone": _forged(_replaced(rb'("seeds":\[)[^]]+', lambda found: found[1])),
}
