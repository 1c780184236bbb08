"""What Century forbids: at least one command for every rule that its code refuses by."""

from pathlib import Path
from typing import Any

from domain.core.commands import Answer, Command, Join
from domain.model.speaker import Speaker
from domain.rulesets import century
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.conditions.care import Rest, Stabilize, UseStimpak
from domain.rulesets.century.chapters.conditions.conditions import SetCondition, Surprise
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.items.hands import DiscardWeapon, DrawWeapon, ExchangeWeapon, PickUp
from domain.rulesets.century.chapters.items.jams import ClearJam
from domain.rulesets.century.chapters.items.loading import LoadWeapon
from domain.rulesets.century.chapters.items.worn_armour import WearArmor
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.movement.vehicles import ControlCheck, TakeSeat
from domain.rulesets.century.chapters.narrator.attitudes import NpcReaction, SetAttitude
from domain.rulesets.century.chapters.narrator.other_actions import Hide
from domain.rulesets.century.chapters.narrator.scene import SetCircumstance, SetScore
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.calls import CallRoll, WithdrawRoll
from domain.rulesets.century.chapters.rolls.fate_points import AnswerFateBefore, GrantFate
from domain.rulesets.century.chapters.round.ending import EndCombat, LeaveField
from domain.rulesets.century.chapters.round.initiative import BeginRound, RoundModifier
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import AllowLongAction, Hold
from domain.rulesets.century.parts import ConsequenceSheet, GoalSheet, ModifierSheet, PointSheet, RollTerms, SprayPart
from tests.rules.century.builders import FATE, RAPIER, custom, does, ends, finishes, modifier, way
from tests.rules.century.specification import (
    CENTURY_NOTATION,
    Step,
    attack,
    check,
    fight,
    given,
    in_action,
    newcomer,
    roll,
    short_answer,
    stub,
    unasked,
)
from tests.rules.refusal_cases import Forbidden, Row

A = Speaker("player", ("a",))
GUN = "avenger_9mm"
PLATE = {"id": "plate", "name": "Plate", "dr": 9, "hp_max": 20, "str_req": 16}


def story(*people: str | Join, **options: Any) -> tuple[Step, ...]:
    """These people, outside combat."""
    return (fight(*people, **options),)


def slot(*people: str | Join, after: tuple[Step, ...] = (), pool: int = 10, **options: Any) -> tuple[Step, ...]:
    """Round 1, the slot of the first of these open; nobody is asked for fate. ``after`` is what happens then.

    Things and vehicles are there without a place in the order.
    """
    opened = fight(*people, **options)
    there = given(opened).fight.people.values()
    living = [one.id for one in there if one.throws]
    wheels = {one.id: 15 for one in there if one.kind == "vehicle"}
    return (
        opened,
        *unasked(*living, but=tuple(living)),
        *in_action(*living, pools={living[0]: pool, **wheels}),
        *after,
    )


def armed(*weapons: str, after: tuple[Step, ...] = (), **options: Any) -> tuple[Step, ...]:
    """The slot of A, who holds these; B defends itself never, and C is there."""
    return slot(stub("a", *weapons, str=14), "b", "c", after=(*unasked("b"), *after), **options)


def carrying(*weapons: Any, held: str | None = None, after: tuple[Step, ...] = (), **more: Any) -> tuple[Step, ...]:
    """The slot of A, who carries these and holds one of them, or nothing; B is there."""
    sheets = [{"id": one} if isinstance(one, str) else one for one in weapons]
    sheet = {"weapons": sheets, "held": {} if held is None else {"right": held}}
    return slot(stub("a", **sheet, **more.pop("sheet", {})), "b", after=after, **more)


def at_the_wheel(*after: Step, **sheet: Any) -> tuple[Step, ...]:
    """Dan's slot, at the wheel of a Libretta Rapier; Pia, Quin and a desk stand by."""
    car = newcomer(RAPIER, driver="dan", heading=0, **sheet)
    return slot("dan", car, "pia", "quin", "desk", after=after)


def thrown(steps: tuple[Step, ...], command: Command, *throws: str) -> tuple[Step, ...]:
    """These steps, and the facts of this command with these throws."""
    spec = given(*steps).when(command, throws=list(throws))
    assert spec.refusal is None, spec.refusal
    return (*steps, *spec.events)


def to_prompt(answer: Any, *steps: Step) -> tuple[tuple[Step, ...], Command]:
    """This answer to the first prompt that is open after these steps."""
    return steps, Answer(prompt=given(*steps).fight.prompts[0].id, answer=answer)


def defending(answer: dict[str, Any], *people: str | Join, **more: Any) -> tuple[tuple[Step, ...], Command]:
    """This defence of B, whom A attacks, by default with bare hands; ``before`` happens before the attack."""
    before, options = more.pop("before", ()), more.pop("options", {})
    return to_prompt(answer, *slot(*people, after=before, **options), blow(**more))


def triumph(answer: dict[str, Any]) -> tuple[tuple[Step, ...], Command]:
    """The narrator says what the critical success of A's roll does."""
    people = ("a", stub("npc", side="others"), stub("hero", role="character"))
    return to_prompt(answer, *thrown(story(*people), roll("a"), "a d100: 3"))


def masterly(answer: dict[str, Any]) -> tuple[tuple[Step, ...], Command]:
    """The narrator says what the critical success of A's attack does."""
    return to_prompt(answer, *thrown(armed("sword"), BLOW, "a d100: 3"))


def fumble(answer: dict[str, Any]) -> tuple[tuple[Step, ...], Command]:
    """The narrator says what the critical failure of A's roll does, who holds nothing."""
    return to_prompt(answer, *thrown(story("a", "npc", "other"), roll("a"), "a d100: 98"))


def misfire(answer: dict[str, Any]) -> tuple[tuple[Step, ...], Command]:
    """The narrator says what the critical failure of A's attack with a sword does."""
    return to_prompt(answer, *thrown(armed("sword"), BLOW, "a d100: 98"))


def failing(**consequence: Any) -> CallRoll:
    """A roll of A with this consequence of failure."""
    command = {"roller": "a", "candidates": [{"base": 50}], "on_failure": [consequence]}
    return CallRoll.model_validate(command)


def modified(*modifiers: ModifierSheet, **fields: Any) -> CallRoll:
    """A roll of A with these modifiers."""
    return roll("a", modifiers=modifiers, **fields)


def condition(name: Any, who: str = "a", **fields: Any) -> SetCondition:
    return SetCondition(combatant=who, condition=name, **fields)


def walk(metres: int | None = 1, **fields: Any) -> Move:
    return Move(actor="a", **{"mode": "legs2", "distance_m": metres, **fields})


def drive(metres: int | None = 1, **fields: Any) -> Move:
    return Move(actor="dan", **{"mode": "wheels", "distance_m": metres, "vehicle": RAPIER, **fields})


def draw(item: str, hand: Any = None) -> DrawWeapon:
    return DrawWeapon(actor="a", item=item, hand=hand)


def load(item: str, **fields: Any) -> LoadWeapon:
    return LoadWeapon.model_validate({"actor": "a", "item": item, **fields})


def shot(mode: Any = "single", **fields: Any) -> Attack:
    """A shot of A at B, in this manner."""
    return attack("a", "b", **{"fire": mode, "range": "short", **fields})


def blow(**fields: Any) -> Attack:
    """A blow of A at B."""
    return attack("a", "b", **{"range": "melee", **fields})


def spray(*parts: tuple[str, int], **fields: Any) -> Attack:
    """A sprays so many bullets at each of these."""
    shares = tuple([SprayPart(target=target, rounds=rounds) for target, rounds in parts])
    return attack("a", None, fire="full_auto", spray=shares, **{"range": "short", **fields})


def cover(*objects: tuple[str, int]) -> SetCover:
    """A stands behind these, so many percent of it behind each."""
    sheets = [CoveringSheet(object=key, percent=percent) for key, percent in objects]
    return SetCover(combatant="a", objects=tuple(sheets))


def first_reaction(*toward: str, npc: str = "npc", **fields: Any) -> NpcReaction:
    return NpcReaction(npc=npc, toward=toward, **fields)


def seat(who: str, vehicle: str | None) -> TakeSeat:
    return TakeSeat(combatant=who, vehicle=vehicle)


def control(vehicle: str = RAPIER, **fields: Any) -> ControlCheck:
    return ControlCheck(vehicle=vehicle, base=60, **fields)


def placed(who: str, y: int, *weapons: str, **sheet: Any) -> Join:
    """Somebody who stands so many metres to the north."""
    return stub(who, *weapons, position={"x": 0, "y": y}, **sheet)


BLOW, SHOT = blow(), shot()
SWORD = stub("b", "sword", **FATE)
FAST = in_action("a", "b", scores={"a": 10, "b": 5})
"""B is too slow for A."""
LONG = AllowLongAction(combatant="a", mp_limit=60)
CROWD = ("npc", stub("hero", role="character"), "plain")
MET = SetAttitude(npc="npc", toward="hero", attitude="caution")
LUCKY = stub("a", role="character", fp=3)
DISEASE = check("a", "disease", on_failure=(ConsequenceSheet(effect="none"),))
DOWN = SetDowned(combatant="a", status="stabilized")
BRAWL = slot("a", "b")
ALONE = story("a")
NO_FATE = (short_answer("a: fate_before 0"),)
WITHDRAWN = WithdrawRoll(roll_id="clues")
LADDER = ("something moves", "an SUV", "it is black", "three people", "a rocket launcher")
REACTION = roll("a", kind="reaction", candidates=[way(50, "agl")])
BULLET = {"with": "loose_round"}
DROPPED = (DiscardWeapon(actor="a", item="knife"),)
HURT = InflictDamage(combatant="a", amount=1)
BAT = (stub("a", "baseball_bat"), stub("b", "knife"))
PAIR_BEGUN = (LONG, blow(weapon="sword", paired=True))
LITTLE = (PointsSpent(combatant="b", points=7, what="x"),)
BLAST = slot(placed("a", 0, "grenade"), placed("b", 10), stub("u"), after=tuple(unasked("b", "u")))

ROWS: tuple[Row, ...] = (
    # Whose turn it is, and what a step costs
    Row("CE-SHEET-1", slot("a", "desk"), finishes("desk")),
    Row("CE-SHEET-31", ALONE, does("a")),
    Row("CE-SHEET-31", story("a", "b"), BLOW),
    Row("CE-SHEET-31", BRAWL, Attempt(actor="a", what="listens")),
    Row("CE-STAG-1", BRAWL, does("b")),
    Row("CE-STAG-1", BRAWL, attack("b", "a", range="melee")),
    Row("CE-STAG-2", slot("a", "b", after=(condition("stunned"),)), does("a")),
    Row("CE-STAG-7", armed("knife", after=(BLOW,)), BLOW),
    Row("CE-STAG-8", BRAWL, ends("a")),
    Row("CE-STAG-9", BRAWL, Hold(actor="a")),
    Row("CE-STAG-9", slot("a", "b", hold_slot=True, after=(does("a", 1),)), Hold(actor="a")),
    Row("CE-STAG-10", BRAWL, does("a", 6)),
    Row("CE-STAG-11", BRAWL, AllowLongAction(combatant="a", mp_limit=5)),
    Row("CE-STAG-11", slot("a", "suv"), AllowLongAction(combatant="suv", mp_limit=9)),
    Row("CE-STAG-15", slot("a", "b", after=(BLOW,)), EndCombat()),
    Row("CE-MP-5", slot("a", pool=3), does("a", 4)),
    Row("CE-INIT-1", BRAWL, BeginRound()),
    Row("CE-INIT-6", ALONE, BeginRound(modifiers=(RoundModifier(combatant="a", value=0, reason="ice"),))),
    Row("CE-INIT-15", (*ALONE, condition("stunned")), BeginRound()),
    Row("CE-END-4", ALONE, EndCombat()),
    Row("CE-END-8", (*story("a", "b"), LeaveField(combatant="b")), LeaveField(combatant="b")),
    # What the narrator gives
    Row("CE-MOD-24", BRAWL, blow(modifiers=(custom(5),)), A),
    Row("CE-MOD-24", BRAWL, blow(without=("light",)), A),
    Row("CE-MOD-24", BRAWL, blow(base=90), A),
    Row("CE-BACK-5", BRAWL, blow(unaware=True), A),
    Row("CE-DODGE-12", BRAWL, blow(undodgeable=True), A),
    Row("CE-AREA-8", BRAWL, blow(shielded=("b",)), A),
    Row("CE-COVER-14", BRAWL, walk(keeps_cover=True), A),
    Row("CE-ACT-51", BRAWL, does("a", 1), A),
    Row("CE-ACT-51", BRAWL, does("a").model_copy(update={"terms": RollTerms(kind="reaction", base=50)})),
    # Rolls, their target numbers and fate
    Row("CE-SKILL-1", ALONE, CallRoll(roller="a")),
    Row("CE-SKILL-3", *to_prompt("luck", *story(LUCKY), check("a", "surprise"))),
    Row("CE-SKILL-9", ALONE, modified(modifier("gullible", 0))),
    Row("CE-SKILL-10", ALONE, modified(modifier("resembles_friend", 19))),
    Row("CE-SKILL-11", ALONE, modified(modifier("lucky_day"))),
    Row("CE-SKILL-12", ALONE, modified(modifier("custom", 5))),
    Row("CE-SKILL-14", ALONE, roll("a", without=("dodge_penalty",))),
    Row("CE-SKILL-15", ALONE, modified(modifier("light_low"), modifier("light_dark"))),
    Row("CE-SKILL-16", ALONE, modified(modifier("lucky_day", 5), modifier("unlucky_day", 5))),
    Row("CE-SKILL-32", ALONE, modified(modifier("elevated"))),
    Row("CE-SHEET-21", ALONE, modified(modifier("custom", 5, item="crowbar")), code="invalid"),
    Row("CE-HC-10", ALONE, roll("a", without=("health",))),
    Row("CE-MOD-22", ALONE, modified(modifier("attacker_moving", 10))),
    Row("CE-RUL-9", story("a", cover_penalty="never"), modified(modifier("cover", 40))),
    Row("CE-RUL-11", BRAWL, blow(modifiers=(modifier("character_moving", 10),))),
    Row("CE-ROLL-10", ALONE, CallRoll(roller="a", base=40, candidates=(way(),))),
    Row("CE-ROLL-11", ALONE, modified(modifier("rain"), modifier("rain", 5))),
    Row("CE-ROLL-13", ALONE, AnswerFateBefore(actor="a", fate=0)),
    Row("CE-ROLL-13", (*story(LUCKY), roll("a")), BeginRound()),
    Row("CE-ROLL-17", (*ALONE, condition("unconscious")), check("a", "surprise")),
    Row("CE-ROLL-17", (*ALONE, condition("dead")), DISEASE),
    Row("CE-ROLL-19", thrown(story(LUCKY), roll("a", roll_id="clues", answers=NO_FATE), "a d100: 60"), WITHDRAWN),
    Row("CE-SHEET-37", (*story(LUCKY), roll("a")), roll("a")),
    Row("CE-DEG-1", story("a", degrees=False), roll("a", ladder=LADDER)),
    Row("CE-FATE-4", ALONE, roll("a", answers=(short_answer("a: fate_before 1"),))),
    Row("CE-FATE-7", *to_prompt(1, *thrown(story(LUCKY), roll("a", 64, answers=NO_FATE), "a d100: 81"))),
    Row("CE-SHEET-8", story(LUCKY), GrantFate(combatant="a", amount=-4)),
    Row("CE-SHEET-8", ALONE, GrantFate(combatant="a", amount=1)),
    # What follows from a roll
    Row("CE-REACT-1", *to_prompt({"kind": "reaction", "candidates": [{"base": 50}]}, *BRAWL, Hide(actor="a"))),
    Row("CE-REACT-4", ALONE, roll("a", hazard="gas", base=40)),
    Row(
        "CE-REACT-7",
        ALONE,
        CallRoll.model_validate({"roller": "a", "candidates": [{"base": 50}], "with": ["light"]}),
    ),
    Row("CE-REACT-9", *to_prompt("standard", *thrown(ALONE, REACTION, "a d100: 60"))),
    Row("CE-REACT-11", ALONE, failing(effect="stunned", end_of_round=3, rounds=2)),
    Row("CE-REACT-30", ALONE, failing(effect="none", amount=5)),
    Row("CE-REACT-31", ALONE, failing(effect="unconscious", label="x")),
    Row("CE-REACT-32", ALONE, failing(effect="drunk", amount=91)),
    Row("CE-REACT-33", ALONE, failing(effect="diseased", amount=0)),
    Row("CE-REACT-34", ALONE, failing(effect="stunned", text="x")),
    Row("CE-REACT-35", ALONE, failing(effect="surprised", amount=1)),
    Row("CE-REACT-36", ALONE, failing(effect="lose_hp")),
    Row("CE-REACT-37", ALONE, failing(effect="hp_to")),
    Row("CE-REACT-38", ALONE, failing(effect="hindered", amount=5)),
    Row("CE-REACT-39", ALONE, failing(effect="other")),
    Row("CE-REACT-41", (*BRAWL, finishes("a"), finishes("b")), Surprise(combatant="a", end_of_round=1)),
    Row("CE-SKILL-30", ALONE, condition("lucky", amount=101)),
    Row("CE-SKILL-43", ALONE, condition("unlucky", amount=101)),
    Row("CE-DODGE-13", ALONE, condition("dodge_penalty", rounds=1)),
    Row("CE-BLOCK-6", ALONE, condition("block_penalty", rounds=1)),
    Row("CE-SHEET-18", ALONE, condition("stealthy", amount=5)),
    Row("CE-SHEET-18", story("desk"), condition("stunned", "desk")),
    Row("CE-ACT-49", ALONE, condition("hidden", amount=5)),
    Row("CE-DOWN-2", (*ALONE, condition("dead")), condition("dead")),
    Row("CE-DOWN-10", (*ALONE, DOWN), condition("stunned")),
    Row("CE-DOWN-10", ALONE, condition("dead", rounds=1)),
    Row("CE-DOWN-2", (*ALONE, condition("dead")), condition("dead")),
    Row("CE-CRIT-10", *triumph({"effect": "none", "npc": "npc"})),
    Row("CE-CRIT-11", *masterly({"effect": "automatic_hit", "npc": "b"})),
    Row("CE-CRIT-12", *masterly({"effect": "double_damage", "rounds": 2})),
    Row("CE-CRIT-13", *triumph({"effect": "instant_ally"})),
    Row("CE-CRIT-14", *triumph({"effect": "confession", "npc": "npc"})),
    Row("CE-CRIT-15", *misfire({"effect": "drop_weapon", "rounds": 2})),
    Row("CE-CRIT-16", *misfire({"effect": "jam"})),
    Row("CE-CRIT-17", ALONE, condition("clearing_jam")),
    Row("CE-CRIT-17", carrying(GUN), ClearJam(actor="a", weapon=GUN)),
    Row("CE-CRIT-18", *misfire({"effect": "break_weapon", "rounds": 2})),
    Row("CE-CRIT-19", *misfire({"effect": "explode_weapon"})),
    Row("CE-CRIT-20", *fumble({"effect": "instant_enemy", "npc": "npc", "attitude": "caution"})),
    Row("CE-CRIT-21", *fumble({"effect": "other"})),
    Row("CE-CRIT-23", *fumble({"effect": "drop_weapon"})),
    Row("CE-CRIT-23", *triumph({"effect": "automatic_hit"})),
    # First reactions
    Row("CE-NPC-1", story(*CROWD, npc_reactions=False), first_reaction("hero")),
    Row("CE-NPC-3", story(*CROWD), first_reaction("hero", modifiers=(modifier("drunk", 20),))),
    Row("CE-NPC-4", story(*CROWD), first_reaction("hero", "plain")),
    Row("CE-NPC-6", (*story(*CROWD), MET), first_reaction("hero")),
    Row("CE-NPC-9", story(*CROWD), first_reaction("npc", npc="hero")),
    Row("CE-SHEET-39", story(*CROWD), first_reaction("npc")),
    # Ways, turns and vehicles
    Row("CE-ACT-40", BRAWL, walk(0)),
    Row("CE-ACT-42", slot(stub("a", modes=["swim"])), walk(mode="swim", incline="up_30")),
    Row("CE-ACT-43", BRAWL, walk(mode="flight")),
    Row("CE-RANGE-11", BRAWL, walk(None, to=GoalSheet(x=4, y=5))),
    Row("CE-TURN-1", slot(stub("a", heading=0)), Turn(actor="a", degrees=0)),
    Row("CE-TURN-8", at_the_wheel(position={"x": 0, "y": 0}), drive(None, to=GoalSheet(x=0, y=-40))),
    Row("CE-TURN-9", slot(stub("a", heading=0), after=(LONG,), pool=60), Turn(actor="a", degrees=361)),
    Row("CE-CLASS-8", at_the_wheel(), control(outcome="crash")),
    Row("CE-CLASS-10", at_the_wheel(), control("dan")),
    Row("CE-CLASS-10", at_the_wheel(), Turn(actor="dan", degrees=30, vehicle="pia")),
    Row("CE-CLASS-12", at_the_wheel(), walk().model_copy(update={"actor": "dan"})),
    Row("CE-SHEET-15", at_the_wheel(seat("pia", RAPIER)), seat("quin", RAPIER)),
    Row("CE-SHEET-17", at_the_wheel(position={"x": 0, "y": 99_990}), drive(20)),
    Row("CE-SHEET-42", at_the_wheel(), seat("pia", "dan")),
    Row("CE-SHEET-42", at_the_wheel(), seat("desk", RAPIER)),
    # Hands, loads and care
    Row("CE-ACT-44", carrying("knife"), draw("knife", "both")),
    Row("CE-ACT-45", carrying("knife", "sword", held="knife"), DiscardWeapon(actor="a", item="sword")),
    Row("CE-ACT-46", carrying("knife", "sword"), ExchangeWeapon(actor="a", item="knife", for_item="sword")),
    Row("CE-ACT-47", carrying("knife", held="knife", after=DROPPED), PickUp(actor="a", item="knife", hand="both")),
    Row("CE-STR-3", carrying("chainsaw", sheet={"str": 6}), draw("chainsaw")),
    Row("CE-TWOH-1", armed("sword"), blow(one_handed=True)),
    Row("CE-TWOH-2", carrying("spear", one_handed_use=False), draw("spear", "left")),
    Row("CE-LOAD-1", BRAWL, load("sword"), code="invalid"),
    Row("CE-LOAD-1", carrying({"id": GUN, "loaded": 0, "reloads": 1}), load(GUN)),
    Row("CE-LOAD-2", carrying("sword", held="sword"), load("sword")),
    Row("CE-LOAD-2", carrying({"id": "magnum_357", "loaded": 0}, held="magnum_357"), load("magnum_357")),
    Row("CE-LOAD-3", carrying({"id": GUN, "loaded": 0, "reloads": 1}, held=GUN), load(GUN, **BULLET)),
    Row("CE-LOAD-4", carrying({"id": GUN, "reloads": 1}, held=GUN), load(GUN)),
    Row("CE-LOAD-5", carrying({"id": GUN, "loaded": 0}, held=GUN), SHOT),
    Row("CE-DOWN-6", BRAWL, Stabilize(actor="a", patient="b")),
    Row("CE-DMG-7", BRAWL, UseStimpak(actor="a", patient="b")),
    Row("CE-DOWN-11", slot("a", "desk"), SetDowned(combatant="desk", status="dying")),
    Row("CE-SHEET-3", story("desk"), SetScore(combatant="desk", ability="str", score=12)),
    Row("CE-SHEET-6", ALONE, SetDowned(combatant="a", status="up", hp=11)),
    Row("CE-DMG-11", (*ALONE, SetDowned(combatant="a", status="dying")), Rest(days=1)),
    Row("CE-DMG-11", BRAWL, Rest(days=1)),
    Row("CE-ARMOR-9", BRAWL, WearArmor(actor="a")),
    Row("CE-ARMOR-9", ALONE, WearArmor(actor="a", armor="flak_jacket"), code="invalid"),
    Row("CE-STR-5", story(stub("a", armour=[PLATE])), WearArmor(actor="a", armor="plate")),
    Row("CE-DMG-9", ALONE, InflictDamage(combatant="a"), code="invalid"),
    # Attacks
    Row("CE-SHEET-12", BRAWL, blow(natural="punch", fire="burst")),
    Row("CE-HIT-10", (*ALONE, SetDowned(combatant="a", status="dead", hp=-9)), HURT),
    Row("CE-HIT-14", armed("sword"), blow(weapon="knife")),
    Row("CE-UNARM-11", BRAWL, blow(natural="bite")),
    Row("CE-RANGE-5", slot(placed("a", 0, GUN), placed("b", 51)), attack("a", "b")),
    Row("CE-RANGE-6", slot(placed("a", 0, GUN), placed("b", 6)), shot(range="medium")),
    Row("CE-RANGE-7", BRAWL, attack("a", "b"), code="invalid"),
    Row("CE-RANGE-8", BRAWL, shot()),
    Row(
        "CE-RANGE-12",
        slot(placed("a", 0, GUN, heading=180), placed("b", 5), must_face=True),
        attack("a", "b"),
    ),
    Row("CE-ACT-49", slot("a", "b", after=(condition("hidden", "b"),)), BLOW),
    Row("CE-AREA-2", armed(GUN), attack("a", None, point=PointSheet(x=1, y=1), range="short")),
    Row("CE-AREA-5", *to_prompt({"inside": ["b"]}, *thrown(BLAST, attack("a", "b"), "a d100: 40"))),
    Row("CE-AREA-11", armed("grenade"), shot("burst")),
    Row("CE-DTAP-2", armed("ko911"), shot("double_tap")),
    Row("CE-BURST-1", armed(GUN), shot("burst")),
    Row("CE-BURST-3", carrying({"id": "kaufman", "loaded": 2}, held="kaufman"), shot("burst")),
    Row("CE-AUTO-1", armed("ko911"), shot(rounds=5)),
    Row("CE-AUTO-1", armed("ko911"), shot("full_auto"), code="invalid"),
    Row("CE-AUTO-5", armed("ko911"), spray(("b", 13), ("c", 4))),
    Row("CE-AUTO-7", armed("ko911"), spray(("b", 5), ("b", 5))),
    Row("CE-CALLED-1", armed("sword", called_shots=False), blow(called="the hat")),
    Row("CE-CALLED-3", *to_prompt({"base": 10, "effect": "drop_item"}, *armed("sword"), blow(called="the hat"))),
    Row("CE-CALLED-5", armed("ko911"), shot("burst", called="the hat")),
    Row("CE-DISARM-1", slot(*BAT), blow(maneuver="disarm")),
    Row("CE-DISARM-5", slot(*BAT), blow(maneuver="disarm", disarm_item="punch")),
    Row("CE-BACK-1", slot(*BAT), blow(maneuver="backstab", unaware=True)),
    Row("CE-DUAL-2", BRAWL, blow(natural="punch", paired=True)),
    Row("CE-DUAL-4", armed("knife", "pistol_22", after=(LONG, BLOW)), shot(weapon="pistol_22", paired=True)),
    Row("CE-DUAL-9", armed("sword", "knife", after=PAIR_BEGUN), blow(weapon="knife", paired=True, maneuver="backstab")),
    Row("CE-COVER-1", slot("a", "desk", "wall"), cover(("desk", 60), ("wall", 41))),
    Row("CE-MOD-25", ALONE, SetCircumstance(label="smoke", amount=-5, on="attacks_by")),
    # Defences
    Row("CE-DODGE-3", *defending({"defence": "dodge"}, "a", "b", options={"block_mp": 3}, before=LITTLE)),
    Row("CE-DODGE-4", *defending({"defence": "block"}, "a", SWORD, before=FAST)),
    Row("CE-DODGE-5", *defending({"defence": "block", "fate": True}, "a", SWORD)),
    Row("CE-DODGE-12", *defending({"defence": "dodge"}, "a", SWORD, undodgeable=True)),
    Row("CE-BLOCK-3", *defending({"defence": "dodge", "with": "left_arm"}, "a", "b")),
    Row("CE-BLOCK-4", *defending({"defence": "block"}, stub("a", GUN), "b", range="short")),
    Row("CE-PARRY-3", *defending({"defence": "parry"}, "a", "b")),
    Row("CE-PARRY-4", *defending({"defence": "parry"}, stub("a", GUN), SWORD, range="short")),
)
NAMING = frozenset({"Part", "ModifierRow", "BASE_RULES", "OF_CONDITION", "NEXT_ACTION", "RULE_OF_DEFENCE"})
"""Parts of target numbers, and the tables in which the code looks up their rules."""
CENTURY_FORBIDDEN = Forbidden(
    CENTURY_NOTATION, "CE", Path(century.__file__).parent, ROWS, frozenset({"CE-ROLL-2"}), NAMING
)
