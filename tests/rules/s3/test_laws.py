"""The laws of S3 over random fights: replay equals live, and a command is accepted if and only if it is an option."""

import pytest

from domain.chance import Seeded, draw_key
from domain.choices import is_member, legal_forms
from domain.core_commands import Command
from domain.deciding import Decision, decide
from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from domain.speaker import NARRATOR, Speaker
from tests.rules.s3.arbitrary import Arbitrary
from tests.rules.s3.random_fights import RandomFight

FIGHTS = 200
CHUNKS = 10
ANY_SEED = Seeded(draw_key(bytes(32), "law"))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_replay_equals_live_at_the_end_of_every_batch(chunk: int) -> None:
    for seed in range(chunk, FIGHTS, CHUNKS):
        played = RandomFight(seed)
        played.play()
        replayed = Fight(id=played.id)
        for event in played.codec.decode_events(played.records):
            replayed = replayed.fork()
            S3.fold(replayed, event)
            if replayed.version in played.states:
                assert replayed == played.states[replayed.version], (seed, replayed.version)
        assert replayed.status == "closed"


def accepted(fight: Fight, command: Command, speaker: Speaker) -> bool:
    return isinstance(decide(S3, fight, command, speaker, ANY_SEED), Decision)


@pytest.mark.parametrize("seed", range(40))
def test_a_command_is_accepted_if_and_only_if_it_is_an_option(seed: int) -> None:
    played = RandomFight(1000 + seed)
    arbitrary = Arbitrary(seed)
    played.open()
    for _ in range(12):
        fight = played.fight
        speakers = [NARRATOR]
        if fight.turn is not None:
            speakers.append(Speaker("player", (fight.turn.actor,)))
        for speaker in speakers:
            forms = legal_forms(S3, fight, speaker)
            members = [command for form in forms if (command := played.bot.command(form)) is not None]
            near = [arbitrary.mutated(fight, command) for command in members if command.type.startswith("s3.")]
            for command in (*members, *near, *(arbitrary.command(fight) for _ in range(20))):
                if command is not None:
                    member = is_member(S3, fight, speaker, forms, command)
                    assert member == accepted(fight, command, speaker), (seed, fight.version, str(speaker), command)
        played.step()
