"""What the state of an actor forbids on its turn (S3-LEGAL); limbs and vehicles stand in ``test_legality_bodies``."""

import pytest

from domain.core.commands import Command
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.attacks import ExtraAttackOpened
from domain.rulesets.s3.chapters.movement.leaving import FellProne, LeftFight
from domain.rulesets.s3.chapters.movement.walking import StandUp
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import StunOver, TurnBegun, TurnEnded, TurnLost
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.poison import DoseGiven
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.parts import Stunt
from domain.rulesets.s3.state import Dose, Drag
from tests.rules.s3.builders import attack, check, stunt
from tests.rules.s3.every_command import (
    ACTING,
    ATTACKS,
    EVERYTHING,
    FREE,
    GROUND,
    LOST,
    MOVEMENTS,
    choke,
    everything,
    face_to_face,
    left_open,
    ogre,
    pin,
    rule_against,
    rules_against,
)
from tests.rules.s3.specification import Specification, Step, engage, fight, given, round_of


def test_every_command_is_tried() -> None:
    assert set(everything("ogre", "asura")) == EVERYTHING
    assert {kind.model_fields["type"].default for kind in ACTING} == {f"s3.{name}" for name in EVERYTHING}


# S3-LEGAL-1


@pytest.mark.rule("S3-LEGAL-1")
def test_without_a_special_state_no_state_forbids_anything() -> None:
    spec = face_to_face()
    rules = rules_against(spec)
    assert not [rule for rule in rules.values() if rule is not None and rule.startswith("S3-LEGAL")]
    legal = {name for name, rule in rules.items() if rule is None}
    assert legal >= {"attack", "trip", "disarm", "pin", "move", "climb", "drop_down", "flee", "chase", "check"} | {
        "stow",
        "drop",
        "end_turn",
    }


@pytest.mark.rule("S3-LEGAL-1")
def test_whatever_an_action_is_left_for_is_legal_in_either_order() -> None:
    before = rules_against(face_to_face())
    moved = face_to_face().given(check("ogre", "awareness", action="movement"))
    after_moving = rules_against(moved)
    for name in EVERYTHING:
        wanted = "S3-TURN-10" if name in MOVEMENTS and before[name] is None else before[name]
        assert after_moving[name] == wanted, name
    struck = face_to_face().given(check("ogre", "awareness", action="attack"))
    after_striking = rules_against(struck)
    for name in EVERYTHING:
        wanted = "S3-TURN-11" if name in ATTACKS and before[name] is None else before[name]
        assert after_striking[name] == wanted, name


# S3-LEGAL-2, S3-LEGAL-3


@pytest.mark.rule("S3-LEGAL-2")
def test_the_stunned_without_breath_lose_the_turn_and_command_nothing() -> None:
    spec = given(fight("ogre", "bell"), Stunned(combatant="bell"), BeginRound())
    spec.when(BeginTurn(pc="ogre", npc="bell", order="npc_first"))
    spec.then(
        TurnBegun(actor="bell"),
        StunOver(combatant="bell"),
        TurnLost(actor="bell", reason="stunned"),
        TurnEnded(actor="bell"),
        TurnBegun(actor="ogre"),
    )
    assert set(rules_against(spec, "bell", "ogre").values()) == {"S3-TURN-27"}


@pytest.mark.rule("S3-LEGAL-2")
def test_the_stunned_command_nothing_until_they_spend_breath_and_then_the_turn_is_lost() -> None:
    spec = given(fight("ogre", "bell"), Stunned(combatant="ogre"), *round_of("ogre", "bell"))
    spec.asks("act_stunned", "ogre")
    assert set(rules_against(spec, "ogre", "bell").values()) == {"S3-TURN-28"}
    spec.answer("decline").then(TurnLost(actor="ogre", reason="stunned"), TurnBegun(actor="bell"))


def gathered(*steps: Step, pc: str = "ogre", npc: str = "asura", pc_first: bool = True) -> Specification:
    """A stunned combatant has bought a single action for one Breath."""
    actor = pc if pc_first else npc
    opening = (fight(pc, npc), GROUND, Stunned(combatant=actor), *steps)
    spec = given(*opening, *round_of(pc, npc, "pc_first" if pc_first else "npc_first"))
    return spec.answer("spend").then(BreathSpent(combatant=actor, points=1, purpose="act_stunned"))


@pytest.mark.rule("S3-LEGAL-3", "S3-RUL-17")
@pytest.mark.parametrize("action", ["movement", "attack"])
def test_a_bought_action_is_one_movement_action_or_one_attack_action(action: str) -> None:
    spec = gathered(engage("ogre", "asura"))
    before = rules_against(spec)
    assert (before["move"], before["attack"]) == (None, None)
    after = rules_against(spec.given(check("ogre", "awareness", action=action)))
    for name in EVERYTHING:
        wanted = "S3-STUN-7" if name in ATTACKS | MOVEMENTS and before[name] is None else before[name]
        assert after[name] == wanted, name
    assert (after["stow"], after["drop"], after["end_turn"]) == (None, None, None)


@pytest.mark.rule("S3-LEGAL-3")
@pytest.mark.parametrize("name", ["attack", "trip", "disarm", "pin", "strangle"])
def test_a_bought_attack_makes_no_step(name: str) -> None:
    distant, close = gathered(), gathered(engage("ogre", "asura"))
    for spec in (distant, close):
        spec.given(Stow(actor="ogre", item="pistol"))
    assert rule_against(distant.fight, everything("ogre", "asura")[name]) == "S3-LEGAL-3"
    assert rule_against(close.fight, everything("ogre", "asura")[name]) is None


@pytest.mark.rule("S3-LEGAL-3")
def test_a_bought_attack_brings_no_extra_attack() -> None:
    spear = attack("general", "ogre", "spear")
    thrust = ["general melee 9+1+1=11c→2", "ogre evasion 6c→4"]
    ordinary = given(fight("ogre", "general"), engage("ogre", "general"), *round_of("ogre", "general", "npc_first"))
    ordinary.when(spear, "ogre: evasion", throws=thrust).then(
        ExtraAttackOpened(actor="general", talent="double_strike")
    )
    bought = gathered(engage("ogre", "general"), npc="general", pc_first=False)
    bought.when(spear, "ogre: evasion", throws=thrust).never(ExtraAttackOpened)
    bought.when(spear).refused("S3-STUN-7")


# S3-LEGAL-4 to S3-LEGAL-6


@pytest.mark.rule("S3-LEGAL-4")
def test_the_pinned_break_free_drop_release_or_end_the_turn() -> None:
    spec = face_to_face(pin("asura", "ogre"))
    assert left_open(spec, "S3-PIN-3") == {"break_free", "drop", "release", "end_turn"}


@pytest.mark.rule("S3-LEGAL-5")
def test_the_choked_strike_at_the_choker_handle_their_things_or_break_free() -> None:
    spec = face_to_face(choke("asura", "ogre"))
    allowed = {"break_free", "attack", "trip", "disarm", "pin", "end_turn"} | FREE
    assert left_open(spec, "S3-LEGAL-5") == allowed
    at_others = allowed - {"attack", "trip", "disarm", "pin"}
    assert left_open(spec, "S3-LEGAL-5", foe="bell") == at_others


@pytest.mark.rule("S3-LEGAL-6")
def test_the_dragged_break_free_drop_or_end_the_turn() -> None:
    drag = DragBegun(drag=Drag("drag_1", "asura", "ogre", "hatchets", 5, 3, "subdue", 0))
    assert left_open(face_to_face(drag), "S3-LEGAL-6") == {"break_free", "drop", "end_turn"}


# S3-LEGAL-7


@pytest.mark.rule("S3-LEGAL-7")
def test_the_prone_do_all_but_walk() -> None:
    spec = face_to_face(FellProne(combatant="ogre"))
    forbidden = {"move", "climb", "drop_down", "flee", "chase", "hide", "switch_vehicle"}
    assert left_open(spec, "S3-LEGAL-7") == EVERYTHING - forbidden
    assert rule_against(spec.fight, StandUp(actor="ogre")) is None


@pytest.mark.rule("S3-LEGAL-7")
@pytest.mark.parametrize("how", [None, stunt("athletics")])
def test_the_prone_strike_whom_they_reach_and_step_to_nobody(how: Stunt | None) -> None:
    spec = given(fight("ogre", "asura", "bell"), engage("ogre", "asura"), *round_of("ogre", "asura"))
    spec.given(FellProne(combatant="ogre"))
    spec.when(attack("ogre", "bell", stunt=how)).refused("S3-LEGAL-7")
    spec.when(attack("ogre", "asura", stunt=how)).asks("oppose", "asura")


# S3-LEGAL-12, S3-LEGAL-13


@pytest.mark.rule("S3-LEGAL-12", "S3-LEGAL-13")
@pytest.mark.parametrize("hold", [pin("ogre", "asura"), choke("ogre", "asura")])
def test_a_holder_may_do_everything(hold: Event) -> None:
    free, holding = rules_against(face_to_face()), rules_against(face_to_face(hold))
    changed = {name for name in EVERYTHING if free[name] != holding[name]}
    assert changed <= {"release", "finish_strangle"}


# S3-LEGAL-14


@pytest.mark.rule("S3-LEGAL-14")
def test_fire_blindness_wounds_and_poison_forbid_nothing() -> None:
    wound = {"id": "old", "points": 9, "penalty": 3, "source": "before"}
    fire = {"intensity": 3, "flame": 3}
    healthy = rules_against(face_to_face())
    dose = DoseGiven(combatant="ogre", dose=Dose("dose_1", "viper_oil", 4, "blade", 1, 0))
    for spec in (
        face_to_face(hero=ogre(limbs={"eyes": LOST})),
        face_to_face(hero=ogre(wounds=[wound])),
        face_to_face(dose),
    ):
        assert rules_against(spec) == healthy
    burning = face_to_face(hero=ogre(fire=fire))
    assert rules_against(burning) == {**healthy, "extinguish": None}


# S3-LEGAL-15


@pytest.mark.rule("S3-LEGAL-15", "S3-ATK-14")
@pytest.mark.parametrize("gone", [Impose(combatant="bell", disabled="down"), Remove(combatant="bell")])
@pytest.mark.parametrize("name", ["attack", "trip", "disarm", "pin", "strangle", "chase", "search"])
def test_nobody_aims_at_who_is_disabled_or_out(gone: Command, name: str) -> None:
    spec = face_to_face(gone, Stow(actor="ogre", item="pistol"))
    assert rule_against(spec.fight, everything("ogre", "bell")[name]) == "S3-LEGAL-15"


@pytest.mark.rule("S3-LEGAL-15")
@pytest.mark.parametrize("gone", [Impose(combatant="bell", disabled="down"), Remove(combatant="bell")])
def test_who_is_disabled_or_out_commands_nothing_and_opposes_nothing(gone: Command) -> None:
    spec = face_to_face(gone)
    spec.when(check("bell", "awareness")).refused("S3-LEGAL-15")
    assert set(rules_against(spec, "bell", "ogre").values()) == {"S3-TURN-27"}
    spec.when(check("ogre", "stealth", against="bell awareness"), throws=["ogre stealth 2c→1"])
    assert [event.combatant for event in spec.events if isinstance(event, CoinsThrown)] == ["ogre"]


@pytest.mark.rule("S3-LEGAL-15")
@pytest.mark.parametrize(
    ("gone", "because"),
    [
        (Impose(combatant="bell", disabled="down"), "is out of action"),
        (Remove(combatant="bell"), "has left the fight"),
        (LeftFight(combatant="bell", reason="escaped"), "has escaped"),
    ],
)
def test_a_refusal_says_why_somebody_takes_no_part(gone: Step, because: str) -> None:
    spec = face_to_face(gone)
    for command in (attack("ogre", "bell"), check("bell", "awareness")):
        refusal = spec.when(command).refused("S3-LEGAL-15").refusal
        assert refusal is not None
        assert refusal.detail == f"Golden Bell member {because}."


@pytest.mark.rule("S3-LEGAL-15")
def test_who_is_disabled_on_its_own_turn_has_no_turn_any_more() -> None:
    spec = face_to_face(Impose(combatant="ogre", disabled="critical"))
    assert set(rules_against(spec).values()) == {"S3-TURN-27"}


# Rows add up


@pytest.mark.rule("S3-LEGAL-5", "S3-LEGAL-7")
def test_an_actor_in_two_states_may_do_what_both_allow() -> None:
    rules = rules_against(face_to_face(choke("asura", "ogre"), FellProne(combatant="ogre")))
    open_in_both = {name for name, rule in rules.items() if rule not in ("S3-LEGAL-5", "S3-LEGAL-7")}
    assert open_in_both == {"break_free", "attack", "trip", "disarm", "pin", "end_turn"} | FREE
