"""Noninterference: encounters that differ only in one secret sheet look the same to all other players.

A case plays the same commands in several encounters with the same ID, the same seeds and the same combatants except
for the sheet of the lurker. As long as no outcome depends on that sheet, callers that may not see it read the same in
all of them (states, options, events, sentences, numbers), and a command of theirs is refused in all of them with the
same problem, or accepted in all; a check of one that is accepted returns the same in all.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.chance.draws import SentFaces
from domain.core.commands import Command, Join, Note, Open, Rewind
from domain.model.refusal import Refusal
from domain.model.speaker import SPECTATOR, Speaker, parse_speaker
from domain.ruleset.check import check
from domain.ruleset.decider import Decided, decide
from domain.ruleset.offering import options
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table import table
from events.format.envelope import redacted, split
from events.projections.story import Story
from events.projections.tally import Tally
from events.projections.told_events import EventTeller
from service.encounters.visibility import view_record, view_state
from tests.laws.fights import Fights
from tests.laws.menus import assert_offered, bare, menu_of
from tests.laws.mutations import Arbitrary
from tests.recording import Recording, seeds_of

Json = dict[str, Any]
LURKER: Final = "lurker"
PROBES_BY_CHANCE: Final = 60
LONGEST: Final = 600
"""Maximum number of characters shown of a leak."""


class Step(NamedTuple):
    """A command, its speaker, and the faces sent with it."""

    command: Json
    by: str = "narrator"
    faces: list[SentFaces] | None = None


class Case(NamedTuple):
    """A fight with a combatant whose sheet is secret.

    ``sheets`` maps names to the variants of the sheet: the fields of a join except for ID and secrecy. ``player`` plays
    one of the ``others``. ``probes`` are commands that this player tries after each step, in addition to random ones.
    ``told`` maps each rule by which a refusal may depend on the sheet to the reason; refusals by that rule must still
    be equal to one another.
    """

    ruleset: str
    name: str
    others: tuple[Json, ...]
    player: str
    sheets: Mapping[str, Json]
    steps: tuple[Step, ...]
    options: Json = {}
    chance: str = "seeded"
    probes: tuple[Json, ...] = ()
    told: Mapping[str, str] = {}

    @property
    def readers(self) -> tuple[Speaker, ...]:
        """The speakers that may not see the sheet."""
        return (SPECTATOR, Speaker("player", (self.player,)))


class Play:
    """The fight of a case with one of its sheets. If ``late``, the lurker joins after the encounter was opened."""

    def __init__(self, case: Case, ruleset: Ruleset[Any], sheet: Json, *, late: bool) -> None:
        self.case, self.ruleset = case, ruleset
        self.recording = Recording("noninterference", ruleset)
        others = tuple(Join.model_validate(other) for other in case.others)
        lurker = Join.model_validate({"id": LURKER, "secret": True, **sheet})
        opening = Open.model_validate(
            {"ruleset": ruleset.key, "options": case.options, "chance": case.chance, "entropy": "one owl"}
        ).model_copy(update={"combatants": others if late else (*others, lurker)})
        self.recording.play(opening)
        if late:
            self.recording.play(lurker)

    @property
    def state(self) -> Any:
        return self.recording.state

    def give(self, step: Step) -> None:
        """Play the command of a step, and assert that it is accepted."""
        command = typed(self.ruleset, step.command)
        self.recording.play(command, faces=step.faces, speaker=parse_speaker(step.by))

    def rewind(self) -> None:
        """Play a command and rewind it, so that an event carries the state."""
        here = len(self.recording.records)
        self.recording.play(Note(text="On it goes."), Rewind(to=here))

    def read(self, reader: Speaker) -> Json:
        """Return everything that a reader can see of the fight."""
        seen = [view_record(record, reader) for record in self.recording.records]
        codec = self.recording.codec
        told = [codec.decode(record) for record in seen]
        tally = Tally()
        tally.add(self.ruleset.tally, [event for _, event in told])
        return {
            "state": plain(view_state(self.ruleset, self.state, reader)),
            "options": plain(options(self.ruleset, self.state, reader)),
            "events": [_unsalted(record) for record in seen],
            "told": plain([*EventTeller(self.ruleset).told_all(codec, seen)]),
            "story": plain(Story(self.ruleset, codec).entries(seen)),
            "tally": plain(tally),
            "table": plain(table(self.ruleset, self.state, reader, settled=True)),
        }

    def asked(self, command: Command, speaker: Speaker) -> Any:
        """Return the whole refusal of a command, with the legal alternatives, or None if it would be accepted."""
        recording, epoch = self.recording, self.state.epoch
        chance = seeds_of(epoch).chance(recording.entropy[epoch])
        decided = decide(self.ruleset, self.state, command, speaker, chance)
        return None if isinstance(decided, Decided) else plain(decided)

    def checked(self, command: Command, speaker: Speaker) -> Any:
        """Return what a check of a command reports to the speaker."""
        foreseen = check(self.ruleset, self.state, command, speaker)
        # The number of events is compared with the size of a batch, and told to nobody.
        return plain(foreseen if isinstance(foreseen, Refusal) else replace(foreseen, events=0))


def giving(step: Step) -> Callable[[Play], None]:
    return lambda play: play.give(step)


def plain(value: Any) -> Any:
    """Return a value as it is serialized."""
    return msgspec.to_builtins(value, str_keys=True)


def typed(ruleset: Ruleset[Any], command: Json) -> Command:
    """Return the command of a ruleset that a body describes."""
    kinds = {str(kind.model_fields["type"].default): kind for kind in ruleset.commands}
    made: Command = TypeAdapter(kinds[command["type"]]).validate_python(command)
    return made


def _unsalted(record: bytes) -> Any:
    """Return a record without its salt and the digests that depend on it, and whether it has a sealed part."""
    public, private = split(record)
    envelope = msgspec.json.decode(public)
    envelope["sealed"] = redacted(public)
    return envelope, None if private is None else msgspec.json.decode(private)["data"]


def parted(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each path at which two readings differ, with both values."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from parted(
                one.get(key, "(nothing)"), other.get(key, "(nothing)"), f"{path}.{key}" if path else str(key)
            )
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for place, (here, there) in enumerate(zip(one, other, strict=True)):
            yield from parted(here, there, f"{path}[{place}]")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        here, there = [value for value in one if value not in other], [value for value in other if value not in one]
        yield path, f"here alone {here}, there alone {there}"
    elif one != other or type(one) is not type(other):
        yield path, f"{one!r} and {other!r}"


class Probes:
    """Commands that a player tries: each is accepted or refused, but none is played.

    In addition to those of the case, random commands are made from the content of each fight, so that a correct guess
    about one of the sheets is tried with the other sheets too.
    """

    def __init__(self, case: Case, fights: Fights[Any], seed: int) -> None:
        self.case, self.fights = case, fights
        self._chance = random.Random(seed)
        self._arbitrary: Arbitrary[Any] = fights.arbitrary(seed)

    def of(self, plays: Iterable[Play]) -> Iterator[Command]:
        """Yield the commands to try now."""
        yield from (typed(self.fights.ruleset, probe) for probe in self.case.probes)
        for play in plays:
            for _ in range(PROBES_BY_CHANCE):
                command = self._arbitrary.command(play.state)
                if command is not None:
                    yield self._spoken(command)

    def _spoken(self, command: Command) -> Command:
        """Return the command, usually with the player as its actor if it has one."""
        if command.actor_field is not None and self._chance.random() < 0.8:
            return command.model_copy(update={command.actor_field: self.case.player})
        return command


def answers_part(asked: list[Any], told: Mapping[str, str]) -> bool:
    """Return whether some plays answer a command differently.

    Refusals by a rule in ``told`` may occur in some plays only, but must be equal to one another.
    """
    rules = [
        None if answer is None else answer.get("rule") or f"{answer['code']} {answer.get('field')}" for answer in asked
    ]
    for rule in {rule if rule in told else None for rule in rules}:
        alike = [answer for answer, by in zip(asked, rules, strict=True) if (by if by in told else None) == rule]
        if any(answer != alike[0] for answer in alike):
            return True
    return False


def leaks(case: Case, fights: Fights[Any], *, late: bool, seed: int = 0) -> list[str]:
    """Return each difference by which another player could distinguish the sheets, once, with the step that caused it.

    Also asserts that a command is accepted if and only if it is an option.
    """
    plays = [Play(case, fights.ruleset, sheet, late=late) for sheet in case.sheets.values()]
    probes = Probes(case, fights, seed)
    found: dict[str, str] = {}
    deeds: tuple[tuple[str, Callable[[Play], None]], ...] = (
        ("at first", lambda play: None),
        *((f"behind {step.command['type']} ({place})", giving(step)) for place, step in enumerate(case.steps, 1)),
        ("rewound", Play.rewind),
    )
    for where, deed in deeds:
        for play in plays:
            deed(play)
        first, *rest = plays
        for reader in case.readers:
            read = first.read(reader)
            for play in rest:
                for path, what in parted(read, play.read(reader)):
                    found.setdefault(f"{reader} reads {path}", f"{where}: {what}")
        player = case.readers[-1]
        menus = [menu_of(fights.ruleset, play.state, player) for play in plays]
        for probe in probes.of(plays):
            asked = [play.asked(probe, player) for play in plays]
            for play, menu, said in zip(plays, menus, asked, strict=True):
                without = play.asked(bare(probe), player) if said is not None and probe.answers else said
                assert_offered(menu, probe, accepted=without is None)
            if answers_part(asked, case.told):
                body = probe.model_dump(mode="json", exclude_defaults=True)
                found.setdefault(f"{player} asks for {probe.type} {body}", f"{where}: {' | '.join(map(str, asked))}")
            checked = [play.checked(probe, player) for play, said in zip(plays, asked, strict=True) if said is None]
            if any(report != checked[0] for report in checked):
                found.setdefault(f"{player} checks {probe.type}", f"{where}: {' | '.join(map(str, checked))}")
    return [f"{what} {parts}"[:LONGEST] for what, parts in found.items()]
