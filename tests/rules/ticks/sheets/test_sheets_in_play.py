"""What is on a sheet, and what it is good for later: names, hands, places, policies (TK-SHEET-2 to TK-SHEET-13)."""

from typing import Any

import pytest

from domain.core.commands import Command, SetPolicy
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime
from domain.rulesets.ticks.chapters.deeds.deeds import Drew
from domain.rulesets.ticks.chapters.narrator.calls import CallTest, GrantLuck
from domain.rulesets.ticks.chapters.narrator.trials import Commit, Tested
from domain.rulesets.ticks.state import Square
from domain.rulesets.ticks.words import STATISTICS
from tests.rules.ticks.builders import EVADE, STRIKING, Declared, Play, attack, joined, plain, refused, with_things
from tests.rules.ticks.specification import PLAIN, act, declare, fight, given, newcomer


def doing(kind: str, **details: Any) -> Declared:
    return {"action": "other", "kind": kind, **details}


def lapsed(play: Play, name: str = "kit") -> bool:
    return play.lapses(name) == [(10, "deed")]


def deed(kit: Any, declared: Declared, *others: Any) -> Play:
    """Kit has done its deed on tick 10, or tried to."""
    play = Play(kit, "foe", *others).round(kit=declared).until(10)
    return play.send(act("kit", deed=True)).end()


# TK-SHEET-2 to -5: statistics, skills, luck, wounds


@pytest.mark.rule("TK-SHEET-2")
def test_tests_may_use_a_statistic_of_ones_own() -> None:
    play = Play(newcomer("kit", statistics={"intellect": 17}, skills={"botany": 2}), "foe")
    play.send(CallTest(combatant="kit", statistic="intellect", skill="botany", difficulty=34))
    play.send(Commit(actor="kit"))
    assert [(fact.total, fact.success) for _, fact in play.log if isinstance(fact, Tested)] == [(34, True)]
    play.refused(CallTest(combatant="foe", statistic="intellect", difficulty=5), "TK-TEST-8")


@pytest.mark.rule("TK-SHEET-2")
def test_combat_uses_no_statistic_of_ones_own() -> None:
    kit = newcomer("kit", QUI=15, statistics={"intellect": 30}, things=[{"key": "sword"}])
    play = Play(kit, newcomer("foe", things=[{"key": "knife"}])).round(kit=attack("foe", "sword", "disarm"))
    play.refused(act("kit", strike={"statistic": "intellect"}), "TK-DISARM-2")
    assert play["kit"].turn.attack_used is False


@pytest.mark.rule("TK-RUL-1", "TK-SHEET-1", "TK-SHEET-3")
def test_the_span_of_statistics_and_skills() -> None:
    for statistic in STATISTICS:
        refused(plain("a", statistics={**PLAIN, statistic: 31}), "TK-SHEET-1", f"statistics.{statistic}")
    refused(plain("a", skills={"melee": 6}), "TK-SHEET-3", "skills.melee")
    assert joined(plain("a", statistics=dict.fromkeys(STATISTICS, 30), skills={"melee": 5})).level("melee") == 5


@pytest.mark.rule("TK-SHEET-3")
def test_the_rules_know_evade_and_medicine_by_name() -> None:
    play = Play(newcomer("kit", skills={"evade": 3}), newcomer("foe", skills={"dodge": 3})).round(kit=EVADE, foe=EVADE)
    assert (play.tick, [prompt.to for prompt in play.fight.prompts]) == (13, ["kit"])
    medic = newcomer("kit", skills={"medicine": 2, "first_aid": 5})
    play = Play(medic, newcomer("foe", wounds=12)).send(FirstAid(actor="kit", patient="foe"))
    assert [(fact.total, fact.difficulty) for _, fact in play.log if isinstance(fact, Tested)] == [(20, 20)]


@pytest.mark.rule("TK-SHEET-3", "TK-RUL-1")
@pytest.mark.parametrize(
    ("weapon", "mode", "skill"),
    [("sword", "melee", "melee"), ("unarmed", "melee", "unarmed"), ("pistol", "ranged", "handgun"),
     ("rifle", "ranged", "longarm"), ("bow", "ranged", "archery"), ("knife", "thrown", "thrown")],
)  # fmt: skip
def test_weapons_name_the_skills_of_the_chart(weapon: str, mode: str, skill: str) -> None:
    others = {"melee", "unarmed", "handgun", "longarm", "archery", "thrown"} - {skill}
    skills = {skill: 5, **dict.fromkeys(others, 1)}
    things = [] if weapon == "unarmed" else [{"key": weapon, "base": 2}]
    play = Play(newcomer("kit", skills=skills, things=things), "foe")
    play.round({"kit": STRIKING}, kit=attack("foe", weapon, mode=mode)).end()
    assert play.strikes("kit") == [(10, 6 if weapon == "unarmed" else 7)]


@pytest.mark.rule("TK-SHEET-4")
def test_luck_falls_by_spending_and_rises_by_the_narrators_grant_alone() -> None:
    play = Play(newcomer("kit", luck=3), "foe").round(kit={**EVADE, "luck": {"quickness": 1}}).until(11)
    assert play["kit"].luck == 2
    play.end().send(PassTime(seconds=9999)).round().end().send(EndCombat())
    assert play["kit"].luck == 2
    assert play.send(GrantLuck(combatant="kit", points=18))["kit"].luck == 20
    play.refused(GrantLuck(combatant="kit", points=1), "TK-SHEET-4")


@pytest.mark.rule("TK-SHEET-5", "TK-COMBAT-3")
def test_whoever_joins_a_fight_wounded_is_looked_at_at_once() -> None:
    play = Play("kit", "foe").round(kit=EVADE)
    play.send(newcomer("bob", wounds=12), newcomer("ann", WIL=30, wounds=11), newcomer("eve", WIL=9, wounds=9))
    found = [(play[name].unconscious, play[name].dying, play[name].since) for name in ("bob", "ann", "eve")]
    assert found == [("wounds", 0, 1), (None, 0, 1), ("wounds", None, 1)]


# TK-SHEET-6: names of things


@pytest.mark.rule("TK-SHEET-6")
def test_what_lies_on_the_ground_is_nobodys_and_named_by_its_id() -> None:
    play = Play("kit", newcomer("foe", things=[{"key": "knife"}])).send(Drop(actor="foe", item="knife"))
    assert play["foe"].things == {}
    assert play.fight.ground["foe.knife"].square == Square(0, 0)
    play.send(StartRound())
    play.spec.when(declare("kit", **doing("pick_up", item="knife"))).refused("TK-SHEET-6", "invalid")
    play.declared = {"kit": doing("pick_up", item="foe.knife")}
    play.declare_on().until(10).send(act("kit", deed=True)).end()
    assert [*play["kit"].things] == ["foe.knife"]
    assert play.fight.ground == {}


@pytest.mark.rule("TK-SHEET-6")
def test_a_command_names_a_thing_of_ones_own_by_its_key() -> None:
    things = [{"key": "knife", "place": "carried"}, {"key": "knife"}, {"key": "knife", "place": "carried"}]
    play = Play(newcomer("kit", things=things), newcomer("foe", things=[{"key": "sword"}]))
    play.round({"kit": STRIKING}, kit=attack("foe", "knife", mode="thrown")).end()
    assert [*play.fight.ground] == ["kit.knife.2"]
    play.send(Drop(actor="kit", item="knife"), Drop(actor="kit", item="kit.knife.3"))
    assert [*play.fight.ground] == ["kit.knife.2", "kit.knife", "kit.knife.3"]
    play.spec.when(Drop(actor="kit", item="sword")).refused("TK-SHEET-6", "invalid")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.item"


# TK-SHEET-7 and -8: hands


@pytest.mark.rule("TK-SHEET-7")
@pytest.mark.parametrize(
    ("ready", "drawn", "lapses"),
    [("sword", "knife", False), ("rifle", "knife", True), ("sword", "rifle", True), ("", "rifle", False)],
)
def test_what_is_drawn_needs_free_hands(ready: str, drawn: str, lapses: bool) -> None:
    things = [*([{"key": ready}] if ready else []), {"key": drawn, "place": "carried"}]
    play = deed(newcomer("kit", things=things), doing("draw", item=drawn))
    assert (lapsed(play), play.ticks(Drew, "kit")) == (lapses, [] if lapses else [10])
    assert play["kit"].things[f"kit.{drawn}"].ready == (not lapses)


@pytest.mark.rule("TK-SHEET-7")
@pytest.mark.parametrize(("ready", "lapses"), [("sword", False), ("rifle", True)])
def test_what_is_picked_up_needs_free_hands(ready: str, lapses: bool) -> None:
    other = newcomer("bob", things=[{"key": "knife", "id": "needle"}])
    play = Play(newcomer("kit", things=[{"key": ready}]), "foe", other).send(Drop(actor="bob", item="needle"))
    play.round(kit=doing("pick_up", item="needle")).until(10).send(act("kit", deed=True)).end()
    assert (lapsed(play), "needle" in play["kit"].things) == (lapses, not lapses)


@pytest.mark.rule("TK-SHEET-7")
def test_bare_hands_need_no_free_hand() -> None:
    kit = newcomer("kit", skills={"unarmed": 2}, things=[{"key": "rifle"}])
    play = Play(kit, "foe").round({"kit": STRIKING}, kit=attack("foe", "unarmed")).end()
    assert play.strikes("kit") == [(10, 3)]
    assert play["kit"].things["kit.rifle"].ready


@pytest.mark.rule("TK-SHEET-8")
@pytest.mark.parametrize(("ready", "lapses"), [("knife", False), ("shield", True)])
def test_a_second_shield_is_not_drawn(ready: str, lapses: bool) -> None:
    things = [{"key": ready, "id": "first"}, {"key": "shield", "id": "second", "place": "carried"}]
    play = deed(newcomer("kit", things=things), doing("draw", item="second"))
    assert (lapsed(play), play["kit"].things["second"].ready) == (lapses, not lapses)


# TK-SHEET-11 to -13: conditions, places, sides, policies


@pytest.mark.rule("TK-SHEET-11")
@pytest.mark.parametrize(("said", "steps"), [({"prone": True}, []), ({"held_by": {"foe": 2}}, []), ({}, [10, 7, 4, 1])])
def test_whoever_joins_prone_or_held_cannot_step(said: dict[str, Any], steps: list[int]) -> None:
    play = Play("foe", newcomer("kit", **said))
    play.round({"kit": {"steps": "away", "target": "foe"}}, kit=doing("move"), foe=EVADE).end()
    assert play.steps("kit") == steps


@pytest.mark.rule("TK-SHEET-11")
def test_whoever_joins_dying_has_been_for_so_long() -> None:
    spec = given(fight(plain("a", wounds=11, dying=-290), plain("b", wounds=11, dying=-291)), PassTime(seconds=10))
    assert [one.dead for one in spec.fight.people.values()] == [False, True]


@pytest.mark.rule("TK-SHEET-11")
def test_a_sheet_says_of_each_condition_how_it_is() -> None:
    who = joined(plain("a", wounds=11, stabilised=True))
    assert (who.stabilised, who.dying, who.unconscious, who.care) == (True, None, None, "none")
    days = joined(plain("a", wounds=3, care_days=2, care="skilled"))
    assert (days.care_days, days.care, days.stabilised) == (2, "skilled", False)


@pytest.mark.rule("TK-SHEET-12")
def test_sides_forbid_no_attack() -> None:
    for side in ("red", "blue"):
        play = Play(newcomer("kit", side="red"), newcomer("foe", side=side))
        play.round({"kit": STRIKING}, kit=attack("foe", "unarmed")).end()
        assert play.wounds("foe") == [(10, 1)]


@pytest.mark.rule("TK-SHEET-12")
def test_everybody_stands_where_the_sheet_says() -> None:
    play = Play(newcomer("kit", at=(3, -4)), newcomer("foe", at=(4, -4)))
    assert (play.at("kit"), play.at("foe")) == ((3, -4), (4, -4))
    assert play.round({"kit": STRIKING}, kit=attack("foe", "unarmed")).end().strikes("kit") == [(10, 1)]


@pytest.mark.rule("TK-SHEET-13")
def test_everybody_is_asked_everything_by_default() -> None:
    sword = {"key": "sword"}
    kit, foe = newcomer("kit", QUI=15, things=[sword]), newcomer("foe", luck=1)
    spec = given(fight(kit, foe), CallCombat(actor="kit", against="foe"), StartRound())
    spec.given(declare("foe", action="evade"), declare("kit", **attack("foe", "sword", "trip")))
    spec.when(act("kit", strike=True)).asks("oppose", "foe")


@pytest.mark.rule("TK-SHEET-13")
def test_a_policy_stays_with_a_combatant_from_round_to_round() -> None:
    play = Play(newcomer("kit", QUI=15), newcomer("foe", luck=9), asks={"foe": ("soak",)})
    strike = attack("foe", "unarmed")
    play.round({"kit": STRIKING}, kit=strike).answer("foe", "soak", [{"luck": 1}]).end()
    commands: tuple[Command, ...] = (
        SetPolicy(of="foe", kind="soak", answer="none"),
        EndCombat(),
        CallCombat(actor="kit", against="foe"),
    )
    play.send(*commands).round({"kit": STRIKING}, kit=strike).end().round({"kit": STRIKING}, kit=strike).end()
    assert play["foe"].wounds == 2


@pytest.mark.rule("TK-SHEET-9")
def test_a_thing_has_what_its_row_says_in_play() -> None:
    club = {"key": "club", "kind": "melee", "base": 0, "skill": "clubs", "reach": 0, "hands": 2}
    play = Play(with_things(club, name="kit"), newcomer("foe", at=(1, 0))).round(kit=attack("foe", "club"))
    play.send(act("kit", strike=True)).end()
    assert play.lapses("kit") == [(10, "strike")]
