"""Tests of what is drawn, stowed, picked up and reloaded outside combat (TK-OTHER-4 to TK-OTHER-6)."""

from typing import Any

import pytest

from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.deeds.deeds import Drew, PickedUp, Prepare, Reloaded, Stowed
from tests.laws.menus import choices, listed, menu_of
from tests.rules.ticks.builders import Play
from tests.rules.ticks.specification import newcomer

BELL = Speaker("player", ("bell",))
THINGS: tuple[dict[str, Any], ...] = (
    {"key": "sword"},
    {"key": "knife", "place": "carried"},
    {"key": "pistol", "place": "carried", "loaded": 2, "spare": 3},
)


def calm(**options: Any) -> Play:
    """Bell with a sword in hand and other things carried, and Tor, whose hatchet lies beside Bell."""
    bell = newcomer("bell", things=THINGS, at=(0, 0))
    tor = newcomer("tor", things=({"key": "hatchet"},), at=(1, 0))
    return Play(bell, tor, **options).into("calm").send(Drop(actor="tor", item="hatchet"))


def prepare(kind: Any, item: str) -> Prepare:
    return Prepare(actor="bell", kind=kind, item=item)


def things_to(kind: str, play: Play) -> list[Any]:
    """Return the things that the menu of Bell lists for one way to prepare."""
    menu = menu_of(TICKS, play.fight, BELL)
    forms = [form for form in menu.forms if form.name == f"ticks.prepare/{kind}"]
    return [item for form in forms for item in listed(menu, form.fields, "item", actor="bell") or []]


@pytest.mark.rule("TK-OTHER-4", "TK-OTHER-5", "TK-OTHER-6")
@pytest.mark.parametrize(
    ("kind", "item", "done"),
    [
        ("draw", "bell.knife", Drew(combatant="bell", item="bell.knife")),
        ("stow", "bell.sword", Stowed(combatant="bell", item="bell.sword")),
        ("pick_up", "tor.hatchet", PickedUp(combatant="bell", item="tor.hatchet")),
        ("reload", "bell.pistol", Reloaded(combatant="bell", item="bell.pistol", loaded=5, spare=0)),
    ],
)
def test_the_deeds_of_combat_are_done_at_once_while_nobody_fights(kind: str, item: str, done: Event) -> None:
    play = calm()
    assert item in things_to(kind, play)
    play.send(prepare(kind, item))
    assert [event for _, event in play.log if type(event) is type(done)] == [done]


@pytest.mark.rule("TK-OTHER-4", "TK-OTHER-5", "TK-OTHER-6")
@pytest.mark.parametrize(
    ("kind", "item", "rule"),
    [
        ("draw", "sword", "TK-OTHER-4"),
        ("stow", "knife", "TK-OTHER-4"),
        ("stow", "unarmed", "TK-OTHER-4"),
        ("reload", "sword", "TK-OTHER-6"),
        ("pick_up", "bell.sword", "TK-OTHER-5"),
    ],
)
def test_what_is_not_possible_is_neither_listed_nor_done(kind: str, item: str, rule: str) -> None:
    play = calm()
    assert item not in things_to(kind, play)
    play.refused(prepare(kind, item), rule, "command.item")


@pytest.mark.rule("TK-OTHER-4", "TK-OTHER-5")
def test_both_hands_are_full_after_two_things() -> None:
    play = calm().send(prepare("draw", "knife"))
    play.refused(prepare("draw", "pistol"), "TK-OTHER-4", "command.item")
    play.refused(prepare("pick_up", "tor.hatchet"), "TK-OTHER-5", "command.item")
    play.send(prepare("stow", "sword"), prepare("pick_up", "tor.hatchet"))
    assert play["bell"].things["tor.hatchet"].ready


@pytest.mark.rule("TK-OTHER-5")
def test_what_lies_out_of_reach_is_not_picked_up() -> None:
    far = newcomer("far", things=({"key": "hatchet"},), at=(5, 0))
    play = Play(newcomer("bell", at=(0, 0)), far).into("calm").send(Drop(actor="far", item="hatchet"))
    play.refused(prepare("pick_up", "far.hatchet"), "TK-OTHER-5", "command.item")


@pytest.mark.rule("TK-OPT-7")
def test_nothing_is_reloaded_where_ammunition_is_not_counted() -> None:
    play = calm(track_ammunition=False)
    assert "reload" not in (choices(menu_of(TICKS, play.fight, BELL), "ticks.prepare", "kind", actor="bell") or [])
    play.refused(prepare("reload", "pistol"), "TK-OPT-7", "command.kind")


@pytest.mark.rule("TK-OTHER-2")
@pytest.mark.parametrize("phase", ["between", "declaration"])
def test_in_combat_it_is_a_deed_that_is_declared(phase: str) -> None:
    play = Play(newcomer("bell", things=THINGS), "tor")
    if phase != "between":
        play.into(phase)
    play.refused(prepare("draw", "knife"), "TK-OTHER-2")
