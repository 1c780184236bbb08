"""The order of effects and of coins, and which answer and which refusal come first (S3-ORDER)."""

from typing import Any

import pytest

from domain.core.commands import Command, Join, SentAnswer
from domain.core.events import Answered
from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.attack.reach import Engaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.climbing import Climb
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.hiding import DistractionEnded, Search
from domain.rulesets.s3.chapters.movement.leaving import FellProne, LeftFight
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.movement.walking import Move, StandUp
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract, SetScene, Zone
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent, StuntDeclared
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.gear import PickUp
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, InitiativeSettled
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, RoundBegun, RoundClosing, RoundEnded
from domain.rulesets.s3.chapters.turns.turns import EndTurn, PairingClosed, TurnBegun, TurnEnded, TurnEnding
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import SeatTaken, VehicleHalting
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost, LimbRestored
from domain.rulesets.s3.chapters.wounds.fire import Extinguish, FireTicked, Ignited
from domain.rulesets.s3.chapters.wounds.poison import DoseStruck
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Wounded
from domain.rulesets.s3.state import Drag, Fire, Hold, Loss
from domain.rulesets.s3.words import Limb
from tests.laws.menus import listed
from tests.rules.s3.builders import (
    SHOT,
    attack,
    check,
    defend,
    duel,
    flee,
    gunman,
    hazard,
    hide,
    link,
    player,
    shot,
    stunt,
)
from tests.rules.s3.notation import thrown
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

FIRE = {"intensity": 2, "flame": 2}
LATE = {"id": "late", "poison": "viper_oil", "coins": 4, "route": "blade"}
EARLY = {"id": "early", "poison": "viper_oil", "coins": 3, "route": "blade"}


def end(actor: str) -> Command:
    return EndTurn(actor=actor)


def pairing(pc: str, npc: str, order: str = "pc_first") -> Command:
    return BeginTurn.model_validate({"pc": pc, "npc": npc, "order": order})


def held(kind: str, holder: str, victim: str, successes: int = 3, since: int = 0) -> Hold:
    return Hold(f"{kind}_by_{holder}", kind, holder, victim, successes, "unarmed", 0, since, victim_turns=1)


def cycle(*aboard: str) -> Join:
    """A vehicle that stands where everybody is."""
    return riding("cycle", *aboard).model_copy(
        update={"sheet": {"driver": aboard[0], "riders": aboard[1:], "zone": "here"}}
    )


def order_of(spec: Specification, *kinds: type[Event]) -> list[type[Event]]:
    """The events of these kinds that the last command recorded, in order."""
    assert spec.refusal is None, spec.refusal
    return [type(event) for event in spec.events if isinstance(event, kinds)]


# Opposed actions


@pytest.mark.rule("S3-ORDER-1")
def test_an_opposed_action_pays_steps_lets_answer_throws_flips_and_has_consequences_in_this_order() -> None:
    spec = given(fight("jade", "jailor"), *round_of("jade", "jailor"))
    spec.when(
        attack("jade", "jailor", stunt=stunt("bravado")),
        defend("jailor", "evasion", "awareness"),
        "jade: heads",
        throws=[
            "jade hand_to_hand 5c→3",
            "jade bravado 0c→0",
            "jailor evasion 6c→2",
            "jailor awareness 7c→3",
            "flip H",
            "damage 3c→1",
            "jailor fortitude 5c→2",
        ],
    )
    assert [
        event.combatant if isinstance(event, StuntDeclared | BreathSpent | CoinsThrown) else type(event)
        for event in spec.events
        if isinstance(
            event,
            StuntDeclared | BreathSpent | Engaged | CoinsThrown | CoinFlipped | ContestSettled | AttackHit | Wounded,
        )
    ] == [
        *("jade", "jade", Engaged),
        *("jailor", "jailor"),
        *("jade", "jade", "jailor", "jailor"),
        *(CoinFlipped, ContestSettled, AttackHit, "jade", "jailor", Wounded),
    ]


@pytest.mark.rule("S3-ORDER-1")
def test_the_actor_pays_and_steps_before_the_opponent_is_asked_and_no_coin_falls_before_its_answer() -> None:
    spec = given(fight("jade", "jailor"), *round_of("jade", "jailor"))
    spec.when(attack("jade", "jailor", stunt=stunt("bravado")), throws=[])
    spec.then(StuntDeclared, BreathSpent, Engaged).asks("oppose", "jailor")
    assert spec.fight.people["jade"].breath == 2


@pytest.mark.rule("S3-ORDER-1", "S3-ORDER-13")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (attack("jade", "nobody", stunt=stunt("bravado")), "S3-ATK-14"),
        (attack("jade", "jailor", stunt=stunt("bravado"), answers=(defend("jailor", "melee"),)), "S3-ATK-4"),
        (attack("jade", "jailor", stunt=stunt("bravado"), answers=(defend("jailor", "stealth"),)), "S3-OPP-2"),
    ],
)
def test_a_refusal_and_an_illegal_answer_sent_along_change_nothing(command: Command, rule: str) -> None:
    spec = given(fight("jade", "jailor"), *round_of("jade", "jailor"))
    before = spec.fight.version
    spec.when(command).refused(rule, "invalid" if rule == "S3-ATK-14" else "refused")
    after = spec.fight
    assert (after.version, after.prompts, after.engaged, after.people["jade"].breath) == (before, (), (), 3)
    assert after.turn is not None
    assert (after.turn.movement, after.turn.attack) == (True, True)


@pytest.mark.rule("S3-ORDER-13")
def test_an_illegal_answer_to_an_open_prompt_leaves_it_open() -> None:
    spec = given(fight("jade", "bell"), *round_of("jade", "bell", "npc_first"))
    spec.when(attack("bell", "jade", "pistol")).asks("oppose", "jade")
    prompt = spec.fight.prompts
    spec.answer({"skill": "hand_to_hand"}).refused("S3-OPP-2")
    assert spec.fight.prompts == prompt
    spec.answer({"skill": "evasion"}, throws=["bell sharpshooting 6c→2", "jade evasion 7c→3"]).then(AttackMissed)


def offered(spec: Specification, speaker: Speaker) -> list[dict[str, str]]:
    """The answers to the first prompt that are offered to a speaker: skills, with each item where they need one."""
    menu = spec.menu(speaker)
    (answer,) = menu.prompts[0]["answers"]
    skills = listed(menu, answer["fields"], "skill") or []
    items = {skill: listed(menu, answer["fields"], "item", skill=skill) for skill in skills}
    return [
        {"skill": skill, **item}
        for skill in skills
        for item in ([{"item": one} for one in items[skill] or ()] if items[skill] is not None else [{}])
    ]


@pytest.mark.rule("S3-ORDER-13")
@pytest.mark.parametrize(("limb", "armed"), [("main_arm", False), ("left_leg", True)])
def test_the_options_list_what_is_legal_now_in_answer_to_an_open_prompt(limb: Limb, armed: bool) -> None:
    guard = newcomer("guard", items=[{"kind": "saber"}, {"kind": "rifle"}], hands={"main": "saber", "off": "rifle"})
    spec = given(fight("jade", guard), engage("jade", "guard"), *round_of("jade", "guard"))
    spec.when(attack("jade", "guard")).asks("oppose", "guard").given(Impose(combatant="guard", limb=limb))
    parry = {"skill": "melee", "item": "saber"}
    legal = [{"skill": "evasion"}, {"skill": "hand_to_hand"}, *([parry] if armed else [])]
    assert offered(spec, player("guard")) == legal
    if not armed:
        spec.answer(parry).refused("S3-ATK-4")


@pytest.mark.rule("S3-ORDER-2")
def test_one_side_throws_its_primary_its_secondaries_as_given_and_its_equipment() -> None:
    spec = given(fight("devil", "guard"), engage("devil", "guard"), *round_of("devil", "guard"))
    spec.when(
        attack("devil", "guard", "straightsword", stunt=stunt("stealth", "acrobatics", "bravado")),
        "guard: evasion",
        throws=[
            "devil melee 9c→1",
            "devil stealth 10c→1",
            "devil acrobatics 7c→1",
            "devil bravado 9c→1",
            "equipment 1c→0",
            "guard evasion 4c→2",
        ],
    )
    assert spec.refusal is None


@pytest.mark.rule("S3-ORDER-2")
def test_outside_stunts_there_is_no_throw_of_the_equipment() -> None:
    spec = given(fight("devil", "guard"), engage("devil", "guard"), *round_of("devil", "guard"))
    throws = ["devil melee 9+1=10c→1", "guard evasion 4c→2"]
    spec.when(attack("devil", "guard", "straightsword"), "guard: evasion", throws=throws).then(AttackMissed)


# The end of a turn


@pytest.mark.rule("S3-ORDER-3")
def test_at_the_end_of_a_turn_burn_doses_drag_and_halting_vehicle_fall_in_this_order() -> None:
    star = newcomer("star", fortitude=20, fire=FIRE, doses=[EARLY, LATE])
    drag = DragBegun(drag=Drag("drag", "star", "ripper", "chain_whip", 5, 6, "subdue", 0))
    halting = VehicleHalting(vehicle="cycle", cause="damage")
    spec = given(fight(star, "ripper", "bell", cycle("star")), drag, halting, *round_of("star", "bell"))
    spec.when(
        end("star"),
        throws=[
            "burn 2c→1",
            "star fortitude 20c→9",
            "poison 3c→1",
            "star fortitude 20-1=19c→9",
            "poison 4c→1",
            "star fortitude 20-2=18c→9",
            "star drag 5c→1",
            "ripper fortitude 6c→2",
        ],
    )
    steps = (TurnEnding, FireTicked, DoseStruck, LeftFight, TurnEnded, TurnBegun)
    assert order_of(spec, *steps)[:5] == [TurnEnding, FireTicked, DoseStruck, DoseStruck, LeftFight]
    assert order_of(spec, DamageSuffered, LeftFight) == [*[DamageSuffered] * 4, LeftFight, LeftFight]
    assert order_of(spec, *steps)[-2:] == [TurnEnded, TurnBegun]
    assert [event.dose for event in spec.events if isinstance(event, DoseStruck)] == ["early", "late"]


@pytest.mark.rule("S3-ORDER-3")
def test_a_choke_that_was_not_finished_lapses_after_everything_that_hurts_and_before_the_turn_is_over() -> None:
    hu = newcomer("hu", fire=FIRE)
    choke, drag = (
        Choked(hold=held("choke", "hu", "bell")),
        DragBegun(drag=Drag("drag", "hu", "ripper", "chain_whip", 5, 6, "subdue", 0)),
    )
    spec = given(fight(hu, "bell", "ripper"), choke, drag, *round_of("hu", "bell"))
    spec.when(end("hu"), throws=["burn 2c→1", "hu fortitude 6c→3", "hu drag 5c→1", "ripper fortitude 6c→2"])
    assert order_of(spec, DamageSuffered, HoldEnded, TurnEnded) == [
        DamageSuffered,
        DamageSuffered,
        HoldEnded,
        TurnEnded,
    ]
    assert HoldEnded(hold="choke_by_hu", kind="choke", holder="hu", held="bell", reason="not_finished") in spec.events


@pytest.mark.rule("S3-ORDER-3")
def test_each_step_of_a_turns_end_needs_somebody_still_able() -> None:
    star = newcomer("star", fire=FIRE, doses=[EARLY])
    drag = DragBegun(drag=Drag("drag", "star", "ripper", "chain_whip", 5, 6, "subdue", 0))
    spec = given(fight(star, "ripper", "bell", cycle("star")), drag, VehicleHalting(vehicle="cycle", cause="damage"))
    spec.given(*round_of("star", "bell"))
    spec.when(end("star"), throws=["burn 2c→2", "star fortitude 6c→1"]).then(CombatantDisabled, TurnEnded)
    spec.never(DoseStruck)
    assert spec.fight.people["star"].out is None


@pytest.mark.rule("S3-ORDER-3", "S3-ORDER-5")
def test_pairing_and_round_close_when_the_effects_of_the_last_turn_have_fallen() -> None:
    burning = newcomer("bell", fire=FIRE)
    spec = given(fight("ogre", burning), *round_of("ogre", "bell"), end("ogre"))
    spec.when(end("bell"), throws=["burn 2c→1", "bell fortitude 4c→2"])
    order = (DamageSuffered, TurnEnded, PairingClosed, RoundClosing, RoundEnded)
    assert order_of(spec, *order) == list(order)


# Rounds and pairings


@pytest.mark.rule("S3-ORDER-4")
def test_a_round_begins_with_the_doses_due_by_joining_and_age_and_counts_the_pcs_then() -> None:
    due = [{**EARLY, "turns_had": 1}, {**LATE, "turns_had": 1}]
    spec = given(fight(newcomer("bell", fortitude=9, doses=due), newcomer("jade", doses=due), "fox"))
    spec.when(
        BeginRound(),
        throws=[
            "poison 3c→1",
            "bell fortitude 9c→2",
            "poison 4c→1",
            "bell fortitude 9-1=8c→2",
            "poison 3c→3",
            "jade fortitude 5c→1",
        ],
    ).then(DoseStruck, DoseStruck, DoseStruck, CombatantDisabled, RoundBegun(round=1, pairings=1, pcs=("fox",)))


@pytest.mark.rule("S3-ORDER-5")
def test_a_round_ends_with_burns_doses_riders_timers_in_this_order() -> None:
    flash = {"eyes": {"source": "flash", "until_round": 1}}
    burning = newcomer("guard", fortitude=9, fire=FIRE, doses=[EARLY])
    blinded = newcomer("eagle", fire=FIRE, doses=[LATE], limbs=flash)
    spec = given(
        fight("ogre", "bell", "ripper", burning, blinded, cycle("ripper")),
        VehicleHalting(vehicle="cycle", cause="damage"),
        Distract(zone="here", until_round=1),
        *round_of("ogre", "bell"),
        end("ogre"),
    )
    spec.when(
        end("bell"),
        throws=[
            "burn 2c→1",
            "guard fortitude 9c→2",
            "burn 2c→1",
            "eagle fortitude 5c→2",
            "poison 3c→1",
            "guard fortitude 9-1=8c→2",
            "poison 4c→1",
            "eagle fortitude 5-1=4c→2",
        ],
    )
    kinds = (
        *(PairingClosed, RoundClosing, FireTicked, DoseStruck, LeftFight),
        *(LimbRestored, DistractionEnded, RoundEnded),
    )
    assert order_of(spec, *kinds) == [
        *(PairingClosed, RoundClosing, FireTicked, FireTicked, DoseStruck, DoseStruck, LeftFight),
        *(LimbRestored, DistractionEnded, RoundEnded),
    ]


@pytest.mark.rule("S3-ORDER-5")
def test_at_the_end_of_a_round_only_those_burn_who_had_no_turn_and_later_losses_last_on() -> None:
    spec = given(
        fight(newcomer("ogre", fire=FIRE), "bell"),
        LimbLost(combatant="bell", limb="eyes", loss=Loss("flash", 2)),
        Distract(zone="here", until_round=2),
        *round_of("ogre", "bell"),
    )
    spec.when(end("ogre"), throws=["burn 2c→1", "ogre fortitude 8c→2"])
    spec.when(end("bell"), throws=[]).then(RoundEnded).never(LimbRestored, DistractionEnded)


@pytest.mark.rule("S3-ORDER-5")
def test_who_caught_fire_after_its_turn_does_not_burn_at_the_end_of_the_round() -> None:
    spec = given(fight("ogre", "bell", "guard"), *round_of("ogre", "bell"), end("ogre"))
    spec.given(Ignited(combatant="ogre", fire=Fire(3, 3)), Ignited(combatant="guard", fire=Fire(2, 2)))
    spec.when(end("bell"), throws=["burn 2c→1", "guard fortitude 4c→2"]).then(RoundEnded)


@pytest.mark.rule("S3-ORDER-6")
def test_a_pairing_begins_with_initiative_of_pc_and_npc_a_flip_and_the_first_turn_with_its_prompt() -> None:
    spec = given(fight("jade", "bell"), Impose(combatant="jade", stunned=True), BeginRound())
    spec.when(
        BeginTurn(pc="jade", npc="bell"),
        "jade: heads",
        throws=["jade initiative 6c→2", "bell initiative 4c→2", "flip H"],
    )
    spec.then(CoinFlipped, InitiativeSettled(order=("jade", "bell")), TurnBegun(actor="jade"))
    spec.asks("act_stunned", "jade")


# Hits


@pytest.mark.rule("S3-ORDER-7")
def test_a_hit_throws_damage_stun_wound_fortitude_flip_and_then_the_needles_poison_fortitude_flip() -> None:
    needle = gunman(flags=["needle"], coating="needle_venom", stun_bonus=2, wound_bonus=3)
    tough = newcomer("bell", fortitude=9)
    spec = duel(needle, tough).when(
        SHOT,
        "ogre: tails",
        SentAnswer(kind="call_flip", to="ogre", answer="tails"),
        throws=shot(
            4,
            1,
            "ogre damage 6c→2",
            "ogre stun_damage 2c→1",
            "ogre wound_damage 3c→1",
            "bell fortitude 9c→3",
            "flip H",
            "ogre poison 5c→2",
            "bell fortitude 9-1=8c→2",
            "flip H",
        ),
    )
    assert [event.label for event in spec.events if isinstance(event, DamageSuffered)] == ["damage", "poison"]


@pytest.mark.rule("S3-ORDER-7")
def test_the_worlds_damage_keeps_the_same_order() -> None:
    given(fight("bell")).when(
        hazard(4, "bell", stun_coins=2, wound_coins=3),
        throws=[
            "world damage 4c→1",
            "world stun_damage 2c→1",
            "world wound_damage 3c→1",
            "bell fortitude 4c→2",
            "flip T",
        ],
    ).then(Wounded)


@pytest.mark.rule("S3-ORDER-8")
@pytest.mark.parametrize(("coin", "loser"), [("flip H", "blackthorne"), ("flip T", "devil")])
def test_a_fast_attack_throws_actor_target_flip_and_one_hit(coin: str, loser: str) -> None:
    spec = given(fight("devil", "blackthorne", fast_melee="always"), engage("devil", "blackthorne"))
    spec.given(*round_of("devil", "blackthorne"))
    reply = SentAnswer(kind="fast_reply", to="blackthorne", answer={"skill": "melee", "item": "cutlass"})
    spec.when(
        attack("devil", "blackthorne", "straightsword"),
        reply,
        "devil: heads",
        throws=[
            "devil melee 9+1=10c→4",
            "blackthorne melee 8+1=9c→4",
            coin,
            "damage 4+2=6c→1",
            f"{loser} fortitude 6c→2",
        ],
    )
    assert order_of(spec, AttackHit, DamageSuffered) == [AttackHit, DamageSuffered]


# One against several


@pytest.mark.rule("S3-ORDER-9")
@pytest.mark.parametrize(("first", "second"), [("bell_a", "bell_b"), ("bell_b", "bell_a")])
def test_one_against_several_throws_then_they_in_the_listed_order_then_the_flips_in_that_order(
    first: str, second: str
) -> None:
    spec = given(fight("fox", "bell_a", "bell_b"), engage("fox", "bell_a", "bell_b"), *round_of("fox", "bell_a"))
    spec.when(
        flee("fox", first, second),
        "fox: heads",
        "fox: heads",
        throws=["fox athletics 7c→3", f"{first} athletics 4c→3", f"{second} athletics 4c→3", "flip H", "flip T"],
    )
    assert [event.winner for event in spec.events if isinstance(event, CoinFlipped)] == ["fox", second]


@pytest.mark.rule("S3-ORDER-9")
def test_who_hides_throws_first_then_the_observers_in_the_listed_order_then_the_flips() -> None:
    spec = given(fight("jade", "bell_a", "bell_b"), Distract(zone="here"), *round_of("jade", "bell_a"))
    spec.when(
        hide("jade", "sneak", "bell_b", "bell_a"),
        "jade: heads",
        "jade: heads",
        throws=["jade stealth 8c→3", "bell_b awareness 6c→3", "bell_a awareness 6c→3", "flip T", "flip H"],
    )
    assert [event.winner for event in spec.events if isinstance(event, CoinFlipped)] == ["bell_b", "jade"]
    assert spec.fight.people["jade"].unseen_by == ("bell_a",)


@pytest.mark.rule("S3-ORDER-10")
def test_breaking_free_is_one_throw_and_then_a_flip_for_every_tied_hold_oldest_first() -> None:
    holds = (
        Pinned(hold=held("pin", "hu", "guard", 3, since=2)),
        DragBegun(drag=Drag("drag", "star", "guard", "chain_whip", 4, 3, "subdue", 1)),
        Choked(hold=held("choke", "fox", "guard", 3, since=3)),
    )
    spec = given(fight("hu", "fox", "star", "guard"), *holds, *round_of("hu", "guard", "npc_first"))
    spec.when(
        BreakFree(actor="guard"),
        "star: heads",
        "hu: heads",
        "fox: heads",
        throws=["guard hand_to_hand 5c→3", "flip H", "flip T", "flip H"],
    )
    assert [event.opponent for event in spec.events if isinstance(event, CoinFlipped)] == ["star", "hu", "fox"]
    assert [event.winner for event in spec.events if isinstance(event, CoinFlipped)] == ["star", "guard", "fox"]
    assert [hold.holder for hold in spec.fight.holds] == ["fox"]


# Questions and answers


@pytest.mark.rule("S3-ORDER-11")
def test_an_open_flip_stops_the_command_and_the_coins_that_follow_belong_to_the_answer() -> None:
    spec = duel().when(SHOT, throws=shot(4, 4)).asks("call_flip", "ogre").never(AttackHit, AttackMissed)
    spec.answer("heads", throws=["flip H", "damage 6c→2", "bell fortitude 4c→2"])
    spec.then(AttackHit).asks("call_flip", "ogre")
    spec.answer("heads", throws=["flip T"]).then(CoinFlipped)
    assert not spec.fight.prompts


@pytest.mark.rule("S3-ORDER-11")
def test_answers_given_with_the_command_avoid_the_stop() -> None:
    throws = shot(4, 4, "flip H", "damage 6c→2", "bell fortitude 4c→2", "flip T")
    spec = duel().when(SHOT, "ogre: heads", "ogre: heads", throws=throws).then(AttackHit)
    assert not spec.fight.prompts


# Which refusal


HIDING: dict[str, Any] = {
    "stunt": stunt("explosives", explosives="smoke_bomb"),
    "engage": "guard",
}
STATES: tuple[tuple[str, tuple[Event, ...]], ...] = (
    ("S3-PIN-3", (Pinned(hold=held("pin", "guard", "devil")),)),
    ("S3-LEGAL-6", (DragBegun(drag=Drag("drag", "guard", "devil", "blackjack", 4, 6, "subdue", 0)),)),
    ("S3-LEGAL-5", (Choked(hold=held("choke", "guard", "devil")),)),
    (
        "S3-LEGAL-9",
        (
            LimbLost(combatant="devil", limb="main_arm", loss=Loss("x")),
            LimbLost(combatant="devil", limb="off_arm", loss=Loss("x")),
        ),
    ),
    (
        "S3-LEGAL-10",
        (
            LimbLost(combatant="devil", limb="left_leg", loss=Loss("x")),
            LimbLost(combatant="devil", limb="right_leg", loss=Loss("x")),
        ),
    ),
    ("S3-LEGAL-7", (FellProne(combatant="devil"),)),
    ("S3-LEGAL-11", (SeatTaken(combatant="devil", vehicle="cycle", seat="rider"),)),
)


@pytest.mark.rule("S3-ORDER-12")
@pytest.mark.parametrize("first", range(len(STATES)))
def test_of_several_states_the_first_that_forbids_is_named_and_all_before_the_commands_own_conditions(
    first: int,
) -> None:
    states = [event for _, events in reversed(STATES[first:]) for event in events]
    spec = given(fight("devil", "guard", cycle("guard")), *round_of("devil", "guard"), *states)
    spec.when(hide("devil", "escape", **HIDING)).refused(STATES[first][0])


@pytest.mark.rule("S3-ORDER-12")
def test_an_open_prompt_is_named_before_whose_turn_it_is_and_that_before_every_state() -> None:
    states = [event for _, events in reversed(STATES) for event in events]
    spec = given(fight("devil", "jade", "guard", cycle("guard")), *round_of("jade", "guard", "npc_first"), *states)
    spec.when(hide("devil", "escape", **HIDING)).refused("S3-TURN-27")
    spec.given(Impose(combatant="jade", stunned=True), Impose(combatant="guard", disabled="down"))
    assert [prompt.to for prompt in spec.fight.prompts] == ["jade"]
    spec.when(hide("devil", "escape", **HIDING)).refused("S3-TURN-28")


@pytest.mark.rule("S3-ORDER-12")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (attack("ogre", "fallen", "hook_swords", stunt=stunt("melee")), "S3-LEGAL-15"),
        (attack("ogre", "bell", "crowbar", stunt=stunt("melee")), "S3-ATK-9"),
        (attack("ogre", "bell", "hook_swords", called="eyes", stunt=stunt("melee")), "S3-CALL-13"),
        (attack("ogre", "bell", "hook_swords", stunt=stunt("melee")), "S3-ATK-9"),
        (attack("ogre", "far", "pistol", stunt=stunt("sharpshooting")), "S3-RANGE-1"),
        (attack("ogre", "bell", "pistol", stunt=stunt("sharpshooting")), "S3-TURN-11"),
        (Trip(actor="ogre", target="bell", weapon="hook_swords", outcome="zone:moon"), "S3-TRIP-3"),
        (Trip(actor="ogre", target="bell", weapon="hook_swords", outcome="ground"), "S3-ATK-9"),
        (Trip(actor="ogre", target="far", outcome="ground", stunt=stunt("hand_to_hand")), "S3-RANGE-1"),
        (Trip(actor="ogre", target="bell", outcome="ground", stunt=stunt("hand_to_hand")), "S3-TURN-11"),
        (Disarm(actor="ogre", target="bell", item="knife", stunt=stunt("hand_to_hand")), "S3-DISARM-4"),
        (Disarm(actor="ogre", target="bell", item="pistol", stunt=stunt("hand_to_hand")), "S3-TURN-11"),
        (Pin(actor="ogre", target="far", stunt=stunt("hand_to_hand")), "S3-PIN-1"),
        (BreakFree(actor="ogre", stunt=stunt("hand_to_hand")), "S3-PIN-4"),
        (FinishStrangle(actor="ogre", target="bell", stunt=stunt("hand_to_hand")), "S3-STRAN-6"),
        (Move(actor="ogre", zone="roof", stunt=stunt("athletics")), "S3-MOVE-2"),
        (Move(actor="ogre", zone="there", stunt=stunt("athletics")), "S3-TURN-10"),
        (Climb(actor="ogre", link="path", stunt=stunt("acrobatics")), "S3-MOVE-5"),
        (Climb(actor="ogre", link="wall", stunt=stunt("acrobatics")), "S3-TURN-10"),
        (DropDown(actor="ogre", stunt=stunt("acrobatics")), "S3-MOVE-9"),
        (DropDown(actor="ogre", storeys=1, stunt=stunt("acrobatics")), "S3-TURN-10"),
        (flee("ogre", "far", stunt=stunt("athletics")), "S3-MOVE-14"),
        (flee("ogre", "bell", stunt=stunt("athletics")), "S3-TURN-10"),
        (Chase(actor="ogre", target="bell", stunt=stunt("athletics")), "S3-TURN-10"),
        (hide("ogre", "escape", engage="bell", stunt=stunt("stealth")), "S3-HIDE-5"),
        (hide("ogre", stunt=stunt("stealth")), "S3-TURN-10"),
        (Search(actor="ogre", target="bell", stunt=stunt("awareness")), "S3-HIDE-8"),
        (Extinguish(actor="ogre", stunt=stunt("evasion")), "S3-FIRE-7"),
        (StandUp(actor="ogre"), "S3-MOVE-18"),
        (PickUp(actor="ogre", item="knife"), "S3-MOVE-18"),
    ],
)
def test_own_conditions_come_before_hands_and_reach_these_before_the_action_and_it_before_the_stunt(
    command: Command, rule: str
) -> None:
    # The ogre has both hands full and both actions used, and every stunt asked for has a skill twice.
    full = newcomer("ogre", hands={"main": "pistol", "off": "hand_cannon"})
    blind = newcomer("bell", limbs={"eyes": {"source": "before"}})
    fallen, far = (newcomer("guard").model_copy(update={"id": name}) for name in ("fallen", "far"))
    ways = (
        link("path", "here", "there", "check", skill="athletics", need=1),
        link("wall", "here", "roof", "climb", feet=20),
    )
    zones = tuple(Zone(key=key) for key in ("here", "there", "roof"))
    spec = given(
        fight(full, blind, fallen, far),
        SetScene(zones=zones, links=ways),
        Distract(zone="here"),
        Place(combatant="far", zone="there"),
        engage("ogre", "bell"),
        Impose(combatant="fallen", disabled="down"),
        *round_of("ogre", "bell"),
        check("ogre", "awareness", action="attack"),
        check("ogre", "awareness", action="movement"),
    )
    spec.when(command).refused(rule)


@pytest.mark.rule("S3-ORDER-12")
def test_putting_out_a_fire_and_getting_up_need_the_movement_action_before_the_stunt() -> None:
    spec = duel(newcomer("ogre", fire=FIRE, prone=True)).given(check("ogre", "awareness", action="movement"))
    spec.when(Extinguish(actor="ogre", stunt=stunt("evasion"))).refused("S3-TURN-10")
    spec.when(StandUp(actor="ogre")).refused("S3-TURN-10")


@pytest.mark.rule("S3-ORDER-12")
@pytest.mark.parametrize(
    "command",
    [
        attack("ogre", "bell", "pistol", stunt=stunt("sharpshooting")),
        Trip(actor="ogre", target="bell", outcome="ground", stunt=stunt("hand_to_hand")),
        flee("ogre", "bell", stunt=stunt("athletics")),
        hide("ogre", stunt=stunt("stealth")),
    ],
)
def test_with_the_action_at_hand_the_stunt_is_what_is_refused(command: Command) -> None:
    spec = duel().given(engage("ogre", "bell"), Distract(zone="here"))
    spec.when(command).refused("S3-STUNT-3")


@pytest.mark.rule("S3-ORDER-12")
def test_a_used_up_single_action_and_a_used_up_extra_attack_have_rules_of_their_own() -> None:
    spec = duel(order="npc_first").given(Impose(combatant="ogre", stunned=True), end("bell")).answer("spend")
    spec.given(check("ogre", "awareness", action="movement"))
    for command in (attack("ogre", "bell", "pistol", stunt=stunt("melee")), hide("ogre", "sneak")):
        spec.given(Distract(zone="here")).when(command).refused("S3-STUN-7")
    twice = newcomer("ogre", talents=["gunslinger"])
    spec = duel(twice).when(SHOT, throws=shot(1, 2)).when(SHOT, throws=shot(1, 2))
    spec.when(attack("ogre", "bell", "pistol", stunt=stunt("sharpshooting"))).refused("S3-TAL-7")


# Which answer


def answered(spec: Specification, kind: str) -> list[tuple[str, Any]]:
    """How prompts of a kind were answered in the last command, and with what."""
    assert spec.refusal is None, spec.refusal
    return [(event.by, event.answer) for event in spec.events if isinstance(event, Answered) and event.kind == kind]


@pytest.mark.rule("S3-ORDER-14")
def test_an_answer_sent_along_comes_before_the_standing_one_and_that_before_the_prompt() -> None:
    standing = newcomer("asura", policy={"oppose": {"skill": "evasion"}})
    blow = attack("ogre", "asura")
    spec = given(fight("ogre", standing), *round_of("ogre", "asura"))
    spec.when(blow, "asura: hand_to_hand", throws=["ogre hand_to_hand 7c→1", "asura hand_to_hand 6c→2"])
    assert [how for how, _ in answered(spec, "oppose")] == ["sent"]
    spec = given(fight("ogre", standing), *round_of("ogre", "asura"))
    spec.when(blow, throws=["ogre hand_to_hand 7c→1", "asura evasion 5c→2"])
    assert [how for how, _ in answered(spec, "oppose")] == ["policy"]
    given(fight("ogre", "asura"), *round_of("ogre", "asura")).when(blow).asks("oppose", "asura")


@pytest.mark.rule("S3-ORDER-14")
def test_a_standing_answer_that_is_not_legal_there_is_passed_over_and_the_prompt_opens() -> None:
    parries = newcomer("asura", policy={"oppose": {"skill": "melee", "item": "hatchets"}})
    spec = given(fight("ogre", parries), *round_of("ogre", "asura"))
    spec.when(SHOT.model_copy(update={"target": "asura"})).asks("oppose", "asura")
    assert answered(spec, "oppose") == []
    spec.answer({"skill": "evasion"}, throws=["ogre sharpshooting 7c→1", "asura evasion 5c→2"]).then(AttackMissed)


@pytest.mark.rule("S3-ORDER-14")
@pytest.mark.parametrize(
    ("standing", "sent", "how", "winner"),
    [
        ("heads", ["ogre: tails"], "sent", "bell"),
        ("heads", [], "policy", "ogre"),
        ("tails", [], "policy", "bell"),
    ],
)
def test_flips_are_called_by_the_standing_answer_of_the_combatant_asked(
    standing: str, sent: list[str], how: str, winner: str
) -> None:
    spec = duel(newcomer("ogre", policy={"call": standing}))
    rest = ["damage 6c→1", "bell fortitude 4c→2"] if winner == "ogre" else []
    spec.when(SHOT, *sent, throws=shot(4, 4, "flip H", *rest))
    assert [one for one, _ in answered(spec, "call_flip")] == [how]
    assert [event.winner for event in spec.events if isinstance(event, CoinFlipped)] == [winner]


@pytest.mark.rule("S3-ORDER-14")
@pytest.mark.parametrize(("standing", "how"), [("spend", ["policy"]), ("ask", [])])
def test_the_stunned_gather_themselves_by_their_standing_answer(standing: str, how: list[str]) -> None:
    spec = given(fight(newcomer("jade", policy={"when_stunned": standing}), "bell"), BeginRound())
    spec.given(Impose(combatant="jade", stunned=True)).when(pairing("jade", "bell"))
    assert [one for one, _ in answered(spec, "act_stunned")] == how
    assert bool(spec.fight.prompts) == (standing == "ask")


@pytest.mark.rule("S3-ORDER-14")
def test_a_player_may_send_no_answer_for_somebody_else() -> None:
    spec = given(fight("jade", "jailor"), *round_of("jade", "jailor"))
    spec.when(attack("jade", "jailor"), "jailor: evasion", speaker=player("jade")).refused(None, "not_yours")
    spec.when(attack("jade", "jailor"), speaker=player("jade")).asks("oppose", "jailor")
    assert not thrown(spec.events)
