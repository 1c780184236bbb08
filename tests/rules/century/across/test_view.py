"""What others than the narrator see of the state: hidden throws and what is not learnt yet are left out."""

from typing import Any

import pytest
from msgspec.structs import asdict

from domain.core.events import Answered, Commanded
from domain.model.event import Event, Recorded
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.narrator.attitudes import NpcReaction, SetAttitude
from domain.rulesets.century.chapters.rolls.calls import CallRoll
from domain.rulesets.century.chapters.rolls.throwing import AwardCritical
from domain.rulesets.century.parts import RollTerms
from domain.rulesets.century.state import Fight, Towards
from tests.rules.century.builders import decided, does, skirmish, way
from tests.rules.century.specification import Specification, check, fight, given, newcomer, roll, stub

OTHERS = (SPECTATOR, Speaker("player", ("thurston",)))


def seen(spec: Specification, speaker: Speaker) -> Fight:
    return CENTURY.seen_by(spec.fight, speaker)


def met(*, hidden: bool) -> Specification:
    """Narna has met Thurston: 50 is thrown, and 39 comes to it."""
    meeting = NpcReaction(npc="narna", toward=("thurston",), hidden=hidden)
    return given(fight("narna", "thurston")).when(meeting, throws=["narna d100: 50"])


@pytest.mark.rule("CE-NPC-5")
@pytest.mark.parametrize("speaker", OTHERS)
def test_a_hidden_first_attitude_is_the_narrators(speaker: Speaker) -> None:
    spec = met(hidden=True)
    assert seen(spec, NARRATOR).attitudes == {"narna/thurston": Towards("affection", 50, hidden=True)}
    assert seen(spec, speaker).attitudes == {}
    assert seen(met(hidden=False), speaker).attitudes == {"narna/thurston": Towards("affection", 50)}


@pytest.mark.rule("CE-NPC-5", "CE-NPC-7")
@pytest.mark.parametrize("speaker", OTHERS)
def test_what_it_is_set_to_shows_and_what_was_thrown_does_not(speaker: Speaker) -> None:
    spec = met(hidden=True).when(SetAttitude(npc="narna", toward="thurston", attitude="deathwish"))
    felt = seen(spec, speaker).attitudes["narna/thurston"]
    assert (felt.attitude, felt.number, felt.initial) == ("deathwish", None, False)
    assert seen(spec, NARRATOR).attitudes["narna/thurston"].number == 50


@pytest.mark.rule("CE-ROLL-16", "CE-DEG-6")
@pytest.mark.parametrize("speaker", [SPECTATOR, Speaker("player", ("a",))])
def test_of_open_rolls_ladders_and_what_is_hidden_do_not_show(speaker: Speaker) -> None:
    spec = given(fight(newcomer("sam"), stub("a", role="character", fp=1)))
    spec.when(roll("sam", 64, roll_id="lookout", ladder=("something moves", "a car")))
    spec.when(roll("a", 47, roll_id="secret", hidden=True))
    assert seen(spec, NARRATOR).rolls["lookout"].ladder == ("something moves", "a car")
    assert seen(spec, NARRATOR).rolls["secret"].candidates[0].base == 47
    shown = seen(spec, speaker).rolls
    assert (shown["lookout"].ladder, shown["lookout"].candidates[0].base) == ((), 64)
    assert shown["secret"].candidates == ()


@pytest.mark.rule("CE-ROLL-16", "CE-CRIT-1", "CE-CRIT-9", "CE-REACT-9", "CE-DEG-6")
@pytest.mark.parametrize("options", [{}, {"criticals": "narrator"}, {"critical_effects": "standard"}])
@pytest.mark.parametrize(
    "call",
    [roll("b", 50, hidden=True, ladder=("one", "two")), check("b", "gas", 50, hidden=True)],
    ids=["skill", "check"],
)
def test_what_others_read_of_a_hidden_roll_is_the_same_for_every_number(
    call: CallRoll, options: dict[str, Any]
) -> None:
    told = set()
    for number in range(1, 101):
        facts = decided(given(fight("b", "a", **options)), call, number)
        told.add(str([(said.cause, said.audience, in_the_open(said)) for said in facts]))
    assert len(told) == 1
    assert "century.percent_thrown" in told.pop()


@pytest.mark.rule("CE-CRIT-9")
@pytest.mark.parametrize("speaker", [SPECTATOR, Speaker("player", ("a",))])
def test_the_prompt_of_a_critical_in_the_open_is_read_by_all(speaker: Speaker) -> None:
    spec = given(fight("b", "a")).when(roll("b", 50), throws=["b d100: 3"])
    [mine], [shown] = seen(spec, NARRATOR).prompts, seen(spec, speaker).prompts
    assert spec.may_answer({"effect": "none"})
    assert shown == mine
    assert shown.about.keys() >= {"critical", "severity", "standard"}


@pytest.mark.rule("CE-CRIT-1")
def test_an_award_is_told_by_what_follows() -> None:
    spec = given(fight("a", criticals="narrator")).when(roll("a", 50), throws=["a d100: 3"])
    awarded = spec.when(AwardCritical(award=True)).events
    assert "award" not in said(awarded)
    assert answers(awarded) == [("award_critical", None, True)]


@pytest.mark.rule("CE-ROLL-16", "CE-ACT-51")
def test_the_terms_of_a_roll_in_combat_are_not_heard_as_they_are_said() -> None:
    terms = RollTerms(candidates=(way(47),), hidden=True, ladder=("one", "two"))
    spec = skirmish("a", "b").when(does("a").model_copy(update={"terms": terms}), throws=["a d100: 3"])
    assert said(spec.events) == {"type": "century.other_action", "actor": "a", "what": "works", "mp": 2}


def in_the_open(said: Recorded) -> dict[str, Any]:
    """What everybody reads of a fact."""
    shown = {"type": said.event.type, **asdict(said.event)}
    return shown if said.audience == "all" else {k: v for k, v in shown.items() if k not in said.event.private}


def said(events: list[Event]) -> dict[str, Any]:
    """What everybody hears of a command as it is said."""
    [commanded] = [event for event in events if isinstance(event, Commanded)]
    return commanded.command


def answers(events: list[Event]) -> list[tuple[str, Any, Any]]:
    """What was answered: the kind, what all hear of it, and what only the narrator does."""
    return [(event.kind, event.answer, event.secret) for event in events if isinstance(event, Answered)]
