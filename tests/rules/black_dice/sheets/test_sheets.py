"""Sheets: what may join, as what, with which derived values (BD-DATA-1, BD-DATA-6 to BD-DATA-13)."""

from typing import Any, NamedTuple

import pytest

from domain.core.commands import Join
from domain.core.events import CombatantJoined
from domain.rulesets.black_dice.state import Person
from domain.rulesets.black_dice.tables import COMMON_SKILLS, TEMPLATES, WEAPONS
from domain.rulesets.black_dice.words import STATS
from tests.rules.black_dice.builders import check, fell
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain

COMMON = {"athletics", "brawl", "dodge", "might", "perception", "persuade", "sneak", "throw"}
UNCOMMON = {
    "swordplay",
    "knives",
    "bludgeon",
    "polearm",
    "martial_arts",
    "pistol",
    "rifle",
    "archery",
    "medicine",
    "engineering_clockwork",
    "ad_hoc_repair",
    "piloting",
}
WEAPON_SKILLS = {
    "brawl",
    "martial_arts",
    "swordplay",
    "knives",
    "bludgeon",
    "polearm",
    "pistol",
    "rifle",
    "archery",
    "throw",
}


class Template(NamedTuple):
    """A ready-made combatant: stats in the order of ``STATS``, weapons in hand and others, the whole track."""

    stats: tuple[int, int, int, int, int]
    skills: str
    ready: str
    others: str
    armour: int
    initiative: int
    white_health: int
    track: int
    fate: int
    player: bool = False
    automaton: bool = False


READY_MADE = {
    "vane": Template(
        (2, 4, 3, 2, 3),
        "swordplay 5, pistol 3, dodge 3, brawl 2, athletics 3, perception 2, might 1",
        "cutlass",
        "revolver",
        1,
        6,
        16,
        24,
        12,
        player=True,
    ),
    "pryce": Template(
        (3, 2, 2, 1, 2),
        "bludgeon 4, pistol 2, dodge 2, brawl 3, perception 2, might 2",
        "truncheon",
        "derringer",
        2,
        3,
        14,
        22,
        0,
    ),
    "quill": Template(
        (0, 3, 1, 3, 2),
        "rifle 6, pistol 4, dodge 4, perception 4, brawl 1, sneak 3",
        "rifle",
        "derringer",
        0,
        6,
        12,
        20,
        6,
        player=True,
    ),
    "brass_tom": Template((8, 0, 5, -1, 1), "brawl 5, might 4", "iron_fists", "", 4, 1, 20, 28, 0, automaton=True),
    "lark": Template(
        (-1, 1, 0, 4, 3),
        "medicine 5, perception 3, dodge 2, pistol 1, ad_hoc_repair 1, persuade 2",
        "",
        "derringer",
        0,
        5,
        10,
        18,
        18,
        player=True,
    ),
    "tough": Template(
        (1, 1, 1, 0, 0), "brawl 2, knives 2, dodge 1, perception 1, might 1", "knife", "", 0, 1, 12, 20, 0
    ),
    "kestrel": Template(
        (1, 5, 1, 2, 2),
        "martial_arts 5, dodge 5, athletics 4, throw 3",
        "",
        "throwing_knife",
        0,
        7,
        12,
        20,
        6,
        player=True,
    ),
    "tinker": Template(
        (1, 2, 1, 3, 1),
        "engineering_clockwork 4, ad_hoc_repair 3, bludgeon 2, dodge 2, rifle 2",
        "sledgehammer",
        "blunderbuss",
        1,
        5,
        12,
        20,
        6,
        player=True,
    ),
}


def joined(spec: Specification, name: str = "one") -> Person:
    return spec.fight.people[name]


def one(**sheet: Any) -> Join:
    return plain("one", **sheet)


# BD-DATA-6 to BD-DATA-13: templates


@pytest.mark.rule(
    "BD-DATA-6", "BD-DATA-7", "BD-DATA-8", "BD-DATA-9", "BD-DATA-10", "BD-DATA-11", "BD-DATA-12", "BD-DATA-13"
)
@pytest.mark.parametrize("name", READY_MADE)
def test_a_template_is_as_the_table_says(name: str) -> None:
    wanted = READY_MADE[name]
    person = joined(given(fight(newcomer(name))), name)
    assert tuple(person.stats[stat] for stat in STATS) == wanted.stats
    assert ", ".join(f"{skill} {rank}" for skill, rank in person.skills.items()) == wanted.skills
    assert (" ".join(person.ready), " ".join(key for key in person.weapons if key not in person.ready)) == (
        wanted.ready,
        wanted.others,
    )
    assert (person.armour, person.initiative, person.white_health, person.track, person.fate) == wanted[4:9]
    assert (person.player, person.kind == "automaton") == (wanted.player, wanted.automaton)
    assert (person.breathes, person.drinks) == (not wanted.automaton, not wanted.automaton)


def test_there_are_no_other_templates() -> None:
    assert TEMPLATES.keys() == READY_MADE.keys()


# BD-DATA-1: skills


@pytest.mark.rule("BD-DATA-1", "BD-COMM-3")
def test_which_skills_there_are_and_which_of_them_are_common() -> None:
    assert {skill for skill, common in COMMON_SKILLS.items() if common} == COMMON
    assert {skill for skill, common in COMMON_SKILLS.items() if not common} == UNCOMMON
    assert {weapon["skill"] for weapon in WEAPONS.values()} == WEAPON_SKILLS


@pytest.mark.rule("BD-DATA-1")
def test_a_further_skill_says_whether_it_is_common() -> None:
    spec = given(fight()).when(one(skills={"alchemy": 2})).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.sheet.skills.alchemy"
    spec.when(one(skills={"alchemy": 2}, common={"alchemy": False})).then(CombatantJoined)


@pytest.mark.rule("BD-DATA-1")
@pytest.mark.parametrize(("rank", "joins"), [(-1, False), (0, True), (12, True), (13, False)])
def test_ranks_are_0_to_12(rank: int, joins: bool) -> None:
    spec = given(fight()).when(one(skills={"sneak": rank}))
    spec.then(CombatantJoined) if joins else spec.refused(None, "invalid")


# Stats and what is derived from them


@pytest.mark.rule("BD-RUL-61")
@pytest.mark.parametrize(("value", "joins"), [(-6, False), (-5, True), (15, True), (16, False)])
def test_stats_are_whole_numbers_from_minus_5_to_15(value: int, joins: bool) -> None:
    for stat in STATS:
        spec = given(fight()).when(one(stats={stat: value}))
        spec.then(CombatantJoined) if joins else spec.refused(None, "invalid")


def test_a_stat_that_nobody_names_is_0() -> None:
    assert joined(given(fight(one(stats={"dex": 2})))).stats == dict.fromkeys(STATS, 0) | {"dex": 2}


def test_further_stats_are_physical_or_mental() -> None:
    spec = given(fight()).when(one(stats={"charm": 2})).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.sheet.stats.charm"
    spec.when(one(stats={"charm": 2}, stat_kinds={"charm": "mental", "dex": "mental"})).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.sheet.stat_kinds.dex"
    spec.given(one(stats={"charm": 2}, stat_kinds={"charm": "mental"}))
    spec.when(check("one", "charm"), throws=[fell("one charm", "2/1")])


@pytest.mark.rule("BD-RUL-61")
@pytest.mark.parametrize(("dex", "bonus"), [(-5, 0), (0, 0), (1, 1), (15, 15)])
def test_the_dex_bonus_is_dex_where_it_is_positive(dex: int, bonus: int) -> None:
    person = joined(given(fight(one(stats={"dex": dex}))))
    assert (person.dex_bonus, person.attack_limit) == (bonus, 1 + bonus)


@pytest.mark.rule("BD-RUL-17")
@pytest.mark.parametrize(
    ("dex", "wits", "named", "dice"),
    [(4, 2, None, 6), (0, -1, None, 1), (-3, -3, None, 1), (4, 2, 0, 0), (0, 0, 30, 30)],
)
def test_initiative_dice_are_dex_and_wits_at_least_1_unless_the_sheet_says_otherwise(
    dex: int, wits: int, named: int | None, dice: int
) -> None:
    person = joined(given(fight(one(stats={"dex": dex, "wits": wits}, initiative=named))))
    assert person.initiative == dice


@pytest.mark.rule("BD-RUL-38")
@pytest.mark.parametrize(
    ("fortitude", "named", "pips", "grey", "white", "track"),
    [
        (3, None, 2, 2, 16, 24),
        (-5, None, 2, 2, 2, 10),
        (-4, None, 2, 2, 2, 10),
        (0, 20, 2, 2, 40, 48),
        (3, None, 1, 6, 8, 32),
        (3, None, 6, 1, 48, 52),
    ],
)
def test_health_dice_are_5_and_fortitude_and_four_dice_are_grey(
    fortitude: int, named: int | None, pips: int, grey: int, white: int, track: int
) -> None:
    spec = given(fight(one(stats={"fortitude": fortitude}, health_dice=named), health_pips=pips, grey_pips=grey))
    assert (joined(spec).white_health, joined(spec).track) == (white, track)


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [("initiative", 0, 30), ("health_dice", 1, 20), ("fate", 0, 60), ("armour", 0, 20), ("move", 0, 200)],
)
def test_numbers_have_their_ranges(field: str, least: int, most: int) -> None:
    spec = given(fight())
    for number in (least - 1, most + 1):
        spec.when(one(**{field: number})).refused(None, "invalid")
    for number in (least, most):
        given(fight()).when(one(**{field: number})).then(CombatantJoined)


def test_what_a_sheet_leaves_out() -> None:
    person = joined(given(fight(one())))
    assert (person.kind, person.player, person.side) == ("person", False, "opposition")
    assert (person.move, person.fate, person.armour, person.ready) == (20, 0, 0, ())
    assert (person.breathes, person.drinks, person.zone) == (True, True, "here")
    assert joined(given(fight(one(player=True)))).side == "players"
    assert joined(given(fight(one(side="crew")))).side == "crew"


# Weapons


def test_a_weapon_of_the_table_may_be_changed_and_one_of_the_groups_own_is_whole() -> None:
    spec = given(fight(one(weapons=[{"id": "cutlass", "damage": 7}])))
    cutlass = joined(spec).weapons["cutlass"]
    assert (cutlass.skill, cutlass.damage, cutlass.reach) == ("swordplay", 7, 2)
    spec = given(fight()).when(one(weapons=[{"id": "cutlass"}, {"id": "chandelier", "damage": 9}]))
    spec.refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.sheet.weapons[1].id"
    own = {"id": "chandelier", "skill": "might", "mode": "melee", "damage": 9}
    spec.when(one(weapons=[own])).then(CombatantJoined)


@pytest.mark.parametrize(
    ("weapons", "ready", "joins"),
    [
        (("knife", "derringer"), ("knife", "derringer"), True),
        (("knife", "rifle"), ("rifle",), True),
        (("knife", "rifle"), ("knife", "rifle"), False),
        (("knife", "derringer", "rapier"), ("knife", "derringer", "rapier"), False),
        (("iron_fists", "rifle"), ("iron_fists", "rifle"), True),
        (("knife",), ("rapier",), False),
        (("knife", "knife"), (), False),
    ],
)
def test_two_hands_hold_what_is_ready(weapons: tuple[str, ...], ready: tuple[str, ...], joins: bool) -> None:
    spec = given(fight()).when(one(weapons=[{"id": weapon} for weapon in weapons], ready=ready))
    spec.then(CombatantJoined) if joins else spec.refused(None, "invalid")


def test_a_natural_weapon_is_always_ready() -> None:
    assert joined(given(fight(one(weapons=[{"id": "iron_fists"}])))).ready == ("iron_fists",)


def test_a_further_stat_is_not_called_what_the_rules_call_otherwise() -> None:
    sheet = {"stats": {"initiative": 3}, "stat_kinds": {"initiative": "mental"}}
    given(fight()).when(one(**sheet)).refused(None, "invalid")


@pytest.mark.rule("BD-DATA-2", "BD-MOD-3")
@pytest.mark.parametrize("hands", ["fists", "martial_strike"])
def test_bare_hands_are_nobodys_to_list(hands: str) -> None:
    given(fight()).when(one(skills={"martial_arts": 2}, weapons=[{"id": hands}])).refused("BD-DATA-2", "invalid")


# Joining in the middle


def test_marks_from_the_start_leave_a_pip_free() -> None:
    person = joined(given(fight(one(normal=9, bruise=4))))
    assert (person.health, person.wound_penalty) == (-3, 4)
    given(fight()).when(one(normal=9, bruise=9)).refused(None, "invalid")


def test_one_is_unaware_of_those_who_are_there() -> None:
    spec = given(fight("vane")).when(one(unaware_of=["vane", "quill"])).refused(None, "invalid")
    spec.given(one(unaware_of=["vane"]))
    assert joined(spec).unaware_of == ("vane",)


@pytest.mark.rule("BD-SKILL-14")
@pytest.mark.parametrize(
    ("policy", "kind", "answer"),
    [
        ({"response": "dodge"}, "response", "dodge"),
        ({"response": "ask"}, "response", "ask"),
        ({"ask_choices": True}, "choose", "ask"),
        ({"ask_choices": False}, "choose", {}),
        ({"ask_reroll": True}, "reroll", "ask"),
        ({"ask_reroll": False}, "reroll", "no"),
        ({"ask_reduce": True}, "reduce_damage", "ask"),
        ({"ask_reduce": False}, "reduce_damage", 0),
        ({"ask_injury": False}, "avoid_injury", "no"),
        ({"ask_ensure": False}, "ensure_success", "no"),
        ({"ask_save": True}, "save_from_death", "ask"),
        ({"reroll_keep": "ask"}, "keep", "ask"),
        ({"reroll_keep": "better"}, "keep", "better"),
    ],
)
def test_a_policy_of_the_sheet_is_a_standing_answer(policy: dict[str, object], kind: str, answer: object) -> None:
    spec = given(fight(one(policy=policy)))
    assert spec.fight.policies == {f"one/{kind}": answer}
