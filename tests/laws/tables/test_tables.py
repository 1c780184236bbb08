"""Tests of the laws of tables over random fights, for every ruleset.

Whose turn it is agrees with the options; each combatant that is awaited can answer; texts have no identifiers, and no
two cards one name; a table follows from its state, and never changes; applying all differences gives the next table.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import Noted
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.table.differences import differences
from tests.laws.fights import Fights, RandomFight
from tests.laws.tables.laws import broken, patched, table_of, unexplained
from tests.rules.rulesets import every_ruleset, some_situations
from tests.tiers import long

MOST_COMMANDS = 60
SEEDS = [0, long(1), long(2), long(3)]


def ends_of_batches(fights: Fights[Any], name: str, seed: int) -> Iterator[Encounter]:
    """Yield the state after each command of a random fight."""
    played = RandomFight(fights, name, seed)
    for _ in played.play(MOST_COMMANDS):
        yield played.fight
    yield played.fight


@pytest.mark.parametrize("seed", SEEDS)
@some_situations
def test_a_table_agrees_with_the_options_and_reads_well(fights: Fights[Any], name: str, seed: int) -> None:
    found: dict[str, int] = {}
    for state in ends_of_batches(fights, name, seed):
        for law in broken(fights.ruleset, state, table_of(fights.ruleset, state)):
            found.setdefault(law, state.version)
    assert found == {}


@pytest.mark.parametrize("speaker", [NARRATOR, SPECTATOR], ids=str)
@some_situations
def test_applying_all_differences_gives_each_table(fights: Fights[Any], name: str, speaker: Speaker) -> None:
    shown: Any = {}
    for state in ends_of_batches(fights, name, seed=1):
        following = table_of(fights.ruleset, state, speaker)
        shown = patched(shown, differences(shown, following))
        assert shown == following


@pytest.mark.parametrize("seed", SEEDS)
@some_situations
def test_what_changes_on_a_card_follows_from_an_event_that_names_it(fights: Fights[Any], name: str, seed: int) -> None:
    """Declarations, defence points and the like lapse for all with a round, a turn or the combat."""
    played = RandomFight(fights, name, seed)
    shown: Any = None
    last = 0
    for _ in played.play(MOST_COMMANDS):
        following = table_of(fights.ruleset, played.fight)
        if shown is not None:
            events = played.recording.codec.decode_events(played.recording.records[last:])
            assert [*unexplained(shown, following, events)] == []
        shown, last = following, played.fight.version


CARD: dict[str, Any] = {
    "name": "Bell",
    "meters": {"hp": {"now": 3}},
    "doing": {"label": "Attack", "at": ["ogre"]},
    "conditions": {"held": {"label": "Held"}, "foul": {"label": "Foul", "until": "the next throw"}},
}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"meters": {"hp": {"now": 2}}}, ["meters"]),
        ({"doing": None}, []),
        ({"doing": {"label": "Attack", "at": ["ogre", "jin"]}}, []),
        ({"conditions": {"held": {"label": "Held"}}}, []),
        ({"conditions": {"foul": {"label": "Foul", "until": "the next throw"}}}, ["conditions/held"]),
        ({"conditions": {**CARD["conditions"], "foul": {"label": "Foul", "until": "later"}}}, ["conditions/foul"]),
    ],
)
def test_what_changes_without_a_reason_is_found(change: dict[str, Any], found: list[str]) -> None:
    """An event names Ogre alone."""
    before, after = ({"combatants": {"ogre": {"name": "Ogre"}, "bell": card}} for card in (CARD, {**CARD, **change}))
    missed = [*unexplained(before, after, [Noted(text="The bridge is slippery.", about=("ogre",))])]
    assert missed == [f"{found} of the card of bell change in a batch that does not name it: ['core.noted']"] * bool(
        found
    )


@every_ruleset
def test_a_table_follows_from_the_state_alone(fights: Fights[Any]) -> None:
    """A replay gives the same table, and the table of a past version does not change as the fight continues."""
    played = RandomFight(fights, next(iter(fights.situations)), 0)
    tables = {}
    for _ in played.play(MOST_COMMANDS // 2):
        tables[played.fight.version] = table_of(fights.ruleset, played.fight)
    for version, shown in tables.items():
        assert table_of(fights.ruleset, played.live[version].state) == shown


@every_ruleset
def test_inside_a_batch_nobody_is_to_act_and_nothing_is_awaited(fights: Fights[Any]) -> None:
    played = RandomFight(fights, next(iter(fights.situations)), 0)
    for _ in played.play(MOST_COMMANDS // 3):
        pass
    for seen in played.live.values():
        shown = table_of(fights.ruleset, seen.state, settled=False)
        assert (shown["settled"], shown["to_act"]["now"], shown["awaits"]) == (False, False, {})


@every_ruleset
def test_two_combatants_of_one_name_have_names_of_their_own(fights: Fights[Any]) -> None:
    played = RandomFight(fights, next(iter(fights.situations)), 0)
    played.open()
    template = next(name for name in fights.situations[played.name].foes)
    for place in range(2):
        played.give(Join(template=template, id=f"another-{place}", sheet={}), NARRATOR)
    names = [card["name"] for card in table_of(fights.ruleset, played.fight)["combatants"].values()]
    assert len(names) == len({*names})
