"""The laws of S3 over random fights.

Replay equals live at every version; an audit passes, and no byte is changed unseen; a command is accepted if and only
if it is an option; no refusal depends on a draw; and the fights together use everything that S3 has.
"""

import io
import random
from collections.abc import Iterable

import pytest

from domain.chance import Draw, Seeded, draw_key
from domain.choices import is_member, legal_forms
from domain.core_commands import Command, Rewind
from domain.deciding import Decision, decide, objection
from domain.forms import Form
from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from domain.speaker import NARRATOR, SPECTATOR, Speaker
from events import bundle, chain
from events.bundle import Header, NoBundle
from events.envelope import NEWLINE
from events.verify import Auditor
from tests.rules.s3.arbitrary import Arbitrary
from tests.rules.s3.random_fights import RandomFight
from tests.rules.s3.situations import SITUATIONS

FIGHTS = 20  # of each of the ten situations
CHUNKS = 4
MOST_COMMANDS = 90
MUTANTS = 6
FLIPS = 12
COMMAND_OF = {str(kind.model_fields["type"].default): kind for kind in S3.commands}
EVERYTHING = (
    {str(kind.model_fields["type"].default) for kind in S3.commands}
    | {f"prompt {name}" for name in S3.prompts}
    | {f"event {kind.type}" for kind in S3.events}
)


def test_the_fights_together_use_every_command_prompt_and_event() -> None:
    used: set[str] = set()
    for name in SITUATIONS:
        for seed in range(FIGHTS):
            played = RandomFight(name, seed)
            for _ in played.play(MOST_COMMANDS):
                pass
            used |= played.used()
    assert sorted(EVERYTHING - used) == []


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_laws_hold_in_random_fights(name: str, chunk: int) -> None:
    for seed in range(chunk, FIGHTS, CHUNKS):
        played = RandomFight(name, seed)
        mutants = Arbitrary(seed)
        for speaker, forms, command in played.play(MOST_COMMANDS):
            for _ in range(MUTANTS):
                assert_an_option_or_refused(played, speaker, forms, mutants.mutated(played.fight, command))
        assert played.fight.status == "closed"
        assert_replay_equals_live(played)
        assert_audits_and_finds_every_flip(played, random.Random(seed))


def assert_replay_equals_live(played: RandomFight) -> None:
    replayed = Fight(id=played.recording.encounter)
    for event in played.recording.codec.decode_events(played.recording.records):
        replayed = replayed.fork()
        S3.fold(replayed, event)
        assert replayed == played.live[replayed.version], replayed.version
    assert replayed == played.fight


class Counted:
    """Seeded chance that counts how often it is asked."""

    def __init__(self) -> None:
        self.draws = 0
        self._seeded = Seeded(draw_key(bytes(32), "law"))

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        self.draws += 1
        return self._seeded.coins(whom, what, count, epoch, version, index)

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        self.draws += 1
        return self._seeded.dice(whom, what, count, sides, epoch, version, index)

    def finish(self) -> None:
        """Nothing is left of a seed."""


def assert_an_option_or_refused(
    played: RandomFight, speaker: Speaker, forms: Iterable[Form], command: Command | None
) -> None:
    """A command is accepted if and only if it is an option, and refused before anything is drawn."""
    if command is None:
        return
    fight, chance = played.fight, Counted()
    past = played.past(command.to) if isinstance(command, Rewind) else None
    accepted = isinstance(decide(S3, fight, command, speaker, chance, past=past), Decision)
    assert accepted or not chance.draws, f"refused after a draw: {command!r}"
    assert is_member(S3, fight, speaker, forms, command, played.past) == accepted, (fight.version, speaker, command)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_command_is_accepted_if_and_only_if_it_is_an_option(name: str) -> None:
    for seed in range(2):
        played = RandomFight(name, 1000 + seed)
        arbitrary = Arbitrary(seed)
        for _ in played.play(15):
            fight = played.fight
            acting = fight.turn.actor if fight.turn is not None else next(iter(fight.people))
            for speaker in (NARRATOR, Speaker("player", (acting,)), SPECTATOR):
                forms = legal_forms(S3, fight, speaker)
                assert_sure_forms_are_accepted(fight, speaker, forms)
                members = [command for form in forms if (command := played.bot.command(fight, form)) is not None]
                near = [arbitrary.mutated(fight, command) for command in members]
                for command in (*members, *near, *(arbitrary.command(fight) for _ in range(20))):
                    assert_an_option_or_refused(played, speaker, forms, command)


def assert_sure_forms_are_accepted(fight: Fight, speaker: Speaker, forms: list[Form]) -> None:
    """A button that settles who acts, and requires nothing, does what it says."""
    for form in forms:
        if "actor" in form.settled and not any(field.required for field in form.open):
            command = COMMAND_OF[form.command].model_validate({**form.settled, **form.fill})
            assert objection(S3, fight, command, speaker) is None, (form, fight)


def packed(played: RandomFight) -> bytes:
    """The bundle of a closed fight."""
    recording = played.recording
    hash_, count = recording.hash.hex(), len(recording.records)
    file = io.BytesIO()
    bundle.write(
        file, Header(bundle.FORMAT, recording.encounter, "s3", S3.version, count, hash_, "narrator"), recording.records
    )
    return file.getvalue()


def flipped(text: bytes, place: int) -> bytes:
    """The text with one bit of the byte at that place turned over."""
    return text[:place] + bytes([text[place] ^ 1 << place % 8]) + text[place + 1 :]


def assert_audits_and_finds_every_flip(played: RandomFight, chance: random.Random) -> None:
    """The audit proves all, and finds a flipped byte in header, public lines, private lines, proof."""
    recording = played.recording
    auditor = Auditor(S3, recording.codec)
    file = packed(played)
    audit = auditor.audit_bundle(bundle.read(io.BytesIO(file)))
    verdicts = (audit.chain.verdict, audit.throws.verdict, audit.legality.verdict)
    assert verdicts == ("proven", "proven", "proven"), audit
    for kind, places in places_by_kind(file).items():
        for place in chance.sample(places, min(FLIPS, len(places))):
            assert is_found(flipped(file, place)), (kind, place)
    for version in chance.sample(range(len(recording.records)), min(FLIPS, len(recording.records))):
        assert_the_chain_finds_a_flip(played, version, chance)
    damaged = flipped(file, chance.choice(places_by_kind(file)["public"]))
    assert not auditor.audit_bundle(bundle.read(io.BytesIO(damaged))).sound


def places_by_kind(file: bytes) -> dict[str, list[int]]:
    """The places of a bundle's bytes, by the kind of line that they are in; a line's end belongs to it."""
    places: dict[str, list[int]] = {"header": [], "public": [], "private": [], "proof": []}
    start = 0
    lines = file.splitlines(keepends=True)
    for number, line in enumerate(lines):
        kind = "private" if line.startswith(bundle.PRIVATE_LINE) else "public"
        kind = "header" if number == 0 else "proof" if number == len(lines) - 1 else kind
        places[kind].extend(range(start, start + len(line)))
        start += len(line)
    return places


def is_found(file: bytes) -> bool:
    """Whether a damaged file is no bundle any more, or one that says what is wrong with it."""
    try:
        return bundle.read(io.BytesIO(file)).fault is not None
    except NoBundle:
        return True


def assert_the_chain_finds_a_flip(played: RandomFight, version: int, chance: random.Random) -> None:
    """Without the proof of a file, a flip in the stored records breaks the chain at the record or at its end."""
    recording = played.recording
    records = recording.records
    for line in records[version].split(NEWLINE):
        place = records[version].index(line) + chance.randrange(len(line))
        damaged = [*records[:version], flipped(records[version], place), *records[version + 1 :]]
        verdict = chain.verify(recording.encounter, damaged, expected=recording.hash)
        assert verdict.fault is not None, (version, place)


def test_a_flip_of_every_single_byte_of_a_short_fight_is_found() -> None:
    played = RandomFight("duel", 0)
    for _ in played.play(6):
        pass
    file = packed(played)
    assert all(is_found(flipped(file, place)) for place in range(len(file)))
    records, recording = played.recording.records, played.recording
    for version, record in enumerate(records):
        for place in range(len(record)):
            damaged = [*records[:version], flipped(record, place), *records[version + 1 :]]
            assert chain.verify(recording.encounter, damaged, expected=recording.hash).fault is not None, (
                version,
                place,
            )
