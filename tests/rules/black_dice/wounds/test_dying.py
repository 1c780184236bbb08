"""Dying: the count, stabilising, fate and scripting dice against death (BD-DYING, BD-FATE-7, BD-SCRIPT-8)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.black_dice.chapters.attacks.objects import StrikeObject
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.dice.scripting import ScriptingDenied, ScriptingSpent
from domain.rulesets.black_dice.chapters.healing.resting import Healed, PassTime
from domain.rulesets.black_dice.chapters.healing.stabilising import Stabilise
from domain.rulesets.black_dice.chapters.healing.treatment import Treat
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, RoundEnded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious, Woke
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.deathbed import (
    Died,
    ExtendLife,
    LifeExtended,
    SaveFromDeath,
    Stabilised,
)
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying, DyingCounted
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from tests.rules.black_dice.builders import (
    END,
    RESOLVE,
    agenda,
    at_end,
    clash,
    duel,
    dying,
    fell,
    hurts,
    labels,
    sure_peril,
)
from tests.rules.black_dice.specification import Specification, Step, fight, given, newcomer, plain, round_of

TRACK = 20


def mortal(name: str = "victim", fortitude: int = 0, resolve: int = 0, **sheet: Any) -> Join:
    """Somebody with 12 white pips and 8 grey ones."""
    return plain(name, stats={"fortitude": fortitude, "resolve": resolve}, health_dice=6, **sheet)


def near_death(victim: Join | str, *others: Join | str, rounds: int = 1, **options: Any) -> Specification:
    """The end of the round after one in which somebody has begun to die."""
    name = victim if isinstance(victim, str) else victim.id or ""
    track = {"vane": 24, "quill": 20}.get(name, TRACK)
    spec = given(fight(victim, *others, **options), *dying(name, rounds, track=track))
    return spec.given(BeginRound(combatants=()))


def without_injuries(victim: Join, *steps: Step, **options: Any) -> Specification:
    return given(fight(victim, injury_for="players", **options), *steps)


# How long


@pytest.mark.rule("BD-DYING-1", "BD-RUL-44")
@pytest.mark.parametrize(("fortitude", "resolve", "rounds"), [(3, 3, 6), (1, 0, 1), (-2, 0, 1), (0, 0, 1), (-1, 4, 3)])
def test_a_full_track_of_normal_marks_is_dying_with_resolve_and_fortitude_rounds_left(
    fortitude: int, resolve: int, rounds: int
) -> None:
    spec = without_injuries(mortal(fortitude=fortitude, resolve=resolve, normal=18))
    spec.when(sure_peril("victim", 2), throws=[hurts(2)])
    spec.then(
        HealthLost(combatant="victim", points=2, mark="normal", normal=20, bruise=0, health=-8),
        FellUnconscious,
        BeganDying(combatant="victim", rounds=rounds),
    )
    spec.follows(BeganDying, FellUnconscious).follows(FellUnconscious, HealthLost)
    assert spec.fight.people["victim"].condition == "dying"


@pytest.mark.rule("BD-DYING-1", "BD-RUL-44")
@pytest.mark.parametrize(("shown", "rounds"), [(2, 2), (0, 1)])
def test_the_rounds_may_be_rolled_without_black_dice_or_choices(shown: int, rounds: int) -> None:
    keen = mortal(fortitude=3, resolve=3, normal=18, fate=12, policy={"ask_choices": True, "ask_reroll": True})
    spec = without_injuries(keen, dying_rounds="roll", fate_timing="after")
    spec.when(sure_peril("victim", 2), throws=[hurts(2), fell("victim dying", f"6/{shown}")])
    spec.then(DiceThrown, FellUnconscious, DiceThrown, BeganDying(combatant="victim", rounds=rounds))


@pytest.mark.rule("BD-DYING-1", "BD-DMG-9", "BD-INJ-3")
def test_who_has_just_begun_dying_rolls_for_the_injury_after_that() -> None:
    spec = given(fight(mortal(fortitude=1, normal=18), dying_rounds="roll"))
    spec.when(
        sure_peril("victim", 2), throws=[hurts(2), fell("victim dying", "1/0"), fell("victim injury", "6/1", "1/0")]
    )
    assert labels(spec)[1:] == ["dying", "injury"]


@pytest.mark.rule("BD-DYING-1", "BD-BRUISE-3")
def test_one_that_lay_unconscious_already_does_not_fall_again() -> None:
    spec = without_injuries(mortal(normal=18), FellUnconscious(combatant="victim", reason="wounds"))
    spec.when(sure_peril("victim", 2), throws=[hurts(2)]).then(BeganDying).never(FellUnconscious)


@pytest.mark.rule("BD-DYING-2")
def test_the_dying_make_no_consciousness_rolls() -> None:
    near_death(mortal(fortitude=3, resolve=3), rounds=2).when(END, throws=[]).never(DiceThrown, CheckSettled)


@pytest.mark.rule("BD-DYING-3", "BD-ROUND-9")
def test_the_count_falls_from_the_round_after_the_one_in_which_it_began() -> None:
    spec = at_end(mortal(resolve=2, normal=18), injury_for="players", number=4)
    spec.when(sure_peril("victim", 2), throws=[hurts(2)]).then(BeganDying(combatant="victim", rounds=2))
    spec.when(END, throws=[]).never(DyingCounted)
    spec.given(BeginRound(combatants=())).when(END).then(DyingCounted(combatant="victim", rounds=1), RoundEnded).never(
        Died
    )
    spec.given(BeginRound(combatants=())).when(END).then(
        DyingCounted(combatant="victim", rounds=0), Died(combatant="victim"), RoundEnded
    )
    spec.follows(Died, DyingCounted)
    assert spec.fight.people["victim"].condition == "dead"


@pytest.mark.rule("BD-DYING-3", "BD-ROUND-9")
def test_who_began_dying_between_rounds_counts_at_the_end_of_the_next() -> None:
    near_death(mortal(), rounds=2).when(END).then(DyingCounted(combatant="victim", rounds=1))


@pytest.mark.rule("BD-DYING-3", "BD-ROUND-8")
def test_counts_fall_in_the_order_of_joining_outside_the_order_of_the_round() -> None:
    spec = given(fight(mortal("one"), mortal("two")), *dying("two", 1, track=20), *dying("one", 1, track=20))
    spec.given(BeginRound(combatants=())).when(END).then(Died(combatant="one"), Died(combatant="two"))


# Stabilising


def rescue(**changes: Any) -> Stabilise:
    return Stabilise(**{"actor": "lark", "patient": "victim", "skill": "medicine", **changes})


@pytest.mark.rule("BD-DYING-4", "BD-DYING-5")
def test_one_success_of_wits_and_medicine_stops_the_count_for_good() -> None:
    spec = near_death(mortal(), "lark", rounds=2).given(RoundEnded(number=1))
    spec.when(rescue(), throws=[fell("lark medicine", "9/1")]).then(
        CheckSettled, Stabilised(combatant="victim", by="lark")
    )
    victim = spec.fight.people["victim"]
    assert (victim.condition, victim.rounds_left, victim.health) == ("stabilised", 0, -8)
    spec.given(BeginRound(combatants=())).when(END, throws=[]).never(DyingCounted, DiceThrown)


@pytest.mark.rule("BD-DYING-4")
def test_a_failed_try_stops_nothing_and_may_be_made_again() -> None:
    spec = near_death(mortal(), "lark", rounds=3).given(RoundEnded(number=1))
    for _ in range(2):
        spec.when(rescue(), throws=[fell("lark", "9/0")]).never(Stabilised)
    spec.when(rescue(difficulty="difficult"), throws=[fell("lark", "9/1", "3/0")]).then(Stabilised)


@pytest.mark.rule("BD-DYING-4")
def test_what_is_very_easy_stabilises_of_itself() -> None:
    spec = near_death(mortal(), "lark", rounds=3).given(RoundEnded(number=1))
    spec.when(rescue(difficulty="very_easy"), throws=[]).then(Stabilised(combatant="victim", by="lark"))


@pytest.mark.rule("BD-DYING-4", "BD-HEAL-2")
@pytest.mark.parametrize(
    ("kind", "skill", "pool"),
    [
        ("person", "medicine", "8/1"),
        ("automaton", "engineering_clockwork", "7/1"),
        ("automaton", "ad_hoc_repair", "6/1"),
    ],
)
def test_people_are_stabilised_by_medicine_automata_by_repair(kind: str, skill: str, pool: str) -> None:
    skills = {"medicine": 5, "engineering_clockwork": 4, "ad_hoc_repair": 3}
    helper = newcomer("tinker", skills=skills)
    spec = near_death(mortal(kind=kind), helper).given(RoundEnded(number=1))
    spec.when(rescue(actor="tinker", skill=skill), throws=[fell(f"tinker {skill}", pool)]).then(Stabilised)
    for other in skills.keys() - ({"medicine"} if kind == "person" else {"engineering_clockwork", "ad_hoc_repair"}):
        spec = near_death(mortal(kind=kind), helper).given(RoundEnded(number=1))
        spec.when(rescue(actor="tinker", skill=other)).refused("BD-DYING-4")


@pytest.mark.rule("BD-DYING-4", "BD-SKILL-13")
def test_the_helper_is_able_and_near_and_the_patient_dying() -> None:
    far = newcomer("lark", zone="roof")
    near_death(mortal(), far).given(RoundEnded(number=1)).when(rescue()).refused("BD-DYING-4")
    fallen = FellUnconscious(combatant="lark", reason="wounds")
    near_death(mortal(), "lark").given(RoundEnded(number=1), fallen).when(rescue()).refused("BD-SKILL-13")
    given(fight(mortal(), "lark")).when(rescue()).refused("BD-DYING-4")


@pytest.mark.rule("BD-DYING-4", "BD-ROUND-5", "BD-ROUND-10")
def test_in_a_round_to_stabilise_is_an_act_that_comes_due() -> None:
    spec = given(fight(mortal(), "lark"), *dying("victim", 2, track=20), *round_of("lark"))
    spec.when(rescue()).refused("BD-DYING-4")
    spec.given(Declare(actor="lark", act="stabilise")).when(rescue()).refused("BD-DYING-4")
    spec.when(RESOLVE).asks("act", "lark")
    spec.when(rescue(), throws=[fell("lark medicine", "9/1")]).then(Stabilised(combatant="victim", by="lark"))
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-COMP-5")
def test_the_narrator_may_let_others_help_to_stabilise() -> None:
    spec = near_death(mortal(), "lark", "tinker").given(RoundEnded(number=1))
    helped = rescue(complementary=("perception",), assistants=("tinker",), free_assistants=0)
    spec.when(helped, throws=[fell("lark medicine", "12/1", "1/0")]).then(Stabilised)
    player = Speaker("player", ("lark",))
    spec = near_death(mortal(), "lark").given(RoundEnded(number=1))
    spec.when(rescue(complementary=("perception",)), speaker=player).refused("BD-COMP-5")
    spec.when(rescue(), speaker=player, throws=[fell("lark medicine", "9/1")]).then(Stabilised)


# Hurting and healing at the bottom


@pytest.mark.rule("BD-DYING-5", "BD-DYING-7", "BD-HEAL-13")
def test_a_healed_pip_makes_one_at_the_bottom_simply_unconscious() -> None:
    spec = near_death(mortal(fortitude=-3), "lark").given(
        RoundEnded(number=1), Stabilised(combatant="victim", by="lark")
    )
    spec.when(PassTime(days=1)).then(Healed(combatant="victim", normal=1, bruise=0, health=-7, by="rest")).never(Woke)
    assert spec.fight.people["victim"].condition == "unconscious"
    spec.given(BeginRound(combatants=())).when(END, throws=[fell("victim consciousness", "0/0", "16/0")])


@pytest.mark.rule("BD-DYING-7")
def test_treatment_of_normal_marks_ends_a_dying() -> None:
    spec = near_death(mortal(), "lark", rounds=2).given(RoundEnded(number=1))
    treat = Treat(actor="lark", patient="victim", skill="medicine", place="medical_kit")
    spec.when(treat, throws=[fell("lark medicine", "9/1")]).then(
        Healed(combatant="victim", normal=1, bruise=0, health=-7, by="lark")
    )
    victim = spec.fight.people["victim"]
    assert (victim.condition, victim.rounds_left) == ("unconscious", 0)


@pytest.mark.rule("BD-DYING-6", "BD-RUL-45")
def test_normal_damage_takes_a_round_a_point_and_bruises_take_none() -> None:
    spec = without_injuries(mortal(fortitude=9), *dying("victim", 6, track=20))
    spec.when(sure_peril("victim", 2), throws=[hurts(2)]).then(DyingCounted(combatant="victim", rounds=4)).never(
        Died, BeganDying
    )
    spec.when(sure_peril("victim", 3, bruise=True), throws=[hurts(3)]).then(DamageCounted)
    spec.never(DyingCounted, HealthLost, BeganDying)
    spec.when(sure_peril("victim", 9), throws=[hurts(9)]).then(
        DyingCounted(combatant="victim", rounds=0), Died(combatant="victim")
    )
    spec.follows(DyingCounted, HealthLost)


@pytest.mark.rule("BD-DYING-6", "BD-INJ-3", "BD-DMG-9")
@pytest.mark.parametrize(("points", "throw"), [(2, [fell("victim injury", "6/0", "1/0")]), (6, [])])
def test_the_dying_roll_for_injuries_and_the_dead_do_not(points: int, throw: list[str]) -> None:
    spec = given(fight(mortal(fortitude=1)), *dying("victim", 6, track=20))
    spec.when(sure_peril("victim", points), throws=[hurts(points), *throw]).then(
        DyingCounted(combatant="victim", rounds=6 - points)
    )


@pytest.mark.rule("BD-DYING-6", "BD-BRUISE-5")
def test_bruises_of_the_dying_ask_for_no_injury_roll() -> None:
    spec = given(fight(mortal()), *dying("victim", 6, track=20))
    spec.when(sure_peril("victim", 3, bruise=True), throws=[hurts(3)])


@pytest.mark.rule("BD-DYING-6")
def test_a_stabilised_one_that_is_hurt_is_dying_again_with_a_full_count() -> None:
    spec = without_injuries(mortal(resolve=4), *dying("victim", 2, track=20), Stabilised(combatant="victim", by="lark"))
    spec.when(sure_peril("victim", 1, bruise=True), throws=[hurts(1)]).never(BeganDying, HealthLost)
    spec.when(sure_peril("victim", 1), throws=[hurts(1)]).then(BeganDying(combatant="victim", rounds=4)).never(
        FellUnconscious
    )


@pytest.mark.rule("BD-DYING-6", "BD-SCRIPT-8", "BD-DMG-9")
def test_the_last_round_lost_to_damage_asks_for_a_rescue_too() -> None:
    hero = mortal(fate=2, player=True)
    spec = given(fight(hero), *dying("victim", 2, track=20))
    spec.when(sure_peril("victim", 3), throws=[hurts(3)]).asks("save_from_death", "victim")
    spec.answer({"extend": 2}, throws=[fell("victim injury", "5/1", "3/0")])
    spec.then(LifeExtended(combatant="victim", by=2, rounds=2), DiceThrown).never(Died)


@pytest.mark.rule("BD-DYING-8", "BD-SKILL-13", "BD-WHO-12")
def test_the_dead_command_nothing_and_feel_nothing() -> None:
    spec = given(fight("vane", "pryce", "lark"), Died(combatant="pryce"))
    spec.when(StrikeObject(actor="pryce", object="vane", weapon="truncheon")).refused("BD-DYING-8")
    heal = Treat(actor="lark", patient="pryce", skill="medicine", place="medical_kit")
    spec.when(heal).refused("BD-DYING-8")
    spec.given(BeginRound(combatants=())).when(END, throws=[]).never(DiceThrown)


@pytest.mark.rule("BD-DYING-8", "BD-ROUND-7")
def test_marks_that_are_owed_to_the_dead_are_forgotten() -> None:
    weak = newcomer("t1", normal=19)
    spec = duel("vane", weak, resolution="simultaneous", injury_for="players").given(newcomer("pryce"))
    spec.given(agenda(clash("vane cutlass", "t1 easy_target"), clash("pryce truncheon", "t1 easy_target")))
    spec.when(RESOLVE, throws=[fell("vane", "11/1"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")])
    spec.given(Died(combatant="t1"))
    spec.when(RESOLVE, throws=[]).never(HealthLost, BeganDying)


# Fate


@pytest.mark.rule("BD-FATE-7", "BD-FATE-12")
def test_each_pip_adds_a_round_at_any_time_while_dying() -> None:
    spec = near_death(mortal(fate=9), rounds=2)
    spec.when(ExtendLife(actor="victim", pips=7)).then(
        FateSpent(combatant="victim", pips=7, use="life"), LifeExtended(combatant="victim", by=7, rounds=9)
    )
    assert spec.fight.people["victim"].fate == 2
    spec.when(ExtendLife(actor="victim", pips=3)).refused("BD-FATE-1")
    spec.when(END).then(DyingCounted(combatant="victim", rounds=8))


@pytest.mark.rule("BD-FATE-7", "BD-FATE-12")
@pytest.mark.parametrize(
    ("steps", "rule"),
    [
        ((), "BD-FATE-7"),
        ((FellUnconscious(combatant="victim", reason="wounds"),), "BD-FATE-7"),
        ((Died(combatant="victim"),), "BD-FATE-12"),
    ],
)
def test_only_the_dying_extend_their_lives(steps: tuple[Step, ...], rule: str) -> None:
    given(fight(mortal(fate=9)), *steps).when(ExtendLife(actor="victim", pips=1)).refused(rule)


@pytest.mark.rule("BD-FATE-7", "BD-DYING-3", "BD-SCRIPT-1", "BD-SCRIPT-8")
def test_the_moment_when_the_count_reaches_0_is_not_too_late() -> None:
    hero = mortal(fate=3, player=True)
    spec = (
        near_death(hero)
        .when(END)
        .asks("save_from_death", "victim")
        .then(DyingCounted(combatant="victim", rounds=0))
        .never(Died)
    )
    player = Speaker("player", ("victim",))
    spec.when(ExtendLife(actor="victim", pips=2), speaker=player).then(
        LifeExtended(combatant="victim", by=2, rounds=2), RoundEnded
    )
    assert spec.fight.prompts == ()
    spec = near_death(hero).when(END)
    spec.when(ExtendLife(actor="victim", pips=4)).refused("BD-FATE-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.pips"
    spec.answer({"description": "half a miracle"}).refused("BD-SCRIPT-1")
    spec.answer("no").then(Died(combatant="victim"), RoundEnded)


@pytest.mark.rule("BD-SKILL-14")
def test_ask_is_a_policy_and_no_answer() -> None:
    near_death(mortal(fate=3, player=True)).when(END).answer("ask").refused(None, "invalid")


@pytest.mark.rule("BD-FATE-7", "BD-SKILL-14")
def test_who_is_not_asked_or_has_no_fate_dies() -> None:
    near_death(mortal(fate=3)).when(END).then(Died)
    near_death(mortal(player=True)).when(END).then(Died)
    near_death(mortal(fate=3, player=True, policy={"ask_save": False})).when(END).then(Died)


# Scripting dice


@pytest.mark.rule("BD-SCRIPT-8", "BD-SCRIPT-2")
def test_a_scripting_die_saves_its_owner_when_the_narrator_says_yes() -> None:
    spec = near_death(mortal(fate=7, player=True)).when(END).asks("save_from_death", "victim")
    spec.when(SaveFromDeath(actor="victim", saved="victim", description="the ammunition box took the shot"))
    spec.asks("approve", "narrator").answer({"approve": True})
    spec.then(ScriptingSpent, Stabilised(combatant="victim", by="victim"), RoundEnded).never(Died, Healed)
    victim = spec.fight.people["victim"]
    assert (victim.condition, victim.fate, victim.normal) == ("stabilised", 1, 20)


@pytest.mark.rule("BD-SCRIPT-8", "BD-SCRIPT-2", "BD-FATE-7")
def test_a_no_of_the_narrator_leaves_what_fate_can_do() -> None:
    spec = near_death(mortal(fate=7, player=True)).when(END, "victim: save_from_death luck", "narrator: approve no")
    spec.then(ScriptingDenied).asks("save_from_death", "victim").never(Died)
    spec.answer({"description": "more luck"}).refused("BD-SCRIPT-2")
    spec.answer({"extend": 7}).then(LifeExtended(combatant="victim", by=7, rounds=7))
    spec = near_death(mortal(fate=7, player=True)).when(END, "victim: save_from_death luck", "narrator: approve no")
    spec.answer("no").then(Died(combatant="victim"))


@pytest.mark.rule("BD-SCRIPT-8", "BD-FATE-10")
def test_others_with_a_scripting_die_are_asked_after_the_dying_one_until_one_says_yes() -> None:
    spec = near_death(mortal(fate=1, player=True), "lark", "vane", "quill", rounds=1).when(END)
    assert [(prompt.kind, prompt.to) for prompt in spec.fight.prompts] == [("save_from_death", "victim")]
    spec.answer("no").asks("save_from_death", "lark").answer("no", to="lark").asks("save_from_death", "vane")
    spec.answer({"extend": 1}, to="vane").refused("BD-FATE-10")
    spec.answer({"description": "a hand on the rope"}, "narrator: approve yes", to="vane")
    spec.then(ScriptingSpent, Stabilised(combatant="victim", by="vane"), RoundEnded).never(Died)
    assert [spec.fight.people[name].fate for name in ("lark", "vane", "quill")] == [18, 6, 6]
    assert next(e for e in spec.events if isinstance(e, ScriptingSpent)).beneficiary == "victim"


@pytest.mark.rule("BD-FATE-13", "BD-FATE-7", "BD-SCRIPT-8")
def test_non_players_who_want_to_be_asked_extend_their_lives_and_save_others() -> None:
    asks = {"ask_save": True}
    spec = near_death(mortal(fate=2, policy=asks), newcomer("pryce", fate=6, policy=asks)).when(END)
    spec.asks("save_from_death", "victim").answer({"extend": 1}, to="victim").then(
        LifeExtended(combatant="victim", by=1, rounds=1)
    )
    spec.given(BeginRound(combatants=())).when(END).asks("save_from_death", "victim")
    spec.answer("no", to="victim").asks("save_from_death", "pryce")
    spec.answer({"description": "a firm grip"}, "narrator: approve yes", to="pryce").then(
        Stabilised(combatant="victim", by="pryce")
    )
    assert [spec.fight.people[name].fate for name in ("victim", "pryce")] == [1, 0]


@pytest.mark.rule("BD-SCRIPT-8", "BD-SCRIPT-2")
def test_a_helper_that_is_denied_gives_way_to_the_next() -> None:
    spec = near_death(mortal(), "vane", "quill").when(END, "vane: save_from_death a cloud", "narrator: approve no")
    spec.then(ScriptingDenied).asks("save_from_death", "quill").answer("no").then(Died(combatant="victim"))


@pytest.mark.rule("BD-SCRIPT-8", "BD-SCRIPT-1", "BD-FATE-12")
def test_who_is_elsewhere_dead_or_without_a_die_is_not_asked() -> None:
    away, poor = newcomer("lark", zone="roof"), newcomer("kestrel", fate=5)
    spec = near_death(mortal(), away, poor, "quill").given(Died(combatant="quill"))
    spec.when(END).then(Died(combatant="victim"))


@pytest.mark.rule("BD-SCRIPT-8", "BD-SCRIPT-3", "BD-DYING-8")
def test_a_rescue_needs_no_prompt_but_somebody_dying_nearby_and_a_die() -> None:
    def save(who: str) -> SaveFromDeath:
        return SaveFromDeath(actor=who, saved="victim", description="the tide turns")

    others = ("vane", newcomer("lark", zone="roof"), newcomer("kestrel", fate=5))
    spec = near_death(mortal(), *others, rounds=3, scripting_approval="standing")
    spec.when(save("lark")).refused("BD-SCRIPT-8")
    spec.when(save("kestrel")).refused("BD-SCRIPT-1")
    spec.when(save("vane")).then(ScriptingSpent, Stabilised(combatant="victim", by="vane"))
    spec.when(save("vane")).refused("BD-SCRIPT-8")
    near_death(mortal(), *others).given(Died(combatant="vane")).when(save("vane")).refused("BD-FATE-12")
    given(fight(mortal(), *others), Died(combatant="victim")).when(save("vane")).refused("BD-SCRIPT-8")


@pytest.mark.rule("BD-SCRIPT-8", "BD-SCRIPT-2")
def test_a_rescue_that_the_narrator_denies_costs_nothing() -> None:
    spec = near_death(mortal(), "vane", rounds=3)
    spec.when(SaveFromDeath(actor="vane", saved="victim", description="luck"), "narrator: approve no")
    spec.then(ScriptingDenied).never(Stabilised, ScriptingSpent)


@pytest.mark.rule("BD-SCRIPT-8")
def test_a_rescue_from_elsewhere_settles_an_open_prompt() -> None:
    spec = near_death(mortal(), "vane", "quill", scripting_approval="standing").when(END)
    spec.asks("save_from_death", "vane")
    spec.when(SaveFromDeath(actor="quill", saved="victim", description="quicker than vane"))
    spec.then(Stabilised(combatant="victim", by="quill"), RoundEnded).never(Died)
    assert spec.fight.prompts == ()
