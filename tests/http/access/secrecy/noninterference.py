"""Noninterference: encounters that differ in one secret sheet alone are the same to everybody else.

A case plays the same commands in several encounters that have one ID, the same seeds and the same people but for the
sheet of the lurker. As long as nothing that happens depends on that sheet, whoever may not see it reads the same in all
of them: states, options, events, sentences, numbers; and whatever such a player asks for is refused in the same words,
or accepted, in all of them.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from pydantic import TypeAdapter

from domain.chance.draws import SentFaces
from domain.core.commands import Command, Join, Note, Open, Rewind
from domain.model.speaker import SPECTATOR, Speaker, parse_speaker
from domain.ruleset.decider import Decided, decide
from domain.ruleset.membership import is_member, legal_forms
from domain.ruleset.ruleset import Ruleset
from events.format.envelope import redacted, split
from events.projections.tally import Tally
from events.projections.timeline import Timeline
from service.encounters.visibility import view_record, view_state
from tests.laws.fights import Fights
from tests.laws.mutations import Arbitrary
from tests.recording import Recording, seeds_of

Json = dict[str, Any]
LURKER: Final = "lurker"
PROBES_BY_CHANCE: Final = 60
LONGEST: Final = 600
"""So many letters of a leak are shown."""


class Step(NamedTuple):
    """A command, who gives it, and the faces that come with it."""

    command: Json
    by: str = "narrator"
    faces: list[SentFaces] | None = None


class Case(NamedTuple):
    """A fight with somebody whose sheet is secret.

    ``sheets`` are the sheets to be told apart: what a joining says besides ID and secrecy, each by a name. ``player``
    speaks for one of the ``others``. ``probes`` are commands of that player, asked for after each step besides those
    that chance makes up. ``told`` names the types of commands whose refusals the rules let depend on the sheet, each
    with the reason; those of them that name nothing out of a sheet are held to the same words all the same.
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
        """Those who may not see the sheet."""
        return (SPECTATOR, Speaker("player", (self.player,)))


class Play:
    """The fight of a case with one of its sheets; ``late`` has the lurker join an encounter that is open."""

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
        """Give the command of a step, which has to be accepted."""
        command = typed(self.ruleset, step.command)
        self.recording.play(command, faces=step.faces, speaker=parse_speaker(step.by))

    def rewind(self) -> None:
        """Go on and back again, so that an event carries the state."""
        here = len(self.recording.records)
        self.recording.play(Note(text="On it goes."), Rewind(to=here))

    def read(self, reader: Speaker) -> Json:
        """All that somebody is told of the fight."""
        seen = [view_record(record, reader) for record in self.recording.records]
        codec = self.recording.codec
        told = [codec.decode(record) for record in seen]
        tally = Tally()
        tally.add(self.ruleset.tally, [event for _, event in told])
        return {
            "state": plain(view_state(self.ruleset, self.state, reader)),
            "options": plain(legal_forms(self.ruleset, self.state, reader)),
            "events": [_unsalted(record) for record in seen],
            "timeline": plain([*Timeline(self.ruleset).entries(codec, seen)]),
            "tally": plain(tally),
        }

    def asked(self, command: Command, speaker: Speaker) -> Any:
        """The refusal of a command, whole, with what is legal instead; None where it would be accepted."""
        recording, epoch = self.recording, self.state.epoch
        chance = seeds_of(epoch).chance(recording.entropy[epoch])
        decided = decide(self.ruleset, self.state, command, speaker, chance)
        return None if isinstance(decided, Decided) else plain(decided)


def giving(step: Step) -> Callable[[Play], None]:
    return lambda play: play.give(step)


def plain(value: Any) -> Any:
    """A value as it is sent."""
    return msgspec.to_builtins(value, str_keys=True)


def typed(ruleset: Ruleset[Any], command: Json) -> Command:
    """The command of a ruleset that a body says."""
    kinds = {str(kind.model_fields["type"].default): kind for kind in ruleset.commands}
    made: Command = TypeAdapter(kinds[command["type"]]).validate_python(command)
    return made


def _unsalted(record: bytes) -> Any:
    """A record without its salt and the digests that hang on it; whether something is sealed in it stays."""
    public, private = split(record)
    envelope = msgspec.json.decode(public)
    envelope["sealed"] = redacted(public)
    return envelope, None if private is None else msgspec.json.decode(private)["data"]


def parted(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Where two readings part, each place with what stands there."""
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
    """Commands that a player asks for without being given what comes of it.

    Besides those of the case they are made by chance out of what there is in each of the fights, so that whoever
    guesses what is on one of the sheets asks the others for it too.
    """

    def __init__(self, case: Case, fights: Fights[Any], seed: int) -> None:
        self.case, self.fights = case, fights
        self._chance = random.Random(seed)
        self._arbitrary: Arbitrary[Any] = fights.arbitrary(seed)

    def of(self, plays: Iterable[Play]) -> Iterator[Command]:
        """What to ask for now."""
        yield from (typed(self.fights.ruleset, probe) for probe in self.case.probes)
        for play in plays:
            for _ in range(PROBES_BY_CHANCE):
                command = self._arbitrary.command(play.state)
                if command is not None:
                    yield self._spoken(command)

    def _spoken(self, command: Command) -> Command:
        """The command in the name of the player, where it is in somebody's."""
        if command.actor_field is not None and self._chance.random() < 0.8:
            return command.model_copy(update={command.actor_field: self.case.player})
        return command


def answers_part(asked: list[Any], told: Mapping[str, str]) -> bool:
    """Whether a command was answered otherwise in some plays, but for a rule that has to tell, in the same words."""
    rules = [
        None if answer is None else answer.get("rule") or f"{answer['code']} {answer.get('field')}" for answer in asked
    ]
    for rule in {rule if rule in told else None for rule in rules}:
        alike = [answer for answer, by in zip(asked, rules, strict=True) if (by if by in told else None) == rule]
        if any(answer != alike[0] for answer in alike):
            return True
    return False


def leaks(case: Case, fights: Fights[Any], *, late: bool, seed: int = 0) -> list[str]:
    """All that somebody else could tell the sheets apart by, each once, with the step behind which it was found.

    What is asked for is accepted if and only if it is an option, too.
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
        offered = [legal_forms(fights.ruleset, play.state, player) for play in plays]
        for probe in probes.of(plays):
            asked = [play.asked(probe, player) for play in plays]
            for play, forms, said in zip(plays, offered, asked, strict=True):
                member = is_member(fights.ruleset, play.state, player, forms, probe)
                assert member == (said is None), f"an option and refused, or neither: {probe!r} {said}"
            if answers_part(asked, case.told):
                body = probe.model_dump(mode="json", exclude_defaults=True)
                found.setdefault(f"{player} asks for {probe.type} {body}", f"{where}: {' | '.join(map(str, asked))}")
    return [f"{what} {parts}"[:LONGEST] for what, parts in found.items()]
