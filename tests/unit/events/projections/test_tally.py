from domain.core.commands import Rule
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.throws.checks import Check
from domain.rulesets.s3.parts import Modifier
from events.projections.tally import Doings, Tally, Throws
from tests.recording import Recording
from tests.rules.s3.specification import fight
from tests.unit.events.fights import rewound, shootout


def tallied(recording: Recording) -> Tally:
    tally = Tally()
    tally.add(S3.tally, recording.codec.decode_events(recording.records))
    return tally


def test_throws_are_counted_by_combatant_and_label_with_how_they_fell() -> None:
    tally = tallied(shootout())
    assert tally.throws == Throws(4, 23, 14, 4, {7: {5: 1, 2: 1}, 5: {4: 1}, 4: {3: 1}})
    assert tally.combatants["ogre"].throws == {
        "sharpshooting": Throws(1, 7, 5, 1, {7: {5: 1}}),
        "damage": Throws(1, 7, 2, 1, {7: {2: 1}}),
    }


def test_hits_damage_and_wounds_are_counted_for_both_sides() -> None:
    tally = tallied(shootout())
    assert tally.combatants["ogre"].counts == {"turns": 1, "hits": 1, "damage_dealt": 2}
    assert tally.combatants["bell"].counts == {"turns": 1, "hits_taken": 1, "damage_suffered": 2, "wounds": 1}


def test_what_a_rewind_takes_back_stays_counted() -> None:
    tally = tallied(rewound())
    assert tally.rewinds == 1
    assert tally.version == len(rewound().records)
    assert tally.combatants["ogre"].throws["sharpshooting"].fallen == {7: {5: 1, 0: 1}}
    assert tally.combatants["ogre"].counts["misses"] == 1
    assert tally.throws.supplied == 4


def test_rulings_are_words_of_the_narrator_and_corrections_and_modifiers() -> None:
    recording = Recording().play(fight("ogre", "bell"), Check(actor="ogre", skill="awareness"))
    assert tallied(recording).rulings == 0
    recording.play(Rule(text="No light."), Impose(combatant="bell", wound=4))
    assert tallied(recording).rulings == 2
    recording.play(Check(actor="ogre", skill="awareness", modifier=Modifier(coins=2)))
    tally = tallied(recording)
    assert tally.rulings == 3
    assert tally.combatants["narrator"] == Doings(counts={"rulings": 2})


def test_a_tally_goes_on_where_it_stood() -> None:
    recording = shootout()
    tally, events = Tally(), list(recording.codec.decode_events(recording.records))
    tally.add(S3.tally, events[:20])
    tally.add(S3.tally, events[20:])
    assert tally == tallied(recording)
