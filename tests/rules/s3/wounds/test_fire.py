"""Fire: catching it, burning, putting it out (S3-FIRE)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.fast_melee import TurnForfeited
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.turns import EndTurn, TurnLost
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.chapters.wounds.fire import Extinguish, FireOut, FireSmothered, FireTicked, Ignited
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.state import Disabled, Fire
from domain.rulesets.s3.words import Intent
from tests.rules.s3.builders import (
    KILLING_SHOT,
    SHOT,
    attack,
    duel,
    effects,
    gunman,
    hazard,
    shot,
    stunt,
    suffered,
    wounds,
)
from tests.rules.s3.specification import Specification, fight, given, newcomer, round_of

TORCH = gunman(flags=["incendiary"])
OUT = Extinguish(actor="ogre")


def ablaze(name: str, intensity: int, flame: int | None = None, *, source: str | None = None, **fields: Any) -> Join:
    """A combatant that burns from the start; the fire has done its whole intensity where nothing else is said."""
    fire = {"intensity": intensity, "flame": intensity if flame is None else flame, "source": source}
    return newcomer(name, fire=fire, **fields)


def fire_of(spec: Specification, name: str = "bell") -> Fire | None:
    return spec.fight.people[name].fire


def burning_ogre(intensity: int = 6, flame: int = 4, **options: Any) -> Specification:
    """The ogre burns, and it is his turn."""
    return duel(ablaze("ogre", intensity, flame), **options)


# S3-FIRE-1, S3-FIRE-2: catching fire


@pytest.mark.rule("S3-FIRE-1", "S3-RUL-23", "S3-EQUIP-15")
@pytest.mark.parametrize(("command", "intent"), [(SHOT, "subdue"), (KILLING_SHOT, "kill")])
def test_the_damage_points_of_an_incendiary_hit_are_intensity_and_flame(command: Attack, intent: Intent) -> None:
    spec = duel(TORCH).when(command, throws=shot(5, 1, "damage 5+2=7c→3", "bell fortitude 4c→4"))
    spec.then(Ignited(combatant="bell", fire=Fire(3, 3, "ogre", intent)))


@pytest.mark.rule("S3-FIRE-1")
def test_heads_that_only_stun_or_only_wound_feed_no_flame() -> None:
    spec = duel(gunman(flags=["incendiary"], stun_bonus=3, wound_bonus=2)).when(
        SHOT, throws=shot(4, 1, "damage 6c→1", "stun_damage 3c→2", "wound_damage 2c→2", "bell fortitude 4c→4")
    )
    assert fire_of(spec) == Fire(1, 1, "ogre", "subdue")


@pytest.mark.rule("S3-FIRE-1")
def test_without_a_damage_point_nothing_catches_fire() -> None:
    spec = duel(gunman(flags=["incendiary"], stun_bonus=3)).when(
        SHOT, throws=shot(4, 1, "damage 6c→0", "stun_damage 3c→2", "bell fortitude 4c→3")
    )
    spec.then(DamageSuffered).never(Ignited)


@pytest.mark.rule("S3-FIRE-1")
def test_neither_a_miss_nor_a_plain_weapon_sets_on_fire() -> None:
    duel(TORCH).when(SHOT, throws=shot(1, 4)).never(Ignited)
    duel().when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→4")).then(Wounded).never(Ignited)


@pytest.mark.rule("S3-FIRE-1")
def test_a_hit_that_disables_leaves_nobody_to_burn() -> None:
    spec = duel(TORCH).when(SHOT, throws=shot(4, 1, "damage 6c→4", "bell fortitude 4c→1"))
    spec.then(CombatantDisabled).never(Ignited)


@pytest.mark.rule("S3-FIRE-2")
def test_the_hit_hurts_as_usual_and_burning_comes_on_top() -> None:
    spec = duel(TORCH).when(SHOT, throws=shot(4, 1, "damage 6c→4", "bell fortitude 4c→3"))
    spec.then(Wounded, Stunned, Ignited)
    assert suffered(spec.events) == [("bell", "damage", 4, 4, 4)]
    assert wounds(spec.events) == [("bell", 4, 2)]


# S3-FIRE-3, S3-FIRE-4: the burn


@pytest.mark.rule("S3-FIRE-3")
def test_a_fire_burns_when_the_turn_of_the_burning_one_ends() -> None:
    spec = duel(ablaze("bell", 5, 2, source="ogre"))
    spec.when(EndTurn(actor="ogre")).never(DamageSuffered, FireTicked)
    spec.when(EndTurn(actor="bell"), throws=["ogre burn 5=5c→1", "bell fortitude 4c→4"])
    assert suffered(spec.events) == [("bell", "burn", 1, 1, 1)]


@pytest.mark.rule("S3-FIRE-3")
@pytest.mark.parametrize(("source", "thrower"), [("ogre", "player"), ("guard", "narrator"), (None, "narrator")])
def test_whoever_lit_the_fire_throws_its_coins(source: str | None, thrower: str) -> None:
    spec = duel(ablaze("bell", 5, source=source), "guard", order="npc_first")
    spec.when(EndTurn(actor="bell"), throws=[f"{source or 'world'} burn 5c→1", "bell fortitude 4c→4"])
    (burn,) = [event for event in spec.events if isinstance(event, CoinsThrown) and event.label == "burn"]
    assert burn.thrower == thrower


@pytest.mark.rule("S3-FIRE-3")
def test_a_fire_lit_during_the_turn_burns_at_its_end() -> None:
    spec = duel().given(Ignited(combatant="ogre", fire=Fire(3, 3)))
    spec.when(EndTurn(actor="ogre"), throws=["burn 3c→1", "ogre fortitude 8c→4"]).then(FireTicked)


@pytest.mark.rule("S3-FIRE-3")
def test_a_fire_burns_again_in_every_round() -> None:
    spec = duel(ablaze("ogre", 3))
    for penalty in ("", "-1", "-1-1"):
        fortitude = {"": "8=8c", "-1": "8-1=7c", "-1-1": "8-2=6c"}[penalty]
        spec.when(EndTurn(actor="ogre"), throws=["burn 3=3c→1", f"ogre fortitude {fortitude}→4"])
        spec.given(EndTurn(actor="bell"), *round_of("ogre", "bell"))


@pytest.mark.rule("S3-FIRE-4", "S3-RUL-23")
def test_the_heads_of_the_burn_are_damage_and_the_new_flame() -> None:
    spec = duel(ablaze("ogre", 6, 6))
    spec.when(EndTurn(actor="ogre"), throws=["burn 6=6c→4", "ogre fortitude 8c→5"])
    spec.then(
        DamageSuffered(combatant="ogre", label="burn", points=4, stun_amount=4, wound_amount=4),
        FireTicked(combatant="ogre", flame=4, round=1),
    )
    assert fire_of(spec, "ogre") == Fire(6, 4, ticked_round=1)


@pytest.mark.rule("S3-FIRE-4", "S3-RUL-23")
def test_with_fire_tick_flat_the_intensity_is_the_damage_without_a_throw() -> None:
    spec = duel(ablaze("ogre", 6, 2), fire_tick="flat")
    spec.when(EndTurn(actor="ogre"), throws=["ogre fortitude 8c→7"])
    spec.then(
        DamageSuffered(combatant="ogre", label="burn", points=6, stun_amount=6, wound_amount=6),
        FireTicked(combatant="ogre", flame=6, round=1),
    )


@pytest.mark.rule("S3-FIRE-5")
@pytest.mark.parametrize(("fortitude", "effect"), [(4, []), (2, ["bell stunned"]), (1, ["bell disabled by fortitude"])])
def test_a_burn_wounds_and_may_stun_or_disable(fortitude: int, effect: list[str]) -> None:
    spec = duel(ablaze("bell", 5), order="npc_first")
    spec.when(EndTurn(actor="bell"), throws=["burn 5c→3", f"bell fortitude 4=4c→{fortitude}"])
    assert wounds(spec.events) == [("bell", 3, 1)]
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-FIRE-5")
def test_a_burn_may_disable_by_wounds() -> None:
    hurt = ablaze("bell", 5, wounds=[{"id": "old", "points": 7, "penalty": 3}])
    spec = duel(hurt, order="npc_first").when(
        EndTurn(actor="bell"), throws=["burn 5c→1", "bell fortitude 4-3=1c→1", "flip T"]
    )
    assert effects(spec.events) == ["bell disabled by wounds"]


@pytest.mark.rule("S3-FIRE-5")
@pytest.mark.parametrize(("intent", "fate"), [("kill", "slain"), ("subdue", "down"), (None, "down")])
def test_a_fire_carries_the_intent_of_whoever_lit_it(intent: Intent | None, fate: str) -> None:
    spec = duel(order="npc_first").given(Ignited(combatant="bell", fire=Fire(5, 5, "ogre", intent)))
    spec.when(EndTurn(actor="bell"), throws=["burn 5c→4", "bell fortitude 4c→2"])
    spec.then(CombatantDisabled)
    assert spec.fight.people["bell"].disabled == Disabled(("fortitude",), fate)  # type: ignore[arg-type]


# S3-FIRE-6: armour


def armoured(kind: str, **fields: Any) -> Join:
    return newcomer("bell", items=[{"kind": kind}], hands={}, armour=kind, **fields)


@pytest.mark.rule("S3-FIRE-6", "S3-EQUIP-22")
@pytest.mark.parametrize(
    ("kind", "torch", "fortitude"),
    [("light_armour", True, "4=4c"), ("fireproof_coat", True, "4+1=5c"), ("light_armour", False, "4+1=5c")],
)
def test_only_fireproof_armour_helps_against_an_incendiary_hit(kind: str, torch: bool, fortitude: str) -> None:
    spec = duel(armoured(kind), TORCH if torch else gunman())
    spec.when(SHOT, throws=shot(4, 1, "damage 4+2=6c→2", f"bell fortitude {fortitude}→4"))


@pytest.mark.rule("S3-FIRE-6")
@pytest.mark.parametrize(("kind", "fortitude"), [("light_armour", "4=4c"), ("fireproof_coat", "4+1=5c")])
def test_only_fireproof_armour_helps_against_the_burn(kind: str, fortitude: str) -> None:
    spec = duel(armoured(kind, fire={"intensity": 5, "flame": 5}), order="npc_first")
    spec.when(EndTurn(actor="bell"), throws=["burn 5=5c→2", f"bell fortitude {fortitude}→4"])


@pytest.mark.rule("S3-FIRE-6", "S3-EQUIP-11")
@pytest.mark.parametrize(("kind", "hit", "burn"), [("light_armour", "6c", "2c"), ("fireproof_coat", "5c", "1c")])
def test_with_armour_damage_only_fireproof_armour_takes_coins_off_fire(kind: str, hit: str, burn: str) -> None:
    spec = duel(armoured(kind), TORCH, armour="damage")
    spec.when(SHOT, throws=shot(4, 1, f"damage {hit}→2", "bell fortitude 4c→4")).given(EndTurn(actor="ogre"))
    spec.when(EndTurn(actor="bell"), throws=[f"burn {burn}→1", "bell fortitude 4-1=3c→3"])


# S3-FIRE-7: stop, drop and roll


@pytest.mark.rule("S3-FIRE-7")
def test_extinguishing_is_a_movement_action_and_an_evasion_throw() -> None:
    spec = burning_ogre().when(OUT, throws=["ogre evasion 6=6c→5"])
    spec.then(ActionTaken(actor="ogre", action="movement", command="s3.extinguish"), FireOut(combatant="ogre"))
    assert spec.fight.turn is not None
    assert (spec.fight.turn.movement, spec.fight.turn.attack) == (False, True)
    assert fire_of(spec, "ogre") is None


@pytest.mark.rule("S3-FIRE-7")
def test_extinguishing_needs_a_fire_and_the_movement_action() -> None:
    duel().when(OUT).refused("S3-FIRE-7")
    burning_ogre().given(ActionTaken(actor="ogre", action="movement", command="s3.move")).when(OUT).refused(
        "S3-TURN-10"
    )
    burning_ogre().given(ActionTaken(actor="ogre", action="attack", command="s3.attack")).when(
        OUT, throws=["ogre evasion 6c→5"]
    ).then(FireOut)


@pytest.mark.rule("S3-FIRE-7")
def test_every_penalty_on_evasion_lowers_the_throw() -> None:
    ogre = ablaze(
        "ogre",
        6,
        items=[{"kind": "heavy_armour"}],
        hands={},
        armour="heavy_armour",
        wounds=[{"id": "old", "points": 2, "penalty": 1}],
        limbs={"left_leg": {}},
        skills={"evasion": 9},
    )
    duel(ogre).when(OUT, throws=["ogre evasion 9-1-3-2=3c→1"])


@pytest.mark.rule("S3-FIRE-7")
def test_extinguishing_may_be_a_stunt() -> None:
    rolling = Extinguish(actor="ogre", stunt=stunt("athletics"))
    spec = burning_ogre().when(rolling, throws=["ogre evasion 6c→1", "ogre athletics 6c→4"]).then(FireOut)
    assert spec.fight.people["ogre"].breath == 2
    spec.given(Ignited(combatant="ogre", fire=Fire(2, 2)), EndTurn(actor="ogre"), EndTurn(actor="bell"))
    spec.given(*round_of("ogre", "bell")).when(rolling).refused("S3-STUNT-17")


# S3-FIRE-8, S3-FIRE-9: what smothering leaves


@pytest.mark.rule("S3-FIRE-8", "S3-RUL-23")
@pytest.mark.parametrize(("heads", "left"), [(6, None), (4, None), (3, 1), (2, 2), (1, 3)])
def test_successes_are_taken_off_the_last_damage_and_a_tie_puts_the_fire_out(heads: int, left: int | None) -> None:
    spec = burning_ogre(6, 4).when(OUT, throws=[f"ogre evasion 6c→{heads}"])
    if left is None:
        spec.then(FireOut(combatant="ogre")).never(FireSmothered)
    else:
        spec.then(FireSmothered(combatant="ogre", intensity=left, flame=left)).never(FireOut)
        assert fire_of(spec, "ogre") == Fire(left, left)


@pytest.mark.rule("S3-FIRE-8")
def test_without_a_success_nothing_changes() -> None:
    spec = burning_ogre(6, 4).when(OUT, throws=["ogre evasion 6c→0"]).never(FireSmothered, FireOut)
    assert fire_of(spec, "ogre") == Fire(6, 4)


@pytest.mark.rule("S3-FIRE-9", "S3-RUL-23")
@pytest.mark.parametrize(("heads", "left"), [(6, None), (5, 1), (4, 2), (2, 4)])
def test_with_fire_smother_intensity_successes_are_taken_off_the_intensity(heads: int, left: int | None) -> None:
    spec = burning_ogre(6, 4, fire_smother="intensity").when(OUT, throws=[f"ogre evasion 6c→{heads}"])
    assert fire_of(spec, "ogre") == (None if left is None else Fire(left, 4))


@pytest.mark.rule("S3-FIRE-9")
@pytest.mark.parametrize("flame", [0, 4])
def test_with_fire_smother_intensity_no_success_leaves_the_fire(flame: int) -> None:
    spec = burning_ogre(6, flame, fire_smother="intensity").when(OUT, throws=["ogre evasion 6c→0"])
    spec.never(FireOut, FireSmothered)


# S3-FIRE-10: once a round


@pytest.mark.rule("S3-FIRE-10", "S3-RUL-24")
def test_of_several_turns_in_a_round_only_the_first_ends_in_a_burn() -> None:
    spec = given(fight("fox", "hu", ablaze("general", 3)), *round_of("fox", "general", "npc_first"))
    spec.when(EndTurn(actor="general"), throws=["burn 3=3c→1", "general fortitude 8c→4"])
    spec.given(EndTurn(actor="fox"), BeginTurn(pc="hu", npc="general", order="npc_first"))
    spec.when(EndTurn(actor="general")).never(FireTicked, DamageSuffered)
    spec.given(EndTurn(actor="hu"), *round_of("fox", "general", "npc_first"))
    spec.when(EndTurn(actor="general"), throws=["burn 3=3c→1", "general fortitude 8-1=7c→4"])


@pytest.mark.rule("S3-FIRE-10", "S3-RUL-24")
def test_whoever_has_no_turn_burns_at_the_end_of_the_round() -> None:
    burning = (ablaze("guard", 2), ablaze("bell_b", 3))
    spec = given(fight("jade", "bell_a", *burning), *round_of("jade", "bell_a"))
    spec.when(EndTurn(actor="jade")).never(FireTicked)
    spec.when(
        EndTurn(actor="bell_a"),
        throws=["burn 2c→1", "guard fortitude 4c→2", "burn 3c→1", "bell_b fortitude 4c→2"],
    )
    assert fire_of(spec, "bell_b") == Fire(3, 1, ticked_round=1)
    spec.given(*round_of("jade", "bell_b", "npc_first"))
    spec.when(EndTurn(actor="bell_b"), throws=["burn 3c→1", "bell_b fortitude 4-1=3c→2"])


@pytest.mark.rule("S3-FIRE-10", "S3-FIRE-3")
def test_a_fire_lit_after_the_turn_of_the_round_waits_for_the_next_one() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"), EndTurn(actor="bell"))
    spec.given(Ignited(combatant="bell", fire=Fire(3, 3)))
    spec.when(EndTurn(actor="ogre")).never(FireTicked)
    spec.given(*round_of("ogre", "bell", "npc_first"))
    spec.when(EndTurn(actor="bell"), throws=["burn 3c→1", "bell fortitude 4c→2"])


# S3-FIRE-11: set on fire again


@pytest.mark.rule("S3-FIRE-11")
@pytest.mark.parametrize(
    ("old", "points", "both"),
    [
        (Fire(5, 1, "guard", "kill"), 3, Fire(5, 3, "guard", "kill")),
        (Fire(2, 4, "guard", "kill"), 3, Fire(3, 4, "ogre", "subdue")),
        (Fire(3, 0, "guard", "kill"), 3, Fire(3, 3, "guard", "kill")),
        (Fire(5, 5, "guard", "kill"), 1, Fire(5, 5, "guard", "kill")),
    ],
)
def test_a_second_fire_leaves_the_higher_intensity_and_the_higher_flame(old: Fire, points: int, both: Fire) -> None:
    spec = duel("guard", TORCH).given(Ignited(combatant="bell", fire=old))
    spec.when(SHOT, throws=shot(5, 1, f"damage 7c→{points}", "bell fortitude 4c→4"))
    assert fire_of(spec) == both


@pytest.mark.rule("S3-FIRE-11", "S3-FIRE-10")
def test_whoever_has_burned_in_this_round_does_not_burn_again_for_being_lit_again() -> None:
    spec = given(fight("fox", "hu", ablaze("general", 3)), *round_of("fox", "general", "npc_first"))
    spec.when(EndTurn(actor="general"), throws=["burn 3c→1", "general fortitude 8c→4"])
    spec.when(hazard(5, "general", incendiary=True), throws=["damage 5c→4", "general fortitude 8-1=7c→5"])
    assert fire_of(spec, "general") == Fire(4, 4, ticked_round=1)
    spec.given(EndTurn(actor="fox"), BeginTurn(pc="hu", npc="general", order="npc_first"))
    spec.when(EndTurn(actor="general")).never(FireTicked)


# S3-FIRE-12: lost turns


@pytest.mark.rule("S3-FIRE-12")
def test_a_turn_lost_to_a_stun_ends_in_the_burn() -> None:
    spec = duel(ablaze("bell", 3), "guard").given(Stunned(combatant="bell"))
    spec.when(EndTurn(actor="ogre"), throws=["burn 3c→1", "bell fortitude 4c→3"])
    spec.then(TurnLost(actor="bell", reason="stunned"), FireTicked)


@pytest.mark.rule("S3-FIRE-12")
def test_a_forfeited_turn_ends_in_the_burn() -> None:
    spec = duel(ablaze("bell", 3), "guard").given(TurnForfeited(combatant="bell"))
    spec.when(EndTurn(actor="ogre"), throws=["burn 3c→1", "bell fortitude 4c→3"])
    spec.then(TurnLost(actor="bell", reason="forfeited"), FireTicked)


@pytest.mark.rule("S3-FIRE-12")
def test_a_turn_cut_short_by_a_stun_ends_in_the_burn() -> None:
    spec = duel(ablaze("bell", 3), order="npc_first")
    spec.when(Impose(combatant="bell", stunned=True), throws=["burn 3c→1", "bell fortitude 4c→3"]).then(FireTicked)


@pytest.mark.rule("S3-FIRE-12")
def test_the_stunned_may_buy_the_action_that_puts_the_fire_out() -> None:
    spec = duel(ablaze("ogre", 6, 5), order="npc_first").given(Stunned(combatant="ogre"))
    spec.when(EndTurn(actor="bell")).asks("act_stunned", "ogre").answer("spend")
    spec.when(OUT, throws=["ogre evasion 6c→4"]).then(FireSmothered(combatant="ogre", intensity=1, flame=1))
    spec.when(attack("ogre", "bell", "pistol")).refused("S3-STUN-7")


# S3-FIRE-13: a burn without a head


@pytest.mark.rule("S3-FIRE-13")
def test_a_burn_without_a_head_keeps_the_intensity_and_is_smothered_by_the_attempt() -> None:
    spec = duel(ablaze("ogre", 3))
    spec.when(EndTurn(actor="ogre"), throws=["burn 3c→0"]).then(FireTicked(combatant="ogre", flame=0, round=1))
    assert fire_of(spec, "ogre") == Fire(3, 0, ticked_round=1)
    spec.given(EndTurn(actor="bell"), *round_of("ogre", "bell"))
    spec.when(OUT, throws=["ogre evasion 6c→0"]).then(FireOut(combatant="ogre"))


@pytest.mark.rule("S3-FIRE-13")
def test_a_fire_that_showed_no_head_burns_on_with_all_its_coins() -> None:
    spec = duel(ablaze("ogre", 3, 0))
    spec.when(EndTurn(actor="ogre"), throws=["burn 3=3c→1", "ogre fortitude 8c→5"])
