"""Contests: totals of both sides, ties, who commits luck first, and who does not oppose."""

from typing import Any

import pytest

from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallContest, ContestCalled
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from domain.rulesets.ticks.chapters.narrator.trials import Commit, ContestDecided, LuckSpent, Totalled
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTried
from service.encounters.visibility import view_state
from tests.laws.menus import menu_of
from tests.rules.ticks.builders import STRIKING, Play, attack, calm_encounter, contest, outcome, party, toward
from tests.rules.ticks.specification import Specification, newcomer

ASH = newcomer("ash", STR=12, DEX=11, WIL=13, skills={"athletics": 3}, luck=2)
BIRCH = newcomer("birch", STR=8, DEX=9, WIL=14, skills={"acrobatics": 4}, luck=2)
PULLS = party("ash", "strength", "athletics")
SLIPS = party("birch", "dexterity", "acrobatics")


def refused_at(spec: Specification, rule: str, field: str) -> None:
    """The last command is refused by this rule for this field."""
    spec.refused(rule)
    assert spec.refusal is not None
    assert spec.refusal.field == field


@pytest.mark.rule("TK-OPP-1")
@pytest.mark.parametrize(
    ("attacker", "defender", "totals"),
    [
        (PULLS, SLIPS, {"ash": 36, "birch": 36}),
        (PULLS, party("birch", "willpower"), {"ash": 36, "birch": 14}),
        (party("ash", "willpower"), party("birch", "strength"), {"ash": 13, "birch": 8}),
        (party("ash", "dexterity", "acrobatics"), SLIPS, {"ash": 5, "birch": 36}),
        (party("ash", "strength", "athletics"), party("birch", "dexterity", "athletics"), {"ash": 36, "birch": 4}),
    ],
)
def test_each_side_has_a_total_of_its_own_type(
    attacker: dict[str, Any], defender: dict[str, Any], totals: dict[str, int]
) -> None:
    assert outcome(calm_encounter(ASH, BIRCH), contest(attacker, defender))[1] == totals


@pytest.mark.rule("TK-OPP-1")
def test_a_contest_takes_two() -> None:
    alone = contest(PULLS, party("ash", "dexterity", "athletics"))
    refused_at(calm_encounter(ASH, BIRCH).when(alone), "TK-OPP-1", "command.parties")


@pytest.mark.rule("TK-OPP-3", "TK-OPP-5")
def test_a_menu_offers_a_tie_to_one_of_the_two_and_no_contest_of_the_unconscious() -> None:
    out = Wound(combatant="ash", wounds=99), Wound(combatant="birch", wounds=99)
    cedar = newcomer("cedar", STR=12, skills={"athletics": 3})
    spec = calm_encounter(ASH, BIRCH, cedar)
    assert is_offered(spec, PULLS, SLIPS, defender="birch")
    assert not is_offered(spec, PULLS, SLIPS, defender="cedar")
    spec.when(out[0])
    assert is_offered(spec, PULLS, SLIPS, defender="ash")
    spec.when(out[1])
    assert not is_offered(spec, PULLS, SLIPS, defender="ash")
    assert is_offered(spec, PULLS, party("cedar", "strength"), defender="ash")


def is_offered(spec: Specification, *parties: dict[str, Any], defender: str) -> bool:
    """Return whether the narrator's menu has a contest of these two."""
    command = {"type": "ticks.call_contest", "parties": list(parties), "defender": defender}
    return menu_of(TICKS, spec.fight, NARRATOR).admits(command)


@pytest.mark.rule("TK-OPP-2")
@pytest.mark.parametrize(("strength", "winner"), [(12, "birch"), (13, "ash"), (14, "ash"), (9, "birch")])
def test_the_higher_total_wins(strength: int, winner: str) -> None:
    ash, birch = newcomer("ash", STR=strength), newcomer("birch", DEX=12)
    called = contest(party("ash", "strength"), party("birch", "dexterity"))
    assert outcome(calm_encounter(ash, birch), called) == (winner, {"ash": strength, "birch": 12})


@pytest.mark.rule("TK-OPP-2", "TK-OPP-3")
@pytest.mark.parametrize(("dexterity", "success"), [(9, False), (10, False), (11, True)])
def test_a_manoeuvre_has_to_be_higher_than_what_opposes_it(dexterity: int, success: bool) -> None:
    ash = newcomer("ash", DEX=dexterity, skills={"unarmed": 3})
    play = Play(ash, newcomer("birch", skills={"unarmed": 3}, at=(1, 0)))
    play.round({"ash": STRIKING}, ash=attack("birch", "unarmed", "trip"))
    assert play.tests("ash") == [(dexterity * 3, 30, success)]


@pytest.mark.rule("TK-OPP-3", "TK-RUL-7")
@pytest.mark.parametrize("listed", [(PULLS, SLIPS), (SLIPS, PULLS)])
@pytest.mark.parametrize("defender", ["ash", "birch"])
def test_a_tie_is_the_defenders_whom_the_narrator_names(listed: tuple[Any, Any], defender: str) -> None:
    called = CallContest.model_validate({"parties": listed, "defender": defender})
    assert outcome(calm_encounter(ASH, BIRCH), called) == (defender, {"ash": 36, "birch": 36})


@pytest.mark.rule("TK-OPP-3")
def test_the_defender_is_one_of_the_two() -> None:
    called = CallContest.model_validate({"parties": (PULLS, SLIPS), "defender": "cedar"})
    refused_at(calm_encounter(ASH, BIRCH, "cedar").when(called), "TK-OPP-3", "command.defender")


@pytest.mark.rule("TK-OPP-3", "TK-RUL-7")
def test_in_a_manoeuvre_the_target_is_the_defender() -> None:
    ash, birch = (newcomer(name, skills={"unarmed": 3}, at=at) for name, at in (("ash", (0, 0)), ("birch", (1, 0))))
    for attacker, target in (("ash", "birch"), ("birch", "ash")):
        play = Play(ash, birch)
        play.round({attacker: STRIKING}, **{attacker: attack(target, "unarmed", "grapple")})
        assert play.tests(attacker) == [(30, 30, False)]
        assert play[target].held_by == {}


@pytest.mark.rule("TK-OPP-4", "TK-RUL-8")
@pytest.mark.parametrize("listed", [(PULLS, SLIPS), (SLIPS, PULLS)])
@pytest.mark.parametrize(("first", "defender"), [("ash", "birch"), ("birch", "ash")])
def test_the_defender_commits_last_and_knows_the_total_of_the_other(
    listed: tuple[Any, Any], first: str, defender: str
) -> None:
    spec = calm_encounter(ASH, BIRCH).when(CallContest.model_validate({"parties": listed, "defender": defender}))
    spec.then(ContestCalled(combatants=(listed[0]["combatant"], listed[1]["combatant"]), defender=defender))
    assert [prompt.to for prompt in spec.fight.prompts] == [first]
    assert spec.fight.prompts[0].about["totals"] == {}
    spec.when(Commit(actor=defender)).refused("TK-TEST-8")
    spec.when(Commit(actor=first, luck=1)).then(LuckSpent(combatant=first, points=1, use="test"), Totalled).never(
        ContestDecided
    )
    total = {"ash": 48, "birch": 45}[first]
    for speaker in (SPECTATOR, Speaker("player", (defender,))):
        [prompt] = view_state(TICKS, spec.fight, speaker).prompts
        assert (prompt.to, prompt.about["totals"]) == (defender, {first: total})
    assert "luck" not in Totalled.private
    assert not Totalled.private
    spec.when(Commit(actor=defender, luck=1)).then(
        ContestDecided(winner="ash", loser="birch", totals={"ash": 48, "birch": 45})
    )


@pytest.mark.rule("TK-OPP-4", "TK-RUL-8")
def test_nobody_raises_again() -> None:
    spec = calm_encounter(ASH, BIRCH).given(contest(PULLS, SLIPS), Commit(actor="ash"))
    spec.when(Commit(actor="ash", luck=2)).refused("TK-TEST-8")
    spec.when(Commit(actor="birch", luck=1)).then(
        ContestDecided(winner="birch", loser="ash", totals={"ash": 36, "birch": 45})
    )
    for name in ("ash", "birch"):
        spec.when(Commit(actor=name, luck=1)).refused("TK-TEST-8")
    assert (spec.fight.people["ash"].luck, spec.fight.people["birch"].luck) == (2, 1)


@pytest.mark.rule("TK-OPP-4", "TK-RUL-8")
def test_the_total_of_a_manoeuvre_is_public_before_it_is_opposed() -> None:
    ash = newcomer("ash", skills={"unarmed": 3}, luck=1)
    play = Play(ash, newcomer("birch", skills={"unarmed": 3}, luck=2, at=(1, 0)), asks={"birch": ("oppose",)})
    play.round({"ash": {**STRIKING, "luck": {"trip": 1}}}, ash=attack("birch", "unarmed", "trip"))
    [tried] = [event for _, event in play.log if isinstance(event, ManoeuvreTried)]
    assert (tried.total, tried.private) == (40, frozenset())
    assert play.asked("oppose")["total"] == 40
    play.answer("birch", "oppose", {"statistic": "dexterity", "skill": "unarmed", "luck": 1})
    assert play.tests("ash") == [(40, 40, False)]
    assert play.fight.phase == "between", "there is no second round of luck"


GONE = [{"unconscious": "chosen"}, {"dead": True}]


@pytest.mark.rule("TK-OPP-5", "TK-RUL-52")
@pytest.mark.parametrize("state", GONE)
@pytest.mark.parametrize("defender", ["ash", "birch"])
def test_whoever_is_unconscious_or_dead_does_not_oppose(state: dict[str, Any], defender: str) -> None:
    """The other wins even with a total of 0, and alone is asked for luck."""
    ash, birch = newcomer("ash", STR=1), newcomer("birch", STR=30, skills={"athletics": 5}, luck=2, **state)
    sides = {name: party(name, "strength", "athletics") for name in ("ash", "birch")}
    attacker = "ash" if defender == "birch" else "birch"
    spec = calm_encounter(ash, birch).when(contest(sides[attacker], sides[defender]))
    assert [prompt.to for prompt in spec.fight.prompts] == ["ash"]
    spec.when(Commit(actor="ash")).then(ContestDecided(winner="ash", loser="birch", totals={"ash": 0}))


@pytest.mark.rule("TK-OPP-5")
@pytest.mark.parametrize("one", GONE)
@pytest.mark.parametrize("other", GONE)
def test_two_of_them_are_not_called(one: dict[str, Any], other: dict[str, Any]) -> None:
    spec = calm_encounter(newcomer("ash", **one), newcomer("birch", **other))
    called = contest(party("ash", "strength"), party("birch", "strength"))
    refused_at(spec.when(called), "TK-OPP-5", "command.parties")


@pytest.mark.rule("TK-OPP-5", "TK-RUL-52")
def test_an_unconscious_target_opposes_no_manoeuvre() -> None:
    strong = newcomer("birch", DEX=30, skills={"unarmed": 5, "evade": 5}, unconscious="chosen", at=(1, 0))
    play = Play(newcomer("ash", DEX=2), strong)
    play.round({"ash": STRIKING}, ash=attack("birch", "unarmed", "trip"))
    assert play.tests("ash") == [(None, None, True)]


@pytest.mark.rule("TK-OPP-6", "TK-HELP-3")
def test_role_play_and_help_count_where_the_call_grants_them() -> None:
    helper = newcomer("cedar", STR=9, DEX=7, skills={"athletics": 1})
    raised = party("ash", "strength", "athletics", role_play=True, helpers=("cedar",))
    helped = party("birch", "dexterity", "acrobatics", helpers=("cedar",))
    spec = calm_encounter(ASH, BIRCH, helper)
    assert outcome(spec, contest(raised, helped)) == ("ash", {"ash": 12 * 4 + 4, "birch": 36 + 3})
    assert outcome(spec, contest(PULLS, SLIPS))[1] == {"ash": 36, "birch": 36}


@pytest.mark.rule("TK-OPP-6", "TK-RUL-56")
def test_neither_counts_in_a_manoeuvre() -> None:
    people = [newcomer(name, skills={"unarmed": 3}, at=at) for name, at in (("ash", (0, 0)), ("birch", (1, 0)))]
    friends = [newcomer(name, skills={"unarmed": 1}) for name in ("cedar", "elder")]
    play = Play(*people, *friends).send(Award(combatant="ash"), Award(combatant="birch"))
    helping = {
        name: {"action": "other", "kind": "help", "whom": whom} for name, whom in (("cedar", "ash"), ("elder", "birch"))
    }
    play.round({"ash": STRIKING}, ash=attack("birch", "unarmed", "trip"), **helping).end()
    assert play.tests("ash") == [(30, 30, False)]
    assert play["ash"].awarded
    assert play["birch"].awarded


@pytest.mark.rule("TK-RUL-55")
@pytest.mark.parametrize(
    ("weapon", "manoeuvre", "totals"),
    [("sword", "mighty_blow", (9 * 3, 8 * 2)), ("pistol", "double_tap", (11 * 4, 12 * 2))],
)
def test_a_misprint_means_the_skill_one_step_and_quickness(
    weapon: str, manoeuvre: str, totals: tuple[int, int]
) -> None:
    things = ({"key": "sword"}, {"key": "pistol"})
    ash = newcomer("ash", STR=9, DEX=11, skills={"melee": 3, "handgun": 4}, things=things)
    play = Play(ash, newcomer("birch", STR=8, DEX=7, QUI=12, skills={"evade": 2}, at=(3, 0)))
    play.round({"ash": toward("birch", stop=2)}, ash=attack("birch", weapon, manoeuvre))
    assert play.tests("ash") == [(*totals, True)]
    assert (play.steps("ash"), play.at("ash")) == ([10], (1, 0))
