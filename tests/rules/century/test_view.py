"""What others than the narrator see of the state: hidden throws and what is not learnt yet are left out."""

import pytest

from domain.rulesets.century import commands as ask
from domain.rulesets.century.state import Fight, Towards
from domain.rulesets.century.view import seen_by
from domain.speaker import NARRATOR, SPECTATOR, Speaker
from tests.rules.century.specification import Specification, fight, given, newcomer, roll, stub

OTHERS = (SPECTATOR, Speaker("player", ("thurston",)))


def seen(spec: Specification, speaker: Speaker) -> Fight:
    return seen_by(spec.fight, speaker)


def met(*, hidden: bool) -> Specification:
    """Narna has met Thurston: 50 is thrown, and 39 comes to it."""
    meeting = ask.NpcReaction(npc="narna", toward=("thurston",), hidden=hidden)
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
    spec = met(hidden=True).when(ask.SetAttitude(npc="narna", toward="thurston", attitude="deathwish"))
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
