"""What Black Dice forbids: at least one command for every rule that its code refuses by."""

from pathlib import Path
from typing import Any

from domain.core.commands import Answer, Command
from domain.rulesets import black_dice
from domain.rulesets.black_dice.chapters.attacks.objects import StrikeObject
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack, Surprised
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import Assisted
from domain.rulesets.black_dice.chapters.dice.fate import GrantFate
from domain.rulesets.black_dice.chapters.dice.rerolls import Keep, Reroll, RerollKept
from domain.rulesets.black_dice.chapters.dice.scripting import Approve, ChangeStory
from domain.rulesets.black_dice.chapters.dice.throws import Choose
from domain.rulesets.black_dice.chapters.healing.healing_places import EquipZone
from domain.rulesets.black_dice.chapters.healing.resting import PassTime
from domain.rulesets.black_dice.chapters.healing.stabilising import Stabilise
from domain.rulesets.black_dice.chapters.healing.treatment import Treat, Treated
from domain.rulesets.black_dice.chapters.narrator.calls import Check
from domain.rulesets.black_dice.chapters.narrator.fouls import FoulFollows
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, CoverSheet, Distance, Place
from domain.rulesets.black_dice.chapters.perils.breath import HoldBreath
from domain.rulesets.black_dice.chapters.perils.drinking import Drink, Tempt
from domain.rulesets.black_dice.chapters.perils.feats import Feat
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, Declared, Disengaged, Disengaging
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet, ReplyTo, Respond
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import StructureLost
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, ExtendLife, SaveFromDeath
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.harm import ReduceDamage
from domain.rulesets.black_dice.chapters.wounds.injuries import AvoidInjury
from domain.rulesets.black_dice.chapters.wounds.waking import EnsureSuccess
from domain.rulesets.black_dice.parts import RollChoices
from domain.rulesets.black_dice.state import Declaration
from tests.rules.black_dice.builders import (
    GUN,
    SWORD,
    agenda,
    armed,
    check,
    choosing,
    clash,
    contest,
    peril,
    player,
    pledge,
    replies,
    reply,
    strikes,
    waits,
)
from tests.rules.black_dice.specification import BLACK_DICE_NOTATION, Step, fight, given, newcomer, round_of
from tests.rules.refusal_cases import Forbidden, Row

RIFLE = {"id": "rifle"}
PEOPLE = ("vane", "pryce", "quill", "lark")
DECK = (Distance(zones=("here", "deck"), feet=15), Distance(zones=("here", "roof"), feet=60))
ARMED = newcomer("vane", ready=["cutlass", "revolver"], policy={"ask_choices": True})
BAND = (ARMED, "pryce", "quill", "lark", "brass_tom", "wooden_door")


def idle(*steps: Step, **options: Any) -> tuple[Step, ...]:
    """A pirate, a sergeant, a sharpshooter, a surgeon, an automaton and a door, and what has happened to them."""
    return (fight(*BAND, **options), *DECK, *steps)


def turn(*steps: Step, **options: Any) -> tuple[Step, ...]:
    """The turn of the pirate to declare, and what has happened since."""
    return (*idle(**options), *round_of(*PEOPLE), *steps)


def resolving(*steps: Step) -> tuple[Step, ...]:
    """A round with nothing left to resolve, and what has happened since."""
    return (*turn(), AgendaSet(exchanges=(), agenda=()), *steps)


def abc(*steps: Step) -> tuple[Step, ...]:
    """Three of one side who may attack once in a round, each with sword, gun and rifle, and what they have done."""
    people = [armed(name, 0, weapons=[SWORD, GUN, RIFLE], side="crew") for name in "abc"]
    return (fight(*people), *round_of("a", "b", "c"), *steps)


def answered(answer: Any, *declared: Step) -> tuple[tuple[Step, ...], Command]:
    """This answer to the first response that is asked for when all of the three have declared."""
    return to_prompt(answer, *abc(*declared))


def to_prompt(answer: Any, *steps: Step) -> tuple[tuple[Step, ...], Command]:
    """This answer to the first prompt that is open after these steps."""
    return steps, Answer(prompt=given(*steps).fight.prompts[0].id, answer=answer)


def by_b(does: Any, weapon: str | None = None) -> Any:
    """How b meets what a does."""
    return replies(reply("a", does, weapon))


def both(does: Any) -> Any:
    """Both are met alike, with the sword."""
    return replies(reply("a", does, "sword"), reply("b", does, "sword"))


def away(who: str, zone: str = "deck") -> Command:
    return Place(combatant=who, zone=zone)


def near(who: str) -> Command:
    return Place(combatant="vane", close_to=(who,))


def out(who: str) -> Step:
    return FellUnconscious(combatant=who, reason="wounds")


def treat(patient: str = "pryce", **changes: Any) -> Treat:
    """The surgeon treats somebody with a medical kit."""
    fields = {"actor": "lark", "patient": patient, "skill": "medicine", "place": "medical_kit", **changes}
    return Treat.model_validate(fields)


def stabilise(patient: str = "pryce", **changes: Any) -> Stabilise:
    return Stabilise.model_validate({"actor": "lark", "patient": patient, "skill": "medicine", **changes})


def declare(**deed: Any) -> Declare:
    return Declare.model_validate({"actor": "vane", **deed})


def ending(**staying: Any) -> EndRound:
    """The end of a round with what is named for the pirate's roll."""
    return EndRound.model_validate({"choices": {"vane": staying}})


def story(actor: str) -> ChangeStory:
    return ChangeStory(actor=actor, description="a ship is sighted")


def save(actor: str, saved: str) -> SaveFromDeath:
    return SaveFromDeath(actor=actor, saved=saved, description="a rope out of nowhere")


SWORDPLAY = check("vane", "dex swordplay")
SURPRISE = SurpriseAttack(actor="vane", target="pryce", weapon="revolver")
UNAWARE = Awareness(combatant="pryce", unaware_of=("vane",))
BLOW = StrikeObject(actor="vane", object="wooden_door", weapon="cutlass")
RUM = Drink(actor="vane", drink="spirits")
WALL = Place(combatant="pryce", cover=CoverSheet(kind="total"))
FOUL = DiceThrown(
    combatant="vane",
    label="dodge",
    kind="action",
    white_terms=(),
    black_terms=(("difficulty", 3),),
    pool=0,
    successes=0,
    black_successes=1,
    raw=-1,
    net=0,
    degree="foul_failure",
    foul=True,
)
TWICE = RerollKept(combatant="vane", kept=2, dropped=1)
AT_DEATH = (
    *idle(),
    BeganDying(combatant="pryce", rounds=1),
    *round_of("vane", number=2),
    AgendaSet(exchanges=(), agenda=()),
)
OWN_DEATH = (
    *idle(),
    BeganDying(combatant="vane", rounds=1),
    *round_of("pryce", number=2),
    AgendaSet(exchanges=(), agenda=()),
)
DENIED = (SaveFromDeath(actor="vane", saved="vane", description="a rope"), Approve(approve=False))
LATE = (
    fight(newcomer("vane", policy={"ask_choices": True}), fate_timing="after"),
    check("vane", "wits perception", choosing()),
)
STRUCK = (fight(newcomer("vane", fate=1), fate_vs_perils=True), peril("vane", peril="collapse", avoidance="none"))
A_STRIKES = (strikes("a", "b sword"), waits("b"), waits("c"))
A_SHOOTS = (strikes("a", "b gun"), waits("b"), waits("c"))
MIXED = replies(reply("a", "easy_target"), reply("b", "full_dodge"))
BREATH_HELD = HoldBreath(combatant="vane", breath="start")
HELPED = (
    Declared(combatant="vane", declaration=Declaration("act", act="assist")),
    Assisted(combatant="vane", leader="quill"),
)
GONE = Declared(combatant="b", declaration=Declaration("disengage"))
HELD = Place(combatant="lark", close_to=("pryce",))
LEAVE = Declare(actor="pryce", disengage=Disengaging())
BEHIND_A_WALL = Place(combatant="a", cover=CoverSheet(kind="total"))
EASY = agenda(clash("vane cutlass", "pryce easy_target"))
BROKEN = StructureLost(combatant="wooden_door", points=4, pips=0, dice=0)

ROWS: tuple[Row, ...] = (
    # Rolls
    Row("BD-SKILL-3", idle(), contest("vane wits", "vane wits")),
    Row("BD-SKILL-6", idle(untrained="common_only"), check("lark", "dex rifle")),
    Row("BD-RUL-44", idle(), Check(combatant="vane", stat="wits", with_stat="resolve")),
    Row("BD-RUL-44", idle(), Check(combatant="vane", stat="fortitude", with_stat="resolve", skill="dodge")),
    Row("BD-DYING-8", idle(Died(combatant="vane")), Check(combatant="vane", stat="fortitude", with_stat="resolve")),
    Row("BD-SKILL-13", idle(out("vane")), SWORDPLAY),
    Row("BD-SKILL-13", idle(out("pryce")), contest("vane wits", "pryce wits")),
    Row("BD-SKILL-13", idle(out("vane")), Feat(actor="vane", feat="lift", row=0)),
    Row("BD-SKILL-13", idle(out("vane")), BLOW),
    Row("BD-SKILL-13", idle(UNAWARE, out("vane")), SURPRISE),
    Row("BD-SKILL-13", idle(out("lark")), treat()),
    Row("BD-SKILL-15", idle(), Choose(actor="vane", choices=choosing(fate=1))),
    Row("BD-SKILL-15", *to_prompt({"trade": 1}, *LATE)),
    Row("BD-DIFF-8", idle(BeganDying(combatant="pryce", rounds=2)), stabilise(difficulty="very_easy"), player("lark")),
    Row("BD-COMM-1", idle(), check("vane", "dex swordplay", choosing(common=1))),
    Row("BD-COMM-1", idle(), check("vane", "dex athletics", choosing(common=3))),
    Row("BD-COMM-1", idle(), check("vane", "dex", choosing(common=1))),
    Row("BD-GUAR-1", idle(), check("vane", "dex athletics", choosing(trade=3))),
    Row("BD-GUAR-4", idle(), BeginRound(choices={"vane": RollChoices(trade=1)})),
    Row("BD-GUAR-4", idle(), BLOW.model_copy(update={"choices": choosing(trade_weapon=1)})),
    Row("BD-GUAR-4", idle(), BLOW.model_copy(update={"choices": choosing(trade_strength=1)})),
    Row("BD-COMP-1", idle(), check("lark", "wits medicine", complementary=("perception", "persuade"))),
    Row("BD-COMP-1", idle(), check("lark", "wits medicine", complementary=("medicine",))),
    Row("BD-COMP-2", idle(), check("lark", "wits medicine", assistants=("vane", "vane"))),
    Row("BD-COMP-3", idle(), treat(free_assistants=3), player("lark")),
    Row("BD-COMP-4", idle(), check("lark", "wits medicine", assistants=("lark",))),
    Row("BD-COMP-4", idle(out("vane")), check("lark", "wits medicine", assistants=("vane",))),
    Row("BD-COMP-4", idle(away("vane")), check("lark", "wits medicine", assistants=("vane",))),
    Row("BD-COMP-4", turn(waits("vane")), check("lark", "wits medicine", assistants=("vane",))),
    Row("BD-COMP-4", turn(*HELPED), check("lark", "wits medicine", assistants=("vane",))),
    Row("BD-COMP-5", idle(), treat(complementary=("perception",)), player("lark")),
    Row("BD-COMP-5", idle(), treat(assistants=("vane",)), player("lark")),
    Row("BD-MOD-14", idle(), treat(bonus=2), player("lark")),
    # Fate and scripting dice
    Row("BD-FATE-1", idle(), check("pryce", "wits perception", choosing(fate=1))),
    Row("BD-FATE-1", idle(), GrantFate(combatant="vane", pips=-13)),
    Row("BD-FATE-1", idle(pledge("quill", "vane", 2)), pledge("quill", "lark", 2)),
    Row("BD-FATE-1", idle(BeganDying(combatant="vane", rounds=1)), ExtendLife(actor="vane", pips=13)),
    Row("BD-FATE-1", *to_prompt(2, *STRUCK)),
    Row("BD-FATE-1", resolving(), ending(ensure="pryce")),
    Row("BD-FATE-2", idle(), check("vane", "dex athletics", choosing(fate=4))),
    Row("BD-FATE-2", idle(), BLOW.model_copy(update={"choices": choosing(fate_weapon=4)})),
    Row("BD-FATE-2", *to_prompt({"fate": 4}, *LATE)),
    Row("BD-FATE-4", idle(fate_timing="after"), check("vane", "dex athletics", choosing(fate=1))),
    Row("BD-FATE-5", idle(), ReduceDamage(actor="vane", pips=1)),
    Row("BD-FATE-5", *to_prompt(60, *STRUCK)),
    Row("BD-FATE-6", idle(), EnsureSuccess(actor="vane", ensure=True)),
    Row("BD-FATE-7", idle(), ExtendLife(actor="vane", pips=1)),
    Row("BD-FATE-8", idle(), AvoidInjury(actor="vane", avoid=True)),
    Row("BD-FATE-9", idle(), pledge("vane", "vane", 1)),
    Row("BD-FATE-9", idle(Died(combatant="pryce")), pledge("vane", "pryce", 1)),
    Row("BD-FATE-9", idle(away("vane")), pledge("vane", "lark", 1)),
    Row("BD-FATE-9", idle(pledge("vane", "lark", 2)), pledge("vane", "lark", 2)),
    Row("BD-FATE-10", resolving(away("lark")), ending(ensure="lark")),
    Row("BD-FATE-10", *to_prompt({"extend": 1}, *AT_DEATH, EndRound())),
    Row("BD-FATE-12", idle(Died(combatant="vane")), pledge("vane", "lark", 1)),
    Row("BD-FATE-12", idle(Died(combatant="vane")), story("vane")),
    Row("BD-FATE-12", idle(Died(combatant="vane")), ExtendLife(actor="vane", pips=1)),
    Row("BD-FATE-12", idle(BeganDying(combatant="pryce", rounds=2), Died(combatant="vane")), save("vane", "pryce")),
    Row("BD-FATE-12", resolving(Died(combatant="lark")), ending(ensure="lark")),
    Row("BD-FATE-14", turn(EASY), Resolve(choices={"pryce": choosing(fate=1)})),
    Row("BD-SCRIPT-1", idle(), story("pryce")),
    Row("BD-SCRIPT-1", idle(BeganDying(combatant="vane", rounds=2)), save("pryce", "vane")),
    Row("BD-SCRIPT-1", idle(), Reroll(actor="pryce", description="luck")),
    Row("BD-SCRIPT-2", idle(), Approve(approve=True)),
    Row("BD-SCRIPT-2", *to_prompt({"description": "a rope"}, *OWN_DEATH, EndRound(), *DENIED)),
    Row("BD-SCRIPT-4", idle(), Reroll(actor="vane", description="luck")),
    Row("BD-SCRIPT-6", idle(), Keep(actor="vane", keep="first")),
    Row("BD-SCRIPT-7", idle(TWICE), Reroll(actor="vane", description="luck")),
    Row("BD-SCRIPT-8", idle(), save("vane", "pryce")),
    Row("BD-SCRIPT-8", idle(BeganDying(combatant="pryce", rounds=2), away("vane")), save("vane", "pryce")),
    # Fouls, perils, breath, drink, feats
    Row("BD-FOUL-3", idle(), FoulFollows(throw=1, effect="falls_prone")),
    Row("BD-FOUL-3", idle(FOUL), FoulFollows(throw=given(*idle(FOUL)).fight.version, effect="drops_weapon")),
    Row("BD-PERIL-5", idle(), peril("vane", intensity="minor", dice=3)),
    Row("BD-DATA-5", idle(), peril("vane", peril="sharknado")),
    Row("BD-DROWN-5", idle(), HoldBreath(combatant="vane", strenuous=True)),
    Row("BD-DROWN-8", idle(), HoldBreath(combatant="vane", breath="end")),
    Row("BD-DROWN-8", idle(BREATH_HELD), BREATH_HELD),
    Row("BD-DROWN-9", idle(), HoldBreath(combatant="brass_tom", breath="start")),
    Row("BD-DRINK-1", idle(), Drink(actor="brass_tom", drink="wine")),
    Row("BD-DRINK-1", idle(out("vane")), RUM),
    Row("BD-DRINK-7", idle(), Tempt(combatant="vane", temptation="another_drink")),
    Row("BD-DRINK-8", idle(), Tempt(combatant="vane", temptation="laugh")),
    Row("BD-FEAT-12", turn(), Feat(actor="vane", feat="lift", row=0)),
    # Rounds and declarations
    Row("BD-ROUND-1", turn(), BeginRound()),
    Row("BD-ROUND-1", idle(), waits("vane")),
    Row("BD-ROUND-1", turn(), EndRound()),
    Row("BD-ROUND-2", idle(), BeginRound(combatants=("vane", "wooden_door"))),
    Row("BD-ROUND-2", idle(out("pryce")), BeginRound(combatants=("vane", "pryce"))),
    Row("BD-ROUND-2", turn(), waits("brass_tom")),
    Row("BD-ROUND-3", turn(), RUM),
    Row("BD-ROUND-4", turn(), Resolve()),
    Row("BD-ROUND-4", resolving(), Resolve()),
    Row("BD-ROUND-8", turn(strikes("vane", "wooden_door cutlass"), *map(waits, PEOPLE[1:])), EndRound()),
    Row("BD-ROUND-10", turn(), PassTime(hours=1)),
    Row("BD-ROUND-11", turn(EASY), Resolve(), player("pryce"), "not_yours"),
    Row("BD-INIT-7", turn(), waits("pryce")),
    Row("BD-INIT-7", turn(waits("vane")), waits("vane")),
    Row("BD-INIT-11", turn(near("pryce")), declare(move={"zone": "deck"})),
    Row("BD-INIT-11", turn(), declare(move={"zone": "here"})),
    Row("BD-INIT-11", turn(), declare(move={"zone": "roof"})),
    Row("BD-INIT-11", turn(), declare(move={"close_to": "vane"})),
    Row("BD-INIT-11", turn(away("lark")), declare(move={"close_to": "lark"})),
    Row("BD-INIT-11", turn(near("lark")), declare(move={"close_to": "lark"})),
    Row("BD-INIT-11", abc(), Declare(actor="a", ready=("sword", "gun", "rifle"))),
    Row("BD-INIT-12", turn(), declare(wait=True, posture="stand")),
    Row("BD-INIT-12", turn(Place(combatant="vane", prone=True)), declare(wait=True, posture="prone")),
    # Who fights whom
    Row("BD-WHO-1", turn(away("pryce", "roof")), strikes("vane", "pryce cutlass")),
    Row("BD-WHO-1", turn(near("brass_tom"), away("pryce")), strikes("vane", "pryce cutlass")),
    Row("BD-WHO-1", idle(Place(combatant="wooden_door", zone="roof")), BLOW),
    Row("BD-WHO-3", abc(), strikes("a", "b sword", "c sword")),
    Row("BD-WHO-3", turn(), strikes("vane", "pryce cutlass", "pryce revolver")),
    Row("BD-WHO-5", *answered(both("attack_back"), strikes("a", "c sword"), strikes("b", "c sword"), waits("c"))),
    Row("BD-WHO-7", idle(), Respond(actor="pryce", replies=(ReplyTo(attacker="vane", does="easy_target"),))),
    Row("BD-WHO-7", *answered(by_b("dodge"), *A_STRIKES)),
    Row("BD-WHO-7", *answered(by_b("dodge", "sword"), *A_SHOOTS)),
    Row("BD-WHO-7", *answered(by_b("full_dodge"), strikes("a", "b sword"), strikes("b", "c sword"), waits("c"))),
    Row("BD-WHO-7", *answered(MIXED, strikes("a", "c sword"), strikes("b", "c gun"), waits("c"))),
    Row("BD-WHO-7", *answered(replies(reply("a", "dodge")), strikes("a", "c gun"), strikes("b", "c gun"), waits("c"))),
    Row("BD-WHO-8", *answered(by_b("full_dodge"), strikes("a", "b gun"), GONE, waits("c"))),
    Row("BD-WHO-10", turn(Disengaged(combatant="pryce")), strikes("vane", "pryce cutlass")),
    Row("BD-WHO-10", turn(near("pryce"), waits("vane")), LEAVE),
    Row("BD-WHO-10", turn(HELD, strikes("vane", "pryce cutlass")), LEAVE),
    Row("BD-WHO-10", turn(near("pryce")), declare(disengage={"zone": "roof"})),
    Row("BD-WHO-11", turn(), declare(disengage={})),
    Row("BD-WHO-12", turn(Died(combatant="pryce")), strikes("vane", "pryce cutlass")),
    Row("BD-WHO-12", turn(Died(combatant="pryce")), declare(aim={"weapon": "revolver", "target": "pryce"})),
    Row("BD-WHO-12", idle(Died(combatant="pryce")), peril("pryce", intensity="minor")),
    Row("BD-MOD-6", turn(), declare(aim={"weapon": "cutlass", "target": "pryce"})),
    Row(
        "BD-MOD-6",
        turn(Readied(combatant="vane", weapons=("cutlass",))),
        declare(aim={"weapon": "revolver", "target": "pryce"}),
    ),
    Row("BD-MOD-6", turn(), declare(aim={"weapon": "revolver", "target": "vane"})),
    Row("BD-COVER-7", turn(WALL), strikes("vane", "pryce cutlass")),
    Row("BD-COVER-7", *answered(by_b("attack_back", "sword"), BEHIND_A_WALL, *A_STRIKES)),
    Row("BD-RNG-1", *answered(by_b("attack_back", "sword"), *A_SHOOTS)),
    Row("BD-RNG-7", idle(), SURPRISE),
    Row("BD-RNG-7", idle(UNAWARE, Surprised(attacker="vane", target="lark")), SURPRISE),
    Row("BD-RNG-7", idle(UNAWARE), SURPRISE.model_copy(update={"weapon": "cutlass"})),
    Row("BD-RNG-7", resolving(UNAWARE), SURPRISE),
    Row("BD-RNG-7", idle(), Awareness(combatant="vane", unaware_of=("vane",))),
    Row("BD-RNG-9", *answered(by_b("hit_back", "sword"), *A_SHOOTS)),
    Row("BD-OBJ-2", turn(), BLOW),
    Row("BD-OBJ-2", idle(), BLOW.model_copy(update={"object": "pryce"})),
    Row("BD-OBJ-5", idle(BROKEN), BLOW),
    # Healers
    Row("BD-DYING-4", turn(BeganDying(combatant="pryce", rounds=2)), stabilise()),
    Row("BD-DYING-4", idle(), stabilise()),
    Row("BD-DYING-4", idle(BeganDying(combatant="pryce", rounds=2), away("lark")), stabilise()),
    Row("BD-DYING-4", idle(BeganDying(combatant="pryce", rounds=2)), stabilise(skill="ad_hoc_repair")),
    Row("BD-DYING-8", idle(Died(combatant="vane")), RUM),
    Row("BD-DYING-8", idle(Died(combatant="pryce")), treat()),
    Row("BD-HEAL-1", turn(), treat()),
    Row("BD-HEAL-2", idle(), treat(skill="ad_hoc_repair")),
    Row("BD-HEAL-2", idle(), treat("brass_tom", place="toolkit")),
    Row("BD-HEAL-4", idle(away("pryce")), treat()),
    Row("BD-HEAL-6", idle(), treat(place="toolkit")),
    Row("BD-HEAL-17", idle(), treat(), player("lark")),
    Row("BD-HEAL-17", idle(), EquipZone(zone="deck", places=("toolkit", "workshop"))),
    Row("BD-HEAL-11", idle(Treated(combatant="pryce", healer="lark", minutes=10)), treat()),
    Row("BD-HEAL-16", idle(BeganDying(combatant="pryce", rounds=2)), PassTime(hours=1)),
    Row("BD-HEAL-16", idle(BeganDying(combatant="vane", rounds=2)), treat()),
)
BLACK_DICE_FORBIDDEN = Forbidden(
    BLACK_DICE_NOTATION,
    "BD",
    Path(black_dice.__file__).parent,
    ROWS,
    naming=frozenset({"RULES_OF_DICE"}),
)
