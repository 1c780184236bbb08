"""The action Evade: steps on every tick, small things done meanwhile, and what it does not help against (TK-EVADE)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.steps import Stepped
from domain.rulesets.ticks.chapters.declaring.count_up import Declared, ResolutionStarted
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone, Drew, PickedUp, Stowed
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.builders import EVADE, MOVE, NOTHING, STRIKING, Play, attack, defer, going
from tests.rules.ticks.specification import act, hold, newcomer, plan

STAY = {"steps": "stay"}
EAST = going(*[(x, 0) for x in range(1, 40)])


def evader(evade: int = 1, luck: int = 0, **sheet: Any) -> Play:
    """Wren, of quickness 11, evades alone; the other does nothing."""
    wren = newcomer("wren", QUI=11, luck=luck, skills={"evade": evade, "melee": 4}, **sheet)
    play = Play(wren, newcomer("other", at=(20, 20)))
    return play.round(wren={**EVADE, "luck": {"quickness": luck}})


# When it begins, and how often it steps


@pytest.mark.rule("TK-EVADE-1")
@pytest.mark.parametrize(("evade", "luck", "start"), [(0, 0, 11), (1, 0, 12), (5, 0, 16), (5, 6, 22)])
def test_it_is_declared_on_the_plain_quickness_and_begins_with_the_skill(evade: int, luck: int, start: int) -> None:
    play = evader(evade, luck)
    assert play.ticks(Declared, "wren") == [11]
    assert [event.highest for _, event in play.log if isinstance(event, ResolutionStarted)] == [start]
    assert (play.fight.tick, [prompt.to for prompt in play.fight.prompts]) == (start, ["wren"])


@pytest.mark.rule("TK-EVADE-1")
@pytest.mark.parametrize("declared", [MOVE, attack("other", "unarmed"), {"action": "defend", "weapon": "unarmed"}])
def test_the_skill_hastens_no_other_action(declared: dict[str, Any]) -> None:
    wren = newcomer("wren", QUI=11, skills={"evade": 5})
    play = Play(wren, newcomer("other", at=(20, 20)), moving_actions=["attack", "evade", "other", "defend"])
    assert play.round(wren=declared).fight.tick == 11


@pytest.mark.rule("TK-EVADE-2")
@pytest.mark.parametrize(
    ("evade", "steps"), [(0, [11, 8, 5, 2]), (1, list(range(12, 0, -1))), (2, list(range(13, 0, -1)))]
)
def test_a_step_on_every_tick_or_without_the_skill_on_every_third(evade: int, steps: list[int]) -> None:
    play = evader(evade).send(plan("wren", **EAST))
    assert play.fight.phase == "between"
    assert play.steps("wren") == steps
    assert play.at("wren") == (len(steps), 0)


@pytest.mark.rule("TK-EVADE-2")
def test_without_the_skill_there_is_no_step_between() -> None:
    play = evader(0).send(act("wren", step=(1, 0)))
    assert play.fight.tick == 10, "small things may be done on every tick"
    play.refused(act("wren", step=(2, 0)), "TK-MOVE-1")


# Small things


THINGS: tuple[dict[str, Any], ...] = ({"key": "knife"}, {"key": "hatchet", "place": "carried"})


@pytest.mark.rule("TK-EVADE-3")
@pytest.mark.parametrize("step", [{}, {"step": (1, 0)}, {"after": (1, 0)}])
@pytest.mark.parametrize(
    ("deed", "kind"),
    [
        ({"kind": "draw", "item": "hatchet"}, Drew),
        ({"kind": "stow", "item": "knife"}, Stowed),
        ({"kind": "pick_up", "item": "wren.sword"}, PickedUp),
        ({"kind": "narrated", "text": "opens the door"}, DeedDone),
    ],
)
def test_one_small_thing_a_tick_with_its_step_or_without(deed: dict[str, str], kind: Any, step: dict[str, Any]) -> None:
    play = evader(things=[*THINGS, {"key": "sword", "place": "carried"}]).send(Drop(actor="wren", item="sword"))
    play.send(act("wren", deed=deed, **step))
    assert play.ticks(kind, "wren") == [12]
    assert play.ticks(DeedDone, "wren") == [12]
    assert play.steps("wren") == ([12] if step else [])


@pytest.mark.rule("TK-EVADE-3")
def test_on_every_tick_from_the_start_to_the_last() -> None:
    play = evader(0)
    for tick in range(11, 0, -1):
        assert play.fight.tick == tick
        play.send(act("wren", deed={"kind": "narrated", "text": f"sings on {tick}"}))
    assert play.fight.phase == "between"
    assert play.ticks(DeedDone, "wren") == list(range(11, 0, -1))


@pytest.mark.rule("TK-EVADE-3")
def test_not_before_the_start() -> None:
    play = Play(newcomer("wren", QUI=11), "sable").round(wren=EVADE, sable=EVADE).until(12)
    play.refused(act("wren", deed={"kind": "narrated", "text": "waves"}), "TK-RES-6").until(11)
    play.send(act("wren", deed={"kind": "narrated", "text": "waves"}))


@pytest.mark.rule("TK-EVADE-3")
def test_it_is_done_behind_the_strikes_and_before_the_last_steps() -> None:
    wren = newcomer("wren", QUI=11, skills={"evade": 3}, things=THINGS)
    play = Play(wren, newcomer("iris", at=(2, 0))).round({"iris": STRIKING}, wren=EVADE, iris=attack("wren", "sword"))
    play.send(act("wren", after=(-1, 0), deed={"kind": "draw", "item": "hatchet"}))
    kinds = [type(event) for tick, event in play.log if tick == 14 and isinstance(event, Struck | Drew | Stepped)]
    assert kinds == [Struck, Drew, Stepped]


@pytest.mark.rule("TK-EVADE-3", "TK-RUL-33")
def test_of_two_small_things_on_one_tick_the_later_is_meant() -> None:
    play = Play(newcomer("wren", QUI=14, things=THINGS), "iris", newcomer("tor", at=(9, 9)))
    play.round(wren=EVADE, iris=attack("tor", "sword"))
    assert play.fight.tick == 14
    play.send(act("wren", deed={"kind": "draw", "item": "hatchet"}))
    play.send(act("wren", deed={"kind": "stow", "item": "knife"}), hold("iris"))
    assert (play.ticks(DeedDone, "wren"), play.ticks(Stowed, "wren"), play.ticks(Drew, "wren")) == ([14], [14], [])
    assert play.fight.tick == 13
    play.send(act("wren", deed={"kind": "draw", "item": "hatchet"}))
    assert play.ticks(Drew, "wren") == [13], "and another on the next"


@pytest.mark.rule("TK-EVADE-3")
@pytest.mark.parametrize(
    ("deed", "field"),
    [
        ({}, ".kind"),
        ({"item": "hatchet"}, ".kind"),
        ({"kind": "draw"}, ""),
        ({"kind": "draw", "text": "the hatchet"}, ""),
        ({"kind": "narrated"}, ""),
        ({"kind": "narrated", "text": "waves", "item": "hatchet"}, ""),
        ({"kind": "draw", "item": "hatchet", "luck": 1}, ".luck"),
    ],
)
def test_a_small_thing_names_what_it_needs(deed: dict[str, Any], field: str) -> None:
    play = evader(luck=1, things=THINGS)
    play.refused(act("wren", deed=deed), "TK-EVADE-3", f"command.deed{field}")


@pytest.mark.rule("TK-EVADE-3")
@pytest.mark.parametrize("kind", ["first_aid", "reload", "skill", "help"])
def test_what_is_no_small_thing_cannot_be_said(kind: str) -> None:
    with pytest.raises(ValueError, match=r"deed\.kind"):
        act("wren", deed={"kind": kind, "item": "hatchet"})


@pytest.mark.rule("TK-EVADE-3")
@pytest.mark.parametrize("kind", ["draw", "stow", "pick_up"])
def test_a_small_thing_names_what_there_is(kind: str) -> None:
    play = evader(things=THINGS)
    play.spec.when(act("wren", deed={"kind": kind, "item": "lantern"})).refused("TK-SHEET-6", "invalid")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.deed.item"


@pytest.mark.rule("TK-EVADE-3")
@pytest.mark.parametrize(
    ("deed", "possible"),
    [
        ({"kind": "draw", "item": "hatchet"}, True),
        ({"kind": "draw", "item": "bow"}, False),
        ({"kind": "draw", "item": "knife"}, False),
        ({"kind": "stow", "item": "knife"}, True),
        ({"kind": "stow", "item": "hatchet"}, False),
    ],
)
def test_what_cannot_be_done_lapses_and_is_no_deed(deed: dict[str, str], possible: bool) -> None:
    play = evader(things=[*THINGS, {"key": "bow", "place": "carried"}]).send(act("wren", deed=deed))
    assert play.lapses("wren") == ([] if possible else [(12, "deed")])
    assert play.ticks(DeedDone, "wren") == ([12] if possible else [])


@pytest.mark.rule("TK-EVADE-3")
def test_a_key_means_the_thing_that_it_meant_when_the_tick_closed() -> None:
    """The knife in hand, which Iris strikes out of it, and not the one that is carried."""
    knives = [{"key": "knife"}, {"key": "knife", "id": "other", "place": "carried"}]
    wren = newcomer("wren", QUI=11, skills={"evade": 3}, things=knives)
    play = Play(wren, newcomer("iris", at=(2, 0)))
    play.round({"iris": STRIKING}, wren=EVADE, iris=attack("wren", "sword", "disarm"))
    play.send(act("wren", deed={"kind": "draw", "item": "knife"}))
    assert set(play.fight.ground) == {"wren.knife"}
    assert (play.lapses("wren"), play["wren"].things["other"].ready) == ([(14, "deed")], False)


# Strikes and contests


@pytest.mark.rule("TK-EVADE-4")
@pytest.mark.parametrize("strike", [True, {"weapon": "knife"}])
def test_who_evades_does_not_strike(strike: Any) -> None:
    play = evader(things=THINGS)
    play.refused(act("wren", strike=strike), "TK-EVADE-4", "command.strike")
    play.refused(act("wren", step=(1, 0), strike=strike), "TK-EVADE-4", "command.strike")


@pytest.mark.rule("TK-EVADE-4")
def test_what_is_drawn_meanwhile_strikes_in_the_next_round() -> None:
    play = evader(things=[{"key": "hatchet", "place": "carried"}])
    play.send(act("wren", deed={"kind": "draw", "item": "hatchet"})).end()
    assert play.strikes("wren") == []
    play.send(PlaceCombatant(combatant="wren", to=SquareSheet(x=19, y=19)))
    play.round({"wren": STRIKING}, wren=attack("other", "hatchet")).end()
    assert play.strikes("wren") == [(11, 7)]


@pytest.mark.rule("TK-EVADE-4")
@pytest.mark.parametrize(("draws", "skills"), [(True, ["melee", "unarmed", "evade"]), (False, ["unarmed", "evade"])])
def test_what_is_drawn_meanwhile_opposes_at_once(draws: bool, skills: list[str]) -> None:
    wren = newcomer("wren", QUI=11, skills={"evade": 3}, things=[{"key": "hatchet", "place": "carried"}])
    play = Play(wren, newcomer("iris", QUI=13, at=(2, 0)), asks={"wren": ("oppose",)})
    play.round({"iris": STRIKING}, wren=EVADE, iris=attack("wren", "sword", "grapple"))
    if draws:
        play.send(act("wren", deed={"kind": "draw", "item": "hatchet"}))
    play.send(hold("wren"))
    assert (play.fight.tick, [pair["skill"] for pair in play.asked("oppose")["pairs"]]) == (13, skills)


@pytest.mark.rule("TK-EVADE-4")
def test_what_is_drawn_in_the_same_tick_comes_behind_the_contest() -> None:
    wren = newcomer("wren", QUI=11, skills={"evade": 3}, things=[{"key": "hatchet", "place": "carried"}])
    play = Play(wren, newcomer("iris", at=(2, 0)), asks={"wren": ("oppose",)})
    play.round({"iris": STRIKING}, wren=EVADE, iris=attack("wren", "sword", "grapple"))
    play.send(act("wren", deed={"kind": "draw", "item": "hatchet"}))
    assert [pair["skill"] for pair in play.asked("oppose")["pairs"]] == ["unarmed", "evade"]


@pytest.mark.rule("TK-EVADE-5")
@pytest.mark.parametrize(("weapon", "x", "damage"), [("sword", 2, 8), ("pistol", 15, 6), ("knife", 1, 6)])
def test_whoever_is_in_reach_or_in_sight_is_hit(weapon: str, x: int, damage: int) -> None:
    shooter = newcomer("iris", things=[{"key": weapon}], skills={"melee": 4, "handgun": 3}, at=(x, 0))
    wren = newcomer("wren", QUI=20, skills={"evade": 5})
    play = Play(wren, shooter, asks={"wren": ("oppose",)})
    play.round({"iris": STRIKING, "wren": STAY}, wren=EVADE, iris=attack("wren", weapon))
    assert play.strikes("iris") == [(14, damage)]
    assert play.wounds("wren") == [(14, damage)]


@pytest.mark.rule("TK-EVADE-6")
@pytest.mark.parametrize(
    "declared",
    [
        NOTHING,
        EVADE,
        attack("iris", "knife"),
        {"action": "defend", "weapon": "knife"},
        defer("knife", "steps"),
        {"action": "aim", "weapon": "knife", "target": "iris"},
    ],
    ids=lambda declared: str(declared["action"]),
)
def test_the_skill_answers_manoeuvres_whatever_was_declared(declared: dict[str, Any]) -> None:
    wren = newcomer("wren", DEX=13, skills={"evade": 4}, things=[{"key": "knife"}])
    play = Play(wren, newcomer("iris", at=(2, 0)), asks={"wren": ("oppose",)})
    play.round({"iris": STRIKING, "wren": STAY}, wren=declared, iris=attack("wren", "sword", "trip"))
    play.send(Oppose(actor="wren", statistic="dexterity", skill="evade"))
    assert play.tests("iris") == [(56, 52, True)]


@pytest.mark.rule("TK-EVADE-6")
def test_it_answers_the_manoeuvres_of_shots_too() -> None:
    play = Play(newcomer("wren", QUI=12, skills={"evade": 5}), newcomer("sable", at=(9, 0)))
    play.round({"sable": STRIKING}, wren=NOTHING, sable=attack("wren", "pistol", "marksman"))
    assert play.tests("sable") == [(64, 60, True)]
