"""The violent act that begins combat: the reason to count, or settled before round 1."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.ticks.chapters.counting.ending import ArmourWornDown, CombatEnded, EndCombat
from domain.rulesets.ticks.chapters.counting.steps import Lapsed
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint, Wake
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, CombatCalled, StartRound
from domain.rulesets.ticks.chapters.deeds.care import TimePassed
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, Died, FellUnconscious, Wounded
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.strikes.soaking import Soaked
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.rules.ticks.builders import MOVE, Play, attack, carried
from tests.rules.ticks.specification import act, newcomer

SHIELD = {"key": "shield", "place": "ready"}


def opened(target: Join | str, *others: Join, asks: tuple[str, ...] = (), **call: Any) -> Play:
    """Iris attacks somebody as combat begins, with her sword unless something else is said."""
    target = target if isinstance(target, Join) else newcomer(target, at=(2, 0))
    said = CallCombat.model_validate({"actor": "iris", "against": str(target.id), "weapon": "sword", **call})
    return Play("iris", target, *others, call=said, opening_attack="free", asks={str(target.id): asks})


@pytest.mark.rule("TK-COMBAT-5", "TK-RUL-50")
def test_by_default_the_act_is_only_the_reason_to_begin() -> None:
    play = Play("iris", newcomer("bruno", at=(2, 0)))
    assert play["bruno"].wounds == 0
    play.round({"iris": {"strike": "first_chance"}}, iris=attack("bruno", "sword"))
    assert play.strikes("iris") == [(14, 8)], "it is settled in round 1, like any other"


@pytest.mark.rule("TK-COMBAT-5", "TK-RUL-50")
@pytest.mark.parametrize("said", [{"weapon": "sword"}, {"weapon": "sword", "mode": "melee"}])
def test_by_default_no_weapon_is_named(said: dict[str, Any]) -> None:
    play = Play("iris", newcomer("bruno", at=(2, 0))).send(EndCombat())
    play.spec.when(CallCombat.model_validate({"actor": "iris", "against": "bruno", **said})).refused("TK-COMBAT-5")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.weapon"


@pytest.mark.rule("TK-COMBAT-5", "TK-RUL-50")
def test_settled_at_once_it_is_an_ordinary_attack() -> None:
    play = opened("bruno")
    play.spec.then(CombatCalled, Struck, Soaked, Wounded).never(Lapsed, TimePassed)
    assert (play["bruno"].wounds, play.fight.phase, play.fight.round) == (8, "between", 0)
    play.round({"iris": {"strike": "first_chance"}}, iris=attack("bruno", "sword"))
    assert play.strikes("iris") == [(0, 8), (14, 8)], "it uses no action of round 1"


@pytest.mark.rule("TK-COMBAT-5")
def test_without_a_weapon_nothing_is_settled_at_once() -> None:
    play = opened("bruno", weapon=None)
    assert (play["bruno"].wounds, play.fight.phase) == (0, "between")


@pytest.mark.rule("TK-COMBAT-5")
@pytest.mark.parametrize(
    ("said", "rule", "field"),
    [
        ({"mode": "melee"}, "TK-COMBAT-5", "command.mode"),
        ({"weapon": "shield"}, "TK-COMBAT-5", "command.weapon"),
        ({"weapon": "knife"}, "TK-COMBAT-5", "command.weapon"),
        ({"weapon": "sword", "mode": "thrown"}, "TK-ATK-7", "command.mode"),
    ],
)
def test_what_cannot_be_the_act(said: dict[str, Any], rule: str, field: str) -> None:
    armed = newcomer("iris", things=[{"key": "sword", "place": "ready"}, SHIELD, carried("knife")])
    play = Play(armed, "bruno", opening_attack="free").send(EndCombat())
    play.spec.when(CallCombat.model_validate({"actor": "iris", "against": "bruno", **said})).refused(rule)
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == field


@pytest.mark.rule("TK-COMBAT-5")
def test_what_is_out_of_reach_lapses_and_combat_is_on() -> None:
    play = opened(newcomer("bruno", at=(3, 0)))
    assert play.lapses("iris") == [(0, "strike")]
    assert (play["bruno"].wounds, play.fight.phase) == (0, "between")
    play.spec.when(EndCombat()).never(ArmourWornDown)


@pytest.mark.rule("TK-COMBAT-5")
def test_a_shot_needs_sight_and_uses_a_unit() -> None:
    shooter = newcomer("sable", at=(9, 0))
    call = CallCombat(actor="sable", against="lena", weapon="pistol")
    play = Play(shooter, "lena", call=call, opening_attack="free")
    assert play.strikes("sable") == [(0, 7)]
    pistol = play["sable"].thing("pistol")
    assert pistol is not None
    assert pistol.loaded == 7
    play.send(EndCombat(), SetSight(observer="sable", target="lena", visible=False), call)
    assert play.lapses("sable") == [(0, "strike")]


@pytest.mark.rule("TK-COMBAT-5")
def test_a_thrown_weapon_lies_at_the_target() -> None:
    armed = newcomer("iris", things=[{"key": "knife", "place": "ready"}])
    call = CallCombat(actor="iris", against="lena", weapon="knife", mode="thrown")
    play = Play(armed, newcomer("lena", at=(9, 0)), call=call, opening_attack="free")
    assert play.strikes("iris") == [(0, 4)], "base 2, thrown 2"
    assert [lying.square.x for lying in play.fight.ground.values()] == [9]


@pytest.mark.rule("TK-COMBAT-5")
def test_armour_shield_and_luck_take_off_and_no_defence_points() -> None:
    """8 wounds, less shield 3, less heavy armour 2, less luck 1."""
    target = newcomer("hanna", at=(2, 0), armour=[{"key": "heavy_ballistic"}])
    play = opened(target, asks=("soak",))
    play.spec.asks("soak", "hanna")
    asked = play.asked("soak")
    assert (asked["defence"], asked["attacks"][0]["shield"], asked["attacks"][0]["armour"]) == (0, 3, 2)
    play.refused(StartRound(), "TK-RES-11")
    play.answer("hanna", "soak", [{"luck": 1}])
    assert (play["hanna"].wounds, play["hanna"].luck) == (2, 0)
    play.send(StartRound())


@pytest.mark.rule("TK-COMBAT-5")
def test_it_counts_as_a_part_of_round_1() -> None:
    """Wear, unconsciousness and dying come at the end of round 1, and not before."""
    play = opened(newcomer("bruno", at=(2, 0), WIL=8, RES=7))
    assert (play["bruno"].wounds, play["bruno"].conscious, play["bruno"].dying) == (8, True, None)
    play.round(bruno=MOVE)
    assert (play.armour("bruno"), play["bruno"].conscious) == ((3, 0), True)
    play.send(act("bruno", step=(3, 0))).end()
    assert (play.armour("bruno"), play["bruno"].unconscious, play["bruno"].dying) == ((2, 0), "wounds", 10)
    play.send(Faint(actor="iris")).refused(StartRound(), "TK-COMBAT-6")


@pytest.mark.rule("TK-COMBAT-5")
def test_it_wears_armour_once_with_the_hits_of_round_1() -> None:
    play = opened(newcomer("bruno", at=(2, 0), WIL=30, RES=30))
    play.round({"iris": {"strike": "first_chance"}}, iris=attack("bruno", "sword")).end()
    assert play.armour("bruno") == (2, 0)
    play.round().end()
    assert play.armour("bruno") == (2, 0), "round 2 begins without it"


@pytest.mark.rule("TK-COMBAT-5")
def test_its_wounds_are_new_ones_for_the_stabilised() -> None:
    play = opened(newcomer("bruno", at=(2, 0), wounds=13, stabilised=True, WIL=30))
    assert play["bruno"].dying is None
    play.round().end()
    assert play["bruno"].dying == 10


@pytest.mark.rule("TK-COMBAT-5")
def test_nothing_but_hits_and_wounds_goes_into_round_1() -> None:
    play = opened("bruno").send(Faint(actor="iris"), Wake(actor="iris"))
    play.round({"iris": {"strike": "first_chance"}}, iris=attack("bruno", "sword"))
    assert play.strikes("iris") == [(0, 8), (14, 8)]


@pytest.mark.rule("TK-COMBAT-5")
def test_if_combat_ends_before_round_1_its_wear_and_its_wounds_are_settled_then() -> None:
    play = opened(newcomer("bruno", at=(2, 0), WIL=8, RES=7))
    play.spec.when(EndCombat())
    play.spec.then(ArmourWornDown, FellUnconscious, BeganDying, CombatEnded).never(TimePassed, Died, Lapsed)
    bruno = play["bruno"]
    assert (play.armour("bruno"), bruno.unconscious, bruno.dying, play.fight.clock) == ((2, 0), "wounds", 0, 0)


@pytest.mark.rule("TK-COMBAT-5")
def test_after_round_1_the_end_of_combat_settles_nothing_again() -> None:
    play = opened("bruno")
    play.round().end()
    assert (play.armour("bruno"), play.fight.opening) == ((2, 0), False)
    play.spec.when(EndCombat()).never(ArmourWornDown)
    assert play.armour("bruno") == (2, 0)
