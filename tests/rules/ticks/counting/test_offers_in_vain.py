"""What is offered on a tick when it would lapse as things are: strikes out of reach, deeds that cannot be done."""

from typing import Any

import pytest

from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.said import deed_key
from tests.laws.menus import menu_of
from tests.rules.ticks.builders import EVADE, Declared, Play, attack
from tests.rules.ticks.specification import act, newcomer
from yarrow_client.options.forms import FieldShape, Form, Menu

GWEN = Speaker("player", ("gwen",))
TOR = Speaker("player", ("tor",))
SWORD: Declared = {"key": "sword"}
KNIFE: Declared = {"key": "knife"}
BESIDE, FAR = (1, 0), (9, 0)


def on_the_own_tick(
    declared: Declared, *things: Declared, at: tuple[int, int] = FAR, tick: int = 10, **tor: Any
) -> Play:
    """Gwen at the origin, who has declared, on a tick of hers; a step is due on tick 10 and not on tick 9."""
    gwen = newcomer("gwen", skills={"melee": 2, "medicine": 2}, things=things)
    play = Play(gwen, newcomer("tor", at=at, **tor), "birch")
    return play.round(gwen=declared, birch=EVADE).until(tick)


def forms(play: Play) -> dict[str, str]:
    """The ways to act that gwen is offered, and how prominent each is."""
    offered = menu_of(TICKS, play.fight, GWEN).forms
    return {form.name.partition("/")[2]: form.prominence for form in offered if form.command == "ticks.act"}


@pytest.mark.rule("TK-ATK-2", "TK-TICK-9")
@pytest.mark.parametrize(
    ("at", "tick", "in_vain"),
    [((2, 0), 9, False), ((3, 0), 9, True), ((3, 0), 10, False), ((4, 0), 10, True)],
)
def test_a_strike_is_main_while_the_target_is_in_reach_from_here_or_after_ones_step(
    at: tuple[int, int], tick: int, *, in_vain: bool
) -> None:
    play = on_the_own_tick(attack("tor", "sword"), SWORD, at=at, tick=tick)
    strikes = {"strike_anyway": "seldom"} if in_vain else {"strike": "main"}
    assert {name: how for name, how in forms(play).items() if name in ("strike", "strike_anyway")} == strikes
    play.send(act("gwen", strike=True))


@pytest.mark.rule("TK-ATK-6")
def test_only_weapons_that_reach_the_target_are_offered_above_the_others() -> None:
    play = on_the_own_tick(attack("tor", "sword"), SWORD, at=(2, 0), tick=9)
    assert "strike_with" not in forms(play)
    assert weapons_in(play, "strike") == ["gwen.sword"]
    assert weapons_in(play, "strike_with_anyway") == ["unarmed"]


@pytest.mark.rule("TK-ATK-7")
def test_a_mode_has_to_be_said_where_the_usual_one_would_lapse() -> None:
    play = on_the_own_tick(attack("tor", "knife", mode="melee"), KNIFE)
    assert modes_in(play, "strike") == (["thrown"], True)
    assert modes_in(play, "strike_anyway") == (["melee"], False)
    assert weapons_in(play, "strike") == ["gwen.knife"]
    assert weapons_in(play, "strike_with_anyway") == ["unarmed"]
    for strike in (
        {},
        {"mode": "melee"},
        {"mode": "thrown"},
        {"weapon": "knife"},
        {"weapon": "knife", "mode": "thrown"},
    ):
        assert play.spec.offers(act("gwen", strike=strike), GWEN)


@pytest.mark.rule("TK-AMMO-2", "TK-POS-5")
def test_a_shot_without_sight_or_ammunition_lies_lower() -> None:
    seen = on_the_own_tick(attack("tor", "pistol"), {"key": "pistol", "loaded": 1})
    assert "strike" in forms(seen)
    unseen = seen.send(SetSight(observer="gwen", target="tor", visible=False, both=False))
    assert forms(unseen)["strike_anyway"] == "seldom"
    assert forms(on_the_own_tick(attack("tor", "pistol"), {"key": "pistol", "loaded": 0})).keys() == {
        "step",
        "strike_anyway",
        "strike_with_anyway",
    }


@pytest.mark.rule("TK-TICK-9", "TK-AID-2")
@pytest.mark.parametrize(
    ("deed", "possible"),
    [
        ({"kind": "draw", "item": "knife"}, True),
        ({"kind": "draw", "item": "sword"}, False),
        ({"kind": "stow", "item": "sword"}, True),
        ({"kind": "stow", "item": "knife"}, False),
        ({"kind": "first_aid", "whom": "tor"}, False),
        ({"kind": "narrated", "text": "sings"}, True),
    ],
)
def test_a_deed_that_cannot_be_done_as_things_are_lies_lower(deed: Declared, *, possible: bool) -> None:
    play = on_the_own_tick({"action": "other", **deed}, SWORD, {**KNIFE, "place": "carried"}, at=BESIDE)
    deeds = {name: how for name, how in forms(play).items() if "deed" in name}
    assert deeds == ({"deed": "main"} if possible else {"deed_anyway": "seldom"})
    play.send(act("gwen", deed=True))


@pytest.mark.rule("TK-EVADE-3", "TK-OTHER-4")
def test_things_of_small_deeds_that_are_not_possible_yet_lie_lower() -> None:
    play = on_the_own_tick(EVADE, SWORD, {**KNIFE, "place": "carried"}, at=BESIDE, things=[{"key": "hatchet"}])
    assert things_for(play, "small_deed") == {"draw": ["knife"], "stow": ["sword"], "pick_up": []}
    assert things_for(play, "small_deed_anyway") == {
        "draw": ["sword"],
        "stow": ["knife"],
        "pick_up": ["sword", "knife", "hatchet"],
    }
    for deed in ({"kind": "draw", "item": "sword"}, {"kind": "stow", "item": "knife"}):
        assert play.spec.offers(act("gwen", deed=deed), GWEN)
        assert play.spec.offers(act("gwen", deed=deed, step=(0, 1)), GWEN)


@pytest.mark.rule("TK-EVADE-3", "TK-OTHER-5")
@pytest.mark.parametrize(
    ("dropped_at", "now", "after_a_step"),
    [((1, 0), ["hatchet"], ["hatchet"]), ((2, 0), [], ["hatchet"]), ((3, 0), [], [])],
)
def test_what_lies_a_step_out_of_reach_is_picked_up_after_that_step(
    dropped_at: tuple[int, int], now: list[str], after_a_step: list[str]
) -> None:
    play = on_the_own_tick(EVADE, at=dropped_at, things=[{"key": "hatchet"}])
    play.send(Drop(actor="tor", item="hatchet"))
    assert things_for(play, "small_deed")["pick_up"] == now
    assert things_for(play, "step_evading")["pick_up"] == after_a_step


@pytest.mark.rule("TK-RES-7")
def test_what_is_to_be_picked_up_is_known_to_its_player_and_the_narrator_alone() -> None:
    play = on_the_own_tick(EVADE, at=BESIDE, things=[{"key": "hatchet"}])
    play.send(act("gwen", deed={"kind": "pick_up", "item": "tor.hatchet"}))
    names = {speaker: TICKS.names(play.fight, speaker) for speaker in (NARRATOR, GWEN, TOR)}
    told = {speaker: known.get(deed_key("gwen")) for speaker, known in names.items()}
    assert told == {NARRATOR: "tor.hatchet", GWEN: "tor.hatchet", TOR: None}


def things_for(play: Play, name: str) -> dict[str, list[str]]:
    """The things that a form offers for small deeds, by their labels."""
    menu, form = offered(play, name)
    found = {
        kind: menu.values(part_of(form, "deed", "item"), {"kind": kind}, {"actor": "gwen"})
        for kind in ("draw", "stow", "pick_up")
    }
    return {kind: [] if values is None else [label for _, label in values.listed] for kind, values in found.items()}


def offered(play: Play, name: str) -> tuple[Menu, Form]:
    """The menu of gwen, and one way to act in it."""
    menu = menu_of(TICKS, play.fight, GWEN)
    return menu, next(form for form in menu.forms if form.name == f"ticks.act/{name}")


def part_of(form: Form, whole: str, part: str) -> FieldShape:
    """A part of an object in a form."""
    parts = next(field["fields"] for field in form.fields if field["name"] == whole)
    return next(field for field in parts if field["name"] == part)


def weapons_in(play: Play, name: str, mode: str | None = None) -> list[str]:
    """The weapons that a form offers in a mode."""
    menu, form = offered(play, name)
    found = menu.values(part_of(form, "strike", "weapon"), {"mode": mode}, {"actor": "gwen"})
    return [] if found is None else [value for value, _ in found.listed]


def modes_in(play: Play, name: str) -> tuple[list[str], bool]:
    """The modes that a form offers, and whether one has to be said."""
    menu, form = offered(play, name)
    mode, by = part_of(form, "strike", "mode"), {"actor": "gwen"}
    found = menu.values(mode, {}, by)
    return [] if found is None else [value for value, _ in found.listed], menu.requires(mode, {}, by)
