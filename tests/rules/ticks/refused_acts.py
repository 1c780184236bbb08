"""What may not be done or answered while the count of Ticks goes down: steps, strikes, deeds, plans, choices."""

from typing import Any

from domain.rulesets.ticks.chapters.declaring.count_up import JudgeCondition
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Hurry, Release
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallTest
from domain.rulesets.ticks.chapters.narrator.trials import Commit, SetDifficulty
from domain.rulesets.ticks.chapters.strikes.deferring import HoldBack
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.soaking import Soak
from tests.rules.refusal_cases import Row
from tests.rules.ticks.builders import (
    EVADE,
    MOVE,
    STRIKING,
    Declared,
    Scene,
    attack,
    between,
    blind,
    calm,
    carried,
    defer,
    down,
    up,
)
from tests.rules.ticks.specification import act, hold, newcomer, plan


def iris(declared: Declared, *others: Any, **scene: Any) -> Scene:
    """Iris has declared this, beside Bruno or these others, and is asked."""
    return down(scene.pop("sheet", "iris"), *(others or ("bruno",)), iris=declared, **scene)


def sable(declared: Declared, **scene: Any) -> Scene:
    """Sable has declared this, and is asked."""
    return down("sable", "bruno", sable=declared, **scene)


def lena(kind: str, **details: Any) -> Scene:
    """Lena has declared this deed, and is asked."""
    return down("lena", "bruno", lena={"action": "other", "kind": kind, **details})


def moving(action: str) -> dict[str, Any]:
    """The option by which this action allows steps."""
    return {"moving_actions": ["attack", "evade", action]}


def opposes(statistic: str, skill: str, luck: int = 0) -> Oppose:
    return Oppose(actor="bruno", statistic=statistic, skill=skill, luck=luck)


def soaks(*attacks: dict[str, int]) -> Soak:
    return Soak.model_validate({"actor": "bruno", "attacks": attacks})


def spares(attack: str | None = None, who: str = "pell") -> HoldBack:
    return HoldBack(actor=who, attack=attack)


SWORD = attack("bruno", "sword")
SHOT = attack("bruno", "pistol")
AIM = {"action": "aim", "target": "bruno", "weapon": "pistol"}
DEFEND = {"action": "defend", "weapon": "sword"}
STRIKE = act("iris", strike=True)
STEP = act("iris", step=(1, 0))
SWORD_AND_KNIFE = newcomer("iris", things=[{"key": "sword"}, {"key": "knife"}])
SWORD_AND_SHIELD = newcomer("iris", things=[{"key": "sword"}, {"key": "shield"}])
QUICK = newcomer("iris", things=[carried("sword")])
TRIPPED = {"asks": {"bruno": "oppose"}, "after": (STRIKE,)}
STRUCK = {"asks": {"bruno": "soak"}, "after": (STRIKE,)}
DEFENDED = {**STRUCK, "bruno": {"action": "defend", "weapon": "nightstick"}}
PASSED = (act("lena", step=(1, 0)), act("lena2", step=(1, 0)))
TESTED = CallTest(combatant="iris", statistic="willpower", difficulty=13)
OFFERED = down(
    "pell",
    "lena",
    "iris",
    asks={"pell": "hold_back"},
    after=(act("lena", step=(1, 0)),),
    pell=defer("rifle", "steps"),
    lena=MOVE,
)
FORCED = down(
    "hanna",
    "lena",
    "lena2",
    asks={"hanna": "hold_back"},
    after=PASSED,
    hanna=defer("hatchet", "steps"),
    lena=MOVE,
    lena2=MOVE,
)

ACTS: tuple[Row, ...] = (
    # Being asked
    Row("TK-RES-6", between("iris", "bruno"), STRIKE),
    Row("TK-RES-6", up("iris", "bruno", to="iris"), hold("iris")),
    Row("TK-RES-6", iris(SWORD), act("bruno", strike=True)),
    Row("TK-RES-6", iris(SWORD), hold("bruno")),
    Row("TK-RES-10", iris(SWORD), act("iris")),
    Row("TK-RES-10", iris(SWORD), hold("iris", 14)),
    Row("TK-RES-11", iris(attack("bruno", "sword", "trip"), **TRIPPED), Drop(actor="iris", item="sword")),
    Row("TK-RES-11", iris(attack("bruno", "sword", "trip"), **TRIPPED), STEP),
    Row("TK-RES-11", calm("iris", "bruno", before=(TESTED,)), Award(combatant="bruno")),
    # Steps
    Row("TK-MOVE-1", iris(SWORD, tick=13), STEP),
    Row("TK-MOVE-2", sable(AIM), act("sable", step=(1, 0))),
    Row("TK-MOVE-3", iris(SWORD), act("iris", step=(2, 0))),
    Row("TK-MOVE-3", iris(SWORD), act("iris", step=(0, 0))),
    Row("TK-MOVE-6", sable(SHOT), act("sable", strike=True, after=(1, 0))),
    Row("TK-MOVE-8", iris(SWORD, sheet=newcomer("iris", prone=True)), STEP),
    Row("TK-TRIP-6", iris(SWORD), act("iris", stand=True)),
    Row("TK-TRIP-6", iris(SWORD, sheet=newcomer("iris", prone=True)), act("iris", stand=True)),
    Row(
        "TK-TRIP-6",
        iris(SWORD, sheet=newcomer("iris", prone=True), options={"stand_up": "step"}, tick=13),
        act("iris", stand=True),
    ),
    # Strikes
    Row("TK-ATK-2", iris(SWORD, after=(STRIKE,)), STRIKE),
    Row("TK-ATK-2", iris(attack("bruno", "sword", "quick_draw_melee"), sheet=QUICK), STRIKE),
    Row("TK-ATK-6", iris(SWORD), act("iris", strike={"weapon": "knife"})),
    Row("TK-ATK-6", iris(SWORD, sheet=SWORD_AND_SHIELD), act("iris", strike={"weapon": "shield"})),
    Row("TK-ATK-6", iris(SWORD, after=(Drop(actor="iris", item="sword"),)), STRIKE),
    Row("TK-ATK-7", iris(SWORD), act("iris", strike={"mode": "thrown"})),
    Row("TK-SHEET-6", iris(SWORD), act("iris", strike={"weapon": "axe"}), code="invalid"),
    Row("TK-AIM-3", sable(AIM, options=moving("aim"), after=(blind("sable", "bruno"),)), act("sable", strike=True)),
    Row("TK-AIM-7", sable(AIM), act("sable", strike={"weapon": "unarmed"})),
    Row("TK-DEF-8", iris(DEFEND, options=moving("defend")), STRIKE),
    Row("TK-EVADE-4", iris(EVADE), STRIKE),
    Row("TK-DEFER-13", iris(defer("sword", "steps"), options=moving("defer")), STRIKE),
    Row("TK-OTHER-10", iris(MOVE), STRIKE),
    Row("TK-MAN-11", iris(SWORD), act("iris", strike={"luck": {"trip": 1}})),
    Row("TK-MAN-11", iris(SWORD), act("iris", strike={"luck": {"trip": 0}})),
    Row("TK-MAN-11", iris(SWORD), act("iris", strike={"statistic": "strength"})),
    Row("TK-MAN-11", iris(attack("bruno", "sword", "trip")), act("iris", strike={"item": "nightstick"})),
    Row(
        "TK-MAN-12",
        iris(attack("bruno", "sword", "trip"), sheet=SWORD_AND_KNIFE),
        act("iris", strike={"weapon": "knife", "mode": "thrown"}),
    ),
    Row("TK-DISARM-2", iris(attack("bruno", "sword", "disarm")), act("iris", strike={"statistic": "quickness"})),
    Row("TK-LUCK-7", iris(attack("bruno", "sword", "trip")), act("iris", strike={"luck": {"trip": 3}})),
    # Deeds
    Row("TK-EVADE-3", iris(EVADE), act("iris", deed=True)),
    Row("TK-EVADE-3", iris(EVADE), act("iris", deed={"kind": "draw"})),
    Row("TK-EVADE-3", iris(EVADE), act("iris", deed={"kind": "narrated"})),
    Row("TK-EVADE-3", iris(EVADE), act("iris", deed={"kind": "draw", "item": "knife", "luck": 1})),
    Row("TK-SHEET-6", iris(EVADE), act("iris", deed={"kind": "draw", "item": "axe"}), code="invalid"),
    Row("TK-OTHER-4", iris(EVADE), act("iris", deed={"kind": "stow", "item": "unarmed"})),
    Row("TK-OTHER-2", iris(MOVE), act("iris", deed=True)),
    Row("TK-OTHER-2", (*lena("draw", item="knife"), act("lena", deed=True)), act("lena", deed=True)),
    Row("TK-OTHER-2", lena("draw", item="knife"), act("lena", deed={"kind": "draw", "item": "knife"})),
    Row("TK-OTHER-2", lena("draw", item="knife"), act("lena", deed={"luck": 1})),
    Row("TK-LUCK-7", lena("first_aid", whom="bruno"), act("lena", deed={"luck": 3})),
    # Plans, hurrying, holds
    Row("TK-PLAN-1", between("iris", "bruno"), plan("iris")),
    Row("TK-PLAN-1", up("iris", "bruno", to="iris"), plan("iris")),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", steps="toward")),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", target="bruno")),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", path=[(1, 0)])),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", strike="from")),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", **STRIKING, tick=5)),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", steps="away", target="bruno", stop=2)),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", steps="away", target="iris")),
    Row("TK-PLAN-1", iris(SWORD), plan("iris", steps="toward", target="iris")),
    Row("TK-PLAN-1", iris(attack("bruno", "sword", "trip")), plan("iris", luck={"trip": 1})),
    Row("TK-PLAN-5", iris(EVADE), plan("iris", **STRIKING)),
    Row("TK-MAN-11", iris(SWORD), plan("iris", **STRIKING, luck={"trip": 1})),
    Row("TK-MAN-11", iris(SWORD), plan("iris", **STRIKING, luck={"trip": 0})),
    Row("TK-LCOMB-4", between("iris", "bruno"), Hurry(actor="iris", points=1)),
    Row("TK-LCOMB-4", up("iris", "bruno", to="iris"), Hurry(actor="iris", points=1)),
    Row("TK-LCOMB-4", iris(SWORD), Hurry(actor="iris", points=1)),
    Row("TK-LCOMB-4", iris(SWORD, tick=11), Hurry(actor="bruno", points=1)),
    Row("TK-LUCK-7", iris(SWORD), Hurry(actor="iris", points=3)),
    Row("TK-GRAP-5", between("iris", "bruno"), Release(actor="iris", combatant="bruno")),
    Row("TK-GRAP-5", iris(SWORD), Release(actor="iris", combatant="bruno")),
    Row("TK-OTHER-9", iris(SWORD), Drop(actor="iris", item="unarmed")),
    Row("TK-OTHER-9", iris(SWORD), Drop(actor="bruno", item="light_ballistic")),
    Row("TK-SHEET-6", iris(SWORD), Drop(actor="iris", item="axe"), code="invalid"),
    # Opposing and soaking
    Row("TK-MAN-9", iris(SWORD), opposes("strength", "melee")),
    Row("TK-MAN-9", iris(attack("bruno", "sword", "trip"), **TRIPPED), opposes("strength", "melee")),
    Row("TK-MAN-9", iris(attack("bruno", "sword", "trip"), **TRIPPED), opposes("dexterity", "handgun")),
    Row("TK-LUCK-7", iris(attack("bruno", "sword", "trip"), **TRIPPED), opposes("dexterity", "melee", 2)),
    Row("TK-DMG-4", iris(SWORD), soaks({})),
    Row("TK-DMG-4", iris(SWORD, **STRUCK), soaks({}, {}), code="invalid"),
    Row("TK-DMG-4", iris(SWORD, **DEFENDED), soaks({"defend": 6})),
    Row("TK-DMG-4", iris(SWORD, **DEFENDED), soaks({"defend": 9})),
    Row("TK-DMG-4", iris(SWORD, **STRUCK), soaks({"luck": 9})),
    Row("TK-LUCK-7", iris(SWORD, **STRUCK), soaks({"luck": 2})),
    Row("TK-DEF-2", sable(SHOT, asks={"bruno": "soak"}, after=(act("sable", strike=True),)), soaks({"defend": 1})),
    # Deferred attacks
    Row("TK-DEFER-9", iris(SWORD), spares("bruno", "iris")),
    Row("TK-DEFER-9", OFFERED, spares("iris")),
    Row("TK-DEFER-10", FORCED, spares(who="hanna")),
    Row("TK-DEFER-5", iris(SWORD), JudgeCondition(simple=True)),
    Row("TK-TRICK-1", iris(SWORD), SetDifficulty(difficulty="easy")),
    # Luck for tests
    Row("TK-TEST-8", calm("iris"), Commit(actor="iris", luck=1)),
    Row("TK-LUCK-4", calm("iris", before=(TESTED,)), Commit(actor="iris", luck=1)),
    Row(
        "TK-LUCK-7",
        calm("iris", before=(TESTED.model_copy(update={"skill": "melee"}),)),
        Commit(actor="iris", luck=3),
    ),
)
