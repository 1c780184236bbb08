"""Encounters played in memory and recorded as the service stores them."""

from collections.abc import Sequence
from typing import Any, Self, TypeVar

from domain.chance.draws import Chance, SentFaces, Supplied
from domain.chance.seeds import EpochSeeds, SeedMaterial, reveal_seeds
from domain.core.commands import OPENING_COMMANDS, Branch, Close, Command, Import, Open, Rewind
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.decider import decide
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.s3 import S3
from events.format import chain
from events.format.codec import Codec

E = TypeVar("E", bound=Event)
TIME = "2026-03-01T20:15:00.250Z"


def seeds_of(epoch: int) -> EpochSeeds:
    """Return the seeds that a recording uses for an epoch."""
    return EpochSeeds(bytes([epoch]) * 32, bytes([epoch, 255]) * 16)


_codecs: dict[Any, Codec] = {}


def codec_of(ruleset: Ruleset[Any]) -> Codec:
    """Return the codec of a ruleset, which is cached because it has no state."""
    key = (ruleset.events, ruleset.state)
    if key not in _codecs:
        _codecs[key] = Codec.of(ruleset)
    return _codecs[key]


class Recording:
    """An encounter: its records, its state after each batch, and the entropy of its seeds."""

    def __init__(self, encounter: str = "duel", ruleset: Ruleset[Any] = S3) -> None:
        self.origin = self.encounter = encounter
        self.ruleset = ruleset
        self.codec = codec_of(ruleset)
        self.records: list[bytes] = []
        self.hash = chain.genesis(encounter)
        self.states: dict[int, Encounter] = {0: ruleset.state(id=encounter)}
        self.entropy: dict[int, str] = {}
        self.parent: Recording | None = None

    @property
    def state(self) -> Any:
        """The current state."""
        return self.states[len(self.records)]

    def last(self, kind: type[E]) -> E:
        """Return the last event of this type."""
        events = [event for event in self.codec.decode_events(self.records) if isinstance(event, kind)]
        return events[-1]

    @property
    def seeds(self) -> dict[int, bytes]:
        """The seeds by epoch, as a store keeps them, without those of epochs that were imported."""
        first = 1 if self.state.prefix is None else self.state.prefix.epoch
        return {epoch: seeds_of(epoch).as_bytes for epoch in range(first, self.state.epoch + 1)}

    def play(self, *commands: Command, faces: Sequence[SentFaces] | None = None, speaker: Speaker = NARRATOR) -> Self:
        """Send commands, which must be accepted; throws are seeded, or supplied if ``faces`` is given."""
        for command in commands:
            self._give(command, faces, speaker)
        return self

    def go_on_as(self, encounter: str) -> Self:
        """Continue under another ID, as an exported fight does after its import."""
        events, linked = len(self.records), self.hash.hex()
        return self.play(Import(of=self.encounter, encounter=encounter, events=events, chain=linked))

    def branch(self, parent: "Recording", at: int) -> Self:
        """Begin with the state of another recording after a batch."""
        self.parent = parent
        there, name = chain.extend(chain.genesis(parent.encounter), parent.records[:at]), f"What if {self.encounter}"
        mode = parent.state.chance
        return self.play(
            Branch(of=parent.encounter, at=at, chain=there.hex(), name=name, chance=mode, entropy="two owls")
        )

    def _past(self, command: Command) -> Encounter | None:
        """Return the state that a command rewinds to or begins with, if any."""
        if isinstance(command, Branch) and self.parent is not None:
            return self.parent.states.get(command.at)
        return self.states.get(command.to) if isinstance(command, Rewind) else None

    def _give(self, command: Command, faces: Sequence[SentFaces] | None, speaker: Speaker) -> None:
        refusal = self.attempt(command, faces, speaker)
        assert refusal is None, f"{command!r} is refused: {refusal}"

    def attempt(self, command: Command, faces: Sequence[SentFaces] | None, speaker: Speaker) -> Refusal | None:
        """Send a command; return its refusal, after which nothing has changed, or None if it was accepted."""
        epoch = self.state.epoch
        fresh = epoch + 1 if type(command) in OPENING_COMMANDS or isinstance(command, Rewind) else None
        entropy = command.entropy if isinstance(command, Open | Branch) else ""
        if fresh is not None:
            self.entropy[fresh] = entropy
        seeds = seeds_of(fresh or epoch)
        chance: Chance = seeds.chance(self.entropy[fresh or epoch]) if faces is None else Supplied(faces)
        secrets = SeedMaterial() if fresh is None else seeds.commitments()
        if isinstance(command, Close):
            secrets = reveal_seeds(self.seeds, self.entropy[1])
        decision = decide(
            self.ruleset,
            self.state,
            command,
            speaker,
            chance,
            supplied=faces is not None,
            secrets=secrets,
            past=self._past(command),
        )
        if isinstance(decision, Refusal):
            return decision
        if isinstance(command, Import):
            self.encounter = command.encounter
        first = len(self.records) + 1
        records = self.codec.encode_batch(self.encounter, first, TIME, str(speaker), decision.events)
        self.records += records
        self.hash = chain.extend(self.hash, records)
        self.states[len(self.records)] = decision.state
        return None
