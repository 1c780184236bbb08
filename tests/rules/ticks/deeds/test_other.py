"""The action Other: its kinds, when their deeds are done, and the steps that go with them (TK-OTHER-1 to -3, -10)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.steps import Stepped
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone, Drew
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.rules.ticks.builders import (
    EVADE,
    HANDFUL,
    MOVE,
    NOTHING,
    STRIKING,
    Play,
    ash_at_12,
    attack,
    busy,
    going,
    other,
)
from tests.rules.ticks.specification import act, declare, hold, newcomer, plan

# The kinds and what they name


DETAILS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "move": {},
    "draw": {"item": "hatchet"},
    "stow": {"item": "knife"},
    "pick_up": {"item": "birch.sword"},
    "reload": {"item": "pistol"},
    "first_aid": {"whom": "birch"},
    "help": {"whom": "birch"},
    "skill": {"statistic": "dexterity", "skill": "climbing", "text": "up the wall"},
    "narrated": {"text": "opens the door"},
}
EVERY_DETAIL = {
    "item": "hatchet",
    "whom": "birch",
    "statistic": "dexterity",
    "skill": "climbing",
    "text": "opens the door",
}


def about_to_declare(**options: Any) -> Play:
    birch = newcomer("birch", things=[{"key": "sword"}], at=(0, 1))
    return Play(ash_at_12(), birch, newcomer("sable"), **options).send(StartRound()).declare_on(12)


@pytest.mark.rule("TK-OTHER-1")
@pytest.mark.parametrize("kind", DETAILS)
def test_each_kind_has_its_details(kind: str) -> None:
    play = about_to_declare().send(declare("ash", **other(kind, **DETAILS[kind])))
    declared = play["ash"].turn.declared
    assert declared is not None
    assert (declared.action, declared.kind) == ("other", kind)


@pytest.mark.rule("TK-OTHER-1")
@pytest.mark.parametrize("kind", DETAILS)
def test_each_kind_needs_its_details_and_has_no_others(kind: str) -> None:
    play = about_to_declare()
    for detail, value in EVERY_DETAIL.items():
        without = {name: said for name, said in DETAILS[kind].items() if name != detail}
        if detail in DETAILS[kind] and (kind, detail) != ("skill", "text"):
            play.refused(declare("ash", **other(kind, **without)), "TK-DECL-12", f"command.{detail}")
        elif detail not in DETAILS[kind]:
            more = {**DETAILS[kind], detail: value}
            play.refused(declare("ash", **other(kind, **more)), "TK-DECL-12", f"command.{detail}")
    play.refused(declare("ash", action="other", **DETAILS[kind]), "TK-DECL-12", "command.kind")


@pytest.mark.rule("TK-OTHER-1")
@pytest.mark.parametrize("kind", ["dance", "strike", "drop"])
def test_there_are_no_other_kinds(kind: str) -> None:
    with pytest.raises(ValueError, match="kind"):
        declare("ash", **other(kind))


@pytest.mark.rule("TK-OTHER-1")
@pytest.mark.parametrize("kind", ["draw", "stow", "reload", "pick_up"])
def test_what_a_kind_names_is_there(kind: str) -> None:
    play = about_to_declare()
    play.spec.when(declare("ash", **other(kind, item="lantern"))).refused("TK-SHEET-6", "invalid")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.item"


@pytest.mark.rule("TK-OTHER-1")
@pytest.mark.parametrize(("item", "meant"), [("knife", "ash.knife"), ("other", "other"), ("ash.knife", "ash.knife")])
def test_a_key_means_the_thing_in_hand_when_it_is_declared(item: str, meant: str) -> None:
    knives = ({"key": "knife", "id": "other", "place": "carried"}, {"key": "knife"})
    play = busy(other("stow", item=item), things=knives)
    declared = play["ash"].turn.declared
    assert declared is not None
    assert declared.item == meant


# When the deed is done


@pytest.mark.rule("TK-OTHER-2")
@pytest.mark.parametrize("tick", [12, 11, 7, 1])
def test_the_deed_is_done_once_on_the_start_or_any_later_tick(tick: int) -> None:
    play = busy(other("draw", item="hatchet")).until(13)
    play.refused(act("ash", deed=True), "TK-RES-6").until(tick).send(act("ash", deed=True), hold("sable"))
    assert (play.ticks(Drew, "ash"), play.ticks(DeedDone, "ash")) == ([tick], [tick])
    assert play["ash"].things["ash.hatchet"].ready
    if tick > 9:
        play.until(9).refused(act("ash", deed=True), "TK-OTHER-2", "command.deed")
        assert [prompt.to for prompt in play.fight.prompts] == ["ash"], "for a step"


@pytest.mark.rule("TK-OTHER-2")
def test_until_it_is_done_every_tick_asks_and_then_those_of_steps_alone() -> None:
    play = Play(ash_at_12(), "birch").round(ash=other("draw", item="hatchet"))
    for tick in (12, 11, 10):
        assert (play.fight.tick, play.send(hold("ash", None)).fight.phase) == (tick, "resolution")
    assert play.send(act("ash", deed=True)).fight.tick == 6
    assert play.send(hold("ash", None)).fight.tick == 3


@pytest.mark.rule("TK-OTHER-2")
def test_not_done_by_the_last_tick_it_is_lost() -> None:
    play = busy(other("draw", item="hatchet")).end()
    assert not play["ash"].things["ash.hatchet"].ready
    play.round(sable=EVADE).until(12)
    assert [prompt.to for prompt in play.fight.prompts] == ["sable"]


@pytest.mark.rule("TK-OTHER-2")
@pytest.mark.parametrize("kind", ["move", "help", "nothing"])
def test_some_kinds_have_no_deed(kind: str) -> None:
    play = busy(other(kind, **DETAILS[kind])).until(12)
    if kind == "nothing":
        play.refused(act("ash", deed=True), "TK-RES-6")
    else:
        play.refused(act("ash", deed=True), "TK-OTHER-2", "command.deed")
    assert [prompt.to for prompt in play.until(11).fight.prompts] == ["sable"]


@pytest.mark.rule("TK-OTHER-2")
@pytest.mark.parametrize(
    ("deed", "field"),
    [
        ({"kind": "draw"}, ""),
        ({"item": "hatchet"}, ""),
        ({"text": "quickly"}, ""),
        ({"luck": 1}, ".luck"),
    ],
)
def test_its_details_were_declared(deed: dict[str, Any], field: str) -> None:
    play = busy(other("draw", item="hatchet"), luck=2).until(12)
    play.refused(act("ash", deed=deed), "TK-OTHER-2", f"command.deed{field}")


@pytest.mark.rule("TK-OTHER-2")
def test_it_is_done_behind_first_steps_and_strikes_and_before_last_steps() -> None:
    iris = newcomer("iris", QUI=12, at=(0, 2))
    plans = {"iris": STRIKING}
    play = Play(ash_at_12(), iris).round(plans, ash=other("draw", item="hatchet"), iris=attack("ash", "sword"))
    play.send(act("ash", after=(1, 1), deed=True))
    order = [type(event) for tick, event in play.log if tick == 12 and isinstance(event, Stepped | Struck | DeedDone)]
    assert order == [Struck, DeedDone, Stepped]


@pytest.mark.rule("TK-OTHER-2")
def test_what_is_not_possible_lapses_and_may_be_tried_later() -> None:
    play = busy(other("draw", item="hatchet"), things=[*HANDFUL[:2], {"key": "sword"}]).until(12)
    play.send(act("ash", deed=True)).until(11)
    assert (play.lapses("ash"), play.ticks(DeedDone, "ash")) == ([(12, "deed")], [])
    play.send(Drop(actor="ash", item="sword"), act("ash", deed=True)).until(10)
    assert (play.lapses("ash"), play.ticks(Drew, "ash")) == ([(12, "deed")], [11])


# Steps


@pytest.mark.rule("TK-OTHER-3")
def test_steps_are_taken_before_the_deed_and_after_it() -> None:
    play = busy(other("draw", item="hatchet")).until(12).send(act("ash", step=(1, 0))).until(11)
    play.refused(act("ash", step=(2, 0), deed=True), "TK-MOVE-1").until(9)
    play.send(act("ash", step=(2, 0), deed=True)).until(6).send(act("ash", after=(3, 0))).until(3)
    play.send(act("ash", step=(4, 0))).end()
    assert (play.steps("ash"), play.ticks(Drew, "ash")) == ([12, 9, 6, 3], [9])


@pytest.mark.rule("TK-OTHER-3")
def test_to_move_is_to_step_and_nothing_else() -> None:
    play = busy(MOVE, plans={"ash": going(*[(x, 0) for x in range(1, 9)])}).end()
    assert (play.steps("ash"), play.at("ash")) == ([12, 9, 6, 3], (4, 0))
    play = busy(MOVE).until(12)
    play.refused(act("ash", step=(1, 0), strike=True), "TK-OTHER-10", "command.strike")


@pytest.mark.rule("TK-OTHER-3")
def test_who_does_nothing_takes_no_steps_and_is_never_asked() -> None:
    play = busy(NOTHING)
    while play.fight.phase == "resolution":
        assert [prompt.to for prompt in play.fight.prompts] == ["sable"]
        play.refused(act("ash", step=(1, 0)), "TK-RES-6").until(play.fight.tick - 1)
    assert play.steps("ash") == []


@pytest.mark.rule("TK-OTHER-3")
def test_by_option_no_steps_go_with_it() -> None:
    play = Play(ash_at_12(), "sable", moving_actions=["attack", "evade"])
    play.round(ash=other("draw", item="hatchet"), sable=EVADE).until(12)
    play.refused(act("ash", step=(1, 0)), "TK-MOVE-2").send(act("ash", deed=True)).until(9)
    assert [prompt.to for prompt in play.fight.prompts] == ["sable"]


# Strikes


@pytest.mark.rule("TK-OTHER-10")
@pytest.mark.parametrize("kind", ["move", "draw", "narrated", "skill", "help"])
def test_no_strike_goes_with_it(kind: str) -> None:
    play = busy(other(kind, **DETAILS[kind])).until(12)
    play.refused(act("ash", strike=True), "TK-OTHER-10", "command.strike")
    play.refused(act("ash", strike={"weapon": "knife"}), "TK-OTHER-10", "command.strike")
    play.refused(plan("ash", strike="first_chance"), "TK-PLAN-5", "command.strike")
