"""Tests of live batches: each view is encoded once for all viewers that share it, and few views are cached."""

from itertools import combinations, permutations

import pytest

from domain.model.event import Recorded
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from service.live.batches import MAX_VIEWS, WatchedBatch
from tests.unit.events.samples import TIME, Thrown, sample_codec

NAMES = ("ada", "bo", "cy", "di", "ed", "flo")


@pytest.fixture
def batch() -> WatchedBatch:
    """Return a batch in which each of six combatants has a private part."""
    thrown = [Recorded(Thrown(whom=name, count=2, successes=1), None, name) for name in NAMES]
    return WatchedBatch("duel", 1, sample_codec().encode_batch("duel", 1, TIME, "narrator", thrown), bytes(32))


def test_whoever_sees_the_same_is_sent_the_same_bytes(batch: WatchedBatch) -> None:
    bodies = {id(batch.body(Speaker("player", order))) for order in permutations(NAMES[:4])}
    assert len(bodies) == 1
    assert batch.body(SPECTATOR) is batch.body(Speaker("player", ("gus",)))
    assert batch.body(NARRATOR) is batch.body(Speaker("player", NAMES))


def test_of_many_views_only_so_many_are_kept_and_each_is_right(batch: WatchedBatch) -> None:
    first = batch.body(SPECTATOR)
    players = [Speaker("player", some) for count in range(1, 5) for some in combinations(NAMES, count)]
    assert len(players) > MAX_VIEWS
    for player in players:
        body = batch.body(player)
        assert [f'"{name}"'.encode() in body for name in NAMES] == [True] * len(NAMES)
        assert body.count(b'"salt"') == len(player.combatants)
    again = batch.body(SPECTATOR)
    assert again == first
    assert again is not first
