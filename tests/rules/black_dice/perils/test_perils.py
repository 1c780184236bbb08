"""Perils: intensities, spotting, avoiding, damage (BD-PERIL, BD-DATA-5)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown, ModifiersSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.narrator.rulings import Award, Modify
from domain.rulesets.black_dice.chapters.perils.avoiding import PerilAvoided, PerilSpotted
from domain.rulesets.black_dice.chapters.perils.drinking import StepChanged
from domain.rulesets.black_dice.chapters.perils.perils import PerilMet
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, Declared
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted, StructureLost
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.harm import EnteredGrey, HealthLost, ReduceDamage
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from domain.rulesets.black_dice.tables import PERILS
from tests.rules.black_dice.builders import agenda, fell, peril, thrown
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of

SLEEPER = FellUnconscious(combatant="vane", reason="wounds")
LIGHTNING = {"intensity": "major", "dice": 12}


def sturdy(name: str, **sheet: Any) -> Join:
    """Somebody whom no peril of these tests injures: 15 dice to avoid none of them with, 20 dice of health."""
    return plain(name, **{"stats": {"fortitude": 15}, "health_dice": 20, **sheet})


def avoided(dice: int, *, hurt: bool = True) -> list[str]:
    """Nobody rolls: so many damage dice fall and do one point."""
    return [fell("world peril", f"{dice}/{int(hurt)}")]


# BD-PERIL-1 to BD-PERIL-5: intensities and dice


@pytest.mark.rule("BD-OBJ-8")
def test_an_object_has_nothing_to_choose() -> None:
    spec = given(fight("vane", "wooden_door"))
    command = peril("vane", "wooden_door", intensity="minor", choices={"wooden_door": {}})
    spec.when(command).refused(None, "invalid")


@pytest.mark.rule("BD-PERIL-1", "BD-PERIL-2", "BD-PERIL-3", "BD-PERIL-4", "BD-PERIL-5")
@pytest.mark.parametrize(
    ("intensity", "least", "most", "white", "black"),
    [
        ("minor", 1, 2, "12/0", "0/0"),
        ("moderate", 3, 6, "7/0", "0/0"),
        ("major", 7, 12, "7/0", "3/0"),
        ("deadly", 13, 40, "7/0", "6/0"),
    ],
)
def test_an_intensity_has_a_range_of_dice_and_a_difficulty(
    intensity: str, least: int, most: int, white: str, black: str
) -> None:
    victim = sturdy("one", stats={"dex": 4, "fortitude": 15}, skills={"dodge": 3})
    spec = given(fight(victim))
    avoidance = fell("one dodge", white, black)
    for dice in (least, most):
        throws = [avoidance, *avoided(dice)]
        spec.when(peril("one", intensity=intensity, dice=dice), throws=throws).then(
            PerilMet(victims=("one",), intensity=intensity, dice=dice)
        )
    spec.when(peril("one", intensity=intensity), throws=[avoidance, *avoided(least)])
    for dice in (least - 1, most + 1):
        if dice:
            spec.when(peril("one", intensity=intensity, dice=dice)).refused("BD-PERIL-5")
            assert spec.refusal is not None
            assert spec.refusal.field == "command.dice"


# BD-PERIL-6: spotting


@pytest.mark.rule("BD-PERIL-6")
def test_nobody_spots_unless_it_is_asked_for() -> None:
    spec = given(fight("vane")).when(
        peril("vane", intensity="minor"), throws=[fell("vane dodge", "12/0"), *avoided(1, hurt=False)]
    )
    spec.never(PerilSpotted)


@pytest.mark.rule("BD-PERIL-6")
@pytest.mark.parametrize(
    ("difficulty", "white", "black"),
    [(None, "7/1", "0/0"), ("easy", "12/1", "0/0"), ("difficult", "7/1", "3/0"), ("very_difficult", "7/1", "6/0")],
)
def test_a_peril_is_spotted_with_wits_and_perception(difficulty: str | None, white: str, black: str) -> None:
    spec = given(fight("lark"))
    spotting = {} if difficulty is None else {"difficulty": difficulty}
    command = peril("lark", **LIGHTNING, spotting=spotting, avoidance="none")
    spec.when(command, throws=[fell("lark perception", white, black), *avoided(12, hurt=False)])
    spec.then(PerilSpotted(combatant="lark", spotted=True)).follows(PerilSpotted, DiceThrown)


@pytest.mark.rule("BD-PERIL-6", "BD-DIFF-1")
def test_what_is_very_easy_to_see_is_seen_without_a_throw() -> None:
    spotting = {"difficulty": "very_easy", "must_spot": True}
    command = peril("lark", **LIGHTNING, spotting=spotting)
    given(fight("lark")).when(command, throws=[fell("lark dodge", "3/1", "3/0")]).then(
        PerilSpotted(combatant="lark", spotted=True)
    )


@pytest.mark.rule("BD-PERIL-6")
def test_who_has_to_spot_it_and_does_not_has_no_avoidance() -> None:
    spec = given(fight(sturdy("a"), sturdy("b", stats={"wits": 3, "dex": 2, "fortitude": 15})))
    command = peril("a", "b", intensity="moderate", spotting={"must_spot": True})
    spec.when(command, throws=[fell("b perception", "3/1"), fell("b dodge", "2/1"), *avoided(3)])
    spec.then(
        PerilSpotted(combatant="a", spotted=False),
        PerilSpotted(combatant="b", spotted=True),
        PerilAvoided(combatant="b", avoided=True, dice=0),
    )
    assert [event.combatant for event in spec.events if isinstance(event, DamageCounted)] == ["a"]


@pytest.mark.rule("BD-PERIL-6")
def test_without_the_need_to_spot_it_spotting_only_informs() -> None:
    spec = given(fight("vane"))
    command = peril("vane", intensity="moderate", spotting={})
    spec.when(command, throws=[fell("vane perception", "4/0"), fell("vane dodge", "7/1")])
    spec.then(
        PerilSpotted(combatant="vane", spotted=False), PerilAvoided(combatant="vane", avoided=True, dice=0)
    ).never(DamageCounted)


# BD-PERIL-7: avoiding


@pytest.mark.rule("BD-PERIL-7", "BD-RUL-51")
@pytest.mark.parametrize(("net", "left"), [(0, 5), (1, 0), (2, 0)])
def test_one_net_success_avoids_all_of_it(net: int, left: int) -> None:
    spec = given(fight("vane"))
    throws = [fell("vane dodge", f"7/{net}"), *(avoided(left) if left else [])]
    spec.when(peril("vane", intensity="moderate", dice=5), throws=throws)
    spec.then(PerilAvoided(combatant="vane", avoided=left == 0, dice=left)).follows(PerilAvoided, DiceThrown)


@pytest.mark.rule("BD-PERIL-7", "BD-RUL-51")
@pytest.mark.parametrize(("net", "left"), [(0, 5), (1, 3), (2, 0), (3, 0)])
def test_by_option_one_success_halves_the_dice_rounded_up_and_two_avoid_it(net: int, left: int) -> None:
    spec = given(fight("vane", peril_partial="half"))
    throws = [fell("vane dodge", f"7/{net}"), *(avoided(left) if left else [])]
    spec.when(peril("vane", intensity="moderate", dice=5), throws=throws)
    spec.then(PerilAvoided(combatant="vane", avoided=left == 0, dice=left))


@pytest.mark.rule("BD-PERIL-7")
@pytest.mark.parametrize(
    ("avoidance", "throw"),
    [
        (None, fell("vane dodge", "7/1")),
        ({"stat": "fortitude", "skill": None}, fell("vane fortitude", "3/1")),
        ({"stat": "wits", "skill": "perception"}, fell("vane perception", "4/1")),
    ],
)
def test_it_is_avoided_with_dex_and_dodge_or_what_the_narrator_names(
    avoidance: dict[str, str | None] | None, throw: str
) -> None:
    given(fight("vane")).when(peril("vane", intensity="moderate", avoidance=avoidance), throws=[throw])


@pytest.mark.rule("BD-PERIL-7")
def test_there_may_be_no_avoidance() -> None:
    spec = given(fight("vane")).when(peril("vane", intensity="moderate", avoidance="none"), throws=avoided(3))
    spec.never(PerilAvoided)


@pytest.mark.rule("BD-PERIL-7")
def test_what_cannot_be_rolled_is_refused_before_any_die_falls() -> None:
    spec = given(fight("lark", "vane", untrained="common_only"))
    unknown = peril("vane", intensity="minor", avoidance={"stat": "charm", "skill": None})
    spec.when(unknown).refused(None, "invalid")
    untrained = peril("vane", "lark", intensity="minor", spotting={}, avoidance={"stat": "dex", "skill": "piloting"})
    spec.when(untrained).refused("BD-SKILL-6")


@pytest.mark.rule("BD-PERIL-7", "BD-SKILL-11", "BD-DRINK-9")
def test_avoiding_is_an_action_roll_with_wounds_and_drink() -> None:
    spec = given(fight(newcomer("vane", normal=17)), StepChanged(combatant="vane", step=4))
    spec.when(peril("vane", intensity="moderate"), throws=[fell("vane dodge", "5/1", "2/0")])


@pytest.mark.rule("BD-PERIL-7")
def test_avoiding_costs_no_action_in_a_round_either() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"))
    spec.when(peril("vane", intensity="moderate"), throws=[fell("vane dodge", "7/1")])
    spec.when(Declare(actor="vane", wait=True)).then(Declared)


@pytest.mark.rule("BD-PERIL-7")
@pytest.mark.parametrize("fallen", [[SLEEPER], [BeganDying(combatant="vane", rounds=6)]], ids=["unconscious", "dying"])
def test_the_unconscious_do_not_roll(fallen: list[Event]) -> None:
    spec = given(fight("vane"), *fallen)
    spec.when(peril("vane", intensity="minor", spotting={}), throws=avoided(1, hurt=False))
    spec.never(PerilSpotted, PerilAvoided)


@pytest.mark.rule("BD-DIFF-8", "BD-PERIL-7")
def test_the_narrator_adds_dice_to_the_avoidance() -> None:
    spec = given(fight("vane"))
    spec.when(peril("vane", intensity="major", black=2, bonus=1), throws=[fell("vane dodge", "8/1", "5/0")])


# BD-PERIL-8 to BD-PERIL-11: damage


@pytest.mark.rule("BD-PERIL-8", "BD-PERIL-9")
@pytest.mark.parametrize(
    ("fields", "points", "mark"),
    [({}, 4, "normal"), ({"armour_applies": True}, 3, "normal"), ({"bruise": True}, 4, "bruise")],
)
def test_each_success_is_a_point_and_armour_counts_only_if_it_is_said(
    fields: dict[str, bool], points: int, mark: str
) -> None:
    spec = given(fight(sturdy("one", armour=1)))
    command = peril("one", intensity="moderate", dice=6, avoidance="none", **fields)
    spec.when(command, throws=[fell("world peril", "6/4")])
    counted = next(event for event in spec.events if isinstance(event, DamageCounted))
    assert (counted.points, counted.mark) == (points, mark)
    one = spec.fight.people["one"]
    assert (one.normal, one.bruise) == ((points, 0) if mark == "normal" else (0, points))
    spec.follows(DamageCounted, DiceThrown)


@pytest.mark.rule("BD-PERIL-8")
def test_damage_dice_are_an_effect_throw_that_is_nobodys_own() -> None:
    spec = given(fight("vane")).when(peril("vane", intensity="minor", avoidance="none"), throws=avoided(1))
    throw = thrown(spec.events, "peril")
    assert (throw.combatant, throw.against, throw.kind) == ("world", "vane", "effect")


@pytest.mark.rule("BD-PERIL-10", "BD-RUL-52", "BD-PERIL-1", "BD-PERIL-2", "BD-PERIL-3", "BD-PERIL-4")
@pytest.mark.parametrize(
    ("yards", "dice", "intensity"),
    [
        (1, 2, "minor"),
        (2, 4, "moderate"),
        (3, 6, "moderate"),
        (4, 8, "major"),
        (6, 12, "major"),
        (7, 14, "deadly"),
        (20, 40, "deadly"),
    ],
)
def test_a_fall_has_two_dice_a_yard_and_the_intensity_of_its_dice(yards: int, dice: int, intensity: str) -> None:
    spec = given(fight(sturdy("one")))
    spec.when(peril("one", fall=yards, avoidance="none"), throws=avoided(dice))
    met = next(event for event in spec.events if isinstance(event, PerilMet))
    assert (met.dice, met.intensity, met.peril) == (dice, intensity, "fall")


@pytest.mark.rule("BD-PERIL-10", "BD-RUL-52")
@pytest.mark.parametrize(("per_yard", "yards", "dice"), [(1, 3, 3), (6, 3, 18), (6, 20, 40)])
def test_dice_for_each_yard_are_an_option_and_there_are_40_at_most(per_yard: int, yards: int, dice: int) -> None:
    spec = given(fight(sturdy("one"), fall_dice_per_yard=per_yard))
    spec.when(peril("one", fall=yards, avoidance="none"), throws=avoided(dice))


@pytest.mark.rule("BD-PERIL-10")
def test_a_fall_has_no_dice_but_those_of_its_yards() -> None:
    with pytest.raises(ValueError, match="leave dice out"):
        peril("one", fall=3, dice=5)
    with pytest.raises(ValueError, match="less than or equal to 20"):
        peril("one", fall=21)


@pytest.mark.rule("BD-PERIL-11")
def test_the_damage_of_a_peril_is_damage_like_any_other() -> None:
    spec = given(fight(newcomer("lark", normal=8)))
    throws = [fell("world peril", "12/4"), fell("lark injury", "8/0", "4/1")]
    spec.when(peril("lark", **LIGHTNING, avoidance="none"), "lark: avoid_injury no", throws=throws)
    spec.then(
        HealthLost(combatant="lark", points=4, mark="normal", normal=12, bruise=0, health=-2),
        EnteredGrey(combatant="lark", penalty=2),
        Injured,
    )
    assert spec.fight.people["lark"].wound_penalty == 2
    spec = given(fight(newcomer("t1", normal=18, policy={"ask_injury": False})))
    throws = [fell("world peril", "12/2"), fell("t1 injury", "6/1", "1/0")]
    spec.when(peril("t1", **LIGHTNING, avoidance="none"), throws=throws).then(BeganDying)


@pytest.mark.rule("BD-PERIL-11", "BD-FATE-5", "BD-RUL-15")
def test_fate_does_not_lower_it_unless_the_table_says_so() -> None:
    command = peril("vane", **LIGHTNING, avoidance="none")
    spec = given(fight("vane")).when(command, throws=[fell("world peril", "12/3")])
    assert spec.fight.prompts == ()
    spec.when(ReduceDamage(actor="vane", pips=1)).refused("BD-FATE-5")
    spec = given(fight("vane", fate_vs_perils=True)).when(command, throws=[fell("world peril", "12/3")])
    spec.asks("reduce_damage", "vane").answer(2).then(FateSpent)
    assert spec.fight.people["vane"].normal == 1


# BD-PERIL-12: several victims


def crowd() -> Specification:
    """Three who have joined in this order."""
    wits = {"wits": 3, "dex": 2, "fortitude": 15}
    return given(fight(sturdy("a", stats=wits), sturdy("b", stats=wits), sturdy("c", stats=wits)))


@pytest.mark.rule("BD-PERIL-12")
@pytest.mark.parametrize("steps", [(), round_of("c", "b", "a")], ids=["idle", "in a round"])
def test_all_spot_then_all_avoid_then_one_after_the_other_is_hurt_in_order_of_joining(steps: tuple[Event, ...]) -> None:
    throws = [
        *(fell(f"{name} perception", "3/1") for name in "abc"),
        *(fell(f"{name} dodge", "2/0") for name in "abc"),
        *(fell("world peril", "3/1") for _ in "abc"),
    ]
    spec = crowd().given(*steps).when(peril("c", "a", "b", intensity="moderate", spotting={}), throws=throws)
    hurt = [event.combatant for event in spec.events if isinstance(event, DamageCounted)]
    assert hurt == ["a", "b", "c"]
    spec.then(
        PerilMet(victims=("a", "b", "c"), intensity="moderate", dice=3),
        HealthLost,
        DiceThrown,
        HealthLost,
        DiceThrown,
        HealthLost,
    )


@pytest.mark.rule("BD-PERIL-12")
def test_the_harm_of_one_victim_is_settled_before_the_dice_of_the_next() -> None:
    spec = given(fight("quill", sturdy("z")))
    throws = [fell("world peril", "12/2"), fell("quill injury", "8/0", "1/0")]
    spec.when(peril("quill", "z", **LIGHTNING, avoidance="none"), throws=throws).asks("avoid_injury", "quill")
    spec.answer("no", throws=[fell("world peril", "12/1")]).then(Injured, DamageCounted)


@pytest.mark.rule("BD-PERIL-12")
def test_victims_are_different_and_alive() -> None:
    spec = crowd().when(peril("a", "a", intensity="minor")).refused(None, "invalid")
    spec.given(Died(combatant="a")).when(peril("b", "a", intensity="minor")).refused("BD-WHO-12")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.victims[1]"


# Choices


@pytest.mark.rule("BD-FATE-14", "BD-PERIL-7")
def test_choices_are_for_the_avoidance_and_are_checked_before_anything_falls() -> None:
    spec = given(fight("vane"))
    command = peril("vane", intensity="moderate", spotting={}, choices={"vane": {"fate": 1, "trade": 1, "common": 2}})
    throws = [fell("vane perception", "4/0"), fell("vane dodge", "6/0", "2/1")]
    spec.when(command, throws=throws).then(
        FateSpent(combatant="vane", pips=1, use="dodge"), PerilAvoided(combatant="vane", avoided=True, dice=0)
    )
    for choices, rule in (({"fate": 13}, "BD-FATE-2"), ({"trade": 3}, "BD-GUAR-1"), ({"common": 3}, "BD-COMM-1")):
        spec.when(peril("vane", intensity="moderate", spotting={}, choices={"vane": choices})).refused(rule)
        assert spec.refusal is not None
        assert (spec.refusal.field or "").startswith("command.choices.vane.")


@pytest.mark.rule("BD-FATE-14", "BD-PERIL-6")
def test_where_nothing_is_avoided_choices_are_for_the_spotting() -> None:
    spec = given(fight("vane"))
    command = peril("vane", intensity="minor", spotting={}, avoidance="none", choices={"vane": {"fate": 1}})
    spec.when(command, throws=[fell("vane perception", "4/0"), *avoided(1, hurt=False)])
    spec.then(FateSpent(combatant="vane", pips=1, use="perception"), PerilSpotted(combatant="vane", spotted=True))


@pytest.mark.rule("BD-FATE-14")
def test_an_avoidance_that_does_not_come_costs_nothing() -> None:
    command = peril("vane", intensity="minor", spotting={"must_spot": True}, choices={"vane": {"fate": 2}})
    spec = given(fight("vane")).when(command, throws=[fell("vane perception", "4/0"), *avoided(1, hurt=False)])
    spec.never(FateSpent)


@pytest.mark.rule("BD-SKILL-12", "BD-FATE-14")
def test_spotting_uses_the_narrators_dice_up_and_trades_are_cut_down_to_what_is_left() -> None:
    spec = given(fight("vane"), Modify(combatant="vane", bonus=2, reason="a warning"))
    command = peril("vane", intensity="moderate", spotting={}, choices={"vane": {"trade": 3}})
    throws = [fell("vane perception", "6/1"), fell("vane dodge", "1/0")]
    spec.when(command, throws=throws).then(
        ModifiersSettled(combatant="vane"), PerilAvoided(combatant="vane", avoided=True, dice=0)
    )
    assert thrown(spec.events, "dodge").traded == 2


@pytest.mark.rule("BD-SKILL-14")
def test_whoever_wants_to_be_asked_chooses_for_each_throw() -> None:
    spec = given(fight(newcomer("vane", policy={"ask_choices": True})))
    spec.when(peril("vane", intensity="moderate", spotting={})).asks("choose", "vane")
    spec.answer({}, throws=[fell("vane perception", "4/0")]).asks("choose", "vane")
    spec.answer({"fate": 1}, throws=[fell("vane dodge", "7/0")]).then(
        PerilAvoided(combatant="vane", avoided=True, dice=0)
    )


@pytest.mark.rule("BD-SKILL-14")
def test_whoever_gave_choices_is_not_asked() -> None:
    spec = given(fight(newcomer("vane", policy={"ask_choices": True})))
    command = peril("vane", intensity="moderate", spotting={}, choices={"vane": {}})
    spec.when(command, throws=[fell("vane perception", "4/0"), fell("vane dodge", "7/1")]).then(PerilAvoided)


def test_choices_of_others_are_invalid() -> None:
    spec = given(fight("vane", "quill"))
    spec.when(peril("vane", intensity="minor", choices={"quill": {"fate": 1}})).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.quill"


@pytest.mark.rule("BD-FATE-14", "BD-PERIL-11")
def test_choices_for_the_injury_roll_go_with_it() -> None:
    spec = given(fight("quill"))
    choices = {"quill": {"injury": {"fate": 1, "avoid": "no"}}}
    throws = [fell("world peril", "12/2"), fell("quill injury", "8/0", "1/0")]
    spec.when(peril("quill", **LIGHTNING, avoidance="none", choices=choices), throws=throws)
    spec.then(FateSpent(combatant="quill", pips=1, use="injury")).never(Injured)


# Objects and named perils


@pytest.mark.rule("BD-OBJ-8")
def test_an_object_resists_the_dice_of_a_peril() -> None:
    spec = given(fight("glass", "vane"))
    throws = [fell("vane dodge", "7/1"), fell("world peril", "6/4"), fell("world structure", "1/1")]
    spec.when(peril("vane", "glass", intensity="moderate", dice=6), throws=throws).then(StructureLost)
    assert spec.fight.things["glass"].pips == 0


@pytest.mark.rule("BD-DATA-5")
@pytest.mark.parametrize(
    ("name", "intensity", "dice", "stat"),
    [
        ("thumb_hammer", "minor", 1, None),
        ("wood_fire", "minor", 2, None),
        ("electric_battery", "minor", 1, None),
        ("weak_poison", "minor", 2, "fortitude"),
        ("burning_car", "moderate", 5, None),
        ("generator", "moderate", 4, None),
        ("moderate_poison", "moderate", 5, "fortitude"),
        ("chainsaw", "moderate", 6, None),
        ("oil_refinery", "major", 10, None),
        ("lightning", "major", 12, None),
        ("strong_poison", "major", 9, "fortitude"),
        ("collapse", "major", 11, None),
    ],
)
def test_a_named_peril_has_its_intensity_dice_and_avoidance(
    name: str, intensity: str, dice: int, stat: str | None
) -> None:
    spec = given(fight("vane"))
    pool, black = 7 if stat is None else 3, 3 if intensity == "major" else 0
    pool += 5 if intensity == "minor" else 0
    roll = fell(f"vane {stat or 'dodge'}", f"{pool}/0", f"{black}/0")
    spec.when(peril("vane", peril=name), throws=[roll, *avoided(dice, hurt=False)])
    spec.then(PerilMet(victims=("vane",), intensity=intensity, dice=dice, peril=name))


@pytest.mark.rule("BD-DATA-5", "BD-PERIL-5")
def test_a_named_peril_may_have_other_dice_of_its_row_and_another_avoidance() -> None:
    spec = given(fight("vane"))
    poison = peril("vane", peril="strong_poison", dice=12, avoidance="none")
    spec.when(poison, throws=avoided(12, hurt=False))
    spec.when(peril("vane", peril="strong_poison", dice=13)).refused("BD-PERIL-5")
    spec.when(peril("vane", peril="a_bad_day")).refused("BD-DATA-5")
    assert len(PERILS) == 12


@pytest.mark.rule("BD-SKILL-12")
def test_awarded_dice_help_the_avoidance_too() -> None:
    spec = given(fight("vane"), Award(combatant="vane", reason="a song"), *round_of("vane"), agenda())
    spec.when(peril("vane", intensity="moderate"), throws=[fell("vane dodge", "10/1")]).then(
        ModifiersSettled(combatant="vane")
    )
