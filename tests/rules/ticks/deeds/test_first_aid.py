"""First aid: who can give it to whom, how hard it is, what helps, and what it undoes (TK-AID-1 to TK-AID-6)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime
from domain.rulesets.ticks.chapters.narrator.calls import Award, GrantLuck
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from domain.rulesets.ticks.chapters.narrator.trials import Tested
from tests.rules.ticks.builders import EVADE, MOVE, NOTHING, STRIKING, Declared, Play, attack
from tests.rules.ticks.specification import act, declare, newcomer

FIRST_AID: Declared = {"action": "other", "kind": "first_aid", "whom": "bruno"}
HELP: Declared = {"action": "other", "kind": "help", "whom": "lena"}
AID = FirstAid(actor="lena", patient="bruno")


def bruno(wounds: int = 15, **changes: Any) -> Join:
    """Bruno, whose resilience is 12, at lena's side."""
    return newcomer("bruno", **{"wounds": wounds, "at": (1, 0), **changes})


def trials(play: Play) -> list[tuple[int, int | None, bool]]:
    """Totals, difficulties, successes."""
    facts = [event for _, event in play.log if isinstance(event, Tested)]
    return [(fact.total, fact.difficulty, fact.success) for fact in facts]


# TK-AID-1: how hard it is


@pytest.mark.rule("TK-AID-1", "TK-RUL-46")
@pytest.mark.parametrize(
    ("wounds", "difficulty", "success"), [(13, 10, True), (16, 40, True), (17, 50, False), (20, 80, False)]
)
def test_each_wound_beyond_resilience_is_ten(wounds: int, difficulty: int, success: bool) -> None:
    play = Play("lena", bruno(wounds)).send(AID)
    assert trials(play) == [(48, difficulty, success)]
    assert (play["bruno"].dying is None) == success


@pytest.mark.rule("TK-AID-1")
def test_first_aid_that_just_reaches_the_difficulty_succeeds() -> None:
    for dexterity, success in ((25, True), (24, False)):
        play = Play(newcomer("lena", DEX=dexterity, skills={"medicine": 2}), bruno(17)).send(AID)
        assert trials(play) == [(2 * dexterity, 50, success)]


@pytest.mark.rule("TK-AID-1", "TK-AID-3")
def test_the_wounds_of_that_moment_count() -> None:
    play = Play("lena", bruno(), newcomer("iris", at=(2, 0)))
    play.round({"iris": {"strike": "from", "tick": 9}}, lena=FIRST_AID, iris=attack("bruno", "sword")).until(9)
    play.send(act("lena", deed=True)).end()
    assert play.strikes("iris") == [(9, 8)]
    assert trials(play) == [(48, 110, False)]


@pytest.mark.rule("TK-AID-1", "TK-RUL-46")
@pytest.mark.parametrize(("statistic", "total"), [(None, 48), ("willpower", 60), ("intellect", 52)])
def test_first_aid_takes_dexterity_or_the_statistic_of_the_option(statistic: str | None, total: int) -> None:
    options: dict[str, Any] = {} if statistic is None else {"first_aid_statistic": statistic}
    lena = newcomer("lena", WIL=15, statistics={"intellect": 13})
    assert trials(Play(lena, bruno(), **options).send(AID)) == [(total, 30, True)]


@pytest.mark.rule("TK-OPT-9")
def test_without_the_statistic_of_the_option_there_is_no_first_aid() -> None:
    lena = newcomer("lena", statistics={"intellect": 13})
    play = Play(lena, bruno(), newcomer("hanna"), first_aid_statistic="intellect")
    play.refused(FirstAid(actor="hanna", patient="bruno"), "TK-OPT-9")
    play.send(StartRound()).declare_on(11).send(declare("lena", **FIRST_AID))
    play.refused(declare("hanna", **FIRST_AID), "TK-OPT-9")
    play.declare_on().until(11).send(act("lena", deed=True)).end()
    assert trials(play) == [(52, 30, True)]


# TK-AID-2: who to whom


@pytest.mark.rule("TK-AID-2", "TK-RUL-46")
def test_the_patient_is_dying_and_somebody_else() -> None:
    play = Play(newcomer("lena", wounds=10), bruno(12), newcomer("tor", wounds=15, stabilised=True))
    play.refused(AID, "TK-AID-2", "command.patient")
    play.refused(FirstAid(actor="lena", patient="tor"), "TK-AID-2", "command.patient")
    assert play["lena"].dying == 0
    play.refused(FirstAid(actor="lena", patient="lena"), "TK-AID-2", "command.patient")


@pytest.mark.rule("TK-AID-2")
@pytest.mark.parametrize(("at", "near"), [((0, 0), True), ((1, -1), True), ((2, 0), False), ((1, 2), False)])
def test_the_patient_is_within_a_step(at: tuple[int, int], near: bool) -> None:
    play = Play("lena", bruno(at=at))
    if near:
        assert play.send(AID)["bruno"].stabilised
    else:
        play.refused(AID, "TK-AID-2", "command.patient")


@pytest.mark.rule("TK-AID-2")
def test_the_helper_is_conscious() -> None:
    play = Play("lena", bruno(), "tor").send(Faint(actor="lena"))
    play.refused(AID, "TK-KO-2", "command.actor")


@pytest.mark.rule("TK-AID-2")
def test_in_a_round_only_oneself_is_refused_when_declaring() -> None:
    play = Play(newcomer("lena", wounds=10), bruno(0, at=(9, 9))).send(StartRound()).declare_on(11)
    play.refused(declare("lena", **{**FIRST_AID, "whom": "lena"}), "TK-AID-2", "command.whom")
    play.send(declare("lena", **FIRST_AID))
    assert play.fight.phase == "resolution"


@pytest.mark.rule("TK-AID-2")
@pytest.mark.parametrize("patient", [bruno(12), bruno(at=(2, 0)), bruno(dead=True), bruno(stabilised=True)])
def test_in_a_round_first_aid_lapses_where_it_cannot_be_given(patient: Join) -> None:
    play = Play("lena", "tor", patient).round(lena=FIRST_AID).until(11).send(act("lena", deed={"luck": 1}))
    assert play.lapses("lena") == [(11, "deed")]
    assert (play["lena"].turn.deed_done, play["lena"].luck, trials(play)) == (False, 2, [])
    assert play.end()["bruno"].stabilised == bool(patient.sheet.get("stabilised"))


@pytest.mark.rule("TK-AID-2")
def test_in_a_round_one_may_come_near_before() -> None:
    play = Play("lena", bruno(at=(2, 0)), "tor").round(lena=FIRST_AID).until(11)
    play.send(act("lena", step=(1, 0), deed=True)).end()
    assert trials(play) == [(48, 30, True)]


@pytest.mark.rule("TK-AID-2", "TK-DYING-1")
def test_wounds_of_the_same_round_are_not_dying_yet() -> None:
    play = Play("lena", bruno(12), "tor").round(lena=FIRST_AID).until(11)
    play.send(Wound(combatant="bruno", wounds=3), act("lena", deed=True)).end()
    assert (trials(play), play["bruno"].dying) == ([], 10)


# TK-AID-3: in a round a deed, else a command


@pytest.mark.rule("TK-AID-3")
def test_in_a_round_it_is_no_command() -> None:
    play = Play("lena", bruno()).send(StartRound()).refused(AID, "TK-AID-3")
    play.declared = {"lena": EVADE}
    play.declare_on().refused(AID, "TK-AID-3").end().send(AID)
    assert trials(play) == [(48, 30, True)]


@pytest.mark.rule("TK-AID-3")
def test_in_calm_it_is_a_command_too() -> None:
    play = Play("lena", bruno()).send(EndCombat(), AID)
    assert trials(play) == [(48, 30, True)]


@pytest.mark.rule("TK-DYING-5", "TK-AID-3")
@pytest.mark.parametrize(("tick", "dying"), [(9, None), (8, 10)])
def test_only_wounds_after_first_aid_are_new_ones(tick: int, dying: int | None) -> None:
    play = Play("lena", bruno(), newcomer("iris", at=(2, 0)))
    play.send(GrantLuck(combatant="lena", points=4))
    knife = attack("bruno", "knife", "quick_draw_melee")
    play.round({"iris": {"strike": "from", "tick": tick}}, iris=knife, lena=FIRST_AID).until(9)
    play.send(act("lena", deed={"luck": 6})).end()
    assert trials(play)[0][2]
    assert play.wounds("bruno") == [(tick, 6)]
    assert (play["bruno"].dying, play["bruno"].stabilised) == (dying, dying is None)


# TK-AID-4: what helps


@pytest.mark.rule("TK-AID-4")
def test_luck_raises_first_aid() -> None:
    play = Play("lena", bruno(18)).send(AID.model_copy(update={"luck": 1}))
    assert (trials(play), play["lena"].luck) == ([(60, 60, True)], 1)
    play = Play("lena", bruno(18), "tor").round(lena=FIRST_AID).until(11)
    play.refused(act("lena", deed={"luck": 3}), "TK-LUCK-7", "command.deed.luck")
    play.send(act("lena", deed={"luck": 1})).end()
    assert (trials(play), play["lena"].luck) == ([(60, 60, True)], 1)
    Play("lena", bruno()).refused(AID.model_copy(update={"luck": 3}), "TK-LUCK-7", "command.luck")


@pytest.mark.rule("TK-AID-4")
@pytest.mark.parametrize("in_round", [True, False])
def test_an_award_raises_first_aid_and_is_used_up(in_round: bool) -> None:
    play = Play("lena", bruno(18), "tor").send(Award(combatant="lena"))
    if in_round:
        play.round(lena=FIRST_AID).until(11).send(act("lena", deed=True)).end()
    else:
        play.send(AID)
    assert (trials(play), play["lena"].awarded) == ([(60, 60, True)], False)


@pytest.mark.rule("TK-AID-4")
@pytest.mark.parametrize(("fractions", "total"), [("down", 5), ("up", 6)])
def test_without_medicine_there_is_half_of_the_statistic(fractions: str, total: int) -> None:
    play = Play("hanna", bruno(), fractions=fractions).send(FirstAid(actor="hanna", patient="bruno"))
    assert trials(play) == [(total, 30, False)]


@pytest.mark.rule("TK-AID-4")
def test_in_a_round_all_who_help_are_helpers() -> None:
    ann = newcomer("ann", DEX=15, skills={"medicine": 1})
    play = Play("lena", bruno(), "hanna", ann, newcomer("tor", at=(90, 0)), newcomer("bob", QUI=5))
    aside: Declared = {"action": "other", "kind": "help", "whom": "hanna"}
    helping = dict.fromkeys(("hanna", "ann", "bob"), HELP)
    play.round(lena=FIRST_AID, tor=aside, **helping).until(11).send(act("lena", deed=True)).end()
    assert trials(play) == [(48 + 3 + 7 + 3, 30, True)]


@pytest.mark.rule("TK-AID-4")
def test_outside_rounds_helpers_are_the_narrators_to_name() -> None:
    helped = AID.model_copy(update={"helpers": ("hanna",)})
    play = Play("lena", bruno(), "hanna", "tor")
    play.spec.when(helped, speaker=Speaker("player", ("lena",))).refused("TK-HELP-5")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.helpers"
    assert trials(play.send(helped)) == [(51, 30, True)]
    play = Play("lena", bruno(), "hanna")
    play.spec.when(AID, speaker=Speaker("player", ("lena",))).then(Tested)


# TK-AID-5 and -6: what comes of it


@pytest.mark.rule("TK-AID-5")
def test_success_stabilises_and_does_no_more() -> None:
    play = Play("lena", bruno(16)).send(AID)
    patient = play["bruno"]
    assert (patient.dying, patient.stabilised) == (None, True)
    assert (patient.wounds, patient.unconscious) == (16, "wounds")
    play.refused(AID, "TK-AID-2", "command.patient")


@pytest.mark.rule("TK-AID-6", "TK-RUL-46")
def test_failure_does_nothing_and_anybody_may_try_again() -> None:
    play = Play(newcomer("lena", DEX=8, luck=1), bruno(16), "hanna").send(PassTime(seconds=5))
    play.send(AID, FirstAid(actor="hanna", patient="bruno"))
    assert (play["bruno"].dying, play["bruno"].stabilised, play["bruno"].wounds) == (0, False, 16)
    play.send(AID.model_copy(update={"luck": 1}))
    assert trials(play) == [(32, 40, False), (5, 40, False), (40, 40, True)]


@pytest.mark.rule("TK-AID-6")
def test_in_a_round_it_is_tried_once() -> None:
    play = Play(newcomer("lena", DEX=8), bruno(16), "tor").round(lena=FIRST_AID).until(11)
    play.send(act("lena", deed=True)).until(8)
    play.refused(act("lena", deed=True), "TK-OTHER-2", "command.deed")
    play.end().round(lena=FIRST_AID).until(11).send(act("lena", deed={"luck": 1})).end()
    assert trials(play) == [(32, 40, False), (40, 40, True)]


@pytest.mark.rule("TK-AID-3")
@pytest.mark.parametrize("declared", [MOVE, NOTHING, attack("tor", "unarmed")])
def test_first_aid_has_to_be_declared(declared: Declared) -> None:
    play = Play("lena", bruno(), "tor").round({"tor": STRIKING}, lena=declared, tor=attack("lena", "unarmed"))
    if declared is NOTHING:
        assert [prompt.to for prompt in play.fight.prompts] == []
    else:
        play.until(11).refused(act("lena", deed=True), "TK-OTHER-2")
    assert trials(play) == []
