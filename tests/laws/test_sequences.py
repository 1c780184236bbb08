"""Tests of the laws of every ruleset over generated sequences of commands.

Each step is drawn at random: a speaker commands or answers, tries a command that may be illegal, or the narrator
rewinds. A failing sequence is reduced to the shortest one that still fails.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from domain.core.commands import Close, Command, Rewind
from domain.model.speaker import NARRATOR, Speaker
from tests.laws.fights import Fights, RandomFight, encode
from tests.laws.invariants import (
    assert_an_option_or_refused,
    assert_audits_and_finds_every_flip,
    assert_encoded_again_byte_for_byte,
    assert_ended,
    assert_every_fact_has_its_cause,
    assert_every_fact_is_told,
    assert_replay_equals_live,
    assert_states_stay,
)
from tests.laws.menus import menu_of
from tests.rules.rulesets import every_ruleset
from tests.tiers import long, soak

STEPS = 20
ENDS = frozenset({"core.close"})
NEVER_REWINDS = frozenset(
    {"id", "version", "status", "epoch", "commitment", "hidden_commitment", "entropy", "policies", "joined", "entrants"}
)
choices = st.randoms(use_true_random=False)


class Sequence(RuleBasedStateMachine):
    """One encounter of a ruleset, in which every choice of a bot is drawn."""

    fights: Fights[Any]

    def __init__(self) -> None:
        super().__init__()
        self.played: RandomFight[Any]
        self.last: Command | None = None

    @initialize(data=st.data(), seed=st.integers(0, 1000))
    def open(self, data: st.DataObject, seed: int) -> None:
        """Open the encounter of a drawn situation with its combatants."""
        self.played = RandomFight(self.fights, data.draw(st.sampled_from(sorted(self.fights.situations))), seed)
        self.played.open()

    def _choose_by(self, chance: Random) -> None:
        self.played.bot.chance = self.played.arbitrary.chance = chance

    def _give(self, data: st.DataObject, speaker: Speaker, names: set[str]) -> None:
        """Execute a command of one of these names from the speaker's menu, if one can be made."""
        bot, fight = self.played.bot, self.played.fight
        menu = menu_of(self.fights.ruleset, fight, speaker)
        by_command = bot.offered(menu)
        offered = sorted(names & set(by_command))
        if offered:
            some = by_command[data.draw(st.sampled_from(offered))]
            offer = some[data.draw(st.integers(0, len(some) - 1))]
            for command in bot.commands(fight, speaker, menu, [offer], self.played.past, tries=2):
                self.last = command
                self.played.give(command, speaker)
                return

    @rule(data=st.data(), chance=choices)
    def act(self, data: st.DataObject, chance: Random) -> None:
        """The combatant whose turn it is acts, or the narrator continues the fight."""
        self._choose_by(chance)
        acting = self.fights.acting(self.played.fight)
        speaker = NARRATOR if acting is None else Speaker("player", (acting,))
        own = {
            str(kind.model_fields["type"].default) for kind in self.fights.ruleset.commands if not kind.narrator_only
        }
        self._give(data, speaker, set(self.fights.onward) if acting is None else own - {"core.note", "core.set_policy"})

    @rule(data=st.data(), chance=choices)
    def narrate(self, data: st.DataObject, chance: Random) -> None:
        """The narrator uses any command that does not end the fight."""
        self._choose_by(chance)
        every = {str(kind.model_fields["type"].default) for kind in self.fights.ruleset.commands}
        self._give(data, NARRATOR, every - ENDS - {self.fights.end or ""})

    @precondition(lambda self: self.played.fight.prompts)
    @rule(data=st.data(), chance=choices)
    def answer(self, data: st.DataObject, chance: Random) -> None:
        """A player answers an open prompt."""
        self._choose_by(chance)
        to = data.draw(st.sampled_from(self.played.fight.prompts)).to
        self._give(data, Speaker("player", (to,)) if to in self.played.fight.joined else NARRATOR, {"core.answer"})

    @rule(chance=choices, mine=st.booleans())
    def try_anything(self, chance: Random, mine: bool) -> None:
        """Try a mutated or arbitrary command: it is an option or is refused, and trying it changes nothing."""
        self._choose_by(chance)
        fight, before = self.played.fight, encode(self.played.fight)
        arbitrary = self.played.arbitrary
        acting = self.fights.acting(fight)
        speaker = Speaker("player", (acting,)) if mine and acting is not None else NARRATOR
        menu = menu_of(self.fights.ruleset, fight, speaker)
        tried = arbitrary.command(fight) if self.last is None else arbitrary.mutated(fight, self.last)
        assert_an_option_or_refused(self.played, speaker, menu, tried)
        assert encode(self.played.fight) == before

    @precondition(lambda self: len(self.played.recording.states) > 2)
    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        """The narrator rewinds: the state is as it was then, except for the parts that never rewind."""
        versions = sorted(self.played.recording.states)[1:-1]
        to = data.draw(st.sampled_from(versions))
        rewind = Rewind(to=to)
        menu = menu_of(self.fights.ruleset, self.played.fight, NARRATOR)
        assert_an_option_or_refused(self.played, NARRATOR, menu, rewind)
        epoch = self.played.fight.epoch
        self.played.give(rewind, NARRATOR)
        then, now = self.played.past(to), self.played.fight
        assert now.epoch == epoch + 1
        for name in set(now.__struct_fields__) - NEVER_REWINDS:
            assert getattr(now, name) == getattr(then, name), name

    @invariant()
    def the_state_is_that_of_the_last_event(self) -> None:
        recording = self.played.recording
        assert self.played.fight.version == len(recording.records)
        assert encode(self.played.fight) == self.played.live[len(recording.records)].written

    def teardown(self) -> None:
        """Close the encounter: its records replay, have sentences, and pass the audit."""
        if not hasattr(self, "played"):
            return
        self.played.give(Close(), NARRATOR)
        assert_ended(self.played)
        assert_replay_equals_live(self.played)
        assert_states_stay(self.played)
        assert_every_fact_has_its_cause(self.played)
        assert_every_fact_is_told(self.played)
        assert_encoded_again_byte_for_byte(self.played)
        assert_audits_and_finds_every_flip(self.played, Random(0))


@pytest.mark.parametrize("sequences", [5, long(25), soak(200)])
@every_ruleset
def test_the_laws_hold_in_every_sequence_of_commands(fights: Fights[Any], sequences: int) -> None:
    class Searched(Sequence):
        """Sequences of this ruleset."""

    Searched.fights = fights
    run_state_machine_as_test(Searched, settings=settings(max_examples=sequences, stateful_step_count=STEPS))
