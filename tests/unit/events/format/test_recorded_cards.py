"""Tests of recorded cards: an audit proves them from the pack recorded with them, and a tally counts them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.chance.draws import Draw
from domain.chance.seeds import EpochSeeds
from domain.core.commands import Open
from domain.core.events import Rewound
from domain.model.cards import PACK, cards_of, mask_of, remove_cards
from domain.model.speaker import SPECTATOR, Speaker
from events.audit.auditor import Auditor
from events.format import bundle, chain
from events.format.envelope import digest, split
from events.projections.tally import Tally, Throws
from service.encounters.visibility import view_record
from tests.recording import Recording, seeds_of
from tests.toy_rulesets.gamble import GAMBLE, Deal, Dealt, Gambling
from tests.unit.events.fights import HANDS_DEALT, dealt
from tests.unit.events.forging import Change, changed, set_data, verdicts, version_of

DEALT = "gamble.dealt"
ONE_SEED = Path(__file__).parents[1] / "fixtures" / "one_seed.ndjson"
"""A whole encounter recorded when an epoch had a single seed."""
OGRE = Speaker("player", ("ogre",))
FACE_UP, SUPPLIED, MANY = 0, 2, 3
"""Indices of the deals that are public."""


@pytest.fixture(scope="module")
def over() -> Recording:
    return dealt()


def audit(recording: Recording, records: list[bytes] | None = None) -> Any:
    return Auditor(GAMBLE, recording.codec).audit(recording.encounter, records or recording.records)


def deals(recording: Recording) -> list[Dealt]:
    return [event for event in recording.codec.decode_events(recording.records) if isinstance(event, Dealt)]


def forged(recording: Recording, change: Change, which: int = FACE_UP) -> tuple[int, list[bytes]]:
    """Return the version of a deal, and the records with a change in it."""
    version = version_of(recording, DEALT, which)
    return version, changed(recording.records, version, change)


def throws_fault(recording: Recording, change: Change, which: int = FACE_UP) -> str:
    """Return the fault that an audit of the throws finds after a change in one of the deals."""
    version, records = forged(recording, change, which)
    fault = audit(recording, records).throws.fault
    assert fault is not None
    assert fault.version == version
    return str(fault.reason)


def counts(done: Any) -> tuple[int, ...]:
    """Return counts of throws (proven, supplied, unrevealed, not provable here) and of events that omit theirs."""
    throws = done.throws
    return throws.proven, throws.supplied, throws.unrevealed, throws.hidden, throws.left_out


def seen_by(speaker: Speaker, records: list[bytes]) -> list[bytes]:
    return [view_record(record, speaker) for record in records]


def test_seeded_and_supplied_cards_of_all_epochs_are_proven(over: Recording) -> None:
    done = audit(over)
    assert verdicts(done) == ("proven", "proven", "proven")
    assert (done.seeded_throws, done.supplied_throws) == (2 + 2 + 1 + 1, 1)


def test_the_record_shows_the_cards_and_the_pack_that_they_were_drawn_from(over: Recording) -> None:
    first = deals(over)[FACE_UP]
    cards = ",".join(f'"{card}"' for card in first.draw.cards)
    shown = f'"data":{{"to":"bell","count":3,"draw":{{"faces":[{cards}]}},"pack":"3fffffffffffff"}},"sealed":null'
    assert shown.encode() in over.records[version_of(over, DEALT, FACE_UP) - 1]
    supplied = over.records[version_of(over, DEALT, SUPPLIED) - 1]
    assert b'"draw":{"faces":["KH","WHITE"],"source":"supplied"},"pack":"' in supplied


def test_cards_that_the_seed_does_not_give_are_found(over: Recording) -> None:
    cards = deals(over)[FACE_UP].draw.cards
    other = next(card for card in PACK if card not in cards)
    reason = throws_fault(over, set_data(draw={"faces": [*cards[:2], other]}))
    said = f"{cards[0]}, {cards[1]} and "
    assert reason == f"the cards fell {said}{other}, but the seed gives {said}{cards[2]}"
    reason = throws_fault(over, set_data(draw={"faces": [*reversed(cards)]}))
    assert reason.startswith(f"the cards fell {cards[2]}, {cards[1]} and {cards[0]}, but the seed gives ")


def test_another_pack_than_the_one_that_was_drawn_from_is_found(over: Recording) -> None:
    cards = deals(over)[FACE_UP].draw.cards
    fewer = remove_cards(PACK, [card for card in PACK if card not in cards][:9])
    change = set_data(pack=mask_of(fewer))
    assert "but the seed gives " in throws_fault(over, change)
    legality = audit(over, forged(over, change)[1]).legality
    assert "in gamble.dealt, pack is " in legality.fault.reason
    fault = audit(over, forged(over, set_data(pack=mask_of(PACK)), SUPPLIED)[1]).legality.fault
    assert "in gamble.dealt, pack is " in fault.reason


@pytest.mark.parametrize("which", [FACE_UP, SUPPLIED])
def test_cards_that_were_not_in_the_pack_are_found_even_if_they_are_supplied(over: Recording, which: int) -> None:
    event = deals(over)[which]
    cards = event.draw.cards
    out = set_data(pack=mask_of(remove_cards(PACK, cards[:1])))
    assert throws_fault(over, out, which) == f"{cards[0]} fell, but the pack on record does not contain it"
    twice = set_data(draw={"faces": [cards[0]] * len(cards), "source": event.draw.source})
    assert throws_fault(over, twice, which) == f"{cards[0]} fell, but the pack on record does not contain it"
    said = f"{', '.join(cards[:-1])} and {cards[-1]} fell, but the pack on record does not contain it"
    assert throws_fault(over, lambda line: line["data"].pop("pack"), which) == said


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"pack": "0x1"}, "the event cannot be read: '0x1' is not a mask of cards from at most 4 packs"),
        ({"draw": {"faces": "HHT"}}, "the coins fell HHT, but the seed gives "),
        ({"draw": {"faces": [1, 2, 3], "sides": 6}}, "the dice fell 1, 2 and 3, but the seed gives "),
        ({"draw": {"faces": ["1H"]}}, "1H fell, but the pack on record does not contain it"),
    ],
)
def test_what_cannot_have_been_drawn_is_found(over: Recording, fields: dict[str, Any], reason: str) -> None:
    assert throws_fault(over, set_data(**fields)).startswith(reason)


PROVEN_WITH = "can be proven only with the omitted private parts."
LEFT_OUT = "The hidden throws of 2 events are omitted and were not checked."


def test_a_redacted_record_proves_the_public_cards_and_says_what_was_left_out(over: Recording) -> None:
    seen = audit(over, seen_by(SPECTATOR, over.records))
    assert verdicts(seen) == ("proven", "proven", "not_provable")
    assert seen.throws.detail.startswith("Every seeded throw in view follows from its seed")
    assert seen.throws.detail.endswith(LEFT_OUT)
    assert counts(seen) == (4, 1, 0, 0, 2)
    assert (seen.seeded_throws, seen.supplied_throws) == (2 + 2, 1)
    records = seen_by(SPECTATOR, forged(over, set_data(draw={"faces": ["AH", "2H", "3H"]}))[1])
    assert "but the seed gives " in audit(over, records).throws.fault.reason


def test_whoever_is_dealt_cards_face_down_sees_them_and_proves_them_with_the_narrators_seed(over: Recording) -> None:
    owner = audit(over, seen_by(OGRE, over.records))
    assert (owner.throws.verdict, owner.throws.detail) == ("not_provable", f"2 throws {PROVEN_WITH}")
    assert counts(owner) == (4, 1, 0, 2, 0)
    assert counts(audit(over)) == (6, 1, 0, 0, 0)


def test_what_waits_for_its_seed_and_what_was_left_out_are_told_apart() -> None:
    still_open = Recording("salon", GAMBLE).play(Open(ruleset="gamble"), Deal(to="bell"))
    still_open.play(Deal(to="ogre", face_down=True))
    seen = audit(still_open, seen_by(SPECTATOR, still_open.records))
    waits = "The encounter is open: 1 seeded throw can be proven when it is closed."
    assert seen.throws.detail == f"{waits} {LEFT_OUT.replace('2 events', '1 event')}"
    assert counts(seen) == (0, 0, 1, 0, 1)
    lent = Auditor(GAMBLE, still_open.codec).audit("salon", still_open.records, seeds=still_open.seeds)
    assert counts(lent) == (2, 0, 0, 0, 0)


def test_cards_dealt_face_down_do_not_follow_from_the_seed_that_everybody_learns(over: Recording) -> None:
    version = version_of(over, DEALT, which=1)
    _, hidden = over.codec.decode(over.records[version - 1])
    assert isinstance(hidden, Dealt)
    pack = cards_of(hidden.pack)
    opened, hidden_seed = seeds_of(1).chance("three owls"), seeds_of(1).chance("three owls").hidden
    assert hidden_seed.cards("ogre", "deal", 2, pack, 1, version, 0) == hidden.draw
    assert opened.cards("ogre", "deal", 2, pack, 1, version, 0) != hidden.draw


def test_nobody_but_the_narrator_is_shown_a_hidden_seed(over: Recording) -> None:
    seeds = [seeds_of(epoch).hidden.hex().encode() for epoch in (1, 2)]
    last = over.records[-1]
    assert all(seed in last for seed in seeds)
    for speaker in (SPECTATOR, OGRE, Speaker("player", ("bell", "ogre"))):
        assert not any(seed in record for seed in seeds for record in seen_by(speaker, over.records))


@pytest.mark.parametrize(
    ("seeds", "reason"),
    [
        ([], "the hidden seed of epoch 1 was never disclosed"),
        (
            [{"epoch": 1, "seed": "00" * 32, "entropy": "three owls"}],
            "the hidden seed of epoch 1 does not match the commitment published here",
        ),
    ],
)
def test_a_broken_promise_about_the_hidden_seeds_is_found(over: Recording, seeds: list[Any], reason: str) -> None:
    public, _ = split(over.records[-1])
    private = msgspec.json.encode({"salt": "00" * 32, "data": {"hidden_seeds": seeds}})
    sealed = public[: -len(digest(private)) - 2] + digest(private).encode() + b'"}'
    fault = audit(over, [*over.records[:-1], sealed + b"\n" + private]).throws.fault
    assert fault == chain.Fault(2, reason)


def test_an_epoch_without_a_hidden_seed_draws_everything_from_the_open_one(over: Recording) -> None:
    """This was the case for encounters opened before hidden seeds existed."""
    chance = EpochSeeds(seeds_of(1).open).chance("three owls")
    assert chance.hidden.coins("ogre", "deal", 64, 1, 9, 0) == chance.coins("ogre", "deal", 64, 1, 9, 0)
    with ONE_SEED.open("rb") as file:
        found = bundle.read(file)
    done = Auditor(GAMBLE, over.codec).audit_bundle(found)
    assert verdicts(done) == ("proven", "proven", "proven")
    assert counts(done) == (6, 1, 0, 0, 0)
    seen = audit(over, seen_by(OGRE, found.records)).throws
    assert (seen.verdict, seen.proven) == ("proven", 6)


def test_a_hidden_pack_alone_leaves_its_cards_in_view_and_unproven(over: Recording) -> None:
    """A ruleset may publish the cards of a draw and seal the rest of the deck."""
    version, records = forged(over, lambda line: line["data"].pop("pack"))
    records = changed(records, version, lambda line: line.update(audience="ogre", sealed="0" * 64))
    found = audit(over, records).throws
    assert (found.verdict, found.detail) == ("not_provable", f"1 throw {PROVEN_WITH}")


def test_cards_are_counted_by_their_faces(over: Recording) -> None:
    tally = Tally()
    tally.add(GAMBLE.tally, over.codec.decode_events(over.records))
    bell, ogre = (tally.combatants[name].throws["deal"] for name in ("bell", "ogre"))
    assert (bell.throws, bell.cards, bell.supplied, bell.coins, bell.dice) == (3, 3 + 2 + 49, 1, 0, 0)
    assert (ogre.throws, ogre.cards) == (2, 2 + 54)
    assert (tally.throws.cards, tally.throws.dice, tally.throws.coins) == (54 + 56, 2, 3)
    assert sum(tally.throws.drawn.values()) == 54 + 56
    few = Throws()
    for faces in (("KH", "WHITE"), ("KH",), ()):
        few.add(Draw(faces))
    assert few == Throws(2, cards=3, drawn={"KH": 2, "WHITE": 1})


def test_a_rewind_carries_hands_and_deck_for_the_narrator_alone(over: Recording) -> None:
    record = over.records[version_of(over, Rewound.type) - 1]
    public, private = split(record)
    assert private is not None
    assert b'"deck"' not in public
    assert b'"hands"' not in public
    assert view_record(record, Speaker("player", ("ogre",))) == public
    behind, now = over.states[HANDS_DEALT], over.states[version_of(over, Rewound.type)]
    assert isinstance(behind, Gambling)
    assert isinstance(now, Gambling)
    assert (now.hands, now.deck) == (behind.hands, behind.deck)
    assert len(now.deck) == 54 - 3 - 2


def test_a_card_of_every_deal_is_out_until_all_are_gathered(over: Recording) -> None:
    hidden, large = deals(over)[1], deals(over)[MANY]
    first = deals(over)[FACE_UP]
    assert sorted(first.draw.cards + hidden.draw.cards + large.draw.cards) == sorted(PACK)
    assert chain.verify(over.encounter, over.records, expected=over.hash).fault is None
