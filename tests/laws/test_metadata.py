"""Laws of metadata: no rule of any ruleset reads it, and readers of a sheet read the metadata beside it."""

import random
from typing import Any

import pytest

from domain.core.commands import Command, Describe, Join, Note, Open, Rewind
from domain.core.events import Rewound
from domain.model.encounter import Metadata
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.offering import options
from tests.laws.fights import Fights, RandomFight
from tests.laws.invariants import (
    assert_audits_and_finds_every_flip,
    assert_encoded_again_byte_for_byte,
    assert_replay_equals_live,
)
from tests.laws.menus import as_json
from tests.recording import Recording
from tests.rules.rulesets import every_ruleset

MOST_COMMANDS = 40
RED: Metadata = {"colour": "red", "token": 7, "on_the_map": True}
OWNER, OTHER = Speaker("player", ("owner",)), Speaker("player", ("other",))


def with_metadata(command: Command) -> Command:
    """Return the command with metadata, if it may have any."""
    if isinstance(command, Open):
        joins = tuple([with_metadata(one) for one in command.combatants])
        return command.model_copy(update={"metadata": {"channel": "bridge"}, "combatants": joins})
    return command.model_copy(update={"metadata": RED}) if isinstance(command, Join) else command


class DescribedFight(RandomFight[Any]):
    """The same fight as without metadata, with metadata from its opening on."""

    def give(self, command: Command, speaker: Speaker) -> None:
        super().give(with_metadata(command), speaker)


def bare(value: Any) -> Any:
    """Return JSON without metadata, at any depth."""
    if isinstance(value, dict):
        return {key: bare(part) for key, part in value.items() if key not in ("metadata", "combatant_metadata")}
    return [bare(part) for part in value] if isinstance(value, list) else value


@every_ruleset
def test_a_fight_with_metadata_goes_as_one_without(fights: Fights[Any]) -> None:
    for name in list(fights.situations)[:2]:
        plain, told = RandomFight(fights, name, 1), DescribedFight(fights, name, 1)
        for fight in (plain, told):
            for _ in fight.play(MOST_COMMANDS):
                pass
        assert [bare(as_json(event)) for event in told.events()] == [as_json(event) for event in plain.events()]
        assert bare(as_json(told.fight)) == bare(as_json(plain.fight))
        assert told.fight.metadata == {"channel": "bridge"}
        assert [*told.fight.combatant_metadata.values()] == [RED] * len(told.fight.joined)
        assert (plain.fight.metadata, plain.fight.combatant_metadata) == ({}, {})
        assert_replay_equals_live(told)
        assert_encoded_again_byte_for_byte(told)
        assert_audits_and_finds_every_flip(told, random.Random(1), 1)


def opened(fights: Fights[Any], *, secret: bool = False) -> Recording:
    """Return a fight of two combatants: one of ``OWNER``, whose sheet may be secret, and one of ``OTHER``."""
    hero, *_ = next(iter(fights.situations.values())).heroes
    joins = (
        Join(template=hero, id="owner", secret=secret, metadata=RED),
        Join(template=hero, id="other", metadata={"colour": "blue"}),
    )
    return Recording("duel", fights.ruleset).play(
        Open(ruleset=fights.ruleset.key, combatants=joins, metadata={"channel": "bridge"})
    )


@every_ruleset
def test_changes_keep_the_keys_that_they_do_not_name_and_null_removes_one(fights: Fights[Any]) -> None:
    played = opened(fights)
    played.play(Describe(of="owner", metadata={"colour": None, "token": 8}), speaker=OWNER)
    played.play(Describe(metadata={"channel": None, "map": "cellar"}))
    state = played.state
    assert state.combatant_metadata == {"owner": {"token": 8, "on_the_map": True}, "other": {"colour": "blue"}}
    assert state.metadata == {"map": "cellar"}
    played.play(Describe(of="other", metadata={"colour": None}), speaker=OTHER)
    assert "other" not in played.state.combatant_metadata


@every_ruleset
def test_a_player_describes_its_own_and_the_encounter_is_the_narrators(fights: Fights[Any]) -> None:
    played = opened(fights)
    for command, field in (
        (Describe(of="other", metadata={"colour": "red"}), "command.of"),
        (Describe(metadata={"channel": "attic"}), "command.of"),
    ):
        refused = played.attempt(command, None, OWNER)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.field) == ("not_yours", field)
    nobody = played.attempt(Describe(of="nobody", metadata={"colour": "red"}), None, NARRATOR)
    assert isinstance(nobody, Refusal)
    assert (nobody.code, nobody.field) == ("invalid", "command.of")


@every_ruleset
def test_it_is_offered_seldom_for_whom_the_speaker_speaks(fights: Fights[Any]) -> None:
    state = opened(fights).state
    offered = {
        speaker: as_json(options(fights.ruleset, state, speaker))["sets"].get("described")
        for speaker in (NARRATOR, OWNER, SPECTATOR)
    }
    assert offered == {NARRATOR: ["owner", "other", None], OWNER: ["owner"], SPECTATOR: None}


@every_ruleset
def test_of_a_secret_sheet_its_players_alone_read_the_metadata(fights: Fights[Any]) -> None:
    played = opened(fights, secret=True).play(Describe(of="owner", metadata={"token": 9}), speaker=OWNER)
    before = len(played.records)
    played.play(Note(text="on")).play(Rewind(to=before))
    branch = Recording("if", fights.ruleset).branch(played, len(played.records))
    for recording in (played, branch):
        state = recording.state
        assert state.combatant_metadata["owner"]["token"] == 9
        for speaker, seen in ((NARRATOR, True), (OWNER, True), (OTHER, False), (SPECTATOR, False)):
            shown = fights.ruleset.seen_by(state, speaker)
            assert ("owner" in shown.combatant_metadata) is seen
            assert (shown.combatant_metadata["other"], shown.metadata) == ({"colour": "blue"}, {"channel": "bridge"})
    public = b"\n".join(record.partition(b"\n")[0] for record in (*played.records, *branch.records))
    assert b"token" not in public
    assert b"on_the_map" not in public


@every_ruleset
def test_what_has_no_metadata_is_recorded_as_ever(fights: Fights[Any]) -> None:
    hero, *_ = next(iter(fights.situations.values())).heroes
    played = Recording("duel", fights.ruleset).play(
        Open(ruleset=fights.ruleset.key, combatants=(Join(template=hero, id="owner"),))
    )
    played.play(Note(text="on"), Rewind(to=len(played.records)))
    assert b"metadata" not in b"".join(played.records)
    played.play(Describe(of="owner", metadata={**RED}), Note(text="on"))
    played.play(Rewind(to=len(played.records) - 2))
    assert played.last(Rewound).state["combatant_metadata"] == {"owner": RED}


@every_ruleset
def test_a_rewind_takes_it_back(fights: Fights[Any]) -> None:
    played = opened(fights)
    before, state = len(played.records), played.state
    played.play(Describe(of="owner", metadata={"token": 9}), Describe(metadata={"map": "cellar"}), Rewind(to=before))
    assert (played.state.metadata, played.state.combatant_metadata) == (state.metadata, state.combatant_metadata)


@every_ruleset
@pytest.mark.parametrize(
    "changes",
    [
        {f"key{number}": number for number in range(14)},
        {"one": "x" * 500, "two": "x" * 500, "three": "x" * 500, "four": "x" * 470},
    ],
)
def test_it_stays_small_however_often_it_changes(fights: Fights[Any], changes: dict[str, Any]) -> None:
    refused = opened(fights).attempt(Describe(of="owner", metadata=changes), None, OWNER)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.field) == ("invalid", "command.metadata")
