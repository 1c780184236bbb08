"""How combat begins and ends, who takes part in it, and from when on."""

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.counting.ending import CombatEnded, EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint, Wake
from domain.rulesets.ticks.chapters.declaring.rounds import (
    CallCombat,
    CombatCalled,
    DrawIn,
    DrawnIn,
    RoundStarted,
    StartRound,
)
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.builders import EVADE, MOVE, Play, attack, defer
from tests.rules.ticks.specification import Specification, act, combat, declare, fight, given, newcomer, standing

CALL = CallCombat(actor="iris", against="tor")
DOOR = DefineArea(name="door", squares=(SquareSheet(x=6, y=0),))


def calm(*names: str | Join) -> Specification:
    return given(fight(*names), *standing("iris", "tor"))


def phase(play: Play) -> str:
    return play.fight.phase


def taking_part(spec: Specification) -> list[str]:
    return [person.id for person in spec.fight.participants]


@pytest.mark.rule("TK-COMBAT-1")
@pytest.mark.parametrize("speaker", [Speaker("narrator"), Speaker("player", ("iris",))])
def test_a_violent_act_begins_combat(speaker: Speaker) -> None:
    spec = calm("iris", "tor").when(CALL, speaker=speaker).then(CombatCalled(combatant="iris", against="tor"))
    assert (spec.fight.phase, spec.fight.round, spec.fight.tick, spec.fight.prompts) == ("between", 0, 0, ())


@pytest.mark.rule("TK-COMBAT-1")
def test_before_combat_there_are_no_rounds_and_no_ticks() -> None:
    spec = calm("iris", "tor")
    assert (spec.fight.phase, spec.fight.round, spec.fight.tick) == ("calm", 0, 0)
    spec.when(StartRound()).refused("TK-COMBAT-6")
    spec.when(Count()).refused("TK-RES-7")
    spec.when(declare("iris", "evade")).refused("TK-DECL-2")


@pytest.mark.rule("TK-COMBAT-1")
def test_nobody_begins_combat_with_itself() -> None:
    spec = calm("iris", "tor").when(CallCombat(actor="iris", against="iris")).refused("TK-COMBAT-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.against"


@pytest.mark.rule("TK-COMBAT-1")
def test_combat_begins_once() -> None:
    spec = calm("iris", "tor").when(CALL).then()
    spec.when(CallCombat(actor="tor", against="iris")).refused("TK-COMBAT-1")
    spec.given(StartRound()).when(CallCombat(actor="tor", against="iris")).refused("TK-COMBAT-1")


@pytest.mark.rule("TK-COMBAT-1")
def test_the_unconscious_begin_no_combat() -> None:
    spec = calm("iris", "tor").given(Faint(actor="iris"))
    spec.when(CALL).refused("TK-KO-2")
    spec.when(CallCombat(actor="tor", against="iris")).then(CombatCalled)


@pytest.mark.rule("TK-COMBAT-2")
def test_who_is_within_earshot_takes_part_wanted_or_not() -> None:
    spec = calm("wren", "iris", "tor", "lena", "moss")
    spec.when(CallCombat(actor="iris", against="tor", earshot=("moss", "wren"))).then()
    assert taking_part(spec) == ["wren", "iris", "tor", "moss"]
    assert [spec.fight.people[name].since for name in ("wren", "lena")] == [0, None]
    spec.when(StartRound()).asks("declare", "tor")
    spec.when(declare("tor", "other", kind="nothing")).asks("declare", "wren").asks("declare", "moss")


@pytest.mark.rule("TK-COMBAT-2")
def test_who_is_within_earshot_is_there() -> None:
    spec = calm("iris", "tor")
    spec.when(CallCombat(actor="iris", against="tor", earshot=("nobody",))).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.earshot[0]"


@pytest.mark.rule("TK-COMBAT-3")
def test_only_who_takes_part_declares() -> None:
    spec = calm("iris", newcomer("tor", QUI=14), "lena").given(CALL, StartRound())
    assert {prompt.to for prompt in spec.fight.prompts} == {"iris", "tor"}, "lena would have declared on 11"
    spec.when(declare("lena", "evade")).refused("TK-COMBAT-3")


@pytest.mark.rule("TK-COMBAT-3")
@pytest.mark.parametrize(("action", "weapon"), [("attack", "knife"), ("attack", "sword"), ("aim", "knife")])
def test_only_who_takes_part_is_a_target(action: str, weapon: str) -> None:
    spec = calm(newcomer("iris", QUI=5), "tor", "lena").given(CALL, StartRound())
    spec.when(declare("iris", action, target="lena", weapon=weapon)).refused("TK-COMBAT-3")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.target"
    spec.given(DrawIn(combatant="lena"))
    spec.when(declare("iris", "attack", target="lena", weapon="sword")).then()


@pytest.mark.rule("TK-COMBAT-3")
def test_the_narrator_draws_somebody_in() -> None:
    spec = calm("iris", "tor", "lena").when(DrawIn(combatant="lena")).refused("TK-COMBAT-3")
    spec.given(CALL).when(DrawIn(combatant="lena")).then(DrawnIn(combatant="lena"))
    assert taking_part(spec) == ["iris", "tor", "lena"]
    spec.when(DrawIn(combatant="lena")).refused("TK-COMBAT-3")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.combatant"


@pytest.mark.rule("TK-COMBAT-3")
@pytest.mark.parametrize("steps", [(), (StartRound(),), (StartRound(), Count(), Count())])
def test_who_joins_while_combat_is_on_is_drawn_in_at_once(steps: tuple[StartRound | Count, ...]) -> None:
    spec = calm("iris", "tor").given(CALL, *steps)
    spec.when(newcomer("lena")).then(DrawnIn)
    assert taking_part(spec) == ["iris", "tor", "lena"]


@pytest.mark.rule("TK-COMBAT-3")
@pytest.mark.parametrize("steps", [(), (StartRound(),), (StartRound(), Count(), Count())])
def test_the_dead_take_no_part(steps: tuple[StartRound | Count, ...]) -> None:
    spec = calm("iris", "tor", newcomer("lena", dead=True))
    spec.when(CallCombat(actor="iris", against="tor", earshot=("lena",))).refused("TK-COMBAT-3")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.earshot[0]"
    spec.given(CALL, *steps).when(DrawIn(combatant="lena")).refused("TK-COMBAT-3")
    assert spec.refusal.field == "command.combatant"
    spec.when(newcomer("hanna", dead=True)).never(DrawnIn)
    assert taking_part(spec) == ["iris", "tor"]


@pytest.mark.rule("TK-COMBAT-3")
def test_who_joins_in_calm_takes_no_part() -> None:
    assert taking_part(calm("iris", "tor").when(newcomer("lena")).never(DrawnIn)) == []


def drawn_in_at(tick: int, quickness: int) -> Play:
    """Round 1, in which somebody is drawn in while this tick of the count up is open; wren declares on 10."""
    play = Play("iris", newcomer("wren", QUI=10), newcomer("tor", at=(2, 0)))
    play.send(StartRound()).declare_on(tick)
    assert play.fight.tick == tick
    return play.send(newcomer("moss", QUI=quickness, at=(7, 0)))


@pytest.mark.rule("TK-COMBAT-4", "TK-RUL-51")
@pytest.mark.parametrize("quickness", [10, 11, 19])
def test_who_comes_before_its_tick_is_closed_declares_in_this_round(quickness: int) -> None:
    play = drawn_in_at(10, quickness)
    play.declared = {"moss": MOVE}
    play.declare_on()
    assert play["moss"].turn.action == "other"
    assert play.send(act("moss", step=(6, 0))).steps("moss") == [quickness]


@pytest.mark.rule("TK-COMBAT-4")
def test_on_the_open_tick_it_is_asked_at_once_and_waited_for() -> None:
    play = drawn_in_at(10, 10)
    play.spec.asks("declare", "moss")
    play.send(declare("wren", "evade"))
    assert play.fight.tick == 10
    assert not play["wren"].turn.revealed
    play.send(declare("moss", "evade"))
    assert play.fight.tick == 14


@pytest.mark.rule("TK-COMBAT-4", "TK-RUL-51")
@pytest.mark.parametrize("quickness", [9, 5])
def test_who_comes_after_its_tick_declares_in_the_next_round(quickness: int) -> None:
    play = drawn_in_at(10, quickness)
    play.refused(declare("moss", "evade"), "TK-COMBAT-4")
    play.declare_on().end()
    assert play["moss"].turn.declared is None
    play.send(StartRound()).declare_on(quickness + 1)
    assert play["moss"].turn.action == "other"


@pytest.mark.rule("TK-COMBAT-4", "TK-RUL-51")
def test_who_comes_in_the_resolution_declares_in_the_next_round() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0))).round(iris=attack("tor", "sword")).until(13)
    play.send(newcomer("moss", QUI=15, at=(9, 9)))
    play.spec.then(DrawnIn(combatant="moss", late=True))
    assert [prompt.to for prompt in play.fight.prompts] == ["iris"]
    play.refused(act("moss", step=(9, 8)), "TK-RES-6")
    play.end()
    assert play.steps("moss") == []
    play.round(moss=EVADE)
    assert play["moss"].turn.action == "evade"


@pytest.mark.rule("TK-COMBAT-4")
def test_until_then_there_are_no_defence_points() -> None:
    """It may be attacked all the same: by a deferred attack, at once."""
    play = Play("iris", newcomer("tor", at=(9, 0)), asks={"iris": ("hold_back",)})
    play.round(iris=defer("sword", "enters_reach"), tor=EVADE)
    play.send(newcomer("moss", QUI=10, at=(2, 0))).answer("iris", "hold_back", "moss")
    assert (play.strikes("iris"), play.wounds("moss")) == ([(9, 8)], [(9, 8)])
    assert play["moss"].turn.defence == 0


@pytest.mark.rule("TK-COMBAT-4")
def test_deferred_attacks_may_meet_it_at_once() -> None:
    play = Play("hanna", newcomer("tor", at=(9, 0))).send(DOOR)
    play.round(hanna=defer("hatchet", "enters_reach", "newcomers"), tor=EVADE)
    assert play.fight.tick == 9
    play.send(newcomer("moss", at=(1, 0)))
    assert play.strikes("hanna") == [(9, 6)]


@pytest.mark.rule("TK-COMBAT-6")
def test_a_round_has_declarations_then_a_resolution_then_its_end() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0)))
    play.spec.when(StartRound()).then(RoundStarted(round=1))
    assert (phase(play), play.fight.round) == ("declaration", 1)
    play.refused(StartRound(), "TK-COMBAT-6")
    play.declared = {"iris": MOVE}
    play.declare_on()
    assert phase(play) == "resolution"
    play.refused(StartRound(), "TK-COMBAT-6")
    play.refused(EndCombat(), "TK-COMBAT-7")
    play.end()
    assert phase(play) == "between"
    play.spec.when(StartRound()).then(RoundStarted(round=2))


@pytest.mark.rule("TK-COMBAT-6")
def test_no_round_begins_when_nobody_of_it_is_conscious() -> None:
    play = Play("iris", "tor").send(newcomer("moss"), Faint(actor="iris"), Faint(actor="tor"))
    play.send(Faint(actor="moss")).refused(StartRound(), "TK-COMBAT-6")
    play.send(Wake(actor="tor")).send(StartRound())
    assert play.fight.phase == "declaration"


@pytest.mark.rule("TK-COMBAT-6")
def test_a_bystander_who_is_awake_begins_no_round() -> None:
    spec = calm("iris", "tor", "lena").given(CALL, Faint(actor="iris"), Faint(actor="tor"))
    spec.when(StartRound()).refused("TK-COMBAT-6")


@pytest.mark.rule("TK-COMBAT-7", "TK-RUL-51")
def test_the_end_of_combat_leaves_what_has_been_done() -> None:
    play = Play("sable", newcomer("bruno", at=(2, 0)), asks={"bruno": ("soak",)})
    plans = {"sable": {"strike": "first_chance"}}
    play.round(plans, sable=attack("bruno", "pistol"), bruno=EVADE).answer("bruno", "soak", [{"luck": 1}]).end()
    play.send(Faint(actor="sable"))
    play.spec.when(EndCombat()).then(CombatEnded)
    assert (play.fight.phase, play.fight.participants) == ("calm", ())
    bruno, sable = play["bruno"], play["sable"]
    assert (bruno.wounds, play.armour("bruno"), bruno.luck, sable.unconscious) == (3, (2, 0), 0, "chosen")
    pistol = sable.thing("pistol")
    assert pistol is not None
    assert pistol.loaded == 7
    assert play.fight.clock == 10


@pytest.mark.rule("TK-COMBAT-7")
def test_combat_ends_between_rounds_and_may_be_called_again() -> None:
    spec = calm("iris", "tor", "lena").when(EndCombat()).refused("TK-COMBAT-7")
    spec.given(*combat("iris", "tor")).when(EndCombat()).refused("TK-COMBAT-7")
    spec.given(Count(), Count(), EndCombat())
    spec.when(CallCombat(actor="lena", against="iris")).then(CombatCalled)
    assert (spec.fight.phase, spec.fight.round, taking_part(spec)) == ("between", 0, ["iris", "lena"])
    spec.when(StartRound()).then(RoundStarted(round=1)).never(Struck)
