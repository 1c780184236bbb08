"""Permanent injuries: the roll that heavy damage asks for, fate against it, what is left (BD-INJ, BD-FATE-8)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import PromptLapsed
from domain.rulesets.black_dice.chapters.attacks.objects import StrikeObject
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.black_dice.chapters.perils.perils import Peril
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, Stabilised
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.chapters.wounds.injuries import Injure, Injured, InjuryAvoided
from domain.rulesets.black_dice.parts import Choices, InjuryChoices
from tests.rules.black_dice.builders import RESOLVE, agenda, clash, duel, dying, fell, hurts, labels, pledge, sure_peril
from tests.rules.black_dice.specification import Specification, Step, fight, given, newcomer, plain

FAILED = fell("victim injury", "11/1", "4/1")
UNDETERMINED = Injured(combatant="victim", injury="injury-1")


def hero(**sheet: Any) -> Join:
    """Somebody of Fortitude 3 and Resolve 3: 7 points at once ask for 11 white dice and 4 black ones."""
    return plain("victim", **{"stats": {"fortitude": 3, "resolve": 3, "strength": 2}, "health_dice": 8, **sheet})


def hit_for(points: int, *throws: str, victim: Join | None = None, **options: Any) -> Specification:
    spec = given(fight(victim or hero(), **options))
    return spec.when(sure_peril("victim", points), throws=[hurts(points), *throws])


# The roll


@pytest.mark.rule("BD-INJ-1", "BD-FATE-9")
@pytest.mark.parametrize(
    ("net", "said"), [(0, "is left with a permanent injury yet"), (1, "gets 1 success against a permanent injury.")]
)
def test_what_the_fate_of_another_is_for_is_told(net: int, said: str) -> None:
    spec = given(fight(hero(), "lark"), pledge("lark", "victim", 1))
    spec.when(sure_peril("victim", 7), throws=[hurts(7), fell("victim injury", f"11/{net}", "4/1")])
    assert f"; Doctor Lark helps the victim with 2 pips of fate; the victim {said}" in spec.lines()[-1]


@pytest.mark.rule("BD-INJ-1")
@pytest.mark.parametrize(
    ("fortitude", "resolve", "points", "throw"),
    [
        (3, 3, 3, []),
        (3, 3, 4, ["11/1", "1/0"]),
        (3, 3, 7, ["11/1", "4/0"]),
        (-1, 2, 1, ["6/1", "2/0"]),
        (-3, -3, 2, ["0/0", "5/0"]),
    ],
)
def test_damage_above_fortitude_asks_for_an_easy_roll_with_black_dice_for_the_excess(
    fortitude: int, resolve: int, points: int, throw: list[str]
) -> None:
    victim = plain("victim", stats={"fortitude": fortitude, "resolve": resolve}, health_dice=8)
    spec = hit_for(points, *[fell("victim injury", *throw)] if throw else [], victim=victim)
    assert labels(spec)[1:] == (["injury"] if throw else [])


@pytest.mark.rule("BD-INJ-1")
@pytest.mark.parametrize(("white", "black", "injured"), [(1, 0, False), (2, 1, False), (1, 1, True), (0, 2, True)])
def test_one_net_success_is_enough(white: int, black: int, injured: bool) -> None:
    spec = hit_for(7, fell("victim injury", f"11/{white}", f"4/{black}"))
    assert [event for event in spec.events if isinstance(event, Injured)] == [UNDETERMINED] * injured
    if injured:
        spec.follows(Injured, CheckSettled)


@pytest.mark.rule("BD-INJ-1", "BD-DMG-5", "BD-FATE-5")
def test_the_damage_that_counts_is_what_armour_and_fate_have_left() -> None:
    clad = newcomer("vane", armour=2)
    spec = duel(clad, "pryce", agenda(clash("vane easy_target", "pryce truncheon")))
    throws = [fell("pryce", "6/4"), fell("pryce weapon", "4/3"), fell("pryce strength", "3/1")]
    spec.when(RESOLVE, "vane: reduce_damage 1", throws=[*throws, fell("vane injury", "11/1", "2/0")])
    spec.then(HealthLost(combatant="vane", points=5, mark="bruise", normal=0, bruise=5, health=11))


@pytest.mark.rule("BD-INJ-1", "BD-DMG-8")
def test_what_is_lost_beyond_the_bottom_counts_too() -> None:
    weak = hero(health_dice=1, normal=8)
    spec = hit_for(7, fell("victim injury", "11/1", "4/0"), victim=weak)
    assert spec.fight.people["victim"].normal == 10


@pytest.mark.rule("BD-INJ-2")
@pytest.mark.parametrize("resolution", ["sequential", "simultaneous"])
def test_two_hits_are_two_goes_and_neither_adds_to_the_other(resolution: str) -> None:
    spec = duel("vane", hero(), resolution=resolution).given(newcomer("pryce"))
    spec.given(agenda(clash("vane cutlass", "victim easy_target"), clash("pryce truncheon", "victim easy_target")))
    throws = [fell("vane", "11/3"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    spec.when(RESOLVE, throws=throws).never(CheckSettled)
    throws = [fell("pryce", "6/4"), fell("pryce weapon", "4/0"), fell("pryce strength", "3/0")]
    spec.when(RESOLVE, throws=[*throws, fell("victim injury", "11/1", "1/0")]).then(CheckSettled)


@pytest.mark.rule("BD-INJ-2")
def test_every_victim_of_a_peril_has_its_own_go() -> None:
    spec = given(fight(hero(), plain("other", stats={"fortitude": 3, "resolve": 3})))
    both = Peril(victims=("victim", "other"), intensity="moderate", dice=4, avoidance="none")
    throws = [hurts(3, 4), hurts(4, 4), fell("other injury", "11/1", "1/0")]
    spec.when(both, throws=throws)


@pytest.mark.rule("BD-INJ-3", "BD-SKILL-11")
def test_the_roll_is_a_toll_roll_without_a_wound_penalty() -> None:
    spec = hit_for(7, fell("victim injury", "11/1", "4/0"), victim=hero(normal=15), wound_penalty="black")
    assert [event.kind for event in spec.events if isinstance(event, DiceThrown)] == ["effect", "toll"]


@pytest.mark.rule("BD-INJ-3", "BD-FATE-13")
def test_trades_and_fate_go_into_the_roll_as_far_as_they_are_there() -> None:
    def with_choices(**named: Any) -> Peril:
        return sure_peril("victim", 7, choices={"victim": Choices(injury=InjuryChoices(**named))})

    spec = given(fight(hero(fate=2))).when(
        with_choices(fate=3), throws=[hurts(7), fell("victim injury", "11/0", "4/1")]
    )
    spec.then(FateSpent(combatant="victim", pips=2, use="injury")).never(Injured)
    spec = given(fight(hero())).when(with_choices(trade=9), throws=[hurts(7), fell("victim injury", "2/0", "4/2")])
    assert next(event for event in spec.events if isinstance(event, CheckSettled)).net == 1
    keen = hero(fate=2, policy={"ask_choices": True})
    given(fight(keen)).when(with_choices(), throws=[hurts(7), fell("victim injury", "11/1", "4/0")])
    spec = given(fight(keen)).when(sure_peril("victim", 7), throws=[hurts(7)]).asks("choose", "victim")


@pytest.mark.rule("BD-FATE-14", "BD-WHO-9")
def test_an_easy_target_names_with_the_attack_what_goes_into_its_injury_roll_or_is_asked_before_it() -> None:
    keen = hero(fate=2, policy={"ask_choices": True})
    throws = [fell("vane", "11/3"), fell("vane weapon", "5/1"), fell("vane strength", "2/0")]
    told, asked = [duel("vane", keen, agenda(clash("vane cutlass", "victim easy_target"))) for _ in range(2)]
    named = {"victim": Choices(injury=InjuryChoices(fate=1))}
    told.when(Resolve(choices=named), "victim: reduce_damage 0", throws=[*throws, fell("victim injury", "11/0", "1/0")])
    told.then(FateSpent).never(Injured)
    asked.when(RESOLVE, "victim: reduce_damage 0", throws=throws).asks("choose", "victim")


@pytest.mark.rule("BD-INJ-3", "BD-SKILL-13")
@pytest.mark.parametrize(
    ("steps", "throw"),
    [
        ([FellUnconscious(combatant="victim", reason="wounds")], True),
        ([*dying("victim", 2, track=24), Stabilised(combatant="victim", by="quill")], True),
        ([Died(combatant="victim")], False),
    ],
)
def test_the_unconscious_and_the_stabilised_roll_and_the_dead_do_not(steps: list[Step], throw: bool) -> None:
    spec = given(fight(hero(), "quill", resolution="simultaneous"), *steps)
    if throw:
        spec.when(sure_peril("victim", 7), throws=[hurts(7), FAILED]).then(UNDETERMINED)
    else:
        spec.when(sure_peril("victim", 7)).refused("BD-WHO-12")


# What is left


@pytest.mark.rule("BD-INJ-4", "BD-RUL-47")
def test_a_failed_roll_leaves_an_injury_that_the_narrator_determines() -> None:
    spec = hit_for(7, FAILED).then(UNDETERMINED)
    spec.when(sure_peril("victim", 7), throws=[hurts(7), FAILED]).then(Injured(combatant="victim", injury="injury-2"))
    spec.when(sure_peril("victim", 7), throws=[hurts(7), FAILED]).then(Injured(combatant="victim", injury="injury-3"))
    spec.when(Injure(combatant="victim", description="blind", injury="injury-3"))
    spec.then(Injured(combatant="victim", injury="injury-3", description="blind", changes={}))
    lame = Injure(combatant="victim", description="a limp", changes={"dex": -1, "swordplay": -2, "move": -5})
    spec.when(lame).then(
        Injured(
            combatant="victim",
            injury="injury-1",
            description="a limp",
            changes={"dex": -1, "swordplay": -2, "move": -5},
        )
    )
    victim = spec.fight.people["victim"]
    assert (victim.stats["dex"], victim.rank("swordplay"), victim.move) == (-1, 0, 15)
    assert [injury.description for injury in victim.injuries] == ["a limp", "", "blind"]
    spec.when(Injure(combatant="victim", description="deaf", injury="injury-1")).refused(None, "invalid")
    spec.when(Injure(combatant="victim", description="deaf", injury="injury-2")).then(Injured)
    spec.when(Injure(combatant="victim", description="a new one")).then(
        Injured(combatant="victim", injury="injury-4", description="a new one", changes={})
    )
    spec.when(Injure(combatant="victim", description="another", injury="injury-9")).refused(None, "invalid")


@pytest.mark.rule("BD-INJ-4")
@pytest.mark.parametrize("name", ["strengh", "initiative", "fate"])
def test_an_injury_changes_nothing_but_stats_skills_and_the_pace(name: str) -> None:
    spec = given(fight("vane")).when(Injure(combatant="vane", description="odd", changes={name: -1}))
    spec.refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.changes.{name}"
    spec.when(Injure(combatant="vane", description="stiff", changes={"rifle": -1, "dodge": -1}))
    assert spec.fight.people["vane"].rank("dodge") == 2


@pytest.mark.rule("BD-INJ-5", "BD-RUL-47")
@pytest.mark.parametrize(
    ("face", "description", "changes"),
    [
        (1, "a scar", {}),
        (2, "lame", {"move": -11}),
        (3, "weak arm", {"strength": -1}),
        (4, "stiff hand", {"dex": -1}),
        (5, "short breath", {"fortitude": -1}),
        (6, "dull senses", {"wits": -1}),
    ],
)
def test_the_table_of_injuries_may_decide(face: int, description: str, changes: dict[str, int]) -> None:
    success = int(face in (1, 6))
    throws = [FAILED, f"victim injury_table W1[{face}]={success}"]
    spec = hit_for(7, *throws, victim=hero(move=21), injury_table="d6")
    found = next(event for event in spec.events if isinstance(event, Injured))
    assert (found.injury, found.description, found.changes) == ("injury-1", description, changes)
    victim = spec.fight.people["victim"]
    assert victim.move == (10 if face == 2 else 21)
    assert victim.stats["strength"] == (1 if face == 3 else 2)
    assert (victim.initiative, victim.health_dice, victim.white_health) == (1, 8, 16)


@pytest.mark.rule("BD-INJ-6", "BD-RUL-46")
@pytest.mark.parametrize(
    ("options", "player", "asked"),
    [
        ({}, False, True),
        ({"injury_for": "all"}, False, True),
        ({"injury_for": "players"}, False, False),
        ({"injury_for": "players"}, True, True),
    ],
)
def test_injuries_are_for_everybody_or_for_players_alone(options: dict[str, str], player: bool, asked: bool) -> None:
    spec = hit_for(7, *[FAILED] * asked, victim=hero(player=player), **options)
    assert [event for event in spec.events if isinstance(event, Injured)] == [UNDETERMINED] * asked


@pytest.mark.rule("BD-INJ-6")
def test_objects_are_not_injured() -> None:
    spec = given(fight("brass_tom", "wooden_door"))
    throws = [fell("brass_tom", "5/5"), fell("brass_tom", "4/4"), fell("brass_tom", "8/8"), fell("world", "2/0")]
    spec.when(StrikeObject(actor="brass_tom", object="wooden_door", weapon="iron_fists"), throws=throws)
    spec.never(Injured)
    assert "injury" not in labels(spec)


# Fate


@pytest.mark.rule("BD-FATE-8", "BD-INJ-4")
@pytest.mark.parametrize("purse", [3, 5])
def test_three_pips_avoid_the_injury_after_a_failed_roll(purse: int) -> None:
    spec = hit_for(7, FAILED, victim=hero(player=True, fate=purse)).asks("avoid_injury", "victim").never(Injured)
    spec.answer("yes").then(
        FateSpent(combatant="victim", pips=3, use="injury"), InjuryAvoided(combatant="victim")
    ).never(Injured)
    assert spec.fight.people["victim"].fate == purse - 3
    spec = hit_for(7, FAILED, victim=hero(player=True, fate=purse))
    spec.answer("no").then(UNDETERMINED).never(FateSpent)


@pytest.mark.rule("BD-FATE-8", "BD-FATE-13")
def test_non_players_avoid_an_injury_for_three_pips_too() -> None:
    victim = hero(fate=3, policy={"ask_injury": True})
    spec = hit_for(7, FAILED, victim=victim).asks("avoid_injury", "victim").never(Injured)
    spec.answer("yes").then(FateSpent(combatant="victim", pips=3, use="injury"), InjuryAvoided(combatant="victim"))


@pytest.mark.rule("BD-SKILL-14")
def test_ask_is_a_policy_and_no_answer() -> None:
    hit_for(7, FAILED, victim=hero(player=True, fate=5)).answer("ask").refused(None, "invalid")


@pytest.mark.rule("BD-FATE-8", "BD-SKILL-14")
@pytest.mark.parametrize(
    "sheet", [{"player": True, "fate": 2}, {"fate": 9}, {"player": True, "fate": 9, "policy": {"ask_injury": False}}]
)
def test_who_cannot_pay_or_is_not_asked_keeps_the_injury(sheet: dict[str, Any]) -> None:
    hit_for(7, FAILED, victim=hero(**sheet)).then(UNDETERMINED)


@pytest.mark.rule("BD-FATE-8", "BD-FATE-14")
@pytest.mark.parametrize(
    ("avoid", "fate", "throws", "left"),
    [("yes", 3, [], "avoided"), ("yes", 2, [FAILED], "injured"), ("no", 9, [FAILED], "injured")],
)
def test_the_command_may_say_beforehand_whether_fate_avoids_it(
    avoid: str, fate: int, throws: list[str], left: str
) -> None:
    spec = given(fight(hero(player=True, fate=fate)))
    choices = {"victim": Choices.model_validate({"injury": {"avoid": avoid}})}
    spec.when(sure_peril("victim", 7, choices=choices), throws=[hurts(7), *throws])
    if left == "avoided":
        spec.then(FateSpent(combatant="victim", pips=3, use="injury"), InjuryAvoided).never(Injured, CheckSettled)
    else:
        spec.then(UNDETERMINED).never(FateSpent)
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-FATE-8", "BD-FATE-1")
def test_fate_that_is_spent_meanwhile_avoids_nothing() -> None:
    spec = hit_for(7, FAILED, victim=hero(player=True, fate=8), scripting_approval="standing")
    spec.asks("avoid_injury", "victim")
    spec.when(ChangeStory(actor="victim", description="help is on its way")).then(PromptLapsed, UNDETERMINED)
