"""Rewinds and branches say when in the fight they lead: the round, and who was to act or to answer."""

from domain.core.commands import Close, Join, Note, Open, Rewind
from domain.core.events import Branched, Commanded, Rewound
from domain.model.event import Event
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.rulesets.ticks import TICKS
from events.projections.told_events import EventTeller
from service.encounters.visibility import view_record
from tests.recording import Recording
from tests.unit.events.fights import rewound


def said(recording: Recording, kind: type[Event], speaker: Speaker = NARRATOR) -> str | None:
    records = [view_record(record, speaker) for record in recording.records]
    told = EventTeller(recording.ruleset).told_all(recording.codec, records)
    return [one.sentence for one in told if one.type == kind.type][-1]


def test_a_rewind_says_whose_turn_it_was_and_its_command_says_nothing_more() -> None:
    recording = rewound()
    for speaker in (NARRATOR, SPECTATOR):
        assert said(recording, Rewound, speaker) == (
            "The fight goes back to round 1, when One-Eyed Ogre has the turn: “the wrong sheet”."
        )
    told = EventTeller(recording.ruleset).told_all(recording.codec, recording.records)
    assert [one.sentence for one in told if one.sentence is not None and "rewind" in one.sentence] == []


def test_a_rewind_to_before_the_first_round_says_so() -> None:
    opened = min(version for version in rewound().states if version)
    assert said(rewound().play(Rewind(to=opened)), Rewound) == "The fight goes back to the time before the first round."


def test_a_rewind_to_before_a_combat_says_so() -> None:
    recording = Recording("calm", TICKS).play(Open(ruleset="ticks", combatants=(Join(template="iris"),)))
    opened = max(recording.states)
    recording.play(Note(text="It rains."), Rewind(to=opened))
    assert said(recording, Rewound) == "The fight goes back to an earlier moment without combat."


def test_a_branch_says_when_in_the_other_fight_it_begins() -> None:
    parent = rewound()
    at = parent.last(Rewound).to
    branch = Recording("if").branch(parent, at).play(Close())
    assert said(branch, Branched) == (
        "“What if if” continues another fight from round 1, when One-Eyed Ogre has the turn; every throw that is not"
        " made at the table comes from a sealed seed."
    )
    told = EventTeller(branch.ruleset).told_all(branch.codec, branch.records)
    assert next(one.sentence for one in told if one.type == Commanded.type) is None
