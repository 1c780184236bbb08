"""Tests of the laws of every ruleset over random fights.

Replay equals live at every version, and no state changes afterwards. Every event has a sentence and a cause, and is
encoded again to the same bytes. An audit passes, and detects every changed byte. A command is accepted if and only if
it is an option (``test_options`` has more of this). No refusal depends on a draw. The fights together use everything
that the ruleset has.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from domain.core.events import Prompted
from domain.model.encounter import NARRATOR_ID
from domain.ruleset.ruleset import Ruleset
from events.format import chain
from tests.laws.fights import Fights, RandomFight
from tests.laws.invariants import (
    FLIPS,
    assert_an_option_or_refused,
    assert_audits_and_finds_every_flip,
    assert_encoded_again_byte_for_byte,
    assert_ended,
    assert_every_fact_has_its_cause,
    assert_every_fact_is_told,
    assert_fillings_are_accepted,
    assert_no_fold_can_draw,
    assert_replay_equals_live,
    assert_states_stay,
    flipped,
    is_found,
    packed,
)
from tests.laws.menus import offers
from tests.rules.rulesets import SITUATIONS, every_ruleset, some_situations
from tests.tiers import long, soak

MOST_COMMANDS = 90
MUTANTS = 6
FILLINGS = 4
MOST_TO_THE_END = 600  # commands; the longest of the fights takes about 270


NOT_OF_FIGHTS = {
    *("core.import", "event core.imported", "core.branch", "event core.branched", "prompt go_on"),
    *("core.describe", "event core.described"),
}
"""What imports, branches, crowds and metadata use, which have tests of their own."""


def everything(ruleset: Ruleset[Any]) -> set[str]:
    """Return all commands, prompts and events that a fight can use, in the notation of ``used``."""
    commands = {str(kind.model_fields["type"].default) for kind in ruleset.commands}
    every = (
        commands | {f"prompt {name}" for name in ruleset.prompts} | {f"event {kind.type}" for kind in ruleset.events}
    )
    return every - NOT_OF_FIGHTS


@every_ruleset
def test_no_fold_can_draw(fights: Fights[Any]) -> None:
    assert_no_fold_can_draw(fights.ruleset)


@pytest.mark.parametrize("seeds", [pytest.param(range(1), id="0"), long(range(1, 4), name="1-3")])
@some_situations
def test_a_fight_without_a_narrators_hand_comes_to_an_end_or_says_why_not(
    fights: Fights[Any], name: str, seeds: range
) -> None:
    for seed in seeds:
        played = RandomFight(fights, name, seed)
        played.situation = replace(played.situation, narrates=0.0, keen=())
        for _ in played.play(MOST_TO_THE_END):
            pass
        assert_ended(played)
        assert fights.decided(played.fight) or fights.stalled(played.fight), (name, seed)


@every_ruleset
def test_what_the_narrator_alone_is_asked_is_offered_to_no_player(fights: Fights[Any]) -> None:
    asked: dict[str, set[bool]] = {}
    for name in fights.situations:
        played = RandomFight(fights, name, 0)
        for _ in played.play(MOST_COMMANDS // 2):
            pass
        for event in played.events():
            if isinstance(event, Prompted):
                asked.setdefault(event.visible_kind, set()).add(event.to == NARRATOR_ID)
    alone = {kind for kind, narrators in asked.items() if narrators == {True}}
    assert alone == {kind for kind in asked if fights.ruleset.prompts[kind].is_set_by_narrator}


@pytest.mark.long
@every_ruleset
def test_the_fights_together_use_every_command_prompt_and_event(fights: Fights[Any]) -> None:
    unused = everything(fights.ruleset) - fights.seldom
    for seed, name in product(range(fights.seeds), fights.situations):
        if not unused:
            break
        played = RandomFight(fights, name, seed)
        for _ in played.play(MOST_COMMANDS):
            pass
        unused -= played.used()
    assert sorted(unused) == []


def random_fights() -> Iterator[Any]:
    """Yield every situation with its seeds: one in the short tier, where every other fight has secret foes."""
    for place, (fights, name) in enumerate(SITUATIONS):
        own, key = place % 2, f"{fights.ruleset.key}-{name}"
        yield pytest.param(fights, name, range(own, own + 1), id=f"{key}-{own}")
        yield long(fights, name, (1 - own, *range(2, 8)), name=f"{key}-{1 - own}-to-7")
        yield long(fights, name, range(8, 20), name=f"{key}-8-to-19")
        yield soak(fights, name, range(20, 60), name=f"{key}-20-to-59")


@pytest.mark.parametrize(("fights", "name", "seeds"), [*random_fights()])
def test_the_laws_hold_in_random_fights(fights: Fights[Any], name: str, seeds: Iterable[int]) -> None:
    for seed in seeds:
        played = RandomFight(fights, name, seed)
        mutants, chance = fights.arbitrary(seed), random.Random(seed)
        for speaker, menu, command in played.play(MOST_COMMANDS):
            assert_an_option_or_refused(played, speaker, menu, command)
            for _ in range(MUTANTS):
                assert_an_option_or_refused(played, speaker, menu, mutants.mutated(played.fight, command))
            some = chance.choices([*offers(menu)], k=FILLINGS)
            assert_fillings_are_accepted(played, speaker, menu, chance, some)
        assert_ended(played)
        assert_replay_equals_live(played)
        assert_states_stay(played)
        assert_every_fact_has_its_cause(played)
        assert_every_fact_is_told(played)
        assert_encoded_again_byte_for_byte(played)
        assert_audits_and_finds_every_flip(played, random.Random(seed), FLIPS)


@pytest.mark.parametrize("every", [23, long(1)])
@every_ruleset
def test_a_flip_of_every_single_byte_of_a_short_fight_is_found(fights: Fights[Any], every: int) -> None:
    """The short tier flips every 23rd byte, at different offsets in the fights and their lines."""
    played = RandomFight(fights, next(iter(fights.situations)), 0)
    for _ in played.play(6):
        pass
    file = packed(played)
    assert all(is_found(flipped(file, place)) for place in range(0, len(file), every))
    records, recording = played.recording.records, played.recording
    for version, record in enumerate(records):
        for place in range(version % every, len(record), every):
            damaged = [*records[:version], flipped(record, place), *records[version + 1 :]]
            assert chain.verify(recording.encounter, damaged, expected=recording.hash).fault is not None, (
                version,
                place,
            )
