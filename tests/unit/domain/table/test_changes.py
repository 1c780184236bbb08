"""Tests of how a batch changes a table: in steps of one table each, event by event in small fights."""

from collections.abc import Generator
from typing import Any

import jsonpatch
import msgspec
import pytest

from domain.core.commands import Open
from domain.model.speaker import MAX_COMBATANTS, NARRATOR
from domain.ruleset.table.changes import MOST_MOVED, Changes, moves_one_by_one, table_changes
from domain.rulesets.s3 import S3
from events.format.steps import finished
from tests.laws.fights import RandomFight
from tests.laws.tables.laws import table_of
from tests.rules.s3.bot_config import S3_FIGHTS


def steps_in(work: Generator[None, None, Any]) -> int:
    return sum(1 for _ in work)


def test_each_table_of_a_batch_is_a_step_of_its_own() -> None:
    played = RandomFight(S3_FIGHTS, "duel", 0)
    for _ in played.play(12):
        pass
    states = [played.live[version].state for version in range(4, 12)]
    assert steps_in(table_changes(S3, states, NARRATOR, settled=False)) == len(states) - 1
    changes: Changes = finished(table_changes(S3, states, NARRATOR, settled=False))
    shown = table_of(S3, states[0], settled=False)
    for change in changes.changes:
        shown = jsonpatch.apply_patch(shown, msgspec.json.decode(msgspec.json.encode(change.patch)))
    assert shown == changes.after == table_of(S3, states[-1])


def test_a_table_that_was_drawn_before_is_not_drawn_again() -> None:
    played = RandomFight(S3_FIGHTS, "duel", 0)
    for _ in played.play(12):
        pass
    states = [played.live[version].state for version in range(4, 12)]
    shown = table_of(S3, states[0], settled=False)
    again = table_changes(S3, states, NARRATOR, settled=False, shown=shown)
    assert finished(again) == finished(table_changes(S3, states, NARRATOR, settled=False))
    assert steps_in(table_changes(S3, states, NARRATOR, settled=False, shown=shown)) == len(states) - 2


@pytest.mark.parametrize("many", [2, MOST_MOVED, MOST_MOVED + 1, MAX_COMBATANTS])
def test_a_crowd_is_not_moved_one_by_one(many: int) -> None:
    played = RandomFight(S3_FIGHTS, "duel", 0)
    combatants = tuple({"template": "guard", "id": f"guard_{place}"} for place in range(many))
    played.give(Open.model_validate({"ruleset": "s3", "combatants": combatants}), NARRATOR)
    assert moves_one_by_one(played.fight) == (many <= MOST_MOVED)
