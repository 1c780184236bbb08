"""Drinking: drinks, steps, temptations, sobering up (BD-DRINK)."""

import pytest

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.healing.resting import PassTime
from domain.rulesets.black_dice.chapters.healing.treatment import Treat
from domain.rulesets.black_dice.chapters.perils.drinking import (
    Drink,
    DrinkTaken,
    Sobering,
    StepChanged,
    Tempt,
    TemptationMet,
)
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious, StayedUnconscious, Woke
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.parts import RollChoices
from domain.rulesets.black_dice.state import Drunk
from tests.rules.black_dice.builders import agenda, check, clash, contest, duel, fell, fighter, thrown
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of

LAUGH = Tempt(combatant="vane", temptation="laugh")
ANOTHER = Tempt(combatant="vane", temptation="another_drink")


def drink(kind: str, **fields: object) -> Drink:
    return Drink.model_validate({"actor": "vane", "drink": kind, **fields})


def drunk(step: int, *, penalties: int = 9, minutes: int = 0, **sheet: object) -> Specification:
    """Vane at a step of drunkenness, the last drink so many minutes ago."""
    facts: list[Event] = [
        DrinkTaken(combatant="vane", drink="spirits", penalties=penalties),
        StepChanged(combatant="vane", step=step),
    ]
    if step == 7:
        facts.append(FellUnconscious(combatant="vane", reason="drink"))
    spec = given(fight(newcomer("vane", **sheet)), *facts)
    return spec.given(Sobering(combatant="vane", minutes=minutes)) if minutes else spec


def step(spec: Specification) -> int:
    return spec.fight.people["vane"].drunk.step


# BD-DRINK-1 to BD-DRINK-6: drinks and steps


@pytest.mark.rule("BD-DRINK-1", "BD-DRINK-2", "BD-DRINK-3", "BD-DRINK-4", "BD-RUL-59")
@pytest.mark.parametrize(("kind", "black"), [("light", 1), ("wine", 2), ("spirits", 3)])
def test_a_drink_is_an_easy_roll_of_fortitude_alone_against_its_black_dice(kind: str, black: int) -> None:
    vane = newcomer("vane", policy={"ask_choices": None})
    spec = given(fight(vane)).when(drink(kind), throws=[fell("vane drink", "8/2", f"{black}/0")])
    spec.then(DrinkTaken(combatant="vane", drink=kind, penalties=black), DiceThrown).follows(DiceThrown, DrinkTaken)
    throw = thrown(spec.events, "drink")
    assert (throw.kind, throw.white_terms) == ("toll", (("fortitude", 3), ("easy", 5)))


@pytest.mark.rule("BD-DRINK-1", "BD-RUL-56")
def test_the_black_dice_of_all_drinks_so_far_add_up() -> None:
    spec = given(fight("vane"))
    spec.when(drink("light"), throws=[fell("vane drink", "8/2", "1/0")]).then(
        DrinkTaken(combatant="vane", drink="light", penalties=1)
    )
    spec.when(drink("spirits"), throws=[fell("vane drink", "8/3", "4/2")]).then(
        DrinkTaken(combatant="vane", drink="spirits", penalties=4)
    )
    spec.when(drink("wine"), throws=[fell("vane drink", "8/2", "6/1")]).then(
        DrinkTaken(combatant="vane", drink="wine", penalties=6)
    )


@pytest.mark.rule("BD-DRINK-1")
@pytest.mark.parametrize(
    ("who", "fallen"),
    [
        (newcomer("brass_tom"), []),
        (newcomer("vane", drinks=False), []),
        (newcomer("vane"), [FellUnconscious(combatant="vane", reason="wounds")]),
        (newcomer("vane"), [BeganDying(combatant="vane", rounds=4)]),
    ],
    ids=["automaton", "abstainer", "unconscious", "dying"],
)
def test_who_does_not_drink_or_lies_there_is_refused(who: Join, fallen: list[Event]) -> None:
    spec = given(fight(who), *fallen).when(Drink(actor=who.id or "", drink="light")).refused("BD-DRINK-1")
    assert spec.fight.people[who.id or ""].drunk == Drunk()


@pytest.mark.rule("BD-DRINK-1", "BD-FATE-2", "BD-GUAR-4")
def test_fate_and_trades_go_into_the_roll() -> None:
    command = drink("light", choices={"fate": 1, "trade": 1})
    spec = given(fight("vane")).when(command, throws=[fell("vane drink", "5/0", "1/0")])
    spec.then(FateSpent(combatant="vane", pips=1, use="drink")).never(StepChanged)
    spec.when(drink("light", choices={"trade": 3})).refused("BD-GUAR-1")


@pytest.mark.rule("BD-DRINK-5")
@pytest.mark.parametrize(
    ("white", "black", "steps"),
    [("8/2", "1/0", 0), ("8/3", "1/0", 0), ("8/2", "1/1", 1), ("8/0", "1/0", 1), ("8/0", "1/1", 1)],
)
def test_two_net_successes_keep_from_harm_and_anything_less_is_one_step_down(
    white: str, black: str, steps: int
) -> None:
    spec = given(fight("vane")).when(drink("light"), throws=[fell("vane drink", white, black)])
    assert step(spec) == steps
    if steps:
        spec.then(StepChanged(combatant="vane", step=1)).follows(StepChanged, DiceThrown)
    else:
        spec.never(StepChanged)
    assert spec.fight.people["vane"].drunk.penalties == 1


@pytest.mark.rule("BD-DRINK-5", "BD-DRINK-13")
def test_the_step_grows_to_7_at_most() -> None:
    spec = drunk(6).when(drink("light"), throws=[fell("vane drink", "2/0", "10/0")])
    spec.then(StepChanged(combatant="vane", step=7), FellUnconscious(combatant="vane", reason="drink"))
    spec.when(drink("light")).refused("BD-DRINK-1")


# BD-DRINK-7, BD-DRINK-8, BD-DRINK-15: temptations


@pytest.mark.rule("BD-DRINK-6", "BD-DRINK-7", "BD-DRINK-15")
@pytest.mark.parametrize("at", [1, 2, 4])
def test_refusing_another_drink_is_a_roll_of_resolve_alone_with_a_black_die_for_each_step(at: int) -> None:
    spec = drunk(at).when(ANOTHER, throws=[fell("vane another_drink", "3/1", f"{at}/0")])
    spec.then(TemptationMet(combatant="vane", temptation="another_drink", withstood=True)).follows(
        TemptationMet, DiceThrown
    )
    throw = thrown(spec.events, "another_drink")
    assert (throw.kind, throw.white_terms) == ("toll", (("resolve", 3),))
    spec.when(ANOTHER, throws=[fell("vane another_drink", "3/1", f"{at}/1")])
    spec.then(TemptationMet(combatant="vane", temptation="another_drink", withstood=False))


@pytest.mark.rule("BD-DRINK-6", "BD-DRINK-8", "BD-DRINK-15")
@pytest.mark.parametrize("at", [2, 3])
def test_not_to_laugh_has_a_black_die_less(at: int) -> None:
    spec = drunk(at).when(LAUGH, throws=[fell("vane laugh", "3/0", f"{at - 1}/1")])
    spec.then(TemptationMet(combatant="vane", temptation="laugh", withstood=False))
    assert thrown(spec.events, "laugh").foul
    spec.when(LAUGH, throws=[fell("vane laugh", "3/1", f"{at - 1}/0")])
    spec.then(TemptationMet(combatant="vane", temptation="laugh", withstood=True))


@pytest.mark.rule("BD-DRINK-7", "BD-DRINK-8")
@pytest.mark.parametrize(
    ("command", "at", "rule"), [(ANOTHER, 0, "BD-DRINK-7"), (LAUGH, 0, "BD-DRINK-8"), (LAUGH, 1, "BD-DRINK-8")]
)
def test_the_sober_are_not_tempted(command: Tempt, at: int, rule: str) -> None:
    drunk(at).when(command).refused(rule)


@pytest.mark.rule("BD-DRINK-7", "BD-DRINK-8")
def test_nor_are_those_who_have_passed_out() -> None:
    drunk(7).when(ANOTHER).refused("BD-DRINK-7")
    drunk(7).when(LAUGH).refused("BD-DRINK-8")


@pytest.mark.rule("BD-DRINK-15", "BD-SKILL-11", "BD-RUL-66")
def test_wounds_do_not_touch_temptations_and_drink_halves_them() -> None:
    drunk(5, normal=17).when(LAUGH, throws=[fell("vane laugh", "1/1", "4/0")])
    spec = drunk(4).when(
        Tempt(combatant="vane", temptation="laugh", choices=RollChoices(trade=1, fate=1)),
        throws=[fell("vane laugh", black="3/0")],
    )
    assert thrown(spec.events, "laugh").net == 2


# BD-DRINK-6, BD-DRINK-9 to BD-DRINK-12: what a step does


@pytest.mark.rule("BD-DRINK-6", "BD-DRINK-9", "BD-DRINK-10", "BD-RUL-55")
@pytest.mark.parametrize(
    ("at", "physical", "mental"), [(0, 0, 0), (2, 0, 0), (3, 1, 0), (4, 2, 2), (5, 3, 3), (6, 4, 4)]
)
def test_black_dice_use_the_present_step(at: int, physical: int, mental: int) -> None:
    spec = drunk(at)
    pools = {0: (7, 4), 5: (3, 2), 6: (1, 1)}.get(at, (7, 4))
    spec.when(check("vane", "dex athletics"), throws=[fell("vane athletics", f"{pools[0]}/0", f"{physical}/0")])
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", f"{pools[1]}/0", f"{mental}/0")])


@pytest.mark.rule("BD-DRINK-9", "BD-DRINK-10", "BD-RUL-55")
@pytest.mark.parametrize(
    ("stat", "at_3", "at_4"),
    [
        ("strength", 1, 2),
        ("dex", 1, 2),
        ("fortitude", 1, 2),
        ("wits", 0, 2),
        ("resolve", 0, 2),
        ("grace", 1, 2),
        ("charm", 0, 2),
    ],
)
def test_whether_an_action_is_physical_is_said_by_the_stat(stat: str, at_3: int, at_4: int) -> None:
    one = plain(
        "one",
        stats={stat: 2},
        stat_kinds={"grace": "physical", "charm": "mental"} if stat in ("grace", "charm") else {},
    )
    for at, black in ((3, at_3), (4, at_4)):
        spec = given(fight(one), StepChanged(combatant="one", step=at))
        spec.when(check("one", stat), throws=[fell(f"one {stat}", "2/0", f"{black}/0")])


@pytest.mark.rule("BD-DRINK-9", "BD-MOD-13")
def test_combat_rolls_and_dodges_are_physical() -> None:
    facts = StepChanged(combatant="a", step=3), StepChanged(combatant="b", step=4)
    spec = duel(fighter("a"), fighter("b"), *facts, agenda(clash("a gun", "b dodge")))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", "1/0"), fell("b dodge", "8/0", "2/0")])


@pytest.mark.rule("BD-DRINK-10")
def test_temptations_have_their_own_black_dice_alone() -> None:
    drunk(4).when(ANOTHER, throws=[fell("vane another_drink", "3/0", "4/0")])


@pytest.mark.rule("BD-DRINK-11", "BD-DRINK-12", "BD-RUL-55")
@pytest.mark.parametrize(("at", "divisor"), [(4, 1), (5, 2), (6, 4)])
def test_every_pool_of_ones_own_is_halved_or_quartered(at: int, divisor: int) -> None:
    spec = drunk(at)
    black = f"{at - 2}/0"
    spec.when(check("vane", "dex swordplay"), throws=[fell("vane swordplay", f"{9 // divisor}/0", black)])
    spec.when(drink("light"), throws=[fell("vane drink", f"{8 // divisor}/2", "10/0")])
    spec.when(LAUGH, throws=[fell("vane laugh", f"{3 // divisor}/0", f"{at - 1}/0")])
    spec.when(BeginRound(), throws=[fell("vane initiative", f"{6 // divisor}/0")])


@pytest.mark.rule("BD-DRINK-11", "BD-RUL-55")
def test_effect_throws_are_not_ones_pools() -> None:
    foe = newcomer("pryce", armour=20)
    blow = agenda(clash("vane cutlass", "pryce easy_target"))
    spec = duel("vane", foe, StepChanged(combatant="vane", step=6), blow)
    throws = [fell("vane swordplay", "2/1", "4/0"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    spec.when(Resolve(), throws=throws)


@pytest.mark.rule("BD-DRINK-9")
def test_in_a_contest_each_is_as_drunk_as_it_is() -> None:
    spec = given(fight("vane", "pryce"), StepChanged(combatant="vane", step=3))
    throws = [fell("vane athletics", "7/0", "1/0"), fell("pryce athletics", "2/0")]
    spec.when(contest("vane dex athletics", "pryce dex athletics"), throws=throws)


# BD-DRINK-13: passing out


@pytest.mark.rule("BD-DRINK-13")
def test_one_that_has_passed_out_makes_no_roll_to_wake() -> None:
    spec = drunk(7).given(*round_of(number=1), agenda())
    spec.when(EndRound()).never(DiceThrown, Woke)
    assert spec.fight.people["vane"].condition == "unconscious"


@pytest.mark.rule("BD-DRINK-13")
def test_at_step_6_one_is_awake_again() -> None:
    spec = drunk(7).when(PassTime(minutes=59)).never(StepChanged, Woke)
    spec.when(PassTime(minutes=1)).then(StepChanged(combatant="vane", step=6), Woke(combatant="vane"))
    assert spec.fight.people["vane"].able


@pytest.mark.rule("BD-DRINK-13")
def test_one_that_is_struck_down_too_wakes_when_both_are_over() -> None:
    spec = drunk(7, normal=17, policy={"ask_ensure": False}).given(FellUnconscious(combatant="vane", reason="wounds"))
    spec.when(PassTime(hours=1)).then(
        StepChanged(combatant="vane", step=6), StayedUnconscious(combatant="vane", over="drink")
    ).never(Woke)
    spec.given(*round_of(number=1), agenda())
    spec.when(EndRound(), throws=[fell("vane consciousness", "1/1", "2/0")]).then(Woke(combatant="vane"))


@pytest.mark.rule("BD-DRINK-13")
def test_in_the_grey_the_rolls_are_made_meanwhile_and_the_drink_still_lies() -> None:
    spec = drunk(7, normal=17, policy={"ask_ensure": False}).given(FellUnconscious(combatant="vane", reason="wounds"))
    spec.given(*round_of(number=1), agenda())
    spec.when(EndRound(), throws=[fell("vane consciousness", "1/1", "2/0")])
    spec.then(StayedUnconscious(combatant="vane", over="wounds")).never(Woke)
    spec.when(PassTime(hours=1)).then(Woke(combatant="vane"))


# BD-DRINK-14: sobering up


@pytest.mark.rule("BD-DRINK-14", "BD-RUL-56")
@pytest.mark.parametrize(
    ("option", "minutes", "steps"), [(60, 59, 0), (60, 60, 1), (60, 150, 2), (10, 49, 4), (600, 599, 0)]
)
def test_each_full_stretch_without_a_drink_is_a_step_back(option: int, minutes: int, steps: int) -> None:
    spec = given(
        fight("vane", sober_minutes=option),
        DrinkTaken(combatant="vane", drink="wine", penalties=5),
        StepChanged(combatant="vane", step=5),
    )
    spec.when(PassTime(minutes=minutes))
    assert spec.fight.people["vane"].drunk == Drunk(5, 5 - steps, minutes % option)


@pytest.mark.rule("BD-DRINK-14")
def test_shorter_stretches_add_up_until_the_next_drink() -> None:
    spec = drunk(3).given(PassTime(minutes=50)).when(PassTime(minutes=10)).then(StepChanged(combatant="vane", step=2))
    spec.given(PassTime(minutes=59)).when(drink("light"), throws=[fell("vane drink", "8/3", "10/0")])
    spec.when(PassTime(minutes=59)).never(StepChanged)
    spec.when(PassTime(minutes=1)).then(StepChanged(combatant="vane", step=1))


@pytest.mark.rule("BD-DRINK-14")
def test_the_minutes_of_a_treatment_count() -> None:
    spec = drunk(3, minutes=50).given(newcomer("lark"), newcomer("pryce", normal=5))
    treat = Treat(actor="lark", patient="pryce", skill="medicine", place="medical_kit")
    spec.when(treat, throws=[fell("lark medicine", "9/1")]).then(StepChanged(combatant="vane", step=2))


@pytest.mark.rule("BD-DRINK-14", "BD-RUL-56")
@pytest.mark.parametrize(
    ("at", "minutes", "sober"), [(0, 59, False), (0, 60, True), (1, 60, True), (2, 60, False), (2, 120, True)]
)
def test_a_stretch_that_ends_sober_ends_the_memory_of_the_drinks(at: int, minutes: int, sober: bool) -> None:
    spec = drunk(at, penalties=6).when(PassTime(minutes=minutes))
    assert spec.fight.people["vane"].drunk.penalties == (0 if sober else 6)
    black = 1 if sober else 7
    spec.when(drink("light"), throws=[fell("vane drink", "8/2", f"{black}/0")])


@pytest.mark.rule("BD-DRINK-14")
def test_those_who_have_had_nothing_do_not_sober_up() -> None:
    given(fight("vane")).when(PassTime(hours=5)).never(Sobering, StepChanged)


# In a round


@pytest.mark.rule("BD-RUL-62", "BD-DRINK-14")
def test_rounds_take_no_minutes() -> None:
    spec = drunk(3, minutes=59).given(*round_of("vane"), agenda()).when(EndRound()).never(Sobering, StepChanged)
    assert (spec.fight.minutes, spec.fight.people["vane"].drunk.minutes) == (0, 59)


@pytest.mark.rule("BD-ROUND-3", "BD-DRINK-1")
def test_in_a_round_a_drink_is_an_act() -> None:
    spec = given(fight("vane"), *round_of("vane")).when(drink("light")).refused("BD-ROUND-3")
    spec.given(Declare(actor="vane", act="drink")).when(Resolve()).asks("act", "vane")
    spec.when(drink("light"), throws=[fell("vane drink", "8/2", "1/0")]).then(
        DrinkTaken(combatant="vane", drink="light", penalties=1)
    )
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-DRINK-14", "BD-DYING-8")
def test_the_dead_do_not_sober_up() -> None:
    drunk(3).given(Died(combatant="vane")).when(PassTime(hours=9)).never(StepChanged, Sobering)
