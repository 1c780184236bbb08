"""Standing answers to opposing, soaking and holding back, and prompts that do not open where there is no choice."""

from typing import Any

import pytest

from domain.core.commands import Join, SetPolicy
from domain.core.events import Answered
from domain.rulesets.ticks.chapters.counting.acting import Act
from domain.rulesets.ticks.chapters.declaring.count_up import JudgeCondition
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea
from domain.rulesets.ticks.chapters.narrator.trials import Commit
from domain.rulesets.ticks.chapters.strikes.deferring import HeldBack
from domain.rulesets.ticks.chapters.strikes.soaking import Soaked
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.builders import (
    STRIKING,
    Declared,
    Play,
    attack,
    call,
    calm_encounter,
    contest,
    defer,
    going,
    party,
)
from tests.rules.ticks.specification import fight, given, newcomer

MOVE: Declared = {"action": "other", "kind": "move"}
SWORD, KNIFE, PISTOL = ({"key": "sword"},), ({"key": "knife"},), ({"key": "pistol"},)


def standing(play: Play, name: str, kind: str, answer: Any) -> Play:
    return play.send(SetPolicy(of=name, kind=kind, answer=answer))


@pytest.mark.rule("TK-POL-1", "TK-POL-2", "TK-POL-3", "TK-POL-4")
@pytest.mark.parametrize(
    ("who", "kind", "right", "wrong"),
    [
        ("ash", "oppose", ("best", "ask"), ("full", {"statistic": "strength", "skill": "unarmed"})),
        ("ash", "soak", ("full", "none", "ask"), ("best", [{}])),
        ("ash", "hold_back", ("attack", "spare_side", "ask"), ("none", "birch")),
        ("ash", "commit", (), ("ask", 0, 1, "none")),
        (
            "ash",
            "declare",
            (),
            (
                "ask",
                {"action": "evade"},
            ),
        ),
        (
            "ash",
            "act",
            (),
            (
                "ask",
                "hold",
            ),
        ),
        ("narrator", "set_difficulty", (), ("ask", "easy", 5)),
        ("narrator", "judge_condition", (), ("ask", True, False)),
    ],
)
def test_three_kinds_of_prompts_have_standing_answers(who: str, kind: str, right: Any, wrong: Any) -> None:
    for answer in right:
        assert given(fight("ash"), SetPolicy(of=who, kind=kind, answer=answer)).fight.policy(who, kind) == answer
    for answer in wrong:
        given(fight("ash")).when(SetPolicy(of=who, kind=kind, answer=answer)).refused(None, "invalid")


# Opposing


def blown(target: Join, weapon: str = "unarmed", manoeuvre: str = "mighty_blow", policy: str | None = "best") -> Play:
    """Somebody who is struck at, by a manoeuvre that strength or dexterity may oppose."""
    play = Play(newcomer("ash", STR=9, skills={"melee": 1}, things=KNIFE), target, asks={str(target.id): ("oppose",)})
    standing(play, str(target.id), "oppose", policy)
    return play.round({"ash": STRIKING}, ash=attack(str(target.id), weapon, manoeuvre))


@pytest.mark.rule("TK-POL-1")
@pytest.mark.parametrize("policy", ["ask", None])
def test_by_default_the_target_is_asked(policy: str | None) -> None:
    play = blown(newcomer("birch", at=(1, 0)), policy=policy)
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("oppose", "birch")]


@pytest.mark.rule("TK-POL-1")
@pytest.mark.parametrize(
    ("changes", "pair", "total"),
    [
        ({"skills": {"evade": 4, "unarmed": 3, "melee": 2}}, ("strength", "evade"), 40),
        ({"skills": {"evade": 2, "unarmed": 3, "melee": 4}}, ("strength", "melee"), 40),
        ({"DEX": 11, "skills": {"evade": 2, "unarmed": 4, "melee": 3}}, ("dexterity", "unarmed"), 44),
        ({"skills": {"evade": 3, "unarmed": 3, "melee": 3}}, ("strength", "melee"), 30),
        ({"skills": {"evade": 3, "unarmed": 3, "melee": 2}}, ("strength", "unarmed"), 30),
        ({"STR": 5, "DEX": 4}, ("strength", "melee"), 2),
        ({"STR": 5, "DEX": 6}, ("dexterity", "melee"), 3),
    ],
)
def test_best_takes_the_highest_pair_and_the_first_of_equal_ones(
    changes: dict[str, Any], pair: tuple[str, str], total: int
) -> None:
    play = blown(newcomer("birch", things=KNIFE, luck=2, at=(1, 0), **changes))
    [tested] = [event for _, event in play.log if isinstance(event, ManoeuvreTested)]
    assert ((tested.statistic, tested.skill), tested.against) == (pair, total)
    assert play["birch"].luck == 2, "it spends no luck"
    [answered] = [event for _, event in play.log if isinstance(event, Answered) and event.kind == "oppose"]
    assert answered.by == "policy"


@pytest.mark.rule("TK-POL-1")
@pytest.mark.parametrize(("weapon", "statistic", "total"), [("unarmed", "dexterity", 22), ("knife", "strength", 5)])
def test_best_counts_the_levels_against_bare_hands(weapon: str, statistic: str, total: int) -> None:
    """Halves are alike, 5 of 10 and of 11, and two levels more are not."""
    play = blown(newcomer("birch", DEX=11, things=KNIFE, at=(1, 0)), weapon, "disarm")
    [tested] = [event for _, event in play.log if isinstance(event, ManoeuvreTested)]
    assert (tested.statistic, tested.against) == (statistic, total)


# Soaking


def attacked(policy: str | None) -> Play:
    """Hanna with her shield (3), 6 defence points and heavy armour: 5 by a sword, 5 by a pistol, 8 by a sword come."""
    people = [
        newcomer("ash", skills={"melee": 1}, things=SWORD, at=(1, 0)),
        newcomer("birch", skills={"handgun": 2}, things=PISTOL, at=(9, 0)),
        newcomer("cedar", skills={"melee": 4}, things=SWORD, at=(0, 2)),
    ]
    hanna = newcomer("hanna", armour=({"key": "heavy_ballistic"},))
    play = Play(hanna, *people, asks={"hanna": ("soak",)})
    standing(play, "hanna", "soak", policy)
    weapons = {"ash": "sword", "birch": "pistol", "cedar": "sword"}
    return play.round(
        dict.fromkeys(weapons, STRIKING),
        hanna={"action": "defend", "weapon": "hatchet"},
        **{name: attack("hanna", weapon) for name, weapon in weapons.items()},
    )


@pytest.mark.rule("TK-POL-2")
@pytest.mark.parametrize(
    ("policy", "defended", "wounds"), [("full", [2, 0, 4], 0 + 1 + 0), ("none", [0, 0, 0], 0 + 1 + 3)]
)
def test_full_defends_against_one_attack_after_another_and_none_against_nothing(
    policy: str, defended: list[int], wounds: int
) -> None:
    play = attacked(policy)
    soaked = [event for _, event in play.log if isinstance(event, Soaked)]
    assert [event.attacker for event in soaked] == ["ash", "birch", "cedar"]
    assert [event.defended for event in soaked] == defended
    assert [event.luck for event in soaked] == [0, 0, 0]
    assert (play["hanna"].wounds, play["hanna"].luck) == (wounds, 1)


@pytest.mark.rule("TK-POL-2")
@pytest.mark.parametrize("policy", ["ask", None])
def test_by_default_it_is_asked_what_to_spend(policy: str | None) -> None:
    assert [(prompt.kind, prompt.to) for prompt in attacked(policy).fight.prompts] == [("soak", "hanna")]


@pytest.mark.rule("TK-POL-2")
def test_full_spends_no_more_than_there_is_to_take_off() -> None:
    """Of bruno's 5 points 3 go against a blow of 3, and the armour has nothing to do."""
    ash = newcomer("ash", skills={"unarmed": 2}, at=(1, 0))
    play = Play(ash, "bruno", asks={"bruno": ("soak",)})
    standing(play, "bruno", "soak", "full")
    play.round({"ash": STRIKING}, ash=attack("bruno", "unarmed"), bruno={"action": "defend", "weapon": "nightstick"})
    [soaked] = [event for _, event in play.log if isinstance(event, Soaked)]
    assert (soaked.defended, soaked.wounds, soaked.hit) == (3, 0, False)


# Holding back


DOOR = DefineArea(name="door", squares=(SquareSheet(x=6, y=0),))


def coming(quickness: int, policy: str | None, **sides: str) -> Play:
    """Pell, of side red, waits for whoever comes through the door; all of these do on the same tick."""
    people = [newcomer(name, side=side, at=(6, 1)) for name, side in sides.items()]
    play = Play(newcomer("pell", QUI=quickness, side="red"), *people, asks={"pell": ("hold_back",)})
    standing(play.send(DOOR), "pell", "hold_back", policy)
    plans = {name: going((6, 0)) for name in sides}
    waiting = defer("rifle", "enters_area", area="door")
    return play.round(plans, pell=waiting, **dict.fromkeys(sides, MOVE))


def struck(play: Play) -> list[str]:
    return [name for name, person in play.fight.people.items() if person.wounds]


@pytest.mark.rule("TK-POL-3")
@pytest.mark.parametrize("quickness", [12, 13])
@pytest.mark.parametrize(
    ("policy", "sides", "target"),
    [
        ("attack", {"yew": "red", "ash": "blue", "elm": "blue"}, "yew"),
        ("attack", {"yew": "blue", "ash": "red"}, "yew"),
        ("spare_side", {"yew": "red", "oak": "blue", "ash": "green"}, "oak"),
        ("spare_side", {"yew": "blue", "ash": "red"}, "yew"),
    ],
)
def test_it_attacks_the_first_or_the_first_of_another_side(
    quickness: int, policy: str, sides: dict[str, str], target: str
) -> None:
    play = coming(quickness, policy, **sides)
    assert struck(play) == [target]
    assert play.ticks(HeldBack, "pell") == []


@pytest.mark.rule("TK-POL-3")
@pytest.mark.parametrize(("quickness", "spared", "hit"), [(13, [("yew", "ash")], []), (12, [], ["yew"])])
def test_it_spares_its_own_side_where_it_can_hold_back(
    quickness: int, spared: list[tuple[str, ...]], hit: list[str]
) -> None:
    play = coming(quickness, "spare_side", yew="red", ash="red")
    assert [event.spared for _, event in play.log if isinstance(event, HeldBack)] == spared
    assert struck(play) == hit


@pytest.mark.rule("TK-POL-3")
@pytest.mark.parametrize("policy", ["ask", None])
def test_by_default_the_deferrer_is_asked(policy: str | None) -> None:
    play = coming(13, policy, yew="blue", ash="blue")
    assert play.asked("hold_back") == {"offered": ["yew", "ash"], "may_hold_back": True}


# No prompt without a choice


def doubly_tapped(luck: int) -> Play:
    """Birch can oppose with quickness and evade alone."""
    ash = newcomer("ash", skills={"handgun": 2}, things=PISTOL)
    play = Play(ash, newcomer("birch", skills={"evade": 2}, luck=luck, at=(9, 0)), asks={"birch": ("oppose",)})
    return play.round({"ash": STRIKING}, ash=attack("birch", "pistol", "double_tap"))


@pytest.mark.rule("TK-POL-4")
def test_one_pair_and_no_luck_oppose_at_once() -> None:
    play = doubly_tapped(0)
    assert play.tests("ash") == [(20, 20, False)]
    assert [prompt.kind for prompt in doubly_tapped(1).fight.prompts] == ["oppose"]
    assert [prompt.kind for prompt in blown(newcomer("birch", at=(1, 0)), policy="ask").fight.prompts] == ["oppose"]


@pytest.mark.rule("TK-POL-4")
@pytest.mark.parametrize(
    ("weapon", "level", "target", "defends", "asks"),
    [
        ("sword", 4, {}, False, False),
        ("sword", 4, {}, True, True),
        ("pistol", 4, {}, True, False),
        ("sword", 4, {"luck": 1}, False, True),
        ("pistol", 4, {"luck": 1}, True, True),
        ("knife", 1, {"shield": True, "luck": 1}, True, False),
        ("knife", 2, {"shield": True}, True, True),
        ("knife", 1, {"shield": True, "luck": 1}, False, False),
        ("pistol", 1, {"armour": "heavy_ballistic", "luck": 1}, True, False),
        ("pistol", 2, {"armour": "heavy_ballistic", "luck": 1}, True, True),
        ("sword", 4, {"armour": "heavy_ballistic"}, False, False),
        ("knife", 0, {"armour": "heavy_ballistic"}, True, True),
        ("knife", 0, {"armour": "heavy_ballistic", "luck": 1}, False, False),
    ],
)
def test_a_soak_that_could_take_nothing_off_is_not_asked(
    weapon: str, level: int, target: dict[str, Any], defends: bool, asks: bool
) -> None:
    """The shield takes 3 off blows, the armour 4 off shots and 2 off blows."""
    ash = newcomer("ash", skills={"melee": level, "handgun": level}, things=({"key": weapon},))
    things = ({"key": "hatchet"}, *(({"key": "shield"},) if target.get("shield") else ()))
    armour = ({"key": target["armour"]},) if "armour" in target else ()
    sheet = {"skills": {"melee": 3}, "things": things, "armour": armour, "luck": target.get("luck", 0)}
    play = Play(ash, newcomer("birch", at=(1, 0), **sheet), asks={"birch": ("soak",)})
    guard = {"birch": {"action": "defend", "weapon": "hatchet"}} if defends else {}
    play.round({"ash": STRIKING}, ash=attack("birch", weapon), **guard)
    assert ["soak"] * asks == [prompt.kind for prompt in play.fight.prompts]
    assert len(play.ticks(Soaked, "birch")) == (not asks)


@pytest.mark.rule("TK-POL-4")
@pytest.mark.parametrize(
    ("quickness", "sides", "asks"),
    [
        (12, {"yew": "blue"}, False),
        (12, {"yew": "blue", "ash": "blue"}, True),
        (13, {"yew": "blue"}, True),
    ],
)
def test_who_cannot_hold_back_and_has_one_to_attack_is_not_asked(
    quickness: int, sides: dict[str, str], asks: bool
) -> None:
    play = coming(quickness, "ask", **sides)
    assert ["hold_back"] * asks == [prompt.kind for prompt in play.fight.prompts]
    assert struck(play) == ([] if asks else ["yew"])


@pytest.mark.rule("TK-POL-4")
def test_a_commit_always_opens() -> None:
    spec = calm_encounter("wren", "ash")
    spec.when(call("wren", "willpower", None, 13)).asks("commit", "wren").when(Commit(actor="wren"))
    spec.when(contest(party("wren", "strength"), party("ash", "strength"))).asks("commit", "wren")
    spec.when(Commit(actor="wren")).asks("commit", "ash")


@pytest.mark.rule("TK-POL-4")
def test_what_the_narrator_is_asked_always_opens() -> None:
    play = Play(newcomer("wren", skills={"climbing": 1}), newcomer("pell", QUI=9))
    play.round(
        wren={"action": "other", "kind": "skill", "statistic": "dexterity", "skill": "climbing"},
        pell=defer("rifle", "narrated", text="somebody shouts"),
    )
    assert [prompt.kind for prompt in play.fight.prompts] == ["judge_condition"]
    play.send(JudgeCondition(simple=True)).declare_on()
    play.send(Act.model_validate({"actor": "wren", "deed": {}}))
    assert [prompt.kind for prompt in play.fight.prompts] == ["set_difficulty"]
