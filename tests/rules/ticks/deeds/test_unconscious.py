"""Unconsciousness: when it comes, what it takes away, and how it ends (TK-KO-1 to TK-KO-4)."""

import pytest

from domain.core.commands import Command, SetPolicy
from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationsRevealed
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint, Hurry, Release, Wake
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, DrawIn, StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, Recover
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded
from domain.rulesets.ticks.chapters.deeds.harm import FellUnconscious, Woke
from domain.rulesets.ticks.chapters.narrator.calls import CallTest
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from domain.rulesets.ticks.chapters.narrator.trials import LuckSpent
from domain.rulesets.ticks.chapters.strikes.deferring import HoldBack
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.soaking import Soak
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Declared, Play, attack, going
from tests.rules.ticks.specification import act, declare, fight, given, hold, newcomer, plan

FAINT = Faint(actor="foe")
WAKE = Wake(actor="foe")
FOE, KIT = Speaker("player", ("foe",)), Speaker("player", ("kit",))


def cause(play: Play) -> str | None:
    return play["foe"].unconscious


def asked(play: Play) -> list[str]:
    return [prompt.to for prompt in play.fight.prompts]


# TK-KO-1: by wounds


@pytest.mark.rule("TK-KO-1")
@pytest.mark.parametrize(("wounds", "unconscious"), [(8, None), (9, "wounds"), (10, "wounds")])
def test_as_many_wounds_as_willpower_take_consciousness_when_the_round_ends(
    wounds: int, unconscious: str | None
) -> None:
    play = Play("kit", newcomer("foe", WIL=9, RES=20)).send(StartRound())
    play.send(Wound(combatant="foe", wounds=wounds))
    play.declared, play.plans = {"foe": MOVE}, {"foe": going((1, 0), (2, 0), (3, 0), (4, 0))}
    assert play.declare_on().steps("foe") == [10, 7, 4, 1]
    assert (cause(play), play.ticks(FellUnconscious, "foe")) == (unconscious, [1] if unconscious else [])
    assert play["foe"].dying is None


@pytest.mark.rule("TK-KO-1")
def test_wounds_of_strikes_take_consciousness_when_the_round_ends() -> None:
    play = Play(newcomer("kit", QUI=15, things=[{"key": "sword"}]), newcomer("foe", WIL=4))
    declared: dict[str, Declared] = {"kit": attack("foe", "sword"), "foe": attack("kit", "unarmed")}
    play.round({"kit": STRIKING}, **declared).until(10)
    assert (play["foe"].wounds, cause(play)) == (4, None)
    play.send(act("foe", strike=True)).end()
    assert (play.strikes("foe"), cause(play)) == ([(10, 1)], "wounds")


# TK-KO-2: what the unconscious cannot do


@pytest.mark.rule("TK-KO-2")
def test_the_unconscious_declare_nothing() -> None:
    play = Play("kit", newcomer("foe", wounds=12), "bob").send(StartRound())
    assert asked(play) == ["kit", "bob"]
    play.send(*[declare(name, **MOVE) for name in ("kit", "bob")]).end()
    revealed = [event.declarations for _, event in play.log if isinstance(event, DeclarationsRevealed)]
    assert [list(declarations) for declarations in revealed] == [["kit", "bob"]]


@pytest.mark.rule("TK-KO-2")
@pytest.mark.parametrize(
    ("phase", "command"),
    [
        ("calm", CallCombat(actor="foe", against="kit")),
        ("calm", FirstAid(actor="foe", patient="kit")),
        ("calm", Drop(actor="foe", item="knife")),
        ("between", FAINT),
        ("declaration", declare("foe", **MOVE)),
        ("declaration", Hurry(actor="foe", points=1)),
        ("resolution", act("foe", step=(1, 0))),
        ("resolution", hold("foe")),
        ("resolution", plan("foe", steps="stay")),
        ("resolution", Release(actor="foe", combatant="kit")),
        ("resolution", Oppose(actor="foe", statistic="strength", skill="unarmed")),
        ("resolution", Soak(actor="foe", attacks=())),
        ("resolution", HoldBack(actor="foe")),
    ],
)
def test_the_unconscious_do_nothing(phase: str, command: Command) -> None:
    play = Play("kit", newcomer("foe", wounds=12, luck=3, things=[{"key": "knife"}]))
    play.into(phase, kit=EVADE).refused(command, "TK-KO-2", "command.actor")


@pytest.mark.rule("TK-KO-2", "TK-KO-4")
def test_a_refusal_to_the_unconscious_names_waking_to_those_who_speak_for_it() -> None:
    spec = given(fight("kit", newcomer("foe", things=[{"key": "knife"}])), FAINT)
    drop = Drop(actor="foe", item="knife")
    for speaker, legal in ((NARRATOR, ("ticks.wake", "ticks.pass_time")), (FOE, ("ticks.wake",)), (KIT, ())):
        refusal = spec.when(drop, speaker=speaker).refusal
        assert refusal is not None
        assert refusal.legal == legal
    wounded = given(fight("kit", newcomer("foe", wounds=12, things=[{"key": "knife"}]))).when(drop).refusal
    assert wounded is not None
    assert wounded.legal == ("ticks.pass_time",), "the wounds do not allow it to wake"


@pytest.mark.rule("TK-KO-2")
def test_the_unconscious_may_have_policies_and_are_called_for_no_test() -> None:
    play = Play("kit", newcomer("foe", wounds=12)).send(SetPolicy(of="foe", kind="soak", answer="full"))
    assert play.fight.policy("foe", "soak") == "full"
    test = CallTest(combatant="foe", statistic="strength", difficulty=5)
    play.refused(test, "TK-TEST-8")


@pytest.mark.rule("TK-KO-2", "TK-RUL-52")
def test_the_unconscious_neither_oppose_nor_soak_nor_spend_luck() -> None:
    kit = newcomer("kit", QUI=15, STR=1, things=[{"key": "sword"}])
    foe = newcomer("foe", WIL=8, wounds=8, skills={"evade": 5, "melee": 5}, luck=3, things=[{"key": "shield"}])
    play = Play(kit, foe, asks={"foe": ("oppose", "soak")})
    play.round({"kit": STRIKING}, kit=attack("foe", "sword", "follow_up")).end()
    assert play.tests("kit") == [(None, None, True)]
    assert play.wounds("foe") == [(15, 8)]
    assert not play.ticks(LuckSpent, "foe")


@pytest.mark.rule("TK-KO-2")
def test_the_unconscious_keep_what_they_have_in_hand() -> None:
    foe = newcomer("foe", WIL=9, things=[{"key": "knife"}, {"key": "shield"}])
    play = Play("kit", foe).send(Wound(combatant="foe", wounds=9))
    assert cause(play) == "wounds"
    play.round().end()
    assert [(key, thing.ready) for key, thing in play["foe"].things.items()] == [
        ("foe.knife", True), ("foe.shield", True)
    ]  # fmt: skip
    assert play.fight.ground == {}


@pytest.mark.rule("TK-KO-2", "TK-KO-3")
def test_whoever_faints_drops_out_of_the_round() -> None:
    foe = newcomer("foe", QUI=15, luck=1, things=[{"key": "pistol"}])
    play = Play("kit", foe).round(kit=EVADE, foe={"action": "aim", "target": "kit", "weapon": "pistol"})
    play.send(plan("foe", strike="from", tick=9)).until(9)
    assert play["foe"].turn.aim == 15
    play.send(FAINT)
    turn = play["foe"].turn
    assert (turn.aim, turn.plan) == (None, None)
    play.end()
    assert play.strikes("foe") == []
    assert play["foe"].ready_weapons[0].loaded == 8


@pytest.mark.rule("TK-KO-1", "TK-KO-2")
@pytest.mark.parametrize("faints", [True, False])
def test_holds_of_the_unconscious_and_on_them_end(faints: bool) -> None:
    foe = newcomer("foe", WIL=9, held_by={"kit": 1})
    play = Play("kit", foe, newcomer("bob", held_by={"foe": 1}))
    play.send(FAINT if faints else Wound(combatant="foe", wounds=9))
    assert (play["foe"].held_by, play["bob"].held_by) == ({}, {})
    ended = [(event.combatant, event.by) for _, event in play.log if isinstance(event, HoldEnded)]
    assert ended == [("bob", "foe"), ("foe", "kit")]


# TK-KO-3: by choice


@pytest.mark.rule("TK-KO-3")
@pytest.mark.parametrize("phase", ["calm", "between", "declaration", "resolution"])
@pytest.mark.parametrize("wounds", [0, 5])
def test_one_may_faint_in_any_phase_and_at_once(phase: str, wounds: int) -> None:
    play = Play("kit", newcomer("foe", wounds=wounds))
    if phase == "calm":
        play.send(EndCombat())
    elif phase == "declaration":
        play.send(StartRound())
    elif phase == "resolution":
        play.round(kit=EVADE, foe=EVADE)
    assert play.fight.phase == phase
    play.send(FAINT)
    assert FellUnconscious(combatant="foe", cause="chosen") in play.spec.events
    assert (cause(play), play["foe"].wounds, play["foe"].dying) == ("chosen", wounds, None)
    assert "foe" not in asked(play)


@pytest.mark.rule("TK-KO-3")
def test_who_faints_on_the_own_tick_keeps_nobody_waiting() -> None:
    play = Play("kit", "foe").send(StartRound(), declare("kit", **EVADE))
    play.send(FAINT)
    assert (play.fight.phase, play.fight.tick, asked(play)) == ("resolution", 10, ["kit"])


@pytest.mark.rule("TK-KO-3")
def test_who_faints_before_the_own_tick_is_passed_over() -> None:
    play = Play(newcomer("kit", QUI=8), "foe", newcomer("bob", QUI=12)).send(StartRound(), FAINT)
    play.send(declare("kit", **EVADE))
    assert (play.fight.tick, asked(play)) == (12, ["bob"])


@pytest.mark.rule("TK-KO-3")
def test_nobody_faints_out_of_a_prompt_of_a_stage() -> None:
    play = Play(newcomer("kit", QUI=15), newcomer("foe", luck=1), asks={"foe": ("soak",)})
    play.round({"kit": STRIKING}, kit=attack("foe", "unarmed"))
    play.refused(FAINT, "TK-RES-11").answer("foe", "soak", [{}])
    assert play["foe"].wounds == 1


# TK-KO-4: how it ends


@pytest.mark.rule("TK-KO-4")
def test_unconsciousness_by_wounds_ends_with_fewer_than_willpower() -> None:
    play = Play("kit", newcomer("foe", WIL=9, wounds=10)).send(EndCombat())
    for days, unconscious in ((2, "wounds"), (1, "wounds"), (1, None)):
        play.refused(WAKE, "TK-KO-4")
        play.send(Recover(combatant="foe", days=days, care="skilled"))
        assert cause(play) == unconscious
    assert play["foe"].wounds == 8
    assert play.ticks(Woke, "foe") == [0]


@pytest.mark.rule("TK-KO-4", "TK-RUL-53")
@pytest.mark.parametrize("calm", [True, False])
def test_what_was_chosen_ends_by_waking(calm: bool) -> None:
    play = Play("kit", newcomer("foe", wounds=11, RES=20)).send(FAINT)
    if calm:
        play.send(EndCombat(), Recover(combatant="foe", days=4, care="skilled"))
        assert (play["foe"].wounds, cause(play)) == (9, "chosen")
    play.send(WAKE)
    assert (cause(play), play.log[-1][1]) == (None, Woke(combatant="foe"))
    play.refused(WAKE, "TK-KO-4")


@pytest.mark.rule("TK-KO-4")
def test_nobody_wakes_in_a_round() -> None:
    play = Play("kit", "foe").send(FAINT, StartRound()).refused(WAKE, "TK-KO-4")
    play.send(declare("kit", **EVADE)).refused(WAKE, "TK-KO-4").end().send(WAKE)
    assert play["foe"].conscious


@pytest.mark.rule("TK-KO-4", "TK-KO-1")
@pytest.mark.parametrize(("wounds", "unconscious"), [(11, "chosen"), (12, "wounds")])
def test_what_was_chosen_is_by_wounds_once_there_are_as_many_as_willpower(wounds: int, unconscious: str) -> None:
    play = Play("kit", newcomer("foe", RES=20)).round(kit=EVADE).send(FAINT, Wound(combatant="foe", wounds=wounds))
    assert (cause(play), cause(play.end())) == ("chosen", unconscious)
    if unconscious == "wounds":
        play.refused(WAKE, "TK-KO-4")
    else:
        play.send(WAKE)


@pytest.mark.rule("TK-KO-4", "TK-RUL-53")
@pytest.mark.parametrize(("willpower", "wakes"), [(4, False), (5, True)])
def test_nobody_wakes_with_as_many_wounds_as_willpower(willpower: int, wakes: bool) -> None:
    call = CallCombat(actor="kit", against="foe", weapon="sword")
    foe = newcomer("foe", WIL=willpower, unconscious="chosen")
    play = Play(newcomer("kit", things=[{"key": "sword"}]), foe, call=call, opening_attack="free")
    assert (play["foe"].wounds, cause(play)) == (4, "chosen")
    if wakes:
        assert play.send(WAKE)["foe"].conscious
    else:
        play.refused(WAKE, "TK-KO-4")


@pytest.mark.rule("TK-KO-4")
def test_whoever_has_woken_acts_like_everybody_when_drawn_in() -> None:
    foe = newcomer("foe", QUI=15)
    play = Play("kit", "bob", foe, call=CallCombat(actor="kit", against="bob"))
    assert play["foe"].since is None
    play.send(FAINT, WAKE, StartRound(), DrawIn(combatant="foe"))
    play.declared, play.plans = {"foe": attack("kit", "unarmed")}, {"foe": STRIKING}
    assert play.declare_on().end().strikes("foe") == [(15, 1)]
