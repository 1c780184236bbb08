"""Laws that every fight of every ruleset obeys: each is one function of a played fight."""

import inspect
import io
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import msgspec

from domain.chance.draws import Draw, Repeated, Seeded, Supplied, draw_key
from domain.core.commands import Answer, Close, Command, Rewind, type_of
from domain.core.events import (
    AnswerUnused,
    Branched,
    CombatantJoined,
    Commanded,
    Described,
    EncounterClosed,
    EncounterOpened,
    Prompted,
    Rewound,
)
from domain.decision.agenda import Agenda
from domain.model.encounter import BRANCHED_AT, NEVER_CARRIED, Encounter
from domain.model.event import Event, Recorded
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker, parse_speaker
from domain.ruleset.decider import Decided, decide, refusal_for
from domain.ruleset.ruleset import Ruleset
from events.audit.auditor import Auditor
from events.audit.verify_draws import draws_of
from events.format import bundle, chain
from events.format.bundle import Header, InvalidBundle
from events.format.codec import Codec, encode_json
from events.format.envelope import NEWLINE, Envelope, PrivatePart, split
from events.projections.told_events import EventTeller
from tests.laws.fights import NotTold, RandomFight, encode
from tests.laws.menus import Filler, Offer, assert_offered, bare, command_of, refusal_of
from yarrow_client.options.forms import Menu

FLIPS = 12
ANSWER = type_of(Answer)
RAW = r"[_{}\[\]]|None|True|False|[a-z]+-\d+-\d+"
"""Text that no sentence contains: wire keys and IDs, and Python representations of values."""
OF_VERSIONS = frozenset({"core.rewind", "yin_yang.challenge"})
"""Commands that name a version, which is another one in a branch."""
NOT_TOLD: NotTold = {
    Commanded: frozenset({"command", "secret"}),
    AnswerUnused: frozenset({"answer", "secret"}),
    CombatantJoined: frozenset({"sheet", "policies", "remarks", "metadata"}),
    Described: frozenset({"metadata"}),
    EncounterOpened: frozenset({"metadata"}),
    Prompted: frozenset({"about", "hidden", "waiting"}),
    Rewound: frozenset({"state", "hidden"}),
    Branched: frozenset({"state", "hidden", "of", "ancestors"}),
}
"""Fields whose content a sentence need not mention."""
SENTENCE = re.compile(r"[“A-Z0-9][^\n]*(?:[^.]\.|[?!]|[.?!]”)")


# Deciding


class Counted:
    """Seeded chance that counts its draws."""

    def __init__(self) -> None:
        self.draws = 0
        self._seeded = Seeded(draw_key(bytes(32), "law"))

    @property
    def hidden(self) -> "Counted":
        return self

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        self.draws += 1
        return self._seeded.coins(whom, what, count, epoch, version, index)

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        self.draws += 1
        return self._seeded.dice(whom, what, count, sides, epoch, version, index)

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        self.draws += 1
        return self._seeded.cards(whom, what, count, pack, epoch, version, index)

    def finish(self) -> None:
        """Accept the end of the decision; a seed has no unused draws."""


def assert_an_option_or_refused(
    played: RandomFight[Any], speaker: Speaker, menu: Menu, command: Command | None
) -> None:
    """Assert that a command is accepted if and only if it is an option, and refused before any draw.

    Answers sent along are no part of an option: a command that is refused because of them is one without them.
    """
    if command is None:
        return
    fight, chance = played.fight, Counted()
    past = played.past(command.to) if isinstance(command, Rewind) else None
    decided = decide(played.ruleset, fight, command, speaker, chance, past=past)
    accepted = isinstance(decided, Decided)
    if isinstance(decided, Refusal):
        assert_legal_instead(menu, decided)
    assert accepted or not chance.draws, f"refused after a draw: {command!r}"
    if command.answers and not accepted:
        accepted = refusal_for(played.ruleset, fight, bare(command), speaker, past=past) is None
    assert_offered(menu, command, accepted=accepted)


def assert_legal_instead(menu: Menu, refusal: Refusal) -> None:
    """Assert that whatever a refusal names as legal is an option."""
    named = set(refusal.legal)
    if ANSWER in named:
        assert menu.prompts, refusal
    assert named - {ANSWER} <= {form.command for form in menu.forms}, refusal


def assert_fillings_are_accepted(
    played: RandomFight[Any], speaker: Speaker, menu: Menu, chance: random.Random, some: Iterable[Offer]
) -> list[Command]:
    """Assert that offers of a menu, filled in at random, are accepted. Return the commands."""
    filler, made = Filler(menu, chance), []
    for offer in some:
        wire = filler.fill(offer)
        if wire is not None:
            refusal = refusal_of(played.ruleset, played.fight, speaker, wire)
            assert refusal is None, f"an option of {speaker}, and refused: {wire} {refusal}"
            made.append(command_of(played.ruleset, wire))
    return made


# Folding


def assert_replay_equals_live(played: RandomFight[Any]) -> None:
    """Assert that the events, folded from an empty state, yield the live state after each of them."""
    replayed = played.ruleset.state(id=played.recording.origin)
    for event in played.recording.codec.decode_events(played.recording.records):
        replayed = replayed.fork()
        played.ruleset.fold(replayed, event)
        assert replayed == played.live[replayed.version].state, replayed.version
    assert replayed == played.fight


def assert_states_stay(played: RandomFight[Any]) -> None:
    """Assert that no later fold, decision or refusal has changed the encoding of an earlier state."""
    for version, seen in played.live.items():
        assert encode(seen.state) == seen.written, f"the state at {version} has changed"
    for version, state in played.recording.states.items():
        assert not version or encode(state) == played.live[version].written, f"the state at {version} has changed"


DRAWING = (Seeded, Supplied, Repeated, Agenda)
"""Sources of draws, and the queue of a decision that asks them."""


def assert_no_fold_can_draw(ruleset: Ruleset[Any]) -> None:
    """Assert that folds take only the state and the event, and call nothing that refers to a source of draws."""
    for kind, fold in ruleset.evolve.items():
        assert len(inspect.signature(fold).parameters) == 2, f"the fold of {kind.type} takes more than state and event"
        for used in _used_by(fold, set()):
            source = used if isinstance(used, type) else type(used)
            assert not issubclass(source, DRAWING), f"the fold of {kind.type} could ask {used}"


def _used_by(function: Callable[..., Any], seen: set[Callable[..., Any]]) -> Iterator[Any]:
    """Yield every global and captured value that a function refers to, and those of the functions among them."""
    seen.add(function)
    named = inspect.getclosurevars(function)
    for value in (*named.globals.values(), *named.nonlocals.values()):
        yield value
        if inspect.isfunction(value) and value not in seen:
            yield from _used_by(value, seen)


# Recording


def facts(played: RandomFight[Any]) -> Iterator[tuple[Envelope[Any], Event]]:
    """Yield the envelopes and events of a fight, in order."""
    return map(played.recording.codec.decode, played.recording.records)


def assert_encoded_again_byte_for_byte(played: RandomFight[Any]) -> None:
    """Assert that every batch, decoded and encoded again, yields the recorded bytes."""
    records = played.recording.records
    private = [line for record in records if (line := split(record)[1]) is not None]
    salts = iter([bytes.fromhex(msgspec.json.decode(line, type=PrivatePart).salt) for line in private])
    codec = Codec.of(played.ruleset, salt=lambda: next(salts))
    decoded = list(facts(played))
    heads = [envelope.version for envelope, event in decoded if isinstance(event, Commanded)]
    for head, after in pairwise([*heads, len(records) + 1]):
        envelope = decoded[head - 1][0]
        recorded = [Recorded(event, env.cause, env.audience) for env, event in decoded[head - 1 : after - 1]]
        again = codec.encode_batch(envelope.encounter, head, envelope.time, envelope.speaker, recorded)
        assert again == records[head - 1 : after - 1], f"the batch at {head} is written otherwise"


def assert_every_fact_has_its_cause(played: RandomFight[Any]) -> None:
    """Assert that each event has an earlier cause; a command has none, or, as an answer, its prompt."""
    told: dict[int, Event] = {}
    for envelope, event in facts(played):
        told[envelope.version] = event
        if not isinstance(event, Commanded):
            assert envelope.cause is not None, f"{envelope.type} at {envelope.version} follows from nothing"
            assert 0 < envelope.cause < envelope.version, f"{envelope.version} follows from {envelope.cause}"
        elif envelope.cause is not None:
            assert envelope.cause < envelope.version, f"{envelope.version} follows from {envelope.cause}"
            asked = told[envelope.cause]
            if isinstance(asked, Branched):
                open_there = {prompt.id for prompt in played.recording.states[envelope.cause].prompts}
                assert event.command["prompt"] in open_there, f"the answer at {envelope.version} follows from {asked}"
                continue
            assert isinstance(asked, Prompted), f"the command at {envelope.version} follows from {asked}"
            assert event.command["prompt"] == asked.id, f"the answer at {envelope.version} follows from {asked}"


def assert_every_fact_is_told(played: RandomFight[Any]) -> None:
    """Assert that each batch is told, in sentences that name every combatant concerned and show no wire key."""
    raw = re.compile(rf"{RAW}|\b(core|{played.ruleset.key})\.")
    not_told = {**NOT_TOLD, **played.fights.not_told}
    names = named_from_the_start(played)
    teller = EventTeller(played.ruleset, names)
    batches, told_batches = set(), set()
    for envelope, event in facts(played):
        if isinstance(event, CombatantJoined):
            names[event.combatant] = event.name
        sentence = teller.told(envelope, event).sentence
        batches.add(envelope.batch)
        if sentence is None:
            continue
        told_batches.add(envelope.batch)
        assert SENTENCE.fullmatch(sentence), f"{envelope.type} at {envelope.version} is told as {sentence!r}"
        assert not raw.search(sentence), f"{envelope.type} at {envelope.version} is told as {sentence!r}"
        fields: dict[str, Any] = msgspec.to_builtins(event)
        told = [value for name, value in fields.items() if name not in not_told.get(type(event), ())]
        for combatant in _texts(told) & names.keys():
            assert names[combatant].lower() in sentence.lower(), f"nothing of {combatant} in {sentence!r} of {event}"
    assert told_batches == batches, "nothing is told of a command"


def named_from_the_start(played: RandomFight[Any]) -> dict[str, str]:
    """Return the names of the combatants that a fight or branch begins with."""
    parent, [begins, *_] = played.recording.parent, played.recording.codec.decode_events(played.recording.records)
    assert isinstance(begins, Commanded)
    there = parent.states[begins.command["at"]] if parent is not None else played.recording.states[0]
    return {name: there.name_of(name) for name in there.joined}


def _texts(value: Any) -> set[str]:
    """Return every string anywhere in a value, but for those whom a condition about newcomers leaves out."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict) and value.get("who") == "newcomers":
        value = {name: part for name, part in value.items() if name != "listed"}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return {text for part in parts for text in _texts(part)}


def assert_stands_as_its_parent_stood(branch: RandomFight[Any], parent: Encounter, *, withdrawn: bool) -> None:
    """Assert that a branch begins with its parent's state, except for the fields that each encounter has for itself.

    Nothing else happens in it before its first command, unless it begins at a close by which prompts were
    ``withdrawn``: then play continues without their answers.
    """
    begun = branch.ruleset.state(id=branch.recording.origin)
    commanded, branched, *_ = branch.recording.codec.decode_events(branch.recording.records)
    branch.ruleset.fold_all(begun, (commanded, branched))
    its_own, carried = msgspec.to_builtins(begun), msgspec.to_builtins(parent)
    for prompt in (*its_own["prompts"], *carried["prompts"]):
        del prompt["version"]
    for name in (*NEVER_CARRIED, "name"):
        del its_own[name], carried[name]
    assert its_own == carried
    assert (begun.status, begun.lineage_version) == ("open", parent.lineage_version)
    assert branch.fight == begun or withdrawn


def assert_plays_on_as_its_parent_did(branch: RandomFight[Any], parent: RandomFight[Any], at: int) -> int:
    """Assert that the parent's commands and throws lead to the same events and states in the branch.

    Returns the number of events that the branch has repeated: all up to the parent's close, or the next command that
    names a version.
    """
    recording, ruleset = parent.recording, parent.ruleset
    state, shift = branch.fight, branch.fight.before
    commands = {type_of(kind): kind for kind in ruleset.commands}
    version = at
    for end in sorted(end for end in recording.states if end > at):
        batch = [recording.codec.decode(record) for record in recording.records[version:end]]
        commanded = batch[0][1]
        assert isinstance(commanded, Commanded)
        body = {**commanded.command, **commanded.secret}
        command = commands[str(body["type"])].model_validate(body)
        if isinstance(command, Close) or command.type in OF_VERSIONS:
            break
        draws = Repeated(draw for _, event in batch for draw in draws_of(event))
        decision = decide(ruleset, state, command, parse_speaker(batch[0][0].speaker), draws)
        assert isinstance(decision, Decided), (end, command, decision)
        for (envelope, event), decided in zip(batch, decision.events, strict=True):
            assert encode_json(decided.event) == encode_json(event), envelope.version
            cause = None if envelope.cause is None else max(envelope.cause - shift, BRANCHED_AT)
            assert (decided.cause, decided.audience) == (cause, envelope.audience), envelope.version
        state, version = decision.state, end
    return version - at


def assert_ended(played: RandomFight[Any]) -> None:
    """Assert that the fight is closed, nothing in it is open, and the close was its last command."""
    fight = played.fight
    assert (fight.status, fight.prompts, fight.waiting) == ("closed", (), ())
    assert isinstance(list(facts(played))[-1][1], EncounterClosed)


# Proving


def packed(played: RandomFight[Any]) -> bytes:
    """Return the bundle of a closed fight."""
    recording, ruleset = played.recording, played.ruleset
    hash_, count = recording.hash.hex(), len(recording.records)
    file = io.BytesIO()
    header = Header(bundle.FORMAT, recording.encounter, ruleset.key, ruleset.version, count, hash_, "narrator")
    bundle.write(file, header, recording.records)
    return file.getvalue()


def flipped(text: bytes, place: int) -> bytes:
    """Return the text with one bit of the byte at ``place`` flipped."""
    return text[:place] + bytes([text[place] ^ 1 << place % 8]) + text[place + 1 :]


def assert_audits_and_finds_every_flip(played: RandomFight[Any], chance: random.Random, flips: int = FLIPS) -> None:
    """Assert that the audit proves all, and finds flipped bytes in header, public lines, private lines and proof."""
    recording = played.recording
    auditor = Auditor(played.ruleset, recording.codec)
    file = packed(played)
    audit = auditor.audit_bundle(bundle.read(io.BytesIO(file)))
    verdicts = (audit.chain.verdict, audit.throws.verdict, audit.legality.verdict)
    assert verdicts == ("proven", "proven", "proven"), audit
    for kind, places in _places_by_kind(file).items():
        for place in chance.sample(places, min(flips, len(places))):
            assert is_found(flipped(file, place)), (kind, place)
    for version in chance.sample(range(len(recording.records)), min(flips, len(recording.records))):
        _assert_the_chain_finds_a_flip(played, version, chance)
    damaged = flipped(file, chance.choice(_places_by_kind(file)["public"]))
    assert not auditor.audit_bundle(bundle.read(io.BytesIO(damaged))).sound


def _places_by_kind(file: bytes) -> dict[str, list[int]]:
    """Return the offsets of a bundle's bytes by the kind of line, which includes its newline."""
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
    """Return whether reading a damaged file reports a fault or rejects it as a bundle."""
    try:
        return bundle.read(io.BytesIO(file)).fault is not None
    except InvalidBundle:
        return True


def _assert_the_chain_finds_a_flip(played: RandomFight[Any], version: int, chance: random.Random) -> None:
    """Assert that, without a bundle's proof, the chain finds a flip in a stored record, there or at its end."""
    recording = played.recording
    records = recording.records
    for line in records[version].split(NEWLINE):
        place = records[version].index(line) + chance.randrange(len(line))
        damaged = [*records[:version], flipped(records[version], place), *records[version + 1 :]]
        verdict = chain.verify(recording.encounter, damaged, expected=recording.hash)
        assert verdict.fault is not None, (version, place)
