"""What has to be true before a command counts: who speaks, who acts, what only the narrator gives, what is legal."""

from typing import Any

import pytest

from domain.core.commands import Acting, Command, type_of
from domain.model.speaker import SPECTATOR, Speaker
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.items.hands import DiscardWeapon
from domain.rulesets.century.chapters.items.jams import WeaponFailed
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.round.ending import EndCombat
from domain.rulesets.century.chapters.round.initiative import BeginRound
from tests.laws.menus import choices, commands_in
from tests.rules.century.builders import does, ends, finishes, played_out
from tests.rules.century.specification import Specification, attack, fight, given, in_action, roll, stub

A = Speaker("player", ("a",))


def slot_of_a() -> Specification:
    """The slot of A, who holds a sword; B is not asked."""
    spec = given(fight(stub("a", "sword", position={"x": 0, "y": 0}), stub("b", position={"x": 0, "y": 1}), "desk"))
    return spec.given(SetCondition(combatant="b", condition="unconscious"), *in_action("a"))


def legal(spec: Specification) -> set[str]:
    """What is legal in place of the refused command."""
    assert spec.refusal is not None
    return set(spec.refusal.legal)


CUSTOM = ({"key": "custom", "amount": 5, "label": "sun"},)
TERMS = {"candidates": [{"base": 50}]}
GIVEN: list[tuple[str, Any, str]] = [
    ("modifiers", CUSTOM, "CE-MOD-24"),
    ("without", ("light",), "CE-MOD-24"),
    ("from_behind", True, "CE-MOD-24"),
    ("base", 90, "CE-MOD-24"),
    ("unaware", True, "CE-BACK-5"),
    ("undodgeable", True, "CE-DODGE-12"),
    ("shielded", ("b",), "CE-AREA-8"),
]


@pytest.mark.rule("CE-MOD-24", "CE-BACK-5", "CE-DODGE-12", "CE-AREA-8")
@pytest.mark.parametrize(("field", "value", "rule"), GIVEN)
def test_terms_of_an_attack_are_the_narrators_to_give(field: str, value: Any, rule: str) -> None:
    plain = {"type": "century.attack", "actor": "a", "target": "b"}
    command = Attack.model_validate({**plain, field: value})
    spec = slot_of_a().when(command, speaker=A).refused(rule)
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.{field}"
    slot_of_a().when(attack("a", "b"), speaker=A, throws=["d100: 90"]).then()


@pytest.mark.rule("CE-ACT-51", "CE-COVER-14")
def test_what_an_action_costs_and_that_cover_is_kept_are_too() -> None:
    other = OtherAction(actor="a", what="climbs a ladder")
    for more, rule in (({"mp": 1}, "CE-ACT-51"), ({"terms": TERMS}, "CE-ACT-51")):
        slot_of_a().when(OtherAction.model_validate({**other.model_dump(), **more}), speaker=A).refused(rule)
    slot_of_a().when(other, speaker=A).asks("action_cost", "narrator")
    move = Move(actor="a", mode="legs2", distance_m=1, keeps_cover=True)
    spec = slot_of_a().when(move, speaker=A).refused("CE-COVER-14")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.keeps_cover"
    slot_of_a().when(move.model_copy(update={"keeps_cover": False}), speaker=A).then()


@pytest.mark.rule("CE-SHEET-1")
def test_objects_and_vehicles_do_nothing_by_themselves() -> None:
    spec = slot_of_a().when(finishes("desk")).refused("CE-SHEET-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.actor"


@pytest.mark.rule("CE-SHEET-1")
@pytest.mark.parametrize("thing", ["van", "desk"])
def test_nobody_calls_a_thing_for_a_roll(thing: str) -> None:
    spec = given(fight(thing)).when(roll(thing)).refused("CE-SHEET-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.roller"


@pytest.mark.rule("CE-STAG-2")
def test_the_downed_take_no_steps() -> None:
    spec = slot_of_a().when(finishes("b")).refused("CE-STAG-2")
    assert spec.refusal is not None
    assert "B is unconscious" in spec.refusal.detail


@pytest.mark.rule("CE-REACT-8", "CE-ROLL-17", "CE-REACT-34")
def test_the_downed_may_ask_for_a_check_but_the_dead_for_none() -> None:
    check = Attempt(actor="a", what="wakes up", kind="reaction")
    spec = given(fight(stub("a"), stub("b")), SetCondition(combatant="a", condition="stunned"))
    spec.when(check).asks("set_target", "narrator")
    spec.answer({"candidates": [{"base": 50, "abilities": ["con"]}]}, throws=["a d100: 40"])
    assert [event.kind for event in spec.events if isinstance(event, RollCalled)] == ["reaction"]
    spec.when(check.model_copy(update={"kind": "skill"})).refused("CE-ROLL-17")
    spec.given(SetDowned(combatant="a", status="dead")).when(check).refused("CE-ROLL-17")


@pytest.mark.rule("CE-FATE-4")
def test_fate_of_those_who_have_none_is_refused_before_anything_happens() -> None:
    spec = given(fight(stub("a"), stub("b"))).when(BeginRound(), "a: initiative_after 1").refused("CE-FATE-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answers[0].answer"


@pytest.mark.parametrize("command", [does("a"), BeginRound(), SetScene(light="dark")])
def test_spectators_command_nothing(command: Command) -> None:
    slot_of_a().when(command, speaker=SPECTATOR).refused(None, "not_yours")


@pytest.mark.rule("CE-SHEET-31", "CE-STAG-1", "CE-STAG-15")
def test_the_refusal_says_what_is_legal_for_whom() -> None:
    mine = {
        f"century.{kind}"
        for kind in ("move", "turn", "hide", "discard_weapon", "attack", "other_action", "finish_round")
    }
    assert legal(slot_of_a().when(ends("a"), speaker=A)) == mine
    bare = mine - {"century.discard_weapon"}
    two = given(fight(stub("a"), stub("b"), hold_slot=True), *in_action("a", "b"))
    assert legal(two.when(ends("a"), speaker=A)) == {*bare, "century.hold"}
    assert not legal(two.when(does("b"), speaker=Speaker("player", ("b",))))
    assert legal(played_out(two).when(finishes("a"), speaker=A)) == set()
    story = given(fight(stub("a"), stub("b")))
    assert legal(story.when(finishes("a"), speaker=A)) == {"century.attempt"}
    asked = given(fight(stub("a"), stub("b")), *in_action("a", "b")).when(attack("a", "b", range="melee"))
    assert legal(asked.when(ends("a"))) == {"core.answer"}
    assert legal(asked.when(ends("a"), speaker=A)) == set()


@pytest.mark.rule("CE-STAG-7", "CE-STAG-8")
def test_what_has_no_object_is_not_told_as_legal() -> None:
    gun = {"id": "avenger_9mm", "loaded": 1, "reloads": 1}
    armed = stub("a", weapons=[gun, {"id": "knife"}], held={"right": "avenger_9mm"}, stimpaks=1)
    spec = given(fight(armed, stub("b", hp=-1)), SetDowned(combatant="b", status="dying"), *in_action("a"))
    told = legal(spec.when(ends("a"), speaker=A))
    handling = {"draw_weapon", "discard_weapon", "exchange_weapon", "load_weapon", "stabilize", "use_stimpak", "attack"}
    assert {f"century.{kind}" for kind in handling} <= told
    assert not told & {"century.clear_jam", "century.pick_up", "century.end_action"}
    spec.given(DiscardWeapon(actor="a", item="avenger_9mm"))
    told = legal(spec.when(DiscardWeapon(actor="a", item="knife"), speaker=A))
    assert {"century.pick_up", "century.end_action"} <= told
    assert not told & {"century.discard_weapon", "century.exchange_weapon"}


@pytest.mark.rule("CE-STAG-7", "CE-DUAL-4", "CE-CRIT-17")
def test_a_spent_attack_is_not_told_as_legal_but_the_second_of_a_pair_is_and_a_jam_may_be_cleared() -> None:
    spec = slot_of_a().given(attack("a", "b"))
    assert "century.attack" not in legal(spec.when(attack("a", "b"), speaker=A))
    pair = given(fight(stub("a", "knife", "pistol_22"), stub("b")), *in_action("a"))
    pair.given(SetCondition(combatant="b", condition="unconscious"))
    pair.given(attack("a", "b", weapon="knife", paired=True, range="melee"))
    assert "century.attack" in legal(pair.when(attack("a", "b", weapon="knife", range="melee"), speaker=A))
    jammed = given(
        fight(stub("a", "avenger_9mm"), stub("b")),
        WeaponFailed(combatant="a", weapon="avenger_9mm", state="jammed", rounds=1),
    )
    assert legal(jammed.when(finishes("a"), speaker=A)) == {"century.attempt", "century.clear_jam"}


@pytest.mark.rule("CE-SHEET-31", "CE-END-4")
def test_the_narrator_is_told_which_of_his_commands_are_legal() -> None:
    story = legal(given(fight(stub("a"), stub("b"))).when(EndCombat()))
    actions = legal(slot_of_a().when(BeginRound()))
    assert {"century.begin_round", "century.call_roll", "century.set_scene"} <= story
    assert {"century.end_combat", "century.allow_long_action"} <= actions
    assert "century.end_combat" not in story
    assert not actions & {"century.begin_round", "century.withdraw_roll", "century.attack"}


@pytest.mark.rule("CE-STAG-1")
def test_steps_are_offered_to_those_alone_who_have_a_slot() -> None:
    menu = given(fight(*map(stub, "abcd")), *in_action(*"abcd")).menu()
    steps = {type_of(kind) for kind in CENTURY.commands if issubclass(kind, Acting)} & commands_in(menu)
    assert {"century.attack", "century.move", "century.finish_round"} <= steps
    assert {tuple(choices(menu, step, "actor") or ()) for step in steps} == {("a",)}
    assert choices(menu, "century.attack", "target", actor="a") == ["b", "c", "d"]
