"""First aid in a round: who can give it, and what it undoes."""

import pytest

from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.trials import Tested
from tests.rules.ticks.playing import Play, attack
from tests.rules.ticks.specification import act, declare, newcomer

FIRST_AID = {"action": "other", "kind": "first_aid", "whom": "bruno"}


@pytest.mark.rule("TK-DYING-5")
@pytest.mark.parametrize(("tick", "dying"), [(9, None), (8, 10)])
def test_only_wounds_after_first_aid_are_new_ones(tick: int, dying: int | None) -> None:
    play = Play("lena", newcomer("bruno", wounds=15, at=(1, 0)), newcomer("iris", at=(2, 0)))
    play.send(ask.GrantLuck(combatant="lena", points=4))
    knife = attack("bruno", "knife", "quick_draw_melee")
    play.round({"iris": {"strike": "from", "tick": tick}}, iris=knife, lena=FIRST_AID).until(9)
    play.send(act("lena", deed={"luck": 6})).end()
    tested = next(event for _, event in play.log if isinstance(event, Tested))
    assert tested.success
    assert play.wounds("bruno") == [(tick, 6)]
    assert (play["bruno"].dying, play["bruno"].stabilised) == (dying, dying is None)


@pytest.mark.rule("TK-OPT-9")
def test_first_aid_takes_the_statistic_of_the_option() -> None:
    lena = newcomer("lena", statistics={"intellect": 13})
    play = Play(lena, newcomer("bruno", wounds=15), newcomer("hanna"), first_aid_statistic="intellect")
    play.refused(ask.FirstAid(actor="hanna", patient="bruno"), "TK-OPT-9")
    play.send(ask.StartRound()).declare_on(11).send(declare("lena", **FIRST_AID))
    play.refused(declare("hanna", **FIRST_AID), "TK-OPT-9")
    play.declare_on().until(11).send(act("lena", deed=True)).end()
    assert [event.total for _, event in play.log if isinstance(event, Tested)] == [52]
