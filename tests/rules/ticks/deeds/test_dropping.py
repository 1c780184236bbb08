"""Dropping things, which costs nothing (TK-OTHER-9)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import Drew
from domain.rulesets.ticks.chapters.strikes.soaking import Reduction, Soak
from tests.rules.ticks.builders import EVADE, STRIKING, Play, attack
from tests.rules.ticks.specification import act, declare, hold, newcomer

THINGS: tuple[dict[str, Any], ...] = (
    {"key": "sword"},
    {"key": "knife", "place": "carried"},
    {"key": "knife", "id": "other", "place": "carried"},
    {"key": "shield"},
)


def bell(**sheet: Any) -> Any:
    armour = [{"key": "light_ballistic"}]
    return newcomer("bell", **{"QUI": 12, "at": (3, -4), "things": THINGS, "armour": armour, **sheet})


def drop(item: str, actor: str = "bell") -> Drop:
    return Drop(actor=actor, item=item)


def lies(play: Play, item: str) -> tuple[int, int] | None:
    """Where something lies."""
    lying = play.fight.ground.get(item)
    return None if lying is None else (lying.square.x, lying.square.y)


@pytest.mark.rule("TK-OTHER-9")
@pytest.mark.parametrize(
    ("item", "falls"),
    [("sword", "bell.sword"), ("knife", "bell.knife"), ("other", "other"), ("bell.shield", "bell.shield")],
)
def test_what_is_in_hand_or_carried_falls_on_the_own_square(item: str, falls: str) -> None:
    play = Play(bell(), "tor").send(drop(item))
    assert lies(play, falls) == (3, -4)
    assert falls not in play["bell"].things
    assert len(play["bell"].things) == len(THINGS) - 1


@pytest.mark.rule("TK-OTHER-9")
@pytest.mark.parametrize(("item", "rule"), [("unarmed", "TK-OTHER-9"), ("light_ballistic", "TK-OTHER-9")])
def test_bare_hands_and_armour_that_is_worn_are_not_dropped(item: str, rule: str) -> None:
    play = Play(bell(), "tor").refused(drop(item), rule, "command.item")
    armour = play["bell"].armour
    assert armour is not None
    play.refused(drop(armour.id), rule, "command.item")


@pytest.mark.rule("TK-OTHER-9")
def test_what_one_does_not_have_is_not_dropped() -> None:
    play = Play(bell(), "tor")
    play.spec.when(drop("baseball_bat")).refused("TK-SHEET-6", "invalid")
    play.spec.when(drop("light_ballistic", "tor")).refused("TK-SHEET-6", "invalid")


@pytest.mark.rule("TK-OTHER-9")
def test_it_may_be_done_in_every_phase() -> None:
    play = Play(bell(), newcomer("tor", QUI=12), "sable")
    phases: list[str] = []
    for item in ("bell.knife", "shield", "sword", "other"):
        phases.append(play.fight.phase)
        play.send(drop(item))
        match item:
            case "bell.knife":
                play.send(StartRound())
            case "shield":
                play.declared = {"sable": EVADE}
                play.declare_on().until(12)
            case "sword":
                play.end().send(EndCombat())
    assert phases == ["between", "declaration", "resolution", "calm"]
    assert set(play.fight.ground) == {"bell.knife", "bell.shield", "bell.sword", "other"}


@pytest.mark.rule("TK-OTHER-9")
def test_it_is_no_deed_and_costs_nothing() -> None:
    play = Play(bell(), newcomer("tor", at=(9, 9)), "sable")
    play.round(bell={"action": "other", "kind": "draw", "item": "knife"}, sable=EVADE).until(12)
    play.send(drop("sword"), drop("other"), act("bell", step=(4, -4), deed=True), hold("sable"))
    assert (play.steps("bell"), play.ticks(Drew, "bell"), play.lapses("bell")) == ([12], [12], [])
    assert (lies(play, "bell.sword"), lies(play, "other")) == ((3, -4), (3, -4))


@pytest.mark.rule("TK-OTHER-9")
def test_it_waits_for_the_answer_while_a_stage_is_open() -> None:
    play = Play(bell(luck=1), newcomer("iris", at=(3, -3)), asks={"bell": ("soak",)})
    play.round({"iris": STRIKING}, iris=attack("bell", "sword"))
    assert [prompt.kind for prompt in play.fight.prompts] == ["soak"]
    play.refused(drop("sword"), "TK-RES-11").send(Soak(actor="bell", attacks=(Reduction(),)))
    play.send(drop("sword"))
    assert lies(play, "bell.sword") == (3, -4)


@pytest.mark.rule("TK-OTHER-9")
def test_somebody_else_may_pick_it_up() -> None:
    play = Play(bell(), newcomer("tor", QUI=8, things=[], at=(4, -4)), "sable").send(drop("sword"))
    play.send(StartRound()).declare_on(8)
    play.send(declare("tor", action="other", kind="pick_up", item="bell.sword"))
    play.declared = {"sable": EVADE}
    play.declare_on().until(8).send(act("tor", deed=True), hold("sable"))
    assert play["tor"].things["bell.sword"].ready
    assert lies(play, "bell.sword") is None
