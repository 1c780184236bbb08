"""What Ticks forbids: at least one command for every rule that its code refuses by.

Here are the commands outside the count, and those of the narrator; the others stand in the modules beside this one.
"""

from pathlib import Path
from typing import Any

from domain.model.speaker import Speaker
from domain.rulesets import ticks
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint, Wake
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, DrawIn, StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime, Recover
from domain.rulesets.ticks.chapters.deeds.deeds import Prepare
from domain.rulesets.ticks.chapters.narrator.calls import CallTest, GrantLuck
from domain.rulesets.ticks.chapters.narrator.rulings import (
    PlaceCombatant,
    Repair,
    Restock,
    SetSight,
    TriggerCondition,
    Wound,
)
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.refusal_cases import Forbidden, Row
from tests.rules.ticks.builders import (
    EVADE,
    MOVE,
    between,
    blind,
    call,
    calm,
    carried,
    contest,
    defer,
    down,
    dying,
    party,
    up,
)
from tests.rules.ticks.refused_acts import ACTS
from tests.rules.ticks.refused_declarations import DECLARATIONS
from tests.rules.ticks.specification import TICKS_NOTATION, newcomer

IRIS, LENA = Speaker("player", ("iris",)), Speaker("player", ("lena",))


def calls(against: str = "bruno", **fields: Any) -> CallCombat:
    """Iris begins combat."""
    return CallCombat.model_validate({"actor": "iris", "against": against, **fields})


def aid(patient: str = "bruno", **fields: Any) -> FirstAid:
    """Lena gives first aid."""
    return FirstAid.model_validate({"actor": "lena", "patient": patient, **fields})


def recovers(who: str = "bruno", **care: Any) -> Recover:
    return Recover(combatant=who, days=1, **care)


def climb(**terms: Any) -> CallTest:
    """Iris is called to climb."""
    return call("iris", "dexterity", "climbing", 20, **terms)


def moved(at: int | None = None) -> PlaceCombatant:
    return PlaceCombatant(combatant="iris", to=SquareSheet(x=1), at=at)


def hidden(at: int) -> SetSight:
    return blind("iris", "bruno").model_copy(update={"at": at})


def met(by: str, at: int | None = None) -> TriggerCondition:
    """Bruno's condition is met."""
    return TriggerCondition(deferrer="bruno", by=by, at=at)


def restock(weapon: str) -> Restock:
    return Restock(combatant="bruno", weapon=weapon, spare=8)


PAIR = calm("iris", "bruno")
ARMED = newcomer("iris", things=[{"key": "sword"}, {"key": "shield"}, carried("knife")])
FREE = calm(ARMED, "bruno", opening_attack="free")
WITH_A_BODY = calm("iris", "bruno", newcomer("lena", dead=True))
COMBAT = between("iris", "bruno")
ROUND = down("iris", "bruno", iris=EVADE)
ASLEEP = newcomer("bruno", unconscious="chosen")
DEAD = newcomer("bruno", dead=True)
BY_WOUNDS = newcomer("bruno", wounds=14)
NOBODY = (*COMBAT, Faint(actor="iris"), Faint(actor="bruno"))
DYING = calm("lena", dying("bruno"), "hanna")
SHOUT = defer("nightstick", "narrated", "listed", text="somebody shouts", listed=["iris"])

OUTSIDE: tuple[Row, ...] = (
    # How combat begins and ends
    Row("TK-COMBAT-1", COMBAT, calls()),
    Row("TK-COMBAT-1", PAIR, calls("iris")),
    Row("TK-COMBAT-2", calm("iris", "bruno", "hanna"), calls(earshot=["hanna"]), IRIS),
    Row("TK-DYING-7", calm("iris", DEAD), calls()),
    Row("TK-COMBAT-5", PAIR, calls(weapon="sword")),
    Row("TK-COMBAT-5", FREE, calls(mode="melee")),
    Row("TK-COMBAT-5", FREE, calls(weapon="shield")),
    Row("TK-COMBAT-5", FREE, calls(weapon="knife")),
    Row("TK-COMBAT-3", WITH_A_BODY, calls(earshot=("lena",))),
    Row("TK-COMBAT-3", (*WITH_A_BODY, calls()), DrawIn(combatant="lena")),
    Row("TK-ATK-7", FREE, calls(weapon="sword", mode="thrown")),
    Row("TK-SHEET-6", FREE, calls(weapon="axe"), code="invalid"),
    Row("TK-COMBAT-3", PAIR, DrawIn(combatant="iris")),
    Row("TK-COMBAT-3", COMBAT, DrawIn(combatant="iris")),
    Row("TK-COMBAT-6", PAIR, StartRound()),
    Row("TK-COMBAT-6", ROUND, StartRound()),
    Row("TK-COMBAT-6", NOBODY, StartRound()),
    Row("TK-COMBAT-7", PAIR, EndCombat()),
    Row("TK-COMBAT-7", ROUND, EndCombat()),
    Row("TK-RES-7", COMBAT, Count()),
    # The unconscious and the dead
    Row("TK-KO-2", calm("iris", ASLEEP), Drop(actor="bruno", item="nightstick")),
    Row("TK-KO-2", calm("iris", BY_WOUNDS), Faint(actor="bruno")),
    Row("TK-KO-4", PAIR, Wake(actor="bruno")),
    Row("TK-KO-4", calm("iris", BY_WOUNDS), Wake(actor="bruno")),
    Row("TK-KO-4", calm("iris", newcomer("bruno", unconscious="chosen", wounds=14)), Wake(actor="bruno")),
    Row("TK-KO-4", (*ROUND, Faint(actor="bruno")), Wake(actor="bruno")),
    Row("TK-DYING-7", calm("iris", DEAD), Drop(actor="bruno", item="nightstick")),
    Row("TK-DYING-7", calm("iris", DEAD), Wake(actor="bruno")),
    Row("TK-DYING-7", calm("iris", DEAD), Wound(combatant="bruno", wounds=1)),
    # First aid and recovery
    Row("TK-AID-2", DYING, aid("lena")),
    Row("TK-AID-2", DYING, aid("hanna")),
    Row("TK-AID-2", calm("lena", dying("bruno", at=(2, 0))), aid()),
    Row("TK-AID-3", down("lena", dying("bruno"), lena=EVADE), aid()),
    Row("TK-DYING-7", calm("lena", DEAD), aid()),
    Row("TK-LUCK-7", DYING, aid(luck=3)),
    Row("TK-OPT-9", calm("lena", dying("bruno"), first_aid_statistic="intellect"), aid()),
    Row("TK-HELP-5", DYING, aid(helpers=["hanna"]), LENA),
    Row("TK-HELP-5", DYING, aid(helpers=["lena"])),
    Row("TK-HELP-5", DYING, aid(helpers=["hanna", "hanna"])),
    Row("TK-HELP-7", DYING, aid(helpers=["bruno"])),
    Row("TK-DYING-6", ROUND, PassTime(seconds=10)),
    Row("TK-REC-1", COMBAT, recovers(care="basic")),
    Row("TK-REC-2", PAIR, recovers()),
    Row("TK-REC-2", PAIR, recovers(care="basic", carer="iris")),
    Row("TK-REC-2", PAIR, recovers(carer="bruno")),
    Row("TK-REC-2", calm("iris", DEAD), recovers("iris", carer="bruno")),
    Row("TK-REC-6", calm("iris", dying("bruno")), recovers(care="basic")),
    Row("TK-REC-6", calm("iris", DEAD), recovers(care="basic")),
    # Tests and contests
    Row("TK-TEST-8", calm("iris", ASLEEP), call("bruno", "willpower", None, 13)),
    Row("TK-TEST-8", PAIR, call("iris", "intellect", None, 13)),
    Row("TK-DIFF-9", PAIR, climb(hint={"low": 10, "high": 30})),
    Row("TK-DIFF-9", PAIR, climb(hidden=True, hint={"low": 21, "high": 30})),
    Row("TK-ROLE-4", PAIR, call("iris", "willpower", None, 13, role_play=True)),
    Row("TK-HELP-5", PAIR, climb(helpers=["iris"])),
    Row("TK-HELP-6", PAIR, call("iris", "willpower", None, 13, helpers=["bruno"])),
    Row("TK-HELP-7", calm("iris", ASLEEP), climb(helpers=["bruno"])),
    Row("TK-HELP-7", down("iris", "bruno", iris=EVADE, bruno=MOVE), climb(helpers=["bruno"])),
    Row("TK-OPP-1", PAIR, contest(party("iris", "strength"), party("iris", "dexterity"))),
    Row(
        "TK-OPP-3",
        calm("iris", "bruno", "tor"),
        contest(party("iris", "strength"), party("bruno", "strength")).model_copy(update={"defender": "tor"}),
    ),
    Row(
        "TK-OPP-5",
        calm(newcomer("iris", dead=True), ASLEEP),
        contest(party("iris", "strength"), party("bruno", "strength")),
    ),
    Row("TK-TEST-8", PAIR, contest(party("iris", "strength"), party("bruno", "intellect"))),
    # Changes of the narrator's
    Row("TK-POS-6", COMBAT, moved(at=5)),
    Row("TK-POS-6", ROUND, moved(at=16)),
    Row("TK-SIGHT-2", COMBAT, hidden(at=5)),
    Row("TK-SIGHT-2", ROUND, hidden(at=16)),
    Row("TK-SIGHT-2", COMBAT, blind("iris", "iris")),
    Row("TK-DEFER-2", ROUND, met("iris")),
    Row("TK-DEFER-3", down("iris", "bruno", "tor", iris=EVADE, bruno=SHOUT), met("tor")),
    Row("TK-DEFER-6", up("iris", "bruno", to="iris", bruno=SHOUT), met("iris")),
    Row("TK-SHEET-4", PAIR, GrantLuck(combatant="iris", points=19)),
    Row("TK-ARM-6", ROUND, Repair(combatant="bruno")),
    Row("TK-ARM-6", PAIR, Repair(combatant="iris")),
    Row("TK-OTHER-5", PAIR, Prepare(actor="iris", kind="pick_up", item="bruno.nightstick")),
    Row("TK-OTHER-6", ROUND, restock("pistol")),
    Row("TK-OTHER-6", PAIR, restock("nightstick")),
    Row("TK-SHEET-6", PAIR, restock("axe"), code="invalid"),
)
OF_FACES = frozenset({"TK-TEST-6"})
"""Nothing is drawn: faces that are sent along are refused, whatever the command."""
ROWS = (*OUTSIDE, *DECLARATIONS, *ACTS)
TICKS_FORBIDDEN = Forbidden(TICKS_NOTATION, "TK", Path(ticks.__file__).parent, ROWS, OF_FACES)
