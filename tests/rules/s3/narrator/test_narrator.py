"""The narrator's commands and rulings (S3-NARR)."""

from typing import Any

import pytest

from domain.core import commands as core
from domain.core.commands import Command
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.decider import Decided, decide
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.attack.blows import AttackMissed
from domain.rulesets.s3.chapters.attack.reach import Disengaged, Engaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.leaving import DragEnded, FellProne, LeftFight
from domain.rulesets.s3.chapters.movement.walking import Moved
from domain.rulesets.s3.chapters.narrator.conditions import (
    BreathRestored,
    Heal,
    Impose,
    Recovered,
    RestoreBreath,
    SetFate,
    SetLimbPenalty,
    WoundsHealed,
)
from domain.rulesets.s3.chapters.narrator.corrections import MemoryEntry, Remove, SetStuntMemory
from domain.rulesets.s3.chapters.narrator.hazards import Administer, PoisonStrikes
from domain.rulesets.s3.chapters.narrator.placing import CameBack, Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract, SceneHazard, SceneSet, SetScene
from domain.rulesets.s3.chapters.throws.checks import CheckSettled
from domain.rulesets.s3.chapters.throws.stunt_memory import StuntMemoryAdded, StuntMemoryRemoved
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, StrikeTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, BeginScene, EndCombat
from domain.rulesets.s3.chapters.turns.settling import FightReopened
from domain.rulesets.s3.chapters.turns.turns import EndTurn, TurnEnded
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import SeatTaken
from domain.rulesets.s3.chapters.wounds.damage import LimbLost
from domain.rulesets.s3.chapters.wounds.fire import Ignited
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned
from domain.rulesets.s3.state import Disabled, Drag, Fire, Hold, Loss, Memory
from domain.rulesets.s3.words import Fate, Limb
from tests.laws.menus import choices, commands_in
from tests.rules.s3.builders import attack, check, duel, effects, hazard, link, player, scene, stunt, suffered, wounds
from tests.rules.s3.every_command import NARRATIONS
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of
from tests.rules.specification import SECRETS, SEED

DOSE = {"id": "wine", "poison": "viper_oil", "coins": 4, "route": "ingested", "waits_for_narrator": True}
PIN = Hold("pin", "pin", "hu", "guard", 3, "unarmed", 1, 1)


def entry(*skills: str, label: str = "", weapons: tuple[str, ...] = ("unarmed",), task: str = "attack") -> Any:
    return MemoryEntry.model_validate({"skills": skills, "weapons": weapons, "task": task, "label": label})


RULINGS: tuple[Command, ...] = (
    core.Join(template="guard", id="newcomer"),
    core.Rule(text="The lamp is out."),
    core.Close(),
    scene("here", "yard"),
    BeginScene(name="Later"),
    Place(combatant="bell", engaged_with=("ogre",)),
    StrikeTurn(pc="fox"),
    Distract(zone="here"),
    hazard(1, "bell"),
    Impose(combatant="bell", prone=True),
    Heal(combatant="bell", wounds="all"),
    RestoreBreath(combatant="ogre"),
    Administer(combatants=("bell",), poison="viper_oil", route="gas"),
    PoisonStrikes(combatant="bell", dose="wine"),
    SetLimbPenalty(combatant="ogre", limb="eyes", skill="melee", applies=True),
    SetFate(combatant="guard", fate="unconscious"),
    Remove(combatant="bell", reason="called away"),
    SetStuntMemory(combatant="ogre", add=entry("melee", "stealth")),
    EndCombat(),
)
BEFORE_ROUNDS: tuple[Command, ...] = (BeginRound(),)
BEFORE_TURNS: tuple[Command, ...] = (BeginTurn(pc="ogre", npc="bell"),)


def gathering() -> Specification:
    """The ogre's turn; the fox waits, the bell has drunk poison, the guard is down."""
    bell, guard = newcomer("bell", doses=[DOSE]), newcomer("guard", disabled={"fate": "down"})
    return given(fight("ogre", "fox", bell, guard))


def named(command: Command) -> str:
    return command.type


# S3-NARR-1: the narrator's alone


@pytest.mark.rule("S3-NARR-1")
@pytest.mark.parametrize("speaker", [player("ogre", "fox", "bell", "guard"), SPECTATOR])
@pytest.mark.parametrize("command", [*RULINGS, *BEFORE_ROUNDS, *BEFORE_TURNS], ids=named)
def test_the_commands_of_the_narrator_are_refused_from_anybody_else(command: Command, speaker: Speaker) -> None:
    spec = gathering()
    if command not in BEFORE_ROUNDS:
        spec.given(BeginRound())
        if command not in BEFORE_TURNS:
            spec.given(BeginTurn(pc="ogre", npc="bell"))
    spec.when(command, speaker=speaker).refused(None, "not_yours")
    assert isinstance(decide(S3, spec.fight, command, NARRATOR, SEED, secrets=SECRETS), Decided)


@pytest.mark.rule("S3-NARR-1")
def test_every_command_of_the_narrator_is_among_them() -> None:
    tried = {type(command) for command in (*RULINGS, *BEFORE_ROUNDS, *BEFORE_TURNS)}
    assert set(NARRATIONS) <= tried
    assert {kind for kind in S3.commands if kind.narrator_only} == tried | {core.Rewind, *core.OPENING_COMMANDS}
    for speaker in (player("ogre"), SPECTATOR):
        for command in (core.Rewind(to=1), core.Open(ruleset="s3")):
            gathering().when(command, speaker=speaker).refused(None, "not_yours")


@pytest.mark.rule("S3-NARR-1", "S3-THROW-9")
def test_modifiers_are_refused_from_players() -> None:
    easier = check("ogre", "melee", modifier=2)
    given(fight("ogre")).when(easier, speaker=player("ogre")).refused("S3-THROW-9")
    given(fight("ogre")).when(easier, throws=["ogre melee 8+2=10c→3"]).then(CheckSettled)


# S3-NARR-2: the ground


@pytest.mark.rule("S3-NARR-2")
def test_the_default_scene_is_one_zone_and_a_road_with_the_first_vehicle() -> None:
    spec = given(fight("ogre", "tiger"))
    assert (list(spec.fight.zones), spec.fight.people["ogre"].zone) == (["here"], "here")
    spec.given(riding("cycle", "tiger"))
    assert (list(spec.fight.zones), spec.fight.people["tiger"].zone) == (["here", "road"], "road")


@pytest.mark.rule("S3-NARR-2")
def test_a_scene_replaces_zones_links_and_hazards() -> None:
    pit = SceneHazard(key="pit", zone="yard", coins=3)
    first = scene("here", "yard", links=(link("gate", "here", "yard"),)).model_copy(update={"hazards": (pit,)})
    spec = given(fight("ogre")).when(first).then(SceneSet)
    assert (list(spec.fight.zones), list(spec.fight.links), list(spec.fight.hazards)) == (
        ["here", "yard"],
        ["gate"],
        ["pit"],
    )
    spec.given(scene("here", "roof", links=(link("ladder", "here", "roof", "climb", feet=20),)))
    assert (list(spec.fight.zones), list(spec.fight.links), list(spec.fight.hazards)) == (
        ["here", "roof"],
        ["ladder"],
        [],
    )


@pytest.mark.rule("S3-NARR-2")
def test_a_zone_with_somebody_in_it_is_not_removed() -> None:
    spec = given(fight("ogre", "bell", "tiger"), scene("here", "yard"), Place(combatant="bell", zone="yard"))
    spec.when(scene("here")).refused("S3-NARR-2")
    spec.given(Impose(combatant="bell", disabled="down")).when(scene("here")).refused("S3-NARR-2")
    spec.given(Remove(combatant="bell")).when(scene("here")).then(SceneSet)
    spec.given(riding("cycle", "tiger")).when(scene("here")).refused("S3-NARR-2")
    spec.when(scene("here", "road")).then(SceneSet)


@pytest.mark.rule("S3-NARR-2")
def test_an_empty_vehicle_keeps_its_zone_too() -> None:
    spec = given(fight("ogre"), core.Join(template="autocycle", id="cycle"))
    spec.when(scene("here")).refused("S3-NARR-2")


@pytest.mark.rule("S3-NARR-2", "S3-RANGE-1")
@pytest.mark.parametrize(("sees", "rule"), [(None, None), ((), "S3-RANGE-1"), (("yard",), None)])
def test_zones_are_seen_from_each_other_unless_declared_otherwise(
    sees: tuple[str, ...] | None, rule: str | None
) -> None:
    ground = scene("here", "yard", sees={} if sees is None else {"here": sees})
    spec = given(fight("rifleman", "bell"), ground, Place(combatant="bell", zone="yard"))
    spec.given(*round_of("rifleman", "bell"))
    spec.when(
        attack("rifleman", "bell", "bayonet_rifle/rifle"),
        throws=None if rule else ["rifleman sharpshooting 9c→1", "bell evasion 5c→2"],
    )
    if rule is None:
        spec.then(AttackMissed)
    else:
        spec.refused(rule)


@pytest.mark.rule("S3-NARR-2")
@pytest.mark.parametrize(
    "faulty",
    [
        scene("here", "here"),
        scene("here", links=(link("gate", "here", "yard"),)),
        scene("here", "yard", links=(link("gate", "here", "yard"), link("gate", "yard", "here"))),
        scene("here", sees={"here": ("yard",)}),
        scene("here").model_copy(update={"hazards": (SceneHazard(key="pit", zone="yard"),)}),
        scene("here").model_copy(update={"hazards": (SceneHazard(key="pit", zone="here", to_zone="yard"),)}),
        scene("here").model_copy(update={"hazards": (SceneHazard(key="pit", zone="here"),) * 2}),
    ],
)
def test_a_scene_has_no_loose_ends(faulty: SetScene) -> None:
    given(fight("ogre")).when(faulty).refused("S3-NARR-2")


# S3-NARR-3: placing


@pytest.mark.rule("S3-NARR-3")
def test_placing_needs_neither_way_nor_action_nor_turn_nor_legs() -> None:
    bell = newcomer("bell", limbs={"left_leg": {}, "right_leg": {}}, prone=True)
    spec = duel("guard", bell).given(scene("here", "tower"))
    spec.when(Place(combatant="bell", zone="tower", engaged_with=())).then(Moved(combatant="bell", zone="tower")).never(
        CoinsThrown
    )
    spec.when(Place(combatant="guard", zone="tower", engaged_with=("bell",)))
    spec.then(Moved(combatant="guard", zone="tower"), Engaged(combatant="guard", other="bell")).never(ActionTaken)


@pytest.mark.rule("S3-NARR-3", "S3-PIN-10", "S3-STRAN-10")
@pytest.mark.parametrize("who", ["hu", "guard"])
@pytest.mark.parametrize("where", [{"zone": "yard"}, {"engaged_with": ()}])
def test_placing_either_end_elsewhere_ends_the_holds_between_them(who: str, where: dict[str, Any]) -> None:
    choke = Hold("choke", "choke", "fox", "bell", 3, "unarmed", 1, 1)
    spec = given(
        fight("hu", "fox", "guard", "bell"), scene("here", "yard"), engage("hu", "guard"), engage("fox", "bell")
    )
    spec.given(Pinned(hold=PIN), Choked(hold=choke)).when(Place(combatant=who, **where))
    spec.then(HoldEnded(hold="pin", kind="pin", holder="hu", held="guard", reason="moved_away"))
    assert spec.fight.holds == (choke,)


@pytest.mark.rule("S3-NARR-3")
def test_a_hold_whose_ends_stay_together_goes_on() -> None:
    spec = given(fight("hu", "guard", "bell"), engage("hu", "guard"), Pinned(hold=PIN))
    spec.when(Place(combatant="hu", engaged_with=("guard", "bell"))).then(Engaged).never(HoldEnded, Disengaged)
    spec.when(Place(combatant="hu", engaged_with=("guard",))).then(Disengaged).never(HoldEnded)


@pytest.mark.rule("S3-NARR-3")
def test_the_narrator_seats_people_and_moves_vehicles() -> None:
    spec = given(fight("star", "tiger", riding("cycle", "tiger")), scene("here", "road", "bridge"))
    spec.when(Place(combatant="star", vehicle="cycle")).then(SeatTaken(combatant="star", vehicle="cycle", seat="rider"))
    spec.given(Place(combatant="cycle", zone="bridge"))
    assert {person.zone for person in spec.fight.people.values()} == {"bridge"}


@pytest.mark.rule("S3-NARR-3")
def test_whoever_is_seated_on_a_vehicle_holds_and_drags_nobody_beside_it() -> None:
    drag = DragBegun(drag=Drag("drag", "hu", "bell", "chain_whip", 4, 3, "subdue", 0))
    spec = given(fight("hu", "guard", "bell", "tiger", riding("cycle", "tiger")), engage("hu", "guard"))
    spec.given(Pinned(hold=PIN), drag).when(Place(combatant="hu", vehicle="cycle"))
    spec.then(
        SeatTaken(combatant="hu", vehicle="cycle", seat="rider"),
        HoldEnded(hold="pin", kind="pin", holder="hu", held="guard", reason="moved_away"),
    )
    assert (spec.fight.holds, spec.fight.drags) == ((), ())


@pytest.mark.rule("S3-NARR-3")
@pytest.mark.parametrize(
    ("fields", "rule", "code"),
    [
        ({"zone": "moon"}, "S3-NARR-3", "refused"),
        ({"engaged_with": ("ogre",)}, "S3-NARR-3", "refused"),
        ({"unseen_by": ("ogre",)}, "S3-NARR-3", "refused"),
        ({"engaged_with": ("bell", "bell")}, None, "invalid"),
        ({"unseen_by": ("bell", "bell")}, None, "invalid"),
        ({"engaged_with": ("bell",), "zone": "yard"}, "S3-RANGE-5", "refused"),
        ({"vehicle": "cart"}, "S3-SHEET-9", "refused"),
    ],
)
def test_what_does_not_fit_together_is_not_placed(fields: dict[str, Any], rule: str | None, code: str) -> None:
    spec = given(fight("ogre", "bell"), scene("here", "yard"))
    spec.when(Place(combatant="ogre", **fields)).refused(rule, code)


@pytest.mark.rule("S3-RANGE-5")
@pytest.mark.parametrize("others", [("bell", "guard"), ("guard", "bell")])
def test_nobody_is_placed_beside_combatants_of_two_zones(others: tuple[str, ...]) -> None:
    spec = given(fight("ogre", "bell", "guard"), scene("here", "yard"), Place(combatant="guard", zone="yard"))
    spec.when(Place(combatant="ogre", engaged_with=others)).refused("S3-RANGE-5")


# S3-NARR-4: hazards


@pytest.mark.rule("S3-NARR-4")
def test_a_hazard_throws_its_coins_for_the_world_at_each_in_the_order_listed() -> None:
    spec = duel().when(
        hazard(5, "bell", "ogre"),
        throws=["world damage 5=5c→2", "bell fortitude 4c→3", "world damage 5=5c→3", "ogre fortitude 8c→4"],
    )
    assert suffered(spec.events) == [("bell", "damage", 2, 2, 2), ("ogre", "damage", 3, 3, 3)]
    assert wounds(spec.events) == [("bell", 2, 1), ("ogre", 3, 1)]


@pytest.mark.rule("S3-NARR-4", "S3-EQUIP-22")
@pytest.mark.parametrize(("counts", "fortitude"), [(False, "5=5c"), (True, "5+3=8c")])
def test_armour_helps_against_a_hazard_only_where_the_narrator_says_so(counts: bool, fortitude: str) -> None:
    spec = given(fight("archer"))
    spec.when(
        hazard(5, "archer", armour_counts=counts), throws=["world damage 5c→2", f"archer fortitude {fortitude}→3"]
    )


@pytest.mark.rule("S3-NARR-4", "S3-FIRE-6")
@pytest.mark.parametrize(("incendiary", "fortitude"), [(True, "5=5c"), (False, "5+3=8c")])
def test_armour_that_counts_still_does_not_help_against_fire(incendiary: bool, fortitude: str) -> None:
    blast = hazard(5, "archer", armour_counts=True, incendiary=incendiary)
    given(fight("archer")).when(blast, throws=["damage 5c→2", f"archer fortitude {fortitude}→3"])


@pytest.mark.rule("S3-NARR-4", "S3-FIRE-1")
@pytest.mark.parametrize(("incendiary", "heads", "burns"), [(True, 3, True), (True, 0, False), (False, 3, False)])
def test_only_an_incendiary_hazard_that_hurts_ignites(incendiary: bool, heads: int, burns: bool) -> None:
    blast = hazard(5, "ogre", incendiary=incendiary, intent="kill")
    spec = duel().when(blast, throws=[f"damage 5c→{heads}", *(["ogre fortitude 8c→4"] if heads else [])])
    assert spec.fight.people["ogre"].fire == (Fire(3, 3, None, "kill") if burns else None)


@pytest.mark.rule("S3-NARR-4", "S3-DMG-11")
def test_a_hazard_ignites_nobody_that_it_disables() -> None:
    blast = hazard(5, "bell", incendiary=True)
    duel("guard").when(blast, throws=["damage 5c→4", "bell fortitude 4c→1"]).never(Ignited)


@pytest.mark.rule("S3-NARR-4", "S3-CALL-4")
@pytest.mark.parametrize(("limb", "effect"), [("off_arm", ["bell off_arm"]), (None, ["bell stunned"])])
def test_a_hazard_may_be_aimed_at_a_limb(limb: Limb | None, effect: list[str]) -> None:
    spec = duel().when(hazard(5, "bell", called=limb), throws=["damage 5c→3", "bell fortitude 4c→2"])
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-NARR-4", "S3-DIS-9")
@pytest.mark.parametrize(("intent", "fate"), [("kill", "slain"), ("subdue", "down"), (None, "down")])
def test_a_hazard_may_carry_an_intent(intent: Any, fate: Fate) -> None:
    spec = duel("guard").when(hazard(5, "bell", intent=intent), throws=["damage 5c→4", "bell fortitude 4c→1"])
    spec.then(CombatantDisabled(combatant="bell", disabled=Disabled(("fortitude",), fate)))


@pytest.mark.rule("S3-NARR-4")
def test_a_hazard_strikes_the_able_and_each_once() -> None:
    spec = duel("guard").given(Impose(combatant="guard", disabled="down"))
    spec.when(hazard(5, "bell", "guard")).refused("S3-LEGAL-15")
    spec.when(hazard(5, "bell", "bell")).refused(None, "invalid")
    spec.when(hazard(5, "moon")).refused(None, "invalid")


# S3-NARR-5: imposing


@pytest.mark.rule("S3-NARR-5")
@pytest.mark.parametrize(
    ("condition", "fact_of_it"),
    [
        ({"limb": "eyes"}, LimbLost(combatant="bell", limb="eyes", loss=Loss("ruling"))),
        ({"stunned": True}, Stunned(combatant="bell")),
        ({"prone": True}, FellProne(combatant="bell")),
        (
            {"disabled": "unconscious"},
            CombatantDisabled(combatant="bell", disabled=Disabled(("ruling",), "unconscious")),
        ),
    ],
)
def test_a_condition_is_set_without_a_throw(condition: dict[str, Any], fact_of_it: Any) -> None:
    duel().when(Impose(combatant="bell", **condition)).then(fact_of_it).never(CoinsThrown)


@pytest.mark.rule("S3-NARR-5", "S3-WOUND-2", "S3-WOUND-3")
@pytest.mark.parametrize(
    ("scale", "points", "penalty"),
    [
        ("table", 0, None),
        ("table", 3, 1),
        ("table", 4, 2),
        ("table", 12, 4),
        ("per_three", 2, None),
        ("per_three", 7, 2),
    ],
)
def test_a_wound_is_imposed_by_its_points_without_fortitude(scale: str, points: int, penalty: int | None) -> None:
    spec = duel("guard", newcomer("bell", fortitude=9), wound_scale=scale)
    spec.when(Impose(combatant="bell", wound=points)).never(CoinsThrown, Stunned, CombatantDisabled)
    assert wounds(spec.events) == ([] if penalty is None else [("bell", points, penalty)])


@pytest.mark.rule("S3-NARR-5", "S3-DIS-4")
@pytest.mark.parametrize(("points", "disabled"), [(7, False), (10, True)])
def test_an_imposed_wound_may_disable(points: int, disabled: bool) -> None:
    spec = duel("guard").when(Impose(combatant="bell", wound=points))
    assert effects(spec.events) == (["bell disabled by wounds"] if disabled else [])


@pytest.mark.rule("S3-NARR-5")
@pytest.mark.parametrize("conditions", [{}, {"stunned": True, "prone": True}, {"wound": 3, "limb": "eyes"}])
def test_one_condition_is_imposed_at_a_time(conditions: dict[str, Any]) -> None:
    duel().when(Impose(combatant="bell", **conditions)).refused("S3-NARR-5")


@pytest.mark.rule("S3-NARR-5")
def test_what_cannot_be_is_not_imposed() -> None:
    spec = given(fight("star", "tiger", "guard", riding("cycle", "tiger")))
    spec.when(Impose(combatant="tiger", prone=True)).refused("S3-LEGAL-11")
    spec.when(Impose(combatant="star", disabled="slain")).refused("S3-DIS-10")
    spec.given(Impose(combatant="guard", limb="eyes")).when(Impose(combatant="guard", limb="eyes"))
    spec.refused("S3-CALL-13")
    spec.given(Impose(combatant="guard", disabled="down")).when(Impose(combatant="guard", stunned=True))
    spec.refused("S3-LEGAL-15")


@pytest.mark.rule("S3-NARR-5", "S3-WOUND-3")
def test_who_is_given_too_few_points_for_a_wound_is_told_to_take_none() -> None:
    spec = given(fight("star", wound_scale="per_three"))
    assert spec.when(Impose(combatant="star", wound=2)).lines() == ["Shooting Star takes no wound from 2 points."]
    assert spec.when(Impose(combatant="star", wound=3)).lines() == ["Shooting Star takes a light wound (1 coin fewer)."]
    spec.given(Impose(combatant="star", prone=True)).when(Impose(combatant="star", prone=True))
    assert spec.lines() == ["The narrator knocks Shooting Star to the ground."]


# S3-NARR-6: healing

PATIENT = {
    "wounds": [{"id": "a", "points": 2, "penalty": 1}, {"id": "b", "points": 4, "penalty": 2}],
    "limbs": {"eyes": {}, "left_leg": {}},
    "stunned": True,
    "fire": {"intensity": 3, "flame": 3},
    "doses": [DOSE, {**DOSE, "id": "beer"}],
}


@pytest.mark.rule("S3-NARR-6", "S3-WOUND-7", "S3-RUL-33")
@pytest.mark.parametrize(
    ("relief", "left"),
    [
        ({"wounds": ("a",)}, {"wounds": ["b"]}),
        ({"wounds": "all"}, {"wounds": []}),
        ({"limbs": ("eyes",)}, {"limbs": ["left_leg"]}),
        ({"limbs": "all"}, {"limbs": []}),
        ({"stunned": True}, {"stunned": False}),
        ({"fire": True}, {"fire": False}),
        ({"doses": True}, {"doses": []}),
    ],
)
def test_healing_takes_away_what_is_named_and_nothing_else(relief: dict[str, Any], left: dict[str, Any]) -> None:
    spec = given(fight(newcomer("ogre", **PATIENT))).when(Heal(combatant="ogre", **relief)).never(CoinsThrown)
    ogre = spec.fight.people["ogre"]
    whole = {
        "wounds": ["a", "b"],
        "limbs": ["eyes", "left_leg"],
        "stunned": True,
        "fire": True,
        "doses": ["wine", "beer"],
    }
    assert {
        "wounds": [wound.id for wound in ogre.wounds],
        "limbs": sorted(ogre.limbs),
        "stunned": ogre.stunned,
        "fire": ogre.fire is not None,
        "doses": [dose.id for dose in ogre.doses],
    } == {**whole, **left}


@pytest.mark.rule("S3-NARR-6")
@pytest.mark.parametrize(
    ("stun", "line"),
    [
        ({"stunned": True}, "One-Eyed Ogre is no longer stunned; the fire on One-Eyed Ogre is out."),
        ({"stunned": False}, "The fire on One-Eyed Ogre is out."),
        ({"stunned": False, "fire": None}, "One-Eyed Ogre gains nothing from healing."),
    ],
)
def test_only_who_was_stunned_is_told_to_be_so_no_longer(stun: dict[str, Any], line: str) -> None:
    spec = given(fight(newcomer("ogre", **{**PATIENT, **stun}))).when(Heal(combatant="ogre", stunned=True, fire=True))
    assert spec.lines() == [line]


@pytest.mark.rule("S3-NARR-6")
@pytest.mark.parametrize("relief", [{"wounds": ("c",)}, {"limbs": ("off_arm",)}])
def test_what_is_not_there_is_not_healed(relief: dict[str, Any]) -> None:
    given(fight(newcomer("ogre", **PATIENT))).when(Heal(combatant="ogre", **relief)).refused("S3-NARR-6")


@pytest.mark.rule("S3-NARR-6", "S3-DIS-12", "S3-TURN-29")
def test_the_disabled_stand_up_able_when_healed() -> None:
    spec = duel().given(Impose(combatant="bell", disabled="down"))
    spec.when(Heal(combatant="bell", disabled=True)).then(Recovered(combatant="bell"), FightReopened)
    bell = spec.fight.people["bell"]
    assert (bell.able, bell.prone) == (True, False)


@pytest.mark.rule("S3-NARR-6")
def test_whoever_stands_up_with_wounds_that_suffice_is_disabled_again_at_once() -> None:
    spec = duel("guard").given(Impose(combatant="bell", wound=10))
    spec.when(Heal(combatant="bell", disabled=True))
    spec.then(Recovered, CombatantDisabled(combatant="bell", disabled=Disabled(("wounds",), "down")))
    spec.when(Heal(combatant="bell", disabled=True, wounds="all"))
    spec.then(WoundsHealed, Recovered).never(CombatantDisabled)


@pytest.mark.rule("S3-NARR-6", "S3-LEGAL-10")
def test_whoever_has_no_legs_does_not_stand_up() -> None:
    bell = newcomer("bell", limbs={"left_leg": {}, "right_leg": {}}, disabled={"fate": "down"})
    given(fight("ogre", bell)).when(Heal(combatant="bell", disabled=True)).then(Recovered, FellProne)


# S3-NARR-7: Breath


@pytest.mark.rule("S3-NARR-7", "S3-RUL-33")
@pytest.mark.parametrize(("breath", "points", "after"), [(0, 2, 2), (2, 2, 3), (1, "full", 3), (3, 1, 3)])
def test_breath_comes_back_up_to_the_maximum(breath: int, points: Any, after: int) -> None:
    spec = given(fight(newcomer("ogre", breath=breath))).when(RestoreBreath(combatant="ogre", points=points))
    assert spec.fight.people["ogre"].breath == after
    given_back = [event.points for event in spec.events if isinstance(event, BreathRestored)]
    assert given_back == ([after - breath] if after > breath else [])


@pytest.mark.rule("S3-NARR-7")
def test_who_lacks_no_breath_is_told_to_have_it_all() -> None:
    spec = given(fight("ogre")).when(RestoreBreath(combatant="ogre", points=2))
    assert spec.lines() == ["One-Eyed Ogre has full Breath already."]


@pytest.mark.rule("S3-NARR-7", "S3-RUL-33")
def test_neither_rounds_nor_scenes_nor_healing_give_breath_back() -> None:
    spec = duel(newcomer("ogre", breath=1)).given(EndTurn(actor="ogre"), EndTurn(actor="bell"))
    spec.given(BeginScene(), Heal(combatant="ogre", wounds="all"), *round_of("ogre", "bell"))
    assert spec.fight.people["ogre"].breath == 1


# S3-NARR-8: removing


@pytest.mark.rule("S3-NARR-8")
def test_whoever_is_removed_is_out_and_holds_drags_and_engagements_end() -> None:
    drag = Drag("drag", "guard", "fox", "knife", 3, 3, "subdue", 1)
    spec = given(fight("hu", "fox", "guard", "bell"), engage("guard", "hu", "fox"), Pinned(hold=PIN))
    spec.given(DragBegun(drag=drag)).when(Remove(combatant="guard", reason="a trapdoor"))
    spec.then(LeftFight(combatant="guard", reason="removed"), HoldEnded, DragEnded)
    assert spec.fight.people["guard"].out == "removed"
    assert (spec.fight.holds, spec.fight.drags, spec.fight.engaged) == ((), (), ())
    spec.when(Remove(combatant="guard")).refused("S3-NARR-8")


@pytest.mark.rule("S3-NARR-8")
def test_a_removed_actor_has_no_turn_any_more() -> None:
    duel("guard", order="npc_first").when(Remove(combatant="bell")).then(LeftFight, TurnEnded(actor="bell"))


@pytest.mark.rule("S3-NARR-8", "S3-TURN-29")
def test_only_placing_brings_the_removed_back() -> None:
    spec = duel().given(Impose(combatant="bell", disabled="down"), Remove(combatant="bell"))
    spec.given(Heal(combatant="bell", disabled=True))
    assert (spec.fight.people["bell"].disabled, spec.fight.people["bell"].out) == (None, "removed")
    spec.when(Place(combatant="ogre", engaged_with=("bell",))).refused("S3-NARR-8")
    spec.when(Place(combatant="bell", zone="here")).then(CameBack(combatant="bell"), FightReopened)
    assert spec.fight.people["bell"].able


@pytest.mark.rule("S3-NARR-8", "S3-NARR-3")
def test_nobody_comes_back_to_a_zone_that_is_gone() -> None:
    spec = given(fight("ogre", "bell"), scene("here", "yard"), Place(combatant="bell", zone="yard"))
    spec.given(Remove(combatant="bell"), scene("here"))
    spec.when(Place(combatant="bell")).refused("S3-NARR-3")
    spec.when(Place(combatant="bell", zone="here")).then(CameBack, Moved)


# S3-NARR-9: checks


@pytest.mark.rule("S3-NARR-9")
def test_by_the_narrators_word_anybody_checks_at_any_time_without_an_action() -> None:
    spec = duel("guard")
    for who, throw in (("ogre", "5=5c"), ("bell", "6=6c"), ("guard", "5=5c")):
        spec.when(check(who, "awareness"), throws=[f"{who} awareness {throw}→2"])
        spec.then(CheckSettled(combatant=who, skill="awareness", result=2)).never(ActionTaken)
    spec.given(Pinned(hold=Hold("pin", "pin", "bell", "ogre", 3, "unarmed", 1, 1)))
    spec.when(check("ogre", "awareness", need=2), throws=["ogre awareness 5=5c→2"])
    spec.then(CheckSettled(combatant="ogre", skill="awareness", result=2, need=2, passed=True))


@pytest.mark.rule("S3-NARR-9")
@pytest.mark.parametrize("action", ["movement", "attack"])
def test_a_players_check_in_a_round_takes_the_action_it_names(action: Any) -> None:
    spec = duel().when(check("ogre", "awareness"), speaker=player("ogre")).refused("S3-NARR-9")
    look = check("ogre", "awareness", action=action)
    spec.when(look, throws=["ogre awareness 5c→2"], speaker=player("ogre")).then(
        ActionTaken(actor="ogre", action=action, command="s3.check"), CheckSettled
    )
    spec.when(look, speaker=player("ogre")).refused("S3-TURN-10" if action == "movement" else "S3-TURN-11")


@pytest.mark.rule("S3-NARR-9")
@pytest.mark.parametrize("action", ["none", "movement", "attack"])
def test_a_players_check_in_a_round_is_on_its_turn(action: Any) -> None:
    spec = given(fight("ogre", "fox", "bell"), *round_of("fox", "bell"))
    spec.when(check("ogre", "awareness", action=action), speaker=player("ogre")).refused("S3-TURN-27")


@pytest.mark.rule("S3-NARR-9")
def test_outside_a_round_a_players_check_is_free() -> None:
    spec = given(fight("ogre", "bell"))
    for _ in range(2):
        spec.when(check("ogre", "bravado"), throws=["ogre bravado 7c→2"], speaker=player("ogre")).never(ActionTaken)
    spec.when(check("bell", "bravado"), speaker=player("ogre")).refused(None, "not_yours")


# S3-NARR-10: what counts as the same stunt

TWIRL = attack("ogre", "bell", stunt=stunt("acrobatics", tactic="twirl"))


def memory(who: str = "ogre", **change: Any) -> SetStuntMemory:
    return SetStuntMemory(combatant=who, **change)


@pytest.mark.rule("S3-NARR-10", "S3-STUNT-18")
def test_a_stunt_added_to_the_memory_cannot_be_used_again_in_the_scene() -> None:
    spec = duel().given(engage("ogre", "bell"))
    spec.when(memory(add=entry("hand_to_hand", "acrobatics", label=" Twirl ")))
    spec.then(
        StuntMemoryAdded(
            combatant="ogre", memory=Memory(("acrobatics", "hand_to_hand"), ("unarmed",), "attack", "twirl")
        )
    )
    spec.when(TWIRL).refused("S3-STUNT-17")
    spec.given(BeginScene()).when(TWIRL).asks("oppose", "bell")


@pytest.mark.rule("S3-NARR-10")
def test_a_stunt_taken_out_of_the_memory_may_be_used_again() -> None:
    spec = duel().given(engage("ogre", "bell"), memory(add=entry("hand_to_hand", "acrobatics", label="twirl")))
    spec.when(memory(remove=entry("acrobatics", "hand_to_hand", label="TWIRL"))).then(StuntMemoryRemoved)
    spec.when(TWIRL).asks("oppose", "bell")


@pytest.mark.rule("S3-NARR-10")
def test_memories_change_one_entry_at_a_time_and_only_what_is_so() -> None:
    known, other = entry("melee", "stealth"), entry("melee", "evasion")
    spec = duel().given(memory(add=known))
    for faulty in (memory(), memory(add=other, remove=known), memory(add=known), memory(remove=other)):
        spec.when(faulty).refused("S3-NARR-10")
    spec.when(memory("bell", remove=known)).refused("S3-NARR-10")


# What the options offer


def listed(spec: Specification, command: str, field: str) -> list[Any] | None:
    """The values from which the narrator chooses a field, or None where the field is not offered."""
    return choices(spec.menu(), f"s3.{command}", field)


@pytest.mark.rule("S3-NARR-1")
@pytest.mark.parametrize("command", [*RULINGS, *BEFORE_ROUNDS, *BEFORE_TURNS], ids=named)
def test_every_command_of_the_narrator_is_offered_whole_and_to_the_narrator_alone(command: Command) -> None:
    spec = gathering().given(memory("bell", add=entry("melee", "evasion")))
    if command not in BEFORE_ROUNDS:
        spec.given(BeginRound())
        if command not in BEFORE_TURNS:
            spec.given(BeginTurn(pc="ogre", npc="bell"))
    assert spec.offers(command)
    unfit = {"vehicle", "seat", "relative"} if isinstance(command, Place) else set()  # there is no vehicle here
    names = {field["name"] for form in spec.menu().forms if form.command == command.type for field in form.fields}
    assert names == type(command).model_fields.keys() - {"type", "answers"} - unfit
    assert command.type not in commands_in(spec.menu(player("ogre")))


@pytest.mark.rule("S3-NARR-1")
def test_rulings_are_offered_about_those_whom_they_can_be_about() -> None:
    spec = gathering().given(*round_of("ogre", "bell"))
    able = ["ogre", "fox", "bell"]
    assert listed(spec, "set_fate", "combatant") == ["guard"]
    assert listed(spec, "impose", "combatant") == listed(spec, "hazard", "targets") == able
    assert listed(spec, "administer", "combatants") == able
    assert listed(spec, "poison_strikes", "combatant") == ["bell"]
    assert choices(spec.menu(), "s3.poison_strikes", "dose", combatant="bell") == ["wine"]
    assert listed(spec, "strike_turn", "pc") == ["fox"]
    assert "s3.begin_turn" not in commands_in(spec.menu())
    assert listed(spec.given(Remove(combatant="guard")), "remove", "combatant") == able


@pytest.mark.rule("S3-NARR-1")
def test_a_field_with_nothing_to_choose_from_is_not_offered() -> None:
    alone = given(fight("ogre", newcomer("bell", disabled={"fate": "down"})), BeginRound(force=True))
    assert {"s3.begin_turn", "s3.place"} <= commands_in(alone.menu())
    assert listed(alone, "begin_turn", "npc") is None
    assert listed(alone, "place", "vehicle") is None
    mounted = given(fight("ogre", "star", "bell", riding("red", "star")), BeginRound())
    assert listed(mounted, "begin_turn", "npc") == ["bell"]
    assert listed(mounted, "place", "vehicle") == ["red"]


@pytest.mark.rule("S3-NARR-1", "S3-TURN-28")
def test_while_somebody_is_asked_only_rulings_that_interrupt_are_offered() -> None:
    spec = gathering().given(*round_of("ogre", "bell"), engage("ogre", "bell"))
    spec.when(attack("ogre", "bell")).asks("oppose", "bell")
    rulings = {name for name in commands_in(spec.menu()) if name.startswith("s3.")}
    assert rulings == {kind.model_fields["type"].default for kind in NARRATIONS if kind.interrupts}
    for command in RULINGS:
        taken = isinstance(decide(S3, spec.fight, command, NARRATOR, SEED, secrets=SECRETS), Decided)
        assert taken == command.interrupts, command
