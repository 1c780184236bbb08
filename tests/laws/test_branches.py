"""Tests of every branch of every ruleset: it begins with its parent's state, and the laws hold in it."""

import random
from typing import Any

import pytest

from domain.core.commands import type_of
from domain.core.events import Branched, Commanded
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.offering import options
from tests.laws.fights import Fights, RandomFight
from tests.laws.invariants import (
    OF_VERSIONS,
    assert_an_option_or_refused,
    assert_audits_and_finds_every_flip,
    assert_encoded_again_byte_for_byte,
    assert_ended,
    assert_every_fact_has_its_cause,
    assert_every_fact_is_told,
    assert_plays_on_as_its_parent_did,
    assert_replay_equals_live,
    assert_stands_as_its_parent_stood,
    assert_states_stay,
)
from tests.laws.menus import as_json
from tests.rules.rulesets import every_ruleset, some_situations
from tests.tiers import long

MOST_COMMANDS = 60
OF_A_BRANCH = 40
ENDS = 4


def played_out(fights: Fights[Any], name: str, seed: int) -> RandomFight[Any]:
    """Return a closed fight of bots."""
    played = RandomFight(fights, name, seed)
    for _ in played.play(MOST_COMMANDS):
        pass
    return played


def ends_of(played: RandomFight[Any], chance: random.Random) -> list[int]:
    """Return some ends of batches, including the close and, if there are any, ends with an open prompt."""
    *ends, close = sorted(end for end in played.recording.states if end)
    asking = [end for end in ends if played.recording.states[end].prompts]
    some = (*chance.sample(asking, min(ENDS // 2, len(asking))), *chance.sample(ends, min(ENDS // 2, len(ends))))
    return sorted({close, *some})


@some_situations
def test_a_branch_begins_as_its_parent_stood_and_plays_on_as_that_could(fights: Fights[Any], name: str) -> None:
    """The parent's own commands and throws are all possible in the branch, and lead to the same events."""
    played = played_out(fights, name, 7)
    repeated = 0
    for at in ends_of(played, random.Random(name)):
        branch, parent = played.branch(at, at), played.recording.states[at]
        before = played.recording.states[max(end for end in played.recording.states if end < at)]
        assert_stands_as_its_parent_stood(branch, parent, withdrawn=parent.status == "closed" and bool(before.prompts))
        if parent.status == "open":
            assert offered(branch.fight, played) == offered(parent, played)
            repeated += assert_plays_on_as_its_parent_did(branch, played, at)
    assert repeated


def offered(fight: Encounter, played: RandomFight[Any]) -> list[Any]:
    """Return the options of the narrator and of players, without those that depend on past versions."""
    speakers = (NARRATOR, *(Speaker("player", (name,)) for name in fight.joined[:2]))
    every = {type_of(kind) for kind in played.ruleset.commands} - OF_VERSIONS
    found = [as_json(options(played.ruleset, fight, speaker, commands=every)) for speaker in speakers]
    for one in found:
        del one["version"]
        for prompt in one["prompts"]:
            del prompt["since"]
    return found


@pytest.mark.parametrize("place", [0, long(1), long(2)])
@every_ruleset
def test_the_laws_hold_in_branches(fights: Fights[Any], place: int) -> None:
    name = sorted(fights.situations)[place]
    played = played_out(fights, name, 3)
    chance = random.Random(name)
    at, last = chance.choice(ends_of(played, chance)[:-1]), len(played.recording.records)
    for begins in (at, last):
        branch = played.branch(begins, begins)
        mutants = fights.arbitrary(begins)
        for speaker, menu, command in branch.play_on(OF_A_BRANCH):
            assert_an_option_or_refused(branch, speaker, menu, mutants.mutated(branch.fight, command))
        assert_ended(branch)
        assert_replay_equals_live(branch)
        assert_states_stay(branch)
        assert_every_fact_has_its_cause(branch)
        assert_every_fact_is_told(branch)
        assert_encoded_again_byte_for_byte(branch)
        assert_audits_and_finds_every_flip(branch, random.Random(begins))


@every_ruleset
def test_a_branch_of_a_branch_keeps_its_lineage_and_its_moments(fights: Fights[Any]) -> None:
    played = played_out(fights, next(iter(fights.situations)), 5)
    at = sorted(played.recording.states)[4]
    child = played.branch(at, 1)
    for _ in child.play_on(3):
        pass
    ends = sorted(end for end in child.recording.states if end > 2)
    grandchild = RandomFight(fights, played.name, 2)
    grandchild.recording.branch(child.recording, ends[0])
    assert_stands_as_its_parent_stood(grandchild, child.recording.states[ends[0]], withdrawn=False)
    assert [(origin.encounter, origin.at) for origin in grandchild.fight.lineage] == [
        (child.recording.encounter, ends[0]),
        (played.recording.encounter, at),
    ]
    assert grandchild.fight.lineage_version == at + ends[0] - 2


@every_ruleset
def test_what_is_not_for_everybody_stays_so_in_what_a_branch_carries(fights: Fights[Any]) -> None:
    played = played_out(fights, next(iter(fights.situations)), 5)
    at = sorted(played.recording.states)[4]
    branch = played.branch(at, 1)
    event = branch.recording.last(Branched)
    assert {"waiting", "answers", "policies"} <= event.hidden.keys()
    assert not event.hidden.keys() & event.state.keys()
    assert branch.recording.last(Commanded).command["at"] == at
    assert branch.fight.commitment == event.commitment != ""
