"""What may not be declared in Ticks: actions, their weapons and manoeuvres, conditions, deeds, and what they cost."""

from typing import Any

from domain.core.commands import Join
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.count_up import Declare
from domain.rulesets.ticks.chapters.declaring.rounds import DrawIn
from domain.rulesets.ticks.chapters.deeds.care import PassTime
from tests.rules.refusal_cases import Row
from tests.rules.ticks.builders import EVADE, STAFF, Scene, attack, blind, carried, defer, down, dying, up
from tests.rules.ticks.specification import declare, newcomer


def asked(who: str, *others: str | Join, **scene: Any) -> Scene:
    """Somebody is asked to declare, in a combat with Bruno or with these."""
    return up(scene.pop("sheet", who), *(others or ("bruno",)), to=who, **scene)


def iris(**fields: Any) -> Declare:
    """Iris, who holds a sword and carries a knife, declares something."""
    return declare("iris", **fields)


def strikes(weapon: str, *manoeuvres: str, **fields: Any) -> Declare:
    """Iris attacks Bruno."""
    return iris(**attack("bruno", weapon, *manoeuvres, **fields))


def deed(kind: str, **details: Any) -> Declare:
    """Iris declares a deed."""
    return iris(action="other", kind=kind, **details)


def waits(event: str, who: str = "anyone", weapon: str = "sword", **condition: Any) -> Declare:
    """Iris defers an attack."""
    return iris(**defer(weapon, event, who, **condition))


def held(*things: Any, who: str = "iris", **sheet: Any) -> Scene:
    """Iris, or somebody else, has these things and is asked to declare."""
    have = [one if isinstance(one, dict) else {"key": one} for one in things]
    return asked(who, "hanna", sheet=newcomer(who, things=have, **sheet))


IRIS = asked("iris")
WITH_A_BODY = asked("iris", "bruno", dying("tor"), called=(PassTime(seconds=301),))
TWINS = up("iris", "iris2", "bruno", to="iris", after=(iris(**EVADE),))
LATE = asked("iris", aside=("tor",), after=(DrawIn(combatant="tor"),))
TRICK = {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"]}
SHOT_TO_COME = asked("iris", after=(iris(**TRICK, trick="cut the rope"),))

DECLARATIONS: tuple[Row, ...] = (
    # Who declares, and when
    Row("TK-COMBAT-3", asked("iris", aside=("pell",)), declare("pell", **EVADE)),
    Row("TK-COMBAT-3", asked("iris", aside=("pell",)), iris(**attack("pell", "sword"))),
    Row("TK-COMBAT-4", LATE, declare("tor", **EVADE)),
    Row("TK-DECL-2", asked("bruno", "iris"), iris(**EVADE)),
    Row("TK-DECL-2", down("iris", "bruno", iris=EVADE), iris(**EVADE)),
    Row("TK-DECL-7", TWINS, iris(**EVADE)),
    Row("TK-DECL-15", SHOT_TO_COME, Count()),
    # The parts of a declaration
    Row("TK-DECL-10", IRIS, iris(**attack("iris", "sword"))),
    Row("TK-DECL-10", WITH_A_BODY, iris(**attack("tor", "sword"))),
    Row("TK-DECL-12", IRIS, iris(action="attack", target="bruno")),
    Row("TK-DECL-12", IRIS, iris(action="attack", weapon="sword")),
    Row("TK-DECL-12", IRIS, iris(action="defend")),
    Row("TK-DECL-12", IRIS, iris(action="defer", weapon="sword")),
    Row("TK-DECL-12", IRIS, iris(action="aim", weapon="knife")),
    Row("TK-DECL-12", IRIS, iris(action="other")),
    Row("TK-DECL-12", IRIS, iris(action="evade", weapon="sword")),
    Row("TK-DECL-12", IRIS, iris(action="defend", weapon="sword", target="bruno")),
    Row("TK-DECL-12", held("sword", "shield"), iris(action="defend", weapon="shield")),
    Row("TK-DECL-12", IRIS, iris(**TRICK)),
    Row("TK-DECL-12", IRIS, iris(**TRICK, trick="cut the rope", target="bruno")),
    Row("TK-DECL-12", IRIS, iris(action="attack", target="bruno", weapon="sword", trick="cut the rope")),
    Row("TK-DECL-12", IRIS, deed("draw")),
    Row("TK-DECL-12", IRIS, deed("draw", item="knife", text="slowly")),
    Row("TK-DECL-12", IRIS, deed("skill", skill="climbing")),
    Row("TK-DECL-13", IRIS, strikes("knife")),
    Row("TK-DECL-13", IRIS, iris(action="defend", weapon="knife")),
    Row("TK-SHEET-6", IRIS, strikes("axe"), code="invalid"),
    Row("TK-ATK-7", IRIS, strikes("sword", mode="thrown")),
    Row("TK-DEF-1", asked("sable"), declare("sable", action="defend", weapon="pistol")),
    Row(
        "TK-AIM-1",
        asked("sable", before=(blind("sable", "bruno"),)),
        declare("sable", action="aim", target="bruno", weapon="pistol"),
    ),
    Row("TK-AIM-1", IRIS, iris(action="aim", target="bruno", weapon="sword")),
    Row("TK-AIM-1", held({"key": "pistol", "loaded": 0}), iris(action="aim", target="hanna", weapon="pistol")),
    # What it costs
    Row("TK-DECL-14", IRIS, strikes("sword", "trip", extra=1)),
    Row("TK-DECL-14", IRIS, strikes("sword", "trip", requirements=1)),
    Row("TK-LUCK-7", IRIS, strikes("sword", quickness=3)),
    Row("TK-LUCK-7", IRIS, iris(**EVADE, luck={"quickness": 3})),
    # Manoeuvres
    Row("TK-DECL-8", IRIS, iris(action="defend", weapon="sword", manoeuvres=["trip"])),
    Row("TK-MAN-2", IRIS, strikes("sword", "trip", "grapple")),
    Row("TK-MAN-3", IRIS, strikes("sword", "trip", "trip", extra=1)),
    Row("TK-MAN-4", IRIS, strikes("sword", "marksman")),
    Row("TK-MAN-4", IRIS, strikes("knife", "trip", "run_and_gun", mode="thrown")),
    Row("TK-MAN-7", IRIS, strikes("sword", "disarm", "mighty_blow", extra=1)),
    Row("TK-MAN-7", IRIS, iris(**{**TRICK, "manoeuvres": ["trick_shot", "trip"]}, trick="cut the rope")),
    Row("TK-DTAP-4", IRIS, strikes("knife", "double_tap", mode="thrown")),
    Row(
        "TK-QD-1",
        held(carried("bow"), {**STAFF, "place": "carried"}),
        iris(**attack("hanna", "staff", "quick_draw_melee")),
    ),
    Row("TK-QD-1", asked("lena"), declare("lena", **attack("bruno", "knife", "quick_draw_melee"))),
    Row(
        "TK-QD-3", held(carried("rifle"), who="pell"), declare("pell", **attack("hanna", "rifle", "quick_draw_ranged"))
    ),
    Row("TK-QD-3", IRIS, strikes("knife", "quick_draw_ranged", mode="thrown")),
    Row("TK-QD-6", asked("bruno", "iris"), declare("bruno", **attack("iris", "pistol", "quick_draw_ranged"))),
    Row("TK-QD-7", held("baseball_bat", carried("knife")), iris(**attack("hanna", "knife", "quick_draw_melee"))),
    Row("TK-QD-8", IRIS, strikes("sword", "quick_draw_melee")),
    Row("TK-RG-1", held("pistol", who="bruno"), declare("bruno", **attack("hanna", "pistol", "run_and_gun"))),
    # Conditions of deferred attacks
    Row("TK-DEFER-2", IRIS, waits("enters_area")),
    Row("TK-DEFER-2", IRIS, waits("enters_area", area="roof")),
    Row("TK-DEFER-2", IRIS, waits("steps", area="roof")),
    Row("TK-DEFER-2", IRIS, waits("narrated")),
    Row("TK-DEFER-2", IRIS, waits("steps", text="on tiptoe")),
    Row("TK-DEFER-2", IRIS, waits("steps", victims=["iris"])),
    Row("TK-DEFER-2", asked("sable"), declare("sable", **defer("pistol", "enters_reach"))),
    Row("TK-DEFER-3", IRIS, waits("steps", "listed")),
    Row("TK-DEFER-3", IRIS, waits("steps", listed=["bruno"])),
    Row("TK-DEFER-3", asked("iris", aside=("pell",)), waits("steps", "listed", listed=["pell"])),
    # Deeds
    Row("TK-OTHER-4", IRIS, deed("draw", item="unarmed")),
    Row("TK-OTHER-4", IRIS, deed("stow", item="unarmed")),
    Row("TK-OTHER-6", IRIS, deed("reload", item="sword")),
    Row(
        "TK-OPT-7",
        asked("sable", options={"track_ammunition": False}),
        declare("sable", action="other", kind="reload", item="pistol"),
    ),
    Row("TK-SHEET-6", IRIS, deed("draw", item="axe"), code="invalid"),
    Row("TK-SHEET-6", IRIS, deed("pick_up", item="axe"), code="invalid"),
    Row("TK-AID-2", IRIS, deed("first_aid", whom="iris")),
    Row("TK-OPT-9", asked("iris", options={"first_aid_statistic": "intellect"}), deed("first_aid", whom="bruno")),
    Row("TK-HELP-5", IRIS, deed("help", whom="iris")),
    Row("TK-OTHER-7", IRIS, deed("skill", statistic="dexterity", skill="melee")),
    Row("TK-OTHER-7", IRIS, deed("skill", statistic="dexterity", skill="evade")),
    Row("TK-TEST-8", IRIS, deed("skill", statistic="intellect", skill="climbing")),
)
